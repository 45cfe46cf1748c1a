//! Text that is shown as it is.

/// A block that keeps its columns.
pub(super) fn fenced(text: &str) -> String {
    format!("\n\n```text\n{text}\n```\n")
}
