//! Reading a Lunar Lockout puzzle.

mod write;

use super::source::{size, with_free_name};
use super::start::{plain, put};
use super::{BoardObject, LocatedPosition, Mark, Notation, Source};
use crate::analysis::model::moves::{Wrong, slide};
use crate::analysis::{Diagnostic, Lint};
use crate::board::Square;
use crate::games::lunar::{self, Fault, Setup};
use crate::games::{Game, ItemPlace, Move, Piece, Position};
use crate::syntax::{Key, MoveText};
use crate::text::Span;
use crate::words::count;

const TARGET: char = '+';

/// The notation of Lunar Lockout.
pub(super) struct Lunar;

impl Notation for Lunar {
    fn keys(&self) -> &'static [Key] {
        &[Key::Moves, Key::Target]
    }

    fn glyph_help(&self) -> &'static str {
        "`.` is floor, `#` a block, `+` a target, `@` or a digit a human, \
         a capital letter a robot, `0` one without a name"
    }

    fn usual_sizes(&self) -> &'static [usize] {
        &[5, 7, 9]
    }

    fn start(&self, columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
        if !(3..=16).contains(&columns) || !(1..=16).contains(&rows) {
            return None;
        }
        let middle = rows / 2;
        let mut rows = plain(columns, rows, '.');
        put(&mut rows, middle, 0, '@');
        put(&mut rows, middle, columns - 2, '+');
        put(&mut rows, middle, columns - 1, 'A');
        Some(rows)
    }

    fn read(&self, source: &mut Source<'_>) -> Option<LocatedPosition> {
        read(source)
    }

    fn read_move(&self, token: &MoveText) -> Result<Move, Wrong> {
        slide(Game::Lunar, token)
    }

    fn keyed(&self, object: &BoardObject, square: Square) -> Option<(Key, String)> {
        matches!(object, BoardObject::Target(_)).then(|| (Key::Target, square.to_string()))
    }
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    let (rule, is_grouped) = rules(source);
    let mut pieces = Vec::new();
    let mut targets = Vec::new();
    let mut target_spans = Vec::new();
    let mut piece_spans = Vec::new();
    let drawn = source.drawn_board(|glyph, square, span| {
        match glyph {
            TARGET => {
                targets.push(square);
                target_spans.push(span);
            }
            name if lunar::is_human(name) || lunar::is_robot(name) => {
                pieces.push(Piece { name, square });
                piece_spans.push(span);
            }
            _ => return false,
        }
        true
    });
    for word in source.groups(Key::Target).concat() {
        if let Some(square) = source.square(&word) {
            targets.push(square);
            target_spans.push(word.span);
        }
    }
    let (board, cells) = drawn?;
    let setup = Setup {
        board,
        rule,
        is_grouped,
        pieces,
        targets,
    };
    match setup.position() {
        Ok(position) => Some(LocatedPosition {
            position: Position::Lunar(position),
            pieces: setup.pieces.into_iter().zip(piece_spans).collect(),
            marks: std::iter::zip(setup.targets, target_spans)
                .map(|(square, span)| {
                    Mark::new(BoardObject::Target(TARGET), ItemPlace::Board(square), span)
                })
                .collect(),
            cells,
        }),
        Err(faults) => {
            for fault in faults {
                if fault == Fault::NoTarget && source.is_misread(Key::Target) {
                    continue;
                }
                let diagnostic = report(&setup, fault, &piece_spans, &target_spans, source);
                source.report(diagnostic);
            }
            None
        }
    }
}

/// Returns the rule for humans on targets, and whether moves are grouped.
fn rules(source: &mut Source<'_>) -> (lunar::Rule, bool) {
    let words = source.rule_words();
    let has = |text: &str| words.iter().any(|word| word == text);
    lunar::Rule::of_words(&has)
}

fn report(
    setup: &Setup,
    fault: Fault,
    pieces: &[Span],
    targets: &[Span],
    source: &Source<'_>,
) -> Diagnostic {
    let &Source { text, header, .. } = source;
    let piece = |number: usize| pieces.get(number).copied().unwrap_or(header);
    let name = |number: usize| setup.pieces.get(number).map_or(' ', |piece| piece.name);
    let target = |number: usize| targets.get(number).copied().unwrap_or(header);
    let square = |number: usize| {
        let square = setup.targets.get(number);
        square.map(ToString::to_string).unwrap_or_default()
    };
    match fault {
        Fault::NoHuman => Diagnostic::new(Lint::NoHuman, header, "the board has no human")
            .with_help("place one as `@`, or several as `1` to `9`"),
        Fault::NoTarget => Diagnostic::new(Lint::NoTarget, header, "the board has no target")
            .with_help("place one as `+`, or under a piece with `target: c3`"),
        Fault::TooFewTargets { humans, targets } => Diagnostic::new(
            Lint::TooFewTargets,
            header,
            format!(
                "{humans} humans cannot stay on {}",
                count(targets, "target")
            ),
        )
        .with_help("add targets, or let humans leave the board with `rules: exit`"),
        Fault::SameName { first, second } => {
            let report = Diagnostic::new(
                Lint::DuplicatePiece,
                piece(second),
                format!("duplicate piece {}", name(second)),
            )
            .with_related(piece(first), "first placed here");
            let names = match lunar::is_human(name(second)) {
                true => '1'..='9',
                false => 'A'..='Z',
            };
            let is_taken = |name| setup.pieces.iter().any(|piece| piece.name == name);
            with_free_name(report, text, names, is_taken)
        }
        Fault::TargetOffBoard(number) => Diagnostic::new(
            Lint::BadSquare,
            target(number),
            format!(
                "{} is outside the board, which has {}",
                square(number),
                size(&setup.board)
            ),
        ),
        Fault::TargetOnBlock(number) => Diagnostic::new(
            Lint::OccupiedSquare,
            target(number),
            format!("{} is a block, so no human can stop there", square(number)),
        ),
    }
}
