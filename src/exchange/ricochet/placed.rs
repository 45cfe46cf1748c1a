//! A board with its robots and targets on the way in and out.

use super::walled::with_blocks;
use crate::board::{Bitboard, Board, Direction, Square};
use crate::exchange::draft::{Draft, Note};
use crate::exchange::form::Refusal;
use crate::games::ricochet::{Fault, Rules, Setup, Target};
use crate::games::{Diagonal, Piece, Position};
use crate::text::Span;

/// The rules of the forms: any way to the target counts.
const DIRECT: Rules = Rules {
    bounce: false,
    no_rebound: false,
};

/// A board of so many squares without walls, as a text says it at `span`.
pub(super) fn empty(width: u32, height: u32, span: Span) -> Result<Board, Note> {
    let side = |length| usize::try_from(length).unwrap_or(usize::MAX);
    Board::new(side(width), side(height)).map_err(|_| {
        let message = format!("a board of {width} by {height} squares cannot be played here");
        Note::new(span, message).with_help("a side has 1 to 16 squares")
    })
}

/// The square `x` from the left and `y` from the top, both from 0.
pub(super) fn square(board: &Board, x: u32, y: u32) -> Option<Square> {
    let (files, ranks) = (u32::from(board.columns()), u32::from(board.rows()));
    if x >= files || y >= ranks {
        return None;
    }
    let file = u8::try_from(x).ok()?;
    let rank = u8::try_from(ranks - 1 - y).ok()?;
    Some(Square::new(file, rank))
}

/// A square as its numbers from the left and from the top, both from 0.
pub(super) fn place(board: &Board, square: Square) -> (u8, u8) {
    let rank = board.rows().saturating_sub(1).saturating_sub(square.row());
    (square.column(), rank)
}

/// What a text places, and where it does.
#[derive(Debug, Default)]
pub(super) struct Placed {
    robots: Vec<(Piece, Span)>,
    targets: Vec<(Target, Span)>,
    diagonals: Vec<(Diagonal, Span)>,
    cells: Vec<(Square, Span)>,
    walls: Vec<(Square, Direction, Span)>,
}

impl Placed {
    pub(super) fn robot(&mut self, name: char, square: Square, span: Span) {
        self.robots.push((Piece { name, square }, span));
    }

    pub(super) fn target(&mut self, robot: Option<char>, square: Square, span: Span) {
        self.targets.push((Target { square, robot }, span));
    }

    pub(super) fn diagonal(&mut self, diagonal: Diagonal, span: Span) {
        self.diagonals.push((diagonal, span));
    }

    /// Where a target is noted that is not the first.
    pub(super) fn second_target(&self) -> Option<Span> {
        self.targets.get(1).map(|(_, span)| *span)
    }

    /// Notes where a square is drawn or listed that nothing may stand on.
    pub(super) fn cell(&mut self, square: Square, span: Span) {
        self.cells.push((square, span));
    }

    /// Notes where a wall is drawn or listed, by a square and its side.
    pub(super) fn wall(&mut self, square: Square, side: Direction, span: Span) {
        self.walls.push((square, side, span));
    }

    /// The squares with their places: that of a robot before that of a target.
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

    /// The squares that something stands on.
    fn squares(&self) -> impl Iterator<Item = Square> {
        let robots = self.robots.iter().map(|(robot, _)| robot.square);
        let targets = self.targets.iter().map(|(target, _)| target.square);
        let diagonals = self.diagonals.iter().map(|(diagonal, _)| diagonal.square);
        robots.chain(targets).chain(diagonals)
    }

    /// The puzzle on a board whose walled-off squares become blocks, the form
    /// leaving the middle of the printed one `open` or not. It fills the text `whole`;
    /// `head` is where it is told that something is missing.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn draft(
        self,
        board: &Board,
        open: bool,
        whole: Span,
        head: Span,
    ) -> Result<Draft, Vec<Note>> {
        let used: Bitboard = self.squares().collect();
        self.draft_on(with_blocks(board, used, open), whole, head)
    }

    /// The same on a board as it is.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn draft_on(
        self,
        board: Board,
        whole: Span,
        head: Span,
    ) -> Result<Draft, Vec<Note>> {
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
                let mut draft = Draft::new(whole, Position::Ricochet(position));
                draft.head = head;
                draft.squares = self.places();
                draft.walls = self.walls;
                return Ok(draft);
            }
            Err(faults) => faults,
        };
        let robot = |number: usize| self.robots.get(number).map_or(head, |(_, span)| *span);
        let target = |number: usize| self.targets.get(number).map_or(head, |(_, span)| *span);
        let diagonal = |number: usize| self.diagonals.get(number).map_or(head, |(_, span)| *span);
        let note = |fault| match fault {
            Fault::NoRobot => Note::new(head, "there is no robot"),
            Fault::NoTarget => Note::new(head, "there is no target"),
            Fault::NoRobotForTarget(number) => {
                Note::new(target(number), "there is no robot for this target")
            }
            Fault::SameName { second, .. } => {
                Note::new(robot(second), "this robot is on the board twice")
            }
            Fault::RobotOnRobot { second, .. } => {
                Note::new(robot(second), "two robots stand on one square")
            }
            Fault::RobotOnBlock(number) => Note::new(robot(number), "the robot stands on a block"),
            Fault::TargetOnBlock(number) => Note::new(target(number), "the target lies on a block"),
            Fault::DiagonalOnDiagonal { second, .. } => {
                Note::new(diagonal(second), "two diagonals stand on one square")
            }
            _ => Note::new(head, "this board cannot be played here"),
        };
        Err(faults.into_iter().map(note).collect())
    }
}

/// The target of a setup, if it is the only one; `many` says that it is not.
pub(super) fn only_target<'a>(setup: &'a Setup, many: &str) -> Result<&'a Target, Refusal> {
    match setup.targets.as_slice() {
        [] => Err(Refusal::new("there is no target")),
        [target] => Ok(target),
        [_, other, ..] => Err(Refusal::at(other.square, many)),
    }
}

/// The setup of a draft, if it is one that asks for no ricochet and has no
/// diagonals.
///
/// # Errors
///
/// What most forms have no words for.
pub(super) fn direct(draft: &Draft) -> Result<Setup, Refusal> {
    let setup = direct_with_diagonals(draft)?;
    match setup.diagonals.first() {
        Some(diagonal) => Err(Refusal::at(diagonal.square, "the form knows no diagonals")),
        None => Ok(setup),
    }
}

/// The setup of a draft, if it is one that asks for no ricochet.
///
/// # Errors
///
/// Where the rules are others, or it is one of another game.
pub(super) fn direct_with_diagonals(draft: &Draft) -> Result<Setup, Refusal> {
    let Position::Ricochet(position) = &draft.position else {
        let title = draft.position.game().title();
        return Err(Refusal::new(format!("this is a puzzle of {title}")));
    };
    let setup = Setup::from(position);
    if setup.rules.bounce {
        return Err(Refusal::new(
            "the form knows no `bounce`: any way to the target counts there, \
             which is `rules: direct` here",
        ));
    }
    if setup.rules.no_rebound {
        return Err(Refusal::new("the form knows no `no-rebound`"));
    }
    Ok(setup)
}
