//! The shortest solution of several puzzles that differ in their runner.

use super::search::SetAStar;
use super::state::GoalPath;
use crate::board::Axes;
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Stop};
use crate::search::result::SearchResult;

/// Searches `puzzles`, which differ in their runner, for the shortest solution
/// of any: one search for each goes on in step with the others, layer by layer.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search(
    puzzles: &[ActiveRobotPuzzle],
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<SlideFrom>>, Stop> {
    search_by(
        &Tables {
            deal_from: DEAL_FROM,
        },
        puzzles,
        0,
        budget,
    )
}

/// A way to search for any number of helpers.
pub(super) trait InStep {
    /// Returns the slides of a shortest solution, with `N` helpers and `C` crosses; `bound`
    /// is what is proved, before and after.
    fn search<const N: usize, const C: usize>(
        &self,
        puzzles: &[ActiveRobotPuzzle],
        bound: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<SlideFrom>>, Stop>;
}

/// Searches in this way for a solution that is known to have no fewer moves than
/// `at_least`.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(super) fn search_by<S: InStep>(
    way: &S,
    puzzles: &[ActiveRobotPuzzle],
    at_least: u32,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<SlideFrom>>, Stop> {
    let mut bound = at_least;
    let axes_matter = puzzles.iter().any(|puzzle| puzzle.axes() != Axes::BOTH);
    let found = if axes_matter {
        search_with::<S, 1>(way, puzzles, &mut bound, budget)
    } else {
        search_with::<S, 0>(way, puzzles, &mut bound, budget)
    };
    SearchResult::of(found, bound)
}

fn search_with<S: InStep, const C: usize>(
    way: &S,
    puzzles: &[ActiveRobotPuzzle],
    bound: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    match puzzles.first().map_or(0, |puzzle| puzzle.blockers().len()) {
        0 => way.search::<0, C>(puzzles, bound, budget),
        1 => way.search::<1, C>(puzzles, bound, budget),
        2 => way.search::<2, C>(puzzles, bound, budget),
        3 => way.search::<3, C>(puzzles, bound, budget),
        4 => way.search::<4, C>(puzzles, bound, budget),
        5 => way.search::<5, C>(puzzles, bound, budget),
        6 => way.search::<6, C>(puzzles, bound, budget),
        _ => way.search::<7, C>(puzzles, bound, budget),
    }
}

/// From layers of so many placements on, which take a millisecond or two, a second thread
/// pays.
const DEAL_FROM: usize = 1 << 11;

/// With tables, as long as they fit into memory.
pub(super) struct Tables {
    /// After a layer of so many placements they are dealt out to shards.
    pub(super) deal_from: usize,
}

impl InStep for Tables {
    fn search<const N: usize, const C: usize>(
        &self,
        puzzles: &[ActiveRobotPuzzle],
        bound: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<SlideFrom>>, Stop> {
        let bounds = puzzles
            .iter()
            .filter_map(|puzzle| puzzle.heuristic().moves(puzzle.start(), puzzle.axes()));
        let Some(least) = bounds.min() else {
            return Ok(None);
        };
        *bound = least;
        let mut searches = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            searches.extend(SetAStar::<N, C>::new(puzzle, self.deal_from, budget)?);
        }
        let mut layer = least;
        while searches.iter().any(|search| search.has_states_from(layer)) {
            budget.prove(layer);
            for search in &mut searches {
                if let Some(goal) = search.open_layer(layer, budget)? {
                    return finish(search, &goal, layer, budget);
                }
            }
            if searches.iter().all(SetAStar::is_goal_free) {
                *bound = layer + 1;
                budget.prove(*bound);
            }
            // Those that can have the goal in this layer go first.
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
            *bound = layer;
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
