//! The methods of [`Position`]: calls of its [`GameRules`], with moves of any game, and methods
//! that combine several calls.

use super::grouping::GROUPED;
use super::rules::GameRules;
use super::table::{Illegal, Move, Position, of_position};
use super::{
    Figure, FigureKind, Grouping, Motion, Mover, Moving, Piece, Removable, Role, Scene, Slide,
    SlideFrom, SlidingPuzzle, Stage, Visitor,
};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};

impl Position {
    /// Returns the board with its blocks and walls.
    pub fn board(&self) -> &Board {
        of_position!(self, position => position.board())
    }

    /// Returns the pieces on the board, in the order of the text.
    pub fn pieces(&self) -> Vec<Piece> {
        of_position!(self, position => GameRules::pieces(position))
    }

    /// Whether the puzzle is solved or, in a duel, whether the game is over.
    pub fn is_solved(&self) -> bool {
        of_position!(self, position => GameRules::is_solved(position))
    }

    /// Returns why the puzzle is not solved yet, as a clause. Empty in a duel, where a line of play
    /// may end anywhere.
    pub fn unsolved_reason(&self) -> String {
        of_position!(self, position => position.unsolved_reason())
    }

    /// Returns a clause for a goal that cannot be reached, wherever the other pieces are.
    pub fn unreachable_reason(&self) -> String {
        of_position!(self, position => position.unreachable_reason())
    }

    /// Returns how moves are counted.
    pub fn grouping(&self) -> Grouping {
        of_position!(self, position => position.grouping())
    }

    /// Returns how the rules of this puzzle differ from the plain game, in sentences.
    pub fn rules_in_words(&self) -> String {
        self.rule_sentences().join(" ")
    }

    fn rule_sentences(&self) -> Vec<String> {
        let mut sentences = of_position!(self, position => position.rules_in_words());
        if self.grouping() != Grouping::Single {
            sentences.push(GROUPED.1.to_owned());
        }
        sentences
    }

    /// Returns how to play this puzzle, in sentences: its game, what is on its board, and its
    /// rules.
    pub fn guide(&self) -> Vec<String> {
        let mut sentences = self.game().guide().to_vec();
        sentences.extend(of_position!(self, position => position.board_in_words()));
        let sentences = sentences.into_iter().map(ToOwned::to_owned);
        sentences.chain(self.rule_sentences()).collect()
    }

    /// Returns the same position under rules that demand less of a solution, and a clause for a
    /// puzzle that only those can solve, if the game has such rules.
    pub fn under_laxer_rules(&self) -> Option<(Self, &'static str)> {
        of_position!(self, position => {
            position.under_laxer_rules().map(|(laxer, clause)| (laxer.into(), clause))
        })
    }

    /// Returns all legal moves, always in the same order.
    pub fn legal_moves(&self) -> Vec<Move> {
        of_position!(self, position => {
            position.legal_moves().into_iter().map(Into::into).collect()
        })
    }

    fn as_own<M: TryFrom<Move>>(&self, played: Move) -> Result<M, Illegal> {
        let is_other = |_| Illegal::OtherGame(self.game());
        played.try_into().map_err(is_other)
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn play(&self, played: Move) -> Result<Self, Illegal> {
        of_position!(self, position => Ok(position.play(self.as_own(played)?)?.into()))
    }

    /// Plays a move in place. An illegal move leaves the position unchanged.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn advance(&mut self, played: Move) -> Result<(), Illegal> {
        let game = self.game();
        of_position!(self, position => {
            Ok(position.advance(played.try_into().map_err(|_| Illegal::OtherGame(game))?)?)
        })
    }

    /// Returns the stages in which a move is animated: at least one, and the last ends in the
    /// position that [`play`](Self::play) returns.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn stages(&self, played: Move) -> Result<Vec<Stage>, Illegal> {
        of_position!(self, position => Ok(position.stages(self.as_own(played)?)?))
    }

    /// Calls `visitor` with the search model of the position: a puzzle for one player or a
    /// duel.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        of_position!(self, position => position.visit(visitor))
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
            let piece = self.game().mover(piece);
            moves.push(Move::Slide(Slide { piece, direction: slide.direction }));
        }
        Some(moves)
    }

    /// Returns bytes that are equal for two positions exactly if they are the same puzzle:
    /// mirrored, rotated, or with other letters.
    pub fn canonical(&self) -> Vec<u8> {
        let is_kept = |&to: &Symmetry| to == Symmetry::IDENTITY || self.is_kept_by(to);
        let symmetries = Symmetry::ALL.into_iter().filter(is_kept);
        let image = |to| of_position!(self, position => position.image(to));
        let mut canonical = vec![self.game() as u8];
        canonical.extend(symmetries.map(image).min().expect("at least the identity"));
        canonical
    }

    /// Whether the puzzle stays the same if `symmetry` transforms the board.
    pub fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        of_position!(self, position => position.is_kept_by(symmetry))
    }

    /// Returns the same move on the transformed board, or `None` for a move outside the board.
    pub fn transform_move(&self, played: Move, symmetry: Symmetry) -> Option<Move> {
        of_position!(self, position => {
            Some(position.transform_move(played.try_into().ok()?, symmetry)?.into())
        })
    }

    /// Returns what can be removed without making the puzzle invalid: every robot without a target
    /// of its own, every block and every wall.
    pub fn removable(&self) -> Vec<Removable> {
        of_position!(self, position => position.removable())
    }

    /// Returns the position without a piece, block or wall, or `None` if that is not there.
    pub fn without(&self, removable: Removable) -> Option<Self> {
        of_position!(self, position => Some(position.without(removable)?.into()))
    }

    /// Returns a superset of the squares on which a piece can ever be, or `None` in a game where
    /// that says little.
    pub fn standable(&self) -> Option<Bitboard> {
        of_position!(self, position => position.standable())
    }

    /// Returns the puzzle for a backward search, which looks at all positions of its pieces.
    ///
    /// # Errors
    ///
    /// The reason why there is none, as a clause.
    pub fn sliding(&self) -> Result<SlidingPuzzle, &'static str> {
        of_position!(self, position => position.sliding())
    }

    /// Returns the position with its pieces on other squares, in the order of
    /// [`pieces`](Self::pieces), before their first move. Returns `None` if they cannot be there.
    pub fn with_pieces_on(&self, squares: &[Square]) -> Option<Self> {
        of_position!(self, position => Some(position.with_pieces_on(squares)?.into()))
    }
}

/// Drawing.
impl Position {
    /// Returns the pieces that are robots.
    pub fn robots(&self) -> Vec<Piece> {
        let figures = self.scene().figures.into_iter();
        let robots = figures.filter(|figure| figure.kind == FigureKind::Robot);
        robots.map(|figure| figure.piece).collect()
    }

    /// Returns the words for a piece in a sentence: its name, or its kind and its square.
    pub fn in_words(&self, mover: Mover) -> String {
        let glyph = match mover {
            Mover::Named(name) => name,
            Mover::At(square) => self.glyph(square),
        };
        match self.game().role(glyph) {
            Role::Alike(_, word) => mover.in_words(word),
            Role::Piece(_) | Role::Target(_) | Role::Ground => mover.in_words("piece"),
        }
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
        of_position!(self, position => position.ground(square))
    }

    /// Returns what a picture shows.
    pub fn scene(&self) -> Scene {
        let figures = self
            .pieces()
            .into_iter()
            .map(|piece| Figure { piece, kind: self.game().role(piece.name).kind() });
        Scene {
            figures: figures.collect(),
            target_kind: self.game().target_kind(),
            ..of_position!(self, position => position.scene())
        }
    }

    /// Returns the square of the player, in a game that has one.
    pub fn player(&self) -> Option<Square> {
        self.scene().player
    }

    /// Returns the side to move, in a duel.
    pub fn to_move(&self) -> Option<char> {
        self.scene().to_move
    }

    /// Returns each side of a duel with the number of its legal moves in each direction, regardless
    /// of whose turn it is.
    pub fn mobility_by_direction(&self) -> Vec<(char, [(Direction, u32); 4])> {
        of_position!(self, position => position.mobility_by_direction())
    }

    /// Returns each side of a duel with the number of its legal moves, regardless of whose turn
    /// it is.
    pub fn mobility(&self) -> Vec<(char, u32)> {
        let sides = self.mobility_by_direction().into_iter();
        let total = |moves: [(Direction, u32); 4]| moves.iter().map(|(_, count)| count).sum();
        sides.map(|(side, moves)| (side, total(moves))).collect()
    }

    /// Returns the motion of the piece on `square` in the first stage of a legal move, if it
    /// moves.
    pub fn motion_from(&self, square: Square, played: Move) -> Option<Motion> {
        let stage = self.stages(played).ok()?.into_iter().next()?;
        let mut motions = stage.motions.into_iter();
        motions.find(|motion| {
            matches!(motion.moving, Moving::Figure(figure) if figure.piece.square == square)
        })
    }

    /// Returns the legal moves that extend `played` by one step, where moves have steps.
    pub fn extensions(&self, played: Move) -> Vec<Move> {
        let mut moves = played.extended();
        moves.retain(|&played| self.play(played).is_ok());
        moves
    }
}
