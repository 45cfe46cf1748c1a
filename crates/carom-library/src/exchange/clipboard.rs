//! Conversion of single puzzles, for the clipboard of an editor and for foreign text in a puzzle
//! file.

use super::format::Refusal;
use super::{FORMATS, Format, carom, recognise};
use crate::analysis::{FileHead, Puzzle};
use crate::syntax::sections;
use crate::text::{Edit, Span, lines};

/// Converts the puzzles of a text in a foreign format to carom. Returns `None` if no format is
/// recognised or a part cannot be read.
pub fn puzzles_of(text: &str) -> Option<(&'static Format, String)> {
    let format = recognise(text).filter(|format| !format.is_own())?;
    let import = format.import(text)?;
    if !import.faults.is_empty() || import.records.is_empty() {
        return None;
    }
    let records = import.records.iter();
    let puzzles: Result<Vec<String>, Refusal> = records.map(carom::write).collect();
    Some((format, puzzles.ok()?.join("\n")))
}

/// Returns the edit that converts foreign puzzles pasted into a puzzle file: the selected lines,
/// or, with an empty selection, the paragraph around it.
pub fn pasted(text: &str, selected: Span) -> Option<(&'static Format, Edit)> {
    let span = whole_lines(text, selected);
    let (format, puzzles) = puzzles_of(span.slice(text))?;
    let before = text.get(..span.start as usize).unwrap_or_default();
    let gap = match before.is_empty() || before.ends_with("\n\n") {
        true => "",
        false => "\n",
    };
    let is_new = !is_understood(text, span);
    is_new.then(|| (format, Edit::replace(span, format!("{gap}{puzzles}"))))
}

/// Whether lines are already a well-formed part of a puzzle.
fn is_understood(text: &str, span: Span) -> bool {
    let mut sections = sections(text).into_iter().skip(1);
    let section = sections.find(|section| section.start <= span.start && span.start < section.end);
    section.is_some_and(|section| {
        let puzzle = Puzzle::read(section.slice(text), &FileHead::default());
        let mut found = puzzle.diagnostics().iter();
        !found.any(|found| {
            let place = found.span.shifted(section.start);
            place.start < span.end && span.start <= place.end
        })
    })
}

fn whole_lines(text: &str, selected: Span) -> Span {
    let all: Vec<Span> = lines(text).map(|line| line.span).collect();
    let touches = |line: &Span| line.start <= selected.end && selected.start <= line.end;
    let first = all.iter().position(touches).unwrap_or_default();
    let last = all.iter().rposition(touches).unwrap_or_default();
    let is_said = |number: usize| {
        let line = all.get(number).map(|line| line.slice(text).trim());
        line.is_some_and(|line| !line.is_empty())
    };
    let (mut first, mut last) = (first, last);
    if selected.is_empty() {
        while first > 0 && is_said(first - 1) {
            first -= 1;
        }
        while is_said(last + 1) {
            last += 1;
        }
    }
    match (all.get(first), all.get(last)) {
        (Some(first), Some(last)) => {
            let after = text.get(last.end as usize..).unwrap_or_default();
            let end = if after.starts_with("\r\n") { 2 } else { u32::from(!after.is_empty()) };
            Span::new(first.start, last.end + end)
        }
        _ => Span::empty(0),
    }
}

/// Exports a puzzle of a puzzle file to one format, or to all foreign formats of its game.
pub fn written_as(
    text: &str,
    head: &FileHead,
    name: Option<&str>,
) -> Vec<(&'static Format, Result<String, Refusal>)> {
    let Some(record) = carom::record(text, head) else {
        return Vec::new();
    };
    let formats = FORMATS
        .iter()
        .filter(|format| match name {
            Some(name) => format.name == name,
            None => !format.is_own() && format.has(record.position.game()),
        })
        .filter(|format| format.write.is_some());
    formats.map(|format| (format, format.export(&record).map(|written| written.text))).collect()
}
