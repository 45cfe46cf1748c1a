//! Words in messages: quoted text, and the known word that is most similar to an unknown one.

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

/// Returns the candidate that is most similar to `word`. At most a third of the letters differ; a
/// difference of one letter is always allowed.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    // Longer words are not typos, and comparing them would be slow.
    if word.len() > 40 {
        return None;
    }
    let lower = word.to_lowercase();
    let distances =
        candidates.map(|candidate| (strsim::osa_distance(&lower, candidate), candidate));
    let (distance, candidate) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= (candidate.chars().count() / 3).max(1)).then_some(candidate)
}

/// Whether a word differs from another by one typing error: a letter that is wrong, missing or
/// added, or two that are swapped.
pub fn is_typing_error(word: &str, meant: &str) -> bool {
    word.len() <= 40 && strsim::osa_distance(&word.to_lowercase(), meant) <= 1
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

#[cfg(test)]
mod nearest_tests {
    use super::nearest;

    #[test]
    fn typos_are_matched_and_other_words_are_not() {
        let words = || ["moves", "board", "target"].into_iter();
        assert_eq!(nearest("move", words()), Some("moves"));
        assert_eq!(nearest("Baord", words()), Some("board"));
        assert_eq!(nearest("colour", words()), None);
        assert_eq!(nearest("", words()), None);
    }
}
