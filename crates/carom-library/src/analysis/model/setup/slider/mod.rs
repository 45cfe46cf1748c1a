//! Reading a Slider puzzle.

use super::source::{plain, put};
use super::write::{Canvas, Unwritable, WriteSetup};
use super::{Entry, LocatedPosition, Notation, Source, claimed_result, entry};
use crate::analysis::model::moves::Wrong;
use crate::analysis::{Diagnostic, Lint, quoted};
use crate::games::slider::{self, Fault, Man, SMALLEST_SIDE, Setup, Side};
use crate::games::{Game, Move, Piece, Position};
use crate::syntax::{Draft, Key, MoveKind, MoveText};
use crate::text::Span;

/// The notation of Slider.
pub(super) const NOTATION: Notation = Notation {
    keys: &[Key::Result, Key::ToMove],
    glyph_help: "`.` is floor, `#` a block, `H` and `V` the pieces of the two sides",
    example: ("puzzle slider\n  board:\n    . . . .\n    . H . .\n    . . . .\n    . . V .\n", &[]),
    usual_sizes: &[4, 5, 6],
    start,
    read,
    read_move,
    words,
    start_keys: &[],
    keyed: |_, _| None,
    shown: |_, _| None,
};

/// The pieces are on their usual starts: one side along the left border, the other along the
/// lower one.
fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
    if !(4..=16).contains(&columns) || columns != rows {
        return None;
    }
    let mut rows = plain(columns, rows, '.');
    for place in 0..columns - 1 {
        put(&mut rows, place, 0, 'H');
        put(&mut rows, columns - 1, place + 1, 'V');
    }
    Some(rows)
}

fn read_move(token: &MoveText) -> Result<Move, Wrong> {
    let wrong_form = || Wrong::form(Game::Slider, token);
    match &token.kind {
        MoveKind::Pass => Ok(slider::Move::Pass.into()),
        MoveKind::Move { subject, arrow, walk: None } => Ok(Move::Slider(slider::Move::Step {
            from: subject.text.parse().map_err(|_| wrong_form())?,
            direction: arrow.arrow,
        })),
        MoveKind::Move { walk: Some(_), .. } | MoveKind::Bad => Err(wrong_form()),
    }
}

fn words(key: Key) -> Vec<Entry> {
    match key {
        Key::ToMove => {
            let sides =
                Game::Slider.glyphs().iter().filter(|(glyph, _)| Game::Slider.is_nameless(*glyph));
            sides
                .map(|(glyph, meaning)| (glyph.to_string(), format!("the side of {meaning}")))
                .collect()
        }
        Key::Result => vec![
            entry("win", "the side to move wins; the number of plies follows"),
            entry("loss", "the other side wins; the number of plies follows"),
            entry("draw", "neither side can force a win"),
        ],
        _ => Vec::new(),
    }
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    source.rule_words();
    let to_move = to_move(source);
    if let Some((span, None)) = claimed_result(source.section) {
        let message = format!("expected a result, found {}", quoted(span.slice(source.text)));
        source.report(
            Diagnostic::new(Lint::BadValue, span, message)
                .with_help("write `win N`, `loss N` or `draw`, with N the number of plies"),
        );
    }
    let mut men = Vec::new();
    let mut pieces = Vec::new();
    let drawn = source.drawn_board(|glyph, square, span| {
        let Some(side) = Side::from_glyph(glyph) else {
            return false;
        };
        men.push(Man { side, square });
        pieces.push((Piece { name: glyph, square }, span));
        true
    });
    let (board, cells) = drawn?;
    let setup = Setup { board, to_move: to_move?, men };
    match setup.position() {
        Ok(position) => Some(LocatedPosition {
            position: Position::Slider(position),
            pieces,
            marks: Vec::new(),
            cells,
        }),
        Err(faults) => {
            let board = source
                .section
                .board()
                .and_then(crate::syntax::BoardText::span)
                .unwrap_or(source.header);
            for fault in faults {
                let report = report(fault, board, source.header, &pieces);
                source.report(report);
            }
            None
        }
    }
}

/// Reads `to-move: H`, which is the default, or `to-move: V`.
fn to_move(source: &mut Source<'_>) -> Option<Side> {
    let words = source.groups(Key::ToMove).concat();
    let Some(first) = words.first() else {
        return Some(Side::H);
    };
    let mut characters = first.text.chars();
    let side = characters.next().and_then(Side::from_glyph);
    if words.len() == 1 && characters.next().is_none() && side.is_some() {
        return side;
    }
    let span = super::words::span_of(&words);
    let diagnostic = Diagnostic::new(Lint::BadValue, span, "expected `H` or `V`");
    let upper = first.text.to_ascii_uppercase();
    source.report(match matches!(upper.as_str(), "H" | "V") && words.len() == 1 {
        true => diagnostic.with_safe_word(&upper),
        false => diagnostic,
    });
    None
}

fn report(fault: Fault, board: Span, header: Span, men: &[(Piece, Span)]) -> Diagnostic {
    let man = |number: usize| men.get(number).map_or(header, |&(_, span)| span);
    let occupied = |span, message| Diagnostic::new(Lint::OccupiedSquare, span, message);
    match fault {
        Fault::NotSquare { columns, rows } => {
            let message =
                format!("expected a square board, found {columns} columns and {rows} rows");
            Diagnostic::new(Lint::BoardSize, board, message)
        }
        Fault::TooSmall { columns, rows } => {
            let message = format!(
                "a slider board has at least {SMALLEST_SIDE} columns and rows; \
                 this one has {columns} and {rows}"
            );
            Diagnostic::new(Lint::BoardSize, board, message)
        }
        Fault::NoMan => {
            let message = "neither side has a piece on the board";
            Diagnostic::new(Lint::MissingPieces, header, message)
                .with_help("place the pieces of the two sides as `H` and `V`")
        }
        Fault::ManOffBoard(number) => {
            Diagnostic::new(Lint::BadSquare, man(number), "piece is outside the board")
        }
        Fault::ManOnBlock(number) => occupied(man(number), "piece is on a block"),
        Fault::ManOnMan { first, second } => {
            occupied(man(second), "two pieces stand on one square")
                .with_related(man(first), "the other piece is here")
        }
    }
}

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Slider
    }

    fn rules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        let mut canvas = Canvas::new(&self.board);
        for man in &self.men {
            canvas.place(man.square, man.side.glyph())?;
        }
        if self.to_move != Side::default() {
            draft.set(Key::ToMove, self.to_move.to_string());
        }
        draft.set_board(canvas.drawing());
        Ok(())
    }
}
