//! Forms with a puzzle a line, and comments after `#`.

use super::draft::{Draft, Note, Reading};
use crate::text::{Span, lines};

/// The lines that say something, without the blanks around.
pub(super) fn content(text: &str) -> impl Iterator<Item = (Span, &str)> {
    let lines = lines(text).map(|line| line.span.slice(text));
    let trimmed = lines.map(|line| line.trim_matches([' ', '\t', '\u{feff}']));
    let said = trimmed.filter(|line| !line.is_empty());
    said.map(|line| (Span::of(text, line), line))
}

/// The first line that is no comment.
pub(super) fn first(text: &str) -> Option<&str> {
    let mut said = content(text).filter(|(_, line)| !line.starts_with('#'));
    said.next().map(|(_, line)| line)
}

/// Reads each line as a puzzle, which has the comments above it; those below the
/// last line are of the last puzzle.
pub(super) fn read<'t>(
    text: &'t str,
    puzzle: impl Fn(Span, &'t str) -> Result<Draft, Vec<Note>>,
) -> Reading {
    let mut reading = Reading::default();
    let mut comments = Vec::new();
    for (span, line) in content(text) {
        if let Some(comment) = line.strip_prefix('#') {
            comments.push(comment.trim().to_owned());
            continue;
        }
        match puzzle(span, line) {
            Ok(mut draft) => {
                draft.comments = std::mem::take(&mut comments);
                reading.drafts.push(draft);
            }
            Err(faults) => reading.faults.extend(faults),
        }
    }
    if let Some(last) = reading.drafts.last_mut().filter(|_| !comments.is_empty()) {
        last.comments.append(&mut comments);
    }
    reading
}

/// A line with the comments of its puzzle.
pub(super) fn commented(draft: &Draft, line: &str) -> String {
    let comments = draft.comments.iter();
    let comments = comments.flat_map(|comment| comment.split('\n'));
    let comment = |comment: &str| format!("# {comment}").trim_end().to_owned();
    let mut lines: Vec<String> = comments.map(|words| comment(words.trim())).collect();
    lines.push(line.to_owned());
    lines.join("\n") + "\n"
}
