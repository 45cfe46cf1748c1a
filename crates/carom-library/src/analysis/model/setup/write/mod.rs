//! Writes a setup as a puzzle in the standard layout.
//!
//! Each game writes its own keys and glyphs. An object whose square has another glyph is written
//! as a key, if there is one.

use thiserror::Error;

use super::notation;
use crate::board::{Board, Square};
use crate::games::{BoardObject, BoardSetup, Game, Placement, on_board};
use crate::picture;
use crate::syntax::{BoardStyle, Draft, Drawing, Key};

/// A setup of some game that can be written.
pub trait WriteSetup: BoardSetup {
    /// The game.
    fn game(&self) -> Game;

    /// Returns the keys besides `rules` and those that place objects.
    fn keys(&self) -> Vec<(Key, String)> {
        Vec::new()
    }

    /// Adds the board and all keys but `rules`.
    ///
    /// # Errors
    ///
    /// The reasons why the notation cannot express the setup.
    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        draw(self, draft)
    }
}

/// Adds a drawn board, and all keys but `rules`.
pub(super) fn draw<S: WriteSetup + ?Sized>(setup: &S, draft: &mut Draft) -> Result<(), Unwritable> {
    let (game, mut canvas) = (setup.game(), Canvas::new(setup.board()));
    let is_drawn = |square, glyph| canvas.put(square, glyph);
    place(game, &setup.objects(), is_drawn, notation(game).keys.keyed, Vec::new(), draft)?;
    for (key, value) in setup.keys() {
        draft.set(key, value);
    }
    draft.set_board(canvas.drawing());
    Ok(())
}

/// The groups of words of keys.
type Groups = Vec<(Key, Vec<Vec<String>>)>;

/// Adds the objects on the board to `groups`, and these to a draft. An object that `is_drawn` does
/// not draw is written in `words` of a key.
pub(super) fn place(
    game: Game,
    objects: &[Placement],
    mut is_drawn: impl FnMut(Square, char) -> bool,
    words: impl Fn(&BoardObject, Square) -> Option<(Key, String)>,
    mut groups: Groups,
    draft: &mut Draft,
) -> Result<(), Unwritable> {
    for (object, square) in on_board(objects, |object, at| Some((object.clone(), at))) {
        check_name(game, &object)?;
        let glyph = object.glyph();
        if glyph.is_some_and(|glyph| is_drawn(square, glyph)) {
            continue;
        }
        let no_room = Unwritable::NoRoom { glyph: glyph.unwrap_or('?'), square };
        let (key, words) = words(&object, square).ok_or(no_room)?;
        let words = words.split(' ').map(str::to_owned).collect();
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, groups)) => groups.push(words),
            None => groups.push((key, vec![words])),
        }
    }
    for (key, groups) in groups {
        // A list of squares has no commas.
        let is_square = |words: &Vec<String>| matches!(words.as_slice(), [word] if word.parse::<Square>().is_ok());
        draft.set_groups(
            key,
            if groups.iter().all(is_square) { vec![groups.concat()] } else { groups },
        );
    }
    Ok(())
}

/// Checks that the names of an object can be written.
fn check_name(game: Game, object: &BoardObject) -> Result<(), Unwritable> {
    let (name, is_known) = match *object {
        BoardObject::Piece(name) => (name, game.is_piece(name) || game.is_nameless(name)),
        BoardObject::Target(glyph) => (glyph, game.is_target(glyph)),
        BoardObject::Diagonal(_, Some(robot)) => (robot, game.is_piece(robot)),
        _ => return Ok(()),
    };
    if is_known { Ok(()) } else { Err(Unwritable::Name(name.to_string())) }
}

/// A puzzle to write: a setup and its keys.
#[derive(Clone, Copy)]
pub struct WritablePuzzle<'a> {
    /// The position at the start.
    pub setup: &'a dyn WriteSetup,
    /// The name.
    pub name: Option<&'a str>,
    /// The keys besides the setup: the author, the claims `moves` or `result`, the solution. A key
    /// of the setup wins over one of these.
    pub keys: &'a [(Key, String)],
    /// Custom keys, which start with `x-`.
    pub own_keys: &'a [(String, String)],
    /// The comments above the puzzle, without the semicolon.
    pub comments: &'a [String],
    /// Whether to write the rules even if they are the default. This is needed in a file with a
    /// `rules` line.
    pub names_default_rules: bool,
}

impl<'a> WritablePuzzle<'a> {
    /// Creates a puzzle with a setup only.
    pub const fn new(setup: &'a dyn WriteSetup) -> Self {
        Self {
            setup,
            name: None,
            keys: &[],
            own_keys: &[],
            comments: &[],
            names_default_rules: false,
        }
    }
}

/// Writes a puzzle in the standard layout, with LF line endings. Reading the text gives the same
/// setup, right or wrong; pieces on the board come before pieces that keys place, in the order of
/// the board.
///
/// # Errors
///
/// The reason why the notation cannot express the setup.
pub fn write_puzzle(written: &WritablePuzzle<'_>) -> Result<String, Unwritable> {
    let game = written.setup.game();
    let mut draft = Draft::new(game.name(), written.name);
    for comment in written.comments {
        draft.add_comment(comment);
    }
    for (key, value) in written.keys {
        draft.set(*key, value.as_str());
    }
    for (key, value) in written.own_keys {
        let is_own = key.strip_prefix("x-").is_some_and(|rest| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            rest.chars().all(is_part)
        });
        if !is_own {
            return Err(Unwritable::Name(key.clone()));
        }
        draft.add_own(key, value);
    }
    let mut rules = written.setup.rules();
    if rules.is_empty() && written.names_default_rules {
        // The first word of a game is its default.
        rules.extend(game.rule_words().next());
    }
    if !rules.is_empty() {
        draft.set(Key::Rules, rules.join(" "));
    }
    written.setup.draft(&mut draft)?;
    Ok(draft.text())
}

const FLOOR: char = '.';
const BLOCK: char = '#';

pub(crate) struct Canvas<'a> {
    board: &'a Board,
    /// A glyph for each of the 256 squares.
    glyphs: Vec<char>,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        let mut canvas = Self { board, glyphs: vec![FLOOR; 256] };
        for square in board.blocks().iter() {
            canvas.put(square, BLOCK);
        }
        canvas
    }

    /// Draws `glyph`, if the square is on the board and empty. Returns whether it did.
    pub(crate) fn put(&mut self, square: Square, glyph: char) -> bool {
        let is_there = self.board.contains(square);
        match self.glyphs.get_mut(square.index()) {
            Some(drawn) if is_there && *drawn == FLOOR => {
                *drawn = glyph;
                true
            }
            _ => false,
        }
    }

    pub(crate) fn drawing(&self) -> Drawing {
        let glyph = |square: Square| self.glyphs.get(square.index()).copied();
        picture::drawing(self.board, BoardStyle::Spaced, |square| glyph(square).unwrap_or(FLOOR))
    }
}

/// A part of a setup that the notation cannot express.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unwritable {
    /// The square is already drawn as another object, and no key places the piece.
    #[error("there is no room to draw {glyph} on {square}")]
    NoRoom {
        /// The glyph of the piece.
        glyph: char,
        /// Its square.
        square: Square,
    },
    /// No piece, item or key can have this name.
    #[error("{0:?} cannot be written as a name")]
    Name(String),
}
