//! What was found in a text, as messages quote it.

/// Longer than this, in characters, what was found is cut.
const MOST: usize = 40;

/// `text` between backquotes, cut where it is long, with what cannot be seen
/// written as an escape.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("`");
    for (number, character) in text.chars().enumerate() {
        if number == MOST {
            quoted.push('…');
            break;
        }
        // A combining character is invisible where nothing stands before it.
        let escaped = character.escape_debug();
        let is_invisible = number == 0 && escaped.clone().nth(1) == Some('u');
        if character.is_control() || is_invisible {
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
    fn what_is_found_is_seen_and_not_too_long() {
        for (found, expected) in [
            ("A>>", "`A>>`"),
            ("\\", "`\\`"),
            ("\0\u{1b}[1m", "`\\0\\u{1b}[1m`"),
            ("e\u{301}", "`e\u{301}`"),
            ("\u{301}e", "`\\u{301}e`"),
            ("日", "`日`"),
        ] {
            assert_eq!(quoted(found), expected);
        }
        assert_eq!(quoted(&"9".repeat(40)), format!("`{}`", "9".repeat(40)));
        assert_eq!(quoted(&"9".repeat(41)), format!("`{}…`", "9".repeat(40)));
    }
}
