//! Where a piece stands and moves: for highlights, references, definitions
//! and renaming.

use super::View;
use super::view::{holds, words_of};
use crate::syntax::{Key, MoveKind};
use crate::text::{Edit, Span};

/// A place that speaks of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The place.
    pub span: Span,
    /// What it says of the piece.
    pub role: Role,
}

/// What a place says of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It stands there.
    Place,
    /// That is its target.
    Target,
    /// It passes through that diagonal.
    Diagonal,
    /// It moves.
    Move,
}

/// The piece that `offset` speaks of.
fn piece_at(view: &View<'_>, offset: u32) -> Option<char> {
    let names = pieces(view);
    let places = names.into_iter().flat_map(|name| {
        occurrences_of(view, name)
            .into_iter()
            .map(move |o| (name, o))
    });
    let places: Vec<_> = places.collect();
    let within = places.iter().find(|(_, place)| holds(place.span, offset));
    let found = within.or_else(|| places.iter().find(|(_, o)| o.span.touches(offset)));
    found.map(|(name, _)| *name)
}

/// The pieces of the puzzle, by the glyphs that place them.
pub(super) fn pieces(view: &View<'_>) -> Vec<char> {
    let Some(game) = view.puzzle.game else {
        return Vec::new();
    };
    let section = &view.puzzle.section;
    let rows = section.board().into_iter().flat_map(|board| &board.rows);
    let cells = rows.flat_map(|row| &row.cells).map(|cell| cell.glyph);
    let words = words_of(section, Key::Robots).into_iter();
    let listed = words.filter_map(|word| single(&word.text));
    let mut names: Vec<char> = cells.chain(listed).filter(|&c| game.is_piece(c)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The only character of a word.
pub(super) fn single(word: &str) -> Option<char> {
    let mut characters = word.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// All places that speak of the piece of this name.
pub(super) fn occurrences_of(view: &View<'_>, name: char) -> Vec<Occurrence> {
    let section = &view.puzzle.section;
    let target = view.puzzle.game.and_then(|game| game.target_of(name));
    let mut found = Vec::new();
    let mut add = |span, role| found.push(Occurrence { span, role });
    let rows = section.board().into_iter().flat_map(|board| &board.rows);
    for cell in rows.flat_map(|row| &row.cells) {
        if cell.glyph == name {
            add(cell.span, Role::Place);
        } else if Some(cell.glyph) == target {
            add(cell.span, Role::Target);
        }
    }
    for word in words_of(section, Key::Robots) {
        if single(&word.text) == Some(name) {
            add(word.span, Role::Place);
        }
    }
    for word in words_of(section, Key::Target) {
        if target.is_some() && single(&word.text) == target {
            add(word.span, Role::Target);
        }
    }
    for word in words_of(section, Key::Diagonals) {
        let is_of_piece = word.text.starts_with(name) && word.text.ends_with(['/', '\\']);
        if is_of_piece {
            let end = word.span.start.saturating_add(1);
            add(Span::new(word.span.start, end), Role::Diagonal);
        }
    }
    for token in section.solution().unwrap_or_default() {
        if let MoveKind::Move { subject, .. } = &token.kind
            && single(&subject.text) == Some(name)
        {
            add(subject.span, Role::Move);
        }
    }
    found
}

/// All places that speak of the piece that `offset` speaks of.
pub fn occurrences(view: &View<'_>, offset: u32) -> Vec<Occurrence> {
    let piece = piece_at(view, offset).or_else(|| {
        let (_, token) = view.move_at(offset)?;
        match &token.kind {
            MoveKind::Move { subject, .. } => single(&subject.text),
            _ => None,
        }
    });
    piece
        .map(|name| occurrences_of(view, name))
        .unwrap_or_default()
}

/// Where the piece stands that `offset` speaks of.
pub fn definition(view: &View<'_>, offset: u32) -> Option<Span> {
    let mut places = occurrences(view, offset).into_iter();
    let place = places.find(|occurrence| occurrence.role == Role::Place);
    place.map(|occurrence| occurrence.span)
}

/// What may be renamed at `offset`: the name of the puzzle, or a piece.
pub fn renamable(view: &View<'_>, offset: u32) -> Option<Span> {
    if let Some(name) = puzzle_name(view, offset) {
        return Some(name);
    }
    piece_at(view, offset)?;
    let places = occurrences(view, offset).into_iter();
    let mut spans = places.map(|occurrence| occurrence.span);
    spans.find(|span| span.touches(offset))
}

/// The name of the puzzle without its quotes.
fn puzzle_name(view: &View<'_>, offset: u32) -> Option<Span> {
    let name = view.puzzle.section.header.as_ref()?.name.as_ref()?;
    let inner = Span::new(name.span.start + 1, name.span.end.saturating_sub(1));
    name.span.touches(offset).then_some(inner)
}

/// The edits that give the puzzle or piece at `offset` a new name.
///
/// # Errors
///
/// Why it cannot have that name.
pub fn rename(view: &View<'_>, offset: u32, new: &str) -> Result<Vec<Edit>, String> {
    if let Some(span) = puzzle_name(view, offset) {
        if new.contains(['\n', '\r']) {
            return Err("a name stands on one line".to_owned());
        }
        let escaped = new.replace('\\', "\\\\").replace('"', "\\\"");
        return Ok(vec![Edit::replace(span, escaped)]);
    }
    let (Some(old), Some(game)) = (piece_at(view, offset), view.puzzle.game) else {
        return Err("there is nothing to rename here".to_owned());
    };
    let Some(name) = single(new).filter(|&new| game.may_become(old, new)) else {
        return Err(format!("`{new}` is no name for `{old}`"));
    };
    if name == old {
        return Ok(Vec::new());
    }
    if pieces(view).contains(&name) {
        return Err(format!("there is a piece `{name}` already"));
    }
    let edits = occurrences_of(view, old).into_iter().map(|occurrence| {
        let text = match occurrence.role {
            Role::Target => game.target_of(name).unwrap_or(name),
            Role::Place | Role::Diagonal | Role::Move => name,
        };
        Edit::replace(occurrence.span, text)
    });
    Ok(edits.collect())
}
