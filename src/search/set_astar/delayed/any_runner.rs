//! The shortest solution of several puzzles that differ in their runner.

use super::retrace::retrace;
use super::search::{Found, Layers, Workshop};
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Limit, Stop};
use crate::search::result::SearchResult;
use crate::search::set_astar::any_runner::{InStep, search_by};

/// Searches `puzzles`, which differ in their runner, for the shortest solution
/// of any, which is known to have no fewer moves than `at_least`.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search(
    puzzles: &[ActiveRobotPuzzle],
    at_least: u32,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<SlideFrom>>, Stop> {
    search_by(&Runs, puzzles, at_least, budget)
}

/// With runs.
struct Runs;

impl InStep for Runs {
    // Placements know how many helpers they have.
    fn search<const N: usize, const C: usize>(
        &self,
        puzzles: &[ActiveRobotPuzzle],
        bound: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<SlideFrom>>, Stop> {
        search_in_step::<C>(puzzles, bound, budget)
    }
}

fn search_in_step<const C: usize>(
    puzzles: &[ActiveRobotPuzzle],
    bound: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    let searches = puzzles.iter().filter_map(Layers::<C>::new);
    let mut searches: Vec<_> = searches.collect();
    let Some(mut layer) = searches.iter().map(Layers::first).min() else {
        return Ok(None);
    };
    *bound = layer.max(*bound);
    // From this layer on, each looks ahead.
    let first_look = layer.max(bound.saturating_sub(1));
    let mut shop = Workshop::<C>::new(budget)?;
    while searches.iter().any(|search| search.has_states_from(layer)) {
        budget.prove(*bound);
        if layer > first_look {
            for search in &searches {
                let found = search.unseen_goal(layer, budget)?;
                if let Some(found) = found {
                    return finish(search, &found, budget);
                }
            }
            // The layer has no goal.
            *bound = layer + 1;
            budget.prove(*bound);
        }
        if searches.iter().any(Layers::is_full) {
            return Err(Stop::Limit(Limit::Memory));
        }
        let mut shortest: Option<(usize, Found<C>)> = None;
        for (number, search) in searches.iter_mut().enumerate() {
            let found = search.expand_layer(layer, layer >= first_look, &mut shop, budget)?;
            let is_shorter = |found: &Found<C>| {
                let known = shortest.as_ref().map(|(_, known)| known.moves);
                known.is_none_or(|known| found.moves < known)
            };
            if let Some(found) = found.filter(is_shorter) {
                shortest = Some((number, found));
            }
            if shortest
                .as_ref()
                .is_some_and(|(_, found)| found.moves <= *bound)
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
        *bound = layer.max(*bound);
    }
    Ok(None)
}

fn finish<const C: usize>(
    search: &Layers<'_, C>,
    found: &Found<C>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    // A path that is not found is caught by the replay.
    let slides = retrace(search, found, budget)?;
    Ok(Some(slides.unwrap_or_default()))
}
