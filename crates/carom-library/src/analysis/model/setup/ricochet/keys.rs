//! The robots, diagonals and targets placed by keys.

use super::parts::{Ground, Parts, is_robot, target_robot};
use crate::analysis::model::setup::source::Source;
use crate::analysis::model::setup::words::{parted, span_of, with_meant};
use crate::analysis::{Diagnostic, Lint, nearest, quoted};
use crate::games::DiagonalKind;
use crate::games::ricochet::Symbol;
use crate::syntax::{FieldValue, Key, ParsedSection, Word};
use crate::text::{Edit, Span};

/// Returns the only character of a word.
fn single(word: &Word) -> Option<char> {
    let mut characters = word.text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Reads `robots: R e5, 0 k7`.
pub(super) fn robots(source: &mut Source<'_>, parts: &mut Parts) {
    for group in source.groups(Key::Robots) {
        let name = group
            .first()
            .and_then(single)
            .filter(|&name| is_robot(name));
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
            parts.robot(name, square, span_of(&group));
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
pub(super) fn diagonals(source: &mut Source<'_>, parts: &mut Parts) {
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
            let kind = match characters.next()? {
                '/' => DiagonalKind::Slash,
                '\\' => DiagonalKind::Backslash,
                _ => return None,
            };
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
            parts.diagonal(kind, robot, square, span_of(&group));
        }
    }
}

/// Reads `target: r c5, * d7`, or symbols of tiles. Commas between targets are optional.
pub(super) fn targets(source: &mut Source<'_>, parts: &mut Parts, ground: Option<&Ground>) {
    let groups = source.groups(Key::Target).into_iter();
    for group in groups.flat_map(single_targets).collect::<Vec<_>>() {
        let span = span_of(&group);
        match group.as_slice() {
            [glyph, place] => {
                let read = single(glyph).filter(|glyph| matches!(glyph, 'a'..='z' | '*'));
                match read {
                    Some(glyph) => {
                        if let Some(square) = source.square(place) {
                            parts.target(target_robot(glyph), square, span);
                        }
                    }
                    None => bad_target(source, glyph.span, &glyph.text),
                }
            }
            [word] if is_symbol(word) => {
                let Some((_, _, symbols)) = ground else {
                    continue;
                };
                let mut symbols = symbols.iter();
                match symbols.find(|(symbol, _)| symbol.name() == word.text) {
                    Some((symbol, square)) => parts.target(symbol.robot(), *square, span),
                    None => source.report(
                        Diagnostic::new(
                            Lint::BadValue,
                            span,
                            format!("a drawn board has no symbol `{}`", word.text),
                        )
                        .with_help("write `target: r c5`; only `tiles` have symbols"),
                    ),
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
    let mut characters = found.chars();
    if let (Some(robot @ 'A'..='Z'), None) = (characters.next(), characters.next()) {
        let target = robot.to_ascii_lowercase();
        source.report(
            Diagnostic::new(Lint::BadValue, span, message)
                .with_help("write the robot's lowercase letter, or `*`")
                .with_safe_fix(
                    format!("write `{target}`"),
                    vec![Edit::replace(span, target)],
                ),
        );
        return;
    }
    let symbols: Vec<&str> = Symbol::all().map(Symbol::name).collect();
    let diagnostic = Diagnostic::new(Lint::BadValue, span, message)
        .with_help("write `target: r c5`, `target: * c5`, or a symbol of the tiles");
    let meant = parted(found, str::to_ascii_lowercase);
    if meant.is_some() {
        source.report(with_meant(diagnostic, meant));
        return;
    }
    source.report(match nearest(found, symbols.into_iter()) {
        Some(symbol) => diagnostic.with_unsafe_fix(
            format!("write `{symbol}`"),
            vec![Edit::replace(span, symbol)],
        ),
        None => diagnostic,
    });
}
