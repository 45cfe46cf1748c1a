//! Compares the backward search with the solver on every start of small random boards.

use std::collections::HashMap;

use carom::Task;
use carom::games::{FamilyOptions, Game, Position, SlidingPuzzle, lunar, ricochet};
use carom::search::{BackwardSearch, Budget, CancelFlag, Outcome, Start, StartFilter, Watch};

use crate::cases::{cases, is_thorough};
use crate::reference::random::Random;

/// Returns the depth of every start with a solution.
fn depths(sliding: &SlidingPuzzle, blockers: usize, threads: usize) -> HashMap<Start, u32> {
    let mut search = BackwardSearch::new(sliding, blockers, 1 << 30).unwrap();
    let mut depths = HashMap::new();
    loop {
        let (depth, mut starts) = (search.depth(), 0);
        search.each_start(StartFilter::default(), &mut |start| {
            starts += 1;
            assert!(depths.insert(start, depth).is_none());
            true
        });
        // A set of robots counts once if any of them may be the active one.
        assert!(sliding.any_active || starts == search.size().starts);
        if !search.advance(threads, &CancelFlag::default(), &Watch::default()) {
            return depths;
        }
    }
}

/// Compares starts that have one optimal solution with a list of all solutions.
fn check_only_solutions(position: &Position, sliding: &SlidingPuzzle) {
    if sliding.any_active {
        return;
    }
    let mut search = BackwardSearch::new(sliding, position.pieces().len() - 1, 1 << 30)
        .unwrap()
        .recording(sliding, 1 << 30)
        .unwrap();
    let is_recorded = sliding.blocker_diagonals.is_empty() && !sliding.is_grouped;
    while search.advance(1, &CancelFlag::default(), &Watch::default()) {
        let mut starts = Vec::new();
        search.each_start(StartFilter::default(), &mut |start| {
            starts.push(start);
            true
        });
        for start in starts.iter().step_by(starts.len() / 8 + 1) {
            let mut squares = start.blockers.clone();
            squares.insert(sliding.active, start.active);
            let restarted = position.with_pieces_on(&squares).unwrap();
            let mut budget = Budget::new(1 << 30, u64::MAX);
            let answer = carom::search::solve(&restarted, &mut budget);
            let moves = answer.outcome.solution().unwrap().moves.len();
            let optima = carom::search::optima(&restarted, moves, 2, &mut budget).unwrap().unwrap();
            let found =
                search.only_solution(start).map(|slides| restarted.name_slides(&slides).unwrap());
            let only =
                optima.solutions.into_iter().next().filter(|_| optima.number == 1 && is_recorded);
            assert_eq!(found, only, "{restarted:?}");
        }
    }
}

/// Compares the depth of every start of a position's pieces with the solver. Returns the number of
/// starts.
fn check(position: &Position, sliding: &SlidingPuzzle) -> u64 {
    let pieces = position.pieces();
    let blockers = pieces.len() - 1;
    check_only_solutions(position, sliding);
    let depths = depths(sliding, blockers, 1);
    assert_eq!(depths, self::depths(sliding, blockers, 3));
    let all = |start: &Start| {
        let mut squares = start.blockers.clone();
        squares.push(start.active);
        squares.sort_unstable();
        squares
    };
    let sets: HashMap<_, _> = depths.iter().map(|(start, depth)| (all(start), *depth)).collect();
    assert!(!sliding.any_active || sets.len() == depths.len());
    let blocks = sliding.board.blocks();
    let squares: Vec<_> = sliding.board.squares().collect();
    let free: Vec<_> = squares.into_iter().filter(|&s| !blocks.contains(s)).collect();
    let mut chosen: Vec<usize> = (0..blockers).collect();
    let mut count = 0;
    loop {
        let set: Vec<_> = chosen.iter().map(|&index| free[index]).collect();
        for &active in &free {
            if set.contains(&active)
                || !sliding.may_start_on_target && sliding.targets.contains(active)
            {
                continue;
            }
            let mut squares = set.clone();
            squares.insert(sliding.active, active);
            let start = position.with_pieces_on(&squares).unwrap();
            let expected = match Task::new(&start).run().outcome {
                Outcome::Solved(solution) => Some(solution.length),
                Outcome::Unsolvable(_) => None,
                outcome => panic!("{outcome:?}"),
            };
            let start = Start { active, blockers: set.clone() };
            let found = match sliding.any_active {
                true => sets.get(&all(&start)),
                false => depths.get(&start),
            };
            assert_eq!(found.copied(), expected, "{start:?} {position:?}");
            count += 1;
        }
        let can_move = |&place: &usize| chosen[place] + 1 < free.len() - (blockers - 1 - place);
        let Some(place) = (0..blockers).rev().find(can_move) else {
            return count;
        };
        let first = chosen[place] + 1;
        for (offset, index) in chosen[place..].iter_mut().enumerate() {
            *index = first + offset;
        }
    }
}

#[test]
fn depth_of_every_start_matches_solver() {
    let mut random = Random(38);
    let mut checked = HashMap::new();
    let mut shared_targets = 0;
    for round in 0.. {
        let position: Option<Position> = match round % 2 {
            0 => {
                let board = random.lunar(4, 3);
                board.map(|board| {
                    let mut setup = lunar::Setup::from(&board);
                    setup.is_grouped = random.chance(50);
                    Position::from(setup.position().unwrap())
                })
            }
            _ => {
                let (robots, has_diagonals) = (random.range(1, 3), random.chance(50));
                let board = random.ricochet(4, robots, has_diagonals);
                board.map(|board| {
                    let mut setup = ricochet::Setup::from(&board);
                    setup.rules.is_grouped = random.chance(50);
                    setup.rules.no_rebound = false;
                    Position::from(setup.position().unwrap())
                })
            }
        };
        let Some((position, sliding)) =
            position.and_then(|position| Some((position.clone(), position.sliding().ok()?)))
        else {
            continue;
        };
        let starts = check(&position, &sliding);
        shared_targets += u64::from(sliding.any_active && position.pieces().len() > 1);
        let kind = (
            position.game(),
            sliding.is_grouped,
            sliding.needs_both_axes,
            sliding.active_diagonals.is_empty(),
        );
        let (boards, of_kind): &mut (u32, u64) = checked.entry(kind).or_default();
        *boards += 1;
        *of_kind += starts;
        // Lunar Lockout has two variants, Ricochet Robots has eight.
        let is_enough = |(boards, _): &(u32, u64)| *boards >= cases(1);
        if checked.len() == 10 && checked.values().all(is_enough) && shared_targets >= cases(2) {
            break;
        }
    }
}

/// Compares random starts of census families with the solver. A thorough run adds the families of a
/// standard board.
#[test]
fn depth_of_sampled_family_starts_matches_solver() {
    let samples: usize = cases(100);
    let robots = |robots| FamilyOptions {
        least_robots: Some(robots),
        most_robots: Some(robots),
        ..FamilyOptions::default()
    };
    let mut families = Game::Lunar.families().unwrap()(&robots(4)).unwrap();
    if is_thorough() {
        families.extend(Game::Lunar.families().unwrap()(&robots(7)).unwrap());
        let tiles = ["4B", "3B", "2B", "1A"].map(str::to_owned).to_vec();
        let options =
            FamilyOptions { tiles, target: Some("l4".to_owned()), ..FamilyOptions::default() };
        families.extend(Game::Ricochet.families().unwrap()(&options).unwrap());
    }
    let mut random = Random(383);
    for family in families {
        let position = family.position().unwrap();
        let sliding = position.sliding().unwrap();
        let pieces = position.pieces().len();
        let blocks = sliding.board.blocks();
        let free: Vec<_> = sliding.board.squares().filter(|&s| !blocks.contains(s)).collect();
        let mut expected = HashMap::new();
        while expected.len() < samples {
            let mut squares: Vec<_> = Vec::new();
            while squares.len() < pieces {
                let square = free[random.below(free.len())];
                if !squares.contains(&square) {
                    squares.push(square);
                }
            }
            let active = squares.swap_remove(0);
            if !sliding.may_start_on_target && sliding.targets.contains(active) {
                continue;
            }
            squares.sort_unstable();
            let mut all = squares.clone();
            all.insert(sliding.active, active);
            let start = Start { active, blockers: squares };
            expected.insert(start, position.with_pieces_on(&all).unwrap());
        }
        let blockers = pieces - 1;
        let mut search = BackwardSearch::new(&sliding, blockers, 1 << 30).unwrap();
        let mut depths: HashMap<Start, u32> = HashMap::new();
        loop {
            let depth = search.depth();
            search.each_start(StartFilter::default(), &mut |start| {
                if expected.contains_key(&start) {
                    depths.insert(start, depth);
                }
                true
            });
            if !search.advance(2, &CancelFlag::default(), &Watch::default()) {
                break;
            }
        }
        for (start, position) in expected {
            let outcome = Task::new(&position).run().outcome;
            let moves = outcome.solution().map(|solution| solution.length);
            assert_eq!(depths.get(&start).copied(), moves, "{start:?} {position:?}");
        }
    }
}
