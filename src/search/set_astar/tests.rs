//! Compares searches with tables in memory: the result in shards is the same on any number of
//! threads, and the optimum is the same with and without shards.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use super::driver::search_sharding;
use super::samples::{Random, Sample};
use crate::games::SlideFrom;
use crate::search::limits::{Budget, CancelFlag, Limit, MemoryPool, Scope, Stop, Watch};
use crate::search::result::SearchResult;

/// The limits of a search, and where placements are distributed to shards.
#[derive(Clone, Copy, Debug)]
struct Limits {
    shard_from: usize,
    positions: u64,
    bytes: u64,
}

/// Limits that few of these boards reach.
const ROOM: Limits = Limits {
    shard_from: usize::MAX,
    positions: 50_000,
    bytes: 1 << 28,
};

/// All results of a search.
#[derive(Debug, PartialEq)]
struct Observed {
    result: SearchResult<Vec<SlideFrom>>,
    positions: u64,
    scope: Scope,
}

fn search(sample: &Sample, threads: usize, limits: Limits) -> Observed {
    let pool = MemoryPool::new(limits.bytes).with_threads(threads);
    let mut budget = Budget::new(&pool, 0, limits.positions);
    let result = search_sharding(&sample.puzzles, limits.shard_from, &mut budget).unwrap();
    assert_eq!(budget.reserved(), 0);
    Observed {
        result,
        positions: budget.positions(),
        scope: budget.scope(),
    }
}

/// The moves of a solution, or none, where it was searched to the end.
fn moves(observed: &Observed) -> Option<Option<usize>> {
    match &observed.result {
        SearchResult::Solution(slides) => Some(Some(slides.len())),
        SearchResult::Failure => Some(None),
        SearchResult::Cutoff { .. } => None,
    }
}

#[test]
fn threads_make_no_difference() {
    let mut random = Random(3);
    let (mut dealt, mut solved, mut refused, mut counted_out) = (0, 0, 0, 0);
    for round in 0..300 {
        let Some(sample) = random.sample(4 + round % 13, 2 + round % 5) else {
            continue;
        };
        let together = search(&sample, 1, ROOM);
        let peak = together.scope.peak_memory();
        for tight in [false, true] {
            let limits = Limits {
                shard_from: 1 + random.below(20),
                positions: if tight && round % 2 == 0 {
                    1 + random.below(1 + together.positions as usize) as u64
                } else {
                    ROOM.positions
                },
                bytes: if tight && round % 2 == 1 {
                    peak / 2 + random.below(1 + peak as usize) as u64
                } else {
                    ROOM.bytes
                },
            };
            let alone = search(&sample, 1, limits);
            for threads in [2, 3, 5] {
                let threaded = search(&sample, threads, limits);
                assert_eq!(threaded, alone, "{threads} threads, {limits:?}, {sample:?}");
            }
            // Four tables take more bytes than one.
            dealt += usize::from(!tight && alone.scope.peak_memory() > peak);
            match &alone.result {
                SearchResult::Solution(slides) => {
                    assert!(sample.is_solved_by(slides), "{sample:?}: {slides:?}");
                    solved += 1;
                }
                SearchResult::Failure => {}
                SearchResult::Cutoff { at_least, limit } => {
                    let optimum = moves(&together).flatten();
                    assert!(optimum.is_none_or(|moves| *at_least as usize <= moves));
                    refused += usize::from(*limit == Limit::Memory);
                    counted_out += usize::from(*limit == Limit::Positions);
                }
            }
            if let (Some(one), Some(other)) = (moves(&alone), moves(&together)) {
                assert_eq!(one, other, "{sample:?}");
            }
            // The ends of its scope.
            for positions in [
                *alone.scope.positions().start(),
                *alone.scope.positions().end(),
            ] {
                for bytes in [*alone.scope.memory().start(), *alone.scope.memory().end()] {
                    let limits = Limits {
                        positions,
                        bytes,
                        ..limits
                    };
                    let again = search(&sample, 2, limits);
                    assert_eq!(again.result, alone.result, "{limits:?}, {sample:?}");
                    assert_eq!(again.positions, alone.positions, "{limits:?}, {sample:?}");
                }
            }
        }
    }
    assert!(dealt > 50, "{dealt}");
    assert!(solved > 200, "{solved}");
    assert!(refused > 30, "{refused}");
    assert!(counted_out > 50, "{counted_out}");
}

/// A board that takes long, some hundred milliseconds at least.
static HARD: LazyLock<Sample> = LazyLock::new(|| {
    let mut random = Random(1);
    let limits = Limits {
        positions: 3_000_000,
        ..ROOM
    };
    loop {
        if let Some(sample) = random.sample(16, 8)
            && moves(&search(&sample, 1, limits)).is_none()
        {
            break sample;
        }
    }
});

#[test]
fn a_flag_stops_all_threads() {
    static FLAG: LazyLock<CancelFlag> = LazyLock::new(CancelFlag::default);
    let sample = &*HARD;
    let pool = MemoryPool::new(1 << 30).with_threads(3);
    let watch = Watch::observed(|watch| {
        if watch.positions() > 100_000 {
            FLAG.cancel();
        }
    });
    let mut budget = Budget::new(&pool, 0, u64::MAX).with_cancel(FLAG.clone());
    budget = budget.with_watch(watch);
    let found = search_sharding(&sample.puzzles, 8, &mut budget).unwrap();
    assert!(matches!(
        found,
        SearchResult::Cutoff {
            limit: Limit::Cancelled,
            ..
        }
    ));
}

#[test]
fn scope_includes_the_deadline() {
    let sample = &*HARD;
    for round in 0..12 {
        let pool = MemoryPool::new(1 << 30).with_threads(1 + round % 4);
        let end = Instant::now() + Duration::from_millis(3 + round as u64);
        let mut budget = Budget::new(&pool, 0, u64::MAX).with_deadline(Some(end));
        let found = search_sharding(&sample.puzzles, 8, &mut budget).unwrap();
        let limit = match found {
            SearchResult::Cutoff { limit, .. } => Some(limit),
            _ => None,
        };
        assert_eq!(limit, Some(Limit::Time));
        assert!(budget.scope().is_timed());
    }
}

#[test]
fn all_threads_yield_to_an_earlier_search() {
    let sample = &*HARD;
    let pool = MemoryPool::new(1 << 20).with_threads(4);
    let earlier = Budget::new(&pool, 0, 0);
    let held = crate::search::limits::Reservation::new(1 << 19, &earlier).unwrap();
    let mut budget = Budget::new(&pool, 1, u64::MAX);
    let stop = search_sharding(&sample.puzzles, 8, &mut budget).err();
    assert_eq!(stop, Some(Stop::Yield));
    assert_eq!(budget.reserved(), 0);
    drop(held);
}
