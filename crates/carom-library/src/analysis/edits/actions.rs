//! Edits that write the answer of a puzzle into its text.

use super::claims::{author_claim, is_same};
use crate::analysis::View;
use crate::analysis::model::view::field_span;
use crate::analysis::model::words::solution_line;
use crate::syntax::{Claim, Field, FieldValue, Key};
use crate::text::{Edit, Line, Span, end_of_line, lines};

/// Returns the edit that writes the optimal solution, replacing the author's. Returns `None` if it
/// is not known or already there.
pub fn insert_solution(view: &View<'_>) -> Option<Edit> {
    let line = solution_line(view.answer()?).filter(|line| !line.is_empty())?;
    write_solution(view, &line)
}

/// Returns the edit that writes a solution, replacing the author's. Returns `None` if it is already
/// there.
pub(crate) fn write_solution(view: &View<'_>, line: &str) -> Option<Edit> {
    if let Some(field) = view.puzzle.section.field(Key::Solution) {
        return replace_value(view, field, line);
    }
    let spans = view.puzzle.section.fields.iter().map(field_span);
    let last = spans.fold(view.puzzle.header_span(), Span::cover).end;
    let end = end_of_line(view.text, last);
    let text = format!("{}  solution: {line}", view.puzzle.line_end());
    Some(Edit::insert(end, text))
}

/// Returns the edit that writes the fewest moves or the result. Returns `None` if that is not known,
/// already there, or to or from `none`: only the author can say that a puzzle is meant to be
/// unsolvable.
pub fn record_moves(view: &View<'_>) -> Option<Edit> {
    let (key, claim) = author_claim(view.answer()?)?;
    match view.puzzle.section.field(key) {
        Some(field) if field.value == FieldValue::Claim(Some(Claim::None)) => None,
        Some(field) => replace_value(view, field, &claim),
        None => Some(view.puzzle.insert_key(&format!("{}: {claim}", key.name()))),
    }
}

pub(super) fn replace_value(view: &View<'_>, field: &Field, value: &str) -> Option<Edit> {
    if is_same(field.value_span.slice(view.text), value) {
        return None;
    }
    if !field.value_span.is_empty() {
        let value = with_comments(view, field, value);
        return Some(Edit::replace(field.value_span, value));
    }
    let after = view.text.get(field.key_span.end as usize..)?;
    let colon = Span::from_range(0..after.find(':')? + 1).end;
    Some(Edit::insert(field.key_span.end.saturating_add(colon), format!(" {value}")))
}

/// Returns a value with the comments between the lines of the old one, each on its own line from
/// the second line on.
fn with_comments(view: &View<'_>, field: &Field, value: &str) -> String {
    let (mut written, span) = (value.to_owned(), field.value_span);
    let FieldValue::Moves(tokens) = &field.value else {
        return written;
    };
    let meets = |line: &Line| line.span.start <= span.end && span.start <= line.span.end;
    for line in lines(view.text).filter(meets) {
        let last = tokens
            .iter()
            .rev()
            .map(|token| token.span)
            .find(|token| line.span.start <= token.start && token.end <= line.span.end);
        let after = last.map_or(line.span.start, |token| token.end);
        let rest = Span::new(after, line.span.end);
        if !rest.slice(view.text).contains(';') {
            continue;
        }
        // The text after the old value stays.
        let within = Span::new(after, line.span.end.min(span.end)).slice(view.text);
        if line.span.start <= span.start {
            written.push_str(within);
        } else {
            written.push_str(view.puzzle.line_end());
            written.push_str("    ");
            written.push_str(within.trim_start());
        }
    }
    written
}
