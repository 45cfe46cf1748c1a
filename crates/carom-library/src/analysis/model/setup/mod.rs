//! From the tree of a puzzle to a position of its game, and back.
//!
//! Each game reads its own keys and glyphs. A fault of the setup names pieces and squares, and is
//! mapped back to the text here. The notation of a game is in its folder, and is registered here.

mod lunar;
mod object;
mod ricochet;
mod rush;
mod slider;
mod source;
mod tilt;
mod words;
mod write;

pub(crate) use object::piece_id;
pub use object::{ObjectInfo, PlacedObject};
pub(crate) use ricochet::NONE;
pub use source::LocatedPosition;
pub(crate) use source::drawing;
pub(crate) use source::{KeyNotation, Notation, Source};
pub use write::{Unwritable, WritablePuzzle, WriteSetup, write_puzzle};

use crate::analysis::{Diagnostic, FileHead, Lint};
use crate::games::{self, Game, Position};
use crate::syntax::{Key, ParsedSection};
use crate::text::Span;
pub(crate) use source::{Entry, entry};
pub(crate) use words::claimed_result;

/// The notation of a game.
pub(crate) fn notation(game: Game) -> &'static Notation {
    match game {
        Game::Lunar => &lunar::NOTATION,
        Game::Ricochet => &ricochet::NOTATION,
        Game::Slider => &slider::NOTATION,
        Game::Rush => &rush::NOTATION,
        Game::Tilt => &tilt::NOTATION,
    }
}

/// Returns a tiny puzzle of a game and moves from its start, for a picture in its guide.
pub(crate) fn example(game: Game) -> (&'static str, &'static [&'static str]) {
    notation(game).example
}

/// Returns a setup that leads to a position. A setup does not include what the position remembers
/// of earlier moves: the axes a robot has moved along, pieces that have left, collected items, and
/// the steps of a turn that has begun.
pub fn setup_of(position: &Position) -> Box<dyn WriteSetup> {
    match position {
        Position::Lunar(position) => Box::new(games::lunar::Setup::from(position)),
        Position::Ricochet(position) => Box::new(games::ricochet::Setup::from(position)),
        Position::Slider(position) => Box::new(games::slider::Setup::from(position)),
        Position::Rush(position) => Box::new(games::rush::Setup::from(position)),
        Position::Tilt(position) => Box::new(games::tilt::Setup::from(position)),
    }
}

/// Whether `key` has a meaning in a puzzle of this game: it is a key of this game or of all games.
pub(crate) fn takes(game: Game, key: Key) -> bool {
    let takes = |game| notation(game).keys.known.contains(&key);
    takes(game) || !Game::ALL.into_iter().any(takes)
}

/// Reads a puzzle of `game` with the header at `header`. Without a position, the diagnostics say
/// why.
pub(crate) fn read(
    text: &str,
    section: &ParsedSection,
    file: &FileHead,
    game: Game,
    header: Span,
) -> (Option<LocatedPosition>, Vec<Diagnostic>) {
    let mut source = Source {
        text,
        section,
        file,
        game,
        notation: notation(game),
        header,
        diagnostics: Vec::new(),
        objects: Vec::new(),
        cells: Vec::new(),
        spans: Vec::new(),
    };
    for field in &section.fields {
        if let Some(key) = field.key
            && !takes(game, key)
        {
            let message = format!("unexpected key `{}` in a {} puzzle", key.name(), game.name());
            source.report(with_other_claim(
                Diagnostic::new(Lint::UnknownKey, field.key_span, message),
                game,
                key,
            ));
        }
    }
    let placed = (notation(game).read)(&mut source);
    (placed, source.diagnostics)
}

/// If the game has another key for claims, adds the fix that writes that key.
fn with_other_claim(diagnostic: Diagnostic, game: Game, key: Key) -> Diagnostic {
    let (other, help) = match key {
        Key::Moves => (Key::Result, "the claim here is the value: `win N`, `loss N` or `draw`"),
        Key::Result => (Key::Moves, "the claim here is the fewest moves, or `none`"),
        _ => return diagnostic,
    };
    if !takes(game, other) {
        return diagnostic;
    }
    diagnostic.with_help(help).with_unsafe_word(other.name())
}
