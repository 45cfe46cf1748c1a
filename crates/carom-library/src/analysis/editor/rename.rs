//! New names for puzzles, pieces and items.

use crate::analysis::View;
use crate::analysis::editor::occurrences::{
    Role, Subject, occurrences_of, single, subject_at, subjects,
};
use crate::games::BoardObject;
use crate::syntax::{QuotedName, escaped};
use crate::text::{Edit, Span};

/// An object that can be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamable {
    /// The span of its name.
    pub span: Span,
    /// Its name, which the text may spell with other characters.
    pub name: String,
}

/// Returns what can be renamed at `offset`: the name of the puzzle, a piece or an item.
pub fn renamable(view: &View<'_>, offset: u32) -> Option<Renamable> {
    if let Some(name) = name_at(view, offset) {
        let inner = within_quotes(view.text, name);
        // The cursor may be next to a quote.
        let is_inside = inner.touches(offset);
        return Some(Renamable {
            span: if is_inside { inner } else { name.span },
            name: name.value.clone(),
        });
    }
    let subject = subject_at(view, offset)?;
    subject.name()?;
    let places = occurrences_of(view, &subject).into_iter();
    let mut named = places.filter(|occurrence| occurrence.role != Role::Square);
    let found = named.find(|occurrence| occurrence.span.touches(offset))?;
    Some(Renamable { span: found.span, name: found.span.slice(view.text).to_owned() })
}

/// Returns the name of the puzzle, if the cursor is on it.
fn name_at<'a>(view: &View<'a>, offset: u32) -> Option<&'a QuotedName> {
    let name = view.puzzle.section.name()?;
    name.span.touches(offset).then_some(name)
}

/// Returns the span of the name without its quotes of any kind.
fn within_quotes(text: &str, name: &QuotedName) -> Span {
    let written = name.span.slice(text);
    if written == name.value {
        return name.span;
    }
    let mut inner = written.chars();
    inner.next();
    inner.next_back();
    Span::of(text, inner.as_str())
}

/// Returns the new name of a puzzle, as it is meant: quotes and escapes are not part of it.
///
/// # Errors
///
/// The reason why no puzzle can have this name.
pub fn puzzle_name(name: &str) -> Result<&str, String> {
    match name.contains(['\n', '\r']) {
        true => Err("a name stands on one line".to_owned()),
        false => Ok(name),
    }
}

/// Returns the edits that rename the puzzle, piece or item at `offset`.
///
/// # Errors
///
/// The reason why it cannot have that name.
pub fn rename(view: &View<'_>, offset: u32, new: &str) -> Result<Vec<Edit>, String> {
    if let Some(name) = name_at(view, offset) {
        let escaped = escaped(puzzle_name(new)?);
        let edit = match name.span.slice(view.text).starts_with('"') {
            true => Edit::replace(within_quotes(view.text, name), escaped),
            false => Edit::replace(name.span, format!("\"{escaped}\"")),
        };
        return Ok(vec![edit]);
    }
    let subject = subject_at(view, offset).filter(|_| renamable(view, offset).is_some());
    let Some(subject) = subject else {
        return Err("there is nothing to rename here".to_owned());
    };
    let is_valid = match (&subject, view.puzzle.game) {
        (Subject::Piece(old), Some(game)) => {
            single(new).is_some_and(|new| game.can_rename(*old, new))
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
    if let Some(colour) =
        printed_colours(view).find(|colour| [old.as_str(), new].contains(&colour.as_str()))
    {
        return Err(format!(
            "a diagonal that is printed on the tiles has the colour of `{colour}`"
        ));
    }
    let edits = occurrences_of(view, &subject).into_iter().filter_map(|occurrence| {
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

/// Returns the robots that pass through a diagonal that is printed on the tiles.
fn printed_colours(view: &View<'_>) -> impl Iterator<Item = String> {
    let placed = view.puzzle.placed.as_ref();
    let objects = placed.into_iter().flat_map(|placed| &placed.objects);
    objects.filter(|entry| entry.is_printed()).filter_map(|entry| match entry.object {
        BoardObject::Diagonal(_, robot) => robot.map(String::from),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{AnswerState, FileHead, Puzzle};
    use crate::syntax::Header;
    use crate::text::apply;

    fn with_view<T>(text: &str, work: impl FnOnce(&View<'_>) -> T) -> T {
        let puzzle = Puzzle::read(text, &FileHead::default());
        work(&View::new(text, &puzzle, AnswerState::Nothing))
    }

    /// The part after the header, in all texts.
    const BODY: &str = "\n  moves: 1\n  board:\n    @ . + A\n  solution: @>\n";

    const NAMES: [&str; 9] = ["Maze", "", "x", "é", "a \"b\"", "\\", "a\\\"", "a ; b", "“𝄞”"];

    fn escaped(name: &str) -> String {
        name.replace('\\', "\\\\").replace('"', "\\\"")
    }

    fn header_of(text: &str) -> Header {
        let read = Puzzle::read(text, &FileHead::default());
        read.section.header.unwrap()
    }

    /// Returns names as authors write them, with or without quotes, and with text after them.
    fn headers() -> impl Iterator<Item = String> {
        let names = NAMES.into_iter().flat_map(|name| {
            let quoted = format!("\"{}\"", escaped(name));
            [quoted, name.to_owned(), format!("“{name}”"), format!("'{name}'"), format!("\"{name}")]
        });
        names.flat_map(|name| {
            ["", " ", " ; it\"s", " more"].map(|end| format!("puzzle lunar {name}{end}"))
        })
    }

    #[test]
    fn rename_works_from_any_position_in_the_puzzle_name() {
        let mut renamed = 0;
        for header in headers() {
            let text = format!("{header}{BODY}");
            for (at, _) in header.char_indices().chain([(header.len(), ' ')]) {
                let at = Span::from_range(0..at).end;
                let found = with_view(&text, |view| renamable(view, at));
                if let Some(found) = &found {
                    assert!(found.span.touches(at), "{text}{at}: {found:?}");
                    assert!(text.get(found.span.range()).is_some(), "{text}{at}: {found:?}");
                }
                for new in NAMES {
                    let edits = with_view(&text, |view| rename(view, at, new));
                    assert_eq!(edits.is_ok(), found.is_some(), "{text}{at}");
                    let Ok(edits) = edits else { continue };
                    let now = apply(&text, &edits);
                    let old = header_of(&text).name.unwrap().span;
                    let quoted = format!("\"{}\"", escaped(new));
                    let expected = apply(&text, &[Edit::replace(old, quoted)]);
                    assert_eq!(now, expected);
                    assert_eq!(header_of(&now).name.unwrap().value, new, "{text}{now}");
                    renamed += 1;
                }
            }
        }
        assert!(renamed > 1_000);
    }

    #[test]
    fn names_are_offered_unescaped() {
        for (name, place) in
            [("Maze", "Maze"), ("“Maze”", "Maze"), ("\"a \\\"b\\\"\"", "a \\\"b\\\"")]
        {
            let text = format!("puzzle lunar {name}{BODY}");
            let within = Span::from_range(0..text.find(place).unwrap() + 1).end;
            let found = with_view(&text, |view| renamable(view, within)).unwrap();
            assert_eq!(found.span.slice(&text), place);
            assert_eq!(found.name, place.replace('\\', ""));
        }
    }
}
