//! The methods of [`Game`] that do more than call its [`GameNotation`].

use super::rules::{GameNotation, GameRules};
use super::table::{Game, Move, of_game};
use super::{Position, PuzzleLayout};

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
        of_game!(self, Rules => Rules::lay_out(layout, has_rule).map(Into::into))
    }

    /// Whether the printed game has boards of tiles, on which puzzles can be generated.
    pub fn has_tiles(self) -> bool {
        self.printed(&|_| false, &mut |_| 0).is_some()
    }

    /// Returns a random puzzle on a board of the printed game under these rules, in a game that has
    /// them. `below` returns a random number below its argument.
    pub fn printed(
        self,
        has_rule: &dyn Fn(&str) -> bool,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Position> {
        of_game!(self, Rules => Rules::printed(has_rule, below).map(Into::into))
    }

    /// Returns the names of the printed symbols that are targets of one robot.
    pub fn printed_targets(self) -> Vec<&'static str> {
        of_game!(self, Rules => Rules::printed_targets())
    }

    /// Parses a move of this game.
    pub fn move_from_text(self, text: &str) -> Option<Move> {
        of_game!(self, Rules => {
            let played: <Rules as GameRules>::Move = text.parse().ok()?;
            Some(played.into())
        })
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
