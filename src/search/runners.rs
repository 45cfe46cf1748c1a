//! The search of a choice of runners, layer by layer.

use super::setastar::{Goal, SetAStar};
use super::{Budget, Limit, Stop};
use crate::games::{RunnerPuzzle, SlideFrom};

/// What a search of runners ends with.
pub(super) enum Ran {
    /// The moves of an optimal solution of one of the puzzles.
    Moves(Vec<SlideFrom>),
    /// None of the puzzles has a solution.
    Nothing,
    /// No solution is shorter than this; a limit was reached.
    AtLeast(u32, Limit),
}

/// Searches `puzzles`, which differ in their runner, for the shortest solution
/// of any.
///
/// # Errors
///
/// [`Stop::Yield`] alone.
pub(super) fn search(puzzles: &[RunnerPuzzle], budget: &mut Budget<'_>) -> Result<Ran, Stop> {
    let mut bound = 0;
    let ran = if puzzles.iter().all(|puzzle| puzzle.axes() == 3) {
        run_with::<1>(puzzles, &mut bound, budget)
    } else {
        run_with::<4>(puzzles, &mut bound, budget)
    };
    match ran {
        Err(Stop::Limit(limit)) => Ok(Ran::AtLeast(bound, limit)),
        ran => ran,
    }
}

fn run_with<const A: usize>(
    puzzles: &[RunnerPuzzle],
    bound: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<Ran, Stop> {
    match puzzles.first().map_or(0, |puzzle| puzzle.helpers().len()) {
        0 => run::<0, A>(puzzles, bound, budget),
        1 => run::<1, A>(puzzles, bound, budget),
        2 => run::<2, A>(puzzles, bound, budget),
        3 => run::<3, A>(puzzles, bound, budget),
        4 => run::<4, A>(puzzles, bound, budget),
        5 => run::<5, A>(puzzles, bound, budget),
        6 => run::<6, A>(puzzles, bound, budget),
        _ => run::<7, A>(puzzles, bound, budget),
    }
}

fn run<const N: usize, const A: usize>(
    puzzles: &[RunnerPuzzle],
    bound: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<Ran, Stop> {
    let mut bounds = Vec::new();
    for puzzle in puzzles {
        bounds.extend(puzzle.lower_bound(puzzle.runner(), puzzle.axes()));
    }
    *bound = match bounds.iter().min() {
        Some(&bound) => u32::try_from(bound).unwrap_or(u32::MAX),
        None => return Ok(Ran::Nothing),
    };
    let mut searches = Vec::new();
    for puzzle in puzzles {
        if let Some(search) = SetAStar::<N, A>::new(puzzle, budget)? {
            searches.push(search);
        }
    }
    let mut layer = *bound;
    while searches.iter().any(|search| search.goes_on(layer)) {
        budget.prove(layer);
        for search in &mut searches {
            if let Some(goal) = search.begin_layer(layer, budget)? {
                return finish(search, &goal, layer, budget);
            }
        }
        if searches.iter().all(SetAStar::is_proved) {
            *bound = layer + 1;
            budget.prove(*bound);
        }
        // Those that can have the goal in this layer go first.
        searches.sort_by_key(SetAStar::is_proved);
        for search in &mut searches {
            if let Some(goal) = search.close_layer(layer, budget)? {
                return finish(search, &goal, layer, budget);
            }
            if search.is_proved() && search.longer.is_some() {
                break;
            }
        }
        for search in &searches {
            if let Some(goal) = &search.longer {
                return finish(search, goal, layer, budget);
            }
        }
        layer += 1;
        *bound = layer;
    }
    Ok(Ran::Nothing)
}

fn finish<const N: usize, const A: usize>(
    search: &SetAStar<'_, N, A>,
    goal: &Goal,
    layer: u32,
    budget: &Budget<'_>,
) -> Result<Ran, Stop> {
    // A path that is not found is caught by the replay.
    let moves = search.retrace(goal, layer, budget)?;
    Ok(Ran::Moves(moves.unwrap_or_default()))
}
