//! The methods of [`Game`]: calls of its [`GameNotation`], and methods that combine several calls.

use super::rules::{GameNotation, GameRules};
use super::table::{Game, Move, of_game};
use super::{
    FigureKind, FindFamilies, Generation, Glyph, Mover, Piece, Position, PrintedBoards,
    PuzzleLayout, Role, ScoreWeights, TargetKind, Tile,
};
use crate::board::Symmetry;

impl Game {
    /// Returns the game with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// Returns the word after `puzzle`.
    pub const fn name(self) -> &'static str {
        of_game!(self, Rules => Rules::NAME)
    }

    /// Returns the name of the game on its box.
    pub const fn title(self) -> &'static str {
        of_game!(self, Rules => Rules::TITLE)
    }

    /// Returns how to play it, for somebody who does not know the game: three sentences.
    pub const fn guide(self) -> [&'static str; 3] {
        of_game!(self, Rules => Rules::GUIDE)
    }

    /// Returns the notation of a move, as a clause with an example.
    pub const fn move_syntax(self) -> &'static str {
        of_game!(self, Rules => Rules::MOVE_SYNTAX)
    }

    /// Parses a move of this game.
    pub fn move_from_text(self, text: &str) -> Option<Move> {
        of_game!(self, Rules => {
            let played: <Rules as GameRules>::Move = text.parse().ok()?;
            Some(played.into())
        })
    }
}

/// The `rules` line.
impl Game {
    /// Returns the words that a `rules` line of this game accepts.
    pub fn rule_words(self) -> impl Iterator<Item = &'static str> + Clone {
        let words = of_game!(self, Rules => Rules::RULES).iter();
        words.map(|(word, _)| *word)
    }

    /// Returns the meaning of a word of a `rules` line.
    pub fn rule_meaning(self, word: &str) -> Option<&'static str> {
        let mut words = of_game!(self, Rules => Rules::RULES).iter();
        let (_, meaning) = words.find(|(known, _)| *known == word)?;
        Some(meaning)
    }

    /// Returns two words of a `rules` line that exclude each other.
    pub const fn contradicting_rules(self) -> Option<(&'static str, &'static str)> {
        of_game!(self, Rules => Rules::CONTRADICTING_RULES)
    }
}

/// Capabilities.
impl Game {
    /// Whether two sides play against each other. The answer is then a value, and a solution is a
    /// line of play.
    pub const fn is_duel(self) -> bool {
        of_game!(self, Rules => Rules::IS_DUEL)
    }

    /// Returns the generator of its puzzles, in a game that has one.
    pub const fn generation(self) -> Option<Generation> {
        of_game!(self, Rules => Rules::GENERATION)
    }

    /// Returns the puzzle of a layout under these rules, or `None` if the layout does not fit or
    /// the game has no generated puzzles.
    pub fn lay_out(
        self,
        layout: &PuzzleLayout,
        has_rule: &dyn Fn(&str) -> bool,
    ) -> Option<Position> {
        (self.generation()?.lay_out)(layout, has_rule)
    }

    /// Returns the boards of the printed game, in a game that has them.
    pub fn printed(self) -> Option<PrintedBoards> {
        self.generation()?.printed
    }

    /// Returns the families of puzzles for a census, in a game that has them.
    pub const fn families(self) -> Option<FindFamilies> {
        of_game!(self, Rules => Rules::FAMILIES)
    }

    /// Returns the weights of the difficulty score, in a game whose puzzles have labels.
    pub const fn score_weights(self) -> Option<ScoreWeights> {
        of_game!(self, Rules => Rules::SCORE)
    }
}

/// Glyphs of a board.
impl Game {
    /// Whether `.` is floor and `#` a block on its boards, with walls between the squares.
    /// Otherwise each square has a [`Tile`].
    pub const fn has_floor(self) -> bool {
        of_game!(self, Rules => Rules::HAS_FLOOR)
    }

    /// Returns what the targets of its boards are.
    pub const fn target_kind(self) -> TargetKind {
        of_game!(self, Rules => Rules::TARGET_KIND)
    }

    /// Returns the glyphs that have one fixed meaning.
    pub const fn glyphs(self) -> &'static [Glyph] {
        of_game!(self, Rules => Rules::GLYPHS)
    }

    /// Returns the meaning of a glyph, including letters of pieces.
    pub fn glyph_meaning(self, glyph: char) -> Option<String> {
        let glyph = self.tile(glyph).map_or(glyph, Tile::glyph);
        if let Some((_, meaning)) = self.glyphs().iter().find(|(known, _)| *known == glyph) {
            return Some((*meaning).to_owned());
        }
        match self.role(glyph) {
            Role::Piece(FigureKind::Human) => {
                Some(format!("the human {glyph}, who has to reach a target"))
            }
            Role::Piece(_) => Some(format!("the robot {glyph}")),
            Role::Target(Some(robot)) => Some(format!("a target of the robot {robot}")),
            Role::Alike(..) | Role::Target(None) | Role::Ground => None,
        }
    }

    /// Returns the role of a glyph.
    pub fn role(self, glyph: char) -> Role {
        of_game!(self, Rules => Rules::role(glyph))
    }

    /// Returns the tile of a glyph, in a game of tiles.
    pub fn tile(self, glyph: char) -> Option<Tile> {
        Tile::from_glyph(glyph).filter(|_| !self.has_floor())
    }

    /// Returns the glyph that stands for `glyph` on the transformed board.
    pub fn transform_glyph(self, symmetry: Symmetry, glyph: char) -> char {
        match self.tile(glyph) {
            Some(tile) => tile.transformed(symmetry).glyph(),
            None => of_game!(self, Rules => Rules::transform_glyph(symmetry, glyph)),
        }
    }

    /// Whether `glyph` names a piece that moves. Each such piece is unique on its board.
    pub fn is_piece(self, glyph: char) -> bool {
        matches!(self.role(glyph), Role::Piece(_))
    }

    /// Whether the piece `old` can be renamed to `new` without changing its role.
    pub fn can_rename(self, old: char, new: char) -> bool {
        self.is_piece(old) && self.role(old) == self.role(new)
    }

    /// Whether there may be several pieces of this glyph, so that each is known by its square.
    pub fn is_nameless(self, glyph: char) -> bool {
        matches!(self.role(glyph), Role::Alike(..))
    }

    /// Returns how moves and messages refer to a piece.
    pub fn mover(self, piece: Piece) -> Mover {
        of_game!(self, Rules => Rules::mover(piece))
    }

    /// Whether `glyph` marks a target.
    pub fn is_target(self, glyph: char) -> bool {
        matches!(self.role(glyph), Role::Target(_))
    }

    /// Returns the glyph of the targets that only the piece of this name can hold.
    pub fn target_of(self, piece: char) -> Option<char> {
        ('a'..='z').find(|&glyph| self.role(glyph) == Role::Target(Some(piece)))
    }
}
