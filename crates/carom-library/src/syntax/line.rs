//! The grammar within a line, written with nom. Parsers return slices of the
//! line, from which spans are computed.

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while, take_while1};
use nom::character::complete::{char, none_of, satisfy};
use nom::combinator::{consumed, eof, opt, peek, recognize, rest, verify};
use nom::multi::{fold_many0, separated_list0};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::key::Key;
use crate::text::{Edit, Span, lines};

/// A parsed header, possibly incomplete.
#[derive(Debug)]
pub(super) struct HeaderLine<'t> {
    pub(super) keyword: &'t str,
    pub(super) game: Option<&'t str>,
    /// The quoted string and its value.
    pub(super) name: Option<(&'t str, String)>,
    /// The unparsed rest of the line.
    pub(super) rest: &'t str,
}

/// Whether a character separates words.
pub(super) const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Returns the name of a character that looks like a blank or like nothing.
pub fn invisible(character: char) -> Option<&'static str> {
    Some(match character {
        ' ' | '\t' | '\n' | '\r' => return None,
        '\u{a0}' => "no-break space",
        '\u{202f}' => "narrow no-break space",
        '\u{2002}' => "en space",
        '\u{2003}' => "em space",
        '\u{2009}' => "thin space",
        '\u{3000}' => "ideographic space",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero-width space",
        '\u{200c}' | '\u{200d}' => "zero-width joiner",
        '\u{2060}' => "word joiner",
        '\u{feff}' => "byte-order mark",
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "mark of text direction"
        }
        _ if character.is_whitespace() => "unusual space",
        _ => return None,
    })
}

/// Returns the edits that replace the invisible characters of a part of a text, which starts at
/// `offset`, by spaces, or remove those without a width.
pub fn without_invisible(part: &str, offset: u32) -> impl Iterator<Item = Edit> {
    let characters = part.char_indices();
    let found = characters.filter(|&(_, character)| invisible(character).is_some());
    found.map(move |(at, character)| {
        let span = Span::from_range(at..at + character.len_utf8()).shifted(offset);
        Edit::replace(span, if character.is_whitespace() { " " } else { "" })
    })
}

fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// Escapes a name for use between quotes.
pub fn escaped(name: &str) -> String {
    name.replace('\\', r"\\").replace('"', r#"\""#)
}

/// Parses a quoted string and returns its value.
fn string(input: &str) -> IResult<&str, String> {
    let escaped = preceded(char('\\'), alt((char('"'), char('\\'))));
    let body = fold_many0(alt((escaped, none_of("\""))), String::new, |mut body, character| {
        body.push(character);
        body
    });
    delimited(char('"'), body, char('"')).parse(input)
}

/// Splits a line into content and comment. A semicolon starts a comment at the
/// start of the line or after a blank, but not inside a string. A quote without
/// a closing quote starts no string.
pub(super) fn split_comment(line: &str) -> (&str, Option<&str>) {
    let mut rest = line;
    let mut after_blank = true;
    // An unclosed quote ends the search for strings: the search for its end
    // passed all later quotes as escaped ones, so they are not closed either.
    let mut has_strings = true;
    while let Some(at) = memchr::memchr2(b';', b'"', rest.as_bytes()) {
        let (before, found) = rest.split_at(at);
        after_blank = before.chars().next_back().map_or(after_blank, is_blank);
        if found.starts_with(';') && after_blank {
            return (line.strip_suffix(found).unwrap_or(line), Some(found));
        }
        let quoted = Some(found).filter(|_| has_strings && found.starts_with('"'));
        let skipped = match quoted.map(|found| consumed(string).parse(found)) {
            Some(Ok((_, (quoted, _)))) => quoted.len(),
            Some(Err(_)) => {
                has_strings = false;
                1
            }
            None => 1,
        };
        rest = found.get(skipped..).unwrap_or_default();
        after_blank = false;
    }
    (line, None)
}

fn is_nearly_puzzle(keyword: &str) -> bool {
    let starts = keyword.starts_with(['p', 'P']);
    starts
        && (4..=8).contains(&keyword.len())
        && strsim::osa_distance(&keyword.to_ascii_lowercase(), "puzzle") <= 2
}

/// Parses a header, `puzzle game "name"`, ignoring the case of the first word.
pub(super) fn header(content: &str) -> Option<HeaderLine<'_>> {
    fn parse(input: &str) -> IResult<&str, HeaderLine<'_>> {
        let end_of_word =
            peek(alt((recognize(satisfy(|next| is_blank(next) || next == '"')), eof)));
        let keyword = terminated(tag_no_case("puzzle"), end_of_word);
        let word = take_while1(|next: char| next.is_ascii_alphabetic());
        let nearly = terminated(verify(word, is_nearly_puzzle), satisfy(is_blank));
        let keyword = alt((keyword, nearly));
        let game = take_while1(|next| !is_blank(next) && next != '"');
        (
            preceded(blanks, keyword),
            preceded(blanks, opt(game)),
            preceded(blanks, opt(consumed(string))),
            preceded(blanks, rest),
        )
            .map(|(keyword, game, name, rest)| HeaderLine { keyword, game, name, rest })
            .parse(input)
    }
    // The first letter rules out most lines.
    if !content.trim_start_matches(is_blank).starts_with(['p', 'P']) {
        return None;
    }
    let (_, header) = parse(content).ok()?;
    // A misspelt header has nothing but a game and a name.
    let is_certain = header.keyword.eq_ignore_ascii_case("puzzle");
    let ends = header.rest.is_empty() || header.rest.starts_with(';');
    let is_likely = header.game.is_some() && (ends || header.name.is_some());
    (is_certain || is_likely).then_some(header)
}

/// Whether a line, given without leading blanks, resembles a header.
pub(super) fn resembles_header(content: &str) -> bool {
    // Most lines have none of these characters.
    if memchr::memchr3(b'z', b'Z', b'"', content.as_bytes()).is_none() {
        return false;
    }
    let content = split_comment(content).0;
    let key = key_line(content);
    if key.is_some_and(|(key, _)| key.starts_with("x-") || Key::from_text(key).is_some()) {
        return false;
    }
    // A blank before a colon does not count: formatting removes it.
    let of_key = key.map_or(usize::MAX, |(_, value)| 1 + words(value).len());
    let words = words(content).len().min(of_key);
    let letters: Vec<char> = content
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .take(7)
        .flat_map(char::to_lowercase)
        .collect();
    let is_nearly = |count| {
        let start = letters.get(..count).map(String::from_iter);
        start.is_some_and(|start| strsim::osa_distance(&start, "puzzle") <= 1)
    };
    // Sentences about puzzles are no headers.
    let is_short = content.contains('"') || words <= 2;
    // A colon within the game, as in `l:unar "two"`, makes a key of its first letters.
    let without_colon = content.split_once(':').filter(|(_, after)| {
        let next = after.chars().next();
        next.is_some_and(|next| next.is_ascii_alphabetic())
    });
    is_short && (5..=7).any(is_nearly)
        || is_game_and_name(content)
        || without_colon.is_some_and(|(before, after)| is_game_and_name(&[before, after].concat()))
}

/// Whether a line is a header without its first word.
fn is_game_and_name(content: &str) -> bool {
    let game = take_while1(|next: char| next.is_ascii_alphabetic());
    let mut line = (game, blanks, string, blanks, eof);
    let parsed: IResult<&str, _> = line.parse(content);
    parsed.is_ok()
}

/// Returns the character that a marker of a merge conflict, as Git writes it, has seven times.
pub(super) fn conflict_marker(line: &str) -> Option<char> {
    let marker = line.chars().next().filter(|first| matches!(first, '<' | '=' | '>' | '|'))?;
    let rest = line.trim_start_matches(marker);
    let is_marker = line.len() - rest.len() == 7
        && (rest.trim_matches(is_blank).is_empty() || marker != '=' && rest.starts_with(' '));
    is_marker.then_some(marker)
}

/// Returns the first marker of a merge conflict in a text.
pub fn conflict(text: &str) -> Option<Span> {
    let mut spans = lines(text).map(|line| line.span);
    spans.find(|span| conflict_marker(span.slice(text)).is_some())
}

/// Parses a key line into the key and the text after the colon.
pub(super) fn key_line(content: &str) -> Option<(&str, &str)> {
    fn parse(input: &str) -> IResult<&str, (&str, &str)> {
        fn key(input: &str) -> IResult<&str, &str> {
            let first = satisfy(|first| first.is_ascii_alphabetic());
            let next = |next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '_');
            recognize((first, take_while(next))).parse(input)
        }
        let colon = || (blanks, char(':'), blanks);
        // A blank in place of the `-` of a key.
        let words = recognize((key, char(' '), key));
        let words = verify(words, |words: &str| Key::from_text(words).is_some());
        let keys = alt((terminated(key, colon()), terminated(words, colon())));
        (preceded(blanks, keys), rest).parse(input)
    }
    parse(content).ok().map(|(_, parts)| parts)
}

/// Splits a value into words.
pub(super) fn words(value: &str) -> Vec<&str> {
    let words = value.split(is_blank);
    words.filter(|word| !word.is_empty()).collect()
}

/// Splits a value at commas into groups, each with its words.
pub(super) fn groups(value: &str) -> Vec<(&str, Vec<&str>)> {
    let group = take_while(|next| next != ',');
    let parsed: IResult<&str, Vec<&str>> = separated_list0(char(','), group).parse(value);
    let groups = parsed.map_or_else(|_| Vec::new(), |(_, groups)| groups);
    groups.into_iter().map(|group| (group, words(group))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comment_starts_after_a_space_and_outside_a_string() {
        for (line, content) in [
            ("; all", ""),
            ("a ; b", "a "),
            ("a;b", "a;b"),
            ("a\t; b ; c", "a\t"),
            (r#"puzzle lunar "a ; b" ; c"#, r#"puzzle lunar "a ; b" "#),
            (r#"notes: 5" ; c"#, r#"notes: 5" "#),
            (r#""\" ; " ; c"#, r#""\" ; " "#),
            ("é ;", "é "),
            ("a; ;", "a; "),
            (r#"notes: "\" ; "#, r#"notes: "\" "#),
            (r#""a" "\" ; c"#, r#""a" "\" "#),
        ] {
            assert_eq!(split_comment(line).0, content, "{line:?}");
        }
    }

    #[test]
    fn malformed_header_is_parsed_as_far_as_possible() {
        let read = header(r#" puzzle lunar "a \"b\" \\ \c" rest"#).unwrap();
        assert_eq!(read.game, Some("lunar"));
        assert_eq!(read.name.unwrap().1, r#"a "b" \ \c"#);
        assert_eq!(read.rest, "rest");
        assert_eq!(header("puzzle").unwrap().game, None);
        assert_eq!(header("puzzle lunar \"open").unwrap().rest, "\"open");
        assert!(header("puzzles").is_none());
        assert!(header("puzzle: x").is_none());
    }

    #[test]
    fn words_and_groups() {
        assert_eq!(words(" a  b\tc "), ["a", "b", "c"]);
        let read: Vec<_> = groups("R e5, G,,").into_iter().map(|(_, words)| words).collect();
        assert_eq!(read, [vec!["R", "e5"], vec!["G"], vec![], vec![]]);
        assert_eq!(key_line("  to-move : H"), Some(("to-move", "H")));
        assert_eq!(key_line("3>: ^"), None);
    }
}
