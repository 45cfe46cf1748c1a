//! The main loop of the search: layer by layer of *f*, for one or several active robots.

use super::search::SetAStar;
use super::state::GoalPath;
use crate::board::Axes;
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Stop};
use crate::search::result::SearchResult;

/// Returns a shortest solution of any of `puzzles`, which differ in their active robot. Their
/// searches advance together, layer by layer.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search(
    puzzles: &[ActiveRobotPuzzle],
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<SlideFrom>>, Stop> {
    search_with_backend(
        &InMemory {
            shard_from: SHARD_FROM,
        },
        puzzles,
        0,
        budget,
    )
}

/// A search that stores its states in its own way.
pub(super) trait Backend {
    /// Returns the slides of a shortest solution, with `N` blockers and `C` crosses. No
    /// solution is shorter than `proven`, which the search raises.
    fn search<const N: usize, const C: usize>(
        &self,
        puzzles: &[ActiveRobotPuzzle],
        proven: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<SlideFrom>>, Stop>;
}

/// Searches with `backend` for a solution, which is known to have at least `at_least` moves.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(super) fn search_with_backend<S: Backend>(
    backend: &S,
    puzzles: &[ActiveRobotPuzzle],
    at_least: u32,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<SlideFrom>>, Stop> {
    let mut proven = at_least;
    let axes_matter = puzzles.iter().any(|puzzle| puzzle.axes() != Axes::BOTH);
    let found = if axes_matter {
        search_with::<S, 1>(backend, puzzles, &mut proven, budget)
    } else {
        search_with::<S, 0>(backend, puzzles, &mut proven, budget)
    };
    SearchResult::of(found, proven)
}

fn search_with<S: Backend, const C: usize>(
    backend: &S,
    puzzles: &[ActiveRobotPuzzle],
    proven: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    match puzzles.first().map_or(0, |puzzle| puzzle.blockers().len()) {
        0 => backend.search::<0, C>(puzzles, proven, budget),
        1 => backend.search::<1, C>(puzzles, proven, budget),
        2 => backend.search::<2, C>(puzzles, proven, budget),
        3 => backend.search::<3, C>(puzzles, proven, budget),
        4 => backend.search::<4, C>(puzzles, proven, budget),
        5 => backend.search::<5, C>(puzzles, proven, budget),
        6 => backend.search::<6, C>(puzzles, proven, budget),
        _ => backend.search::<7, C>(puzzles, proven, budget),
    }
}

/// A second thread pays after a layer of this many placements, which takes one or two
/// milliseconds.
const SHARD_FROM: usize = 1 << 11;

/// The search with tables in memory.
pub(super) struct InMemory {
    /// After a layer of this many placements they are distributed to shards.
    pub(super) shard_from: usize,
}

impl Backend for InMemory {
    fn search<const N: usize, const C: usize>(
        &self,
        puzzles: &[ActiveRobotPuzzle],
        proven: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<SlideFrom>>, Stop> {
        let starts_f = puzzles
            .iter()
            .filter_map(|puzzle| puzzle.heuristic().moves(puzzle.start(), puzzle.axes()));
        let Some(least) = starts_f.min() else {
            return Ok(None);
        };
        *proven = least;
        let mut searches = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            searches.extend(SetAStar::<N, C>::new(puzzle, self.shard_from, budget)?);
        }
        let mut layer = least;
        while searches.iter().any(|search| search.has_states_from(layer)) {
            budget.report_bound(layer);
            for search in &mut searches {
                if let Some(goal) = search.open_layer(layer, budget)? {
                    return finish(search, &goal, layer, budget);
                }
            }
            if searches.iter().all(SetAStar::is_goal_free) {
                *proven = layer + 1;
                budget.report_bound(*proven);
            }
            // Searches that can have the goal in this layer come first.
            'layer: for is_goal_free in [false, true] {
                for search in &mut searches {
                    if search.is_goal_free() != is_goal_free {
                        continue;
                    }
                    if let Some(goal) = search.expand_layer(layer, budget)? {
                        return finish(search, &goal, layer, budget);
                    }
                    if is_goal_free && search.incumbent().is_some() {
                        break 'layer;
                    }
                }
            }
            for search in &searches {
                if let Some(goal) = search.incumbent() {
                    return finish(search, goal, layer, budget);
                }
            }
            layer += 1;
            *proven = layer;
        }
        Ok(None)
    }
}

fn finish<const N: usize, const C: usize>(
    search: &SetAStar<'_, N, C>,
    goal: &GoalPath,
    layer: u32,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    // A path that is not found is caught by the replay.
    let slides = search.slides(goal, layer, budget)?;
    Ok(Some(slides.unwrap_or_default()))
}
