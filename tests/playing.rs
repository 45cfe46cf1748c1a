//! Playing by hand follows the rules, and the moves remaining match an exhaustive search.

use crate::setups;

use std::collections::HashMap;

use carom::Task;
use carom::analysis::{
    AnswerState, FileHead, Puzzle, View, WritablePuzzle, hand_play, insert_moves, setup_of,
    write_puzzle,
};
use carom::games::{Move, Position};
use carom::search::Outcome;
use carom::solving::Identity;
use carom::text::apply;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Returns the optimum by exhaustive search, if it is at most `depth`.
fn brute_force(position: &Position, depth: u32) -> Option<u32> {
    if position.is_solved() {
        return Some(0);
    }
    let depth = depth.checked_sub(1)?;
    let moves = position.legal_moves().into_iter();
    let left = moves.filter_map(|played| brute_force(&position.play(played).ok()?, depth));
    left.min().map(|left| left + 1)
}

/// Plays moves chosen by index, and returns them with their positions.
fn walk(start: &Position, numbers: &[Index]) -> (Vec<Move>, Vec<Position>) {
    let (mut moves, mut positions) = (Vec::new(), vec![start.clone()]);
    for number in numbers {
        let position = positions.last().unwrap();
        let legal = position.legal_moves();
        if position.is_solved() || legal.is_empty() {
            break;
        }
        let played = legal[number.index(legal.len())];
        positions.push(position.play(played).unwrap());
        moves.push(played);
    }
    (moves, positions)
}

fn is_small(position: &Position) -> bool {
    let board = position.board();
    u16::from(board.columns()) * u16::from(board.rows()) <= 25 && position.pieces().len() <= 3
}

/// Checks that positions with equal identity have the same answer, and that the solver finds it.
fn check_remaining(start: &Position, numbers: &[Index]) -> Result<(), TestCaseError> {
    let mut answers: HashMap<Identity, Option<u32>> = HashMap::new();
    for position in walk(start, numbers).1 {
        let expected = brute_force(&position, 3);
        let known = *answers.entry(Identity::of(&position)).or_insert(expected);
        prop_assert_eq!(known, expected, "{:?}", position);
        let answer = Task::new(&position).max_positions(100_000).run();
        let found = match &answer.outcome {
            Outcome::Solved(solution) => u32::try_from(solution.moves.len()).ok(),
            _ => None,
        };
        prop_assert_eq!(found.filter(|moves| *moves <= 3), expected, "{:?}", position);
    }
    Ok(())
}

fn check_play(start: &Position, numbers: &[Index]) -> Result<(), TestCaseError> {
    let text = write_puzzle(&WritablePuzzle::new(&*setup_of(start))).unwrap();
    let puzzle = Puzzle::read(&text, &FileHead::default());
    let Some(start) = puzzle.position() else {
        return Ok(());
    };
    let view = View::new(&text, &puzzle, AnswerState::Nothing);
    let (moves, positions) = walk(start, numbers);
    let last = positions.last().unwrap();
    let mut words: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let played = hand_play(&view, &words).unwrap();
    prop_assert_eq!(&played.moves, &moves);
    prop_assert_eq!(played.refused, None);
    prop_assert_eq!(&played.frames.last().unwrap().position, last);
    prop_assert_eq!(played.is_solved, last.is_solved());
    let expected = match last.is_solved() || !start.game().has_floor() {
        true => Vec::new(),
        false => last.legal_moves(),
    };
    let legal: Vec<Move> = played.legal.iter().map(|legal| legal.played).collect();
    prop_assert_eq!(&legal, &expected);
    for next in &played.legal {
        let after = last.play(next.played).unwrap();
        let on = |position: &Position, square: &str| {
            let mut pieces = position.pieces().into_iter();
            pieces.find(|piece| piece.square.to_string() == square).map(|piece| piece.name)
        };
        for motion in &next.motions {
            let moved = on(last, &motion.from).unwrap();
            // A slide along diagonals may end where it began, and another piece may follow.
            let entered = next.motions.iter().any(|other| other.to.as_ref() == Some(&motion.from));
            prop_assert!(entered || on(&after, &motion.from).is_none());
            // The piece may be gone from there, as at an exit.
            let stands = motion.to.as_ref().and_then(|to| on(&after, to));
            prop_assert!(stands.is_none_or(|name| name == moved));
        }
    }
    match insert_moves(&view, &words) {
        Err(_) => prop_assert!(!last.is_solved() || moves.is_empty()),
        Ok(edit) => {
            prop_assert!(last.is_solved());
            let written = apply(&text, &[edit]);
            let read = Puzzle::read(&written, &FileHead::default());
            let number = start.count_moves(&moves);
            prop_assert_eq!(read.played.unwrap().solved_after, Some(number));
        }
    }
    words.push("?".to_owned());
    let refused = hand_play(&view, &words).unwrap().refused.unwrap();
    prop_assert_eq!(refused.0, moves.len());
    Ok(())
}

fn numbers() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn moves_are_played_by_hand(positions in setups::positions(), numbers in numbers()) {
        for start in &positions {
            check_play(start, &numbers)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..ProptestConfig::with_cases(32) })]

    #[test]
    fn ricochet_remaining_moves_match_brute_force(setup in setups::ricochet(), numbers in numbers()) {
        let start = Position::Ricochet(setup.position().unwrap());
        prop_assume!(is_small(&start));
        check_remaining(&start, &numbers)?;
    }

    #[test]
    fn tilt_remaining_moves_match_brute_force(setup in setups::tilt(), numbers in numbers()) {
        let start = Position::Tilt(setup.position().unwrap());
        prop_assume!(is_small(&start));
        check_remaining(&start, &numbers)?;
    }

    #[test]
    fn lunar_remaining_moves_match_brute_force(setup in setups::lunar(), numbers in numbers()) {
        let start = Position::Lunar(setup.position().unwrap());
        prop_assume!(is_small(&start));
        check_remaining(&start, &numbers)?;
    }
}
