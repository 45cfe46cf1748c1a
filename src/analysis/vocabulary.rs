//! The words that the values of keys take, and what they mean.

use super::View;
use super::view::words_of;
use crate::games::{Game, ricochet};
use crate::syntax::Key;

/// A word and what it means.
pub(super) type Entry = (String, String);

/// The words that a key takes in puzzles of a game, where they are a few.
pub(super) fn words(game: Game, key: Key) -> Vec<Entry> {
    let entry = |word: &str, meaning: &str| (word.to_owned(), meaning.to_owned());
    match (game, key) {
        (_, Key::Rules) => {
            let words = game.rule_words();
            words
                .map(|word| entry(word, game.rule_meaning(word).unwrap_or_default()))
                .collect()
        }
        (_, Key::Moves) => vec![entry("none", "the puzzle is meant to be unsolvable")],
        (Game::Slider, Key::ToMove) => {
            let sides = game
                .glyphs()
                .iter()
                .filter(|(glyph, _)| game.is_man(*glyph));
            sides
                .map(|(glyph, meaning)| (glyph.to_string(), format!("the side of {meaning}")))
                .collect()
        }
        (Game::Slider, Key::Result) => vec![
            entry("win", "the side to move wins; the number of plies follows"),
            entry("loss", "the other side wins; the number of plies follows"),
            entry("draw", "neither side can force a win"),
        ],
        (Game::Ricochet, Key::Tiles) => ricochet::Face::ALL.map(face).to_vec(),
        (Game::Ricochet, Key::Target) => {
            let any = game.glyphs().iter().filter(|(glyph, _)| *glyph == '*');
            let any = any.map(|(glyph, meaning)| (glyph.to_string(), (*meaning).to_owned()));
            any.chain(ricochet::Symbol::all().map(symbol)).collect()
        }
        (Game::Rush, Key::Items) => vec![
            entry("hand", "on the tile in the hand"),
            entry("opponent", "on the tile in the opponent's hand"),
        ],
        _ => Vec::new(),
    }
}

fn face(face: ricochet::Face) -> Entry {
    let side = if face.name().ends_with('F') {
        "front"
    } else {
        "back"
    };
    let meaning = format!("the {side} of tile {}", face.tile());
    (face.name().to_owned(), meaning)
}

fn symbol(symbol: ricochet::Symbol) -> Entry {
    let meaning = match symbol.robot() {
        Some(robot) => format!("the symbol on a tile, a target of the robot {robot}"),
        None => "the symbol on a tile, a target of any robot".to_owned(),
    };
    (symbol.name().to_owned(), meaning)
}

/// The names of the puzzle's items that are no quests yet, and where they are.
pub(super) fn quests(view: &View<'_>) -> Vec<Entry> {
    let section = &view.puzzle.section;
    let quests = words_of(section, Key::Quests);
    let groups = super::occurrences::item_groups(view).into_iter();
    let free = groups.filter_map(|group| {
        let (name, places) = group.split_first()?;
        let is_quest = quests.iter().any(|quest| quest.text == name.text);
        let place = places.first().map_or("", |place| &place.text);
        (!is_quest).then(|| (name.text.clone(), format!("the item on {place}")))
    });
    free.collect()
}
