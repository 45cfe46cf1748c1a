//! The robots, diagonals and targets placed by keys.

use crate::analysis::model::setup::source::Source;
use crate::analysis::model::setup::words::{parted, span_of, with_meant};
use crate::analysis::{Diagnostic, Lint, nearest, quoted};
use crate::board::Square;
use crate::games::ricochet::Symbol;
use crate::games::{BoardObject, DiagonalKind, Piece};
use crate::syntax::{FieldValue, Key, ParsedSection, Word};
use crate::text::Span;

/// Returns the only character of a word.
fn single(word: &Word) -> Option<char> {
    let mut characters = word.text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Reads `robots: R e5, 0 k7`.
pub(super) fn robots(source: &mut Source<'_>) {
    for group in source.groups(Key::Robots) {
        let is_name = |name: &char| name.is_ascii_uppercase() || *name == Piece::NAMELESS;
        let name = group.first().and_then(single).filter(is_name);
        let (Some(name), [_, place]) = (name, group.as_slice()) else {
            let span = span_of(&group);
            let diagnostic =
                Diagnostic::new(Lint::BadValue, span, "expected a robot and its square").with_help(
                    "write a capital letter, or `0` for a robot without a name, and a \
                         square, as in `robots: R e5, 0 k7`",
                );
            let meant = parted(span.slice(source.text), str::to_ascii_uppercase);
            source.report(with_meant(diagnostic, meant));
            continue;
        };
        if let Some(square) = source.square(place) {
            source.add(BoardObject::Piece(name).on(square), span_of(&group));
        }
    }
}

/// The word of a `diagonals` line that takes the printed ones away.
pub(crate) const NONE: &str = "none";

/// Whether a puzzle has none of the diagonals that are printed on its tiles.
pub(super) fn is_bare(section: &ParsedSection) -> bool {
    let is_none = |group: &Vec<Word>| matches!(group.as_slice(), [word] if word.text == NONE);
    match section.field(Key::Diagonals).map(|field| &field.value) {
        Some(FieldValue::Groups(groups)) => groups.iter().any(is_none),
        _ => false,
    }
}

/// Reads `diagonals: R/ c5, B\ d7`. A diagonal without a letter deflects every robot.
pub(super) fn diagonals(source: &mut Source<'_>) {
    for group in source.groups(Key::Diagonals) {
        if let [word] = group.as_slice()
            && word.text == NONE
        {
            if source.section.field(Key::Tiles).is_none() {
                source.report(
                    Diagnostic::new(
                        Lint::BadValue,
                        word.span,
                        "a drawn board has no printed diagonals",
                    )
                    .with_help("remove `none`; only `tiles` have printed diagonals"),
                );
            }
            continue;
        }
        let read = group.first().and_then(|word| {
            let mut characters = word.text.chars().rev();
            let kind = DiagonalKind::from_glyph(characters.next()?)?;
            let robot = characters.next();
            let is_robot = robot.is_none_or(|robot| robot.is_ascii_uppercase());
            (is_robot && characters.next().is_none()).then_some((kind, robot))
        });
        let (Some((kind, robot)), [_, place]) = (read, group.as_slice()) else {
            source.report(
                Diagnostic::new(
                    Lint::BadValue,
                    span_of(&group),
                    "expected a diagonal and its square",
                )
                .with_help(
                    "write a robot's letter, `/` or `\\`, and a square, \
                     as in `diagonals: R/ c5, B\\ d7`",
                ),
            );
            continue;
        };
        if let Some(square) = source.square(place) {
            source.add(BoardObject::Diagonal(kind, robot).on(square), span_of(&group));
        }
    }
}

/// Reads `target: r c5, * d7`, or symbols of tiles. Commas between targets are optional.
pub(super) fn targets(source: &mut Source<'_>, symbols: Option<&Vec<(Symbol, Square)>>) {
    let groups = source.groups(Key::Target).into_iter();
    for group in groups.flat_map(single_targets).collect::<Vec<_>>() {
        let span = span_of(&group);
        match group.as_slice() {
            [glyph, place] => match single(glyph).filter(|c| matches!(c, 'a'..='z' | '*')) {
                Some(glyph) => {
                    if let Some(square) = source.square(place) {
                        source.add(BoardObject::Target(glyph).on(square), span);
                    }
                }
                None => bad_target(source, glyph.span, &glyph.text),
            },
            [word] if is_symbol(word) => {
                let Some(symbols) = symbols else {
                    continue;
                };
                let mut symbols = symbols.iter();
                match symbols.find(|(symbol, _)| symbol.name() == word.text) {
                    Some(&(symbol, square)) => {
                        source.add(BoardObject::Target(symbol.glyph()).on(square), span);
                    }
                    None => {
                        let message = format!("a drawn board has no symbol `{}`", word.text);
                        source.report(
                            Diagnostic::new(Lint::BadValue, span, message)
                                .with_help("write `target: r c5`; only `tiles` have symbols"),
                        );
                    }
                }
            }
            _ => bad_target(source, span, span.slice(source.text)),
        }
    }
}

/// Splits a group into a group for each target: a symbol, or a pair of words. A group that cannot
/// be split stays whole.
fn single_targets(group: Vec<Word>) -> Vec<Vec<Word>> {
    if group.len() == 2 && !group.iter().all(is_symbol) {
        return vec![group];
    }
    let mut targets = Vec::new();
    let mut rest = group.as_slice();
    while let Some(first) = rest.first() {
        let length = if is_symbol(first) { 1 } else { 2 };
        let Some((target, others)) = rest.split_at_checked(length) else {
            return vec![group];
        };
        targets.push(target.to_vec());
        rest = others;
    }
    targets
}

fn is_symbol(word: &Word) -> bool {
    word.text.parse::<Symbol>().is_ok()
}

fn bad_target(source: &mut Source<'_>, span: Span, found: &str) {
    let message = format!("expected a target, found {}", quoted(found));
    let diagnostic = Diagnostic::new(Lint::BadValue, span, message);
    let mut characters = found.chars();
    source.report(match (characters.next(), characters.next()) {
        (Some(robot @ 'A'..='Z'), None) => diagnostic
            .with_help("write the robot's lowercase letter, or `*`")
            .with_safe_word(&robot.to_ascii_lowercase().to_string()),
        _ => {
            let diagnostic = diagnostic
                .with_help("write `target: r c5`, `target: * c5`, or a symbol of the tiles");
            let meant = parted(found, str::to_ascii_lowercase);
            let symbol = || nearest(found, Symbol::all().map(Symbol::name)).map(str::to_owned);
            with_meant(diagnostic, meant.or_else(symbol))
        }
    });
}
