//! What an author typed of a document in one go.

use ropey::Rope;

use crate::text::{Span, lines};

/// The part of a document that was typed last without a break, from the start of
/// a line. Nobody has to see that its lines move while they are written.
#[derive(Debug, Default)]
pub(in crate::lsp) struct Typed(Span);

impl Typed {
    /// Takes in that `text` was put in the place of `span`; `rope` is the text
    /// of the document since.
    pub(super) fn edit(&mut self, rope: &Rope, span: Span, text: &str) {
        let new = Span::from_range(0..text.len()).shifted(span.start);
        // More than a line at once was pasted: it is not the author's doing how
        // that is indented.
        let is_pasted = lines(text).filter(|line| line.end.is_some()).count() > 1;
        let Span { start, end } = self.0;
        self.0 = if is_pasted {
            Span::new(line_start(rope, new.end), new.end)
        } else if start <= span.start && span.end <= end {
            Span::new(start, end - span.len() + new.len())
        } else {
            Span::new(line_start(rope, new.start), new.end)
        };
    }

    /// Takes in that all before the line of `offset` is in its place, and moves
    /// by the author's will from then on.
    pub(in crate::lsp) fn settle(&mut self, rope: &Rope, offset: u32) {
        if self.0.touches(offset) {
            self.0.start = line_start(rope, offset);
        }
    }

    /// Where what was typed with the line of `offset` starts.
    pub(in crate::lsp) fn start(&self, rope: &Rope, offset: u32) -> u32 {
        if self.0.touches(offset) {
            self.0.start
        } else {
            line_start(rope, offset)
        }
    }
}

fn line_start(rope: &Rope, offset: u32) -> u32 {
    let line = rope.try_byte_to_line(offset as usize);
    let start = line.and_then(|line| rope.try_line_to_byte(line));
    let start = start.ok().and_then(|start| u32::try_from(start).ok());
    start.unwrap_or(offset)
}
