//! Compares boards with several targets or unnamed robots with a plain search.

use crate::cases::cases;
use crate::reference;

use carom::games::ricochet::Setup;
use carom::games::{Fault, FaultKind, Move, Position};
use carom::search::{Budget, Outcome, optima, solve};
use reference::random::Random;
use reference::ricochet::Ricochet;
use reference::{Cell, Truth};

const MAX_POSITIONS: u64 = 20_000;

#[derive(Debug, Default)]
struct Counts {
    solved: usize,
    counted: usize,
    unsolvable: usize,
    other: usize,
}

/// Replays a solution by the rules; the position must not be solved early.
fn replay(position: &Position, moves: &[Move]) {
    let mut position = position.clone();
    for &played in moves {
        assert!(!position.is_solved(), "solved before {played}");
        position = position.play(played).expect("a legal move");
    }
    assert!(position.is_solved(), "not solved at the end");
}

fn compare(counts: &mut Counts, position: &Position, truth: Truth, board: &dyn std::fmt::Debug) {
    let outcome = solve(position, &mut Budget::new(1 << 30, MAX_POSITIONS));
    match (outcome.outcome, truth) {
        (Outcome::Solved(solution), Truth::Solved(moves, ways)) => {
            assert_eq!(solution.moves.len(), moves, "{board:?}");
            replay(position, &solution.moves);
            let counted = solution.optimal_solutions;
            assert!(counted.is_none_or(|counted| counted == ways), "{board:?}");
            let mut budget = Budget::new(1 << 30, MAX_POSITIONS);
            if let Some(Ok(all)) = optima(position, moves, 20, &mut budget) {
                assert_eq!(all.number, ways, "solutions of {board:?}");
                for solution in &all.solutions {
                    replay(position, solution);
                }
                counts.counted += 1;
            }
            counts.solved += 1;
        }
        (Outcome::Unsolvable(_), Truth::Unsolvable) => counts.unsolvable += 1,
        (Outcome::Solved(solution), Truth::DeeperThan(moves)) => {
            assert!(solution.moves.len() > moves, "{board:?}");
            replay(position, &solution.moves);
            counts.other += 1;
        }
        (Outcome::Unsolvable(_), Truth::DeeperThan(_)) => counts.other += 1,
        (Outcome::Unknown { at_least, .. }, truth) => {
            if let Truth::Solved(moves, _) = truth {
                assert!(at_least as usize <= moves, "{board:?}");
            }
            counts.other += 1;
        }
        (outcome, truth) => panic!("{outcome:?} is not {truth:?}: {board:?}"),
    }
}

/// Returns whether the robots can be placed so that every target holds, by trying all placements.
fn can_hold(board: &Ricochet) -> bool {
    fn place(remaining: &[Option<usize>], board: &Ricochet, stand: &mut [Option<Cell>]) -> bool {
        let Some((&of, rest)) = remaining.split_first() else {
            return true;
        };
        let robots = (0..stand.len()).filter(|&robot| of.is_none_or(|named| named == robot));
        let mut ways = robots.flat_map(|robot| {
            let choice = board.targets.iter().filter(|target| target.1 == of);
            choice.map(move |&(cell, _)| (robot, cell))
        });
        ways.any(|(robot, cell)| {
            let before = stand[robot];
            let is_taken =
                (0..stand.len()).any(|other| other != robot && stand[other] == Some(cell));
            if is_taken || before.is_some_and(|before| before != cell) {
                return false;
            }
            stand[robot] = Some(cell);
            let placed = place(rest, board, stand);
            stand[robot] = before;
            placed
        })
    }
    let mut remaining: Vec<Option<usize>> = board.targets.iter().map(|target| target.1).collect();
    remaining.sort_unstable();
    remaining.dedup();
    place(&remaining, board, &mut vec![None; board.robots.len()])
}

fn compare_ricochet(seed: u64, boards: usize, robots: usize, side: usize, states: usize) -> Counts {
    let mut random = Random(seed);
    let mut counts = Counts::default();
    for number in 0..boards {
        let Some(board) = random.wide_ricochet(side, robots, number % 2 == 0) else {
            continue;
        };
        let setup = Setup::from(&board);
        if can_hold(&board) {
            let position = Position::Ricochet(setup.position().expect("a legal board"));
            compare(&mut counts, &position, board.truth(states), &board);
        } else {
            let faults = setup.position().expect_err("targets that can never hold");
            assert!(
                matches!(*faults, [Fault { kind: FaultKind::TooManyTargets, .. }]),
                "{board:?}"
            );
        }
    }
    counts
}

#[test]
fn several_targets_match_plain_search() {
    for (robots, boards, side) in [(1, 60, 7), (2, 100, 6), (3, 60, 5), (4, 30, 5)] {
        let boards = cases(boards);
        let counts = compare_ricochet(50 + robots as u64, boards, robots, side, 6_000);
        assert!(counts.counted > boards / 5, "{robots} robots: {counts:?}");
        assert!(robots > 2 || counts.unsolvable >= boards / 20, "{robots} robots: {counts:?}");
    }
}

#[test]
fn nine_to_thirty_robots_match_plain_search() {
    for (robots, boards, side) in [(9, 20, 5), (12, 20, 5), (17, 20, 6), (24, 30, 8), (30, 30, 8)] {
        let boards = cases(boards);
        let counts = compare_ricochet(70 + robots as u64, boards, robots, side, 1_500);
        assert!(counts.solved >= cases(1), "{robots} robots: {counts:?}");
    }
}

#[test]
fn unnamed_lunar_robots_match_plain_search() {
    let mut random = Random(90);
    let mut counts = Counts::default();
    for (boards, side, robots) in [(150, 6, 6), (30, 7, 30), (10, 10, 90)] {
        for _ in 0..cases(boards) {
            if let Some(board) = random.wide_lunar(side, robots) {
                let position = Position::from(&board);
                compare(&mut counts, &position, board.truth(3_000), &board);
            }
        }
    }
    assert!(counts.counted > cases(20) && counts.unsolvable > cases(20), "{counts:?}");
}
