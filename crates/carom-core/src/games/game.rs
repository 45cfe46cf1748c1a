//! The methods of [`Game`]: notation and rules by the name of a game.

use super::rules::{GameDrawing, GameNotation, GameRules, GameSymmetry, Glyph};
use super::table::{Game, Move, of_game};
use super::{Family, FamilyOptions, FigureKind, Generation, Position, PuzzleLayout, ScoreWeights};
use crate::board::Symmetry;

impl Game {
    /// Returns the word after `puzzle`.
    pub const fn name(self) -> &'static str {
        of_game!(self, Rules => Rules::NAME)
    }

    /// Returns the name on the box.
    pub const fn title(self) -> &'static str {
        of_game!(self, Rules => Rules::TITLE)
    }

    /// Returns the game with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

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

    /// Returns the options for generating puzzles, for games where they can be generated.
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
        of_game!(self, Rules => Rules::lay_out(layout, has_rule).map(Into::into))
    }

    /// Returns the families of puzzles for a census.
    ///
    /// # Errors
    ///
    /// A message if an option does not fit, or if the game has no families.
    pub fn families(self, options: &FamilyOptions) -> Result<Vec<Family>, String> {
        of_game!(self, Rules => Rules::families(options))
    }

    /// Returns the weights of the difficulty score, for games whose puzzles have labels.
    pub const fn score_weights(self) -> Option<ScoreWeights> {
        of_game!(self, Rules => Rules::SCORE)
    }

    /// Whether `.` is floor and `#` a block on its boards, with walls between
    /// the squares.
    pub const fn has_floor(self) -> bool {
        of_game!(self, Rules => Rules::HAS_FLOOR)
    }

    /// Whether two sides play against each other. The answer is then a value, and a solution is
    /// a line of play.
    pub const fn is_duel(self) -> bool {
        of_game!(self, Rules => Rules::IS_DUEL)
    }

    /// Returns the glyphs that have one fixed meaning.
    pub const fn glyphs(self) -> &'static [Glyph] {
        of_game!(self, Rules => Rules::GLYPHS)
    }

    /// Returns a clause for puzzles that only laxer rules can solve.
    pub const fn only_under_laxer_rules(self) -> &'static str {
        of_game!(self, Rules => Rules::ONLY_UNDER_LAXER_RULES)
    }

    /// Parses a move of this game.
    pub fn move_from_text(self, text: &str) -> Option<Move> {
        of_game!(self, Rules => {
            let played: <Rules as GameRules>::Move = text.parse().ok()?;
            Some(played.into())
        })
    }

    /// Returns how a move is written, as a clause with an example.
    pub const fn move_syntax(self) -> &'static str {
        of_game!(self, Rules => Rules::MOVE_SYNTAX)
    }

    /// Returns the meaning of a glyph of a board, including letters of pieces.
    pub fn glyph_meaning(self, glyph: char) -> Option<String> {
        let glyph = self.standard_glyph(glyph);
        let known = self.glyphs().iter().find(|(known, _)| *known == glyph);
        match known {
            Some((_, meaning)) => Some((*meaning).to_owned()),
            None => of_game!(self, Rules => Rules::letter_meaning(glyph)),
        }
    }

    /// Returns the name of a glyph's shape, if it has one.
    pub fn glyph_name(self, glyph: char) -> Option<&'static str> {
        of_game!(self, Rules => Rules::glyph_name(glyph))
    }

    /// Returns the glyph that the formatter writes for `glyph`.
    pub fn standard_glyph(self, glyph: char) -> char {
        of_game!(self, Rules => Rules::standard_glyph(glyph))
    }

    /// Returns the glyph that stands for `glyph` on the transformed board.
    pub fn transform_glyph(self, symmetry: Symmetry, glyph: char) -> char {
        of_game!(self, Rules => Rules::transform_glyph(symmetry, glyph))
    }

    /// Whether `glyph` names a piece that moves. Each such piece is unique on its board.
    pub fn is_piece(self, glyph: char) -> bool {
        of_game!(self, Rules => Rules::is_piece(glyph))
    }

    /// Whether the piece `old` can be renamed to `new` without changing its role.
    pub fn can_rename(self, old: char, new: char) -> bool {
        of_game!(self, Rules => Rules::can_rename(old, new))
    }

    /// Whether `glyph` stands for pieces without names, which moves identify by their squares.
    pub fn is_nameless(self, glyph: char) -> bool {
        of_game!(self, Rules => Rules::is_nameless(glyph))
    }

    /// Returns how the piece of this glyph looks.
    pub fn kind(self, glyph: char) -> FigureKind {
        of_game!(self, Rules => Rules::figure_kind(glyph))
    }

    /// Whether `glyph` marks a target.
    pub fn is_target(self, glyph: char) -> bool {
        of_game!(self, Rules => Rules::is_target(glyph))
    }

    /// Returns the glyph of the targets that only the piece of this name can hold.
    pub fn target_of(self, piece: char) -> Option<char> {
        of_game!(self, Rules => Rules::target_of(piece))
    }
}
