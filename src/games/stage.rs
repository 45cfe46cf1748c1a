//! A move as it is watched: part by part, with what moves and where it goes.

use super::{Figure, Mover, Position, Push, Slide};
use crate::board::{Direction, Square};

/// A part of a move that is seen by itself: a slide, a push, a step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The part as the notation writes it.
    pub label: String,
    /// What happens, as a sentence without its full stop.
    pub description: String,
    /// What moves.
    pub motion: Motion,
    /// The position after it.
    pub position: Position,
}

/// What moves in a [`Stage`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// The piece that moves, where it stood before.
    pub figure: Option<Figure>,
    /// The squares from where it stood to where it comes to rest, or to the
    /// last one on the board.
    pub way: Vec<Square>,
    /// The direction in which it leaves the board at the end of its way.
    pub leaves: Option<Direction>,
    /// The lines that are pushed, and whether it is the player who pushes.
    pub pushes: Vec<(Push, bool)>,
}

/// The one part of a slide of `figure`, whose way has all squares from the one
/// it leaves to the one it stops on.
pub(super) fn slide(
    slide: Slide,
    figure: Option<Figure>,
    way: Vec<Square>,
    position: Position,
) -> Stage {
    Stage {
        label: slide.to_string(),
        description: slid(slide.direction, figure, &way, &position),
        motion: Motion {
            figure,
            way,
            ..Motion::default()
        },
        position,
    }
}

/// A slide in words: where from, where it is turned, and where to.
fn slid(direction: Direction, figure: Option<Figure>, way: &[Square], after: &Position) -> String {
    let (Some(Figure { piece, .. }), Some(stop)) = (figure, way.last()) else {
        return String::new();
    };
    let mut text = match piece.mover() {
        Mover::Named(name) => format!("{name} slides {direction} from {}", piece.square),
        Mover::On(from) => format!("the robot on {from} slides {direction}"),
    };
    let turns = way.windows(3).filter_map(|three| match three {
        [before, here, next] => {
            let straight = |a: &Square, b: &Square| (a.column() == b.column(), a.row() == b.row());
            (straight(before, here) != straight(here, next)).then(|| here.to_string())
        }
        _ => None,
    });
    let turns: Vec<String> = turns.collect();
    if turns.is_empty() {
        text.push_str(&format!(" to {stop}"));
    } else {
        text.push_str(&format!(", is turned on {}", turns.join(", ")));
        text.push_str(&format!(" and stops on {stop}"));
    }
    if !piece.is_nameless() && after.piece(piece.name).is_none() {
        text.push_str(" and is home");
    }
    text
}
