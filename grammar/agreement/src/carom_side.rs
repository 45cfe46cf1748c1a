//! What carom reads.

use std::ops::Range;

use carom::syntax::{
    BoardText, Field, FieldValue, MoveKind, ParsedSection, SyntaxError, SyntaxErrorKind, parse,
    sections,
};
use carom::text::Span;

use super::{Kind, Part, Reading, part};

/// Whether a fault shows from a line and what kind of line it is, so that a
/// grammar can see it. The others compare places with each other, or are no
/// errors at all.
pub const fn shows(fault: &SyntaxErrorKind) -> bool {
    match fault {
        SyntaxErrorKind::StrayLine { .. }
        | SyntaxErrorKind::MissingGame
        | SyntaxErrorKind::UnterminatedName
        | SyntaxErrorKind::TrailingText
        | SyntaxErrorKind::TextAfterBoard
        | SyntaxErrorKind::KeyOutsidePuzzle(_)
        | SyntaxErrorKind::MissingValue(_)
        | SyntaxErrorKind::BadClaim
        | SyntaxErrorKind::BadMove
        | SyntaxErrorKind::EmptyGroup
        | SyntaxErrorKind::Tab => true,
        // A key of a later version, or of another program: a warning.
        SyntaxErrorKind::UnknownKey
        // Two keys.
        | SyntaxErrorKind::DuplicateKey { .. }
        // A row and the rows around it.
        | SyntaxErrorKind::Indentation
        | SyntaxErrorKind::Separator
        | SyntaxErrorKind::BoardStyle
        | SyntaxErrorKind::CellCount { .. }
        | SyntaxErrorKind::MisplacedWall
        | SyntaxErrorKind::WallOutside
        | SyntaxErrorKind::StrayWallRow => false,
        slip => {
            debug_assert!(is_slip(slip));
            false
        }
    }
}

/// Whether the reader went on with what the author meant instead of what
/// stands there. A grammar knows no such thing, and reads on in its own way.
pub(crate) const fn is_slip(fault: &SyntaxErrorKind) -> bool {
    matches!(
        fault,
        SyntaxErrorKind::PuzzleWord
            | SyntaxErrorKind::NameQuotes
            | SyntaxErrorKind::UnquotedName
            | SyntaxErrorKind::GluedComment
            | SyntaxErrorKind::ForeignComment { .. }
            | SyntaxErrorKind::DamagedHeader
            | SyntaxErrorKind::MissingColon
            | SyntaxErrorKind::MoveSeparator
            | SyntaxErrorKind::BlankLineInBoard
            | SyntaxErrorKind::DrawnBorder
            | SyntaxErrorKind::MissingCell
            | SyntaxErrorKind::EqualsSign
            | SyntaxErrorKind::Invisible { .. }
            | SyntaxErrorKind::KeyCase { .. }
            | SyntaxErrorKind::MissingBoardKey { .. }
            | SyntaxErrorKind::UnderscoreWalls { .. }
            | SyntaxErrorKind::TooLong
    )
}

/// Returns the sections that the grammar reads in its own way: those with a typo,
/// which carom parses as if it was corrected, and puzzles without a header, which
/// the grammar takes for a part of the puzzle above.
pub(super) fn mended(text: &str) -> Vec<Range<usize>> {
    let sections = sections(text).into_iter().enumerate();
    let differs = sections.filter(|(number, place)| {
        let section = parse(place.slice(text));
        let is_headless = *number > 0 && section.header.is_none();
        is_headless || section.errors.iter().any(|error| is_slip(&error.kind))
    });
    differs.map(|(_, place)| range(place)).collect()
}

pub(super) fn read(text: &str) -> Reading {
    let mut reading = Reading::new();
    for place in sections(text) {
        let section = place.slice(text);
        let offset = place.start as usize;
        let parts = Sectioned { text: section, section: parse(section) };
        let moved = parts.read().into_iter().map(|mut part| {
            part.start += offset;
            part.end += offset;
            part
        });
        reading.extend(moved);
    }
    reading
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

struct Sectioned<'t> {
    text: &'t str,
    section: ParsedSection,
}

impl Sectioned<'_> {
    fn read(&self) -> Vec<Part> {
        let shown = |fault: &&SyntaxError| {
            shows(&fault.kind) && !self.bare_moves().any(|span| span == fault.span)
        };
        let faults = self.section.errors.iter().filter(shown);
        let mut parts: Vec<Part> =
            faults.map(|fault| part(range(fault.span), Kind::Fault)).collect();
        let of_comment = |comment: &Span| part(self.comment(*comment), Kind::Comment);
        parts.extend(self.section.comments.iter().map(of_comment));
        if let Some(header) = &self.section.header {
            parts.push(part(range(header.keyword), Kind::Puzzle));
            parts.extend(header.game.iter().map(|game| part(range(game.span), Kind::Game)));
            parts.extend(header.name.iter().map(|name| part(range(name.span), Kind::Name)));
        }
        for field in &self.section.fields {
            parts.push(part(range(field.key_span), Kind::Key));
            self.value(field, &mut parts);
        }
        // Where there is a fault, the tree says nothing else.
        let at_fault: Vec<_> =
            parts.iter().filter(|part| part.kind == Kind::Fault).cloned().collect();
        parts.retain(|part| {
            let is_same = |fault: &Part| (fault.start, fault.end) == (part.start, part.end);
            part.kind == Kind::Fault || !at_fault.iter().any(is_same)
        });
        parts
    }

    /// Returns the places of moves that are only a direction. Games judge them.
    fn bare_moves(&self) -> impl Iterator<Item = Span> {
        let values = self.section.fields.iter();
        let moves = values.filter_map(|field| match &field.value {
            FieldValue::Moves(moves) => Some(moves),
            _ => None,
        });
        moves.flatten().filter(|token| token.is_bare()).map(|token| token.span)
    }

    /// A comment from its semicolon to the end of its line.
    fn comment(&self, body: Span) -> Range<usize> {
        const BLANKS: [char; 2] = [' ', '\t'];
        let (before, rest) = self.text.split_at(body.start as usize);
        let start = before.trim_end_matches(BLANKS).len().saturating_sub(1);
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        start..before.len() + length
    }

    fn value(&self, field: &Field, parts: &mut Vec<Part>) {
        match &field.value {
            FieldValue::Text if field.value_span.is_empty() => {}
            FieldValue::Text => parts.push(part(range(field.value_span), Kind::Text)),
            FieldValue::Claim(claim) => {
                parts.extend(claim.map(|_| part(range(field.value_span), Kind::Word)));
            }
            FieldValue::Words(words) => {
                parts.extend(words.iter().map(|word| part(range(word.span), Kind::Word)))
            }
            FieldValue::Groups(groups) => {
                let words = groups.iter().flatten();
                parts.extend(words.map(|word| part(range(word.span), Kind::Word)));
            }
            FieldValue::Moves(moves) => {
                for token in moves {
                    let MoveKind::Move { arrow, walk, .. } = &token.kind else {
                        if token.kind == MoveKind::Pass {
                            parts.push(part(range(token.span), Kind::Move));
                        }
                        continue;
                    };
                    parts.push(part(range(token.span), Kind::Move));
                    let steps = [arrow].into_iter().chain(walk.iter().flatten());
                    parts.extend(steps.map(|step| part(range(step.span), Kind::Direction)));
                }
            }
            FieldValue::Board(board) => self.board(board, parts),
        }
    }

    fn board(&self, board: &BoardText, parts: &mut Vec<Part>) {
        for row in &board.rows {
            let cells = row.cells.iter().map(|cell| part(range(cell.span), Kind::Cell));
            // A tab is a fault, and a bar a wall even where it stands alone.
            parts.extend(cells.filter(|cell| !matches!(self.slice(cell), "\t" | "|")));
            let bars = row.span.slice(self.text).match_indices('|');
            let start = row.span.start as usize;
            parts.extend(bars.map(|(at, _)| part(start + at..start + at + 1, Kind::Wall)));
        }
    }

    fn slice(&self, part: &Part) -> &str {
        self.text.get(part.start..part.end).unwrap_or_default()
    }
}
