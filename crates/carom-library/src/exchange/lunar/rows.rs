//! `lunar-rows`: a card drawn in five rows, with a heading or without.
//!
//! Empty squares are dots, robots are letters, and the human is `x`. With hyphens for empty
//! squares, letters are colours, and the human is `r` unless there is an `x`. Pieces may also be
//! digits among blanks or hyphens, with `1` for the human. Such a drawing is the only one in its
//! file, because its empty rows are blank lines. Squares of other drawings may have blanks between
//! them. Carom writes dots and letters.
//!
//! The last line above the rows is the heading; the lines above it are comments. If all of them
//! begin with `;`, they are comments, and there is no heading.

use super::card::{self, Card, SIDE};
use crate::board::Square;
use crate::exchange::format::{Format, Loss};
use crate::exchange::parse::Cursor;
use crate::exchange::{Import, Note, PuzzleRecord, Refusal};
use crate::games::lunar::{Rule, Setup, is_human};
use crate::games::{Game, Piece, Position};
use crate::syntax::Key;
use crate::text::{Span, lines};

pub(crate) const FORMAT: Format = Format {
    name: "lunar-rows",
    about: "five rows of a card: letters with `x` for the human, or digits with `1`",
    game: Some(Game::Lunar),
    between: Some("\n"),
    loses: departed,
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

/// The comment mark, used if there is no heading.
const MARK: char = ';';

/// A line without trailing blanks, and its span.
type Row<'t> = (Span, &'t str);

fn rows(text: &str) -> Vec<Row<'_>> {
    let lines = lines(text)
        .map(|line| line.span.slice(text))
        .map(|line| line.trim_start_matches('\u{feff}').trim_end());
    lines.map(|line| (Span::of(text, line), line)).collect()
}

/// Whether a character is a square of a drawing without blanks.
const fn is_cell(glyph: char) -> bool {
    glyph.is_ascii_alphanumeric() || matches!(glyph, '.' | '-')
}

/// Whether a row has five squares with blanks between them.
fn is_spaced(row: &str) -> bool {
    let is_part = |(at, glyph): (usize, char)| match at % 2 {
        0 => is_cell(glyph),
        _ => glyph == ' ',
    };
    row.len() == 2 * usize::from(SIDE) - 1 && row.chars().enumerate().all(is_part)
}

fn is_row(row: &str) -> bool {
    row.chars().all(is_cell) || is_spaced(row)
}

/// Returns the rows of a drawing in digits and blanks, if the text is one.
fn blank_drawing<'r, 't>(rows: &'r [Row<'t>]) -> Option<&'r [Row<'t>]> {
    let last = rows.iter().rposition(|(_, row)| !row.is_empty())?;
    let drawn = rows.get(..=last)?;
    let is_row = |row: &str| {
        let is_cell = |c| matches!(c, '1'..='9' | ' ' | '-');
        row.chars().count() <= usize::from(SIDE) && row.chars().all(is_cell)
    };
    let has_human = drawn.iter().any(|(_, row)| row.contains('1'));
    let is_short = drawn.len() <= usize::from(SIDE) && drawn.len() > 1;
    (is_short && has_human && drawn.iter().all(|(_, row)| is_row(row))).then_some(drawn)
}

/// Returns the groups of lines between blank lines, each split into the lines above its rows, and
/// the rows.
fn paragraphs<'r, 't>(rows: &'r [Row<'t>]) -> impl Iterator<Item = (&'r [Row<'t>], &'r [Row<'t>])> {
    let paragraphs = rows.split(|(_, row)| row.is_empty());
    paragraphs.filter(|paragraph| !paragraph.is_empty()).map(|paragraph| {
        let above = paragraph.iter().rposition(|(_, row)| !is_row(row));
        let (heading, rows) = paragraph.split_at(above.map_or(0, |above| above + 1));
        // A single word is a heading.
        match rows.len() {
            0 | 1 => (paragraph, [].as_slice()),
            _ => (heading, rows),
        }
    })
}

fn recognises(text: &str) -> bool {
    let rows = rows(text);
    let is_card = |(_, rows): (_, &[Row<'_>])| {
        let is_full = |row: &str| row.chars().count() == usize::from(SIDE) || is_spaced(row);
        let full = rows.iter().filter(|(_, row)| is_full(row));
        (4..=6).contains(&rows.len()) && full.count() >= 4
    };
    // Comments and a heading may precede the first card.
    let mut drawn = paragraphs(&rows).filter(|(_, rows)| !rows.is_empty());
    blank_drawing(&rows).is_some() || drawn.next().is_some_and(is_card)
}

fn read(text: &str) -> Import {
    let rows = rows(text);
    if let Some(drawn) = blank_drawing(&rows) {
        return drawing(text, drawn, true).map_err(Into::into).into();
    }
    let mut import = Import::default();
    let mut heading: Vec<Row<'_>> = Vec::new();
    for (above, drawn) in paragraphs(&rows) {
        heading.extend(above);
        if !drawn.is_empty() {
            let record = drawing(text, drawn, false).map(|record| headed(record, &heading));
            import.add(record.map_err(Into::into));
            heading.clear();
        }
    }
    if let Some((span, _)) = heading.first() {
        let message = "expected five rows of a card after this";
        import.faults.push(Note::new(*span, message));
    }
    import
}

/// Reads the five rows of a card. A short row of a drawing with blanks continues empty.
fn drawing(text: &str, drawn: &[Row<'_>], has_blanks: bool) -> Result<PuzzleRecord, Note> {
    let side = usize::from(SIDE);
    let head = drawn.first().map_or(Span::empty(0), |(span, _)| *span);
    let whole = drawn.last().map_or(head, |(span, _)| head.cover(*span));
    if drawn.len() > side || drawn.len() < side && !has_blanks {
        let message = format!("expected five rows of a card, found {}", drawn.len());
        return Err(Note::new(whole, message));
    }
    let mut cells = Vec::new();
    for (rank, (span, row)) in (0..SIDE).rev().zip(drawn) {
        let mut cursor = Cursor::new(text, row);
        let step = 1 + usize::from(is_spaced(row) && !has_blanks);
        for (file, glyph) in (0..SIDE).zip(row.chars().step_by(step)) {
            let place = Span::of(text, cursor.rest().get(..1).unwrap_or_default());
            cells.push((Square::new(file, rank), glyph, place));
            cursor = cursor.skipped(step);
        }
        if !cursor.rest().is_empty() {
            return Err(cursor.expected("the end of a row of five squares"));
        }
        let found = row.chars().count();
        if found < side && !has_blanks {
            let message = format!("expected five squares in a row, found {found}");
            return Err(Note::new(*span, message));
        }
    }
    let glyphs = Glyphs::of(&cells);
    let no_human = || {
        let message = format!("expected `{}`, the human, in these rows", glyphs.human);
        Note::new(whole, message)
    };
    let card = Card::new(SIDE.into()).ok_or_else(no_human)?;
    let setup = Setup {
        board: card.board,
        rule: Rule::Exit,
        is_grouped: false,
        pieces: glyphs.pieces(&cells)?,
        targets: card.targets,
    };
    let position = setup.position().map_err(|_| no_human())?;
    let mut record = PuzzleRecord::new(whole, position.into());
    record.head = head;
    record.squares = cells.into_iter().map(|(square, _, place)| (square, place)).collect();
    Ok(record)
}

/// The glyphs of a drawing.
#[derive(Clone, Copy)]
struct Glyphs {
    /// The glyph of the human. Robots are of the same kind: small letters, capitals or digits.
    human: char,
}

const fn is_empty(glyph: char) -> bool {
    matches!(glyph, '.' | '-' | ' ')
}

impl Glyphs {
    /// The glyphs that carom writes.
    const WRITTEN: Self = Self { human: 'x' };

    /// Detects the glyphs of a drawing.
    fn of(cells: &[(Square, char, Span)]) -> Self {
        let drawn = |is_it: fn(char) -> bool| {
            let mut glyphs = cells.iter().map(|(_, glyph, _)| *glyph);
            glyphs.find(|glyph| is_it(*glyph))
        };
        let human = if drawn(|c| c.is_ascii_digit()).is_some() {
            '1'
        } else if let Some(human) = drawn(|c| matches!(c, 'x' | 'X')) {
            human
        } else if drawn(is_empty) == Some('-') {
            drawn(|c| matches!(c, 'r' | 'R')).unwrap_or('r')
        } else if drawn(|c| c.is_ascii_uppercase()).is_some() {
            'X'
        } else {
            'x'
        };
        Self { human }
    }

    fn pieces(self, cells: &[(Square, char, Span)]) -> Result<Vec<Piece>, Note> {
        let mut pieces: Vec<Piece> = Vec::new();
        for &(square, glyph, place) in cells.iter().filter(|(_, glyph, _)| !is_empty(*glyph)) {
            let name = match glyph == self.human {
                true => Some('@'),
                false => self.robot(glyph),
            };
            let Some(name) = name else {
                let kind = match self.human {
                    '1' => "digits from 2",
                    human if human.is_ascii_uppercase() => "capitals",
                    _ => "small letters",
                };
                let message = format!("expected {kind} for robots, found `{glyph}`");
                return Err(Note::new(place, message));
            };
            if pieces.iter().any(|piece| piece.name == name) {
                return Err(Note::new(place, format!("duplicate piece `{glyph}`")));
            }
            pieces.push(Piece { name, square });
        }
        Ok(pieces)
    }

    /// Returns the name of the robot that a glyph stands for.
    fn robot(self, glyph: char) -> Option<char> {
        if self.human == '1' {
            let number = glyph.to_digit(10)?.checked_sub(2)?;
            return char::from_u32(u32::from('A') + number);
        }
        let is_same_case = glyph.is_ascii_uppercase() == self.human.is_ascii_uppercase();
        (glyph.is_ascii_alphabetic() && is_same_case).then(|| glyph.to_ascii_uppercase())
    }
}

/// Adds the lines above the rows to a record: comments and, last, the heading.
fn headed(mut record: PuzzleRecord, above: &[Row<'_>]) -> PuzzleRecord {
    let lines = above.iter().map(|(_, line)| line.trim());
    let marked: Option<Vec<&str>> = lines.clone().map(|line| line.strip_prefix(MARK)).collect();
    let (Some((span, heading)), None) = (above.last(), &marked) else {
        let comments = marked.unwrap_or_default().into_iter();
        record.comments = comments.map(|line| line.trim().to_owned()).collect();
        return record;
    };
    record.span = span.cover(record.span);
    record.head = *span;
    record.comments = lines.map(str::to_owned).collect();
    record.comments.pop();
    let (name, difficulty) = split_heading(heading.trim());
    record.name = Some(name.to_owned());
    if let Some(difficulty) = difficulty {
        record.set_key(Key::Difficulty, difficulty, *span);
    }
    record
}

/// Splits a heading such as `problem 7 beginner` into name and difficulty.
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

/// Returns the humans that leave before the first move. The format has only one human.
fn departed(record: &PuzzleRecord) -> Vec<Loss> {
    let Position::Lunar(position) = &record.position else {
        return Vec::new();
    };
    let departed = position.departed().iter();
    departed.map(|human| Loss::Departed(human.name, human.square)).collect()
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::on_card(&record.position)?;
    let mut humans = position.pieces().iter().filter(|p| is_human(p.name));
    if let Some(second) = humans.nth(1) {
        let reason = "the format holds one human, and this is a second";
        return Err(Refusal::at(second.square, reason));
    }
    let mut text = heading(record);
    for square in card::squares() {
        text.push(match position.piece_on(square) {
            None => '.',
            Some(piece) if is_human(piece.name) => Glyphs::WRITTEN.human,
            Some(piece) => {
                let glyph = piece.name.to_ascii_lowercase();
                let is_robot = Glyphs::WRITTEN.robot(glyph) == Some(piece.name);
                if !is_robot || glyph == Glyphs::WRITTEN.human {
                    let (name, human) = (piece.name, Glyphs::WRITTEN.human);
                    let reason = format!("robot {name} cannot be written: `{human}` is the human");
                    return Err(Refusal::at(square, reason));
                }
                glyph
            }
        });
        if square.column() + 1 == SIDE {
            text.push('\n');
        }
    }
    Ok(text)
}

/// Returns the lines above the rows: comments and the heading.
fn heading(record: &PuzzleRecord) -> String {
    let comments =
        record.comments.iter().flat_map(|comment| comment.split(['\r', '\n'])).map(str::trim);
    // A blank line is no comment, but a mark alone is one.
    let filled = || comments.clone().filter(|comment| !comment.is_empty());
    let is_marked = |line: &str| line.starts_with(MARK);
    // If all lines start with the mark, none of them is read as a heading.
    let title = title(record).filter(|title| !(is_marked(title) && filled().all(is_marked)));
    let lines: Vec<String> = match title {
        Some(title) => filled().map(str::to_owned).chain([title]).collect(),
        None => comments.map(|line| format!("{MARK} {line}")).collect(),
    };
    lines.iter().map(|line| line.trim_end()).map(|line| format!("{line}\n\n")).collect()
}

/// Returns the heading, if it reads back as the same name.
fn title(record: &PuzzleRecord) -> Option<String> {
    let name = record.name.as_deref()?.replace(['\r', '\n'], " ");
    let name = name.trim();
    let difficulty = record.key_value(Key::Difficulty);
    let difficulty = difficulty.map(|entry| entry.value.as_str());
    let whole = difficulty.map(|difficulty| format!("{name} {difficulty}"));
    let whole = whole.filter(|whole| split_heading(whole) == (name, difficulty));
    // Do not write a difficulty that would not be read back.
    let title = whole.or_else(|| (split_heading(name) == (name, None)).then(|| name.to_owned()));
    title.filter(|title| !title.is_empty())
}
