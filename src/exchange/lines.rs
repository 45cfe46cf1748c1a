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

/// Reads each line as a puzzle, which has the comments above it.
pub(super) fn read<'t>(
    text: &'t str,
    puzzle: impl Fn(Span, &'t str) -> Result<Draft, Note>,
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
            Err(fault) => reading.faults.push(fault),
        }
    }
    reading
}

/// The lines of a puzzle: its comments, and the line as it was read where that
/// still says the same, else the one that is given. `meaning` tells what a line
/// says in the words of this program.
pub(super) fn write(
    draft: &Draft,
    as_read: &str,
    line: &str,
    meaning: impl Fn(&str) -> Option<String>,
) -> String {
    let as_read = draft.own(as_read);
    let as_read = as_read.filter(|as_read| meaning(as_read).as_deref() == Some(line));
    let mut text = String::new();
    for comment in draft.comments.iter().flat_map(|comment| comment.lines()) {
        text.push_str(&format!("# {}\n", comment.trim()));
    }
    text.push_str(as_read.unwrap_or(line));
    text.push('\n');
    text
}
