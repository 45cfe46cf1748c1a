//! Ricochet Robots without diagonals and `no-rebound`: a robot runs to the
//! target, the others help.

use std::sync::Arc;

use super::Position;
use crate::board::{Axes, SlideTable};
use crate::games::{LowerBound, Piece, RunnerPuzzle};

/// The puzzles one of which has to be solved: one for each robot that can, or
/// `None` where the rules need more than runners know, robots have to stand on
/// targets at the same time, or there are too many of them. `lower_bound` is
/// that of a robot that can.
pub(super) fn runner_puzzles(
    position: &Position,
    stops: &SlideTable,
    lower_bound: &Arc<LowerBound>,
) -> Option<Vec<RunnerPuzzle>> {
    let (rules, (target, others)) = (position.rules(), position.targets().split_first()?);
    if rules.no_rebound
        || !position.diagonals().is_empty()
        || others.iter().any(|other| other.robot != target.robot)
        || position.robots().len() > RunnerPuzzle::MAX_HELPERS + 1
    {
        return None;
    }
    let runners = position
        .pasts()
        .filter(|(piece, ..)| target.robot.is_none_or(|name| name == piece.name));
    let puzzle = |(runner, axes, _): (Piece, Axes, _)| {
        let others = position.robots().filter(|&robot| robot != runner);
        RunnerPuzzle::new(
            stops.clone(),
            (runner.square, if rules.bounce { axes } else { Axes::BOTH }),
            others.map(|robot| robot.square).collect(),
            Arc::clone(lower_bound),
        )
    };
    Some(runners.map(puzzle).collect())
}
