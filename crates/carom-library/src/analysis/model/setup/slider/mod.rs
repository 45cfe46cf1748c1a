//! Reading a Slider puzzle.

use super::source::starter;
use super::write::WriteSetup;
use super::{Entry, KeyNotation, LocatedPosition, Notation, Source, claimed_result, entry};
use crate::analysis::model::moves::Wrong;
use crate::analysis::{Diagnostic, Lint, quoted};
use crate::games::slider::{self, Setup, Side};
use crate::games::{FaultKind, Game, Move};
use crate::syntax::{Key, MoveKind, MoveText};

/// The notation of Slider.
pub(super) const NOTATION: Notation = Notation {
    keys: KeyNotation { known: &[Key::Result, Key::ToMove], words, ..KeyNotation::MOVES },
    glyph_help: "`.` is floor, `#` a block, `H` and `V` the pieces of the two sides",
    fault_help: &[(FaultKind::NoPiece, "place the pieces of the two sides as `H` and `V`")],
    example: ("puzzle slider\n  board:\n    . . . .\n    . H . .\n    . . . .\n    . . V .\n", &[]),
    names: "",
    usual_sizes: &[4, 5, 6],
    start,
    read,
    read_move,
};

/// The pieces are on their usual starts: one side along the left border, the other along the
/// lower one.
fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
    let glyphs = |place| [(place, 0, 'H'), (columns - 1, place + 1, 'V')];
    let drawn = starter((columns, rows), (4, 4), || (0..columns - 1).flat_map(glyphs).collect());
    drawn.filter(|_| columns == rows)
}

fn read_move(token: &MoveText) -> Result<Move, Wrong> {
    let wrong_form = || Wrong::form(Game::Slider, token);
    match &token.kind {
        MoveKind::Pass => Ok(slider::Move::Pass.into()),
        MoveKind::Move { subject, arrow, walk: None } => Ok(Move::Slider(slider::Move::Step {
            from: subject.text.parse().map_err(|_| wrong_form())?,
            direction: arrow.arrow,
        })),
        MoveKind::Move { walk: Some(_), .. } | MoveKind::Bad => Err(wrong_form()),
    }
}

fn words(key: Key) -> Vec<Entry> {
    match key {
        Key::ToMove => {
            let sides =
                Game::Slider.glyphs().iter().filter(|(glyph, _)| Game::Slider.is_nameless(*glyph));
            sides
                .map(|(glyph, meaning)| (glyph.to_string(), format!("the side of {meaning}")))
                .collect()
        }
        Key::Result => vec![
            entry("win", "the side to move wins; the number of plies follows"),
            entry("loss", "the other side wins; the number of plies follows"),
            entry("draw", "neither side can force a win"),
        ],
        _ => Vec::new(),
    }
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    let to_move = to_move(source);
    if let Some((span, None)) = claimed_result(source.section) {
        let message = format!("expected a result, found {}", quoted(span.slice(source.text)));
        source.report(
            Diagnostic::new(Lint::BadValue, span, message)
                .with_help("write `win N`, `loss N` or `draw`, with N the number of plies"),
        );
    }
    // A fault of one does not hide those of the other.
    let setup: Option<Setup> = source.setup();
    source.located(Setup { to_move: to_move?, ..setup? }.position())
}

/// Reads `to-move: H`, which is the default, or `to-move: V`.
fn to_move(source: &mut Source<'_>) -> Option<Side> {
    let words = source.groups(Key::ToMove).concat();
    let Some(first) = words.first() else {
        return Some(Side::H);
    };
    let mut characters = first.text.chars();
    let side = characters.next().and_then(Side::from_glyph);
    if words.len() == 1 && characters.next().is_none() && side.is_some() {
        return side;
    }
    let span = super::words::span_of(&words);
    let diagnostic = Diagnostic::new(Lint::BadValue, span, "expected `H` or `V`");
    let upper = first.text.to_ascii_uppercase();
    source.report(match matches!(upper.as_str(), "H" | "V") && words.len() == 1 {
        true => diagnostic.with_safe_word(&upper),
        false => diagnostic,
    });
    None
}

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Slider
    }

    fn keys(&self) -> Vec<(Key, String)> {
        let is_default = self.to_move == Side::default();
        (!is_default).then(|| (Key::ToMove, self.to_move.to_string())).into_iter().collect()
    }
}
