//! What can be asked of a position.

use super::rules::{GameAnalysis, GameDrawing, GameNotation, GameRules, GameSymmetry};
use super::table::{Illegal, Move, Position, of_position};
use super::{Figure, FigureKind, Piece, Removable, Scene, Slide, SlideFrom, Stage, Visitor};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};

impl Position {
    /// The board with its blocks and walls.
    pub fn board(&self) -> &Board {
        of_position!(self, (Rules, position) => Rules::board(position))
    }

    /// Whether the puzzle is solved or, of two sides, whether the game is over.
    pub fn is_solved(&self) -> bool {
        of_position!(self, (Rules, position) => Rules::is_solved(position))
    }

    /// What keeps the puzzle from being solved, as a clause.
    pub fn unsolved_reason(&self) -> String {
        of_position!(self, (Rules, position) => Rules::unsolved_reason(position))
    }

    /// What holds where what has to come home cannot, wherever everything else
    /// stands, as a clause.
    pub fn unreachable_reason(&self) -> String {
        of_position!(self, (Rules, position) => Rules::unreachable_reason(position))
    }

    /// The same position under rules that ask for less of a solution, if there
    /// are any.
    pub fn under_laxer_rules(&self) -> Option<Self> {
        of_position!(self, (Rules, position) => {
            Rules::under_laxer_rules(position).map(Into::into)
        })
    }

    /// All legal moves, always in the same order.
    pub fn legal_moves(&self) -> Vec<Move> {
        of_position!(self, (Rules, position) => {
            Rules::legal_moves(position).into_iter().map(Into::into).collect()
        })
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// Why the move is [`Illegal`].
    pub fn play(&self, played: Move) -> Result<Self, Illegal> {
        of_position!(self, (Rules, position) => {
            let played = played.try_into().map_err(|_| Illegal::OtherGame(self.game()))?;
            Ok(Rules::play(position, played)?.into())
        })
    }

    /// Becomes the position after a move, or stays as it is.
    ///
    /// # Errors
    ///
    /// Why the move is [`Illegal`].
    pub(crate) fn advance(&mut self, played: Move) -> Result<(), Illegal> {
        let game = self.game();
        of_position!(self, (Rules, position) => {
            let played = played.try_into().map_err(|_| Illegal::OtherGame(game))?;
            Ok(Rules::advance(position, played)?)
        })
    }

    /// The parts of a move, one after the other. There is at least one, and the
    /// last leads to where [`play`](Self::play) does.
    ///
    /// # Errors
    ///
    /// Why the move is [`Illegal`].
    pub fn stages(&self, played: Move) -> Result<Vec<Stage>, Illegal> {
        of_position!(self, (Rules, position) => {
            let played = played.try_into().map_err(|_| Illegal::OtherGame(self.game()))?;
            Ok(Rules::stages(position, played)?)
        })
    }

    /// Hands `visitor` the position as the searches see it: as a puzzle for one
    /// player, or as a duel.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        of_position!(self, (Rules, position) => Rules::visit(position, visitor))
    }

    /// The pieces that stand where `slides` set off, sliding one after the
    /// other; `None` where none stands there, or a slide before is illegal.
    pub fn name_slides(&self, slides: &[SlideFrom]) -> Option<Vec<Move>> {
        let mut position = self.clone();
        let mut moves: Vec<Move> = Vec::with_capacity(slides.len());
        for slide in slides {
            // The last one need not be played to be named.
            if let Some(&played) = moves.last() {
                position.advance(played).ok()?;
            }
            let mut pieces = position.pieces().into_iter();
            let piece = pieces.find(|piece| piece.square == slide.square)?;
            moves.push(Move::Slide(Slide {
                piece: piece.mover(),
                direction: slide.direction,
            }));
        }
        Some(moves)
    }

    /// The same bytes for two positions exactly if they are the same puzzle:
    /// mirrored, turned, or with letters exchanged.
    pub fn canonical(&self) -> Vec<u8> {
        let mut canonical = vec![self.game() as u8];
        canonical.extend(of_position!(self, (Rules, position) => Rules::canonical(position)));
        canonical
    }

    /// Whether the board may be laid down by `symmetry` and remains the same
    /// puzzle.
    pub fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        of_position!(self, (Rules, position) => Rules::is_kept_by(position, symmetry))
    }

    /// The same move on the board laid down again; nothing where the move is
    /// not on the board.
    pub fn transform_move(&self, played: Move, symmetry: Symmetry) -> Option<Move> {
        of_position!(self, (Rules, position) => {
            let laid = Rules::transform_move(position, played.try_into().ok()?, symmetry)?;
            Some(laid.into())
        })
    }

    /// What could go without spoiling the puzzle: every robot that no target
    /// waits for, every block and every wall.
    pub fn removable(&self) -> Vec<Removable> {
        of_position!(self, (Rules, position) => Rules::removable(position))
    }

    /// The position without a piece, block or wall; nothing where it is not
    /// there.
    pub fn without(&self, removable: Removable) -> Option<Self> {
        of_position!(self, (Rules, position) => {
            Some(Rules::without(position, removable)?.into())
        })
    }

    /// The squares on which a piece stands or may come to stand, and maybe more:
    /// on any other none ever stands. Nothing in a game where that says little.
    pub fn standable(&self) -> Option<Bitboard> {
        of_position!(self, (Rules, position) => Rules::standable(position))
    }
}

/// How it is shown.
impl Position {
    /// The pieces on the board, in the order of the text.
    pub fn pieces(&self) -> Vec<Piece> {
        of_position!(self, (Rules, position) => Rules::pieces(position))
    }

    /// The pieces that are robots.
    pub fn robots(&self) -> Vec<Piece> {
        let figures = self.scene().figures.into_iter();
        let robots = figures.filter(|figure| figure.kind == FigureKind::Robot);
        robots.map(|figure| figure.piece).collect()
    }

    /// The piece of this name, if it is on the board.
    pub fn piece(&self, name: char) -> Option<Piece> {
        self.pieces().into_iter().find(|piece| piece.name == name)
    }

    /// What is drawn on `square`: a piece before what lies under it.
    pub fn glyph(&self, square: Square) -> char {
        let mut pieces = self.pieces().into_iter();
        let piece = pieces.find(|piece| piece.square == square);
        piece.map_or_else(|| self.ground(square), |piece| piece.name)
    }

    /// What is drawn on `square` where no piece stands.
    pub fn ground(&self, square: Square) -> char {
        if self.board().blocks().contains(square) {
            return '#';
        }
        of_position!(self, (Rules, position) => Rules::ground(position, square))
    }

    /// What a picture shows.
    pub fn scene(&self) -> Scene {
        of_position!(self, (Rules, position) => {
            let pieces = Rules::pieces(position).into_iter();
            let figures = pieces.map(|piece| Figure {
                piece,
                kind: Rules::figure_kind(piece.name),
            });
            Scene {
                figures: figures.collect(),
                ..Rules::scene(position)
            }
        })
    }

    /// The square of the player, in a game that has one.
    pub fn player(&self) -> Option<Square> {
        self.scene().player
    }

    /// The squares that the player can walk to, in a game that has one.
    pub fn reachable(&self) -> Option<Bitboard> {
        of_position!(self, (Rules, position) => Rules::reachable(position))
    }

    /// The side to move, in a game for two.
    pub fn to_move(&self) -> Option<char> {
        self.scene().to_move
    }

    /// Of a game for two sides, each side with the number of its legal moves,
    /// whoever is to move.
    pub fn mobility(&self) -> Vec<(char, u32)> {
        let sides = self.mobility_by_direction().into_iter();
        let total = |moves: [(Direction, u32); 4]| moves.iter().map(|(_, count)| count).sum();
        sides.map(|(side, moves)| (side, total(moves))).collect()
    }

    /// Of a game for two sides, each side with the number of its legal moves in
    /// each direction, whoever is to move.
    pub fn mobility_by_direction(&self) -> Vec<(char, [(Direction, u32); 4])> {
        of_position!(self, (Rules, position) => Rules::mobility(position))
    }

    /// The legal moves that name `square` as the one they start from.
    pub fn moves_from(&self, square: Square) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&played| self.path(played).is_some_and(|(from, _)| from == square));
        moves
    }

    /// Of a move that names a square: from where the piece goes, and to where,
    /// if it stays on the board.
    pub fn path(&self, played: Move) -> Option<(Square, Option<Square>)> {
        of_position!(self, (Rules, position) => Rules::path(position, played.try_into().ok()?))
    }

    /// Of a move that names a line: the square where the line is entered.
    pub fn entry(&self, played: Move) -> Option<Square> {
        of_position!(self, (Rules, position) => Rules::entry(position, played.try_into().ok()?))
    }

    /// The legal moves that go one step further than `played`, where moves have
    /// steps.
    pub fn extensions(&self, played: Move) -> Vec<Move> {
        let mut moves: Vec<Move> = of_position!(self, (Rules, _position) => {
            let longer = played.try_into().map(Rules::extensions).unwrap_or_default();
            longer.into_iter().map(Into::into).collect()
        });
        moves.retain(|&played| self.play(played).is_ok());
        moves
    }
}
