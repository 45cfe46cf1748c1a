//! A legal Tilt position and the moves from it, square by square.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{BLUE, GREEN, HOLE, state};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};
use crate::games::board_image::BoardImage;
use crate::games::rules::those_that_apply;
use crate::games::{
    BoardObject, Figure, GameNotation, GameRules, Motion, Moving, Piece, Placement, Removable,
    Scene, Stage, Visitor, on_board,
};
use crate::words::join_list;

/// A move: the direction in which all pieces slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tilt(pub Direction);

impl fmt::Display for Tilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.symbol().fmt(f)
    }
}

impl FromStr for Tilt {
    type Err = ();

    /// Parses a direction such as `^`.
    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().ok().and_then(Direction::from_symbol).map(Self).ok_or(())
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// No piece moves.
    #[error("no piece moves if the board is tilted {}", .0.0)]
    NothingMoves(Tilt),
    /// The blue piece of the first square falls into the hole on the second.
    #[error("the blue piece on {0} would fall into the hole on {1}")]
    BlueFalls(Square, Square),
}

/// A legal position. Cheap to clone: the board is shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Arc<Board>,
    pub(super) holes: Bitboard,
    /// The green pieces, then the blue ones.
    pub(super) pieces: [Bitboard; 2],
}

impl Position {
    pub(super) fn new(board: Board, objects: &[Placement]) -> Self {
        let of = |glyph| {
            let is_one = |object: &BoardObject| object.glyph() == Some(glyph);
            on_board(objects, |object, square| is_one(object).then_some(square))
                .into_iter()
                .collect()
        };
        Self { board: Arc::new(board), holes: of(HOLE), pieces: [of(GREEN), of(BLUE)] }
    }

    /// Returns the squares of a piece that slides until a hole, an obstacle or another piece.
    pub(super) fn way(&self, from: Square, to: Direction, pieces: Bitboard) -> Vec<Square> {
        let next = |square: &Square| {
            let next = self.board.step(*square, to).ok();
            next.filter(|&next| !self.holes.contains(*square) && !pieces.contains(next))
        };
        std::iter::successors(Some(from), next).collect()
    }

    /// Moves all pieces, the foremost first. Returns the squares of each piece that moves, from its
    /// start to its end.
    fn tilt(&mut self, tilt: Tilt) -> Result<Vec<(Piece, Vec<Square>)>, Illegal> {
        let Tilt(direction) = tilt;
        let mut order = self.pieces();
        order.sort_unstable_by_key(|piece| piece.square);
        if matches!(direction, Direction::Up | Direction::Right) {
            order.reverse();
        }
        let mut moved = Vec::new();
        for piece in order {
            let (from, colour) = (piece.square, usize::from(piece.name == BLUE));
            let [green, blue] = self.pieces;
            let way = self.way(from, direction, green | blue);
            let end = way[way.len() - 1];
            if end == from {
                continue;
            }
            self.pieces[colour].remove(from);
            if !self.holes.contains(end) {
                self.pieces[colour].insert(end);
            } else if piece.name == BLUE {
                return Err(Illegal::BlueFalls(from, end));
            }
            moved.push((piece, way));
        }
        if moved.is_empty() { Err(Illegal::NothingMoves(tilt)) } else { Ok(moved) }
    }
}

impl GameRules for Position {
    type Move = Tilt;
    type Illegal = Illegal;

    fn board(&self) -> &Board {
        &self.board
    }

    fn is_solved(&self) -> bool {
        self.pieces[0].is_empty()
    }

    fn unsolved_reason(&self) -> String {
        format!("green pieces are left on {}", join_list(self.pieces[0].iter(), "and"))
    }

    fn unreachable_reason(&self) -> String {
        "not all green pieces can fall".to_owned()
    }

    /// Clockwise from up.
    fn legal_moves(&self) -> Vec<Tilt> {
        let mut tilts = Direction::ALL.map(Tilt).to_vec();
        tilts.retain(|&tilt| self.play(tilt).is_ok());
        tilts
    }

    fn play(&self, tilt: Tilt) -> Result<Self, Illegal> {
        let mut next = self.clone();
        next.tilt(tilt)?;
        Ok(next)
    }

    fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        state::visit(self, visitor)
    }

    fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let [green, blue] = self.pieces;
        BoardImage::new(&self.board, symmetry).with_sets(&[self.holes, green, blue]).bytes(&[])
    }

    fn transform_move(&self, Tilt(direction): Tilt, symmetry: Symmetry) -> Option<Tilt> {
        Some(Tilt(symmetry.direction(direction)))
    }

    fn pieces(&self) -> Vec<Piece> {
        let [green, blue] = self.pieces;
        let green = green.iter().map(|square| Piece { name: GREEN, square });
        green.chain(blue.iter().map(|square| Piece { name: BLUE, square })).collect()
    }

    fn board_in_words(&self) -> Vec<&'static str> {
        those_that_apply(&[(self.board.has_walls(), "On this board, walls stop pieces too.")])
    }

    fn ground(&self, square: Square) -> char {
        if self.holes.contains(square) { HOLE } else { '.' }
    }

    fn scene(&self) -> Scene {
        let holes = self.holes.iter().map(|square| (square, HOLE));
        Scene { targets: holes.collect(), ..Scene::default() }
    }

    fn stages(&self, tilt: Tilt) -> Result<Vec<Stage>, Illegal> {
        let mut next = self.clone();
        let (mut words, mut motions) = (Vec::new(), Vec::new());
        for (piece, way) in next.tilt(tilt)? {
            let (Piece { name, square: from }, end) = (piece, way[way.len() - 1]);
            words.push(match self.holes.contains(end) {
                true => format!("{name} falls from {from} into the hole on {end}"),
                false => format!("{name} slides from {from} to {end}"),
            });
            let figure = Figure { piece, kind: Self::role(name).kind() };
            motions.push(Motion::new(Moving::Figure(figure), way));
        }
        Ok(vec![Stage {
            label: tilt.to_string(),
            description: format!("the board is tilted {}: {}", tilt.0, join_list(words, "and")),
            motions,
            position: next.into(),
        }])
    }

    /// The blue pieces have no goal.
    fn removable(&self) -> Vec<Removable> {
        let blue = self.pieces().into_iter().filter(|piece| piece.name == BLUE);
        Removable::pieces_and_board(blue.map(Self::mover), &self.board)
    }

    fn without(&self, removable: Removable) -> Option<Self> {
        let mut position = self.clone();
        if let Removable::Piece(mover) = removable {
            let piece = self.pieces().into_iter().find(|&piece| Self::mover(piece) == mover)?;
            position.pieces.iter_mut().for_each(|squares| {
                squares.remove(piece.square);
            });
        } else {
            removable.leave(Arc::make_mut(&mut position.board))?;
        }
        Some(position)
    }
}
