//! The two traits that each game implements for its `Position`: [`GameRules`] for what a position
//! does, and [`GameNotation`] for the facts of a game that need no position.
//!
//! [`Position`] and [`Game`](super::Game) have a method for each item, which calls that of the game.
//! So no other module needs to know which games exist.

use std::fmt;
use std::str::FromStr;

use super::table::{Illegal, Move, Position};
use super::{
    FigureKind, FindFamilies, Generation, Grouping, Mover, Piece, Removable, Scene, ScoreWeights,
    SlidingPuzzle, Stage, TargetKind, Visitor,
};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};

/// A word or a glyph of the format and its meaning.
pub type Meaning<W> = (W, &'static str);

/// A glyph of a board and its meaning.
pub type Glyph = Meaning<char>;

/// A legal position of a game, and what its rules say about it.
pub trait GameRules: Clone + Into<Position> {
    /// A move as an author writes it. `FromStr` reads what `Display` writes.
    type Move: Copy + Into<Move> + TryFrom<Move> + FromStr;
    /// The reason why a move is illegal.
    type Illegal: fmt::Display + Into<Illegal>;

    /// Returns the board with its blocks and walls.
    fn board(&self) -> &Board;

    /// Whether the puzzle is solved or, in a duel, whether the game is over.
    fn is_solved(&self) -> bool;

    /// Returns all legal moves, always in the same order.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// The reason if the move is illegal.
    fn play(&self, played: Self::Move) -> Result<Self, Self::Illegal>;

    /// Returns the stages in which a move is animated: at least one, and the last ends in the
    /// position that [`play`](Self::play) returns.
    ///
    /// # Errors
    ///
    /// The reason if the move is illegal.
    fn stages(&self, played: Self::Move) -> Result<Vec<Stage>, Self::Illegal>;

    /// Calls `visitor` with the search model of the position.
    fn visit<V: Visitor>(&self, visitor: V) -> V::Output;

    /// Returns the transformed position as bytes, without what makes no difference to a puzzle,
    /// such as letters: two positions are the same puzzle exactly if they have an equal image.
    fn image(&self, symmetry: Symmetry) -> Vec<u8>;

    /// Returns the same move on the transformed board, or `None` for a move outside the board.
    fn transform_move(&self, played: Self::Move, symmetry: Symmetry) -> Option<Self::Move>;

    /// Returns what a picture shows besides the board and the pieces.
    fn scene(&self) -> Scene;

    /// Returns what is on this board that [`GUIDE`](GameNotation::GUIDE) does not explain, in
    /// sentences.
    fn board_in_words(&self) -> Vec<&'static str>;

    /// Plays a move in place. An illegal move leaves the position unchanged.
    ///
    /// # Errors
    ///
    /// The reason if the move is illegal.
    fn advance(&mut self, played: Self::Move) -> Result<(), Self::Illegal> {
        *self = self.play(played)?;
        Ok(())
    }

    /// Returns the pieces on the board, in the order of the text.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// Returns the glyph of a square that holds neither a block nor a piece.
    fn ground(&self, _square: Square) -> char {
        '.'
    }

    /// Returns how moves are counted.
    fn grouping(&self) -> Grouping {
        Grouping::default()
    }

    /// Returns how the rules of this puzzle differ from the plain game, in sentences.
    fn rules_in_words(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns why the puzzle is not solved yet, as a clause. Empty in a duel, where a line of play
    /// may end anywhere.
    fn unsolved_reason(&self) -> String {
        String::new()
    }

    /// Returns a clause for a goal that cannot be reached, wherever the other pieces are.
    fn unreachable_reason(&self) -> String {
        String::new()
    }

    /// Whether the puzzle stays the same if `symmetry` transforms the board.
    fn is_kept_by(&self, _symmetry: Symmetry) -> bool {
        true
    }

    /// Returns what can be removed without making the puzzle invalid: every robot without a target
    /// of its own, every block and every wall.
    fn removable(&self) -> Vec<Removable> {
        Vec::new()
    }

    /// Returns the position without a piece, block or wall, or `None` if that is not there.
    fn without(&self, _removable: Removable) -> Option<Self> {
        None
    }

    /// Returns the same position under rules that demand less of a solution, and a clause for a
    /// puzzle that only those can solve, if the game has such rules.
    fn under_laxer_rules(&self) -> Option<(Self, &'static str)> {
        None
    }

    /// Returns a superset of the squares on which a piece can ever be, or `None` in a game where
    /// that says little.
    fn standable(&self) -> Option<Bitboard> {
        None
    }

    /// Returns the puzzle for a backward search, which looks at all positions of its pieces.
    ///
    /// # Errors
    ///
    /// The reason why there is none, as a clause.
    fn sliding(&self) -> Result<SlidingPuzzle, &'static str> {
        Err("its moves are not slides of single pieces")
    }

    /// Returns the position with its pieces on other squares, in the order of
    /// [`pieces`](Self::pieces), before their first move. Returns `None` if they cannot be there.
    fn with_pieces_on(&self, _squares: &[Square]) -> Option<Self> {
        None
    }

    /// Returns each side of a duel with the number of its legal moves in each direction, regardless
    /// of whose turn it is.
    fn mobility_by_direction(&self) -> Vec<(char, [(Direction, u32); 4])> {
        Vec::new()
    }
}

/// Returns the sentences whose condition holds.
pub(super) fn those_that_apply(sentences: &[(bool, &'static str)]) -> Vec<&'static str> {
    let found = sentences.iter().filter(|(applies, _)| *applies);
    found.map(|(_, sentence)| *sentence).collect()
}

/// The facts of a game that need no position, such as the notation of boards and moves.
pub trait GameNotation: GameRules {
    /// The word after `puzzle`.
    const NAME: &'static str;
    /// The name of the game on its box.
    const TITLE: &'static str;
    /// How to play it, for somebody who does not know the game: three sentences.
    const GUIDE: [&'static str; 3];
    /// The glyphs that have one fixed meaning.
    const GLYPHS: &'static [Glyph];
    /// The notation of a move, as a clause with an example.
    const MOVE_SYNTAX: &'static str;

    /// The words that a `rules` line accepts, and their meanings.
    const RULES: &'static [Meaning<&'static str>] = &[];
    /// Two words of a `rules` line that exclude each other.
    const CONTRADICTING_RULES: Option<(&'static str, &'static str)> = None;
    /// Whether `.` is floor and `#` a block on its boards, with walls between the squares. Otherwise
    /// each square has a [`Tile`](super::Tile).
    const HAS_FLOOR: bool = true;
    /// What the targets of its boards are.
    const TARGET_KIND: TargetKind = TargetKind::Mark;
    /// Whether two sides play against each other. The answer is then a value, and a solution is a
    /// line of play.
    const IS_DUEL: bool = false;
    /// The generator of its puzzles, for games that have one.
    const GENERATION: Option<Generation> = None;
    /// The families of puzzles for a census, for games that have them.
    const FAMILIES: Option<FindFamilies> = None;
    /// The weights of the difficulty score, for games whose puzzles have labels.
    const SCORE: Option<ScoreWeights> = None;

    /// Returns the role of a glyph on a board.
    fn role(_glyph: char) -> Role {
        Role::Ground
    }

    /// Returns the glyph that stands for `glyph` on the transformed board, unless it is a tile.
    fn transform_glyph(_symmetry: Symmetry, glyph: char) -> char {
        glyph
    }

    /// Returns how moves and messages refer to a piece.
    fn mover(piece: Piece) -> Mover {
        match Self::role(piece.name) {
            Role::Alike(..) => Mover::At(piece.square),
            Role::Piece(_) | Role::Target(_) | Role::Ground => Mover::Named(piece.name),
        }
    }
}

/// The role of a glyph on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A piece that moves, and its looks. Each such piece is unique on its board.
    Piece(FigureKind),
    /// A piece that moves, its looks, and the word for it. There may be several of this glyph, so
    /// that each is known by its square.
    Alike(FigureKind, &'static str),
    /// A target, and the name of the only piece that can hold it, if it is not for any.
    Target(Option<char>),
    /// Anything else, such as floor, a block, a diagonal or a tile.
    Ground,
}

impl Role {
    /// Returns the looks of a piece. A piece of a name that no text can have is a robot.
    pub const fn kind(self) -> FigureKind {
        match self {
            Self::Piece(kind) | Self::Alike(kind, _) => kind,
            Self::Target(_) | Self::Ground => FigureKind::Robot,
        }
    }
}
