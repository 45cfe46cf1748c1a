//! The move notation that all games share.
//!
//! A token is a pass, or a subject with a direction and an optional walk after a
//! colon. The subject is a piece, a square or a line of the board, or empty for a
//! move of the whole board; each game decides which subjects it allows.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, satisfy};
use nom::combinator::{all_consuming, consumed, map, opt, peek, recognize, value};
use nom::multi::{many_till, many0};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::tree::{MoveKind, MoveText, SpannedArrow, Word};
use crate::board::Direction;
use crate::text::Span;

fn arrow(input: &str) -> IResult<&str, Direction> {
    alt((
        value(Direction::Up, alt((char('^'), char('↑')))),
        value(Direction::Right, alt((char('>'), char('→')))),
        value(Direction::Down, alt((char('v'), char('↓')))),
        value(Direction::Left, alt((char('<'), char('←')))),
    ))
    .parse(input)
}

fn walk(input: &str) -> IResult<&str, Vec<(&str, Direction)>> {
    preceded(char(':'), many0(consumed(arrow))).parse(input)
}

/// Parses a subject: everything before the last direction, so that `cv` moves
/// column c down.
fn subject(input: &str) -> IResult<&str, &str> {
    let character = || satisfy(|next| next.is_ascii_alphanumeric() || next == '@');
    let end = peek(all_consuming((arrow, opt(walk))));
    recognize(many_till(character(), end)).parse(input)
}

type Parts<'t> = (&'t str, (&'t str, Direction), Option<Vec<(&'t str, Direction)>>);

fn token(input: &str) -> IResult<&str, Option<Parts<'_>>> {
    alt((map(all_consuming(tag("--")), |_| None), map((subject, consumed(arrow), opt(walk)), Some)))
        .parse(input)
}

/// Parses `word`, a slice of `text`, as a move.
pub fn move_text(text: &str, word: &str) -> MoveText {
    let step = |(part, arrow)| SpannedArrow { span: Span::of(text, part), arrow };
    let kind = match token(word) {
        Ok(("", None)) => MoveKind::Pass,
        Ok(("", Some((subject, arrow, walk)))) => MoveKind::Move {
            subject: Word { span: Span::of(text, subject), text: subject.to_owned() },
            arrow: step(arrow),
            walk: walk.map(|walk| walk.into_iter().map(step).collect()),
        },
        _ => MoveKind::Bad,
    };
    MoveText { span: Span::of(text, word), kind }
}

/// Whether a line consists of moves, separated by blanks or commas.
pub(super) fn is_moves(content: &str) -> bool {
    let mut words = super::line::words(content).into_iter().peekable();
    let is_read = |word| move_text(word, word).kind != MoveKind::Bad;
    words.peek().is_some() && words.all(|word| is_read(word) || glued(word).is_some())
}

fn is_move(word: &str) -> bool {
    move_text(word, word).is_single()
}

impl MoveText {
    /// Whether this is only a direction, with a walk or without one.
    pub fn is_bare(&self) -> bool {
        matches!(&self.kind, MoveKind::Move { subject, .. } if subject.text.is_empty())
    }

    /// Whether this is unambiguously one move: a piece, a square or a line of the
    /// board, and a direction.
    pub(super) fn is_single(&self) -> bool {
        let subject = match &self.kind {
            MoveKind::Pass => return true,
            MoveKind::Bad => return false,
            MoveKind::Move { .. } if self.is_bare() => return false,
            MoveKind::Move { subject, .. } => &subject.text,
        };
        let digits = subject.trim_start_matches(|c: char| !c.is_ascii_digit());
        let letters = subject.len() - digits.len();
        letters <= 1 && digits.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// Splits a word into moves that have no blank between them or end with a comma.
/// Returns `None` for a single move and for any other word.
pub(super) fn glued(word: &str) -> Option<Vec<&str>> {
    // Longer ones are no typos.
    if word.len() > 400 || is_move(word) {
        return None;
    }
    let mut parts = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        // The shortest move comes first; a walk may follow it.
        let ends = rest.char_indices().map(|(at, next)| at + next.len_utf8());
        let end = ends.take(8).find(|&end| rest.get(..end).is_some_and(is_move))?;
        let (mut part, mut after) = rest.split_at(end);
        if after.starts_with(':') {
            let is_step = |next: char| ":^>v<↑→↓←".contains(next);
            let steps = after.len() - after.trim_start_matches(is_step).len();
            (part, after) = rest.split_at(end + steps);
            if !is_move(part) {
                return None;
            }
        }
        parts.push(part);
        rest = after.strip_prefix([',', ';', '.']).unwrap_or(after);
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(word: &str) -> String {
        match move_text(word, word).kind {
            MoveKind::Pass => "pass".into(),
            MoveKind::Bad => "bad".into(),
            MoveKind::Move { subject, arrow, walk } => {
                let walk = walk
                    .map(|walk| {
                        let steps: String = walk.iter().map(|step| step.arrow.symbol()).collect();
                        format!(" walk {steps}")
                    })
                    .unwrap_or_default();
                format!("{} {}{walk}", subject.text, arrow.arrow.symbol())
            }
        }
    }

    #[test]
    fn tokens_of_every_game() {
        for (word, expected) in [
            ("A>", "A >"),
            ("@↑", "@ ^"),
            ("1v", "1 v"),
            ("a2v", "a2 v"),
            ("cv", "c v"),
            ("16<:", "16 < walk "),
            ("3>:^^→", "3 > walk ^^>"),
            ("cv:v", "c v walk v"),
            ("--", "pass"),
            ("---", "bad"),
            ("v", " v"),
            ("A>>", "bad"),
            ("A", "bad"),
            ("A>:x", "bad"),
            ("é>", "bad"),
        ] {
            assert_eq!(read(word), expected, "{word}");
        }
    }

    #[test]
    fn moves_without_blanks_are_split() {
        for (word, expected) in [
            ("Av,", Some(vec!["Av"])),
            ("Av@>", Some(vec!["Av", "@>"])),
            ("A>,B<,", Some(vec!["A>", "B<"])),
            ("3>:^^,cv:<", Some(vec!["3>:^^", "cv:<"])),
            ("a2>b1^", Some(vec!["a2>", "b1^"])),
            ("A>", None),
            ("A>>", None),
            ("R=a1", None),
            ("d1-d3", None),
            (",", None),
        ] {
            assert_eq!(glued(word), expected, "{word}");
        }
    }

    #[test]
    fn solution_line_has_only_moves() {
        assert!(is_moves(" A> cv:<<\t-- "));
        assert!(!is_moves(""));
        assert!(!is_moves("moves: 4"));
        assert!(!is_moves("A> and"));
    }
}
