//! A legal Slider position and the moves from it, square by square.

use std::sync::Arc;

use super::{Duel, End, Illegal, Move, Side};
use crate::board::{Bitboard, Board, Direction, Obstacle, SmallBitboard, Square, Symmetry};
use crate::games::rules::those_that_apply;
use crate::games::{
    Border, Figure, FigureKind, GameRules, Motion, Mover, Moving, Obstruction, Piece, Scene, Stage,
    Visitor,
};

/// A legal position. Cheap to clone: the board is shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Arc<Board>,
    to_move: Side,
    men: [Bitboard; 2],
}

/// The number of legal moves of a side, whether or not it is to move. A forced pass counts as
/// none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility([u32; 4]);

impl Mobility {
    /// Counts `moves` more in a direction.
    pub(super) fn add(&mut self, direction: Direction, moves: u32) {
        for (of, count) in Direction::ALL.into_iter().zip(&mut self.0) {
            if of == direction {
                *count += moves;
            }
        }
    }

    /// Returns the number of legal moves in all.
    pub fn total(self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns the number of legal moves in each direction, clockwise from up. Leaving the
    /// board is among them.
    pub fn by_direction(self) -> [(Direction, u32); 4] {
        let [up, right, down, left] = self.0;
        [
            (Direction::Up, up),
            (Direction::Right, right),
            (Direction::Down, down),
            (Direction::Left, left),
        ]
    }
}

impl Position {
    pub(super) fn new(board: Board, to_move: Side, men: [Bitboard; 2]) -> Self {
        Self { board: Arc::new(board), to_move, men }
    }

    /// Returns the side to move.
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the squares of a side's pieces.
    pub const fn men(&self, side: Side) -> Bitboard {
        let [h, v] = self.men;
        match side {
            Side::H => h,
            Side::V => v,
        }
    }

    /// Returns the side whose piece is on `square`.
    pub fn side_on(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.men(side).contains(square))
    }

    /// Returns the square that `side`'s piece on `from` enters, or `None` if it leaves the
    /// board.
    fn destination(
        &self,
        side: Side,
        from: Square,
        direction: Direction,
    ) -> Result<Option<Square>, Illegal> {
        if !side.goes(direction) {
            return Err(Illegal::NeverThatWay(side, direction));
        }
        let by = match self.board.step(from, direction) {
            Err(Obstacle::Border) if direction == side.forward() => return Ok(None),
            Err(obstacle) => Obstruction::Board(obstacle),
            Ok(next) => match self.side_on(next) {
                None => return Ok(Some(next)),
                Some(other) => Obstruction::Piece(Mover::Named(other.glyph()), next),
            },
        };
        Err(Illegal::Blocked { side, from, direction, by })
    }

    /// Returns the steps of `side`, whether or not it is to move, square by square, clockwise
    /// from up.
    fn steps(&self, side: Side) -> impl Iterator<Item = (Square, Direction)> {
        let men = self.men(side).iter();
        let all = men.flat_map(move |from| side.directions().map(|direction| (from, direction)));
        all.filter(move |&(from, direction)| self.destination(side, from, direction).is_ok())
    }

    /// Returns how the game has ended, if it has.
    pub fn end(&self) -> Option<End> {
        let won = Side::ALL.into_iter().find(|&side| self.men(side).is_empty());
        if let Some(side) = won {
            return Some(End::Won(side));
        }
        let stuck = |side| self.steps(side).next().is_none();
        Side::ALL.into_iter().all(stuck).then_some(End::Drawn)
    }

    /// Returns the number of moves of `side`, whether or not it is to move.
    pub fn mobility(&self, side: Side) -> Mobility {
        let mut mobility = Mobility::default();
        for (_, direction) in self.steps(side) {
            mobility.add(direction, 1);
        }
        mobility
    }

    /// Returns the same game with the sides and the axes exchanged. Every move has its mirror
    /// image, so the value is the same.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mirror = Symmetry::DIAGONAL;
        let image = |men: Bitboard| {
            let squares = men.iter().map(|square| mirror.square(&self.board, square));
            squares.collect()
        };
        let [h, v] = self.men;
        Self {
            board: Arc::new(mirror.board(&self.board)),
            to_move: self.to_move.other(),
            men: [image(v), image(h)],
        }
    }

    /// Whether the side to move has a piece on `from`.
    fn check_from(&self, from: Square) -> Result<(), Illegal> {
        if !self.board.contains(from) {
            return Err(Illegal::OffBoard(from));
        }
        match self.side_on(from) {
            None => Err(Illegal::NoMan(from)),
            Some(side) if side == self.to_move => Ok(()),
            Some(_) => Err(Illegal::NotToMove { from, to_move: self.to_move }),
        }
    }
}

impl GameRules for Position {
    type Move = Move;
    type Illegal = Illegal;

    fn board(&self) -> &Board {
        &self.board
    }

    fn is_solved(&self) -> bool {
        self.end().is_some()
    }

    /// Square by square from `a1`, clockwise from up. A forced pass is a legal move. After the end
    /// there are none.
    fn legal_moves(&self) -> Vec<Move> {
        if self.end().is_some() {
            return Vec::new();
        }
        let steps = self.steps(self.to_move);
        let mut moves: Vec<Move> =
            steps.map(|(from, direction)| Move::Step { from, direction }).collect();
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        moves
    }

    fn play(&self, played: Move) -> Result<Self, Illegal> {
        if let Some(end) = self.end() {
            return Err(Illegal::Over(end));
        }
        let side = self.to_move;
        let mut next = self.clone();
        next.to_move = side.other();
        let could = self.steps(side).next();
        match (played, could) {
            (Move::Pass, None) => {}
            (Move::Pass, Some((from, direction))) => {
                let could = Move::Step { from, direction };
                return Err(Illegal::MayNotPass { side, could });
            }
            (Move::Step { from, direction }, could) => {
                self.check_from(from)?;
                if could.is_none() {
                    return Err(Illegal::MustPass(side));
                }
                let to = self.destination(side, from, direction)?;
                let [h, v] = &mut next.men;
                let men = match side {
                    Side::H => h,
                    Side::V => v,
                };
                men.remove(from);
                if let Some(to) = to {
                    men.insert(to);
                }
            }
        }
        Ok(next)
    }

    /// Uses the narrowest words that hold the board.
    fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        if let Some(field) = Duel::<SmallBitboard>::new(self) {
            return visitor.visit_duel(&field);
        }
        // No board is larger than 16×16, which a `Bitboard` holds.
        let field = Duel::<Bitboard>::new(self).expect("a board of up to 16×16");
        visitor.visit_duel(&field)
    }

    fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        if symmetry == Symmetry::DIAGONAL {
            return self.mirrored().image(Symmetry::IDENTITY);
        }
        let board = self.board().without_idle_walls();
        let squares = board.squares().map(|square| {
            let walls = board.walls(square);
            let mut mark = match self.side_on(square) {
                None => u8::from(board.blocks().contains(square)),
                Some(Side::H) => 2,
                Some(Side::V) => 3,
            };
            mark |= u8::from(walls.contains(Direction::Up)) << 2;
            mark | u8::from(walls.contains(Direction::Right)) << 3
        });
        let head = [board.columns(), board.rows(), u8::from(self.to_move() == Side::H)];
        head.into_iter().chain(squares).collect()
    }

    /// Only the mirror that exchanges the sides keeps the puzzle.
    fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        symmetry == Symmetry::DIAGONAL
    }

    fn transform_move(&self, played: Move, symmetry: Symmetry) -> Option<Move> {
        let board = self.board();
        Some(match played {
            Move::Pass => Move::Pass,
            Move::Step { from, direction } => Move::Step {
                from: board.contains(from).then(|| symmetry.square(board, from))?,
                direction: symmetry.direction(direction),
            },
        })
    }

    fn pieces(&self) -> Vec<Piece> {
        let men = Side::ALL.into_iter().flat_map(|side| {
            let name = side.glyph();
            let squares = self.men(side);
            squares.iter().map(move |square| Piece { name, square }).collect::<Vec<_>>()
        });
        men.collect()
    }

    fn board_in_words(&self) -> Vec<&'static str> {
        those_that_apply(&[
            (self.board().has_walls(), "No piece crosses a wall."),
            (!self.board().blocks().is_empty(), "No piece enters a block."),
        ])
    }

    fn scene(&self) -> Scene {
        let exits = Side::ALL.map(|side| (side.forward(), side.glyph()));
        Scene {
            border: Border::Exits(exits.to_vec()),
            to_move: Some(self.to_move().glyph()),
            ..Scene::default()
        }
    }

    fn stages(&self, played: Move) -> Result<Vec<Stage>, Illegal> {
        let next = self.play(played)?;
        let side = self.to_move();
        let (motions, description) = match played {
            Move::Pass => (Vec::new(), format!("{side} cannot move and has to pass")),
            Move::Step { from, direction } => {
                let to = self.board().beyond(from, direction);
                let motion = Motion {
                    moving: Moving::Figure(Figure {
                        piece: Piece { name: side.glyph(), square: from },
                        kind: FigureKind::Man(side.forward()),
                    }),
                    way: [from].into_iter().chain(to).collect(),
                    leaves: to.is_none().then_some(direction),
                };
                let description = match to {
                    Some(to) => format!("{side} steps {direction} from {from} to {to}"),
                    None => format!("{side} leaves the board {direction} from {from}"),
                };
                (vec![motion], description)
            }
        };
        Ok(vec![Stage { label: played.to_string(), description, motions, position: next.into() }])
    }

    fn mobility_by_direction(&self) -> Vec<(char, [(Direction, u32); 4])> {
        Side::ALL.map(|side| (side.glyph(), self.mobility(side).by_direction())).to_vec()
    }
}
