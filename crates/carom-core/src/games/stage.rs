//! Stages of a move for animation: what moves, and where.

use super::{Figure, Mover, Position, Push, Slide};
use crate::board::{Direction, Square};

/// A part of a move that is shown on its own: a slide, a push, or a step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The stage in the notation.
    pub label: String,
    /// The action as a sentence without its full stop.
    pub description: String,
    /// The motion.
    pub motion: Motion,
    /// The position after the stage.
    pub position: Position,
}

/// The motion in a [`Stage`]: one figure, or lines of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// The piece that moves, at its start.
    pub figure: Option<Figure>,
    /// The squares from its start to its end, or to the last one on the board.
    pub way: Vec<Square>,
    /// The direction in which it leaves the board after the last square.
    pub leaves: Option<Direction>,
    /// The pushed lines, each with whether the player pushes it (and not the opponent).
    pub pushes: Vec<(Push, bool)>,
}

impl Motion {
    /// Returns the squares where it changes its direction, in order.
    pub fn turns(&self) -> Vec<Square> {
        turns(&self.way)
    }
}

/// Returns the only stage of a slide. `way` holds all squares from the start to the end.
pub(super) fn slide(
    slide: Slide,
    figure: Option<Figure>,
    way: Vec<Square>,
    position: Position,
) -> Stage {
    Stage {
        label: slide.to_string(),
        description: slid(slide.direction, figure, &way, &position),
        motion: Motion { figure, way, ..Motion::default() },
        position,
    }
}

fn turns(way: &[Square]) -> Vec<Square> {
    let turn = |three: &[Square]| match three {
        [before, here, next] => {
            let straight = |a: &Square, b: &Square| (a.column() == b.column(), a.row() == b.row());
            (straight(before, here) != straight(here, next)).then_some(*here)
        }
        _ => None,
    };
    way.windows(3).filter_map(turn).collect()
}

/// Describes a slide: its start, the squares where it is deflected, and its end.
fn slid(direction: Direction, figure: Option<Figure>, way: &[Square], after: &Position) -> String {
    let (Some(Figure { piece, .. }), Some(stop)) = (figure, way.last()) else {
        return String::new();
    };
    let mut text = match piece.mover() {
        Mover::Named(name) => format!("{name} slides {direction} from {}", piece.square),
        Mover::On(from) => format!("the robot on {from} slides {direction}"),
    };
    let turns: Vec<String> = turns(way).iter().map(ToString::to_string).collect();
    if turns.is_empty() {
        text.push_str(&format!(" to {stop}"));
    } else {
        text.push_str(&format!(", is deflected on {}", turns.join(", ")));
        text.push_str(&format!(" and stops on {stop}"));
    }
    if !piece.is_nameless() && after.piece(piece.name).is_none() {
        text.push_str(" and leaves the board");
    }
    text
}
