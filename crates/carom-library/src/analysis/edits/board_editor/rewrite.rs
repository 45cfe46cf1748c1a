//! Collects the changes of a puzzle's text: cells of the board, and words of keys.

use crate::analysis::Puzzle;
use crate::analysis::edits::removal::without_line;
use crate::analysis::model::setup::{LocatedPosition, NONE, ObjectInfo, PlacedObject, notation};
use crate::analysis::model::view::{field_span, words};
use crate::board::Square;
use crate::games::{BoardObject, ItemPlace};
use crate::syntax::{Field, FieldValue, Key, Word};
use crate::text::{Edit, Span, end_of_line};

const FLOOR: char = '.';

/// The changes of one operation.
pub(super) struct BoardRewrite<'a> {
    text: &'a str,
    puzzle: &'a Puzzle,
    placed: &'a LocatedPosition,
    objects: &'a [PlacedObject],
    /// The new glyphs of cells.
    cells: Vec<(Span, char)>,
    /// Words of keys, or groups of them, to remove.
    gone: Vec<Span>,
    /// Words of keys to replace.
    changed: Vec<Edit>,
    /// Words to add to a key.
    added: Vec<(Key, String)>,
    /// Why the operation would lose an object.
    lost: Option<String>,
}

impl<'a> BoardRewrite<'a> {
    pub(super) const fn new(
        text: &'a str,
        puzzle: &'a Puzzle,
        placed: &'a LocatedPosition,
        objects: &'a [PlacedObject],
    ) -> Self {
        Self {
            text,
            puzzle,
            placed,
            objects,
            cells: Vec::new(),
            gone: Vec::new(),
            changed: Vec::new(),
            added: Vec::new(),
            lost: None,
        }
    }

    /// Whether `span` is the cell of `place` on the drawn board.
    fn is_drawn(&self, place: ItemPlace, span: Span) -> bool {
        match place {
            ItemPlace::Board(square) => self.placed.cell(square) == Some(span),
            ItemPlace::Hand | ItemPlace::OpponentHand => false,
        }
    }

    fn shown(&self, square: Square) -> Option<char> {
        let cell = self.placed.cell(square)?;
        cell.slice(self.text).chars().next()
    }

    /// Draws a glyph in a cell, whatever the cell shows.
    pub(super) fn draw(&mut self, cell: Span, glyph: char) {
        self.cells.push((cell, glyph));
    }

    /// Replaces a word.
    pub(super) fn change(&mut self, word: Span, text: &str) {
        self.changed.push(Edit::replace(word, text));
    }

    /// Removes a word of a key.
    pub(super) fn strike(&mut self, word: Span) {
        self.gone.push(word);
    }

    /// Removes an object. A mark that it covered is drawn again. A printed diagonal has no text
    /// to remove: all others of the tiles get a key instead.
    pub(super) fn lift(&mut self, entry: &PlacedObject) {
        if entry.is_printed() {
            self.added.push((Key::Diagonals, NONE.to_owned()));
            for other in self.objects.iter().filter(|other| other.is_printed()) {
                if let ItemPlace::Board(square) = other.place
                    && other.place != entry.place
                {
                    self.key(&other.object, square);
                }
            }
        }
        self.lift_from(entry, &entry.spans);
    }

    fn lift_from(&mut self, entry: &PlacedObject, spans: &[Span]) {
        for &span in spans {
            if self.is_drawn(entry.place, span) {
                let glyph = self.uncovered(entry);
                self.cells.push((span, glyph));
            } else {
                self.gone.push(span);
            }
        }
    }

    /// Returns the glyph to draw below a removed object: a mark that was written as a key because
    /// the object covered it, or the ground.
    fn uncovered(&mut self, entry: &PlacedObject) -> char {
        let is_mark = |other: &&PlacedObject| {
            let is_piece = matches!(other.object, BoardObject::Piece(_));
            other.place == entry.place && other.object != entry.object && !is_piece
        };
        let mut marks = self.objects.iter().filter(is_mark);
        let mark = marks.find_map(|mark| Some((mark, mark.object.glyph()?)));
        match mark {
            Some((mark, glyph)) => {
                self.gone.extend(&mark.spans);
                glyph
            }
            None => FLOOR,
        }
    }

    /// Puts a new object on a square that has room for it.
    pub(super) fn put(&mut self, object: &BoardObject, square: Square) {
        let cell = self.placed.cell(square);
        let (Some(cell), Some(shown), Some(glyph)) = (cell, self.shown(square), object.glyph())
        else {
            return self.key(object, square);
        };
        if shown == FLOOR {
            self.cells.push((cell, glyph));
        } else if matches!(object, BoardObject::Piece(_)) {
            // A piece covers a mark on its square, which then needs a key.
            let mut objects = self.objects.iter();
            let below = objects.find(|entry| entry.is_on(square) && entry.spans.contains(&cell));
            if let Some(below) = below
                && below.spans.len() == 1
            {
                self.key(&below.object, square);
            }
            self.cells.push((cell, glyph));
        } else {
            self.key(object, square);
        }
    }

    /// Moves an object to a place that has room for it.
    pub(super) fn shift(&mut self, entry: &PlacedObject, to: ItemPlace) {
        let Some((&first, others)) = entry.spans.split_first() else {
            // An object at its default place has no text yet. A key gives the new place.
            self.lift(entry);
            if let ItemPlace::Board(square) = to {
                self.key(&entry.object, square);
            }
            return;
        };
        if let (true, ItemPlace::Board(square)) = (self.is_drawn(entry.place, first), to) {
            self.lift(entry);
            self.put(&entry.object, square);
            return;
        }
        self.lift_from(entry, others);
        match (to, entry.object.glyph()) {
            // A covered object needed a key; now it can be drawn.
            (ItemPlace::Board(square), Some(_))
                if self.is_covered(entry) && self.shown(square) == Some(FLOOR) =>
            {
                self.gone.push(first);
                self.put(&entry.object, square);
            }
            _ => self.rename_place(&entry.object, first, to),
        }
    }

    fn is_covered(&self, entry: &PlacedObject) -> bool {
        let is_piece = matches!(entry.object, BoardObject::Piece(_));
        let ItemPlace::Board(square) = entry.place else {
            return false;
        };
        !is_piece && self.shown(square).is_some_and(|shown| shown != FLOOR)
    }

    /// Writes the new place after the name of an object. The name of a symbol of a tile is its
    /// place, so it is replaced, too.
    fn rename_place(&mut self, object: &BoardObject, words: Span, to: ItemPlace) {
        let text = words.slice(self.text);
        let last = text.rsplit([' ', '\t']).next().unwrap_or(text);
        let is_place = matches!(object, BoardObject::Item(_)) || last.parse::<Square>().is_ok();
        let (at, written) = match (is_place, to) {
            (false, ItemPlace::Board(square)) => {
                let Some((_, new)) = self.keyed(object, square) else {
                    return;
                };
                (words, new)
            }
            _ => {
                let start = words.end - Span::from_range(0..last.len()).len();
                (Span::new(start, words.end), to.to_string())
            }
        };
        self.changed.push(Edit::replace(at, written));
    }

    fn key(&mut self, object: &BoardObject, square: Square) {
        let keyed = self.keyed(object, square);
        self.added.extend(keyed);
    }

    /// Returns the key and the words that place an object where another one is drawn.
    fn keyed(&mut self, object: &BoardObject, square: Square) -> Option<(Key, String)> {
        let game = self.placed.position.game();
        let keyed = (notation(game).keys.keyed)(object, square);
        if keyed.is_none() {
            let label = ObjectInfo::new(game, object, ItemPlace::Hand).label;
            self.lost = Some(format!("the {label} would be lost below a piece on {square}"));
        }
        keyed
    }

    /// Returns the edits that make all these changes.
    ///
    /// # Errors
    ///
    /// Returns why an object would be lost.
    pub(super) fn edits(mut self) -> Result<Vec<Edit>, String> {
        if let Some(lost) = self.lost {
            return Err(lost);
        }
        let cells = self.cells.iter();
        let mut edits: Vec<Edit> = cells.map(|&(at, glyph)| Edit::replace(at, glyph)).collect();
        edits.append(&mut self.changed);
        let added = std::mem::take(&mut self.added);
        let fields = &self.puzzle.section.fields;
        let mut deleted = Vec::new();
        let mut done = Vec::new();
        for field in fields {
            let Some(key) = field.key.filter(|key| !done.contains(key)) else {
                continue;
            };
            let units = self.units(field);
            let of_key = added.iter().filter(|(of, _)| *of == key);
            let more: Vec<&str> = of_key.map(|(_, words)| words.as_str()).collect();
            let is_gone = |unit: &Span| self.gone.contains(unit);
            if units.iter().all(is_gone) && more.is_empty() {
                if !units.is_empty() {
                    deleted.push(key);
                    edits.push(without_line(self.text, field_span(field)));
                }
                continue;
            }
            done.push(key);
            edits.extend(self.list(field, &units, &more));
        }
        let mut new: Vec<Key> =
            added.iter().map(|(key, _)| *key).filter(|key| !done.contains(key)).collect();
        new.dedup();
        for key in new {
            let of_key = added.iter().filter(|(of, _)| *of == key);
            let words: Vec<&str> = of_key.map(|(_, words)| words.as_str()).collect();
            edits.push(self.line(key, &words, &deleted));
        }
        Ok(edits)
    }

    /// Returns the parts of a field that are removed as a whole, in the order of the text.
    fn units(&self, field: &Field) -> Vec<Span> {
        if field.key == Some(Key::Quests) {
            return words(field).iter().map(|word| word.span).collect();
        }
        if !matches!(field.value, FieldValue::Words(_) | FieldValue::Groups(_)) {
            return Vec::new();
        }
        let value = field.value_span;
        let all = self.objects.iter().flat_map(|entry| &entry.spans).copied();
        let is_none = |word: &&&Word| field.key == Some(Key::Diagonals) && word.text == NONE;
        let words = words(field);
        let none = words.iter().filter(is_none).map(|word| word.span);
        let mut units: Vec<Span> = all
            .chain(none)
            .filter(|span| value.start <= span.start && span.end <= value.end)
            .collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Returns the edits that remove units of a list and add others after the rest.
    fn list(&self, field: &Field, units: &[Span], more: &[&str]) -> Vec<Edit> {
        let stays = |unit: &&Span| !self.gone.contains(unit);
        let separator = separator(field.value_span.slice(self.text), more);
        let (Some(first), Some(last)) = (units.first(), units.last()) else {
            let end = Span::empty(field.value_span.end);
            return vec![Edit::replace(end, more.join(separator))];
        };
        let Some(first_left) = units.iter().find(stays) else {
            return vec![Edit::replace(first.cover(*last), more.join(separator))];
        };
        let mut edits = Vec::new();
        if first_left != first {
            let start = match first_left.slice(self.text).starts_with(';') {
                // A semicolon after a blank would start a comment.
                true => self.end_of_word_before(first.start),
                false => first.start,
            };
            edits.push(Edit::delete(Span::new(start, first_left.start)));
        }
        // After a unit that stays, remove each unit with the separator before it.
        let mut end = first_left.end;
        let mut behind = units.iter().filter(|unit| unit.start > first_left.start).peekable();
        while let Some(unit) = behind.next() {
            if stays(&unit) {
                end = unit.end;
            } else if behind.peek().is_none_or(&stays) {
                edits.push(Edit::delete(Span::new(end, unit.end)));
            }
        }
        if !more.is_empty() {
            let text = more.iter().map(|words| format!("{separator}{words}"));
            edits.push(Edit::insert(last.end, text.collect::<String>()));
        }
        edits
    }

    fn end_of_word_before(&self, offset: u32) -> u32 {
        let before = Span::new(0, offset).slice(self.text);
        Span::from_range(0..before.trim_end_matches([' ', '\t']).len()).end
    }

    /// Returns the edit that adds a line with a key, above the board if there is one. It never
    /// follows the line of a `deleted` key.
    fn line(&self, key: Key, words: &[&str], deleted: &[Key]) -> Edit {
        let stays = |field: &&Field| field.key.is_none_or(|key| !deleted.contains(&key));
        let fields = self.puzzle.section.fields.iter();
        let before = fields.take_while(|field| field.key != Some(Key::Board));
        let is_setup = |field: &&Field| {
            let keys = notation(self.placed.position.game()).keys.known;
            !self.placed.cells.is_empty() || field.key.is_some_and(|key| keys.contains(&key))
        };
        let anchor = before.filter(stays).filter(is_setup).last();
        let (start, end) = anchor.map_or_else(
            || (None, self.puzzle.header_span().end),
            |field| (Some(field.key_span.start), field_span(field).end),
        );
        let board = self.puzzle.section.field(Key::Board);
        let model = board.map(|field| field.key_span.start).or(start);
        let indent = model.map_or("  ", |at| self.indentation(at));
        let value = words.join(separator("", words));
        let text = format!("{}{indent}{}: {value}", self.puzzle.line_end(), key.name());
        Edit::insert(end_of_line(self.text, end), text)
    }

    /// Returns the blanks before a key.
    fn indentation(&self, key: u32) -> &'a str {
        let before = Span::new(0, key).slice(self.text);
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        if line.trim_matches([' ', '\t']).is_empty() { line } else { "  " }
    }
}

/// Returns the separator of a list: a comma if its units have several words, or if the list
/// has a comma already.
fn separator(list: &str, units: &[&str]) -> &'static str {
    let needs_comma = list.contains(',') || units.iter().any(|unit| unit.contains(' '));
    if needs_comma { ", " } else { " " }
}
