//! What every game answers about itself and its positions.

use std::fmt;
use std::str::FromStr;

use super::{Illegal, Kind, Move, Piece, Position, Removable, Scene, Stage, Visitor};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};

/// A word or a glyph of the format, and what it stands for.
pub type Meaning<W> = (W, &'static str);

/// A glyph of a board and what it stands for.
pub type Glyph = Meaning<char>;

/// The rules of a game, and how it is written and shown.
///
/// Each game implements this once, in its own folder, on a type without
/// values; [`Game`](super::Game) and [`Position`] ask it, and through them
/// whoever must not know which games there are. What is answered by default is
/// what most games answer.
pub trait GameRules {
    /// A legal position.
    type Position: Into<Position>;
    /// A move as an author writes it. It reads back as it is written.
    type Move: Copy + Into<Move> + TryFrom<Move> + FromStr;
    /// Why a move is against the rules.
    type Illegal: fmt::Display + Into<Illegal>;

    // Its words and glyphs.

    /// The word after `puzzle`.
    const NAME: &'static str;
    /// The name on the box.
    const TITLE: &'static str;
    /// The words that a `rules` line takes, and what they ask for.
    const RULES: &'static [Meaning<&'static str>] = &[];
    /// Two words of a `rules` line that cannot both hold.
    const CONTRADICTING_RULES: Option<(&'static str, &'static str)> = None;
    /// Whether `.` is floor and `#` a block on its boards, with walls between
    /// the squares.
    const HAS_FLOOR: bool = true;
    /// What holds where only laxer rules allow a solution, as a clause.
    const ONLY_UNDER_LAXER_RULES: &'static str = "";
    /// Whether two sides play against each other.
    const IS_DUEL: bool = false;
    /// The glyphs of its boards that have one meaning each.
    const GLYPHS: &'static [Glyph];
    /// How a move is written, as a clause with an example.
    const MOVE_FORM: &'static str;

    /// What a glyph stands for that is one of many alike, such as the letter
    /// of a piece.
    fn letter_meaning(_glyph: char) -> Option<String> {
        None
    }

    /// What a glyph is called, where its shape has a name.
    fn glyph_name(_glyph: char) -> Option<&'static str> {
        None
    }

    /// The glyph of the standard layout for one that may be typed instead.
    fn standard_glyph(glyph: char) -> char {
        glyph
    }

    /// What a glyph looks like on a board laid down again.
    fn glyph_after(_symmetry: Symmetry, glyph: char) -> char {
        glyph
    }

    /// Whether a glyph names a piece that moves: there is one of it.
    fn is_piece(_glyph: char) -> bool {
        false
    }

    /// Whether the piece `old` may be called `new` and remain what it is.
    fn may_become(old: char, new: char) -> bool {
        Self::is_piece(old) && Self::is_piece(new)
    }

    /// Whether a glyph is that of pieces without names; moves name their squares.
    fn is_nameless(_glyph: char) -> bool {
        false
    }

    /// Whether a glyph marks a target.
    fn is_target(_glyph: char) -> bool {
        false
    }

    /// The target that belongs to the piece of this name alone.
    fn target_of(_piece: char) -> Option<char> {
        None
    }

    // How it is played.

    /// The board with its blocks and walls.
    fn board(position: &Self::Position) -> &Board;

    /// Whether the puzzle is solved or, of two sides, whether the game is over.
    fn is_solved(position: &Self::Position) -> bool;

    /// What keeps the puzzle from being solved, as a clause; nothing where a
    /// line of play may break off anywhere.
    fn what_is_missing(_position: &Self::Position) -> String {
        String::new()
    }

    /// What holds where what has to come home cannot, wherever everything else
    /// stands, as a clause.
    fn out_of_reach(_position: &Self::Position) -> String {
        String::new()
    }

    /// All legal moves, always in the same order.
    fn legal_moves(position: &Self::Position) -> Vec<Self::Move>;

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    fn play(position: &Self::Position, played: Self::Move)
    -> Result<Self::Position, Self::Illegal>;

    /// Makes of a position the one after a move; leaves it as it is where the
    /// move is illegal.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    fn advance(position: &mut Self::Position, played: Self::Move) -> Result<(), Self::Illegal> {
        *position = Self::play(position, played)?;
        Ok(())
    }

    /// The same position under rules that ask for less of a solution, if there
    /// are any.
    fn under_laxer_rules(_position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The number of the step that is illegal, from 0, in a move of steps.
    fn illegal_step(_illegal: &Self::Illegal) -> Option<usize> {
        None
    }

    /// Hands `visitor` the position as the searches see it.
    fn visit<V: Visitor>(position: &Self::Position, visitor: V) -> V::Output;

    // Its positions among others.

    /// The same bytes for two positions exactly if they are the same puzzle.
    fn canonical(position: &Self::Position) -> Vec<u8>;

    /// Whether the board may be laid down by `symmetry` and remains the same
    /// puzzle.
    fn may_lie(_position: &Self::Position, _symmetry: Symmetry) -> bool {
        true
    }

    /// The same move on the board laid down again; nothing where the move is
    /// not on the board.
    fn laid(
        position: &Self::Position,
        played: Self::Move,
        symmetry: Symmetry,
    ) -> Option<Self::Move>;

    /// What could go without spoiling the puzzle: every robot that no target
    /// waits for, every block and every wall.
    fn removable(_position: &Self::Position) -> Vec<Removable> {
        Vec::new()
    }

    /// The position without a piece, block or wall; nothing where it is not
    /// there.
    fn without(_position: &Self::Position, _removable: Removable) -> Option<Self::Position> {
        None
    }

    /// The squares on which a piece stands or may come to stand, and maybe more:
    /// on any other none ever stands. Nothing in a game where that says little.
    fn standable(_position: &Self::Position) -> Option<Bitboard> {
        None
    }

    // How it is shown.

    /// The pieces on the board, in the order of the text.
    fn pieces(_position: &Self::Position) -> Vec<Piece> {
        Vec::new()
    }

    /// What the piece of this name is.
    fn kind(_name: char) -> Kind {
        Kind::Robot
    }

    /// What is drawn on a square that is no block and where no piece stands.
    fn ground(_position: &Self::Position, _square: Square) -> char {
        '.'
    }

    /// What a picture shows beside the board and the pieces.
    fn scene(position: &Self::Position) -> Scene;

    /// The parts of a move as it is watched, of which there is at least one;
    /// the last leads to where [`play`](Self::play) does.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    fn stages(position: &Self::Position, played: Self::Move) -> Result<Vec<Stage>, Self::Illegal>;

    /// Of a move that names a square: from where the piece goes, and to where,
    /// if it stays on the board.
    fn path(_position: &Self::Position, _played: Self::Move) -> Option<(Square, Option<Square>)> {
        None
    }

    /// Of a move that names a line: the square where the line is entered.
    fn entry(_position: &Self::Position, _played: Self::Move) -> Option<Square> {
        None
    }

    /// The moves that go one step further than `played`, legal or not, where
    /// moves have steps.
    fn longer(_played: Self::Move) -> Vec<Self::Move> {
        Vec::new()
    }

    /// The squares that the player can walk to, in a game that has one.
    fn reachable(_position: &Self::Position) -> Option<Bitboard> {
        None
    }

    /// Of a game for two sides, each side with the number of its legal moves in
    /// each direction, whoever is to move.
    fn mobility(_position: &Self::Position) -> Vec<(char, [(Direction, u32); 4])> {
        Vec::new()
    }
}
