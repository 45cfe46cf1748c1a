//! The methods of [`Position`]: rules, symmetry, analysis and drawing for every game.

use super::rules::{GameAnalysis, GameDrawing, GameNotation, GameRules, GameSymmetry};
use super::table::{Illegal, Move, Position, of_position};
use super::{
    Figure, FigureKind, Grouping, Piece, Removable, Scene, Slide, SlideFrom, SlidingPuzzle, Stage,
    Visitor,
};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};

impl Position {
    /// Returns the board with its blocks and walls.
    pub fn board(&self) -> &Board {
        of_position!(self, (Rules, position) => Rules::board(position))
    }

    /// Returns how moves are counted.
    pub fn grouping(&self) -> Grouping {
        of_position!(self, (Rules, position) => Rules::grouping(position))
    }

    /// Whether the puzzle is solved or, in a duel, whether the game is over.
    pub fn is_solved(&self) -> bool {
        of_position!(self, (Rules, position) => Rules::is_solved(position))
    }

    /// Returns why the puzzle is not solved yet, as a clause.
    pub fn unsolved_reason(&self) -> String {
        of_position!(self, (Rules, position) => Rules::unsolved_reason(position))
    }

    /// Returns a clause for a goal that cannot be reached, wherever the other pieces are.
    pub fn unreachable_reason(&self) -> String {
        of_position!(self, (Rules, position) => Rules::unreachable_reason(position))
    }

    /// Returns how this puzzle differs from the plain game, in sentences.
    pub fn rules_in_words(&self) -> String {
        let mut sentences =
            of_position!(self, (Rules, position) => Rules::rules_in_words(position));
        if self.grouping() != Grouping::Single {
            sentences.push("Consecutive slides of one piece count as one move.".to_owned());
        }
        sentences.join(" ")
    }

    /// Returns the same position under rules that demand less of a solution, if the game has
    /// such rules.
    pub fn under_laxer_rules(&self) -> Option<Self> {
        of_position!(self, (Rules, position) => {
            Rules::under_laxer_rules(position).map(Into::into)
        })
    }

    /// Returns all legal moves, always in the same order.
    pub fn legal_moves(&self) -> Vec<Move> {
        of_position!(self, (Rules, position) => {
            Rules::legal_moves(position).into_iter().map(Into::into).collect()
        })
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn play(&self, played: Move) -> Result<Self, Illegal> {
        of_position!(self, (Rules, position) => {
            let played = played.try_into().map_err(|_| Illegal::OtherGame(self.game()))?;
            Ok(Rules::play(position, played)?.into())
        })
    }

    /// Plays a move in place. An illegal move leaves the position unchanged.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn advance(&mut self, played: Move) -> Result<(), Illegal> {
        let game = self.game();
        of_position!(self, (Rules, position) => {
            let played = played.try_into().map_err(|_| Illegal::OtherGame(game))?;
            Ok(Rules::advance(position, played)?)
        })
    }

    /// Returns the stages in which a move is animated: at least one, and the last ends in the
    /// position that [`play`](Self::play) returns.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn stages(&self, played: Move) -> Result<Vec<Stage>, Illegal> {
        of_position!(self, (Rules, position) => {
            let played = played.try_into().map_err(|_| Illegal::OtherGame(self.game()))?;
            Ok(Rules::stages(position, played)?)
        })
    }

    /// Calls `visitor` with the search model of the position: a puzzle for one player or a
    /// duel.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        of_position!(self, (Rules, position) => Rules::visit(position, visitor))
    }

    /// Names the pieces that make these consecutive slides. Returns `None` if no piece is on a
    /// start square, or if a slide other than the last is illegal.
    pub fn name_slides(&self, slides: &[SlideFrom]) -> Option<Vec<Move>> {
        let mut position = self.clone();
        let mut moves: Vec<Move> = Vec::with_capacity(slides.len());
        for slide in slides {
            // The last slide need not be played to be named.
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

    /// Returns bytes that are equal for two positions exactly if they are the same puzzle:
    /// mirrored, rotated, or with other letters.
    pub fn canonical(&self) -> Vec<u8> {
        let mut canonical = vec![self.game() as u8];
        canonical.extend(of_position!(self, (Rules, position) => Rules::canonical(position)));
        canonical
    }

    /// Whether the puzzle stays the same if `symmetry` transforms the board.
    pub fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        of_position!(self, (Rules, position) => Rules::is_kept_by(position, symmetry))
    }

    /// Returns the same move on the transformed board, or `None` for a move outside the board.
    pub fn transform_move(&self, played: Move, symmetry: Symmetry) -> Option<Move> {
        of_position!(self, (Rules, position) => {
            let laid = Rules::transform_move(position, played.try_into().ok()?, symmetry)?;
            Some(laid.into())
        })
    }

    /// Returns what can be removed without making the puzzle invalid: every robot without a
    /// target of its own, every block and every wall.
    pub fn removable(&self) -> Vec<Removable> {
        of_position!(self, (Rules, position) => Rules::removable(position))
    }

    /// Returns the position without a piece, block or wall, or `None` if that is not there.
    pub fn without(&self, removable: Removable) -> Option<Self> {
        of_position!(self, (Rules, position) => {
            Some(Rules::without(position, removable)?.into())
        })
    }

    /// Returns the puzzle for a backward search, which looks at all positions of its pieces.
    ///
    /// # Errors
    ///
    /// The reason why there is none, as a clause.
    pub fn sliding(&self) -> Result<SlidingPuzzle, &'static str> {
        of_position!(self, (Rules, position) => Rules::sliding(position))
    }

    /// Returns the position with its pieces on other squares, in the order of
    /// [`pieces`](Self::pieces), before their first move. Returns `None` if they cannot be there.
    pub fn with_pieces_on(&self, squares: &[Square]) -> Option<Self> {
        of_position!(self, (Rules, position) => {
            Some(Rules::with_pieces_on(position, squares)?.into())
        })
    }

    /// Returns a superset of the squares on which a piece can ever be, or `None` in a game where
    /// that says little.
    pub fn standable(&self) -> Option<Bitboard> {
        of_position!(self, (Rules, position) => Rules::standable(position))
    }
}

/// Drawing.
impl Position {
    /// Returns the pieces on the board, in the order of the text.
    pub fn pieces(&self) -> Vec<Piece> {
        of_position!(self, (Rules, position) => Rules::pieces(position))
    }

    /// Returns the pieces that are robots.
    pub fn robots(&self) -> Vec<Piece> {
        let figures = self.scene().figures.into_iter();
        let robots = figures.filter(|figure| figure.kind == FigureKind::Robot);
        robots.map(|figure| figure.piece).collect()
    }

    /// Returns the piece of this name, if it is on the board.
    pub fn piece(&self, name: char) -> Option<Piece> {
        self.pieces().into_iter().find(|piece| piece.name == name)
    }

    /// Returns the glyph of `square`. A piece hides what lies under it.
    pub fn glyph(&self, square: Square) -> char {
        let mut pieces = self.pieces().into_iter();
        let piece = pieces.find(|piece| piece.square == square);
        piece.map_or_else(|| self.ground(square), |piece| piece.name)
    }

    /// Returns the glyph of `square` without its piece.
    pub fn ground(&self, square: Square) -> char {
        if self.board().blocks().contains(square) {
            return '#';
        }
        of_position!(self, (Rules, position) => Rules::ground(position, square))
    }

    /// Returns what a picture shows.
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

    /// Returns the square of the player, in a game that has one.
    pub fn player(&self) -> Option<Square> {
        self.scene().player
    }

    /// Returns the squares that the player can walk to, in a game that has one.
    pub fn reachable(&self) -> Option<Bitboard> {
        of_position!(self, (Rules, position) => Rules::reachable(position))
    }

    /// Returns the side to move, in a duel.
    pub fn to_move(&self) -> Option<char> {
        self.scene().to_move
    }

    /// Returns each side of a duel with the number of its legal moves, regardless of whose turn
    /// it is.
    pub fn mobility(&self) -> Vec<(char, u32)> {
        let sides = self.mobility_by_direction().into_iter();
        let total = |moves: [(Direction, u32); 4]| moves.iter().map(|(_, count)| count).sum();
        sides.map(|(side, moves)| (side, total(moves))).collect()
    }

    /// Returns each side of a duel with the number of its legal moves in each direction,
    /// regardless of whose turn it is.
    pub fn mobility_by_direction(&self) -> Vec<(char, [(Direction, u32); 4])> {
        of_position!(self, (Rules, position) => Rules::mobility(position))
    }

    /// Returns the legal moves that name `square` as their start.
    pub fn moves_from(&self, square: Square) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&played| self.path(played).is_some_and(|(from, _)| from == square));
        moves
    }

    /// Returns the start and the end of a move that names its start square. The end is `None`
    /// if the piece leaves the board.
    pub fn path(&self, played: Move) -> Option<(Square, Option<Square>)> {
        of_position!(self, (Rules, position) => Rules::path(position, played.try_into().ok()?))
    }

    /// Returns the square where a tile enters, for a move that names a line.
    pub fn entry(&self, played: Move) -> Option<Square> {
        of_position!(self, (Rules, position) => Rules::entry(position, played.try_into().ok()?))
    }

    /// Returns the legal moves that extend `played` by one step, where moves have steps.
    pub fn extensions(&self, played: Move) -> Vec<Move> {
        let mut moves: Vec<Move> = of_position!(self, (Rules, _position) => {
            let longer = played.try_into().map(Rules::extensions).unwrap_or_default();
            longer.into_iter().map(Into::into).collect()
        });
        moves.retain(|&played| self.play(played).is_ok());
        moves
    }
}
