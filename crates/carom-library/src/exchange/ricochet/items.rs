//! Boards with robots, targets and walls: reading them, conversion to a setup, and conversion
//! between blocks and squares with walls on all sides.

use std::fmt::Display;

use crate::board::{Bitboard, Board, Direction, Square};
use crate::exchange::format::Refusal;
use crate::exchange::record::{Note, PuzzleRecord, add_notes};
use crate::games::ricochet::{Rules, Setup, Target, faces_of, printed_diagonals};
use crate::games::{Diagonal, Fault, Part, Piece, Position};
use crate::text::Span;
use crate::words::{count, join_list};

/// The rules of all these formats: `direct`.
const DIRECT: Rules = Rules { bounce: false, no_rebound: false, is_grouped: false };

/// Robots with names of colours.
pub(super) const COLOURS: [(&str, char); 5] =
    [("red", 'R'), ("green", 'G'), ("blue", 'B'), ("yellow", 'Y'), ("silver", 'S')];

/// The names of sides in words.
pub(super) const SIDES: [(&str, Direction); 4] = [
    ("north", Direction::Up),
    ("east", Direction::Right),
    ("south", Direction::Down),
    ("west", Direction::Left),
];

/// Returns the coordinates of a square from the left and from the top, both from 0.
pub(super) fn place(board: &Board, square: Square) -> (u8, u8) {
    let rank = board.rows().saturating_sub(1).saturating_sub(square.row());
    (square.column(), rank)
}

/// A board while it is read, with the place of each item in the text.
pub(super) struct BoardReader {
    pub(super) board: Board,
    /// The number of the first column and of the first row.
    first: u32,
    /// Whether the format gives rows before columns.
    is_row_first: bool,
    robots: Vec<(Piece, Span)>,
    pub(super) targets: Vec<(Target, Span)>,
    diagonals: Vec<(Diagonal, Span)>,
    cells: Vec<(Square, Span)>,
    walls: Vec<(Square, Direction, Span)>,
    /// The faults found so far.
    faults: Vec<Note>,
}

impl BoardReader {
    /// Creates an empty board of the size given at `span`. Columns and rows count from `first`.
    pub(super) fn new(width: u32, height: u32, first: u32, span: Span) -> Result<Self, Note> {
        let message = || format!("unsupported board size {width}×{height}");
        let mut reader = Self::on(board(width, height, span, message)?);
        reader.first = first;
        Ok(reader)
    }

    /// Creates an empty board in a format that gives rows before columns, both from 1.
    pub(super) fn with_rows(rows: u32, columns: u32, span: Span) -> Result<Self, Note> {
        let message = || format!("unsupported board of {}", rows_and_columns(rows, columns));
        let mut reader = Self::on(board(columns, rows, span, message)?);
        reader.first = 1;
        reader.is_row_first = true;
        Ok(reader)
    }

    /// Creates a board without items.
    pub(super) const fn on(board: Board) -> Self {
        Self {
            board,
            first: 0,
            is_row_first: false,
            robots: Vec::new(),
            targets: Vec::new(),
            diagonals: Vec::new(),
            cells: Vec::new(),
            walls: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Returns the square in a column and a row from the top left. One outside the board is a
    /// fault.
    pub(super) fn square(&mut self, (x, y): (u32, u32), span: Span) -> Option<Square> {
        let square = self.try_square((x, y));
        if square.is_none() {
            let (columns, rows) = (self.board.columns(), self.board.rows());
            let at = match self.is_row_first {
                true => format!("row {y}, column {x}"),
                false => format!("{x},{y}"),
            };
            let expected = match (self.first, columns == rows) {
                (1, true) => format!(": expected numbers from 1 to {columns}"),
                _ if self.is_row_first => format!(" of {}", rows_and_columns(rows, columns)),
                _ => format!(" of {columns}×{rows}"),
            };
            let message = format!("{at} is outside the board{expected}");
            self.fault(Note::new(span, message));
        }
        square
    }

    /// Returns the square in a column and a row from the top left, if the board has it.
    pub(super) fn try_square(&self, (x, y): (u32, u32)) -> Option<Square> {
        let x = u8::try_from(x.checked_sub(self.first)?).ok()?;
        let y = u8::try_from(y.checked_sub(self.first)?).ok()?;
        let is_inside = x < self.board.columns() && y < self.board.rows();
        is_inside.then(|| Square::new(x, self.board.rows() - 1 - y))
    }

    pub(super) fn fault(&mut self, fault: Note) {
        add_notes(&mut self.faults, [fault]);
    }

    pub(super) fn robot(&mut self, name: char, at: (u32, u32), span: Span) {
        if let Some(square) = self.square(at, span) {
            self.robots.push((Piece { name, square }, span));
        }
    }

    pub(super) fn target(&mut self, robot: Option<char>, at: (u32, u32), span: Span) {
        if let Some(square) = self.square(at, span) {
            self.targets.push((Target { square, robot }, span));
        }
    }

    pub(super) fn diagonal(&mut self, diagonal: Diagonal, span: Span) {
        self.diagonals.push((diagonal, span));
    }

    /// Adds a square that is drawn and may be empty.
    pub(super) fn cell(&mut self, square: Square, span: Span) {
        self.cells.push((square, span));
    }

    pub(super) fn wall(&mut self, square: Square, side: Direction, span: Span) {
        self.board.add_wall(square, side);
        self.walls.push((square, side, span));
    }

    /// Returns the squares of robots, targets and diagonals with their places.
    fn places(&self) -> Vec<(Square, Span)> {
        let robots = self.robots.iter().map(|(item, span)| (item.square, *span));
        let targets = self.targets.iter().map(|(item, span)| (item.square, *span));
        let diagonals = self.diagonals.iter().map(|(item, span)| (item.square, *span));
        robots.chain(targets).chain(diagonals).collect()
    }

    /// Returns the puzzle on a board whose enclosed squares become blocks. The puzzle spans
    /// `whole`; notes about missing parts point to `head`.
    ///
    /// # Errors
    ///
    /// A note for each problem.
    pub(super) fn record(
        mut self,
        middle: Middle,
        whole: Span,
        head: Span,
    ) -> Result<PuzzleRecord, Vec<Note>> {
        let places = self.places();
        let used: Bitboard = places.iter().map(|(square, _)| *square).collect();
        self.board = with_blocks(&self.board, used, middle);
        self.record_as_it_is(whole, head)
    }

    /// Returns the puzzle on the board as it is.
    ///
    /// # Errors
    ///
    /// A note for each problem.
    pub(super) fn record_as_it_is(
        self,
        whole: Span,
        head: Span,
    ) -> Result<PuzzleRecord, Vec<Note>> {
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let places = self.places();
        let setup = Setup {
            board: self.board,
            rules: DIRECT,
            robots: self.robots.iter().map(|(robot, _)| *robot).collect(),
            targets: self.targets.iter().map(|(target, _)| *target).collect(),
            diagonals: self.diagonals.iter().map(|(item, _)| *item).collect(),
        };
        let faults = match setup.position() {
            Ok(position) => {
                let mut record = PuzzleRecord::new(whole, Position::Ricochet(position));
                record.head = head;
                record.squares = places.into_iter().chain(self.cells).collect();
                record.walls = self.walls;
                return Ok(record);
            }
            Err(faults) => faults,
        };
        let place = |part| match part {
            Some(Part::Piece(number)) => self.robots.get(number).map(|(_, span)| *span),
            Some(Part::Target(number)) => self.targets.get(number).map(|(_, span)| *span),
            Some(Part::Diagonal(number)) => self.diagonals.get(number).map(|(_, span)| *span),
            _ => None,
        };
        let note = |fault: Fault| Note::new(place(fault.part).unwrap_or(head), fault.message);
        Err(faults.into_iter().map(note).collect())
    }
}

/// Returns an empty board of the size given at `span`.
fn board(width: u32, height: u32, span: Span, message: impl Fn() -> String) -> Result<Board, Note> {
    let side = |length| usize::try_from(length).unwrap_or(usize::MAX);
    Board::new(side(width), side(height))
        .map_err(|_| Note::new(span, message()).with_help("a side must have 1 to 16 squares"))
}

fn rows_and_columns<N: Display + PartialEq + From<u8>>(rows: N, columns: N) -> String {
    format!("{} and {}", count(rows, "row"), count(columns, "column"))
}

/// Returns the only target of a setup, or a refusal with the reason `many` if there are more.
pub(super) fn only_target<'a>(setup: &'a Setup, many: &str) -> Result<&'a Target, Refusal> {
    match setup.targets.as_slice() {
        [] => Err(Refusal::new("expected a target")),
        [target] => Ok(target),
        [_, other, ..] => Err(Refusal::at(other.square, many)),
    }
}

pub(super) fn robot_of(target: &Target) -> Result<char, Refusal> {
    let reason = "the format has no target for any robot";
    let refusal = || Refusal::at(target.square, reason);
    target.robot.ok_or_else(refusal)
}

/// Returns the word of a format for a robot. `square` is the square of the robot or of an item
/// that belongs to it.
pub(super) fn word_of<K: Copy>(
    words: &[(K, char)],
    robot: char,
    square: Square,
) -> Result<K, Refusal> {
    let known = words.iter().find(|(_, name)| *name == robot);
    known.map(|(word, _)| *word).ok_or_else(|| {
        let names = join_list(words.iter().map(|(_, name)| name), "and");
        let reason = format!("unsupported robot {robot}: the format has {names}");
        Refusal::at(square, reason)
    })
}

/// Returns the setup of a record with the rule `direct` and without diagonals.
///
/// # Errors
///
/// A [`Refusal`] for another game, other rules or a diagonal.
pub(super) fn direct(record: &PuzzleRecord) -> Result<Setup, Refusal> {
    let setup = direct_with_diagonals(record)?;
    match setup.diagonals.first() {
        Some(diagonal) => {
            let faces = faces_of(&setup.board);
            let printed = faces.is_some_and(|faces| printed_diagonals(faces).contains(diagonal));
            let remedy = match printed {
                true => "; `diagonals: none` leaves out those of the tiles",
                false => "",
            };
            let reason = format!("the format has no diagonals{remedy}");
            Err(Refusal::at(diagonal.square, reason))
        }
        None => Ok(setup),
    }
}

/// Returns the setup of a record with the rule `direct`.
///
/// # Errors
///
/// A [`Refusal`] for another game or other rules.
pub(super) fn direct_with_diagonals(record: &PuzzleRecord) -> Result<Setup, Refusal> {
    let Position::Ricochet(position) = &record.position else {
        let title = record.position.game().title();
        return Err(Refusal::new(format!("expected a puzzle of Ricochet Robots, found {title}")));
    };
    let setup = Setup::from(position);
    if setup.rules.bounce {
        return Err(Refusal::new("the format has no `bounce`: it corresponds to `rules: direct`"));
    }
    if setup.rules.no_rebound {
        return Err(Refusal::new("the format has no `no-rebound`"));
    }
    Ok(setup)
}

/// How a format draws the four squares in the middle of the printed board, if they are blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Middle {
    /// Without walls between them.
    Open,
    /// Each with four walls, like other blocks.
    Closed,
}

/// Returns the four squares in the middle of a board of 16×16.
pub(super) fn middle(board: &Board) -> Bitboard {
    let squares = [(7, 7), (8, 7), (7, 8), (8, 8)].map(|(file, rank)| Square::new(file, rank));
    match (board.columns(), board.rows()) {
        (16, 16) => squares.into_iter().collect(),
        _ => Bitboard::EMPTY,
    }
}

/// Returns the middle of a board of 16×16, if all of it is blocks.
pub(super) fn solid_middle(board: &Board) -> Bitboard {
    let squares = middle(board);
    match (squares & !board.blocks()).is_empty() {
        true => squares,
        false => Bitboard::EMPTY,
    }
}

/// Returns how the middle of a board is drawn.
pub(super) fn middle_of(board: &Board) -> Middle {
    let squares = middle(board);
    let is_open = |square: Square| {
        let within = |direction| square.step(direction).filter(|next| squares.contains(*next));
        let mut directions = Direction::ALL.into_iter();
        directions.all(|way| within(way).is_none() || board.step(square, way).is_ok())
    };
    match !squares.is_empty() && squares.iter().all(is_open) {
        true => Middle::Open,
        false => Middle::Closed,
    }
}

/// Whether no step leads out of a set of squares.
fn is_shut_off(board: &Board, squares: Bitboard) -> bool {
    squares.iter().all(|square| {
        let mut steps = Direction::ALL.into_iter().map(|way| board.step(square, way));
        steps.all(|next| next.is_err() || next.is_ok_and(|next| squares.contains(next)))
    })
}

/// Turns each square with an obstacle on all four sides into a block, except for `used` squares.
/// The walls of a block are redundant and removed. If the format draws an open middle, the squares
/// there become blocks only if they are enclosed together without inner walls.
pub(super) fn with_blocks(board: &Board, used: Bitboard, drawn: Middle) -> Board {
    let is_shut = |square: &Square| is_shut_off(board, [*square].into_iter().collect());
    let mut shut: Bitboard = board.squares().filter(is_shut).collect();
    let middle = middle(board);
    if drawn == Middle::Open && (middle & used).is_empty() {
        if (middle & !shut).is_empty() {
            shut &= !middle;
        } else if middle_of(board) == Middle::Open && is_shut_off(board, middle) {
            shut |= middle;
        }
    }
    let mut blocked = board.clone();
    for square in (shut & !used).iter() {
        blocked.add_block(square);
        for direction in Direction::ALL {
            blocked.remove_wall(square, direction);
        }
    }
    blocked
}

/// Returns the board with walls around each block in place of the block.
pub(super) fn with_walls(board: &Board, drawn: Middle) -> Board {
    let middle = match drawn {
        Middle::Open => solid_middle(board),
        Middle::Closed => Bitboard::EMPTY,
    };
    let mut walled = board.clone();
    for square in board.blocks().iter() {
        walled.remove_block(square);
        for direction in Direction::ALL {
            let next = square.step(direction);
            let is_within = next.is_some_and(|next| middle.contains(next));
            if is_within && middle.contains(square) {
                walled.remove_wall(square, direction);
            } else {
                walled.add_wall(square, direction);
            }
        }
    }
    walled
}
