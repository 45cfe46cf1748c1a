//! Robots, targets and walls collected while reading, and conversion to a setup.

use super::walled::with_blocks;
use crate::board::{Bitboard, Board, Direction, Square};
use crate::exchange::format::Refusal;
use crate::exchange::record::{Note, PuzzleRecord};
use crate::games::ricochet::{Fault, Rules, Setup, Target, faces_of, printed_diagonals};
use crate::games::{Diagonal, Piece, Position};
use crate::text::Span;

/// The rules of all these formats: `direct`.
const DIRECT: Rules = Rules {
    bounce: false,
    no_rebound: false,
    is_grouped: false,
};

/// Returns an empty board of the size given at `span`.
pub(super) fn empty(width: u32, height: u32, span: Span) -> Result<Board, Note> {
    let side = |length| usize::try_from(length).unwrap_or(usize::MAX);
    Board::new(side(width), side(height)).map_err(|_| {
        let message = format!("unsupported board size {width}×{height}");
        Note::new(span, message).with_help("a side must have 1 to 16 squares")
    })
}

/// Returns the square `x` from the left and `y` from the top, both from 0.
pub(super) fn square(board: &Board, x: u32, y: u32) -> Option<Square> {
    let (files, ranks) = (u32::from(board.columns()), u32::from(board.rows()));
    if x >= files || y >= ranks {
        return None;
    }
    let file = u8::try_from(x).ok()?;
    let rank = u8::try_from(ranks - 1 - y).ok()?;
    Some(Square::new(file, rank))
}

/// Returns the coordinates of a square from the left and from the top, both from 0.
pub(super) fn place(board: &Board, square: Square) -> (u8, u8) {
    let rank = board.rows().saturating_sub(1).saturating_sub(square.row());
    (square.column(), rank)
}

/// The pieces, targets and walls of a text, with their spans.
#[derive(Debug, Default)]
pub(super) struct BoardItems {
    robots: Vec<(Piece, Span)>,
    targets: Vec<(Target, Span)>,
    diagonals: Vec<(Diagonal, Span)>,
    cells: Vec<(Square, Span)>,
    walls: Vec<(Square, Direction, Span)>,
}

impl BoardItems {
    pub(super) fn robot(&mut self, name: char, square: Square, span: Span) {
        self.robots.push((Piece { name, square }, span));
    }

    pub(super) fn target(&mut self, robot: Option<char>, square: Square, span: Span) {
        self.targets.push((Target { square, robot }, span));
    }

    pub(super) fn diagonal(&mut self, diagonal: Diagonal, span: Span) {
        self.diagonals.push((diagonal, span));
    }

    /// Returns the span of the second target.
    pub(super) fn second_target(&self) -> Option<Span> {
        self.targets.get(1).map(|(_, span)| *span)
    }

    /// Adds the span of a square that may be empty.
    pub(super) fn cell(&mut self, square: Square, span: Span) {
        self.cells.push((square, span));
    }

    /// Adds the span of a wall, given by a square and its side.
    pub(super) fn wall(&mut self, square: Square, side: Direction, span: Span) {
        self.walls.push((square, side, span));
    }

    /// Returns the squares with their spans, robots before targets.
    fn places(&self) -> Vec<(Square, Span)> {
        let robots = self.robots.iter();
        let robots = robots.map(|(robot, span)| (robot.square, *span));
        let targets = self.targets.iter();
        let targets = targets.map(|(target, span)| (target.square, *span));
        let diagonals = self.diagonals.iter();
        let diagonals = diagonals.map(|(diagonal, span)| (diagonal.square, *span));
        let cells = self.cells.iter().copied();
        robots
            .chain(targets)
            .chain(diagonals)
            .chain(cells)
            .collect()
    }

    /// Returns the squares of robots, targets and diagonals.
    fn squares(&self) -> impl Iterator<Item = Square> {
        let robots = self.robots.iter().map(|(robot, _)| robot.square);
        let targets = self.targets.iter().map(|(target, _)| target.square);
        let diagonals = self.diagonals.iter().map(|(diagonal, _)| diagonal.square);
        robots.chain(targets).chain(diagonals)
    }

    /// Returns the puzzle on a board whose enclosed squares become blocks. `open` says whether the
    /// format leaves the middle of the printed board without inner walls. The puzzle spans
    /// `whole`; notes about missing parts point to `head`.
    ///
    /// # Errors
    ///
    /// A note for each problem.
    pub(super) fn record(
        self,
        board: &Board,
        open: bool,
        whole: Span,
        head: Span,
    ) -> Result<PuzzleRecord, Vec<Note>> {
        let used: Bitboard = self.squares().collect();
        self.record_on(with_blocks(board, used, open), whole, head)
    }

    /// Returns the puzzle on a board as it is.
    ///
    /// # Errors
    ///
    /// A note for each problem.
    pub(super) fn record_on(
        self,
        board: Board,
        whole: Span,
        head: Span,
    ) -> Result<PuzzleRecord, Vec<Note>> {
        let setup = Setup {
            board,
            rules: DIRECT,
            robots: self.robots.iter().map(|(robot, _)| *robot).collect(),
            targets: self.targets.iter().map(|(target, _)| *target).collect(),
            diagonals: self
                .diagonals
                .iter()
                .map(|(diagonal, _)| *diagonal)
                .collect(),
        };
        let faults = match setup.position() {
            Ok(position) => {
                let mut record = PuzzleRecord::new(whole, Position::Ricochet(position));
                record.head = head;
                record.squares = self.places();
                record.walls = self.walls;
                return Ok(record);
            }
            Err(faults) => faults,
        };
        let robot = |number: usize| self.robots.get(number).map_or(head, |(_, span)| *span);
        let target = |number: usize| self.targets.get(number).map_or(head, |(_, span)| *span);
        let diagonal = |number: usize| self.diagonals.get(number).map_or(head, |(_, span)| *span);
        let note = |fault| match fault {
            Fault::NoRobot => Note::new(head, "expected a robot"),
            Fault::NoTarget => Note::new(head, "expected a target"),
            Fault::NoRobotForTarget(number) => {
                Note::new(target(number), "no robot for this target")
            }
            Fault::SameName { second, .. } => Note::new(robot(second), "duplicate robot"),
            Fault::RobotOnRobot { second, .. } => {
                Note::new(robot(second), "two robots on one square")
            }
            Fault::RobotOnBlock(number) => Note::new(robot(number), "robot on a block"),
            Fault::TargetOnBlock(number) => Note::new(target(number), "target on a block"),
            Fault::DiagonalOnDiagonal { second, .. } => {
                Note::new(diagonal(second), "two diagonals on one square")
            }
            _ => Note::new(head, "unsupported board"),
        };
        Err(faults.into_iter().map(note).collect())
    }
}

/// Returns the only target of a setup, or a refusal with the reason `many` if there are more.
pub(super) fn only_target<'a>(setup: &'a Setup, many: &str) -> Result<&'a Target, Refusal> {
    match setup.targets.as_slice() {
        [] => Err(Refusal::new("expected a target")),
        [target] => Ok(target),
        [_, other, ..] => Err(Refusal::at(other.square, many)),
    }
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
        return Err(Refusal::new(format!(
            "expected a puzzle of Ricochet Robots, found {title}"
        )));
    };
    let setup = Setup::from(position);
    if setup.rules.bounce {
        return Err(Refusal::new(
            "the format has no `bounce`: it corresponds to `rules: direct`",
        ));
    }
    if setup.rules.no_rebound {
        return Err(Refusal::new("the format has no `no-rebound`"));
    }
    Ok(setup)
}
