//! The formats of Lunar Lockout.

use carom::board::{Board, Square};
use carom::exchange::Loss;
use carom::games::lunar::{Rule, Setup};
use carom::games::{GameRules, Piece, Position};
use carom::syntax::Key;
use proptest::prelude::*;

use super::{faults, reads_back, records, refusal, round_trips, setups, the, written};

use crate::cases::cases;

const DIGITS: &str = "\
# From a shelf.
1000100000000000000001002s4:1
0000100100010000001000002
0100000000200000000000010:7s3
";

const ROWS: &str = "\
problem 1 beginner

....a
..b..
.c...
...d.
....x

A heading of one's own

a.x..
.....
.b..c
.....
.d...
";

const COLOURS: &str = "--r-o\n-----\n--g--\n-p---\n---y-\n";
const CAPITALS: &str = ".....\nA.C..\n..D..\n..X..\nB....\n";
const BLANKS: &str = "2 3 4\n\n\n    5\n 1\n";
const HYPHENS: &str = "2-3-4\n-----\n-----\n----5\n-1---\n";

const WORDS: &str = "\
# target humans robots blocks
0x40000 0x10 0x100400100
0x40000 0x10 0x100400100 0x0
";

const MORE_WORDS: &str = "\
0x40000 0x10 0x100400100 0x0
0x0000000000040000, 0x0000000000000010, 0x0000000100400100, 0x0000000000000000
0x8000000000000000 0x1 0xFF00 0x0
0x1 0x2 0x4 0x8 6x7
";

const TORONTO: &str = "\
PROBLEMS = (  # all are solvable
  LunarLockoutState(\"START\", 0, None, 5, ((4, 0), (2, 1), (1, 2), (3, 3)),((4, 4),)),
  LunarLockoutState(\"START\", 0, None, 7, ( (0, 0), (1, 0) ), ((0, 1))),
  )
";

const LLP: &str = "\
# Two of the author's own.
# Variant: french
# Made by hand.
12|1|2|2|4,3 1,3 3,3|2U1 AU2
0|2|1|2|3,1 3,5 3,6
# Variant: ufo
13|1|3|3|5|4|61|4,3 1,1 2,2 3,5
14|1|2|2|4,3 2,2 2,4|1R2 AU1
";

pub(super) const ALL: [(&str, &str); 10] = [
    ("llp", LLP),
    ("toronto", TORONTO),
    ("lunar-digits", DIGITS),
    ("lunar-rows", ROWS),
    ("lunar-rows", COLOURS),
    ("lunar-rows", CAPITALS),
    ("lunar-rows", BLANKS),
    ("lunar-rows", HYPHENS),
    ("lunar-words", WORDS),
    ("lunar-words", MORE_WORDS),
];

/// Returns the position without the names and the order of its pieces.
fn without_names(position: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let Position::Lunar(position) = position else {
        panic!("{position:?}");
    };
    let board = position.board();
    let size = (board.columns(), board.rows(), board.blocks());
    (size, position.targets(), position.humans(), position.robots())
}

/// Generates cards with robots and humans of any name, and a few setups that are no cards.
pub(super) fn cards() -> impl Strategy<Value = Setup> {
    let squares: Vec<Square> = Board::new(5, 5).unwrap().squares().collect();
    let robots: Vec<char> = ('A'..='Z').collect();
    let humans = prop_oneof![4 => Just(1_usize), 1 => 2..4_usize];
    (Just(squares).prop_shuffle(), Just(robots).prop_shuffle(), humans, 0..9_usize).prop_map(
        |(squares, robots, humans, amount)| {
            let humans = "@12".chars().take(humans);
            let names = humans.chain(robots.into_iter().take(amount));
            let pieces = names.zip(squares);
            Setup {
                board: Board::new(5, 5).unwrap(),
                rule: Rule::Exit,
                is_grouped: false,
                pieces: pieces.map(|(name, square)| Piece { name, square }).collect(),
                targets: vec![Square::new(2, 2)],
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn cards_round_trip(setup in cards()) {
        let position = Position::from(setup.position().unwrap());
        if position.is_solved() {
            return Ok(());
        }
        let same = |one: &Position, other: &Position| without_names(one) == without_names(other);
        prop_assert!(reads_back("lunar-digits", &position, same));
        prop_assert!(reads_back("lunar-words", &position, same));
        prop_assert!(reads_back("toronto", &position, same));
        let Position::Lunar(left) = &position else { panic!() };
        let has_names = left.pieces().iter().all(|piece| piece.name != 'X');
        let can_be_said = has_names && left.humans().len() == 1;
        // Rows show the names of robots.
        let same = |one: &Position, other: &Position| {
            let (Position::Lunar(one), Position::Lunar(other)) = (one, other) else { return false };
            other.robots().len() == one.robots().len()
                && other.pieces().iter().filter(|piece| piece.name.is_ascii_uppercase()).all(|piece| one.piece_on(piece.square) == Some(*piece))
                && without_names(&Position::from(one.clone())) == without_names(&Position::from(other.clone()))
        };
        prop_assert_eq!(reads_back("lunar-rows", &position, same), can_be_said);
    }

    #[test]
    fn any_board_round_trips_or_is_refused(setup in setups::lunar()) {
        let position = Position::from(setup.position().unwrap());
        let same = |one: &Position, other: &Position| without_names(one) == without_names(other);
        reads_back("lunar-digits", &position, same);
        reads_back("lunar-rows", &position, same);
        reads_back("lunar-words", &position, same);
        reads_back("toronto", &position, same);
    }
}

#[test]
fn samples_round_trip() {
    for (name, sample) in ALL {
        if sample != WORDS {
            round_trips(name, sample);
            assert_eq!(carom::exchange::recognise(sample).unwrap().name, name);
        }
    }
}

#[test]
fn card_data_is_kept() {
    let read = records("lunar-digits", DIGITS);
    assert_eq!(read[0].name.as_deref(), Some("Card 1"));
    assert_eq!(read[0].comments, ["From a shelf."]);
    let moves = read[0].key_value(Key::Moves).unwrap();
    assert_eq!((moves.value.as_str(), moves.span.slice(DIGITS)), ("4", "4"));
    assert_eq!(read[1].key_value(Key::Moves), None);
    let read = records("lunar-rows", ROWS);
    assert_eq!(read[0].name.as_deref(), Some("problem 1"));
    assert_eq!(read[0].key_value(Key::Difficulty).unwrap().value, "beginner");
    assert_eq!(read[1].name.as_deref(), Some("A heading of one's own"));
    let (_, place) = read[1].squares.iter().find(|(square, _)| square.to_string() == "b3").unwrap();
    assert_eq!(place.slice(ROWS), "b");
}

#[test]
fn llp_counts_groups_and_keeps_slides() {
    let read = records("llp", LLP);
    let is_grouped =
        |record: &carom::exchange::PuzzleRecord| record.position.grouping().is_grouped();
    assert!(read.iter().all(is_grouped));
    assert_eq!(read[0].name.as_deref(), Some("12"));
    assert_eq!(read[0].comments, ["Two of the author's own.", "Made by hand."]);
    assert_eq!(read[0].own_value("x-variant"), Some("french"));
    let solution = read[0].key_value(Key::Solution).unwrap();
    assert_eq!((solution.value.as_str(), solution.span.slice(LLP)), ("B^ @^", "2U1 AU2"));
    assert_eq!(read[1].name, None);
    let solution =
        ["x-raw-slides", "x-min-raw-slides", "x-forward-states"].map(|key| read[2].own_value(key));
    assert_eq!(solution, [Some("5"), Some("4"), Some("61")]);
    assert_eq!(read[3].position.board().columns(), 5);
}

#[test]
fn llp_ids_are_any_text() {
    let text = "#variant: UFO\r\n2-4en7lbc|1|1|1|4,3 2,3\r\n\r\n an id, with blanks | 1 | 1 | 1 | 4,3  2,3 |\r\n\
                007|1|1|1|4,3 2,3\r\n|1|1|1|4,3 2,3\r\n0|1|1|1|4,3 2,3\r\n";
    let read = records("llp", text);
    let names: Vec<_> = read.iter().map(|record| record.name.as_deref()).collect();
    assert_eq!(names, [Some("2-4en7lbc"), Some("an id, with blanks"), Some("007"), None, None]);
    assert!(read.iter().all(|record| record.position.board().columns() == 5));
    assert_eq!(carom::exchange::recognise(text).unwrap().name, "llp");
    round_trips("llp", text);
    let mut record = read[0].clone();
    for name in ["a|b", "#1", " a", "0"] {
        record.name = Some(name.to_owned());
        assert_eq!(the("llp").export(&record).unwrap().losses, [Loss::Name]);
    }
}

#[test]
fn toronto_reads_any_python() {
    let text = "# LunarLockoutState(\"START\", 0, None, 5, ((4, 0),), ((4, 4),))\n\
                s = LunarLockoutState( 'START', 0, None, 5, [[4, 0], (2, 1)],\n  [(4, 4)])\n\
                class LunarLockoutState(StateSpace): pass\n"
        .replace("[4, 0]", "(4, 0)");
    let read = records("toronto", &text);
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].position.pieces().len(), 3);
    assert_eq!(carom::exchange::recognise(&text).unwrap().name, "toronto");
}

#[test]
fn llp_reports_unreadable_text() {
    let faults = |text: &str| faults("llp", text);
    assert_eq!(faults("1|1|1|2|4,3 4,3"), ["\"4,3\": two robots on one square"]);
    assert_eq!(faults("1|1|1|2|4,3"), ["\"4,3\": expected 2 positions, found 1"]);
    assert_eq!(faults("1|0|1|2|4,3"), ["\"0\": expected 1 to 10"]);
    assert_eq!(faults("1|1|1|2|3,3 4,3"), ["\"3,3\": an exit cannot start in the middle"]);
    assert_eq!(faults("1|1|1|2|7,3 4,3"), ["\"7,3\": the board `standard` has no square 7,3"]);
    assert_eq!(faults("1|1|1|2|4,3 2,3|BU1"), ["\"BU1\": the puzzle has no robot B"]);
    let outside = "# Variant: ufo\n1|1|1|2|4,3 0,3\n";
    assert_eq!(faults(outside), ["\"0,3\": the board `ufo` has no square 0,3"]);
    let hex = "# Variant: hex\n1|1|1|2|4,3 2,3\n# Variant: ufo\n2|1|1|1|4,3 2,3\n";
    assert_eq!(faults(hex), ["\"hex\": expected a board standard, ufo, french or solitaire"]);
    assert_eq!(super::read("llp", hex).records.len(), 1);
    let import = super::read("llp", "1|1|2|2|4,3 1,3 3,3|2U1 AU1\n");
    assert_eq!(import.warnings[0].message, "expected 2, which stops this move, found 1");
}

#[test]
fn llp_refuses_contradictory_text() {
    let puzzle = |rules: &str, moves: &str| {
        let rows = ". . . . .\n    . . A . .\n    . . + . .\n    . . @ . .\n    . . . . .\n";
        format!("puzzle lunar\n{rules}{moves}  board:\n    {rows}")
    };
    let (grouped, one) = ("  rules: grouped\n", "  moves: 1\n");
    assert_eq!(
        written("llp", &records("carom", &puzzle(grouped, one))),
        "# Variant: ufo\n0|1|1|1|4,3 2,3\n"
    );
    let reason =
        "the format counts consecutive slides of one robot as one move: add `rules: grouped`";
    assert_eq!(refusal("llp", &puzzle("", one)), reason);
    let reason = "the format needs the number of moves: add `moves`";
    assert_eq!(refusal("llp", &puzzle(grouped, "")), reason);
    let reason = "lunar-digits counts every slide as a move (no rule `grouped`)";
    assert_eq!(refusal("lunar-digits", &puzzle(grouped, one)), reason);
}

/// A robot that starts on a square of its variant never leaves these squares, so the missing
/// squares need not be drawn.
#[test]
fn llp_robots_never_reach_missing_squares() {
    let edge = |at: u8| at.min(6 - at);
    let has = [
        |row: u8, column: u8| row + column > 1,
        |row: u8, column: u8| row.max(column) > 1,
        |row: u8, column: u8| row.min(column) > 0,
    ];
    let mut random = crate::reference::random::Random(7);
    for board in 0..cases(60) {
        let has = has[board % 3];
        let is_there = |square: Square| has(edge(square.row()), edge(square.column()));
        let all = Board::new(7, 7).unwrap();
        let mut free: Vec<Square> = all.squares().filter(|&square| is_there(square)).collect();
        let names = "@ABCDEF".chars();
        let pieces =
            names.map(|name| Piece { name, square: free.swap_remove(random.below(free.len())) });
        let setup = Setup {
            pieces: pieces.collect(),
            board: all,
            rule: Rule::Exit,
            is_grouped: true,
            targets: vec![Square::new(3, 3)],
        };
        let mut open = vec![Position::from(setup.position().unwrap())];
        for _ in 0..300 {
            let Some(position) = open.pop() else { break };
            for played in position.legal_moves() {
                let next = position.play(played).unwrap();
                assert!(next.pieces().iter().all(|piece| is_there(piece.square)), "{next:?}");
                open.push(next);
            }
        }
    }
}

#[test]
fn card_is_equal_in_all_formats() {
    let card = without_names(&records("lunar-rows", ROWS)[0].position);
    let digits = "0000100100010000001000002";
    assert_eq!(without_names(&records("lunar-digits", digits)[0].position), card);
    assert_eq!(without_names(&records("toronto", TORONTO)[0].position), card);
    let written = written("lunar-words", &records("lunar-digits", digits));
    assert_eq!(without_names(&records("lunar-words", &written)[0].position), card);
    let card = without_names(&records("lunar-rows", BLANKS)[0].position);
    assert_eq!(without_names(&records("lunar-rows", HYPHENS)[0].position), card);
    let letters = "a.b.c\n.....\n.....\n....d\n.x...\n";
    let spaced = "a . b . c\n. . . . .\n. . . . .\n. . . . d\n. x . . .\n";
    for letters in [letters, spaced] {
        let read = &records("lunar-rows", letters)[0];
        assert_eq!(without_names(&read.position), card);
        assert_eq!(carom::exchange::recognise(letters).unwrap().name, "lunar-rows");
        let d = read.squares.iter().find(|(square, _)| square.to_string() == "e2");
        assert_eq!(d.unwrap().1.slice(letters), "d");
    }
}

#[test]
fn errors_have_a_place_and_spare_neighbours() {
    let text = "0000100100010000001000003\n000010010001000000100000\n\
                0000100100010000001000001\n0000100100010000001000002x\n0000100100010000001000002\n";
    let expected = [
        "\"3\": expected 25 digits 0, 1 or 2, found `3`",
        "\"\": expected 25 digits 0, 1 or 2, found a blank or the end of the line",
        "\"0000100100010000001000001\": expected a human (digit 2)",
        "\"x\": expected `sN` for the moves, `:N` for the card, or nothing, found `x`",
    ];
    assert_eq!(faults("lunar-digits", text), expected);
    assert_eq!(super::read("lunar-digits", text).records.len(), 1);
    let expected = ["\"0x1\": b1 is in two words that exclude each other"]
        .map(|fault| fault.replace("0x1\"", "0x2\""));
    assert_eq!(faults("lunar-words", "0x1 0x2 0x2 0x0"), expected);
    assert_eq!(
        faults("lunar-words", WORDS),
        ["\"\": expected a blank or a comma, found a blank or the end of the line"]
    );
    assert_eq!(
        faults("lunar-rows", "....a\n..b..\n.a...\n...d.\n....x\n"),
        ["\"a\": duplicate piece `a`"]
    );
    assert_eq!(
        faults("lunar-rows", "....a\n..b..\n.c...\n...d.\n"),
        ["\"....a\\n..b..\\n.c...\\n...d.\": expected five rows of a card, found 4"]
    );
}

#[test]
fn inexpressible_objects_are_refused_with_square() {
    let puzzle = |rows: &str| format!("puzzle lunar\n  board:\n{rows}");
    let wall =
        puzzle("    . . . . A\n    . . . . .\n    . .|+ . .\n    . . . . .\n    @ . . . .\n");
    let block =
        puzzle("    . . . . A\n    . . . . .\n    . . + . .\n    . # . . .\n    @ . . . .\n");
    let target =
        puzzle("    . . . . A\n    . + . . .\n    . . . . .\n    . . . . .\n    @ . . . .\n");
    for name in ["lunar-digits", "lunar-rows"] {
        assert_eq!(refusal(name, &wall), "b3: the format has no walls");
        assert_eq!(refusal(name, &block), "b2: a card has no blocks");
        assert_eq!(refusal(name, &target), "b4: a card has its target on c3");
    }
    assert_eq!(refusal("lunar-words", &wall), "b3: the format has no walls");
    let named_x =
        puzzle("    . . . . X\n    . . . . .\n    . . + . .\n    . . . . .\n    @ . . . .\n");
    assert_eq!(refusal("lunar-rows", &named_x), "e5: robot X cannot be written: `x` is the human");
}
