//! Walls and pieces in symmetric patterns, as in designed boards.

use fastrand::Rng;

use crate::board::{Board, Direction, Square, Symmetry};
use crate::games::Position;

/// A kind of symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymmetryKind {
    /// Half a turn.
    HalfTurn,
    /// Reflection in a vertical or a horizontal line, or both.
    Mirror,
    /// Reflection in a diagonal, on square boards.
    Diagonal,
    /// The same motif in each quarter of the board, shifted or turned.
    Motif,
}

impl SymmetryKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::HalfTurn, Self::Mirror, Self::Diagonal, Self::Motif];
}

/// A map of the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Map {
    Symmetry(Symmetry),
    /// This number of columns to the right and rows up.
    Shift(u8, u8),
}

const HALF_TURN: Symmetry = Symmetry::QUARTER_TURN.then(Symmetry::QUARTER_TURN);
const THREE_QUARTERS: Symmetry = HALF_TURN.then(Symmetry::QUARTER_TURN);
/// Reverses the order of the rows.
const FLIP: Symmetry = Symmetry::ALL[6];
/// Reflects in the other diagonal.
const OTHER_DIAGONAL: Symmetry = Symmetry::ALL[7];

/// A pattern: the maps that give the copies of a wall or a piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern(Vec<Map>);

impl Pattern {
    /// Returns a random pattern of a kind, or of any kind, for a board.
    pub(super) fn random(kind: Option<SymmetryKind>, board: &Board, random: &mut Rng) -> Self {
        let is_square = board.columns() == board.rows();
        let kind = kind.unwrap_or_else(|| {
            let mut kinds = SymmetryKind::ALL.to_vec();
            kinds.retain(|&kind| is_square || kind != SymmetryKind::Diagonal);
            random.choice(kinds).expect("three kinds suit any board")
        });
        let symmetries: &[Symmetry] = match kind {
            SymmetryKind::HalfTurn => &[HALF_TURN],
            SymmetryKind::Mirror => match random.u8(0..3) {
                0 => &[Symmetry::MIRROR],
                1 => &[FLIP],
                _ => &[Symmetry::MIRROR, FLIP, HALF_TURN],
            },
            SymmetryKind::Diagonal if random.bool() => &[Symmetry::DIAGONAL],
            SymmetryKind::Diagonal => &[OTHER_DIAGONAL],
            SymmetryKind::Motif if is_square && random.bool() => {
                &[Symmetry::QUARTER_TURN, HALF_TURN, THREE_QUARTERS]
            }
            SymmetryKind::Motif => {
                let (right, up) = (board.columns().div_ceil(2), board.rows().div_ceil(2));
                return Self(vec![Map::Shift(right, 0), Map::Shift(0, up), Map::Shift(right, up)]);
            }
        };
        Self(symmetries.iter().copied().map(Map::Symmetry).collect())
    }

    /// Whether its walls are drawn in the lower left quarter of the board.
    fn is_shifted(&self) -> bool {
        matches!(self.0.first(), Some(Map::Shift(..)))
    }

    /// Returns the size of the part of a board where its walls are drawn.
    pub(super) fn part(&self, board: &Board) -> (u8, u8) {
        match self.is_shifted() {
            true => (board.columns().div_ceil(2), board.rows().div_ceil(2)),
            false => (board.columns(), board.rows()),
        }
    }

    /// Returns a square and its copies.
    pub(super) fn squares(&self, board: &Board, square: Square) -> Vec<Square> {
        let copies = self.0.iter().filter_map(|&map| map.wall(board, (square, Direction::Up)));
        std::iter::once(square).chain(copies.map(|(copy, _)| copy)).collect()
    }

    /// Adds a wall and its copies to a board.
    pub(super) fn add_wall(&self, board: &mut Board, wall: (Square, Direction)) {
        let copies: Vec<_> = self.0.iter().filter_map(|map| map.wall(board, wall)).collect();
        for (square, direction) in std::iter::once(wall).chain(copies) {
            if board.step(square, direction).is_ok() {
                board.add_wall(square, direction);
            }
        }
    }
}

impl Map {
    /// Returns the image of a wall, unless it falls off the board.
    fn wall(
        self,
        board: &Board,
        (square, direction): (Square, Direction),
    ) -> Option<(Square, Direction)> {
        match self {
            Self::Symmetry(symmetry) => {
                Some((symmetry.square(board, square), symmetry.direction(direction)))
            }
            Self::Shift(right, up) => {
                let (column, row) = (square.column() + right, square.row() + up);
                let is_inside = column < board.columns() && row < board.rows();
                is_inside.then(|| (Square::new(column, row), direction))
            }
        }
    }
}

/// Returns the kind of symmetry that maps most walls of a position onto walls, if it is a large
/// share of them. Without walls, it has to map all pieces and the target.
pub(super) fn symmetry_of(position: &Position) -> Option<SymmetryKind> {
    let board = position.board();
    let walls = board.all_walls().count();
    let is_square = board.columns() == board.rows();
    let symmetries = [
        (Symmetry::MIRROR, SymmetryKind::Mirror),
        (FLIP, SymmetryKind::Mirror),
        (HALF_TURN, SymmetryKind::HalfTurn),
        (Symmetry::DIAGONAL, SymmetryKind::Diagonal),
        (OTHER_DIAGONAL, SymmetryKind::Diagonal),
        (Symmetry::QUARTER_TURN, SymmetryKind::Motif),
    ];
    let symmetries =
        symmetries.into_iter().filter(|(symmetry, _)| is_square || !symmetry.swaps_sides());
    if walls > 0 {
        let kept = symmetries.map(|(symmetry, kind)| {
            let image = symmetry.board(board);
            let (right, above) = (
                board.walls_right() & image.walls_right(),
                board.walls_above() & image.walls_above(),
            );
            (right.len() + above.len(), kind)
        });
        // Designed boards map 70 % of their walls or more, random ones less than half.
        return kept
            .rev()
            .max_by_key(|&(kept, _)| kept)
            .filter(|&(kept, _)| 10 * kept >= 7 * walls)
            .map(|(_, kind)| kind);
    }
    let (pieces, player) = (position.pieces(), position.player());
    let mut kept = symmetries.filter(|&(symmetry, _)| {
        let image = |square| symmetry.square(board, square);
        pieces.iter().all(|piece| {
            pieces.iter().any(|other| {
                let is_human = |piece: crate::games::Piece| Some(piece.square) == player;
                other.square == image(piece.square) && is_human(*other) == is_human(*piece)
            })
        })
    });
    kept.next().map(|(_, kind)| kind)
}
