//! The glyphs of a drawing.

use crate::board::Square;
use crate::games::lunar::is_human;
use crate::text::Span;

/// The glyphs of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyphs {
    pub(super) empty: char,
    /// The glyph of the human. Robots are of the same kind: small letters, capitals or digits.
    pub(super) human: char,
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
    /// Detects the glyphs of a drawing.
    pub(super) fn of(cells: &[(Square, char, Span)]) -> Self {
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

    /// Returns the name of the robot that a glyph stands for.
    pub(super) fn robot(self, glyph: char) -> Option<char> {
        if self.human == '1' {
            let number = glyph.to_digit(10)?.checked_sub(2)?;
            return char::from_u32(u32::from('A') + number);
        }
        let is_same_case = glyph.is_ascii_uppercase() == self.human.is_ascii_uppercase();
        (glyph.is_ascii_alphabetic() && is_same_case).then(|| glyph.to_ascii_uppercase())
    }

    pub(super) fn glyph(self, piece: char) -> Option<char> {
        if is_human(piece) {
            return Some(self.human);
        }
        let glyph = match self.human {
            '1' => char::from_digit(u32::from(piece).checked_sub(u32::from('A'))? + 2, 10)?,
            human if human.is_ascii_uppercase() => piece,
            _ => piece.to_ascii_lowercase(),
        };
        // An `x` would always be read as the human.
        let is_free = glyph != self.human && !glyph.eq_ignore_ascii_case(&'x');
        (is_free && self.robot(glyph) == Some(piece)).then_some(glyph)
    }
}

pub(super) const fn is_empty(glyph: char) -> bool {
    matches!(glyph, '.' | '-' | ' ')
}
