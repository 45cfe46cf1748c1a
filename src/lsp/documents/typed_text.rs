//! The text that was typed without a pause.

use ropey::Rope;

use crate::text::{Span, lines};

/// The span that was typed last without a pause, from the start of a line. On-type formatting does
/// not move these lines while they are typed.
#[derive(Debug, Default)]
pub(in crate::lsp) struct TypedText(Span);

impl TypedText {
    /// Records an edit. `rope` is the new text.
    pub(super) fn edit(&mut self, rope: &Rope, span: Span, text: &str) {
        let new = Span::from_range(0..text.len()).shifted(span.start);
        // Several lines at once were pasted; their indentation is not the author's.
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

    /// Marks everything before the line of `offset` as final.
    pub(in crate::lsp) fn settle(&mut self, rope: &Rope, offset: u32) {
        if self.0.touches(offset) {
            self.0.start = line_start(rope, offset);
        }
    }

    /// Returns the start of the text typed together with the line of `offset`.
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
