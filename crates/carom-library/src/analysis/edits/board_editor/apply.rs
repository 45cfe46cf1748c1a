//! Turns an operation into edits of the text.

use std::num::NonZeroU8;

use serde::Deserialize;

use super::rewrite::BoardRewrite;
use super::{faults, palette, tiles, walls};
use crate::analysis::edits::transform;
use crate::analysis::model::setup::{LocatedPosition, ObjectInfo, PlacedObject};
use crate::analysis::model::view::words_of;
use crate::analysis::{AnswerState, FileHead, Puzzle, View};
use crate::board::{Direction, Square};
use crate::games::{BoardObject, ItemPlace};
use crate::syntax::Key;
use crate::text::{self, Edit};

/// An operation of the board editor. Squares are given by name, objects by the
/// identifier of their [`Handle`](super::Handle). In JSON, its members determine the variant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum EditOperation {
    /// Moves an object to another square, or an item to `hand` or `opponent`.
    Move {
        /// The identifier of the object.
        #[serde(rename = "move")]
        id: String,
        /// The destination.
        to: String,
    },
    /// Adds the wall between two neighbouring squares, or removes it.
    Wall {
        /// The squares.
        wall: [String; 2],
    },
    /// Puts an entry of the palette on a square.
    Put {
        /// The identifier of the entry.
        put: String,
        /// The square.
        at: String,
    },
    /// Removes one object from a square: a piece before a mark below it.
    Clear {
        /// The square.
        clear: String,
    },
    /// Replaces the tile in hand.
    Hand {
        /// The glyph of the new tile.
        hand: String,
    },
    /// Applies the fix for the fault on a square of a malformed puzzle.
    Fix {
        /// The square.
        fix: String,
    },
    /// Applies a transformation.
    Transform {
        /// Its title.
        transform: String,
    },
    /// Adds rows or columns on a side of the board, or removes them.
    Resize {
        /// The side: `top`, `right`, `bottom` or `left`.
        #[serde(rename = "resize")]
        side: String,
        /// Whether the board grows.
        grows: bool,
        /// The number of rows or columns.
        #[serde(default = "one")]
        count: NonZeroU8,
    },
}

/// Returns the number of rows or columns of an operation that gives none.
const fn one() -> NonZeroU8 {
    NonZeroU8::MIN
}

/// The result of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardEdit {
    /// The edits of the puzzle's text, sorted and without overlap.
    pub edits: Vec<Edit>,
    /// The identifier of the object that was moved or put.
    pub now: Option<String>,
    /// What the edits change besides the operation, as a clause in the past tense.
    pub also: Option<String>,
}

impl BoardEdit {
    const fn new(edits: Vec<Edit>, now: Option<String>) -> Self {
        Self { edits, now, also: None }
    }
}

/// Applies an operation to a puzzle. `text` is the puzzle's text, `file` the head of
/// its file.
///
/// # Errors
///
/// Returns why the operation is impossible, as a sentence without its full stop.
/// An operation that would make the puzzle malformed is an error.
pub fn apply_operation(
    text: &str,
    puzzle: &Puzzle,
    file: &FileHead,
    operation: &EditOperation,
) -> Result<BoardEdit, String> {
    apply_and_read(text, puzzle, file, operation).map(|(edited, _)| edited)
}

/// Applies an operation, and also returns the resulting puzzle.
///
/// # Errors
///
/// As for [`apply_operation`].
pub fn apply_and_read(
    text: &str,
    puzzle: &Puzzle,
    file: &FileHead,
    operation: &EditOperation,
) -> Result<(BoardEdit, Puzzle), String> {
    let stand_in = match puzzle.placed {
        Some(_) => None,
        None => faults::stand_in(text, puzzle, file),
    };
    // All offsets of the stand-in are those of the text.
    let (shown, drawn) = match &stand_in {
        Some((text, read)) => (text.as_str(), read),
        None => (text, puzzle),
    };
    let mut edited = if let EditOperation::Fix { fix: square } = operation {
        fixed(puzzle, square)?
    } else {
        let placed = drawn.placed.as_ref().ok_or_else(|| malformed(puzzle))?;
        let work =
            OperationContext { text: shown, puzzle: drawn, placed, objects: &placed.objects };
        work.edited(operation)?
    };
    edited.edits.sort_unstable();
    let after = text::apply(text, &edited.edits);
    let read = Puzzle::read(&after, file);
    let is_no_worse = || faults::errors(&read).count() <= faults::errors(puzzle).count();
    if read.placed.is_none() && (puzzle.placed.is_some() || !is_no_worse()) {
        let why = error(&read).unwrap_or("it would be malformed");
        return Err(format!("that cannot be: {why}"));
    }
    Ok((edited, read))
}

/// Returns the edits of the fix for the fault on a square.
fn fixed(puzzle: &Puzzle, square: &str) -> Result<BoardEdit, String> {
    let edits = square
        .parse()
        .ok()
        .and_then(|square| faults::fix(puzzle, square))
        .ok_or_else(|| format!("there is no fix for `{square}`"))?;
    Ok(BoardEdit::new(edits, None))
}

fn malformed(puzzle: &Puzzle) -> String {
    match error(puzzle) {
        Some(message) => format!("the puzzle is malformed: {message}"),
        None => "the puzzle is malformed".to_owned(),
    }
}

/// Returns the first error of a malformed puzzle.
pub fn error(puzzle: &Puzzle) -> Option<&str> {
    let report = faults::errors(puzzle).next()?;
    Some(&report.message)
}

struct OperationContext<'a> {
    text: &'a str,
    puzzle: &'a Puzzle,
    placed: &'a LocatedPosition,
    objects: &'a [PlacedObject],
}

impl OperationContext<'_> {
    fn edited(&self, operation: &EditOperation) -> Result<BoardEdit, String> {
        let mut rewrite = BoardRewrite::new(self.text, self.puzzle, self.placed, self.objects);
        let mut now = None;
        match operation {
            EditOperation::Move { id, to } => now = Some(self.shift(&mut rewrite, id, to)?),
            EditOperation::Put { put, at } => now = self.put(&mut rewrite, put, at)?,
            EditOperation::Clear { clear: square } => self.clear(&mut rewrite, square)?,
            EditOperation::Hand { hand: glyph } => {
                let tile = tiles::tile(self.placed, glyph)
                    .ok_or_else(|| format!("`{glyph}` is no tile of this game"))?;
                tiles::take(&mut rewrite, self.puzzle, self.placed, tile)?;
            }
            EditOperation::Fix { fix: square } => return fixed(self.puzzle, square),
            EditOperation::Transform { transform: title } => {
                let found = transform::transforms(&self.view(), 0)
                    .into_iter()
                    .find(|one| one.title == *title);
                let edits = found.ok_or("this changes nothing")?.edits;
                return Ok(BoardEdit::new(edits, now));
            }
            EditOperation::Resize { side, grows, count } => {
                let side = match side.as_str() {
                    "top" => Direction::Up,
                    "right" => Direction::Right,
                    "bottom" => Direction::Down,
                    "left" => Direction::Left,
                    _ => return Err(format!("`{side}` is no side of a board")),
                };
                let edits = transform::resize(&self.view(), side, *grows, *count)?;
                return Ok(BoardEdit::new(edits, now));
            }
            EditOperation::Wall { wall: [one, other] } => {
                let between = [self.square(one)?, self.square(other)?];
                let edits = walls::wall(self.text, self.puzzle, self.placed, between)?;
                return Ok(BoardEdit::new(edits, now));
            }
        }
        let edits = rewrite.edits()?;
        Ok(BoardEdit::new(edits, now))
    }

    fn view(&self) -> View<'_> {
        View::new(self.text, self.puzzle, AnswerState::Nothing)
    }

    fn shift(
        &self,
        rewrite: &mut BoardRewrite<'_>,
        named: &str,
        to: &str,
    ) -> Result<String, String> {
        let game = self.placed.position.game();
        let is_named =
            |entry: &&PlacedObject| ObjectInfo::new(game, &entry.object, entry.place).id == named;
        let entry = self
            .objects
            .iter()
            .find(is_named)
            .ok_or_else(|| format!("there is no `{named}` on the board"))?;
        let to = match (&entry.object, to) {
            (BoardObject::Item(_), "hand") => ItemPlace::Hand,
            (BoardObject::Item(_), "opponent") => ItemPlace::OpponentHand,
            _ => ItemPlace::Board(self.square(to)?),
        };
        if to == entry.place {
            return Err(format!("the {} is there already", self.label(&entry.object)));
        }
        if let ItemPlace::Board(square) = to {
            self.room(&entry.object, square)?;
        }
        rewrite.shift(entry, to);
        Ok(ObjectInfo::new(game, &entry.object, to).id)
    }

    fn put(
        &self,
        rewrite: &mut BoardRewrite<'_>,
        put: &str,
        at: &str,
    ) -> Result<Option<String>, String> {
        let game = self.placed.position.game();
        let square = self.square(at)?;
        if let Some(tile) = tiles::tile(self.placed, put) {
            tiles::lay(rewrite, self.placed, tile, square)?;
            return Ok(None);
        }
        let object = palette::object(game, put)
            .ok_or_else(|| format!("`{put}` is nothing to put on this board"))?;
        let is_one = match object {
            BoardObject::Piece(name) => !game.is_nameless(name),
            _ => matches!(object, BoardObject::Item(_)),
        };
        let mut objects = self.objects.iter();
        if is_one && let Some(entry) = objects.find(|entry| entry.object == object) {
            let label = self.label(&entry.object);
            return Err(format!("the {label} is on the board already"));
        }
        self.room(&object, square)?;
        rewrite.put(&object, square);
        Ok(Some(ObjectInfo::new(game, &object, ItemPlace::Board(square)).id))
    }

    fn clear(&self, rewrite: &mut BoardRewrite<'_>, square: &str) -> Result<(), String> {
        let square = self.square(square)?;
        let there = self
            .objects
            .iter()
            .filter(|entry| entry.is_on(square))
            .filter(|entry| entry.object != BoardObject::Player);
        // Of several marks, remove the visible one.
        let rank = |entry: &&PlacedObject| {
            let is_piece = matches!(entry.object, BoardObject::Piece(_));
            let is_target = matches!(entry.object, BoardObject::Target(_));
            let cell = self.placed.cell(square);
            let is_seen = cell.is_some_and(|cell| entry.spans.contains(&cell));
            (!is_piece, !is_target, !is_seen)
        };
        let Some(entry) = there.min_by_key(rank) else {
            return Err(if self.placed.position.player() == Some(square) {
                "the player has to stand somewhere".to_owned()
            } else {
                format!("there is nothing on {square} to take away")
            });
        };
        rewrite.lift(entry);
        // A removed item cannot be a quest.
        if let BoardObject::Item(name) = &entry.object {
            let quests = words_of(&self.puzzle.section, Key::Quests);
            if let Some(quest) = quests.iter().find(|word| *word.text == **name) {
                if quests.len() == 1 {
                    return Err(format!("{name} is all there is to collect"));
                }
                rewrite.strike(quest.span);
            }
        }
        Ok(())
    }

    /// Returns the name of an object for messages.
    fn label(&self, object: &BoardObject) -> String {
        ObjectInfo::new(self.placed.position.game(), object, ItemPlace::Hand).label
    }

    fn square(&self, name: &str) -> Result<Square, String> {
        let square =
            name.parse().ok().filter(|&square| self.placed.position.board().contains(square));
        square.ok_or_else(|| format!("the board has no square `{name}`"))
    }

    /// Fails with the reason if an object cannot be on a square together with the objects there.
    fn room(&self, object: &BoardObject, square: Square) -> Result<(), String> {
        if self.placed.position.board().blocks().contains(square) {
            return Err(format!("{square} is a block"));
        }
        if *object == BoardObject::Block && self.placed.cells.is_empty() {
            return Err("the blocks of a board that `tiles` make up are printed on them".to_owned());
        }
        let game = self.placed.position.game();
        let layer = object.layer(game);
        let is_in_the_way = |other: &BoardObject| {
            *object == BoardObject::Block
                || layer.is_some() && layer == other.layer(game)
                || matches!(object, BoardObject::Target(_)) && object == other
        };
        let there = self.objects.iter().filter(|entry| entry.is_on(square));
        let mut objects = there.map(|entry| &entry.object);
        match objects.find(|other| is_in_the_way(other)) {
            Some(other) => Err(format!("{square} is taken by the {}", self.label(other))),
            None => Ok(()),
        }
    }
}
