//! Moves, passes, and the end of the game.

use std::collections::HashSet;
use std::ops::ControlFlow;

use carom::board::{Bitboard, Direction, SmallBitboard, Square, SquareSet};
use carom::games::slider::{Duel, End, Move, Position, Side};
use carom::games::{DuelEnd, GameRules};

use crate::slider::draw::{Random, position, standard};

fn step(text: &str) -> Move {
    let (square, direction) = text.split_at(text.len() - 1);
    let direction = Direction::ALL.into_iter().find(|d| direction.starts_with(d.symbol()));
    Move::Step { from: square.parse().unwrap(), direction: direction.unwrap() }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn why_not(position: &Position, played: Move) -> String {
    position.play(played).unwrap_err().to_string()
}

#[test]
fn pieces_move_one_step_and_exit_forward() {
    let start = position(Side::H, &["V . . H", ". # . .", ". . H V", ". . . ."]);
    assert_eq!(texts(&start.legal_moves()), ["c2^", "c2v", "d4>", "d4v"], "V stands right of c2");
    let next = start.play(step("d4>")).unwrap();
    assert_eq!(next.men(Side::H).len(), 1);
    assert_eq!(texts(&next.legal_moves()), ["d2^", "a4^", "a4>"], "H stands left of d2");
}

#[test]
fn move_counts_match_direction() {
    let start = standard(4, Side::H, &[]);
    for side in Side::ALL {
        assert_eq!(start.mobility(side).total(), 4);
    }
    assert_eq!(
        start.mobility(Side::H).by_direction(),
        [(Direction::Up, 0), (Direction::Right, 3), (Direction::Down, 1), (Direction::Left, 0)]
    );
}

#[test]
fn side_without_pieces_wins() {
    let start = position(Side::H, &[". . . H", ". . . .", ". . . .", "V . . ."]);
    let end = start.play(step("d4>")).unwrap();
    assert_eq!(end.end(), Some(End::Won(Side::H)));
    assert_eq!(end.legal_moves(), []);
    assert_eq!(why_not(&end, step("a1^")), "the game is over: H has no piece left and has won");
}

#[test]
fn pass_is_legal_only_without_moves() {
    let stuck = position(Side::H, &["H # . .", "# . . .", ". . . .", "V . . ."]);
    assert_eq!(stuck.legal_moves(), [Move::Pass]);
    assert_eq!(why_not(&stuck, step("a4>")), "H has no legal move and must pass with `--`");
    let next = stuck.play(Move::Pass).unwrap();
    assert_eq!(next.to_move(), Side::V);
    assert_eq!(why_not(&next, Move::Pass), "V may not pass: it has a legal move, such as a1^");
}

#[test]
fn no_moves_for_both_sides_is_a_draw() {
    let dead = position(Side::H, &["H # . .", "# V # .", ". # . .", ". . . ."]);
    assert_eq!(dead.end(), Some(End::Drawn));
    assert_eq!(
        why_not(&dead, Move::Pass),
        "the game is over: neither side can move, which is a draw"
    );
}

#[test]
fn illegal_moves_are_explained() {
    let start = position(Side::H, &["H # . .", "V . . H", ". . . .", ". V . ."]);
    for (played, why) in [
        ("a4>", "H on a4 cannot go right: the block on b4 is next to it"),
        ("a4^", "H on a4 cannot go up: the border is next to it"),
        ("a4v", "H on a4 cannot go down: V on a3 is next to it"),
        ("d3<", "H never goes left"),
        ("a3^", "the piece on a3 is V's, and it is H's move"),
        ("c3^", "there is no piece on c3"),
        ("b4^", "there is no piece on b4"),
        ("e3^", "there is no square e3 on this board"),
    ] {
        assert_eq!(why_not(&start, step(played)), why, "{played}");
    }
}

/// Plays random games with both implementations of the rules.
fn compare_rules<S: SquareSet>(start: &Position, random: &mut Random) {
    let field = Duel::<S>::new(start).unwrap();
    let [h, v] = field.armies();
    let mut position = start.clone();
    let mut state = field.start();
    for _ in 0..200 {
        let mut successors = Vec::new();
        let _ = field.successors(&state, |played, next| {
            successors.push((played, next));
            ControlFlow::<()>::Continue(())
        });
        let moves: HashSet<Move> = successors.iter().map(|&(played, _)| played).collect();
        assert_eq!(moves.len(), successors.len());
        assert_eq!(moves, position.legal_moves().into_iter().collect());
        for side in Side::ALL {
            assert_eq!(field.mobility(&state, side), position.mobility(side));
        }
        let end = field.end(&state);
        assert_eq!(
            end,
            position.end().map(|end| match end {
                End::Drawn => DuelEnd::Drawn,
                End::Won(side) if side == position.to_move() => DuelEnd::Won,
                End::Won(_) => DuelEnd::Lost,
            })
        );
        if let Some(location) = field.locate(&state) {
            let squares = |men: Bitboard| men.iter().collect::<HashSet<Square>>();
            let army = |index| if index == 0 { h } else { v };
            for (army, placement, side) in [
                (army(location.to_move), location.own, position.to_move()),
                (army(1 - location.to_move), location.other, position.to_move().other()),
            ] {
                assert!(placement.rank < army.placements(placement.men));
                let there: HashSet<Square> = army.squares(placement).into_iter().collect();
                assert_eq!(there, squares(position.men(side)));
            }
        }
        if end.is_some() {
            return;
        }
        let (played, next) = successors[random.below(successors.len())];
        position = position.play(played).unwrap();
        state = next;
    }
}

#[test]
fn fast_rules_match_plain_rules() {
    let mut random = Random(1);
    for round in 0..300 {
        let side = 4 + u8::try_from(round % 5).unwrap();
        let men = [1 + random.below(4), 1 + random.below(4)];
        let start = random.position(side, men, 8);
        compare_rules::<SmallBitboard>(&start, &mut random);
        compare_rules::<Bitboard>(&start, &mut random);
    }
    for side in 9..=16 {
        let men = [1 + random.below(12), 1 + random.below(12)];
        let start = random.position(side, men, 40);
        assert!(Duel::<SmallBitboard>::new(&start).is_none());
        compare_rules::<Bitboard>(&start, &mut random);
    }
}

fn plain_perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    let next = moves.map(|played| position.play(played).unwrap());
    next.map(|next| plain_perft(&next, depth - 1)).sum()
}

#[test]
fn perft_counts_are_known() {
    for (start, counts) in [
        (standard(4, Side::H, &[]), &PERFT_4[..]),
        (standard(5, Side::V, &["c3"]), &PERFT_5[..]),
        (standard(8, Side::H, &[]), &PERFT_8[..]),
        (standard(12, Side::H, &[]), &PERFT_12[..]),
    ] {
        for (depth, &count) in (1..).zip(counts) {
            let fast = match Duel::<SmallBitboard>::new(&start) {
                Some(field) => field.perft(&field.start(), depth),
                None => {
                    let field = Duel::<Bitboard>::new(&start).unwrap();
                    field.perft(&field.start(), depth)
                }
            };
            if depth <= 4 {
                assert_eq!(plain_perft(&start, depth), fast);
            }
            assert_eq!(fast, count, "{}x depth {depth}", start.board().columns());
        }
    }
}

const PERFT_4: [u64; 7] = [4, 14, 79, 438, 2_358, 12_372, 66_007];
const PERFT_5: [u64; 7] = [5, 23, 158, 1_077, 7_435, 50_628, 355_736];
const PERFT_8: [u64; 5] = [8, 62, 667, 7_146, 84_700];
const PERFT_12: [u64; 5] = [12, 142, 2_151, 32_478, 548_168];

#[test]
fn mirrored_position_has_mirrored_moves() {
    let mut random = Random(2);
    for _ in 0..200 {
        let side = 4 + u8::try_from(random.below(5)).unwrap();
        let start = random.position(side, [3, 2], 6);
        let image = start.mirrored();
        assert_eq!(image.mirrored(), start);
        for side in Side::ALL {
            let there = image.mobility(side.other()).total();
            assert_eq!(start.mobility(side).total(), there);
        }
        assert_eq!(start.end().is_some(), image.end().is_some());
    }
}
