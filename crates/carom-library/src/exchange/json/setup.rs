//! From an object to a position.

use super::object::{Object, Place};
use super::read::{Source, members};
use super::write::Members;
use crate::board::{Board, Square};
use crate::exchange::record::Note;
use crate::games::{
    BoardObject, BoardSetup, Fault, FaultKind, Game, Part, Placement, Position, Role,
};
use crate::text::Span;
use crate::words::join_list;

/// The largest number of reported faults. Each costs a pass over the object, to find its place.
const MAX_FAULTS: usize = 20;

/// How a game reads and writes its part of an object.
pub(crate) struct Notation {
    /// The members of the game that not all games have.
    pub(crate) members: &'static [&'static str],
    /// The names of its pieces.
    pub(crate) pieces: &'static str,
    pub(crate) read: fn(&mut Reader<'_, '_>) -> Option<Position>,
    /// Adds the members that are not the same in all games with floor.
    pub(crate) write: fn(&Position, &mut Members),
}

impl Notation {
    /// Returns the notation of a game whose board shows everything.
    pub(crate) const fn drawn(
        pieces: &'static str,
        read: fn(&mut Reader<'_, '_>) -> Option<Position>,
    ) -> Self {
        let members = &["walls", "blocks", "pieces", "targets", "moves", "solution"];
        Self { members, pieces, read, write: |_, _| {} }
    }
}

/// Returns the notation of a game.
pub(super) type NotationOf = fn(Game) -> Notation;

/// A reader of an object, with the faults found so far.
pub(crate) struct Reader<'o, 't> {
    pub(crate) object: &'o Object,
    source: &'o Source<'t>,
    pieces: &'static str,
    /// The numbers in `pieces` and in `targets` of those that became objects.
    pieces_taken: Vec<usize>,
    targets_taken: Vec<usize>,
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
    let of_game = Game::ALL.map(|game| notation(game).members);
    let Notation { members: members_of_game, pieces, read, .. } = notation(object.game);
    let mut reader = Reader {
        object,
        source,
        pieces,
        pieces_taken: Vec::new(),
        targets_taken: Vec::new(),
        faults: Vec::new(),
    };
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

    /// Returns the setup of a board with floor: its size, blocks, walls, pieces and targets, and
    /// the rules.
    pub(crate) fn setup<S: BoardSetup>(&mut self) -> Option<S> {
        let mut board = self.board(None)?;
        self.add_obstacles(&mut board);
        let objects = self.objects(&board);
        Some(S::new(board, &|word| self.has_rule(word), &objects))
    }

    /// Returns the pieces and the targets, each on a square of the board.
    pub(crate) fn objects(&mut self, board: &Board) -> Vec<Placement> {
        let (object, game) = (self.object, self.object.game);
        let mut objects = Vec::new();
        for (number, piece) in object.pieces.iter().enumerate() {
            let name = piece.name;
            if !game.is_piece(name) && !game.is_nameless(name) {
                let message = format!("expected {}, found `{name}`", self.pieces);
                self.fault(&format!("/pieces/{number}/name"), &message);
            }
            let pointer = format!("/pieces/{number}/square");
            if let Some(square) = self.square(board, piece.square, &pointer) {
                objects.push(BoardObject::Piece(name).on(square));
                self.pieces_taken.push(number);
            }
        }
        for (number, target) in object.targets.iter().enumerate() {
            let pointer = format!("/targets/{number}");
            let role = Role::Target(target.robot);
            let Some(glyph) = (' '..='~').find(|&glyph| game.role(glyph) == role) else {
                if let Some(robot) = target.robot {
                    let message = format!("{} has no target for `{robot}` alone", game.title());
                    self.fault(&format!("{pointer}/robot"), &message);
                }
                continue;
            };
            if let Some(square) = self.square(board, target.square, &pointer) {
                objects.push(BoardObject::Target(glyph).on(square));
                self.targets_taken.push(number);
            }
        }
        objects
    }

    /// Returns a position, or adds the faults of its setup. After other faults, only those of squares
    /// and names: others may follow from what is left out.
    pub(crate) fn position<P: Into<Position>>(
        &mut self,
        position: Result<P, Vec<Fault>>,
    ) -> Option<Position> {
        let has_others = !self.faults.is_empty();
        let faults = match position {
            Ok(position) => return (!has_others).then(|| position.into()),
            Err(faults) => faults,
        };
        for fault in faults {
            let part = match fault.part {
                Some(Part::Piece(at)) => self.pieces_taken.get(at).copied().map(Part::Piece),
                Some(Part::Target(at)) => self.targets_taken.get(at).copied().map(Part::Target),
                _ if has_others => continue,
                part => part,
            };
            if has_others && !matches!(fault.kind, FaultKind::Occupied | FaultKind::SameName) {
                continue;
            }
            let pointer = match (part, fault.kind) {
                (Some(Part::Piece(number)), FaultKind::SameName) => {
                    format!("/pieces/{number}/name")
                }
                (Some(Part::Item(number)), FaultKind::SameName) => format!("/items/{number}/name"),
                (Some(Part::Piece(number)), _) => format!("/pieces/{number}/square"),
                (Some(Part::Target(number)), _) => format!("/targets/{number}"),
                (Some(Part::Diagonal(number)), _) => format!("/diagonals/{number}"),
                (Some(Part::Item(number)), _) => format!("/items/{number}"),
                (Some(Part::Quest(number)), _) => format!("/quests/{number}"),
                (Some(Part::Push(number)), _) => format!("/opponent/{number}"),
                (Some(Part::Player), _) => "/player".to_owned(),
                (Some(Part::Board), _) => "/size".to_owned(),
                (None, _) => String::new(),
            };
            self.fault(&pointer, &fault.message);
        }
        None
    }
}
