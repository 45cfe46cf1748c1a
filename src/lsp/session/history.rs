//! The edits that the preview can undo and redo.

use tower_lsp::ls_types::Uri;

/// The maximum number of edits that can be undone.
const HISTORY: usize = 100;

#[derive(Clone, Debug)]
pub(crate) struct AppliedEdit {
    pub(crate) uri: Uri,
    pub(crate) before: String,
    pub(crate) after: String,
}

impl AppliedEdit {
    /// Returns the edit that takes this one back.
    fn inverse(self) -> Self {
        Self { uri: self.uri, before: self.after, after: self.before }
    }
}

/// Whether to undo or to redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Undo,
    Redo,
}

/// The edits of carom that can be undone and redone.
#[derive(Debug, Default)]
pub(crate) struct History {
    done: Vec<AppliedEdit>,
    undone: Vec<AppliedEdit>,
}

impl History {
    pub(crate) fn push(&mut self, edit: AppliedEdit) {
        self.undone.clear();
        self.done.push(edit);
        let excess = self.done.len().saturating_sub(HISTORY);
        self.done.drain(..excess);
    }

    /// Returns the next edit to apply in a direction.
    pub(crate) fn next(&self, direction: Direction) -> Option<AppliedEdit> {
        match direction {
            Direction::Undo => self.done.last().cloned().map(AppliedEdit::inverse),
            Direction::Redo => self.undone.last().cloned(),
        }
    }

    /// Records that the next edit in a direction was applied.
    pub(crate) fn advance(&mut self, direction: Direction) {
        let (from, to) = match direction {
            Direction::Undo => (&mut self.done, &mut self.undone),
            Direction::Redo => (&mut self.undone, &mut self.done),
        };
        to.extend(from.pop());
    }
}
