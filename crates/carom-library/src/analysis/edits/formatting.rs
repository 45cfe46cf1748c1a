//! A file in the standard layout, and the edits that format it.

use std::ops::Range;

use crate::analysis::Diagnostic;
use crate::analysis::lints::checks::syntax::diagnostic;
use crate::games::{Game, Tile};
use crate::syntax;
use crate::text::{Edit, LineEnding, Span, diff_lines, lines};

/// A text in the standard layout, except for puzzles with syntax errors.
#[derive(Clone, Debug)]
pub struct Formatted {
    /// The text.
    pub text: String,
    /// The first puzzles that were left unchanged, byte for byte.
    pub left: Vec<UnformattedPuzzle>,
    /// The number of further ones.
    pub more_left: usize,
}

/// A puzzle, or the head of a file, that cannot be formatted because of syntax errors.
#[derive(Clone, Debug)]
pub struct UnformattedPuzzle {
    /// Its span, with the comments above it.
    pub span: Span,
    /// Its `puzzle` line. The head of a file has none.
    pub header: Option<Span>,
    /// Its name.
    pub name: Option<String>,
    /// The syntax errors that hide its layout.
    pub diagnostics: Vec<Diagnostic>,
}

impl AsRef<str> for Formatted {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// Formats `text` with the given line ending. A puzzle with syntax errors that hide its layout
/// stays unchanged.
pub fn format(text: &str, ending: LineEnding) -> Formatted {
    let formatted = syntax::format(text, ending, |game, glyph| {
        let tile = Game::from_name(game).and_then(|game| game.tile(glyph));
        tile.map_or(glyph, Tile::glyph)
    });
    let left = formatted.left.into_iter().map(|left| {
        let faults = left.errors.iter();
        UnformattedPuzzle {
            span: left.span,
            header: left.header,
            name: syntax::name(left.span.slice(text)),
            diagnostics: faults.map(|fault| diagnostic(text, fault, None)).collect(),
        }
    });
    Formatted { left: left.collect(), more_left: formatted.more_left, text: formatted.text }
}

/// Returns the edits that format the lines of `range`, or all lines. They change as few lines as
/// possible, so that cursors and marks stay in place.
pub fn formatting(text: &str, ending: LineEnding, range: Option<Span>) -> Vec<Edit> {
    let new = format(text, ending).text;
    let (old_lines, new_lines) = (whole_lines(text), whole_lines(&new));
    let slices = |lines: &[Span], text| -> Vec<_> {
        let slices = lines.iter().map(|line| line.slice(text));
        slices.collect()
    };
    let changes = diff_lines(&slices(&old_lines, text), &slices(&new_lines, &new));
    let edits = changes.into_iter().filter_map(|change| {
        let span = cover(&old_lines, change.old, text);
        let is_wanted = |range: Span| span.start <= range.end && range.start <= span.end;
        let lines = cover(&new_lines, change.new, &new);
        let edit = || Edit::replace(span, lines.slice(&new));
        range.is_none_or(is_wanted).then(edit)
    });
    edits.collect()
}

/// Returns the lines with their terminators.
fn whole_lines(text: &str) -> Vec<Span> {
    let whole = lines(text).map(|line| Span::new(line.span.start, line.next_start()));
    whole.filter(|line| !line.is_empty()).collect()
}

/// Returns the span of these lines, or the offset before which they would be.
fn cover(lines: &[Span], numbers: Range<usize>, text: &str) -> Span {
    let end = Span::from_range(0..text.len()).end;
    let start_of = |number| lines.get(number).map_or(end, |line: &Span| line.start);
    Span::new(start_of(numbers.start), start_of(numbers.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply;

    const TEXT: &str = "puzzle lunar\n   moves:  4\n  board:\n      @ .\n      . +\n";

    #[test]
    fn edits_give_the_standard_layout() {
        let edits = formatting(TEXT, LineEnding::Auto, None);
        assert_eq!(apply(TEXT, &edits), format(TEXT, LineEnding::Auto).text);
    }

    #[test]
    fn puzzle_with_an_error_is_not_changed() {
        let text = format!("{TEXT}puzzle lunar \"open\n  board:\n {TEXT}");
        let formatted = format(TEXT, LineEnding::Auto).text;
        let expected = format!("{formatted}\npuzzle lunar \"open\n  board:\n\n{formatted}");
        assert_eq!(apply(&text, &formatting(&text, LineEnding::Auto, None)), expected);
        let left = format(&text, LineEnding::Auto).left;
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].diagnostics.len(), 1);
        let message = &left[0].diagnostics[0].message;
        assert_eq!(message, "missing closing quote after the name");
    }

    #[test]
    fn range_edits_leave_the_rest() {
        let at = TEXT.find("moves").unwrap() as u32;
        let edits = formatting(TEXT, LineEnding::Auto, Some(Span::empty(at)));
        let expected = TEXT.replace("   moves:  4", "  moves: 4");
        assert_eq!(apply(TEXT, &edits), expected);
    }
}
