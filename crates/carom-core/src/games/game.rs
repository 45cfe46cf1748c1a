//! The methods of [`Game`] that do more than call its [`GameNotation`].

use super::rules::{GameNotation, GameRules};
use super::table::{Game, Move, of_game};
use super::{Position, Printed, PuzzleLayout};

impl Game {
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

    /// Returns the puzzle of a layout under these rules, or `None` if the layout does not fit or
    /// the game has no generated puzzles.
    pub fn lay_out(
        self,
        layout: &PuzzleLayout,
        has_rule: &dyn Fn(&str) -> bool,
    ) -> Option<Position> {
        (self.generation()?.lay_out)(layout, has_rule)
    }

    /// Whether the printed game has boards of tiles, on which puzzles can be generated.
    pub fn has_tiles(self) -> bool {
        self.printed().is_some()
    }

    /// Returns the boards of the printed game, in a game that has them.
    pub fn printed(self) -> Option<Printed> {
        self.generation()?.printed
    }

    /// Parses a move of this game.
    pub fn move_from_text(self, text: &str) -> Option<Move> {
        of_game!(self, Rules => {
            let played: <Rules as GameRules>::Move = text.parse().ok()?;
            Some(played.into())
        })
    }

    /// Whether there may be several pieces of this glyph, so that each is known by its square.
    pub fn is_nameless(self, glyph: char) -> bool {
        self.nameless(glyph).is_some()
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
}
