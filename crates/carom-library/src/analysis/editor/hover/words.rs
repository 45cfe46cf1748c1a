//! Hover texts of keys and words of values.

use crate::analysis::model::vocabulary;
use crate::games::Game;
use crate::syntax::Key;

/// Describes a key.
pub(super) fn key(key: Key) -> String {
    format!("`{}:` {}", key.name(), key.meaning())
}

/// Describes a word of a `rules` line.
pub(super) fn rule(game: Game, word: &str) -> Option<String> {
    let meaning = game.rule_meaning(word)?;
    Some(format!("`{word}` ({}): {meaning}", game.title()))
}

/// Describes a word of another value, if it has a meaning in the game.
pub(super) fn word(game: Game, key: Key, word: &str) -> Option<String> {
    let words = vocabulary::words(game, key);
    let (_, meaning) = words.into_iter().find(|(known, _)| known == word)?;
    Some(format!("`{word}`: {meaning}"))
}

/// Returns a Markdown code block.
pub(super) fn fenced(text: &str) -> String {
    format!("\n\n```text\n{text}\n```\n")
}
