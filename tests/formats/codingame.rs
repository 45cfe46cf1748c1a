//! The CodinGame format of X-mas Rush.

use carom::board::Board;
use carom::games::rush::{Setup, Tiles};
use carom::games::{Position, Tile};
use proptest::prelude::*;

use super::{faults, reads_back, records, refusal, round_trips, setups};

use crate::cases::cases;

pub(super) const SAMPLE: &str = "\
0
0110 1010 0111 1101 0101 1001 1110
1011 0110 1010 0101 1100 0111 1101
1110 1001 0110 1111 0110 1010 0101
0101 1100 1011 1111 1110 0011 0101
0101 1010 1001 1111 1001 0110 1011
0111 1101 0011 0101 1010 1001 1110
1011 0110 0101 0111 1101 1010 1001
12 0 0 0110
11 6 5 1001
5
KEY 2 3 0
KEY 4 3 1
BOOK -1 -1 0
CANE -2 -2 1
MASK 6 6 0
4
MASK 0
CANE 1
KEY 1
KEY 0
";

/// Reduces a setup to what the format can express: a board of seven by seven without opponent
/// pushes.
fn expressible(mut setup: Setup) -> Setup {
    let mut tiles = Tiles::default();
    let board = Board::new(7, 7).unwrap();
    for square in board.squares() {
        tiles.set(square, setup.tiles.get(square));
    }
    let is_on = |square: &_| board.contains(*square);
    setup.player = setup.player.filter(is_on);
    setup.items.retain(|item| match item.place {
        carom::games::ItemPlace::Board(square) => is_on(&square),
        _ => true,
    });
    let items = setup.items.clone();
    if let Some(quests) = &mut setup.quests {
        quests.retain(|quest| items.iter().any(|item| *item.name == **quest));
    }
    if setup.quests.as_ref().is_some_and(Vec::is_empty) {
        setup.quests = None;
    }
    // A closed tile means an empty hand.
    let is_closed = setup.opponent_hand == Some(Tile::CLOSED);
    if is_closed {
        setup.opponent_hand = Some(Tile::CROSS);
    }
    Setup { board, tiles, opponent: Vec::new(), ..setup }
}

fn is_same_puzzle(one: &Position, other: &Position) -> bool {
    match (one, other) {
        (Position::Rush(one), Position::Rush(other)) => Setup::from(one) == Setup::from(other),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn expressible_turns_round_trip(setup in setups::rush().prop_map(expressible)) {
        if setup.items.is_empty() {
            return Ok(());
        }
        let position = Position::from(setup.position().unwrap());
        if !position.is_solved() {
            prop_assert!(reads_back("codingame", &position, is_same_puzzle));
        }
    }

    #[test]
    fn other_boards_are_refused_or_round_trip(setup in setups::rush()) {
        let position = Position::from(setup.position().unwrap());
        if setup.opponent_hand != Some(Tile::CLOSED) && !position.is_solved() {
            reads_back("codingame", &position, is_same_puzzle);
        }
    }
}

#[test]
fn sample_round_trips() {
    round_trips("codingame", SAMPLE);
    round_trips("codingame", &SAMPLE.replacen('0', "1", 1));
    assert_eq!(carom::exchange::recognise(SAMPLE).unwrap().name, "codingame");
    let Position::Rush(position) = &records("codingame", SAMPLE)[0].position else {
        panic!();
    };
    let left: Vec<String> = position.remaining().map(|item| item.name.to_string()).collect();
    assert_eq!(left, ["KEY", "MASK"]);
    assert_eq!(position.player().to_string(), "a7");
    assert_eq!(position.hand().to_string(), "╔");
}

#[test]
fn walking_turn_is_reported() {
    let walking = SAMPLE.replacen('0', "1", 1);
    let warnings = super::read("codingame", &walking).warnings;
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].span.slice(&walking), "1");
}

#[test]
fn errors_have_a_place() {
    let fault = |from: &str, to: &str| faults("codingame", &SAMPLE.replace(from, to)).remove(0);
    assert_eq!(
        fault("0111 1101 0011", "0111 1121 0011"),
        "\"1121\": expected a tile such as 0110: open up, right, down, left, found `1121`"
    );
    assert_eq!(
        fault("MASK 6 6 0", "MASK 6 7 0"),
        "\"6\": expected a column and a row from 0 to 6, `-1 -1` for your hand, or `-2 -2` for the opponent's, found `6`"
    );
    assert_eq!(fault("MASK 0\n", "SHIELD 0\n"), "\"SHIELD 0\": SHIELD is not one of your items");
}

#[test]
fn inexpressible_setup_is_refused() {
    let puzzle = "puzzle rush\n  hand: ═\n  items: KEY b1\n  board:\n    ══\n    ══\n";
    assert_eq!(refusal("codingame", puzzle), "expected a board of 7×7, found 2×2");
}
