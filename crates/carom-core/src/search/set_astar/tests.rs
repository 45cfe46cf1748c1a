//! The search within limits: what it proves is true, and its scope says for which limits.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use super::driver::search;
use super::samples::{Random, Sample};
use crate::games::SlideFrom;
use crate::search::limits::{Budget, CancelFlag, Limit, Scope, Watch};
use crate::search::result::SearchResult;

/// The limits of positions and bytes of a search.
type Limits = (u64, u64);

/// Limits that few of these boards reach.
const ROOM: Limits = (50_000, 1 << 28);

/// All results of a search.
#[derive(Debug, PartialEq)]
struct Observed {
    result: SearchResult<Vec<SlideFrom>>,
    positions: u64,
    scope: Scope,
}

fn search_within(sample: &Sample, (positions, bytes): Limits) -> Observed {
    let mut budget = Budget::new(bytes, positions);
    let result = search(&sample.puzzles, &mut budget);
    assert_eq!(budget.reserved(), 0);
    Observed { result, positions: budget.positions(), scope: budget.scope() }
}

#[test]
fn limits_make_no_result_wrong() {
    let mut random = Random(3);
    let (mut solved, mut refused, mut counted_out) = (0, 0, 0);
    for round in 0..300 {
        let Some(sample) = random.sample(4 + round % 13, 2 + round % 5) else {
            continue;
        };
        let truth = search_within(&sample, ROOM);
        if let SearchResult::Solution(slides) = &truth.result {
            assert!(sample.is_solved_by(slides), "{sample:?}: {slides:?}");
            solved += 1;
        }
        let peak = truth.scope.peak_memory();
        let positions = 1 + random.below(1 + truth.positions as usize) as u64;
        let bytes = peak / 2 + random.below(1 + peak as usize) as u64;
        for limits in [(positions, ROOM.1), (ROOM.0, bytes)] {
            let limited = search_within(&sample, limits);
            match (&limited.result, &truth.result) {
                (SearchResult::Cutoff { at_least, limit }, _) => {
                    if let SearchResult::Solution(slides) = &truth.result {
                        assert!(*at_least as usize <= slides.len(), "{sample:?}");
                    }
                    refused += usize::from(*limit == Limit::Memory);
                    counted_out += usize::from(*limit == Limit::Positions);
                }
                (result, truth) => assert_eq!(result, truth, "{limits:?}, {sample:?}"),
            }
            // The ends of its scope.
            let (positions, memory) = (limited.scope.positions(), limited.scope.memory());
            for positions in [*positions.start(), *positions.end()] {
                for bytes in [*memory.start(), *memory.end()] {
                    let again = search_within(&sample, (positions, bytes));
                    let observed = (&again.result, again.positions);
                    assert_eq!(observed, (&limited.result, limited.positions), "{sample:?}");
                }
            }
        }
    }
    assert!(solved > 100, "{solved}");
    assert!(refused > 30, "{refused}");
    assert!(counted_out > 50, "{counted_out}");
}

/// A board that takes long, some hundred milliseconds at least.
static HARD: LazyLock<Sample> = LazyLock::new(|| {
    let mut random = Random(1);
    loop {
        if let Some(sample) = random.sample(16, 8) {
            let observed = search_within(&sample, (3_000_000, 1 << 28));
            if matches!(observed.result, SearchResult::Cutoff { .. }) {
                break sample;
            }
        }
    }
});

fn limit(result: &SearchResult<Vec<SlideFrom>>) -> Option<Limit> {
    match result {
        SearchResult::Cutoff { limit, .. } => Some(*limit),
        SearchResult::Solution(_) | SearchResult::Unsolvable => None,
    }
}

#[test]
fn cancel_flag_stops_the_search() {
    static FLAG: LazyLock<CancelFlag> = LazyLock::new(CancelFlag::default);
    let watch = Watch::observed(|watch| {
        if watch.positions() > 100_000 {
            FLAG.cancel();
        }
    });
    let budget = Budget::new(1 << 30, u64::MAX).with_cancel(FLAG.clone());
    let found = search(&HARD.puzzles, &mut budget.with_watch(watch));
    assert_eq!(limit(&found), Some(Limit::Cancelled));
}

#[test]
fn scope_includes_the_deadline() {
    for milliseconds in 3..15 {
        let end = Instant::now() + Duration::from_millis(milliseconds);
        let mut budget = Budget::new(1 << 30, u64::MAX).with_deadline(Some(end));
        let found = search(&HARD.puzzles, &mut budget);
        assert_eq!(limit(&found), Some(Limit::Time));
        assert!(budget.scope().is_timed());
    }
}
