//! Text of a foreign format in a puzzle file, such as a level that was just pasted.

use super::clipboard::pasted;
use crate::analysis::{Diagnostic, FileHead, Lint, Puzzle};
use crate::text::{Line, Span, lines};

/// Rows of letters also look like rows of a board that a blank line cut off.
const LIKE_A_BOARD: &str = "lunar-rows";

/// Reads one section that starts with a `puzzle` line. Text of a foreign format in it is one
/// diagnostic, instead of one for each line.
pub fn read_puzzle(text: &str, head: &FileHead) -> Puzzle {
    let puzzle = Puzzle::read(text, head);
    // A section may start with foreign text instead of a header.
    let header = puzzle.section.header.as_ref().map(|header| header.span);
    let below = header.and_then(|header| {
        let mut lines = lines(text);
        let line = lines.find(|line| line.span.touches(header.start));
        line.map(Line::next_start)
    });
    let below = below.unwrap_or_default();
    match foreign(text, below, puzzle.diagnostics()) {
        Some(diagnostics) => puzzle.with_diagnostics(diagnostics),
        None => puzzle,
    }
}

/// Reads the head of a file in the same way.
pub fn read_head(text: &str) -> FileHead {
    let head = FileHead::read(text);
    match foreign(text, 0, head.diagnostics()) {
        Some(diagnostics) => head.with_diagnostics(diagnostics),
        None => head,
    }
}

/// Returns the diagnostics with one for the foreign text below `start`, if there is some.
fn foreign(text: &str, start: u32, diagnostics: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    let wrong = diagnostics.iter().map(|diagnostic| diagnostic.span);
    let wrong = wrong.filter(|span| span.start >= start);
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

/// Returns the span from the first line of the paragraph in which a span starts to the last line
/// of the one in which it ends. Comments belong to no paragraph.
fn paragraphs(text: &str, span: Span) -> Span {
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
    let touched = paragraphs.into_iter();
    let touched = touched.filter(|other| other.start <= span.end && span.start <= other.end);
    touched.reduce(Span::cover).unwrap_or(span)
}
