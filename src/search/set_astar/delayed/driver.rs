//! The main loop of the search with sorted runs.

use super::retrace::retrace;
use super::search::{DelayedSearch, GoalInLayer, Workspace};
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Limit, Stop};
use crate::search::result::SearchResult;
use crate::search::set_astar::driver::{Backend, search_with_backend};

/// Returns a shortest solution of any of `puzzles`, which differ in their active robot and
/// have no solution of fewer than `at_least` moves.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search(
    puzzles: &[ActiveRobotPuzzle],
    at_least: u32,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<SlideFrom>>, Stop> {
    search_with_backend(&SortedRuns, puzzles, at_least, budget)
}

/// The search with sorted runs.
struct SortedRuns;

impl Backend for SortedRuns {
    // Placements know how many blockers they have.
    fn search<const N: usize, const C: usize>(
        &self,
        puzzles: &[ActiveRobotPuzzle],
        proven: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<SlideFrom>>, Stop> {
        search_with_runs::<C>(puzzles, proven, budget)
    }
}

fn search_with_runs<const C: usize>(
    puzzles: &[ActiveRobotPuzzle],
    proven: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    let searches = puzzles.iter().filter_map(DelayedSearch::<C>::new);
    let mut searches: Vec<_> = searches.collect();
    let Some(mut layer) = searches.iter().map(DelayedSearch::first).min() else {
        return Ok(None);
    };
    *proven = layer.max(*proven);
    // From this layer on, each looks ahead.
    let first_look = layer.max(proven.saturating_sub(1));
    let mut workspace = Workspace::<C>::new(budget)?;
    while searches.iter().any(|search| search.has_states_from(layer)) {
        budget.report_bound(*proven);
        if layer > first_look {
            for search in &searches {
                let found = search.unseen_goal(layer, budget)?;
                if let Some(found) = found {
                    return finish(search, &found, budget);
                }
            }
            // The layer has no goal.
            *proven = layer + 1;
            budget.report_bound(*proven);
        }
        if searches.iter().any(DelayedSearch::is_full) {
            return Err(Stop::Limit(Limit::Memory));
        }
        let mut shortest: Option<(usize, GoalInLayer<C>)> = None;
        for (number, search) in searches.iter_mut().enumerate() {
            let found = search.expand_layer(layer, layer >= first_look, &mut workspace, budget)?;
            let is_shorter = |found: &GoalInLayer<C>| {
                let known = shortest.as_ref().map(|(_, known)| known.moves);
                known.is_none_or(|known| found.moves < known)
            };
            if let Some(found) = found.filter(is_shorter) {
                shortest = Some((number, found));
            }
            if shortest
                .as_ref()
                .is_some_and(|(_, found)| found.moves <= *proven)
            {
                break;
            }
        }
        if let Some((number, found)) = &shortest
            && let Some(search) = searches.get(*number)
        {
            return finish(search, found, budget);
        }
        layer += 1;
        *proven = layer.max(*proven);
    }
    Ok(None)
}

fn finish<const C: usize>(
    search: &DelayedSearch<'_, C>,
    found: &GoalInLayer<C>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    // A path that is not found is caught by the replay.
    let slides = retrace(search, found, budget)?;
    Ok(Some(slides.unwrap_or_default()))
}
