//! Notation of Skub.

pub(super) const SIDE: u8 = 8;
pub(super) const HEADER: &str = "+ A B C D E F G H +";
pub(super) const FOOTER: &str = "+-----------------+";
pub(super) const RULE: &str = "---";

/// Combining marks: a wall below a piece, and a piece on the target.
pub(super) const WALL_BELOW: char = '\u{332}';
pub(super) const ON_TARGET: char = '\u{302}';

/// The keys of the front matter in their usual order.
pub(super) const USUAL: [&str; 6] = [
    "number",
    "name",
    "slug",
    "createdAt",
    "difficulty",
    "minMoves",
];

/// The quotes around a value.
const QUOTES: [char; 2] = ['"', '\''];

/// Strips the quotes around a value.
pub(super) fn unquoted(value: &str) -> &str {
    let mut within = QUOTES.iter().filter_map(|&quote| {
        let opened = value.strip_prefix(quote)?;
        opened.strip_suffix(quote)
    });
    within.next().unwrap_or(value)
}

/// Quotes a value if YAML would read it differently without quotes.
pub(super) fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '(' | '.' | '+' | '/' | '_');
    let starts_plain = value.chars().next().is_none_or(is_plain);
    let is_value = starts_plain && !value.contains(": ") && !value.contains(" #");
    let is_value = is_value && value.trim() == value;
    let quote = QUOTES.iter().find(|quote| !value.contains(**quote));
    match quote {
        Some(quote) if !is_value || value.ends_with(':') => format!("{quote}{value}{quote}"),
        _ => value.to_owned(),
    }
}
