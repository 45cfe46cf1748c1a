//! The parts of a setup, collected from the board and the keys of a puzzle.

use crate::board::{Board, Square};
use crate::games::ricochet::{Symbol, Target};
use crate::games::{Diagonal, DiagonalKind, Piece};
use crate::text::Span;

/// The parts of a setup, with their spans.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) robots: Vec<Piece>,
    pub(super) robot_spans: Vec<Span>,
    pub(super) targets: Vec<Target>,
    pub(super) target_spans: Vec<Span>,
    pub(super) diagonals: Vec<Diagonal>,
    pub(super) diagonal_spans: Vec<Span>,
    /// The number of printed diagonals, which come first.
    pub(super) printed: usize,
}

/// The board, the cells it is drawn with, and the symbols of its tiles.
pub(super) type Ground = (Board, Vec<(Square, Span)>, Vec<(Symbol, Square)>);

impl Parts {
    pub(super) fn glyph(&mut self, glyph: char, square: Square, span: Span) -> bool {
        match glyph {
            name if is_robot(name) => self.robot(name, square, span),
            'a'..='z' | '*' => {
                self.target(target_robot(glyph), square, span);
            }
            '/' => self.diagonal(DiagonalKind::Slash, None, square, span),
            '\\' => self.diagonal(DiagonalKind::Backslash, None, square, span),
            _ => return false,
        }
        true
    }

    pub(super) fn robot(&mut self, name: char, square: Square, span: Span) {
        self.robots.push(Piece { name, square });
        self.robot_spans.push(span);
    }

    pub(super) fn target(&mut self, robot: Option<char>, square: Square, span: Span) {
        self.targets.push(Target { square, robot });
        self.target_spans.push(span);
    }

    pub(super) fn diagonal(
        &mut self,
        kind: DiagonalKind,
        robot: Option<char>,
        square: Square,
        span: Span,
    ) {
        self.diagonals.push(Diagonal {
            square,
            kind,
            robot,
        });
        self.diagonal_spans.push(span);
    }
}

/// Whether `name` is the name of a robot: a capital letter, or `0` for one without a name.
pub(super) const fn is_robot(name: char) -> bool {
    name.is_ascii_uppercase() || name == Piece::NAMELESS
}

/// Returns the robot of a target's glyph; `None` for `*`.
pub(super) const fn target_robot(glyph: char) -> Option<char> {
    if glyph == '*' {
        None
    } else {
        Some(glyph.to_ascii_uppercase())
    }
}
