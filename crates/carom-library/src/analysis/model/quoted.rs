//! Quoted text in messages.

use crate::words::is_invisible;

/// The largest number of characters of a quoted text.
const MOST: usize = 40;

/// Returns a text between backquotes, shortened if it is long, with invisible characters
/// escaped.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("`");
    for (number, character) in text.chars().enumerate() {
        if number == MOST {
            quoted.push('…');
            break;
        }
        // A combining character without a character before it is invisible.
        let escaped = character.escape_debug();
        let is_combining = number == 0 && escaped.clone().nth(1) == Some('u');
        if is_invisible(character) || is_combining {
            quoted.extend(escaped);
        } else {
            quoted.push(character);
        }
    }
    quoted.push('`');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quoted_text_is_visible_and_short() {
        for (found, expected) in [
            ("A>>", "`A>>`"),
            ("\\", "`\\`"),
            ("\0\u{1b}[1m", "`\\0\\u{1b}[1m`"),
            ("e\u{301}", "`e\u{301}`"),
            ("\u{301}e", "`\\u{301}e`"),
            ("日", "`日`"),
            ("a\u{202e}b", "`a\\u{202e}b`"),
        ] {
            assert_eq!(quoted(found), expected);
        }
        assert_eq!(quoted(&"9".repeat(40)), format!("`{}`", "9".repeat(40)));
        assert_eq!(quoted(&"9".repeat(41)), format!("`{}…`", "9".repeat(40)));
    }
}
