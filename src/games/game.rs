//! What can be asked of a game.

use super::FigureKind;
use super::rules::{GameDrawing, GameNotation, GameRules, GameSymmetry, Glyph};
use super::table::{Game, Move, of_game};
use crate::board::Symmetry;

impl Game {
    /// The word after `puzzle`.
    pub const fn name(self) -> &'static str {
        of_game!(self, Rules => Rules::NAME)
    }

    /// The name on the box.
    pub const fn title(self) -> &'static str {
        of_game!(self, Rules => Rules::TITLE)
    }

    /// The game with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The words that a `rules` line of this game takes.
    pub fn rule_words(self) -> impl Iterator<Item = &'static str> + Clone {
        let words = of_game!(self, Rules => Rules::RULES).iter();
        words.map(|(word, _)| *word)
    }

    /// What a word of a `rules` line asks for.
    pub fn rule_meaning(self, word: &str) -> Option<&'static str> {
        let mut words = of_game!(self, Rules => Rules::RULES).iter();
        let (_, meaning) = words.find(|(known, _)| *known == word)?;
        Some(meaning)
    }

    /// Two words of a `rules` line that cannot both hold.
    pub const fn contradicting_rules(self) -> Option<(&'static str, &'static str)> {
        of_game!(self, Rules => Rules::CONTRADICTING_RULES)
    }

    /// Whether `.` is floor and `#` a block on its boards, with walls between
    /// the squares.
    pub const fn has_floor(self) -> bool {
        of_game!(self, Rules => Rules::HAS_FLOOR)
    }

    /// Whether two sides play against each other, so that the answer is a
    /// value and a solution is a line of play.
    pub const fn is_duel(self) -> bool {
        of_game!(self, Rules => Rules::IS_DUEL)
    }

    /// The glyphs of this game's boards that have one meaning each.
    pub const fn glyphs(self) -> &'static [Glyph] {
        of_game!(self, Rules => Rules::GLYPHS)
    }

    /// What holds where only laxer rules allow a solution, as a clause.
    pub const fn only_under_laxer_rules(self) -> &'static str {
        of_game!(self, Rules => Rules::ONLY_UNDER_LAXER_RULES)
    }

    /// The move that is written so, exactly as moves of this game are.
    pub fn move_from_text(self, text: &str) -> Option<Move> {
        of_game!(self, Rules => {
            let played: <Rules as GameRules>::Move = text.parse().ok()?;
            Some(played.into())
        })
    }

    /// How a move is written, as a clause with an example.
    pub const fn move_syntax(self) -> &'static str {
        of_game!(self, Rules => Rules::MOVE_SYNTAX)
    }

    /// What a glyph of a board stands for, a piece by its letter too.
    pub fn glyph_meaning(self, glyph: char) -> Option<String> {
        let glyph = self.standard_glyph(glyph);
        let known = self.glyphs().iter().find(|(known, _)| *known == glyph);
        match known {
            Some((_, meaning)) => Some((*meaning).to_owned()),
            None => of_game!(self, Rules => Rules::letter_meaning(glyph)),
        }
    }

    /// What a glyph is called, where its shape has a name.
    pub fn glyph_name(self, glyph: char) -> Option<&'static str> {
        of_game!(self, Rules => Rules::glyph_name(glyph))
    }

    /// The glyph of the standard layout for one that may be typed instead.
    pub fn standard_glyph(self, glyph: char) -> char {
        of_game!(self, Rules => Rules::standard_glyph(glyph))
    }

    /// What `glyph` looks like on a board laid down again.
    pub fn transform_glyph(self, symmetry: Symmetry, glyph: char) -> char {
        of_game!(self, Rules => Rules::transform_glyph(symmetry, glyph))
    }

    /// Whether `glyph` names a piece that moves: there is one of it.
    pub fn is_piece(self, glyph: char) -> bool {
        of_game!(self, Rules => Rules::is_piece(glyph))
    }

    /// Whether the piece `old` may be called `new` and remain what it is.
    pub fn can_rename(self, old: char, new: char) -> bool {
        of_game!(self, Rules => Rules::can_rename(old, new))
    }

    /// Whether `glyph` is that of pieces without names; moves name their squares.
    pub fn is_nameless(self, glyph: char) -> bool {
        of_game!(self, Rules => Rules::is_nameless(glyph))
    }

    /// What the piece of this glyph is.
    pub(crate) fn kind(self, glyph: char) -> FigureKind {
        of_game!(self, Rules => Rules::figure_kind(glyph))
    }

    /// Whether `glyph` marks a target.
    pub fn is_target(self, glyph: char) -> bool {
        of_game!(self, Rules => Rules::is_target(glyph))
    }

    /// The target that belongs to the piece of this name alone.
    pub fn target_of(self, piece: char) -> Option<char> {
        of_game!(self, Rules => Rules::target_of(piece))
    }
}
