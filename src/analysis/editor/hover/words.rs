//! Keys and words of values.

use crate::analysis::model::vocabulary;
use crate::games::Game;
use crate::syntax::Key;

/// A key and what it is for.
pub(super) fn key(key: Key) -> String {
    format!("`{}:` {}", key.name(), key.meaning())
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

/// Returns a Markdown code block.
pub(super) fn fenced(text: &str) -> String {
    format!("\n\n```text\n{text}\n```\n")
}
