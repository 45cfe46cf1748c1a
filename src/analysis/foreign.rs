//! Puzzles that come from a text of another form: what is found in the text of
//! theirs is told of that one.

use super::{Diagnostic, FileHead, Origin, Puzzle, RelatedPlace};
use crate::syntax::{Key, Value};
use crate::text::Span;

impl Puzzle {
    /// Reads a puzzle that was written down for a text of another form. What is
    /// reported of it is reported of its origin, which cannot be mended.
    pub fn read_from(text: &str, origin: Origin) -> Self {
        let mut puzzle = Self::read(text, &FileHead::default());
        puzzle.origin = Some(Box::new(origin));
        puzzle
    }

    /// Whether the puzzle comes from a text of another form.
    pub const fn is_foreign(&self) -> bool {
        self.origin.is_some()
    }

    /// The place in its file of a puzzle whose section starts at `offset`:
    /// where reports about it as a whole go.
    pub fn place(&self, offset: u32) -> Span {
        self.place_of(self.header_span(), offset)
    }

    /// The place in its file of a part of the puzzle's text.
    pub(super) fn place_of(&self, span: Span, offset: u32) -> Span {
        match &self.origin {
            None => span.shifted(offset),
            Some(origin) => self.place_there(origin, span).unwrap_or(origin.head),
        }
    }

    /// A diagnostic with the places of its file.
    pub(super) fn in_its_file(&self, mut diagnostic: Diagnostic, offset: u32) -> Diagnostic {
        if self.origin.is_none() {
            return diagnostic.shifted(offset);
        }
        diagnostic.span = self.place_of(diagnostic.span, offset);
        for related in &mut diagnostic.related {
            if let RelatedPlace::Here(span) = &mut related.place {
                *span = self.place_of(*span, offset);
            }
        }
        // They would change a text that nobody has written.
        let fixes = std::mem::take(&mut diagnostic.fixes);
        if diagnostic.help.is_none() {
            diagnostic.help = fixes.into_iter().next().map(|fix| fix.title);
        }
        diagnostic
    }

    fn place_there(&self, origin: &Origin, span: Span) -> Option<Span> {
        let mut fields = self.section.fields.iter();
        let field = fields.find(|field| {
            let whole = field.key_span.cover(field.value_span);
            whole.start <= span.start && span.start <= whole.end
        });
        let Some(field) = field else {
            return self.square_there(origin, span);
        };
        if let Value::Moves(moves) = &field.value
            && field.key == Some(Key::Solution)
            && moves.len() == origin.moves.len()
        {
            let here = moves.iter().zip(&origin.moves);
            let here = here.filter(|(played, _)| {
                span.start <= played.span.start && played.span.end <= span.end.max(span.start + 1)
            });
            if let Some(place) = here.map(|(_, place)| *place).reduce(Span::cover) {
                return Some(place);
            }
        }
        let mut keys = origin.keys.iter();
        let place = keys.find(|(key, _)| field.key == Some(*key));
        let place = place.map(|(_, place)| *place);
        place.or_else(|| self.square_there(origin, span))
    }

    /// The place of the square that is drawn or listed at `span`.
    fn square_there(&self, origin: &Origin, span: Span) -> Option<Span> {
        let placed = self.placed.as_ref()?;
        let touches = |at: Span| at.start <= span.start && span.start < at.end.max(at.start + 1);
        let mut cells = placed.cells.iter();
        let drawn = cells.find(|(_, cell)| touches(*cell)).map(|(at, _)| *at);
        let square = drawn.or_else(|| {
            let mut pieces = placed.pieces.iter();
            let listed = pieces.find(|(_, words)| touches(*words));
            listed.map(|(piece, _)| piece.square)
        })?;
        let mut squares = origin.squares.iter();
        squares
            .find(|(at, _)| *at == square)
            .map(|(_, place)| *place)
    }
}
