//! The traits that a game implements.
//!
//! A game is one type without values that implements five traits:
//!
//! | trait | contents |
//! |---|---|
//! | [`GameRules`] | the rules of the game |
//! | [`GameNotation`] | the notation of its boards and moves |
//! | [`GameSymmetry`] | the equality of puzzles under rotation and other symmetries |
//! | [`GameDrawing`] | the drawing of positions and moves |
//! | [`GameAnalysis`] | facts about a position that need no search |
//!
//! [`Game`](super::Game) and [`Position`] call them, so that no other module needs to know
//! which games exist. Default methods fit most games.

use std::fmt;
use std::str::FromStr;

use super::{
    Family, FamilyOptions, FigureKind, Generation, Grouping, Illegal, Move, Piece, Position,
    PuzzleLayout, Removable, Scene, ScoreWeights, SlidingPuzzle, Stage, Visitor,
};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};

/// A word or a glyph of the format and its meaning.
pub type Meaning<W> = (W, &'static str);

/// A glyph of a board and its meaning.
pub type Glyph = Meaning<char>;

/// The rules of a game.
pub trait GameRules {
    /// A legal position.
    type Position: Into<Position>;
    /// A move as an author writes it. `FromStr` reads what `Display` writes.
    type Move: Copy + Into<Move> + TryFrom<Move> + FromStr;
    /// The reason why a move is illegal.
    type Illegal: fmt::Display + Into<Illegal>;

    /// Whether two sides play against each other.
    const IS_DUEL: bool = false;
    /// A clause for puzzles that only laxer rules can solve; see
    /// [`under_laxer_rules`](Self::under_laxer_rules).
    const ONLY_UNDER_LAXER_RULES: &'static str = "";

    /// Returns the board with its blocks and walls.
    fn board(position: &Self::Position) -> &Board;

    /// Returns how moves are counted.
    fn grouping(_position: &Self::Position) -> Grouping {
        Grouping::default()
    }

    /// Whether the puzzle is solved or, in a duel, whether the game is over.
    fn is_solved(position: &Self::Position) -> bool;

    /// Returns why the puzzle is not solved yet, as a clause. Empty in a duel, where a line of
    /// play may end anywhere.
    fn unsolved_reason(_position: &Self::Position) -> String {
        String::new()
    }

    /// Returns a clause for a goal that cannot be reached, wherever the other pieces are.
    fn unreachable_reason(_position: &Self::Position) -> String {
        String::new()
    }

    /// Returns how this puzzle differs from the plain game, in sentences.
    fn rules_in_words(_position: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// Returns all legal moves, always in the same order.
    fn legal_moves(position: &Self::Position) -> Vec<Self::Move>;

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// The reason if the move is illegal.
    fn play(position: &Self::Position, played: Self::Move)
    -> Result<Self::Position, Self::Illegal>;

    /// Plays a move in place. An illegal move leaves the position unchanged.
    ///
    /// # Errors
    ///
    /// The reason if the move is illegal.
    fn advance(position: &mut Self::Position, played: Self::Move) -> Result<(), Self::Illegal> {
        *position = Self::play(position, played)?;
        Ok(())
    }

    /// Returns the same position under rules that demand less of a solution, if the game has
    /// such rules.
    fn under_laxer_rules(_position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Returns the number of the illegal step, from 0, where a move has steps.
    fn illegal_step(_illegal: &Self::Illegal) -> Option<usize> {
        None
    }

    /// Calls `visitor` with the search model of the position: a
    /// [`Puzzle`](super::Puzzle) or a [`Duel`](super::Duel).
    fn visit<V: Visitor>(position: &Self::Position, visitor: V) -> V::Output;
}

/// The notation of the boards and moves of a game.
pub trait GameNotation: GameRules {
    /// The word after `puzzle`.
    const NAME: &'static str;
    /// The name of the game on its box.
    const TITLE: &'static str;
    /// The words that a `rules` line accepts, and their meanings.
    const RULES: &'static [Meaning<&'static str>] = &[];
    /// Two words of a `rules` line that exclude each other.
    const CONTRADICTING_RULES: Option<(&'static str, &'static str)> = None;
    /// The options for generating puzzles, for games where they can be generated.
    const GENERATION: Option<Generation> = None;
    /// Whether `.` is floor and `#` a block on its boards, with walls between squares.
    const HAS_FLOOR: bool = true;
    /// The glyphs that have one fixed meaning.
    const GLYPHS: &'static [Glyph];
    /// The weights of the difficulty score, for games whose puzzles have labels.
    const SCORE: Option<ScoreWeights> = None;
    /// A description of the notation of a move, as a clause with an example.
    const MOVE_SYNTAX: &'static str;

    /// Returns the puzzle of a layout under these rules, in a game with [`GENERATION`]. Returns
    /// `None` if the layout does not fit.
    ///
    /// [`GENERATION`]: Self::GENERATION
    fn lay_out(_layout: &PuzzleLayout, _has_rule: &dyn Fn(&str) -> bool) -> Option<Self::Position> {
        None
    }

    /// Returns the families of puzzles for a census.
    ///
    /// # Errors
    ///
    /// A message if an option does not fit, or if the game has no families.
    fn families(_options: &FamilyOptions) -> Result<Vec<Family>, String> {
        Err("this game has no families for a census".to_owned())
    }

    /// Returns the meaning of a glyph that is one of many alike, such as the letter of a piece.
    fn letter_meaning(_glyph: char) -> Option<String> {
        None
    }

    /// Returns the name of a glyph's shape, if it has one.
    fn glyph_name(_glyph: char) -> Option<&'static str> {
        None
    }

    /// Returns the glyph that the formatter writes for `glyph`.
    fn standard_glyph(glyph: char) -> char {
        glyph
    }

    /// Whether a glyph names a piece that moves. Each such piece is unique on its board.
    fn is_piece(_glyph: char) -> bool {
        false
    }

    /// Whether the piece `old` can be renamed to `new` without changing its role.
    fn can_rename(old: char, new: char) -> bool {
        Self::is_piece(old) && Self::is_piece(new)
    }

    /// Whether a glyph stands for pieces without names, which moves identify by their squares.
    fn is_nameless(_glyph: char) -> bool {
        false
    }

    /// Whether a glyph marks a target.
    fn is_target(_glyph: char) -> bool {
        false
    }

    /// Returns the glyph of the targets that only the piece of this name can hold.
    fn target_of(_piece: char) -> Option<char> {
        None
    }

    /// Returns the moves, legal or not, that extend `played` by one step, where moves have
    /// steps.
    fn extensions(_played: Self::Move) -> Vec<Self::Move> {
        Vec::new()
    }
}

/// The equality of positions up to symmetry: when two positions are the same puzzle.
pub trait GameSymmetry: GameRules {
    /// Returns bytes that are equal for two positions exactly if they are the same puzzle.
    fn canonical(position: &Self::Position) -> Vec<u8>;

    /// Whether the puzzle stays the same if `symmetry` transforms the board.
    fn is_kept_by(_position: &Self::Position, _symmetry: Symmetry) -> bool {
        true
    }

    /// Returns the same move on the transformed board, or `None` for a move outside the board.
    fn transform_move(
        position: &Self::Position,
        played: Self::Move,
        symmetry: Symmetry,
    ) -> Option<Self::Move>;

    /// Returns the glyph that stands for `glyph` on the transformed board.
    fn transform_glyph(_symmetry: Symmetry, glyph: char) -> char {
        glyph
    }
}

/// The drawing of the positions and moves of a game.
pub trait GameDrawing: GameRules {
    /// Returns the pieces on the board, in the order of the text.
    fn pieces(_position: &Self::Position) -> Vec<Piece> {
        Vec::new()
    }

    /// Returns how the piece of this name looks.
    fn figure_kind(_name: char) -> FigureKind {
        FigureKind::Robot
    }

    /// Returns the glyph of a square that holds neither a block nor a piece.
    fn ground(_position: &Self::Position, _square: Square) -> char {
        '.'
    }

    /// Returns what a picture shows besides the board and the pieces.
    fn scene(position: &Self::Position) -> Scene;

    /// Returns the stages in which a move is animated: at least one, and the last ends in the
    /// position that [`play`](GameRules::play) returns.
    ///
    /// # Errors
    ///
    /// The reason if the move is illegal.
    fn stages(position: &Self::Position, played: Self::Move) -> Result<Vec<Stage>, Self::Illegal>;

    /// Returns the start and the end of a move that names its start square. The end is `None`
    /// if the piece leaves the board.
    fn path(_position: &Self::Position, _played: Self::Move) -> Option<(Square, Option<Square>)> {
        None
    }

    /// Returns the square where a tile enters, for a move that names a line.
    fn entry(_position: &Self::Position, _played: Self::Move) -> Option<Square> {
        None
    }
}

/// Facts about a position that need no search.
pub trait GameAnalysis: GameRules {
    /// Returns what can be removed without making the puzzle invalid: every robot without a
    /// target of its own, every block and every wall.
    fn removable(_position: &Self::Position) -> Vec<Removable> {
        Vec::new()
    }

    /// Returns the position without a piece, block or wall, or `None` if that is not there.
    fn without(_position: &Self::Position, _removable: Removable) -> Option<Self::Position> {
        None
    }

    /// Returns a superset of the squares on which a piece can ever be, or `None` in a game where
    /// that says little.
    fn standable(_position: &Self::Position) -> Option<Bitboard> {
        None
    }

    /// Returns the puzzle for a backward search.
    ///
    /// # Errors
    ///
    /// The reason why there is none, as a clause.
    fn sliding(_position: &Self::Position) -> Result<SlidingPuzzle, &'static str> {
        Err("its pieces do not slide until something stops them")
    }

    /// Returns the position with its pieces on other squares, in the order of
    /// [`pieces`](GameDrawing::pieces), before their first move. Returns `None` if they cannot be
    /// there.
    fn with_pieces_on(_position: &Self::Position, _squares: &[Square]) -> Option<Self::Position> {
        None
    }

    /// Returns the squares that the player can walk to, in a game that has a player.
    fn reachable(_position: &Self::Position) -> Option<Bitboard> {
        None
    }

    /// Returns each side of a duel with the number of its legal moves in each direction,
    /// regardless of whose turn it is.
    fn mobility(_position: &Self::Position) -> Vec<(char, [(Direction, u32); 4])> {
        Vec::new()
    }
}
