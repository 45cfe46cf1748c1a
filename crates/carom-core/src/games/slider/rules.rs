//! The traits of Slider.

use super::{Illegal, Move, Position, Side, SliderDuel};
use crate::board::{Bitboard, Board, Direction, SmallBitboard, Square, Symmetry};
use crate::games::{
    Border, Figure, FigureKind, GameAnalysis, GameDrawing, GameNotation, GameRules, GameSymmetry,
    Glyph, Motion, Piece, Scene, Stage, Visitor,
};

/// The rules of Slider.
#[derive(Clone, Copy, Debug)]
pub struct Slider;

impl GameRules for Slider {
    type Position = Position;
    type Move = Move;
    type Illegal = Illegal;

    const IS_DUEL: bool = true;

    fn board(position: &Position) -> &Board {
        position.board()
    }

    fn is_solved(position: &Position) -> bool {
        position.end().is_some()
    }

    fn legal_moves(position: &Position) -> Vec<Move> {
        position.legal_moves()
    }

    fn play(position: &Position, played: Move) -> Result<Position, Illegal> {
        position.play(played)
    }

    /// Uses the narrowest words that hold the board.
    fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
        if let Some(field) = SliderDuel::<SmallBitboard>::new(position) {
            return visitor.visit_duel(&field);
        }
        // No board is larger than 16×16, which a `Bitboard` holds.
        #[expect(clippy::expect_used)]
        let field = SliderDuel::<Bitboard>::new(position).expect("a board of up to 16×16");
        visitor.visit_duel(&field)
    }
}

impl GameNotation for Slider {
    const NAME: &'static str = "slider";
    const TITLE: &'static str = "Slider";
    const MOVE_SYNTAX: &'static str =
        "a move is a square and a direction, as in `a2>`, or `--` for a pass";
    const GLYPHS: &'static [Glyph] = &[
        ('.', "floor"),
        ('#', "a block"),
        ('H', "a piece that goes right, up or down"),
        ('V', "a piece that goes up, left or right"),
    ];

    fn is_nameless(glyph: char) -> bool {
        Side::from_glyph(glyph).is_some()
    }
}

impl GameSymmetry for Slider {
    fn transform_glyph(symmetry: Symmetry, glyph: char) -> char {
        match Side::from_glyph(glyph) {
            Some(side) if symmetry.swaps_sides() => side.other().glyph(),
            _ => glyph,
        }
    }

    fn canonical(position: &Position) -> Vec<u8> {
        position.canonical()
    }

    /// Only the mirror that exchanges the sides keeps the puzzle.
    fn is_kept_by(_: &Position, symmetry: Symmetry) -> bool {
        symmetry == Symmetry::DIAGONAL
    }

    fn transform_move(position: &Position, played: Move, symmetry: Symmetry) -> Option<Move> {
        let board = position.board();
        Some(match played {
            Move::Pass => Move::Pass,
            Move::Step { from, direction } => Move::Step {
                from: board.contains(from).then(|| symmetry.square(board, from))?,
                direction: symmetry.direction(direction),
            },
        })
    }
}

impl GameDrawing for Slider {
    fn pieces(position: &Position) -> Vec<Piece> {
        let men = Side::ALL.into_iter().flat_map(|side| {
            let name = side.glyph();
            let squares = position.men(side);
            squares
                .iter()
                .map(move |square| Piece { name, square })
                .collect::<Vec<_>>()
        });
        men.collect()
    }

    fn figure_kind(name: char) -> FigureKind {
        Side::from_glyph(name).map_or(FigureKind::Robot, |side| FigureKind::Man(side.forward()))
    }

    fn scene(position: &Position) -> Scene {
        let exits = Side::ALL.map(|side| (side.forward(), side.glyph()));
        Scene {
            border: Border::Exits(exits.to_vec()),
            to_move: Some(position.to_move().glyph()),
            ..Scene::default()
        }
    }

    fn stages(position: &Position, played: Move) -> Result<Vec<Stage>, Illegal> {
        let next = position.play(played)?;
        let side = position.to_move();
        let (motion, description) = match played {
            Move::Pass => (
                Motion::default(),
                format!("{side} cannot move and has to pass"),
            ),
            Move::Step { from, direction } => {
                let to = position.board().beyond(from, direction);
                let motion = Motion {
                    figure: Some(Figure {
                        piece: Piece {
                            name: side.glyph(),
                            square: from,
                        },
                        kind: FigureKind::Man(side.forward()),
                    }),
                    way: [from].into_iter().chain(to).collect(),
                    leaves: to.is_none().then_some(direction),
                    ..Motion::default()
                };
                let description = match to {
                    Some(to) => format!("{side} steps {direction} from {from} to {to}"),
                    None => format!("{side} leaves the board {direction} from {from}"),
                };
                (motion, description)
            }
        };
        Ok(vec![Stage {
            label: played.to_string(),
            description,
            motion,
            position: next.into(),
        }])
    }

    fn path(position: &Position, played: Move) -> Option<(Square, Option<Square>)> {
        match played {
            Move::Step { from, direction } => {
                Some((from, position.board().beyond(from, direction)))
            }
            Move::Pass => None,
        }
    }
}

impl GameAnalysis for Slider {
    fn mobility(position: &Position) -> Vec<(char, [(Direction, u32); 4])> {
        Side::ALL
            .map(|side| (side.glyph(), position.mobility(side).by_direction()))
            .to_vec()
    }
}

impl Position {
    /// Returns bytes that are equal exactly if one position is the other or its mirror image.
    /// Among all symmetries only the one that exchanges the sides keeps the game.
    fn canonical(&self) -> Vec<u8> {
        self.image().min(self.mirrored().image())
    }

    fn image(&self) -> Vec<u8> {
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
        let head = [
            board.columns(),
            board.rows(),
            u8::from(self.to_move() == Side::H),
        ];
        head.into_iter().chain(squares).collect()
    }
}
