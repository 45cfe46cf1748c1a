//! The words that keys accept, and their meanings.

use crate::analysis::View;
use crate::analysis::model::setup::{Entry, entry, notation};
use crate::analysis::model::view::words_of;
use crate::games::Game;
use crate::syntax::Key;

/// Returns the words that a key accepts in puzzles of a game, if they are few.
pub(crate) fn words(game: Game, key: Key) -> Vec<Entry> {
    match key {
        Key::Rules => {
            let words = game.rule_words();
            words.map(|word| entry(word, game.rule_meaning(word).unwrap_or_default())).collect()
        }
        Key::Moves => vec![entry("none", "the puzzle is meant to be unsolvable")],
        _ => (notation(game).keys.words)(key),
    }
}

/// Returns the names of the puzzle's items that are not quests yet, and their places.
pub(crate) fn quests(view: &View<'_>) -> Vec<Entry> {
    let section = &view.puzzle.section;
    let quests = words_of(section, Key::Quests);
    let groups = crate::analysis::editor::occurrences::item_groups(view).into_iter();
    let free = groups.filter_map(|group| {
        let (name, places) = group.split_first()?;
        let is_quest = quests.iter().any(|quest| quest.text == name.text);
        let place = places.first().map_or("", |place| &place.text);
        (!is_quest).then(|| (name.text.clone(), format!("the item on {place}")))
    });
    free.collect()
}
