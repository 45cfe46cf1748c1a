//! Compares the states of the search with the positions they stand for.

use crate::cases::cases;
use crate::reference;
use carom::board::SquareSet;

use std::ops::ControlFlow;

use carom::games::{ActiveRobotPuzzle, Duel, Position, SearchHints, SearchModel, Visitor};
use reference::random::Random;

/// Walks randomly for `steps` moves, and compares everything observable.
struct Walk<'a> {
    position: &'a Position,
    random: &'a mut Random,
    steps: usize,
}

impl Visitor for Walk<'_> {
    /// The number of moves compared.
    type Output = usize;

    fn visit_puzzle<P: SearchHints>(self, puzzle: &P) -> usize {
        self.compare(puzzle, false)
    }

    fn visit_active_robots<P: SearchHints>(self, puzzle: &P, _: &[ActiveRobotPuzzle]) -> usize {
        self.compare(puzzle, true)
    }

    fn visit_duel<S: SquareSet>(self, _: &Duel<S>) -> Self::Output {
        unreachable!("a puzzle is for one player")
    }
}

impl Walk<'_> {
    fn compare<P: SearchHints>(self, puzzle: &P, has_active_robots: bool) -> usize {
        let mut position = self.position.clone();
        let mut state = puzzle.start();
        let mut compared = 0;
        for _ in 0..self.steps {
            assert_eq!(puzzle.is_solved(&state), position.is_solved());
            let mut moves = Vec::new();
            let flow = puzzle.successors(&state, |played, next| {
                let named = puzzle.name_moves(&position, &[played]);
                moves.push((named[0], next));
                ControlFlow::<()>::Continue(())
            });
            assert!(flow.is_continue());
            // Each legal move appears exactly once.
            let legal = position.legal_moves();
            assert_eq!(moves.len(), legal.len());
            for played in &legal {
                assert!(moves.iter().any(|(named, _)| named == played), "{played}");
            }
            compared += legal.len();
            if puzzle.is_solved(&state) {
                assert_eq!(puzzle.lower_bound(&state), Some(0));
                break;
            }
            // A move decreases the lower bound by at most one. That of an active robot it also
            // increases by at most one: the layers of `SetA*` depend on it.
            let bound = puzzle.lower_bound(&state);
            for (_, next) in &moves {
                match (bound, puzzle.lower_bound(next)) {
                    (None, after) => assert_eq!(after, None),
                    (Some(before), after) if has_active_robots => {
                        assert!(after.is_some_and(|after| after.abs_diff(before) <= 1));
                    }
                    (Some(before), Some(after)) => assert!(after + 1 >= before),
                    (Some(_), None) => {}
                }
            }
            if moves.is_empty() {
                break;
            }
            let (played, next) = moves[self.random.below(moves.len())];
            position = position.play(played).unwrap();
            state = next;
        }
        compared
    }
}

fn walk(position: &Position, random: &mut Random) -> usize {
    let steps = 40;
    position.visit(Walk { position, random, steps })
}

#[test]
fn lunar_successors_match_rules() {
    let mut random = Random(31);
    let mut compared = 0;
    for side in [3, 5, 8, 16] {
        for _ in 0..cases(30) {
            if let Some(board) = random.lunar(side, 26) {
                compared += walk(&Position::from(&board), &mut random);
            }
        }
    }
    assert!(compared > cases(5_000), "{compared}");
}

#[test]
fn ricochet_successors_match_rules() {
    let mut random = Random(32);
    let mut compared = 0;
    for robots in 1..=8 {
        for number in 0..cases(20) {
            let side = [4, 8, 16][number % 3];
            if let Some(board) = random.ricochet(side, robots, number % 2 == 0) {
                compared += walk(&Position::from(&board), &mut random);
            }
        }
    }
    assert!(compared > cases(20_000), "{compared}");
}

#[test]
fn wide_successors_match_rules() {
    let mut random = Random(34);
    let mut compared = 0;
    for robots in [1, 2, 3, 5, 8, 9, 16, 17, 30, 33, 60, 64, 65, 150] {
        for number in 0..cases(6) {
            if let Some(board) = random.wide_lunar([4, 8, 16][number % 3], robots) {
                compared += walk(&Position::from(&board), &mut random);
            }
            let board = random.wide_ricochet([4, 8, 16][number % 3], robots, number % 2 == 0);
            let setup = board.map(|board| carom::games::ricochet::Setup::from(&board));
            // Some boards have targets that can never hold together.
            if let Some(Ok(position)) = setup.map(|setup| setup.position()) {
                compared += walk(&Position::Ricochet(position), &mut random);
            }
        }
    }
    assert!(compared > cases(15_000), "{compared}");
}

/// Counts the sequences of `depth` legal moves with the rules.
fn perft(position: &Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|played| perft(&position.play(played).unwrap(), depth - 1)).sum()
}

/// Counts the same sequences with the states of the search.
struct Perft(usize);

impl Visitor for Perft {
    type Output = u64;

    fn visit_puzzle<P: SearchModel>(self, puzzle: &P) -> u64 {
        fn count<P: SearchModel>(puzzle: &P, state: &P::State, depth: usize) -> u64 {
            let mut sum = 0;
            let flow = puzzle.successors(state, |_, next| {
                sum += if depth == 1 { 1 } else { count(puzzle, &next, depth - 1) };
                ControlFlow::<()>::Continue(())
            });
            assert!(flow.is_continue());
            sum
        }
        count(puzzle, &puzzle.start(), self.0)
    }

    fn visit_duel<S: SquareSet>(self, _: &Duel<S>) -> Self::Output {
        unreachable!("a puzzle is for one player")
    }
}

#[test]
fn perft_counts_are_unchanged() {
    let mut random = Random(33);
    let lunar: Vec<Position> = std::iter::repeat_with(|| random.lunar(7, 9))
        .flatten()
        .take(4)
        .map(|board| Position::from(&board))
        .collect();
    let ricochet = std::iter::repeat_with(|| random.ricochet(12, 4, true))
        .flatten()
        .take(4)
        .map(|board| Position::from(&board));
    let positions: Vec<Position> = lunar.into_iter().chain(ricochet).collect();
    let mut counts = Vec::new();
    for position in &positions {
        let count = perft(position, 4);
        assert_eq!(count, position.visit(Perft(4)));
        counts.push(count);
    }
    assert_eq!(counts, PINNED, "a rule or the random boards have changed");
}

const PINNED: [u64; 8] = [0, 36, 2, 7046, 4841, 24888, 14341, 18563];
