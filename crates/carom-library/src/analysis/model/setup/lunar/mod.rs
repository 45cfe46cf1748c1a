//! Reading a Lunar Lockout puzzle.

use super::source::{items, plain, put, size, with_free_name};
use super::write::{Canvas, Unwritable, WriteSetup};
use super::{BoardObject, LocatedPosition, Mark, Notation, Source};
use crate::analysis::model::moves::slide;
use crate::analysis::{Diagnostic, Lint};
use crate::board::{Board, Square};
use crate::games::lunar::{Fault, Rule, Setup, is_human, is_robot};
use crate::games::{Game, ItemPlace, Piece, Position};
use crate::syntax::{Draft, Key};
use crate::text::Span;
use crate::words::count;

const TARGET: char = '+';

/// The notation of Lunar Lockout.
pub(super) const NOTATION: Notation = Notation {
    keys: &[Key::Moves, Key::Target],
    glyph_help: "`.` is floor, `#` a block, `+` a target, `@` or a digit a human, \
         a capital letter a robot, `0` one without a name",
    example: ("puzzle lunar\n  board:\n    . . . . .\n    @ . + A .\n    . . . . .\n", &["@>"]),
    usual_sizes: &[5, 7, 9],
    start,
    read,
    read_move: |token| slide(Game::Lunar, token),
    keyed,
    start_keys: &[],
    words: |_| Vec::new(),
    shown: |_, _| None,
};

fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
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

fn keyed(object: &BoardObject, square: Square) -> Option<(Key, String)> {
    matches!(object, BoardObject::Target(_)).then(|| (Key::Target, square.to_string()))
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    let (rule, is_grouped) = Rule::of_words(&source.rules());
    let (mut pieces, mut targets) = (Vec::new(), Vec::new());
    let drawn = source.drawn_board(|glyph, square, span| {
        match glyph {
            TARGET => targets.push((square, span)),
            name if is_human(name) || is_robot(name) => {
                pieces.push((Piece { name, square }, span));
            }
            _ => return false,
        }
        true
    });
    for word in source.groups(Key::Target).concat() {
        targets.extend(source.square(&word).map(|square| (square, word.span)));
    }
    let (board, cells) = drawn?;
    let setup = Setup { board, rule, is_grouped, pieces: items(&pieces), targets: items(&targets) };
    match setup.position() {
        Ok(position) => {
            let marks = targets.into_iter().map(|(square, span)| {
                Mark::new(BoardObject::Target(TARGET), ItemPlace::Board(square), span)
            });
            Some(LocatedPosition {
                position: Position::Lunar(position),
                pieces,
                marks: marks.collect(),
                cells,
            })
        }
        Err(faults) => {
            for fault in faults {
                if fault != Fault::NoTarget || !source.is_misread(Key::Target) {
                    source.report(report(fault, &pieces, &targets, &setup.board, source));
                }
            }
            None
        }
    }
}

fn report(
    fault: Fault,
    pieces: &[(Piece, Span)],
    targets: &[(Square, Span)],
    board: &Board,
    source: &Source<'_>,
) -> Diagnostic {
    let header = source.header;
    let piece = |number: usize| pieces.get(number).map_or(header, |(_, span)| *span);
    let name = |number: usize| pieces.get(number).map_or(' ', |(piece, _)| piece.name);
    let target = |number: usize| targets.get(number).map_or(header, |(_, span)| *span);
    let square = |number: usize| {
        let square = targets.get(number).map(|(square, _)| square.to_string());
        square.unwrap_or_default()
    };
    match fault {
        Fault::NoHuman => Diagnostic::new(Lint::NoHuman, header, "the board has no human")
            .with_help("place one as `@`, or several as `1` to `9`"),
        Fault::NoTarget => Diagnostic::new(Lint::NoTarget, header, "the board has no target")
            .with_help("place one as `+`, or under a piece with `target: c3`"),
        Fault::TooFewTargets { humans, targets } => {
            let targets = count(targets, "target");
            let message = format!("{humans} humans cannot stay on {targets}");
            Diagnostic::new(Lint::TooFewTargets, header, message)
                .with_help("add targets, or let humans leave the board with `rules: exit`")
        }
        Fault::SameName { first, second } => {
            let message = format!("duplicate piece {}", name(second));
            let report = Diagnostic::new(Lint::DuplicatePiece, piece(second), message)
                .with_related(piece(first), "first placed here");
            let names = match is_human(name(second)) {
                true => '1'..='9',
                false => 'A'..='Z',
            };
            let is_taken = |name| pieces.iter().any(|(piece, _)| piece.name == name);
            with_free_name(report, source.text, names, is_taken)
        }
        Fault::TargetOffBoard(number) => {
            let (square, size) = (square(number), size(board));
            let message = format!("{square} is outside the board, which has {size}");
            Diagnostic::new(Lint::BadSquare, target(number), message)
        }
        Fault::TargetOnBlock(number) => {
            let message = format!("{} is a block, so no human can stop there", square(number));
            Diagnostic::new(Lint::OccupiedSquare, target(number), message)
        }
    }
}

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Lunar
    }

    fn rules(&self) -> Vec<&'static str> {
        let stay = (self.rule == Rule::Stay).then_some("stay");
        let grouped = self.is_grouped.then_some("grouped");
        stay.into_iter().chain(grouped).collect()
    }

    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        let mut canvas = Canvas::new(&self.board);
        for piece in &self.pieces {
            if !is_human(piece.name) && !is_robot(piece.name) {
                return Err(Unwritable::Name(piece.name.to_string()));
            }
            canvas.place(piece.square, piece.name)?;
        }
        let targets = self.targets.iter();
        let covered: Vec<String> =
            targets.filter(|&&square| !canvas.put(square, '+')).map(ToString::to_string).collect();
        if !covered.is_empty() {
            draft.set_groups(Key::Target, vec![covered]);
        }
        draft.set_board(canvas.drawing());
        Ok(())
    }
}
