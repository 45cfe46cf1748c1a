//! What would change in a file, as a unified diff.

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
    let diff = TextDiff::from_lines(old, new);
    let mut unified = diff.unified_diff();
    unified.header(name, name);
    for line in unified.to_string().lines() {
        let colour = match line.as_bytes().first() {
            Some(b'+') => "\u{1b}[32m",
            Some(b'-') => "\u{1b}[31m",
            Some(b'@') => "\u{1b}[36m",
            _ => "",
        };
        if is_coloured && !colour.is_empty() {
            writeln!(out, "{colour}{line}\u{1b}[0m")?;
        } else {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
