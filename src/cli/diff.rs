//! Unified diffs of changed files.

use std::borrow::Cow;
use std::io::{self, Write};

use similar::{ChangeTag, TextDiff};

use crate::words::escape_controls;

/// Writes the difference between two texts of a file. Only line feeds end its lines, as for
/// `patch`.
pub(super) fn diff(
    name: &str,
    old: &str,
    new: &str,
    out: &mut impl Write,
    is_coloured: bool,
) -> io::Result<()> {
    let mut write = |sign: char, line: &str| {
        let colour = match sign {
            '+' => "\u{1b}[32m",
            '-' => "\u{1b}[31m",
            '@' => "\u{1b}[36m",
            _ => "",
        };
        let (line, end) = line.strip_suffix('\r').map_or((line, ""), |line| (line, "\r"));
        let line = shown(line);
        match is_coloured && !colour.is_empty() {
            true => writeln!(out, "{colour}{line}\u{1b}[0m{end}"),
            false => writeln!(out, "{line}{end}"),
        }
    };
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let diff = TextDiff::configure().diff_slices(&old, &new);
    for (number, hunk) in diff.unified_diff().iter_hunks().enumerate() {
        if number == 0 {
            let name = quoted(name);
            write('-', &format!("--- {name}"))?;
            write('+', &format!("+++ {name}"))?;
        }
        write('@', &hunk.header().to_string())?;
        for change in hunk.iter_changes() {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let line = change.value().strip_suffix('\n');
            write(sign, &format!("{sign}{}", line.unwrap_or(change.value())))?;
            if line.is_none() {
                write('\\', "\\ No newline at end of file")?;
            }
        }
    }
    Ok(())
}

/// Escapes control characters. Carriage returns stay: without them, `patch` would not find a line.
fn shown(line: &str) -> String {
    let parts = line.split_inclusive(['\t', '\r']).map(|part| {
        let text = part.trim_end_matches(['\t', '\r']);
        escape_controls(text) + part.strip_prefix(text).unwrap_or_default()
    });
    parts.collect()
}

/// Quotes a file name with control characters, as git and patch do.
fn quoted(name: &str) -> Cow<'_, str> {
    if !name.contains(char::is_control) {
        return Cow::Borrowed(name);
    }
    let mut quoted = String::from("\"");
    for character in name.chars() {
        if character.is_control() {
            let bytes = character.to_string().into_bytes();
            quoted.extend(bytes.iter().map(|byte| format!("\\{byte:03o}")));
        } else {
            if matches!(character, '"' | '\\') {
                quoted.push('\\');
            }
            quoted.push(character);
        }
    }
    quoted.push('"');
    Cow::Owned(quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_like_git() {
        assert_eq!(quoted("a \"b\".carom"), "a \"b\".carom");
        assert_eq!(quoted("\\\"é\n\u{85}"), r#""\\\"é\012\302\205""#);
    }

    fn unified(old: &str, new: &str) -> String {
        let mut out = Vec::new();
        diff("a", old, new, &mut out, false).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn changes_have_three_lines_of_context() {
        assert_eq!(unified("1\n", "1\n"), "");
        let old = "1\r\n2\n3\n4\n5\n6\n7\n8\n9";
        let new = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let hunks = "@@ -1,4 +1,4 @@\n-1\r\n+1\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n\
                     \\ No newline at end of file\n+9\n";
        assert_eq!(unified(old, new), format!("--- a\n+++ a\n{hunks}"));
    }

    /// Applies a unified diff to `old`. Panics if a line of the diff does not match.
    fn patched(old: &str, patch: &str) -> String {
        let of = |range: &str| -> (usize, usize) {
            let (start, count) = range.split_once(',').unwrap_or((range, "1"));
            (start.parse().unwrap(), count.parse().unwrap())
        };
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let (mut new, mut at, mut ends) = (String::new(), 0, (0, 0));
        let mut lines = patch.split_inclusive('\n').skip(2).peekable();
        while let Some(line) = lines.next() {
            let (sign, rest) = line.split_at(1);
            if sign == "@" {
                assert_eq!((at, new.split_inclusive('\n').count()), ends, "{patch}");
                let (range, rest) = rest.strip_prefix("@ -").unwrap().split_once(" +").unwrap();
                let (range, there) = (of(range), of(rest.split(' ').next().unwrap()));
                // An empty range names the line before it.
                let start = range.0 - usize::from(range.1 > 0);
                new.push_str(&old[at..start].concat());
                at = start;
                let there_start = there.0 - usize::from(there.1 > 0);
                assert_eq!(new.split_inclusive('\n').count(), there_start, "{patch}");
                ends = (start + range.1, there_start + there.1);
                continue;
            }
            let is_open = lines.next_if(|next| next.starts_with('\\')).is_some();
            let text = if is_open { rest.strip_suffix('\n').unwrap() } else { rest };
            if sign != "+" {
                assert_eq!(old[at], text, "{patch}");
                at += 1;
            }
            if sign != "-" {
                new.push_str(text);
            }
        }
        assert_eq!((at, new.split_inclusive('\n').count()), ends, "{patch}");
        new.push_str(&old[at..].concat());
        new
    }

    proptest::proptest! {
        #[test]
        fn diff_turns_one_text_into_the_other(
            old in "([ab]?\r?[ab]?\n){0,40}[a\r]?",
            edits in proptest::collection::vec((0..40_usize, "([ab]?\r?[ab]?\n){0,2}"), 0..5),
        ) {
            let mut lines: Vec<&str> = old.split_inclusive('\n').collect();
            for (at, edit) in &edits {
                if let Some(line) = lines.get_mut(*at) {
                    *line = edit;
                }
            }
            let new = lines.concat();
            proptest::prop_assert_eq!(patched(&old, &unified(&old, &new)), new);
        }
    }
}
