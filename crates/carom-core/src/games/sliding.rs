//! What Lunar Lockout and Ricochet Robots share: pieces that slide until something stops them.

use super::{Diagonal, Piece};
use crate::board::{Bitboard, Board, Square};

/// Defines the methods of [`GameRules`](super::GameRules) that the games of slides share. They need
/// a field `grouping`, and methods `destination` and `way` of a slide.
macro_rules! sliding_rules {
    () => {
        type Move = $crate::games::Slide;
        type Illegal = Illegal;

        fn grouping(&self) -> $crate::games::Grouping {
            self.grouping
        }

        /// Piece by piece, clockwise from up.
        fn legal_moves(&self) -> Vec<Self::Move> {
            let movers = GameRules::pieces(self).into_iter().map(Self::mover);
            let all = movers.flat_map(|piece| {
                Direction::ALL.map(|direction| $crate::games::Slide { piece, direction })
            });
            all.filter(|&slide| self.destination(slide).is_ok()).collect()
        }

        fn transform_move(&self, slide: Self::Move, symmetry: Symmetry) -> Option<Self::Move> {
            Some(slide.transformed(self.board(), symmetry))
        }

        fn stages(&self, slide: Self::Move) -> Result<Vec<$crate::games::Stage>, Illegal> {
            let next = self.play(slide)?.into();
            let mut pieces = GameRules::pieces(self).into_iter();
            let piece = pieces
                .find(|&piece| Self::mover(piece) == slide.piece)
                .expect("a legal slide has a piece");
            let figure = $crate::games::Figure { piece, kind: Self::role(piece.name).kind() };
            let way = self.way(slide);
            Ok(vec![$crate::games::stage::slide(slide, figure, way, next)])
        }
    };
}

/// Moves these pieces to these squares. Returns `None` if their numbers differ.
pub(super) fn place(pieces: &mut [Piece], squares: &[Square]) -> Option<()> {
    (pieces.len() == squares.len()).then_some(())?;
    for (piece, &square) in pieces.iter_mut().zip(squares) {
        piece.square = square;
    }
    Some(())
}

/// A puzzle in which pieces slide and one of them, the active piece, has to stop on a target.
/// The other pieces are blockers, which are alike.
///
/// It does not say where the pieces are: a backward search looks at all their positions.
#[derive(Clone, Debug)]
pub struct SlidingPuzzle {
    /// The board with its blocks and walls.
    pub board: Board,
    /// Whether the border stops a slide. If not, a piece cannot slide off the board.
    pub border_stops: bool,
    /// The diagonals that deflect the active piece.
    pub active_diagonals: Vec<Diagonal>,
    /// The diagonals that deflect blockers.
    pub blocker_diagonals: Vec<Diagonal>,
    /// The squares where the active piece has to stop.
    pub targets: Bitboard,
    /// The index of the active piece among the pieces of the position.
    pub active: usize,
    /// Whether any piece may be the active one. Then all pieces are alike.
    pub any_active: bool,
    /// Whether the active piece must have moved along both axes.
    pub needs_both_axes: bool,
    /// Whether consecutive slides of one piece count as one move.
    pub is_grouped: bool,
    /// Whether the active piece may start on a target.
    pub may_start_on_target: bool,
}

pub(super) use sliding_rules;
