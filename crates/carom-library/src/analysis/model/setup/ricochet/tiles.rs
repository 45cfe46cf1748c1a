//! Reads `tiles: 1A 2B 3C 4D`, the faces of the printed tiles that a board consists of.

use std::fmt::Write as _;

use super::keyed;
use super::keys::is_bare;
use crate::analysis::model::setup::source::{Entry, Source};
use crate::analysis::{Diagnostic, Lint, nearest, quoted};
use crate::board::{Board, Square};
use crate::games::ricochet::{Face, Symbol, printed_diagonals, standard_board};
use crate::games::{BoardObject, Diagonal};
use crate::picture;
use crate::syntax::{FieldValue, Key, ParsedSection, Word};

/// Returns the names of the faces as they are printed, then those of older editions.
pub(super) fn words() -> Vec<Entry> {
    let entry = |face: Face, name: &str, other: Option<&str>| {
        let other = other.map(|other| format!(", also `{other}`"));
        let (side, tile) = (face.side(), face.tile());
        let meaning = format!("side {side} of tile {tile}{}", other.unwrap_or_default());
        (name.to_owned(), meaning)
    };
    let printed = Face::ALL.map(|face| entry(face, face.name(), face.other_name()));
    let others = Face::ALL.into_iter().filter_map(|face| {
        let other = face.other_name()?;
        Some(entry(face, other, Some(face.name())))
    });
    printed.into_iter().chain(others).collect()
}

/// A board of tiles, its symbols, and its printed diagonals.
type PrintedBoard = (Board, Vec<(Symbol, Square)>, Vec<Diagonal>);

/// Returns the board of a `tiles` line, and reports faults of the line.
pub(super) fn read(source: &mut Source<'_>) -> Option<PrintedBoard> {
    let field = source.section.field(Key::Tiles)?;
    let span = if field.value_span.is_empty() { field.key_span } else { field.value_span };
    let mut is_whole = true;
    for key in [Key::Robots, Key::Target] {
        if source.section.field(key).is_none() {
            is_whole = false;
            source.fault(
                Lint::MissingRequiredKey,
                source.header,
                format!("a puzzle on `tiles` needs a `{}` line", key.name()),
            );
        }
    }
    if let Some(board) = source.section.field(Key::Board) {
        source.report(
            Diagnostic::new(
                Lint::BadValue,
                field.key_span,
                "a puzzle has either `tiles` or a `board`",
            )
            .with_related(board.key_span, "the board is here"),
        );
        return None;
    }
    let words = source.groups(Key::Tiles).concat();
    let faces: Vec<Face> = words.iter().filter_map(face).collect();
    for word in words.iter().filter(|word| face(word).is_none()) {
        source.report(no_face(word, &faces));
    }
    // An empty line was reported by the parser.
    if faces.len() != words.len() || words.is_empty() || !is_whole {
        return None;
    }
    let Ok(faces) = <[Face; 4]>::try_from(faces) else {
        source.report(
            Diagnostic::new(
                Lint::BadValue,
                span,
                format!("expected four tiles, found {}", words.len()),
            )
            .with_help("name them top left, top right, bottom right, bottom left"),
        );
        return None;
    };
    for (second, face) in faces.iter().enumerate() {
        let first = faces.iter().position(|other| other.tile() == face.tile());
        if let Some(first) = first
            && first != second
            && let (Some(first), Some(second)) = (words.get(first), words.get(second))
        {
            source.report(
                Diagnostic::new(
                    Lint::BadValue,
                    second.span,
                    format!("`{}` and `{}` are sides of one tile", first.text, second.text),
                )
                .with_related(first.span, "used here"),
            );
            return None;
        }
    }
    let (board, symbols) = standard_board(faces);
    let diagonals = match is_bare(source.section) {
        true => Vec::new(),
        false => printed_diagonals(faces),
    };
    Some((board, symbols, diagonals))
}

fn face(word: &Word) -> Option<Face> {
    word.text.parse().ok()
}

/// Returns the diagnostic of a word that is not a face, given the `others` that are.
fn no_face(word: &Word, others: &[Face]) -> Diagnostic {
    let message = format!("expected a face of a tile, found {}", quoted(&word.text));
    let diagnostic =
        Diagnostic::new(Lint::BadValue, word.span, message).with_help("write a face from 1A to 4D");
    let upper = word.text.to_ascii_uppercase();
    if upper.parse::<Face>().is_ok() {
        return diagnostic.with_safe_word(&upper);
    }
    // A tile that is on the board already cannot be meant.
    let is_free = |face: &Face| others.iter().all(|other| other.tile() != face.tile());
    let free: Vec<Face> = Face::ALL.into_iter().filter(is_free).collect();
    let printed = free.iter().map(|face| face.name());
    let older = free.iter().filter_map(|face| face.other_name());
    let names: Vec<String> = printed.chain(older).map(str::to_ascii_lowercase).collect();
    match nearest(&word.text, names.iter().map(String::as_str)) {
        Some(name) => diagnostic.with_unsafe_word(&name.to_ascii_uppercase()),
        None => diagnostic,
    }
}

/// Draws the printed board of a `tiles` line with its symbols and printed diagonals but without
/// robots. A small letter is the target of a robot.
pub(super) fn shown(section: &ParsedSection) -> Option<String> {
    let FieldValue::Words(words) = &section.field(Key::Tiles)?.value else {
        return None;
    };
    let faces: Option<Vec<Face>> = words.iter().map(face).collect();
    let faces: [Face; 4] = faces?.try_into().ok()?;
    let (board, symbols) = standard_board(faces);
    let diagonals = match is_bare(section) {
        true => Vec::new(),
        false => printed_diagonals(faces),
    };
    let glyph = |square: Square| {
        let mut printed = diagonals.iter();
        if let Some(diagonal) = printed.find(|diagonal| diagonal.square == square) {
            return diagonal.kind.glyph();
        }
        let mut there = symbols.iter().filter(|(_, at)| *at == square);
        match there.next() {
            Some((symbol, _)) => symbol.glyph(),
            None if board.blocks().contains(square) => '#',
            None => '.',
        }
    };
    let mut text = picture::numbered(&board, glyph).join("\n");
    let by_robot = |robot: Option<char>| {
        let of = symbols.iter().filter(|(symbol, _)| symbol.robot() == robot);
        let of: Vec<String> =
            of.map(|(symbol, square)| format!("{} {square}", symbol.name())).collect();
        of.join(", ")
    };
    let mut robots: Vec<Option<char>> = symbols.iter().map(|(symbol, _)| symbol.robot()).collect();
    robots.sort_unstable_by_key(|robot| (robot.is_none(), *robot));
    robots.dedup();
    for robot in robots {
        text.push('\n');
        text.push_str(&by_robot(robot));
    }
    if !diagonals.is_empty() {
        let words = |&Diagonal { square, kind, robot }: &Diagonal| {
            keyed(&BoardObject::Diagonal(kind, robot), square).map(|(_, words)| words)
        };
        let all: Vec<String> = diagonals.iter().filter_map(words).collect();
        let _ = write!(text, "\ndiagonals: {}", all.join(", "));
    }
    Some(text)
}
