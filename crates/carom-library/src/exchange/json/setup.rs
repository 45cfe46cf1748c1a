//! From an object to a position.

use super::object::{Object, Place};
use super::read::{Source, members};
use super::write::Members;
use crate::board::{Board, Square};
use crate::exchange::record::Note;
use crate::games::{Game, Piece, Position};
use crate::text::Span;
use crate::words::join_list;

/// The largest number of reported faults. Each costs a pass over the object, to find its place.
const MAX_FAULTS: usize = 20;

/// How a game reads and writes its part of an object.
pub(crate) struct Notation {
    /// The members of the game that not all games have.
    pub(crate) members: &'static [&'static str],
    pub(crate) read: fn(&mut Reader<'_, '_>) -> Option<Position>,
    pub(crate) write: fn(&Position, &mut Members),
}

/// Returns the notation of a game.
pub(super) type NotationOf = fn(Game) -> Notation;

/// A reader of an object, with the faults found so far.
pub(crate) struct Reader<'o, 't> {
    pub(crate) object: &'o Object,
    source: &'o Source<'t>,
    faults: Vec<Note>,
}

/// Returns the position of an object.
///
/// # Errors
///
/// All its faults.
pub(super) fn position(
    object: &Object,
    source: &Source<'_>,
    notation: NotationOf,
) -> Result<Position, Vec<Note>> {
    let mut reader = Reader { object, source, faults: Vec::new() };
    let of_game = Game::ALL.map(|game| notation(game).members);
    let Notation { members: members_of_game, read, .. } = notation(object.game);
    let is_unexpected = |member: &&str| {
        !members_of_game.contains(member) && of_game.iter().any(|members| members.contains(member))
    };
    let members = members(source.raw);
    let mut names: Vec<&str> = members.keys().map(String::as_str).collect();
    names.sort_unstable();
    for member in names.into_iter().filter(is_unexpected) {
        let message = format!("a puzzle of {} has no `{member}`", object.game.title());
        reader.fault(&format!("/{member}"), &message);
    }
    reader.check_rules();
    let position = read(&mut reader);
    match position {
        Some(position) if reader.faults.is_empty() => Ok(position),
        _ => Err(reader.faults),
    }
}

/// Returns the squares of pieces and targets with their places.
pub(super) fn squares(object: &Object, board: &Board, source: &Source<'_>) -> Vec<(Square, Span)> {
    let pieces = object.pieces.iter().map(|piece| piece.square);
    let targets = object.targets.iter().map(|target| target.square);
    let places = pieces
        .zip(source.places("pieces"))
        .chain(targets.zip(source.places("targets")))
        .filter_map(|(place, span)| Some((place.on(board)?, span)));
    places.collect()
}

impl Reader<'_, '_> {
    /// Adds a fault of the value that a pointer names.
    pub(crate) fn fault(&mut self, pointer: &str, message: &str) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(self.source.note(pointer, message));
        }
    }

    fn rule_words(&self) -> impl Iterator<Item = &str> {
        let words = self.object.rules.0.iter();
        words.flat_map(|words| words.split_whitespace())
    }

    /// Whether the object has this rule.
    pub(crate) fn has_rule(&self, word: &str) -> bool {
        self.rule_words().any(|other| other == word)
    }

    fn check_rules(&mut self) {
        let game = self.object.game;
        let known: Vec<&str> = game.rule_words().collect();
        let unknown = self.rule_words().find(|word| !known.contains(word));
        let message = match (unknown, known.is_empty()) {
            (None, _) => return,
            (Some(word), true) => format!("{} has no rules, found `{word}`", game.title()),
            (Some(word), false) => format!("expected {}, found `{word}`", join_list(&known, "or")),
        };
        self.fault("/rules", &message);
    }

    /// Returns the empty board of the given size. Without one, the size is `usual`.
    pub(crate) fn board(&mut self, usual: Option<[u8; 2]>) -> Option<Board> {
        let Some(size) = self.object.size.map(|size| size.0).or(usual) else {
            let message = "missing member `size`: columns and rows, such as [16, 16]";
            self.fault("", message);
            return None;
        };
        let [columns, rows] = size.map(usize::from);
        let board = Board::new(columns, rows);
        if board.is_err() {
            self.fault("/size", "expected 1 to 16 columns and rows");
        }
        board.ok()
    }

    /// Adds the blocks and the walls to a board.
    pub(crate) fn add_obstacles(&mut self, board: &mut Board) {
        for (number, place) in self.object.blocks.iter().enumerate() {
            let square = self.square(board, *place, &format!("/blocks/{number}"));
            square.into_iter().for_each(|square| board.add_block(square));
        }
        for (number, wall) in self.object.walls.iter().enumerate() {
            let square = self.square(board, wall.square, &format!("/walls/{number}/square"));
            let side = wall.side;
            square.into_iter().for_each(|square| board.add_wall(square, side));
        }
    }

    pub(crate) fn square(&mut self, board: &Board, place: Place, pointer: &str) -> Option<Square> {
        let square = place.on(board);
        if square.is_none() {
            let (columns, rows) = (board.columns(), board.rows());
            let message = format!("expected a square of the board of {columns}×{rows}");
            self.fault(pointer, &message);
        }
        square
    }

    /// Returns the pieces, each on a free square of the board. `what` describes their names.
    pub(crate) fn pieces(
        &mut self,
        board: &Board,
        what: &str,
        is_name: impl Fn(char) -> bool,
    ) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for (number, piece) in self.object.pieces.iter().enumerate() {
            let name = piece.name;
            if !is_name(name) {
                let message = format!("expected {what}, found `{name}`");
                self.fault(&format!("/pieces/{number}/name"), &message);
            }
            let pointer = format!("/pieces/{number}/square");
            let Some(square) = self.square(board, piece.square, &pointer) else {
                continue;
            };
            if board.blocks().contains(square) {
                self.fault(&pointer, &format!("{square} is a block"));
            } else if pieces.iter().any(|other| other.square == square) {
                self.fault(&pointer, &format!("two pieces on {square}"));
            } else {
                pieces.push(Piece { name, square });
            }
        }
        pieces
    }

    /// Returns the targets on the board, with their robots.
    pub(crate) fn targets(&mut self, board: &Board) -> Vec<(Square, Option<char>)> {
        let targets = self.object.targets.iter().enumerate().filter_map(|(number, target)| {
            let square = self.square(board, target.square, &format!("/targets/{number}"))?;
            Some((square, target.robot))
        });
        targets.collect()
    }

    /// Returns a position, or adds the faults of its setup: the pointer and the message of each.
    /// After other faults, the indices of the setup would be wrong.
    pub(crate) fn position<P: Into<Position>, F>(
        &mut self,
        position: Result<P, Vec<F>>,
        describe: impl Fn(F) -> (String, String),
    ) -> Option<Position> {
        let faults = match position {
            _ if !self.faults.is_empty() => return None,
            Ok(position) => return Some(position.into()),
            Err(faults) => faults,
        };
        for fault in faults {
            let (pointer, message) = describe(fault);
            self.fault(&pointer, &message);
        }
        None
    }
}
