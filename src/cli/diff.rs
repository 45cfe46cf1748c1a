//! Unified diffs of changed files.

use std::borrow::Cow;
use std::io::{self, Write};

use similar::TextDiff;

/// Writes the difference between two texts of a file.
pub(super) fn diff(
    name: &str,
    old: &str,
    new: &str,
    out: &mut impl Write,
    is_coloured: bool,
) -> io::Result<()> {
    let name = quoted(name);
    let diff = TextDiff::from_lines(old, new);
    let unified = diff.unified_diff().header(&name, &name).to_string();
    for line in unified.split_inclusive('\n') {
        let colour = match line.chars().next() {
            Some('+') => "\u{1b}[32m",
            Some('-') => "\u{1b}[31m",
            Some('@') => "\u{1b}[36m",
            _ => "",
        };
        match line.strip_suffix('\n') {
            Some(line) if is_coloured && !colour.is_empty() => {
                writeln!(out, "{colour}{line}\u{1b}[0m")?;
            }
            _ => out.write_all(line.as_bytes())?,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_like_git() {
        assert_eq!(quoted("a \"b\".carom"), "a \"b\".carom");
        assert_eq!(quoted("\\\"é\n\u{85}"), r#""\\\"é\012\302\205""#);
    }

    #[test]
    fn changes_have_three_lines_of_context() {
        let unified = |old: &str, new: &str| {
            let mut out = Vec::new();
            diff("a", old, new, &mut out, false).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(unified("1\n", "1\n"), "");
        let old = "1\r\n2\n3\n4\n5\n6\n7\n8\n9";
        let new = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let hunks = "@@ -1,4 +1,4 @@\n-1\r\n+1\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n\
                     \\ No newline at end of file\n+9\n";
        assert_eq!(unified(old, new), format!("--- a\n+++ a\n{hunks}"));
    }
}
