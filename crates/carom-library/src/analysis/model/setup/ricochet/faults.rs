//! Diagnostics for the faults of a setup.

use crate::analysis::model::setup::source::{size, with_free_name};
use crate::analysis::{Diagnostic, Lint};
use crate::games::ricochet::{Fault, Setup};
use crate::text::Span;

/// Maps faults of a setup to the text.
pub(super) struct Reporter<'a> {
    pub(super) setup: &'a Setup,
    pub(super) robots: &'a [Span],
    pub(super) targets: &'a [Span],
    pub(super) diagonals: &'a [Span],
    pub(super) header: Span,
    pub(super) text: &'a str,
}

impl Reporter<'_> {
    fn at(&self, spans: &[Span], number: usize) -> Span {
        spans.get(number).copied().unwrap_or(self.header)
    }

    /// Returns the robot in words.
    fn name(&self, number: usize) -> String {
        let robot = self.setup.robots.get(number);
        robot.map_or_else(String::new, |robot| match robot.is_nameless() {
            true => "a robot without a name".to_owned(),
            false => robot.name.to_string(),
        })
    }

    fn target_robot(&self, number: usize) -> Option<char> {
        self.setup.targets.get(number)?.robot
    }

    fn off_board(&self, span: Span) -> Diagnostic {
        Diagnostic::new(
            Lint::BadSquare,
            span,
            format!(
                "square is outside the board, which has {}",
                size(&self.setup.board)
            ),
        )
    }

    pub(super) fn report(&self, fault: Fault) -> Diagnostic {
        let robot = |number| self.at(self.robots, number);
        let target = |number| self.at(self.targets, number);
        let diagonal = |number| self.at(self.diagonals, number);
        let occupied = |span, message: &str| Diagnostic::new(Lint::OccupiedSquare, span, message);
        match fault {
            Fault::NoRobot => Diagnostic::new(Lint::NoRobot, self.header, "there is no robot")
                .with_help("place one as a capital letter, or with `robots: R e5`"),
            Fault::NoTarget => Diagnostic::new(Lint::NoTarget, self.header, "there is no target")
                .with_help("place one as a robot's small letter or as `*`, or with `target: r c5`"),
            Fault::TooManyTargets(number) => Diagnostic::new(
                Lint::TooManyTargets,
                target(number),
                match self.target_robot(number) {
                    Some(_) => {
                        "this target cannot hold with the others: two robots would have to \
                         stand on one square"
                    }
                    None => {
                        "this target cannot hold with the others: each robot has to stand on a \
                         target of its own"
                    }
                },
            )
            .with_help(
                "targets of one letter, or `*`, are a choice; all others must hold together",
            ),
            Fault::NoRobotForTarget(number) => {
                let name = self.target_robot(number);
                Diagnostic::new(
                    Lint::NoRobot,
                    target(number),
                    format!("there is no robot {} for this target", name.unwrap_or('?')),
                )
            }
            Fault::SameName { first, second } => {
                let report = Diagnostic::new(
                    Lint::DuplicatePiece,
                    robot(second),
                    format!("duplicate piece {}", self.name(second)),
                )
                .with_related(robot(first), "first placed here");
                // Prefer the robots of the printed game.
                let names = ['R', 'G', 'B', 'Y', 'S'].into_iter().chain('A'..='Z');
                let is_taken = |name| self.setup.robots.iter().any(|robot| robot.name == name);
                with_free_name(report, self.text, names, is_taken)
            }
            Fault::RobotOnRobot { first, second } => occupied(
                robot(second),
                &format!(
                    "{} and {} stand on one square",
                    self.name(first),
                    self.name(second)
                ),
            )
            .with_related(robot(first), "the other robot is here"),
            Fault::RobotOnBlock(number) => occupied(
                robot(number),
                &format!("{} stands on a block", self.name(number)),
            ),
            Fault::TargetOnBlock(number) => occupied(target(number), "the target lies on a block"),
            Fault::DiagonalOnBlock(number) => {
                occupied(diagonal(number), "the diagonal stands on a block")
            }
            Fault::DiagonalOnDiagonal { first, second } => {
                occupied(diagonal(second), "two diagonals stand on one square")
                    .with_related(diagonal(first), "the other diagonal is here")
            }
            Fault::RobotOffBoard(number) => self.off_board(robot(number)),
            Fault::TargetOffBoard(number) => self.off_board(target(number)),
            Fault::DiagonalOffBoard(number) => self.off_board(diagonal(number)),
        }
    }
}
