//! Compares `rules: grouped` with a plain search on random boards.

use carom::games::{Position, lunar, ricochet};
use carom::search::{Answer, Budget, Outcome, optima, solve};

use crate::cases::cases;
use crate::reference::GroupedTruth;
use crate::reference::random::Random;

#[derive(Debug, Default)]
struct Counts {
    solved: usize,
    /// Solved in fewer moves than slides.
    grouped: usize,
    unsolvable: usize,
    unknown: usize,
}

fn answer(position: &Position, most: u64) -> Answer {
    solve(position, &mut Budget::new(1 << 30, most))
}

fn compare(
    counts: &mut Counts,
    position: &Position,
    truth: GroupedTruth,
    board: &dyn std::fmt::Debug,
) {
    match (answer(position, 100_000).outcome, truth) {
        (Outcome::Solved(solution), GroupedTruth::Solved(groups, slides, ways)) => {
            assert_eq!(solution.length, groups, "{board:?}");
            assert_eq!(solution.slides, Some(slides), "{board:?}");
            assert_eq!(solution.optimal_solutions, Some(ways), "{board:?}");
            check_optima(position, ways, (groups, slides), board);
            counts.solved += 1;
            counts.grouped += usize::from(groups < slides);
        }
        (Outcome::Unsolvable(_), GroupedTruth::Unsolvable) => counts.unsolvable += 1,
        (Outcome::Solved(solution), GroupedTruth::AtLeast(groups)) => {
            assert!(solution.length >= groups, "{board:?}");
        }
        (Outcome::Unsolvable(_) | Outcome::Unknown { .. }, GroupedTruth::AtLeast(_)) => {}
        (outcome, truth) => panic!("{outcome:?}, expected {truth:?}: {board:?}"),
    }
    // The bound holds whatever the limit.
    if let (Outcome::Unknown { at_least, .. }, GroupedTruth::Solved(groups, ..)) =
        (answer(position, 30).outcome, truth)
    {
        assert!(at_least <= groups, "{board:?}");
        counts.unknown += 1;
    }
}

/// Checks that all optimal solutions are listed once, each with the optimal length.
fn check_optima(position: &Position, ways: u64, length: (u32, u32), board: &dyn std::fmt::Debug) {
    let mut budget = Budget::new(1 << 30, 1_000_000);
    let all = optima(position, 0, 30, &mut budget).unwrap().unwrap();
    assert_eq!(all.number, ways, "{board:?}");
    assert_eq!(all.solutions.len() as u64, ways.min(30), "{board:?}");
    for (number, moves) in all.solutions.iter().enumerate() {
        let (mut reached, mut groups, mut last) = (position.clone(), 0, None);
        for &played in moves {
            assert!(!reached.is_solved(), "{board:?}");
            let way = reached.stages(played).unwrap()[0].motions[0].way.clone();
            groups += u32::from(last.is_none() || last != way.first().copied());
            last = way.last().copied();
            reached = reached.play(played).unwrap();
        }
        assert!(reached.is_solved(), "{board:?}");
        assert_eq!((groups, moves.len() as u32), length, "{board:?}");
        assert!(!all.solutions[..number].contains(moves), "{board:?}");
    }
}

#[test]
fn grouped_lunar_matches_plain_search() {
    let (mut random, mut counts) = (Random(11), Counts::default());
    for _ in 0..cases(200) {
        let Some(board) = random.wide_lunar(6, 6) else {
            continue;
        };
        let mut setup = lunar::Setup::from(&board);
        setup.is_grouped = true;
        let position = setup.position().unwrap().into();
        compare(&mut counts, &position, board.grouped_truth(20_000), &board);
    }
    assert!(counts.grouped > cases(6) && counts.unsolvable > cases(30), "{counts:?}");
    assert!(counts.unknown > cases(3), "{counts:?}");
}

#[test]
fn grouped_ricochet_matches_plain_search() {
    let (mut random, mut counts) = (Random(12), Counts::default());
    for _ in 0..cases(200) {
        let robots = random.range(1, 4);
        let has_diagonals = random.chance(30);
        let Some(board) = random.wide_ricochet(6, robots, has_diagonals) else {
            continue;
        };
        let mut setup = ricochet::Setup::from(&board);
        setup.rules.is_grouped = true;
        // A robot may have more targets than it can reach at once.
        let Ok(position) = setup.position() else {
            continue;
        };
        compare(&mut counts, &position.into(), board.grouped_truth(20_000), &board);
    }
    assert!(counts.grouped > cases(6) && counts.unsolvable > cases(10), "{counts:?}");
    assert!(counts.unknown > cases(3), "{counts:?}");
}
