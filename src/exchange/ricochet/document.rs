//! A Markdown document with a board between fences.

use crate::exchange::record::Note;
use crate::text::Span;

/// The fence of a code block.
pub(super) const FENCE: &str = "```";

/// The lines of a document, split at its board.
pub(super) struct Document<'l, 't> {
    pub(super) above: &'l [&'t str],
    /// The fence above the board, which may name a language.
    pub(super) opening: &'t str,
    pub(super) board: &'l [&'t str],
    pub(super) below: &'l [&'t str],
}

impl<'l, 't> Document<'l, 't> {
    /// Finds the block whose first line `is_board`, or else the first block.
    ///
    /// # Errors
    ///
    /// A note if a block does not end, or there is no board or a second one.
    pub(super) fn of(
        text: &str,
        lines: &'l [&'t str],
        is_board: impl Fn(&str) -> bool,
    ) -> Result<Self, Note> {
        let mut found: Option<Self> = None;
        let mut found_board = false;
        let mut at = 0;
        while let Some((opening, rest)) = lines.get(at..).and_then(<[_]>::split_first) {
            let above = lines.get(..at).unwrap_or_default();
            at += 1;
            let Some(ticks) = ticks_of(opening) else {
                continue;
            };
            let closes = |line: &&str| {
                let line = line.trim();
                line.len() >= ticks && line.bytes().all(|byte| byte == b'`')
            };
            let Some(length) = rest.iter().position(closes) else {
                let note = Note::new(Span::of(text, opening.trim()), "unclosed code block");
                return Err(note.with_help("end it with a line of ```"));
            };
            at += length + 1;
            let board = rest.get(..length).unwrap_or_default();
            let is_board = board.first().is_some_and(|line| is_board(line));
            if is_board && found_board {
                let head = board.first().unwrap_or(opening);
                let note = Note::new(Span::of(text, head), "duplicate board");
                return Err(note.with_help("a file has one puzzle"));
            }
            if is_board || found.is_none() {
                let below = rest.get(length + 1..).unwrap_or_default();
                found = Some(Self {
                    above,
                    opening,
                    board,
                    below,
                });
            }
            found_board |= is_board;
        }
        found.ok_or_else(|| {
            let end = Span::of(text, text.get(text.len()..).unwrap_or_default());
            Note::new(end, "expected a board").with_help("draw it between two lines of ```")
        })
    }
}

/// Returns the number of backticks of a line that opens a block.
pub(super) fn ticks_of(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let after = line.trim_start_matches('`');
    let ticks = line.len() - after.len();
    // Inline code has more backticks on the line.
    (ticks >= FENCE.len() && !after.contains('`')).then_some(ticks)
}

/// Returns lines as comments, with single blank lines between paragraphs.
pub(super) fn prose<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut prose: Vec<String> = Vec::new();
    for line in lines.map(str::trim) {
        let is_wanted = prose.last().is_some_and(|last| !last.is_empty());
        if !line.is_empty() || is_wanted {
            prose.push(line.to_owned());
        }
    }
    if prose.last().is_some_and(String::is_empty) {
        prose.pop();
    }
    prose
}
