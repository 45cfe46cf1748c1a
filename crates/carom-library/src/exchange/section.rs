//! One section of a puzzle file, or its head: foreign text or a stray board in it is one diagnostic,
//! instead of one for each line.

use std::iter;

use super::clipboard::pasted;
use super::format::lfs_pointer;
use super::source_file::fault;
use crate::analysis::{Diagnostic, FileHead, Lint, Puzzle};
use crate::syntax::is_diagram;
use crate::text::{Line, Span, lines};

/// Rows of letters also look like rows of a board that a blank line cut off.
const LIKE_A_BOARD: &str = "lunar-rows";

/// Reads one section that starts with a `puzzle` line.
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

/// Reads the head of a file.
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
