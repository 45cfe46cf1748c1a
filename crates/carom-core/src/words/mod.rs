//! Numbers, lists and text for messages.

use std::fmt::Display;
use std::path::{MAIN_SEPARATOR, Path};

/// Returns a number with its noun: `1 move`, `2 moves`, `12,000 positions`.
pub fn count<N>(number: N, noun: &str) -> String
where
    N: Display + PartialEq + From<u8>,
{
    if number == N::from(1) {
        format!("1 {noun}")
    } else {
        format!("{} {}", group_digits(number), plural(noun))
    }
}

/// Returns a whole number with thousands separators: `1,234,567`.
pub fn group_digits(number: impl Display) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Joins items with spaces, as the format writes moves.
pub fn join_words(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}

/// Joins items to a list with `word` before the last: `a, b and c`.
pub fn join_list(items: impl IntoIterator<Item = impl Display>, word: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.pop() {
        Some(last) if !items.is_empty() => format!("{} {word} {last}", items.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Whether a character is invisible or changes how others are shown: control characters, and
/// Unicode's marks of direction and of width zero.
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
        )
}

/// Escapes invisible characters, which a terminal or log viewer would interpret.
pub fn escape_controls(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if is_invisible(character) {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

/// Returns the name of a path, with slashes on every system, as git prints it. So reports and
/// baselines are the same everywhere.
pub fn path_name(path: &Path) -> String {
    let name = path.to_string_lossy();
    match MAIN_SEPARATOR {
        '/' => name.into_owned(),
        separator => name.replace(separator, "/"),
    }
}

/// Returns the [name](path_name) of a path for messages.
pub fn display_path(path: &Path) -> String {
    escape_controls(&path_name(path))
}

/// Escapes text for Markdown.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if character.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Returns the plural of a regular English noun.
fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x', 'z']) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_uses_plural() {
        assert_eq!(count(0_usize, "move"), "0 moves");
        assert_eq!(count(1_u32, "fix"), "1 fix");
        assert_eq!(count(2_u32, "fix"), "2 fixes");
        assert_eq!(count(3_u8, "ply"), "3 plies");
        assert_eq!(count(2_u64, "day"), "2 days");
    }

    #[test]
    fn group_digits_separates_thousands() {
        let numbers = [0_u64, 999, 1000, 123_456, 1_234_567];
        let written = ["0", "999", "1,000", "123,456", "1,234,567"];
        assert_eq!(numbers.map(group_digits), written);
    }

    #[test]
    fn join_list_puts_word_before_last() {
        assert_eq!(join_list(['a', 'b', 'c'], "and"), "a, b and c");
        assert_eq!(join_list(["x"], "or"), "x");
        assert_eq!(join_list([""; 0], "or"), "");
    }

    #[test]
    fn escape_controls_escapes_invisible_characters() {
        assert_eq!(escape_controls("plain é ═ \\n"), "plain é ═ \\n");
        assert_eq!(escape_controls("a\u{1b}[31m\n\u{85}b"), "a\\u{1b}[31m\\n\\u{85}b");
        assert_eq!(escape_controls("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(display_path(Path::new("a\r/b")), "a\\r/b");
    }

    #[test]
    fn join_words_separates_with_spaces() {
        assert_eq!(join_words(["R>", "Rv"]), "R> Rv");
        assert_eq!(join_words(Vec::<char>::new()), "");
    }
}
