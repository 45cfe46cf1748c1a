//! A file in the standard layout, and the edits that lead there.

use similar::{Algorithm, capture_diff_slices};

use super::Diagnostic;
use super::diagnostics::syntax::diagnostic;
use crate::games::Game;
use crate::syntax;
use crate::text::{Edit, LineEnding, Span, lines};

/// A text in the standard layout, as far as its layout can be told.
#[derive(Clone, Debug)]
pub struct Formatted {
    /// The text.
    pub text: String,
    /// The puzzles that were left as they are, to the byte.
    pub left: Vec<LeftPuzzle>,
}

/// A puzzle whose layout cannot be told, or what stands before the first one.
#[derive(Clone, Debug)]
pub struct LeftPuzzle {
    /// Where it stands, with the comments above it.
    pub span: Span,
    /// Its `puzzle` line; what stands before the first one has none.
    pub header: Option<Span>,
    /// Its name.
    pub name: Option<String>,
    /// What hides its layout.
    pub diagnostics: Vec<Diagnostic>,
}

impl AsRef<str> for Formatted {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// `text` in the standard layout, its lines ended as `ending` says. A puzzle
/// whose faults hide its layout is left as it is; the others are laid out.
pub fn format(text: &str, ending: LineEnding) -> Formatted {
    let formatted = syntax::format(text, ending, |game, glyph| {
        Game::from_name(game).map_or(glyph, |game| game.standard_glyph(glyph))
    });
    let left = formatted.left.into_iter().map(|left| {
        let faults = left.faults.iter();
        LeftPuzzle {
            span: left.span,
            header: left.header,
            name: syntax::name(left.span.slice(text)),
            diagnostics: faults.map(|fault| diagnostic(text, fault, None)).collect(),
        }
    });
    Formatted {
        left: left.collect(),
        text: formatted.text,
    }
}

/// The edits that bring the lines of `range`, or all of them, into the
/// standard layout, as far as it can be told: the fewest lines, so that cursors
/// and marks stay.
pub fn formatting(text: &str, ending: LineEnding, range: Option<Span>) -> Vec<Edit> {
    let new = format(text, ending).text;
    let (old_lines, new_lines) = (whole_lines(text), whole_lines(&new));
    let slices = |lines: &[Span], text: &str| -> Vec<String> {
        lines
            .iter()
            .map(|line| line.slice(text).to_owned())
            .collect()
    };
    let (old, new_text) = (slices(&old_lines, text), slices(&new_lines, &new));
    let end = Span::from_range(0..text.len()).end;
    let mut edits = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &old, &new_text) {
        let (from, to) = (op.old_range(), op.new_range());
        let old = old.get(from.clone()).unwrap_or_default();
        let new = new_text.get(to).unwrap_or_default();
        if old == new {
            continue;
        }
        let start = old_lines.get(from.start).map_or(end, |line| line.start);
        let stop = match from.end.checked_sub(1).filter(|_| !from.is_empty()) {
            Some(last) => old_lines.get(last).map_or(end, |line| line.end),
            None => start,
        };
        let span = Span::new(start, stop);
        let is_wanted = |range: Span| span.start <= range.end && range.start <= span.end;
        if range.is_none_or(is_wanted) {
            edits.push(Edit::replace(span, new.concat()));
        }
    }
    edits
}

/// The lines with what ends them.
fn whole_lines(text: &str) -> Vec<Span> {
    let whole = lines(text).map(|line| Span::new(line.span.start, line.next_start()));
    whole.filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply;

    const TEXT: &str = "puzzle lunar\n   moves:  4\n  board:\n      @ .\n      . +\n";

    #[test]
    fn the_edits_lead_to_the_standard_layout() {
        let edits = formatting(TEXT, LineEnding::Auto, None);
        assert_eq!(apply(TEXT, &edits), format(TEXT, LineEnding::Auto).text);
    }

    #[test]
    fn a_puzzle_with_a_fault_is_left() {
        let text = format!("{TEXT}puzzle lunar \"open\n  board:\n {TEXT}");
        let formatted = format(TEXT, LineEnding::Auto).text;
        let expected = format!("{formatted}\npuzzle lunar \"open\n  board:\n\n{formatted}");
        assert_eq!(
            apply(&text, &formatting(&text, LineEnding::Auto, None)),
            expected
        );
        let left = format(&text, LineEnding::Auto).left;
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].diagnostics.len(), 1);
        let message = &left[0].diagnostics[0].message;
        assert_eq!(message, "the name has no closing quote");
    }

    #[test]
    fn a_range_leaves_the_rest() {
        let at = TEXT.find("moves").unwrap() as u32;
        let edits = formatting(TEXT, LineEnding::Auto, Some(Span::empty(at)));
        let expected = TEXT.replace("   moves:  4", "  moves: 4");
        assert_eq!(apply(TEXT, &edits), expected);
    }
}
