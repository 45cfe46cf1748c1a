//! From a gesture to the change of the text that it is.

use super::hold::{Hold, holds, id, standing};
use super::sheet::Sheet;
use super::{palette, tiles, walls};
use crate::analysis::model::setup::{Placed, Thing};
use crate::analysis::model::view::words_of;
use crate::analysis::{FileHead, Level, Puzzle};
use crate::board::Square;
use crate::games::Place;
use crate::syntax::Key;
use crate::text::{self, Edit};

/// Something that is done with a drawn board. Squares are told by their names,
/// things by what a [`Handle`](super::Handle) calls them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Takes a thing to another square, or an item to `hand` or `opponent`.
    Move {
        /// The thing.
        id: String,
        /// Where it goes.
        to: String,
    },
    /// Draws the wall between two neighbours, or takes it away.
    Wall([String; 2]),
    /// Puts what the palette names on a square.
    Put {
        /// What the palette calls it.
        put: String,
        /// The square.
        at: String,
    },
    /// Takes away what stands or lies on a square, one thing at a time: a piece
    /// before what is below it.
    Clear(String),
    /// Takes the tile of this glyph in the hand.
    Hand(String),
}

/// What a gesture comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The changes of the puzzle's text, none over another, in its order.
    pub edits: Vec<Edit>,
    /// What the thing that was moved or put is known by now.
    pub now: Option<String>,
}

/// The change of the text that a gesture is. `text` is that of the puzzle,
/// `file` what stands before the first puzzle of its file.
///
/// # Errors
///
/// Why it cannot be done, as a sentence without its full stop: nothing is to be
/// changed then. What would leave a malformed puzzle is not done.
pub fn gesture(
    text: &str,
    puzzle: &Puzzle,
    file: &FileHead,
    gesture: &Gesture,
) -> Result<Edited, String> {
    gestured(text, puzzle, file, gesture).map(|(edited, _)| edited)
}

/// The same with the puzzle that the change makes.
pub(in crate::analysis) fn gestured(
    text: &str,
    puzzle: &Puzzle,
    file: &FileHead,
    gesture: &Gesture,
) -> Result<(Edited, Puzzle), String> {
    let placed = puzzle.placed.as_ref();
    let placed = placed.ok_or_else(|| match error(puzzle) {
        Some(message) => format!("the puzzle is malformed: {message}"),
        None => "the puzzle is malformed".to_owned(),
    })?;
    let holds = holds(placed);
    let work = Work {
        text,
        puzzle,
        placed,
        holds: &holds,
    };
    let mut edited = work.edited(gesture)?;
    edited.edits.sort_unstable();
    let after = text::apply(text, &edited.edits);
    let read = Puzzle::read(&after, file);
    if read.placed.is_none() {
        let why = error(&read).unwrap_or("it would be malformed");
        return Err(format!("that cannot be: {why}"));
    }
    Ok((edited, read))
}

/// What keeps a puzzle from being well formed; nothing where it is.
pub fn error(puzzle: &Puzzle) -> Option<&str> {
    let mut reports = puzzle.diagnostics().iter();
    let report = reports.find(|report| report.lint.default_level() == Level::Deny)?;
    Some(&report.message)
}

struct Work<'a> {
    text: &'a str,
    puzzle: &'a Puzzle,
    placed: &'a Placed,
    holds: &'a [Hold],
}

impl Work<'_> {
    fn edited(&self, gesture: &Gesture) -> Result<Edited, String> {
        let mut sheet = Sheet::new(self.text, self.puzzle, self.placed, self.holds);
        let mut now = None;
        match gesture {
            Gesture::Move { id, to } => now = Some(self.shift(&mut sheet, id, to)?),
            Gesture::Put { put, at } => now = self.put(&mut sheet, put, at)?,
            Gesture::Clear(square) => self.clear(&mut sheet, square)?,
            Gesture::Hand(glyph) => {
                let tile = tiles::tile(self.placed, glyph);
                let tile = tile.ok_or_else(|| format!("`{glyph}` is no tile of this game"))?;
                tiles::take(&mut sheet, self.puzzle, self.placed, tile)?;
            }
            Gesture::Wall([one, other]) => {
                let between = [self.square(one)?, self.square(other)?];
                let edits = walls::wall(self.text, self.puzzle, self.placed, between)?;
                return Ok(Edited { edits, now });
            }
        }
        let edits = sheet.edits();
        Ok(Edited { edits, now })
    }

    fn shift(&self, sheet: &mut Sheet<'_>, named: &str, to: &str) -> Result<String, String> {
        let game = self.placed.position.game();
        let is_named = |hold: &&Hold| id(game, &hold.thing, hold.place) == named;
        let hold = self.holds.iter().find(is_named);
        let hold = hold.ok_or_else(|| format!("there is no `{named}` on the board"))?;
        let to = match (&hold.thing, to) {
            (Thing::Item(_), "hand") => Place::Hand,
            (Thing::Item(_), "opponent") => Place::OpponentHand,
            _ => Place::Board(self.square(to)?),
        };
        if to == hold.place {
            return Err(format!("the {} is there already", self.label(&hold.thing)));
        }
        if let Place::Board(square) = to {
            self.room(&hold.thing, square)?;
        }
        sheet.shift(hold, to);
        Ok(id(game, &hold.thing, to))
    }

    fn put(&self, sheet: &mut Sheet<'_>, put: &str, at: &str) -> Result<Option<String>, String> {
        let game = self.placed.position.game();
        let square = self.square(at)?;
        if let Some(tile) = tiles::tile(self.placed, put) {
            tiles::lay(sheet, self.placed, tile, square)?;
            return Ok(None);
        }
        let thing = palette::thing(game, put);
        let thing = thing.ok_or_else(|| format!("`{put}` is nothing to put on this board"))?;
        let is_one = match thing {
            Thing::Piece(name) => !game.is_nameless(name),
            _ => matches!(thing, Thing::Item(_)),
        };
        let mut holds = self.holds.iter();
        if is_one && let Some(hold) = holds.find(|hold| hold.thing == thing) {
            let label = self.label(&hold.thing);
            return Err(format!("the {label} is on the board already"));
        }
        self.room(&thing, square)?;
        sheet.put(&thing, square);
        Ok(Some(id(game, &thing, Place::Board(square))))
    }

    fn clear(&self, sheet: &mut Sheet<'_>, square: &str) -> Result<(), String> {
        let square = self.square(square)?;
        let there = self.holds.iter().filter(|hold| hold.is_on(square));
        let there = there.filter(|hold| hold.thing != Thing::Player);
        // Of several marks the one goes that is seen.
        let rank = |hold: &&Hold| {
            let is_piece = matches!(hold.thing, Thing::Piece(_));
            let is_target = matches!(hold.thing, Thing::Target(_));
            let cell = self.placed.cell(square);
            let is_seen = cell.is_some_and(|cell| hold.spans.contains(&cell));
            (!is_piece, !is_target, !is_seen)
        };
        let Some(hold) = there.min_by_key(rank) else {
            return Err(if self.placed.position.player() == Some(square) {
                "the player has to stand somewhere".to_owned()
            } else {
                format!("there is nothing on {square} to take away")
            });
        };
        sheet.lift(hold);
        // What is gone cannot be asked for.
        if let Thing::Item(name) = &hold.thing {
            let quests = words_of(&self.puzzle.section, Key::Quests);
            if let Some(quest) = quests.iter().find(|word| *word.text == **name) {
                if quests.len() == 1 {
                    return Err(format!("{name} is all there is to collect"));
                }
                sheet.strike(quest.span);
            }
        }
        Ok(())
    }

    /// What to call a thing.
    fn label(&self, thing: &Thing) -> String {
        standing(self.placed.position.game(), thing, Place::Hand).label
    }

    /// The square of this name.
    fn square(&self, name: &str) -> Result<Square, String> {
        let square = name.parse().ok();
        let square = square.filter(|&square| self.placed.position.board().contains(square));
        square.ok_or_else(|| format!("the board has no square `{name}`"))
    }

    /// Why a thing cannot stand on a square beside what is there.
    fn room(&self, thing: &Thing, square: Square) -> Result<(), String> {
        if self.placed.position.board().blocks().contains(square) {
            return Err(format!("{square} is a block"));
        }
        if *thing == Thing::Block && self.placed.cells.is_empty() {
            return Err(
                "the blocks of a board that `tiles` make up are printed on them".to_owned(),
            );
        }
        let is_in_the_way = |other: &Thing| match (thing, other) {
            (Thing::Block, _) | (Thing::Piece(_), Thing::Piece(_)) => true,
            (Thing::Diagonal(..), Thing::Diagonal(..)) => true,
            (Thing::Target(_), other) => thing == other,
            _ => false,
        };
        let there = self.holds.iter().filter(|hold| hold.is_on(square));
        let mut things = there.map(|hold| &hold.thing);
        match things.find(|other| is_in_the_way(other)) {
            Some(other) => Err(format!("{square} is taken by the {}", self.label(other))),
            None => Ok(()),
        }
    }
}
