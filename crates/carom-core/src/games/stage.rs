//! Stages of a move for animation: what moves, and where.

use super::slide::ROBOT;
use super::{Figure, Mover, Piece, Position, Push, Slide};
use crate::board::{Direction, Square};

/// A part of a move that is shown on its own: a slide, a push, or a step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The stage in the notation.
    pub label: String,
    /// The action as a sentence without its full stop.
    pub description: String,
    /// What moves, all at once; nothing if a side passes.
    pub motions: Vec<Motion>,
    /// The position after the stage.
    pub position: Position,
}

/// A motion in a [`Stage`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// What moves.
    pub moving: Moving,
    /// The squares from its start to its end, or to the last one on the board: at least one. A
    /// piece that is not on the last square after the stage is gone from there, as at an exit.
    pub way: Vec<Square>,
    /// The direction in which it leaves the board after the last square.
    pub leaves: Option<Direction>,
}

/// What moves in a [`Motion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    /// A piece, at its start.
    Figure(Figure),
    /// The player, who walks on the tiles.
    Player,
    /// The tiles of a line, with what lies on them.
    Line {
        /// The push.
        push: Push,
        /// Whether the player pushes it, and not the opponent.
        is_own: bool,
    },
}

impl Motion {
    /// Returns a motion that ends on the last of these squares.
    pub(super) const fn new(moving: Moving, way: Vec<Square>) -> Self {
        Self { moving, way, leaves: None }
    }

    /// Returns the square where it ends, or `None` off the board.
    pub fn end(&self) -> Option<Square> {
        self.way.last().copied().filter(|_| self.leaves.is_none())
    }

    /// Returns the squares where it changes its direction, in order.
    pub fn turns(&self) -> Vec<Square> {
        turns(&self.way)
    }
}

/// Returns the only stage of a slide. `way` holds all squares from the start to the end.
pub(super) fn slide(slide: Slide, figure: Figure, way: Vec<Square>, position: Position) -> Stage {
    Stage {
        label: slide.to_string(),
        description: slid(slide, figure.piece, &way, &position),
        motions: vec![Motion::new(Moving::Figure(figure), way)],
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
fn slid(slide: Slide, piece: Piece, way: &[Square], after: &Position) -> String {
    let Slide { piece: mover, direction } = slide;
    let stop = way[way.len() - 1];
    let mut text = match mover {
        Mover::Named(name) => format!("{name} slides {direction} from {}", piece.square),
        Mover::At(_) => format!("{} slides {direction}", mover.in_words(ROBOT)),
    };
    let turns: Vec<String> = turns(way).iter().map(ToString::to_string).collect();
    if turns.is_empty() {
        text.push_str(&format!(" to {stop}"));
    } else {
        text.push_str(&format!(", is deflected on {}", turns.join(", ")));
        text.push_str(&format!(" and stops on {stop}"));
    }
    if matches!(mover, Mover::Named(name) if after.piece(name).is_none()) {
        text.push_str(" and leaves the board");
    }
    text
}
