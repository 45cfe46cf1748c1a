//! Formats with one puzzle per line, and comments after `#`.

use super::record::{Import, Note, PuzzleRecord};
use crate::text::{Span, lines};

/// Returns the non-blank lines, trimmed.
pub(super) fn content(text: &str) -> impl Iterator<Item = (Span, &str)> {
    let lines = lines(text).map(|line| line.span.slice(text));
    let trimmed = lines.map(|line| line.trim_matches([' ', '\t', '\u{feff}']));
    let filled = trimmed.filter(|line| !line.is_empty());
    filled.map(|line| (Span::of(text, line), line))
}

/// Returns the first line that is not a comment.
pub(super) fn first(text: &str) -> Option<&str> {
    let mut lines = content(text).filter(|(_, line)| !line.starts_with('#'));
    lines.next().map(|(_, line)| line)
}

/// Reads each line as a puzzle. Comments belong to the puzzle below them, or to the last one.
pub(super) fn read<'t>(
    text: &'t str,
    puzzle: impl Fn(Span, &'t str) -> Result<PuzzleRecord, Vec<Note>>,
) -> Import {
    let mut import = Import::default();
    let mut comments = Vec::new();
    for (span, line) in content(text) {
        if let Some(comment) = line.strip_prefix('#') {
            comments.push(comment.trim().to_owned());
            continue;
        }
        let mut record = puzzle(span, line);
        if let Ok(record) = &mut record {
            record.comments = std::mem::take(&mut comments);
        }
        import.add(record);
    }
    import.add_comments(comments);
    import
}

/// Returns a line, with the comments of its puzzle above it.
pub(super) fn commented(record: &PuzzleRecord, line: &str) -> String {
    let comments = record.comments.iter().flat_map(|comment| comment.split('\n'));
    let comment = |comment: &str| format!("# {comment}").trim_end().to_owned();
    let mut lines: Vec<String> = comments.map(|words| comment(words.trim())).collect();
    lines.push(line.to_owned());
    lines.join("\n") + "\n"
}
