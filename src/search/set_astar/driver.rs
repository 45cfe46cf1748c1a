//! The main loop of the search: layer by layer of *f*, for one or several active robots.

use super::in_memory::InMemory;
use super::search::SetAStar;
use super::sorted_runs::SortedRuns;
use super::state::GoalPath;
use super::storage::{Backend, Storage};
use crate::board::Axes;
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Limit, Stop};
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
    search_with_backend(&InMemory::default(), puzzles, 0, budget)
}

/// Searches like [`search`] in less memory and more time. It must be proved that no solution
/// has fewer than `at_least` moves.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search_with_runs(
    puzzles: &[ActiveRobotPuzzle],
    at_least: u32,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<SlideFrom>>, Stop> {
    search_with_backend(&SortedRuns, puzzles, at_least, budget)
}

/// Searches with `backend`. It must be proved that no solution has fewer than `at_least` moves.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(super) fn search_with_backend<B: Backend>(
    backend: &B,
    puzzles: &[ActiveRobotPuzzle],
    at_least: u32,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<SlideFrom>>, Stop> {
    let mut proven = at_least;
    let found = search_layers(backend, puzzles, &mut proven, budget);
    SearchResult::of(found, proven)
}

/// Returns the slides of a shortest solution, or `None` if there is none. No solution is
/// shorter than `proven`, which the search raises.
fn search_layers<B: Backend>(
    backend: &B,
    puzzles: &[ActiveRobotPuzzle],
    proven: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    let starts = puzzles.iter().filter_map(|puzzle| {
        let h = puzzle.heuristic().moves(puzzle.start(), puzzle.axes())?;
        Some((puzzle, h))
    });
    let starts: Vec<_> = starts.collect();
    let Some(mut f) = starts.iter().map(|(_, f)| *f).min() else {
        return Ok(None);
    };
    *proven = f.max(*proven);
    let axes_matter = puzzles.iter().any(|puzzle| puzzle.axes() != Axes::BOTH);
    let storages = if axes_matter {
        open::<B, 1>(backend, &starts, budget)?
    } else {
        open::<B, 0>(backend, &starts, budget)?
    };
    let searches = starts.into_iter().zip(storages);
    let searches = searches.map(|((puzzle, first), storage)| SetAStar::new(puzzle, first, storage));
    let mut searches: Vec<_> = searches.collect();
    while searches.iter().any(|search| search.has_states_from(f)) {
        budget.report_bound(*proven);
        for search in &mut searches {
            if let Some(goal) = search.open_layer(f, *proven, budget)? {
                return finish(search, &goal, f, budget);
            }
        }
        if searches.iter().all(SetAStar::is_goal_free) {
            *proven = (f + 1).max(*proven);
            budget.report_bound(*proven);
        }
        if searches.iter().any(SetAStar::is_full) {
            return Err(Stop::Limit(Limit::Memory));
        }
        // Searches that can have the goal in this layer come first.
        'layer: for is_goal_free in [false, true] {
            for search in &mut searches {
                if search.is_goal_free() != is_goal_free {
                    continue;
                }
                if let Some(goal) = search.expand_layer(f, budget)? {
                    return finish(search, &goal, f, budget);
                }
                if is_goal_free && search.incumbent().is_some() {
                    break 'layer;
                }
            }
        }
        for search in &searches {
            if let Some(goal) = search.incumbent() {
                return finish(search, goal, f, budget);
            }
        }
        f += 1;
        *proven = f.max(*proven);
    }
    Ok(None)
}

fn finish(
    search: &SetAStar<'_>,
    goal: &GoalPath,
    f: u32,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    // A path that is not found is caught by the replay.
    let slides = search.slides(goal, f, budget)?;
    Ok(Some(slides.unwrap_or_default()))
}

/// Opens the storages of `puzzles`, which all have the same number of blockers.
fn open<B: Backend, const C: usize>(
    backend: &B,
    puzzles: &[(&ActiveRobotPuzzle, u32)],
    budget: &Budget<'_>,
) -> Result<Vec<Box<dyn Storage>>, Stop> {
    match puzzles
        .first()
        .map_or(0, |(puzzle, _)| puzzle.blockers().len())
    {
        0 => backend.open::<0, C>(puzzles, budget),
        1 => backend.open::<1, C>(puzzles, budget),
        2 => backend.open::<2, C>(puzzles, budget),
        3 => backend.open::<3, C>(puzzles, budget),
        4 => backend.open::<4, C>(puzzles, budget),
        5 => backend.open::<5, C>(puzzles, budget),
        6 => backend.open::<6, C>(puzzles, budget),
        _ => backend.open::<7, C>(puzzles, budget),
    }
}
