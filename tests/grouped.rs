//! `rules: grouped` against a plain search, board by board. `GROUPED_BOARDS` says how many boards
//! of each game there are.

use carom::games::{Position, lunar, ricochet};
use carom::search::{Answer, Budget, MemoryPool, Outcome, optima, solve};

use crate::reference::GroupedTruth;
use crate::reference::random::Random;

#[derive(Debug, Default)]
struct Seen {
    solved: usize,
    /// Solved in fewer moves than slides.
    grouped: usize,
    unsolvable: usize,
    unknown: usize,
}

fn boards() -> usize {
    let boards = std::env::var("GROUPED_BOARDS").ok();
    boards.map_or(2000, |boards| boards.parse().unwrap())
}

fn answer(position: &Position, most: u64) -> Answer {
    let pool = MemoryPool::new(1 << 30);
    solve(position, &mut Budget::new(&pool, 0, most)).unwrap()
}

fn compare(seen: &mut Seen, position: &Position, truth: GroupedTruth, board: &dyn std::fmt::Debug) {
    match (answer(position, 100_000).outcome, truth) {
        (Outcome::Solved(solution), GroupedTruth::Solved(groups, slides, ways)) => {
            assert_eq!(solution.length, groups, "{board:?}");
            assert_eq!(solution.slides, Some(slides), "{board:?}");
            assert_eq!(solution.optimal_solutions, Some(ways), "{board:?}");
            list(position, ways, (groups, slides), board);
            seen.solved += 1;
            seen.grouped += usize::from(groups < slides);
        }
        (Outcome::Unsolvable(_), GroupedTruth::Unsolvable) => seen.unsolvable += 1,
        (Outcome::Solved(solution), GroupedTruth::AtLeast(groups)) => {
            assert!(solution.length >= groups, "{board:?}");
        }
        (Outcome::Unsolvable(_) | Outcome::Unknown { .. }, GroupedTruth::AtLeast(_)) => {}
        (outcome, truth) => panic!("{outcome:?} is not {truth:?}: {board:?}"),
    }
    // Whatever the limit, the bound is true.
    if let (Outcome::Unknown { at_least, .. }, GroupedTruth::Solved(groups, ..)) =
        (answer(position, 30).outcome, truth)
    {
        assert!(at_least <= groups, "{board:?}");
        seen.unknown += 1;
    }
}

/// As many optimal solutions are listed as there are; each has the optimal length.
fn list(position: &Position, ways: u64, length: (u32, u32), board: &dyn std::fmt::Debug) {
    let pool = MemoryPool::new(1 << 30);
    let mut budget = Budget::new(&pool, 0, 1_000_000);
    let all = optima(position, 0, 30, &mut budget).unwrap();
    let all = all.unwrap().unwrap();
    assert_eq!(all.number, ways, "{board:?}");
    assert_eq!(all.solutions.len() as u64, ways.min(30), "{board:?}");
    for (number, moves) in all.solutions.iter().enumerate() {
        let (mut reached, mut groups, mut last) = (position.clone(), 0, None);
        for &played in moves {
            assert!(!reached.is_solved(), "{board:?}");
            let figure = reached.stages(played).unwrap()[0].motion.clone();
            groups += u32::from(last.is_none() || last != figure.figure.map(|it| it.piece.square));
            last = figure.way.last().copied();
            reached = reached.play(played).unwrap();
        }
        assert!(reached.is_solved(), "{board:?}");
        assert_eq!((groups, moves.len() as u32), length, "{board:?}");
        assert!(!all.solutions[..number].contains(moves), "{board:?}");
    }
}

#[test]
fn lunar_in_groups_agrees_with_plain_search() {
    let (mut random, mut seen) = (Random(11), Seen::default());
    for _ in 0..boards() {
        let Some(board) = random.wide_lunar(6, 6) else {
            continue;
        };
        let mut setup = lunar::Setup::from(&board);
        setup.is_grouped = true;
        let position = setup.position().unwrap().into();
        compare(&mut seen, &position, board.grouped_truth(20_000), &board);
    }
    assert!(seen.grouped > 60 && seen.unsolvable > 300, "{seen:?}");
    assert!(seen.unknown > 30, "{seen:?}");
}

#[test]
fn ricochet_in_groups_agrees_with_plain_search() {
    let (mut random, mut seen) = (Random(12), Seen::default());
    for _ in 0..boards() {
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
        compare(
            &mut seen,
            &position.into(),
            board.grouped_truth(20_000),
            &board,
        );
    }
    assert!(seen.grouped > 60 && seen.unsolvable > 100, "{seen:?}");
    assert!(seen.unknown > 30, "{seen:?}");
}
