//! Conversion of single puzzles, for the clipboard of an editor, and foreign text in puzzle files.

use std::iter;

use super::format::{Refusal, lfs_pointer};
use super::source_file::fault;
use super::{FORMATS, Format, carom, recognise};
use crate::analysis::{Diagnostic, FileHead, Lint, Puzzle};
use crate::syntax::{is_diagram, sections};
use crate::text::{Edit, Line, Span, lines};

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

/// Rows of letters also look like rows of a board that a blank line cut off.
const LIKE_A_BOARD: &str = "lunar-rows";

/// Reads one section that starts with a `puzzle` line. Text of a foreign format in it is one
/// diagnostic, instead of one for each line.
pub fn read_puzzle(text: &str, head: &FileHead) -> Puzzle {
    let puzzle = Puzzle::read(text, head);
    // A section may start with foreign text instead of a header.
    let header = puzzle.section.header.as_ref().map(|header| header.span);
    let below = header
        .and_then(|header| {
            let mut lines = lines(text);
            let line = lines.find(|line| line.span.touches(header.start));
            line.map(Line::next_start)
        })
        .unwrap_or_default();
    let found = puzzle.diagnostics();
    match foreign(text, below, found).or_else(|| diagram(text, header.is_some(), found)) {
        Some(diagnostics) => puzzle.with_diagnostics(diagnostics),
        None => puzzle,
    }
}

/// Reads the head of a file in the same way.
pub fn read_head(text: &str) -> FileHead {
    if let Some(pointer) = lfs_pointer(text) {
        return FileHead::with_faults(vec![fault(pointer)]);
    }
    let head = FileHead::read(text);
    let found = head.diagnostics();
    match foreign(text, 0, found).or_else(|| diagram(text, false, found)) {
        Some(diagnostics) => head.with_diagnostics(diagnostics),
        None => head,
    }
}

/// Returns the diagnostics with one for the foreign text below `start`, if there is some.
fn foreign(text: &str, start: u32, diagnostics: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    let wrong =
        diagnostics.iter().map(|diagnostic| diagnostic.span).filter(|span| span.start >= start);
    let all = wrong.clone().reduce(Span::cover)?;
    let first = wrong.min()?;
    let whole = paragraphs(text, all);
    let (format, edit) = pasted(text, whole)
        .filter(|_| whole.start >= start)
        .or_else(|| pasted(text, paragraphs(text, first)))
        .filter(|(format, edit)| format.name != LIKE_A_BOARD && edit.span.start >= start)?;
    let span = edit.span;
    let shown = Span::from_range(0..span.slice(text).trim_end().len()).shifted(span.start);
    let message = format!("text of a foreign format: {}", format.about);
    let title = format!("convert to a puzzle (from {})", format.name);
    let found = Diagnostic::new(Lint::ForeignFormat, shown, message);
    let is_outside = |span: Span| span.end < shown.start || shown.end < span.start;
    let others = diagnostics.iter().filter(|other| is_outside(other.span));
    let mut all: Vec<Diagnostic> = others.cloned().collect();
    all.push(found.with_unsafe_fix(title, vec![edit]));
    Some(all)
}

/// Returns the diagnostics with one for a board that is drawn outside of a puzzle.
fn diagram(text: &str, has_header: bool, diagnostics: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    let is_stray = |found: &Diagnostic| found.lint == Lint::Syntax && found.fixes.is_empty();
    let stray = diagnostics.iter().filter(|found| is_stray(found)).map(|found| found.span);
    let all = all_paragraphs(text);
    let mut places: Vec<Span> = stray.map(|span| touched(&all, span)).collect();
    // Many errors are in one paragraph.
    places.sort();
    places.dedup();
    let place = places.into_iter().find(|place| is_diagram(place.slice(text)))?;
    let found = Diagnostic::new(
        Lint::ForeignFormat,
        place,
        "board with letters and numbers at its edges, outside of a puzzle",
    );
    let found = found.with_help("write `puzzle`, its game and `board:` above it");
    let is_within = |other: Span| place.start <= other.start && other.end <= place.end;
    // Without a header, the lines around it belong to it.
    let others = diagnostics
        .iter()
        .filter(|other| !is_within(other.span) && (has_header || other.lint != Lint::Syntax));
    Some(iter::once(found).chain(others.cloned()).collect())
}

/// Returns the span from the first line of the paragraph in which a span starts to the last line
/// of the one in which it ends. Comments belong to no paragraph.
fn paragraphs(text: &str, span: Span) -> Span {
    touched(&all_paragraphs(text), span)
}

fn all_paragraphs(text: &str) -> Vec<Span> {
    let mut paragraphs: Vec<Span> = Vec::new();
    let mut goes_on = false;
    for line in lines(text) {
        let shown = line.span.slice(text).trim();
        let is_text = !shown.is_empty() && !shown.starts_with(';');
        match paragraphs.last_mut().filter(|_| goes_on && is_text) {
            Some(last) => *last = last.cover(line.span),
            None if is_text => paragraphs.push(line.span),
            None => {}
        }
        goes_on = is_text;
    }
    paragraphs
}

/// Returns the span of the paragraphs that a span touches, or the span itself.
fn touched(paragraphs: &[Span], span: Span) -> Span {
    let first = paragraphs.partition_point(|other| other.end < span.start);
    let end = paragraphs.partition_point(|other| other.start <= span.end);
    let touched = paragraphs.get(first..end).unwrap_or_default();
    match touched {
        [] => span,
        [only] => *only,
        [first, .., last] => first.cover(*last),
    }
}
