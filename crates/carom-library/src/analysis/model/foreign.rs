//! Puzzles of foreign formats, which were converted to carom text: diagnostics of that text are
//! moved to the original text.

use crate::analysis::{Diagnostic, FileHead, Fix, Puzzle, RelatedPlace};
use crate::board::{Direction, Square};
use crate::syntax::{FieldValue, Key};
use crate::text::{Edit, Span};

impl Puzzle {
    /// Reads a puzzle that was converted from a foreign format. Its diagnostics refer to the
    /// original text, in which only claimed numbers can be fixed.
    pub fn read_from(text: &str, origin: Origin) -> Self {
        let mut puzzle = Self::read(text, &FileHead::default());
        puzzle.origin = Some(Box::new(origin));
        puzzle
    }

    /// Whether the puzzle comes from a foreign format.
    pub const fn is_foreign(&self) -> bool {
        self.origin.is_some()
    }

    /// Returns the span in its file for diagnostics about the whole puzzle, whose section starts at
    /// `offset`.
    pub fn place(&self, offset: u32) -> Span {
        self.place_of(self.header_span(), offset)
    }

    /// Returns the span in its file of a span of the puzzle's text.
    pub(crate) fn place_of(&self, span: Span, offset: u32) -> Span {
        match &self.origin {
            None => span.shifted(offset),
            Some(origin) => self.place_there(origin, span).unwrap_or(origin.head),
        }
    }

    /// Moves the spans of a diagnostic to its file.
    pub(crate) fn in_its_file(&self, mut diagnostic: Diagnostic, offset: u32) -> Diagnostic {
        let Some(origin) = &self.origin else {
            return diagnostic.shifted(offset);
        };
        diagnostic.span = self.place_of(diagnostic.span, offset);
        for related in &mut diagnostic.related {
            if let RelatedPlace::Here(span) = &mut related.place {
                *span = self.place_of(*span, offset);
            }
        }
        let mut others = Vec::new();
        for fix in std::mem::take(&mut diagnostic.fixes) {
            match self.fix_there(origin, &fix) {
                Some(fix) => diagnostic.fixes.push(fix),
                None => others.push(fix.title),
            }
        }
        if diagnostic.fixes.is_empty() && diagnostic.help.is_none() {
            diagnostic.help = others.into_iter().next();
        }
        diagnostic
    }

    /// Returns the fix for the original text, if it replaces a number that is written there digit
    /// by digit. Other fixes have no counterpart there.
    fn fix_there(&self, origin: &Origin, fix: &Fix) -> Option<Fix> {
        let [edit] = fix.edits.as_slice() else {
            return None;
        };
        let mut fields = self.section.fields.iter();
        let key = fields.find(|field| field.value_span == edit.span)?.key?;
        let number = &edit.replacement;
        let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number || !origin.numbers.contains(&key) {
            return None;
        }
        let (_, place) = origin.keys.iter().find(|(said, _)| *said == key)?;
        Some(Fix {
            title: format!("write {number}"),
            edits: vec![Edit::replace(*place, number.as_str())],
            safety: fix.safety,
        })
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
        if let FieldValue::Moves(moves) = &field.value
            && field.key == Some(Key::Solution)
            && moves.len() == origin.moves.len()
        {
            let here = moves.iter().zip(&origin.moves).filter(|(played, _)| {
                span.start <= played.span.start && played.span.end <= span.end.max(span.start + 1)
            });
            if let Some(place) = here.map(|(_, place)| *place).reduce(Span::cover) {
                return Some(place);
            }
        }
        let mut keys = origin.keys.iter();
        let place = keys.find(|(key, _)| field.key == Some(*key)).map(|(_, place)| *place);
        place.or_else(|| self.square_there(origin, span))
    }

    /// Returns the original span of the square or wall that is drawn or listed at `span`.
    fn square_there(&self, origin: &Origin, span: Span) -> Option<Span> {
        let placed = self.placed.as_ref()?;
        let touches = |at: Span| at.start <= span.start && span.start < at.end.max(at.start + 1);
        if let Some((square, side, _)) = self.walls().find(|(_, _, wall)| touches(*wall)) {
            return wall_there(origin, square, side);
        }
        let mut cells = placed.cells.iter();
        let drawn = cells.find(|(_, cell)| touches(*cell)).map(|(at, _)| *at);
        let square = drawn.or_else(|| {
            let mut pieces = placed.pieces();
            let listed = pieces.find(|(_, words)| touches(*words));
            listed.map(|(piece, _)| piece.square)
        })?;
        let mut squares = origin.squares.iter();
        let place = squares.find(|(at, _)| *at == square).map(|(_, place)| *place);
        // If blocks are drawn as enclosed squares, a wall shows the block.
        let is_block = placed.position.board().blocks().contains(square);
        let mut sides = Direction::ALL.into_iter().filter(|_| is_block);
        place.or_else(|| sides.find_map(|side| wall_there(origin, square, side)))
    }

    /// Returns the squares of a well-formed puzzle, with the spans that place an object on them or
    /// draw them.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Span)> {
        self.placed.iter().flat_map(|placed| {
            let pieces = placed.pieces().map(|(piece, span)| (piece.square, span));
            pieces.chain(placed.cells.iter().copied())
        })
    }

    /// Returns the walls drawn in a well-formed puzzle, each as a square on its left or above it,
    /// the side of that square, and its span.
    pub fn walls(&self) -> impl Iterator<Item = (Square, Direction, Span)> {
        let board = self.placed.as_ref().and_then(|_| self.section.board());
        let rows = board.into_iter().flat_map(|board| board.rows.iter().rev());
        (0..).zip(rows).flat_map(|(rank, row)| {
            let right = row.right_walls.iter().map(|wall| (wall, Direction::Right));
            let lower = row.lower_walls.iter().map(|wall| (wall, Direction::Down));
            right.chain(lower).filter_map(move |(wall, side)| {
                let square = Square::new(u8::try_from(wall.cell).ok()?, rank);
                Some((square, side, wall.span))
            })
        })
    }
}

/// Returns the original span of the wall on a side of a square.
fn wall_there(origin: &Origin, square: Square, side: Direction) -> Option<Span> {
    let beyond = square.step(side);
    let mut walls = origin.walls.iter();
    let wall = walls.find(|(at, towards, _)| {
        (*at, *towards) == (square, side) || beyond == Some(*at) && *towards == side.opposite()
    });
    wall.map(|(_, _, place)| *place)
}

/// The spans of the parts of a puzzle in the text that it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The span for diagnostics about the whole puzzle.
    pub head: Span,
    /// The values of keys.
    pub keys: Vec<(Key, Span)>,
    /// The keys whose values are numbers that are written there digit by digit.
    pub numbers: Vec<Key>,
    /// The moves of the solution, if each has a span.
    pub moves: Vec<Span>,
    /// The squares that are drawn or listed. Of several spans of a square, the first counts.
    pub squares: Vec<(Square, Span)>,
    /// The walls that are drawn or listed, each as a square and its side. Of several spans of a
    /// wall, the first counts.
    pub walls: Vec<(Square, Direction, Span)>,
}
