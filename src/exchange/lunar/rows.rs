//! `lunar-rows`: a card drawn in five rows, with a heading or without.
//!
//! Robots are letters and the human is `x` among dots; among hyphens, where
//! colours are meant, it is `r` unless there is an `x`. Or pieces are digits
//! among blanks or hyphens, with `1` for the human: such a drawing alone makes
//! up a file, as its empty rows are blank lines.
//!
//! The last line above the rows is the heading, and those above that are
//! comments. Where all of them begin with `;` they are comments, and there is no
//! heading.

use nom::Parser;
use nom::character::complete::satisfy;
use nom::combinator::eof;
use nom::multi::many_m_n;
use nom::sequence::terminated;

use super::card;
use crate::board::Square;
use crate::exchange::form::{Form, Keeps, Lost, Place};
use crate::exchange::parse::{Parsed, all, expect};
use crate::exchange::{Draft, Note, Reading, Refusal};
use crate::games::lunar::is_human;
use crate::games::{self, Game, Piece};
use crate::syntax::Key;
use crate::text::{Span, lines};

/// The glyphs, where they are not dots and `x`.
const GLYPHS: &str = "x-rows";

/// `none` where no heading stands above the rows, so that a name given later
/// stays out of them.
const HEADING: &str = "x-heading";

/// Before a comment where there is no heading.
const MARK: char = ';';

pub(in crate::exchange) const FORM: Form = Form {
    name: "lunar-rows",
    about: "a card in five rows: letters with `x` for the human, or digits with `1`",
    game: Some(Game::Lunar),
    extensions: &["txt"],
    between: Some("\n"),
    companions: &[],
    keeps: Keeps {
        name: |_| true,
        comments: true,
        keys: &[Key::Difficulty],
        own_keys: &[GLYPHS, HEADING],
        but_there: not_among_others,
        but: departed,
        ..Keeps::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

/// How a card is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Glyphs {
    empty: char,
    /// Robots are of its kind: small letters, capitals or digits.
    human: char,
}

impl Default for Glyphs {
    fn default() -> Self {
        Self {
            empty: '.',
            human: 'x',
        }
    }
}

impl Glyphs {
    /// As a key says them: `.X`, or `_1` where the empty squares are blanks.
    fn from_key(value: &str) -> Option<Self> {
        let mut glyphs = value.chars();
        let (empty, human, end) = (glyphs.next()?, glyphs.next()?, glyphs.next());
        let empty = if empty == '_' { ' ' } else { empty };
        let is_known =
            matches!(empty, ' ' | '-' | '.') && matches!(human, 'x' | 'X' | 'r' | 'R' | '1');
        // Only a drawing in digits has empty rows.
        let is_known = is_known && (empty != ' ' || human == '1') && end.is_none();
        is_known.then_some(Self { empty, human })
    }

    fn key(self) -> String {
        let empty = if self.empty == ' ' { '_' } else { self.empty };
        String::from_iter([empty, self.human])
    }

    /// The glyphs of a drawing, told by what stands in it.
    fn of(cells: &[(Square, char, Span)]) -> Self {
        let drawn =
            |wanted: fn(char) -> bool| cells.iter().find(|cell| wanted(cell.1)).map(|cell| cell.1);
        let empty = drawn(is_empty).unwrap_or('.');
        let human = if drawn(|c| c.is_ascii_digit()).is_some() {
            '1'
        } else if let Some(human) = drawn(|c| matches!(c, 'x' | 'X')) {
            human
        } else if empty == '-' {
            drawn(|c| matches!(c, 'r' | 'R')).unwrap_or('r')
        } else if drawn(|c| c.is_ascii_uppercase()).is_some() {
            'X'
        } else {
            'x'
        };
        Self { empty, human }
    }

    /// The robot that a glyph stands for.
    fn robot(self, glyph: char) -> Option<char> {
        if self.human == '1' {
            let number = glyph.to_digit(10)?.checked_sub(2)?;
            return char::from_u32(u32::from('A') + number);
        }
        let is_same_case = glyph.is_ascii_uppercase() == self.human.is_ascii_uppercase();
        (glyph.is_ascii_alphabetic() && is_same_case).then(|| glyph.to_ascii_uppercase())
    }

    fn glyph(self, piece: char) -> Option<char> {
        if is_human(piece) {
            return Some(self.human);
        }
        let glyph = match self.human {
            '1' => char::from_digit(u32::from(piece).checked_sub(u32::from('A'))? + 2, 10)?,
            human if human.is_ascii_uppercase() => piece,
            _ => piece.to_ascii_lowercase(),
        };
        // An `x` would be taken for the human whatever else is.
        let is_free = glyph != self.human && !glyph.eq_ignore_ascii_case(&'x');
        (is_free && self.robot(glyph) == Some(piece)).then_some(glyph)
    }
}

const fn is_empty(glyph: char) -> bool {
    matches!(glyph, '.' | '-' | ' ')
}

/// What may stand in a row where blanks part nothing.
const fn is_cell(glyph: char) -> bool {
    glyph.is_ascii_alphanumeric() || matches!(glyph, '.' | '-')
}

/// A line without the blanks behind it, and its place.
type Row<'t> = (Span, &'t str);

fn rows(text: &str) -> Vec<Row<'_>> {
    let lines = lines(text).map(|line| line.span.slice(text));
    let lines = lines.map(|line| line.trim_start_matches('\u{feff}').trim_end());
    lines.map(|line| (Span::of(text, line), line)).collect()
}

/// The rows of a drawing in digits and blanks, if that is what the text is.
fn blank_drawing<'r, 't>(rows: &'r [Row<'t>]) -> Option<&'r [Row<'t>]> {
    let last = rows.iter().rposition(|(_, row)| !row.is_empty())?;
    let drawn = rows.get(..=last)?;
    let is_row = |row: &str| {
        let is_cell = |c| matches!(c, '1'..='9' | ' ' | '-');
        row.chars().count() <= usize::from(card::SIDE) && row.chars().all(is_cell)
    };
    let has_human = drawn.iter().any(|(_, row)| row.contains('1'));
    let is_short = drawn.len() <= usize::from(card::SIDE) && drawn.len() > 1;
    (is_short && has_human && drawn.iter().all(|(_, row)| is_row(row))).then_some(drawn)
}

/// Lines between blank lines.
fn paragraphs<'r, 't>(rows: &'r [Row<'t>]) -> impl Iterator<Item = &'r [Row<'t>]> {
    let paragraphs = rows.split(|(_, row)| row.is_empty());
    paragraphs.filter(|paragraph| !paragraph.is_empty())
}

fn is_row(row: &str) -> bool {
    row.chars().all(is_cell)
}

/// The lines of a paragraph above its rows, and the rows.
fn parted<'r, 't>(paragraph: &'r [Row<'t>]) -> (&'r [Row<'t>], &'r [Row<'t>]) {
    let above = paragraph.iter().rposition(|(_, row)| !is_row(row));
    let (heading, rows) = paragraph.split_at(above.map_or(0, |above| above + 1));
    // A word alone is a heading.
    if rows.len() < 2 {
        (paragraph, &[])
    } else {
        (heading, rows)
    }
}

fn recognises(text: &str) -> bool {
    let rows = rows(text);
    let is_card = |paragraph: &[Row<'_>]| {
        let (_, rows) = parted(paragraph);
        let full = rows
            .iter()
            .filter(|(_, row)| row.chars().count() == usize::from(card::SIDE));
        (4..=6).contains(&rows.len()) && full.count() >= 4
    };
    // Comments and a heading stand above the first card.
    let mut drawn = paragraphs(&rows).filter(|paragraph| !parted(paragraph).1.is_empty());
    blank_drawing(&rows).is_some() || drawn.next().is_some_and(is_card)
}

fn read(text: &str) -> Reading {
    let rows = rows(text);
    let mut reading = Reading::default();
    let mut add = |draft: Result<Draft, Note>| match draft {
        Ok(draft) => reading.drafts.push(draft),
        Err(fault) => reading.faults.push(fault),
    };
    if let Some(drawn) = blank_drawing(&rows) {
        add(drawing(text, drawn));
        return reading;
    }
    let mut heading: Vec<Row<'_>> = Vec::new();
    for paragraph in paragraphs(&rows) {
        let (above, drawn) = parted(paragraph);
        heading.extend(above);
        if drawn.is_empty() {
            continue;
        }
        add(drawing(text, drawn).map(|draft| headed(draft, &heading)));
        heading.clear();
    }
    if let Some((span, _)) = heading.first() {
        add(Err(Note::new(
            *span,
            "expected five rows of a card after this",
        )));
    }
    reading
}

/// The draft with what stands above it: comments and, last, its heading.
fn headed(mut draft: Draft, above: &[Row<'_>]) -> Draft {
    let lines = above.iter().map(|(_, line)| line.trim());
    let marked = lines.clone().map(|line| line.strip_prefix(MARK));
    let marked: Option<Vec<&str>> = marked.collect();
    let (Some((span, heading)), None) = (above.last(), &marked) else {
        let comments = marked.unwrap_or_default().into_iter();
        draft.comments = comments.map(|line| line.trim().to_owned()).collect();
        draft.say_own(HEADING, "none", draft.span);
        return draft;
    };
    draft.span = span.cover(draft.span);
    draft.head = *span;
    draft.comments = lines.map(str::to_owned).collect();
    draft.comments.pop();
    let (name, difficulty) = split_heading(heading.trim());
    draft.name = Some(name.to_owned());
    if let Some(difficulty) = difficulty {
        draft.say(Key::Difficulty, difficulty, *span);
    }
    draft
}

/// A heading such as `problem 7 beginner` is a name and a difficulty.
fn split_heading(heading: &str) -> (&str, Option<&str>) {
    let words: Vec<&str> = heading.split(' ').collect();
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    match words.as_slice() {
        ["problem", number, difficulty] if is_number(number) && !difficulty.is_empty() => {
            let name = heading.strip_suffix(difficulty).unwrap_or(heading);
            (name.trim_end(), Some(difficulty))
        }
        _ => (heading, None),
    }
}

fn row(input: &str) -> Parsed<'_, Vec<char>> {
    let cell = satisfy(|c| is_cell(c) || c == ' ');
    let cells = many_m_n(0, usize::from(card::SIDE), cell);
    let end = expect("the end of a row of five squares", eof);
    terminated(cells, end).parse(input)
}

/// Reads the five rows of a card; a row that ends early goes on empty.
fn drawing(text: &str, drawn: &[Row<'_>]) -> Result<Draft, Note> {
    let (Some((first, _)), Some((last, _))) = (drawn.first(), drawn.last()) else {
        return Err(Note::new(Span::empty(0), "expected five rows of a card"));
    };
    let is_blank = blank_drawing(drawn).is_some();
    if drawn.len() > usize::from(card::SIDE) || (drawn.len() < usize::from(card::SIDE) && !is_blank)
    {
        let message = format!("expected five rows of a card; here are {}", drawn.len());
        return Err(Note::new(first.cover(*last), message));
    }
    let mut cells = Vec::new();
    for (rank, (span, part)) in (0..card::SIDE).rev().zip(drawn) {
        let glyphs = all(text, part, row)?;
        if glyphs.len() < usize::from(card::SIDE) && !is_blank {
            let message = format!("expected five squares in a row; here are {}", glyphs.len());
            return Err(Note::new(*span, message));
        }
        for (file, glyph) in (0..card::SIDE).zip(glyphs) {
            let at = span.start + u32::from(file);
            cells.push((Square::new(file, rank), glyph, Span::new(at, at + 1)));
        }
    }
    let glyphs = Glyphs::of(&cells);
    let pieces = pieces(glyphs, &cells)?;
    let expected = || {
        let message = format!("expected `{}`, the human, in these rows", glyphs.human);
        Note::new(first.cover(*last), message)
    };
    let position = card::position(pieces).ok_or_else(expected)?;
    let mut draft = Draft::new(first.cover(*last), position);
    draft.head = *first;
    draft.squares = cells
        .iter()
        .map(|&(square, _, span)| (square, span))
        .collect();
    let glyphs = if is_blank && cells.iter().all(|cell| cell.1 != '-') {
        Glyphs {
            empty: ' ',
            ..glyphs
        }
    } else {
        glyphs
    };
    if glyphs != Glyphs::default() {
        draft.say_own(GLYPHS, glyphs.key(), draft.span);
    }
    Ok(draft)
}

fn pieces(glyphs: Glyphs, cells: &[(Square, char, Span)]) -> Result<Vec<Piece>, Note> {
    let mut pieces: Vec<Piece> = Vec::new();
    for &(square, glyph, span) in cells {
        if is_empty(glyph) {
            continue;
        }
        let name = if glyph == glyphs.human {
            '@'
        } else if let Some(robot) = glyphs.robot(glyph) {
            robot
        } else {
            let kind = match glyphs.human {
                '1' => "digits from 2",
                human if human.is_ascii_uppercase() => "capitals",
                _ => "small letters",
            };
            let message = format!("`{glyph}` is no robot: here they are {kind}");
            return Err(Note::new(span, message));
        };
        if pieces.iter().any(|piece| piece.name == name) {
            return Err(Note::new(span, format!("`{glyph}` stands on two squares")));
        }
        pieces.push(Piece { name, square });
    }
    Ok(pieces)
}

fn write(draft: &Draft) -> Result<String, Refusal> {
    let position = card::on_card(&draft.position)?;
    let glyphs = draft.own(GLYPHS).and_then(Glyphs::from_key);
    let glyphs = glyphs.unwrap_or_default();
    let mut humans = position.pieces().iter().filter(|p| is_human(p.name));
    if let Some(second) = humans.nth(1) {
        return Err(Refusal::at(
            second.square,
            "rows have one human, and this is another",
        ));
    }
    let mut text = heading(draft, glyphs);
    let mut row = String::new();
    for square in card::squares() {
        row.push(match position.piece_on(square) {
            None => glyphs.empty,
            Some(piece) => glyphs.glyph(piece.name).ok_or_else(|| {
                let reason = format!(
                    "no row has a robot {}, as `{}` is the human",
                    piece.name, glyphs.human
                );
                Refusal::at(square, reason)
            })?,
        });
        if square.file() + 1 == card::SIDE {
            text.push_str(row.trim_end());
            text.push('\n');
            row.clear();
        }
    }
    Ok(text)
}

/// The empty rows of a drawing with blanks would part it from itself.
fn not_among_others(draft: &Draft, place: Place) -> Option<&'static str> {
    let glyphs = draft.own(GLYPHS).and_then(Glyphs::from_key);
    let is_blank = glyphs.is_some_and(|glyphs| glyphs.empty == ' ');
    (is_blank && place != Place::Alone).then_some(GLYPHS)
}

/// Humans that are home before the first move: rows have no place for a second.
fn departed(draft: &Draft) -> Vec<Lost> {
    let games::Position::Lunar(position) = &draft.position else {
        return Vec::new();
    };
    let departed = position.departed().iter();
    departed
        .map(|human| Lost::Departed(human.name, human.square))
        .collect()
}

/// What stands above the rows. Nothing does above a drawing with empty rows.
fn heading(draft: &Draft, glyphs: Glyphs) -> String {
    if glyphs.empty == ' ' {
        return String::new();
    }
    let comments = draft.comments.iter();
    let comments = comments.flat_map(|comment| comment.split(['\r', '\n']));
    let comments = comments.map(str::trim);
    // A blank line is none, but a mark alone is one.
    let said = || comments.clone().filter(|comment| !comment.is_empty());
    let is_marked = |line: &str| line.starts_with(MARK);
    // Where all begin with the mark, none is taken for a heading.
    let title = title(draft).filter(|title| !(is_marked(title) && said().all(is_marked)));
    let lines: Vec<String> = match title {
        Some(title) => said().map(str::to_owned).chain([title]).collect(),
        None => comments.map(|line| format!("{MARK} {line}")).collect(),
    };
    let lines = lines.iter().map(|line| line.trim_end());
    lines.map(|line| format!("{line}\n\n")).collect()
}

/// The heading, if the puzzle has one that is read as what it says.
fn title(draft: &Draft) -> Option<String> {
    if draft.own(HEADING) == Some("none") {
        return None;
    }
    let name = draft.name.as_deref()?.replace(['\r', '\n'], " ");
    let name = name.trim();
    let difficulty = draft.said(Key::Difficulty).map(|said| said.value.as_str());
    let whole = difficulty.map(|difficulty| format!("{name} {difficulty}"));
    let whole = whole.filter(|whole| split_heading(whole) == (name, difficulty));
    // What would not be read as a difficulty is not written as one.
    let title = whole.or_else(|| (split_heading(name) == (name, None)).then(|| name.to_owned()));
    title.filter(|title| !title.is_empty())
}
