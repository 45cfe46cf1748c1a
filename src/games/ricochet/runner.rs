//! Ricochet Robots without diagonals and `no-rebound`: a robot runs to the
//! target, the others help.

use super::slides::Axes;
use super::{Position, relaxed};
use crate::board::Stops;
use crate::games::{Piece, RunnerPuzzle};

/// The puzzles one of which has to be solved: one for each robot that can, or
/// `None` where the rules need more than runners know.
pub(in crate::games) fn runner_puzzles(position: &Position) -> Option<Vec<RunnerPuzzle>> {
    let (target, rules) = (position.target(), position.rules());
    if rules.no_rebound || !position.diagonals().is_empty() {
        return None;
    }
    let stops = Stops::new(position.board());
    let levels = relaxed::levels(target.square, &stops, rules.bounce);
    let runners = position
        .pasts()
        .filter(|(piece, ..)| target.robot.is_none_or(|name| name == piece.name));
    let puzzle = |(runner, axes, _): (Piece, Axes, _)| {
        let others = position.robots().filter(|robot| robot.name != runner.name);
        RunnerPuzzle::new(
            stops.clone(),
            (runner.square, if rules.bounce { axes.index() } else { 3 }),
            others.map(|robot| robot.square).collect(),
            levels.clone(),
        )
    };
    Some(runners.map(puzzle).collect())
}
