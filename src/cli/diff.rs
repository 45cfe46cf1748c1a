//! Unified diffs of changed files.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use crate::text::{LineChange, diff_lines};

/// The number of context lines.
const CONTEXT: usize = 3;

/// Writes the difference between two texts of a file.
pub(super) fn diff(
    name: &str,
    old: &str,
    new: &str,
    out: &mut impl Write,
    is_coloured: bool,
) -> io::Result<()> {
    let old: Vec<_> = old.split_inclusive('\n').collect();
    let new: Vec<_> = new.split_inclusive('\n').collect();
    let changes = diff_lines(&old, &new);
    let mut sheet = DiffWriter { out, is_coloured };
    if !changes.is_empty() {
        let name = quoted(name);
        sheet.write('-', &format!("-- {name}\n"))?;
        sheet.write('+', &format!("++ {name}\n"))?;
    }
    // Changes with overlapping context share a hunk.
    for hunk in changes.chunk_by(|one, next| next.old.start - one.old.end <= 2 * CONTEXT) {
        sheet.write_hunk(hunk, &old, &new)?;
    }
    Ok(())
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

/// The output of a diff.
struct DiffWriter<'o, W> {
    out: &'o mut W,
    is_coloured: bool,
}

impl<W: Write> DiffWriter<'_, W> {
    fn write_hunk(&mut self, changes: &[LineChange], old: &[&str], new: &[&str]) -> io::Result<()> {
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
            return Ok(());
        };
        // The context has equally many lines in both texts.
        let before = first.old.start.min(CONTEXT);
        let after = (old.len() - last.old.end).min(CONTEXT);
        let shown = |start: usize, end: usize| start - before..end + after;
        let shown_old = shown(first.old.start, last.old.end);
        let shown_new = shown(first.new.start, last.new.end);
        let ranges = format!("@ -{} +{} @@\n", place(&shown_old), place(&shown_new));
        self.write('@', &ranges)?;
        let mut stays = shown_old.start;
        for change in changes {
            self.write_lines(' ', old, stays..change.old.start)?;
            self.write_lines('-', old, change.old.clone())?;
            self.write_lines('+', new, change.new.clone())?;
            stays = change.old.end;
        }
        self.write_lines(' ', old, stays..shown_old.end)
    }

    fn write_lines(&mut self, sign: char, lines: &[&str], numbers: Range<usize>) -> io::Result<()> {
        for line in lines.get(numbers).unwrap_or_default() {
            self.write(sign, line)?;
            if !line.ends_with('\n') {
                writeln!(self.out, "\\ No newline at end of file")?;
            }
        }
        Ok(())
    }

    /// Writes a sign and a line in the colour of the sign.
    fn write(&mut self, sign: char, line: &str) -> io::Result<()> {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let colour = match sign {
            '+' => "\u{1b}[32m",
            '-' => "\u{1b}[31m",
            '@' => "\u{1b}[36m",
            _ => "",
        };
        if self.is_coloured && !colour.is_empty() {
            writeln!(self.out, "{colour}{sign}{line}\u{1b}[0m")
        } else {
            writeln!(self.out, "{sign}{line}")
        }
    }
}

/// Formats the first line and the number of lines for a hunk header. A number of one is omitted,
/// and an empty range names the line before it.
fn place(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unified(old: &str, new: &str) -> String {
        let mut out = Vec::new();
        diff("a", old, new, &mut out, false).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn names_are_quoted_like_git() {
        assert_eq!(quoted("a \"b\".carom"), "a \"b\".carom");
        assert_eq!(quoted("\\\"é\n\u{85}"), r#""\\\"é\012\302\205""#);
    }

    #[test]
    fn hunks_have_three_lines_of_context() {
        assert_eq!(unified("1\n", "1\n"), "");
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let near = old.replace("1\n", "one\n").replace("8\n", "");
        let hunk = "@@ -1,9 +1,8 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n 9\n";
        assert_eq!(unified(old, &near), format!("--- a\n+++ a\n{hunk}"));
        let far = old.replace("1\n", "one\n").replace("9\n", "");
        let hunks = "@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,4 +6,3 @@\n 6\n 7\n 8\n-9\n";
        assert_eq!(unified(old, &far), format!("--- a\n+++ a\n{hunks}"));
    }

    #[test]
    fn hunk_header_of_one_line_has_no_count() {
        assert_eq!(unified("", "1\n"), "--- a\n+++ a\n@@ -0,0 +1 @@\n+1\n");
        assert_eq!(unified("1\n", ""), "--- a\n+++ a\n@@ -1 +0,0 @@\n-1\n");
    }

    #[test]
    fn unterminated_last_line_is_reported() {
        let missing = "\\ No newline at end of file\n";
        let hunk = format!("@@ -1,2 +1,2 @@\n 1\n-2\n{missing}+2\n");
        assert_eq!(unified("1\n2", "1\n2\n"), format!("--- a\n+++ a\n{hunk}"));
        let hunk = format!("@@ -1,2 +1,2 @@\n-1\n+one\n 2\n{missing}");
        assert_eq!(unified("1\n2", "one\n2"), format!("--- a\n+++ a\n{hunk}"));
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
            let text = if is_open {
                rest.strip_suffix('\n').unwrap()
            } else {
                rest
            };
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
            old in "([ab]?(\r?\n)){0,40}a?",
            edits in proptest::collection::vec((0..40_usize, "([ab]?\r?\n){0,2}"), 0..5),
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

    #[test]
    fn ends_of_lines_are_kept() {
        let hunk = "@@ -1 +1 @@\n-1\r\n+1\n";
        assert_eq!(unified("1\r\n", "1\n"), format!("--- a\n+++ a\n{hunk}"));
    }
}
