//! New names for puzzles, pieces and items.

use super::View;
use super::occurrences::{Role, Subject, occurrences_of, single, subject_at, subjects};
use crate::text::{Edit, Span};

/// What may be renamed at `offset`: the name of the puzzle, a piece or an item.
pub fn renamable(view: &View<'_>, offset: u32) -> Option<Span> {
    if let Some(name) = puzzle_name(view, offset) {
        return Some(name);
    }
    let subject = subject_at(view, offset)?;
    subject.name()?;
    let places = occurrences_of(view, &subject).into_iter();
    let mut named = places.filter(|occurrence| occurrence.role != Role::Square);
    let found = named.find(|occurrence| occurrence.span.touches(offset));
    found.map(|occurrence| occurrence.span)
}

/// The name of the puzzle without its quotes.
fn puzzle_name(view: &View<'_>, offset: u32) -> Option<Span> {
    let name = view.puzzle.section.header.as_ref()?.name.as_ref()?;
    let inner = Span::new(name.span.start + 1, name.span.end.saturating_sub(1));
    name.span.touches(offset).then_some(inner)
}

/// The edits that give the puzzle, piece or item at `offset` a new name.
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
    let subject = subject_at(view, offset).filter(|_| renamable(view, offset).is_some());
    let Some(subject) = subject else {
        return Err("there is nothing to rename here".to_owned());
    };
    let is_valid = match (&subject, view.puzzle.game) {
        (Subject::Piece(old), Some(game)) => {
            single(new).is_some_and(|new| game.may_become(*old, new))
        }
        (Subject::Item(_), _) => {
            let is_ours = |c: char| !c.is_whitespace() && !c.is_control() && !",;:\"".contains(c);
            !new.is_empty() && new.chars().all(is_ours)
        }
        _ => false,
    };
    let old = subject.name().unwrap_or_default();
    if !is_valid {
        return Err(format!("`{new}` is no name for `{old}`"));
    }
    if new == old {
        return Ok(Vec::new());
    }
    let mut names = subjects(view).into_iter().filter_map(|other| other.name());
    if names.any(|name| name == new) {
        return Err(format!("there is `{new}` already"));
    }
    let edits = occurrences_of(view, &subject).into_iter();
    let edits = edits.filter_map(|occurrence| {
        let text = match (occurrence.role, &subject) {
            (Role::Square, _) => return None,
            (Role::Target, Subject::Piece(_)) => {
                let target = single(new).and_then(|new| view.puzzle.game?.target_of(new));
                target.map_or_else(|| new.to_owned(), |target| target.to_string())
            }
            _ => new.to_owned(),
        };
        Some(Edit::replace(occurrence.span, text))
    });
    Ok(edits.collect())
}
