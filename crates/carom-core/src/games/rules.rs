//! The two traits that each game implements for its `Position`: [`GameRules`] for what a position
//! does, and [`GameNotation`] for the facts of a game that need no position.
//!
//! [`Game`] and [`Position`] call them, so that no other module needs to know which games exist.
//! The macros below define most of these calls together with the traits. Default methods fit most
//! games.

use std::fmt;
use std::str::FromStr;

use super::table::{Game, Illegal, Move, Position, of_game, of_position};
use super::{
    FigureKind, FindFamilies, Generation, Grouping, Mover, Piece, Removable, Scene, ScoreWeights,
    SlidingPuzzle, Stage, TargetKind, Visitor,
};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};

/// A word or a glyph of the format and its meaning.
pub type Meaning<W> = (W, &'static str);

/// A glyph of a board and its meaning.
pub type Glyph = Meaning<char>;

/// Defines [`GameRules`]. The methods in `required` and `provided` become methods of [`Position`],
/// too, which call those of the game.
macro_rules! game_rules {
    (
        items { $($item:tt)+ }
        required { $($(#[$required_about:meta])+ fn $required:ident(&self) -> $fact:ty;)+ }
        provided { $($(#[$about:meta])+ fn $method:ident(&self) -> $answer:ty { $default:expr })+ }
    ) => {
        /// A legal position of a game, and what its rules say about it.
        pub trait GameRules: Clone + Into<Position> {
            $($item)+
            $($(#[$required_about])+ fn $required(&self) -> $fact;)+
            $($(#[$about])+ fn $method(&self) -> $answer { $default })+
        }

        impl Position {
            $($(#[$required_about])+ pub fn $required(&self) -> $fact {
                of_position!(self, position => GameRules::$required(position))
            })+
            $($(#[$about])+ pub fn $method(&self) -> $answer {
                of_position!(self, position => GameRules::$method(position))
            })+
        }
    };
}

game_rules! {
    items {
        /// A move as an author writes it. `FromStr` reads what `Display` writes.
        type Move: Copy + Into<Move> + TryFrom<Move> + FromStr;
        /// The reason why a move is illegal.
        type Illegal: fmt::Display + Into<Illegal>;

        /// Returns all legal moves, always in the same order.
        fn legal_moves(&self) -> Vec<Self::Move>;

        /// Returns the position after a move.
        ///
        /// # Errors
        ///
        /// The reason if the move is illegal.
        fn play(&self, played: Self::Move) -> Result<Self, Self::Illegal>;

        /// Plays a move in place. An illegal move leaves the position unchanged.
        ///
        /// # Errors
        ///
        /// The reason if the move is illegal.
        fn advance(&mut self, played: Self::Move) -> Result<(), Self::Illegal> {
            *self = self.play(played)?;
            Ok(())
        }

        /// Returns the same position under rules that demand less of a solution, if the game has
        /// such rules.
        fn under_laxer_rules(&self) -> Option<Self> {
            None
        }

        /// Returns how the rules of this puzzle differ from the plain game, in sentences.
        fn rules_in_words(&self) -> Vec<String> {
            Vec::new()
        }

        /// Returns what is on this board that [`GUIDE`](GameNotation::GUIDE) does not explain, in
        /// sentences.
        fn board_in_words(&self) -> Vec<String>;

        /// Returns the number of the illegal step, from 0, where a move has steps.
        fn illegal_step(_illegal: &Self::Illegal) -> Option<usize> {
            None
        }

        /// Returns the moves, legal or not, that extend `played` by one step, where moves have
        /// steps.
        fn extensions(_played: Self::Move) -> Vec<Self::Move> {
            Vec::new()
        }

        /// Calls `visitor` with the search model of the position.
        fn visit<V: Visitor>(&self, visitor: V) -> V::Output;

        /// Returns the transformed position as bytes, without what makes no difference to a
        /// puzzle, such as letters: two positions are the same puzzle exactly if they have an
        /// equal image.
        fn image(&self, symmetry: Symmetry) -> Vec<u8>;

        /// Whether the puzzle stays the same if `symmetry` transforms the board.
        fn is_kept_by(&self, _symmetry: Symmetry) -> bool {
            true
        }

        /// Returns the same move on the transformed board, or `None` for a move outside the
        /// board.
        fn transform_move(&self, played: Self::Move, symmetry: Symmetry) -> Option<Self::Move>;

        /// Returns the position without a piece, block or wall, or `None` if that is not there.
        fn without(&self, _removable: Removable) -> Option<Self> {
            None
        }

        /// Returns the position with its pieces on other squares, in the order of
        /// [`pieces`](Self::pieces), before their first move. Returns `None` if they cannot be
        /// there.
        fn with_pieces_on(&self, _squares: &[Square]) -> Option<Self> {
            None
        }

        /// Returns the glyph of a square that holds neither a block nor a piece.
        fn ground(&self, _square: Square) -> char {
            '.'
        }

        /// Returns what a picture shows besides the board and the pieces.
        fn scene(&self) -> Scene;

        /// Returns the stages in which a move is animated: at least one, and the last ends in the
        /// position that [`play`](Self::play) returns.
        ///
        /// # Errors
        ///
        /// The reason if the move is illegal.
        fn stages(&self, played: Self::Move) -> Result<Vec<Stage>, Self::Illegal>;

        /// Returns the square where a tile enters, for a move that names a line.
        fn entry(&self, _played: Self::Move) -> Option<Square> {
            None
        }
    }

    required {
        /// Returns the board with its blocks and walls.
        fn board(&self) -> &Board;
        /// Whether the puzzle is solved or, in a duel, whether the game is over.
        fn is_solved(&self) -> bool;
    }

    provided {
        /// Returns how moves are counted.
        fn grouping(&self) -> Grouping { Grouping::default() }
        /// Returns why the puzzle is not solved yet, as a clause. Empty in a duel, where a line of
        /// play may end anywhere.
        fn unsolved_reason(&self) -> String { String::new() }
        /// Returns a clause for a goal that cannot be reached, wherever the other pieces are.
        fn unreachable_reason(&self) -> String { String::new() }
        /// Returns what can be removed without making the puzzle invalid: every robot without a
        /// target of its own, every block and every wall.
        fn removable(&self) -> Vec<Removable> { Vec::new() }
        /// Returns a superset of the squares on which a piece can ever be, or `None` in a game
        /// where that says little.
        fn standable(&self) -> Option<Bitboard> { None }
        /// Returns the puzzle for a backward search, which looks at all positions of its pieces.
        ///
        /// # Errors
        ///
        /// The reason why there is none, as a clause.
        fn sliding(&self) -> Result<SlidingPuzzle, &'static str> {
            Err("its moves are not slides of single pieces")
        }
        /// Returns the pieces on the board, in the order of the text.
        fn pieces(&self) -> Vec<Piece> { Vec::new() }
        /// Returns the squares that the player can walk to, in a game that has one.
        fn reachable(&self) -> Option<Bitboard> { None }
        /// Returns each side of a duel with the number of its legal moves in each direction,
        /// regardless of whose turn it is.
        fn mobility_by_direction(&self) -> Vec<(char, [(Direction, u32); 4])> { Vec::new() }
    }
}

/// Defines [`GameNotation`]. Its constants and the methods in `functions` become methods of
/// [`Game`], too.
macro_rules! game_notation {
    (
        items { $($item:tt)+ }
        constants {
            $($(#[$constant_about:meta])+ $constant:ident $getter:ident: $kind:ty $(= $value:expr)?;)+
        }
        functions {
            $($(#[$about:meta])+
            fn $function:ident($($argument:ident: $type:ty),+) -> $answer:ty { $default:expr })+
        }
    ) => {
        /// The facts of a game that need no position, such as the notation of boards and moves.
        pub trait GameNotation: GameRules {
            $($item)+
            $($(#[$constant_about])+ const $constant: $kind $(= $value)?;)+
            // A default need not depend on the arguments.
            $($(#[$about])+ #[allow(unused_variables)] fn $function($($argument: $type),+) -> $answer {
                $default
            })+
        }

        impl Game {
            $($(#[$constant_about])+ pub const fn $getter(self) -> $kind {
                of_game!(self, Rules => Rules::$constant)
            })+
            $($(#[$about])+ pub fn $function(self, $($argument: $type),+) -> $answer {
                of_game!(self, Rules => Rules::$function($($argument),+))
            })+
        }
    };
}

game_notation! {
    items {
        /// The words that a `rules` line accepts, and their meanings.
        const RULES: &'static [Meaning<&'static str>] = &[];

        /// Returns the meaning of a glyph that is one of many alike, such as the letter of a
        /// piece.
        fn letter_meaning(_glyph: char) -> Option<String> {
            None
        }
    }

    constants {
        /// The word after `puzzle`.
        NAME name: &'static str;
        /// The name of the game on its box.
        TITLE title: &'static str;
        /// How to play it, for somebody who does not know the game: three sentences.
        GUIDE guide: [&'static str; 3];
        /// Two words of a `rules` line that exclude each other.
        CONTRADICTING_RULES contradicting_rules: Option<(&'static str, &'static str)> = None;
        /// The generator of its puzzles, for games that have one.
        GENERATION generation: Option<Generation> = None;
        /// The families of puzzles for a census, for games that have them.
        FAMILIES families: Option<FindFamilies> = None;
        /// The weights of the difficulty score, for games whose puzzles have labels.
        SCORE score_weights: Option<ScoreWeights> = None;
        /// Whether `.` is floor and `#` a block on its boards, with walls between the squares.
        HAS_FLOOR has_floor: bool = true;
        /// What the targets of its boards are.
        TARGET_KIND target_kind: TargetKind = TargetKind::Mark;
        /// Whether two sides play against each other. The answer is then a value, and a solution
        /// is a line of play.
        IS_DUEL is_duel: bool = false;
        /// The glyphs that have one fixed meaning.
        GLYPHS glyphs: &'static [Glyph];
        /// A clause for puzzles that only laxer rules can solve.
        ONLY_UNDER_LAXER_RULES only_under_laxer_rules: &'static str = "";
        /// The notation of a move, as a clause with an example.
        MOVE_SYNTAX move_syntax: &'static str;
    }

    functions {
        /// Returns the name of a glyph's shape, if it has one.
        fn glyph_name(glyph: char) -> Option<&'static str> { None }
        /// Returns the glyph that the formatter writes for `glyph`.
        fn standard_glyph(glyph: char) -> char { glyph }
        /// Returns the glyph that stands for `glyph` on the transformed board.
        fn transform_glyph(symmetry: Symmetry, glyph: char) -> char { glyph }
        /// Whether `glyph` names a piece that moves. Each such piece is unique on its board.
        fn is_piece(glyph: char) -> bool { false }
        /// Whether the piece `old` can be renamed to `new` without changing its role.
        fn can_rename(old: char, new: char) -> bool { Self::is_piece(old) && Self::is_piece(new) }
        /// Returns the word for the pieces of `glyph` if there may be several of them, so that each
        /// is known by its square.
        fn nameless(glyph: char) -> Option<&'static str> { None }
        /// Returns how moves and messages refer to a piece.
        fn mover(piece: Piece) -> Mover {
            match Self::nameless(piece.name) {
                Some(_) => Mover::At(piece.square),
                None => Mover::Named(piece.name),
            }
        }
        /// Returns how the piece of this glyph looks.
        fn kind(glyph: char) -> FigureKind { FigureKind::Robot }
        /// Whether `glyph` marks a target.
        fn is_target(glyph: char) -> bool { false }
        /// Returns the glyph of the targets that only the piece of this name can hold.
        fn target_of(piece: char) -> Option<char> { None }
    }
}
