//! The main loop of the search: layer by layer of *f*, for one or several active robots.

use super::search::SetAStar;
use super::state::GoalPath;
use super::storage::{self, Storage};
use crate::board::Axes;
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Limit};
use crate::search::result::SearchResult;

/// Returns a shortest solution of any of `puzzles`, which differ in their active robot. Their
/// searches advance together, layer by layer.
pub(in crate::search) fn search(
    puzzles: &[ActiveRobotPuzzle],
    budget: &mut Budget<'_>,
) -> SearchResult<Vec<SlideFrom>> {
    let mut proven = 0;
    let found = search_layers(puzzles, &mut proven, budget);
    SearchResult::of(found, proven)
}

/// Returns the slides of a shortest solution, or `None` if there is none. No solution is
/// shorter than `proven`, which the search raises.
fn search_layers(
    puzzles: &[ActiveRobotPuzzle],
    proven: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Limit> {
    let starts: Vec<_> = puzzles
        .iter()
        .filter_map(|puzzle| {
            let h = puzzle.heuristic().moves(puzzle.start(), puzzle.axes())?;
            Some((puzzle, h))
        })
        .collect();
    let Some(mut f) = starts.iter().map(|(_, f)| *f).min() else {
        return Ok(None);
    };
    *proven = f;
    let axes_matter = puzzles.iter().any(|puzzle| puzzle.axes() != Axes::BOTH);
    let storages =
        if axes_matter { open::<1>(&starts, budget)? } else { open::<0>(&starts, budget)? };
    let mut searches: Vec<_> = starts
        .into_iter()
        .zip(storages)
        .map(|((puzzle, first), storage)| SetAStar::new(puzzle, first, storage))
        .collect();
    while searches.iter().any(|search| search.has_states_from(f)) {
        budget.report_bound(*proven);
        for search in &mut searches {
            if let Some(goal) = search.open_layer(f, budget)? {
                return finish(search, &goal, f, budget);
            }
        }
        if searches.iter().all(SetAStar::is_goal_free) {
            *proven = f + 1;
            budget.report_bound(*proven);
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
        *proven = f;
    }
    Ok(None)
}

fn finish(
    search: &SetAStar<'_>,
    goal: &GoalPath,
    f: u32,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Limit> {
    search.slides(goal, f, budget).map(Some)
}

/// Opens the storages of `puzzles`, which all have the same number of blockers.
fn open<const C: usize>(
    puzzles: &[(&ActiveRobotPuzzle, u32)],
    budget: &Budget<'_>,
) -> Result<Vec<Box<dyn Storage>>, Limit> {
    let open = match puzzles[0].0.blockers().len() {
        0 => storage::open::<0, C>,
        1 => storage::open::<1, C>,
        2 => storage::open::<2, C>,
        3 => storage::open::<3, C>,
        4 => storage::open::<4, C>,
        5 => storage::open::<5, C>,
        6 => storage::open::<6, C>,
        7 => storage::open::<7, C>,
        _ => unreachable!("a puzzle has at most seven blockers"),
    };
    let storages = puzzles.iter();
    storages.map(|(puzzle, f)| open(puzzle, *f, budget)).collect()
}
