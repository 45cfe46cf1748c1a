//! Spans, lines and edits of a text, independent of its meaning.

mod diff;
mod edit;
mod line_index;
mod lines;
mod names;
mod span;

pub use diff::LineChange;
pub use diff::diff_lines;
pub use edit::{Edit, apply, sort_edits};
pub use line_index::{Encoding, LineColumn, LineIndex};
pub use lines::{Line, LineEnd, LineEnding, end_of_line, lines};
pub use names::DistinctNames;
pub use span::Span;
