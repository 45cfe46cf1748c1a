//! Keys and words of values.

use crate::analysis::vocabulary;
use crate::games::Game;
use crate::syntax::Key;

/// A key and what it is for.
pub(super) fn key(key: Key) -> String {
    format!("`{}:` {}", key.name(), key_meaning(key))
}

/// A word of a `rules` line and what it asks for.
pub(super) fn rule(game: Game, word: &str) -> Option<String> {
    let meaning = game.rule_meaning(word)?;
    Some(format!("`{word}` ({}): {meaning}", game.title()))
}

/// A word of another value, where the game has a meaning for it.
pub(super) fn word(game: Game, key: Key, word: &str) -> Option<String> {
    let words = vocabulary::words(game, key);
    let (_, meaning) = words.into_iter().find(|(known, _)| known == word)?;
    Some(format!("`{word}`: {meaning}"))
}

/// What a key is for.
pub(in crate::analysis) const fn key_meaning(key: Key) -> &'static str {
    match key {
        Key::Title => "the title of the deck or puzzle.",
        Key::Author => "who made it.",
        Key::Source => "where it is from.",
        Key::License => "the terms under which it may be used.",
        Key::Date => "when it was made.",
        Key::Tags => "words to find it by, parted by commas.",
        Key::Notes => "anything worth saying; several lines add up.",
        Key::Difficulty => "how hard it is, in the author's words.",
        Key::Rules => {
            "words that choose among the game's rules; a puzzle's line replaces the file's."
        }
        Key::Moves => {
            "the author's claim: the fewest moves, a number, or `none` where the puzzle is meant to be unsolvable."
        }
        Key::Result => {
            "the author's claim: `win N`, `loss N` or `draw` for the side to move, N in plies."
        }
        Key::Solution => {
            "moves that solve the puzzle, checked step by step; they may go on over the next lines."
        }
        Key::Board => "the grid, on the lines below; a blank line ends it.",
        Key::Target => "targets by their squares, for those under pieces or off a drawn board.",
        Key::Tiles => {
            "four of the faces A1F to A4B: top left, top right, bottom right, bottom left of the standard board."
        }
        Key::Robots => "robots by their squares, as in `robots: R e5, G k7`.",
        Key::Diagonals => "diagonals by their squares, as in `diagonals: R/ c5, B\\ d7`.",
        Key::ToMove => "the side to move: `H`, the default, or `V`.",
        Key::Player => "the square the player starts on; the top left one by default.",
        Key::Hand => "the tile in the hand.",
        Key::Items => "items and where they are, as in `items: KEY c4, CANE hand`.",
        Key::Quests => "the items to collect; all of them by default.",
        Key::Opponent => "the other side's pushes, one a turn.",
        Key::OpponentHand => "the other side's tile.",
    }
}
