//! Typos with an obvious correction. The line is parsed as if it was corrected,
//! so that the typo is its only error.

use super::error::SyntaxErrorKind;
use super::key::{Key, Shape};
use super::line;
use super::moves;

/// A typo and the part of the line that shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typo<'t> {
    pub(super) kind: SyntaxErrorKind,
    pub(super) at: &'t str,
}

/// A line split into content and comment.
pub(super) struct Parted<'t> {
    pub(super) content: &'t str,
    /// The comment with its marker.
    pub(super) comment: &'t str,
    pub(super) typo: Typo<'t>,
}

/// Whether a word looks like prose and not like the squares of a row.
pub(super) fn is_prose(text: &str) -> bool {
    line::words(text)
        .iter()
        .any(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Whether a text has a word that is too long for squares without separators.
fn has_long_word(text: &str) -> bool {
    let mut words = line::words(text).into_iter();
    words.any(|word| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Returns the offset of the first semicolon outside a string.
fn semicolon(content: &str) -> Option<usize> {
    let (mut in_string, mut is_escaped) = (false, false);
    for (at, character) in content.char_indices() {
        match character {
            ';' if !in_string => return Some(at),
            '"' if !is_escaped => in_string = !in_string,
            _ => {}
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    None
}

/// Returns the typo of a line that is a comment in the syntax of another
/// language. In a board only prose counts, because `# #` are two blocks.
pub(super) fn foreign_comment(content: &str, in_board: bool) -> Option<Typo<'_>> {
    let (mark, rest) =
        ["//", "#", "--"].into_iter().find_map(|mark| Some((mark, content.strip_prefix(mark)?)))?;
    let is_comment = if in_board {
        // In `# . # a note` the first `#` is a block.
        let ends = [" # ", " // ", " -- "].map(|mark| rest.find(mark));
        let end = ends.into_iter().flatten().min();
        let first = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
        is_prose(first) && rest.starts_with(line::is_blank)
    } else {
        rest.is_empty() || is_prose(rest)
    };
    is_comment.then_some(Typo {
        kind: SyntaxErrorKind::ForeignComment { in_board },
        at: content.get(..mark.len())?,
    })
}

/// Whether a value may contain any character: free text, and the names of items.
fn is_free(key: Key) -> bool {
    key.shape() == Shape::Text || matches!(key, Key::Items | Key::Quests)
}

/// Splits off a comment with a wrong marker. A value that may contain any
/// character is left alone.
pub(super) fn comment_behind(content: &str, is_row: bool) -> Option<Parted<'_>> {
    // Most lines have no such character.
    if memchr::memchr3(b';', b'#', b'/', content.as_bytes()).is_none() && !content.contains("--") {
        return None;
    }
    let key = line::key_line(content).map(|(key, _)| Key::from_text(key));
    if key.is_some_and(|key| key.is_none_or(is_free)) {
        return None;
    }
    let is_of_key = key.flatten().is_some_and(|key| key.shape() != Shape::Moves);
    let glued = semicolon(content).map(|at| (at, 1, SyntaxErrorKind::GluedComment));
    let foreign = [" # ", " // ", " -- "].into_iter().filter_map(|mark| {
        let content = line::split_comment(content).0;
        let mut at = content.find(mark)?;
        // In `. # # a note` the first `#` is a block.
        while is_row && content.get(at + 2..)?.starts_with(mark) {
            at += 2;
        }
        let behind = content.get(at + mark.len()..)?;
        if is_row && mark == " # " && behind.starts_with(['/', '-']) {
            return None;
        }
        // In a row `#` is a block, within a name it belongs to the name, and `--` is a move.
        let is_comment = match (is_row, mark) {
            (true, _) => has_long_word(behind),
            (false, " -- ") => is_of_key && is_prose(behind) || has_long_word(behind),
            (false, _) => !behind.contains('"'),
        };
        is_comment.then_some((
            at + 1,
            mark.len() - 2,
            SyntaxErrorKind::ForeignComment { in_board: is_row },
        ))
    });
    let (at, length, kind) = foreign.chain(glued).min_by_key(|&(at, ..)| at)?;
    let before = content.get(..at)?.trim_end_matches(line::is_blank);
    let comment = content.get(at..)?;
    let at = comment.get(..length)?;
    // `moves: # 4` would have no value.
    let is_whole = !before.is_empty() && !before.ends_with(':');
    is_whole.then_some(Parted { content: before, comment, typo: Typo { kind, at } })
}

/// Parses a key without a colon, or with `=` instead, if the value fits the key.
pub(super) fn key_without_colon(content: &str) -> Option<(&str, &str, Typo<'_>)> {
    // A key may have two words.
    let is_end = |(_, character): &(usize, char)| line::is_blank(*character) || *character == '=';
    let ends: Vec<usize> =
        content.char_indices().filter(is_end).map(|(at, _)| at).take(2).collect();
    let names = ends.iter().rev().map(|at| content.get(..*at).unwrap_or_default());
    let mut names = names.chain(ends.is_empty().then_some(content)).map(str::trim_end);
    let (name, key) = names.find_map(|name| Some((name, Key::from_text(name)?)))?;
    let rest = content.strip_prefix(name)?.trim_matches(line::is_blank);
    let after_equals = rest.strip_prefix('=');
    let value = after_equals.map_or(rest, |value| value.trim_start_matches(line::is_blank));
    let typo = match after_equals {
        Some(after) => Typo { kind: SyntaxErrorKind::EqualsSign, at: content.strip_suffix(after)? },
        None => Typo { kind: SyntaxErrorKind::MissingColon, at: name },
    };
    let fits = match key.shape() {
        Shape::Claim => value == "none" || value.parse::<u32>().is_ok(),
        Shape::Moves => value.is_empty() || moves::is_moves(value),
        Shape::Board => value.is_empty(),
        Shape::Words | Shape::Groups | Shape::Text => !value.is_empty(),
    };
    fits.then_some((name, value, typo))
}

/// Whether a word is a tile as four bits.
pub(super) fn is_tile_bits(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|bit| matches!(bit, b'0' | b'1'))
}

/// Whether a line is the first row of a board whose `board:` is missing, also with a number beside
/// its tiles.
pub(super) fn starts_board(content: &str) -> bool {
    let words = line::words(content);
    let tiles = content.chars().filter(|glyph| matches!(glyph, '\u{2550}'..='\u{256c}')).count();
    let has_letters = || content.contains(|c: char| c.is_ascii_alphabetic());
    words.len() == 1 && content.contains("..")
        || tiles > 1 && (words.len() == 1 || !has_letters())
        || words.len() > 1 && words.iter().all(|word| is_tile_bits(word))
        || is_row(content, None)
}

/// Whether a line below a row of `width` characters draws walls as `_`.
pub(super) fn has_underscore_walls(content: &str, width: usize) -> bool {
    let is_wall = |glyph| matches!(glyph, '_' | '-') || line::is_blank(glyph);
    content.contains('_') && content.chars().all(is_wall) && content.chars().count() != width
}

/// Whether a line below a blank line continues the board above, whose first row
/// has `width` characters.
pub(super) fn is_row(content: &str, width: Option<usize>) -> bool {
    let is_square = |part: &str| part.chars().count() <= 1;
    let words = line::words(content);
    let is_spaced = words.len() > 1 && words.iter().all(|word| word.split('|').all(is_square));
    let is_compact = words.len() == 1 && width == Some(content.chars().count());
    is_spaced || is_compact
}

/// Whether a line has floor or blocks, and no word, so that it is a row, however badly written. The
/// name of a branch in a merge conflict may look like one.
pub(super) fn has_squares(content: &str) -> bool {
    if content.contains("<<") || content.contains(">>") {
        return false;
    }
    let mut runs = content.split(|c: char| !c.is_alphabetic());
    content.contains(['.', '#']) && runs.all(|run| run.chars().count() < 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(content: &str, is_row: bool) -> Option<(&str, &str)> {
        comment_behind(content, is_row).map(|parted| (parted.content, parted.comment))
    }

    #[test]
    fn only_unambiguous_comments_are_recognised() {
        for (content, is_row, expected) in [
            (". . A; x", true, Some((". . A", "; x"))),
            ("moves: 4;x", false, Some(("moves: 4", ";x"))),
            ("moves: 4 # x", false, Some(("moves: 4", "# x"))),
            ("A> Bv // x ; y", false, Some(("A> Bv", "// x ; y"))),
            (r#"puzzle lunar "a;b";c"#, false, Some((r#"puzzle lunar "a;b""#, ";c"))),
            (r#"puzzle lunar "a # b""#, false, None),
            ("title: a;b", false, None),
            ("x-mood: a;b", false, None),
            ("hand: # x", false, None),
            (". # #", true, None),
            (". # RB", true, None),
            (". # ; why", true, Some((". #", "; why"))),
            ("solution: A> -- Bv", false, None),
            (". R # the robot", true, Some((". R", "# the robot"))),
            (". R // the robot", true, Some((". R", "// the robot"))),
            ("moves: 4 -- as", false, Some(("moves: 4", "-- as"))),
            ("solution: A> -- ; as", false, Some(("solution: A> --", "; as"))),
        ] {
            assert_eq!(parted(content, is_row), expected, "{content}");
        }
        assert!(foreign_comment("# . #", true).is_none());
        assert!(foreign_comment("# a comment", true).is_some());
        assert!(foreign_comment("#", false).is_some());
        assert!(foreign_comment("//x y", false).is_none());
    }

    #[test]
    fn key_without_colon_needs_a_valid_value() {
        for (content, expected) in [
            ("moves 4", Some(("moves", "4"))),
            ("moves = 4", Some(("moves", "4"))),
            ("moves=4", Some(("moves", "4"))),
            ("moves =", None),
            ("moves are few", None),
            ("solution A> Bv", Some(("solution", "A> Bv"))),
            ("solution below", None),
            ("board", Some(("board", ""))),
            ("board games", None),
            ("title", None),
            ("nonsense 4", None),
        ] {
            let read = key_without_colon(content).map(|(key, value, _)| (key, value));
            assert_eq!(read, expected, "{content}");
        }
    }

    #[test]
    fn rows_continue_after_a_blank_line() {
        assert!(is_row(". .|A", None));
        assert!(is_row("..A", Some(3)));
        assert!(!is_row("..A", Some(4)));
        assert!(!is_row("some words", Some(10)));
    }
}
