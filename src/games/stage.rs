//! A move as it is watched: part by part, with what moves and where it goes.

use super::{Figure, Illegal, Move, Piece, Position, rush, slider};
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
    pub pushes: Vec<(rush::Push, bool)>,
}

impl Position {
    /// The parts of a move, one after the other. There is at least one, and the
    /// last leads to where [`play`](Self::play) does.
    ///
    /// # Errors
    ///
    /// Why the move is [`Illegal`].
    pub fn stages(&self, played: Move) -> Result<Vec<Stage>, Illegal> {
        if let (Self::Rush(position), Move::Turn(turn)) = (self, played) {
            return rush::stages(position, turn).map_err(Illegal::Rush);
        }
        let position = self.play(played)?;
        let (motion, description) = match played {
            Move::Slide(slide) => {
                let piece = self.piece(slide.piece);
                let way = self.way(played);
                let text = slid(slide.direction, piece, &way, &position);
                (self.motion(piece, way, None), text)
            }
            Move::Slider(slider::Move::Step { from, direction }) => {
                let piece = self.pieces().into_iter().find(|man| man.square == from);
                let name = piece.map_or(' ', |piece| piece.name);
                match self.board().beyond(from, direction) {
                    Some(to) => (
                        self.motion(piece, vec![from, to], None),
                        format!("{name} steps {direction} from {from} to {to}"),
                    ),
                    None => (
                        self.motion(piece, vec![from], Some(direction)),
                        format!("{name} leaves the board {direction} from {from}"),
                    ),
                }
            }
            Move::Slider(slider::Move::Pass) => {
                let side = self.scene().to_move.unwrap_or(' ');
                (
                    Motion::default(),
                    format!("{side} cannot move and has to pass"),
                )
            }
            Move::Turn(_) => return Err(Illegal::OtherGame(self.game())),
        };
        Ok(vec![Stage {
            label: played.to_string(),
            description,
            motion,
            position,
        }])
    }

    fn motion(&self, piece: Option<Piece>, way: Vec<Square>, leaves: Option<Direction>) -> Motion {
        Motion {
            figure: piece.map(|piece| Figure {
                piece,
                kind: self.kind(piece.name),
            }),
            way,
            leaves,
            pushes: Vec::new(),
        }
    }

    /// The squares of a legal slide, from the first to the last.
    fn way(&self, played: Move) -> Vec<Square> {
        match (self, played) {
            (Self::Lunar(position), Move::Slide(slide)) => position.way(slide),
            (Self::Ricochet(position), Move::Slide(slide)) => position.way(slide),
            _ => Vec::new(),
        }
    }
}

/// A slide in words: where from, where it is turned, and where to.
fn slid(direction: Direction, piece: Option<Piece>, way: &[Square], after: &Position) -> String {
    let (Some(piece), Some(stop)) = (piece, way.last()) else {
        return String::new();
    };
    let (name, from) = (piece.name, piece.square);
    let mut text = format!("{name} slides {direction} from {from}");
    let turns = way.windows(3).filter_map(|three| match three {
        [before, here, next] => {
            let straight = |a: &Square, b: &Square| (a.file() == b.file(), a.rank() == b.rank());
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
    if after.piece(name).is_none() {
        text.push_str(" and is home");
    }
    text
}
