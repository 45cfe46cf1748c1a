//! Diagnostics of the requirements of a project.

use super::answer::unknown;
use crate::analysis::{Demands, Diagnostic, Lint, MovesRange, Puzzle, quoted};
use crate::games::Mover;
use crate::search::{Limit, Optima};
use crate::text::Span;
use crate::words::{count, join_words};

/// Returns diagnostics for required keys that neither the puzzle's `text` nor its file has.
pub(crate) fn missing_keys(
    puzzle: &Puzzle,
    text: &str,
    of_file: &[String],
    demands: &Demands,
) -> Vec<Diagnostic> {
    let keys = demands.keys_of(puzzle.game);
    let missing = keys.filter(|&key| {
        let mut own = puzzle.section.given_keys(text);
        !own.any(|own| own == key) && !of_file.iter().any(|own| own == key)
    });
    let diagnostics = missing.map(|key| {
        let message = format!("missing required key `{key}`");
        Diagnostic::new(Lint::RequiredKey, puzzle.header_span(), message)
            .with_help("required by `require.keys`")
    });
    diagnostics.collect()
}

/// Returns a diagnostic if the shortest solution is longer or shorter than required. `known` is
/// what is known about its length.
pub(super) fn out_of_range(
    puzzle: &Puzzle,
    claim: Option<Span>,
    range: MovesRange,
    known: Length,
) -> Option<Diagnostic> {
    let found = match known {
        Length::Exactly(moves) if !range.contains(moves) => {
            format!("the shortest solution has {}", count(moves, "move"))
        }
        Length::Between(least, _) if range.is_above(least) => {
            format!("no solution has fewer than {}", count(least, "move"))
        }
        Length::Between(_, Some(most)) if range.is_below(most) => {
            format!("the solution below has {}", count(most, "move"))
        }
        _ => return None,
    };
    let message = format!("{found}, expected {}", range.in_words());
    let span = claim.unwrap_or(puzzle.header_span());
    let diagnostic = Diagnostic::new(Lint::MovesOutOfRange, span, message);
    Some(diagnostic.with_help("required by `require.moves`"))
}

/// The length of the shortest solution.
#[derive(Clone, Copy, Debug)]
pub(super) enum Length {
    /// Exactly this many moves.
    Exactly(u32),
    /// At least the first and at most the second number of moves.
    Between(u32, Option<u32>),
}

/// Checks the requirements that depend on the shortest solutions.
pub(super) fn check_optima(
    puzzle: &Puzzle,
    optima: &Result<Optima, Limit>,
    demands: &Demands,
) -> Vec<Diagnostic> {
    match optima {
        Ok(optima) => {
            let mut diagnostics = Vec::new();
            if demands.is_unique {
                diagnostics.extend(not_unique(puzzle, optima));
            }
            if demands.all_robots {
                diagnostics.extend(idle_robots(puzzle, optima));
            }
            diagnostics
        }
        Err(limit) => undecided(puzzle, *limit, demands).into_iter().collect(),
    }
}

/// Returns a diagnostic if a limit was reached before a requirement could be checked.
pub(super) fn undecided(puzzle: &Puzzle, limit: Limit, demands: &Demands) -> Option<Diagnostic> {
    let asked = match (demands.is_unique, demands.all_robots) {
        (true, false) => "whether there is one shortest solution alone",
        (false, true) => "whether each robot moves in a shortest solution",
        (true, true) => "whether there is one shortest solution, in which each robot moves",
        (false, false) => return None,
    };
    unknown(puzzle, limit, &format!("it was known {asked}"))
}

fn not_unique(puzzle: &Puzzle, optima: &Optima) -> Option<Diagnostic> {
    if optima.number < 2 {
        return None;
    }
    let number = count(optima.number, "shortest solution");
    let message = format!("the puzzle has {number}, expected one");
    let diagnostic = Diagnostic::new(Lint::NotUnique, puzzle.header_span(), message);
    let required = "required by `require.unique`";
    Some(match optima.solutions.as_slice() {
        [one, other, ..] => {
            let solutions = format!("{} and {}", join_words(one), join_words(other));
            diagnostic.with_help(format!("two of them: {solutions}; {required}"))
        }
        _ => diagnostic.with_help(required),
    })
}

fn idle_robots(puzzle: &Puzzle, optima: &Optima) -> Vec<Diagnostic> {
    let Some(placed) = &puzzle.placed else {
        return Vec::new();
    };
    // A solved puzzle has its own diagnostic.
    if optima.solutions.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let robots = placed.position.robots().into_iter();
    let idle = robots.filter(|robot| !optima.origins.contains(robot.square));
    let diagnostics = idle.map(|robot| {
        let mut pieces = placed.pieces();
        let named = pieces.find(|(piece, _)| *piece == robot);
        let span = placed.cell(robot.square).or(named.map(|(_, span)| span));
        let robot = match placed.position.game().mover(robot) {
            Mover::Named(name) => format!("the robot {}", quoted(&name.to_string())),
            unnamed @ Mover::At(_) => placed.position.in_words(unnamed),
        };
        let message = format!("{robot} moves in no shortest solution");
        Diagnostic::new(Lint::IdleRobot, span.unwrap_or(puzzle.header_span()), message)
            .with_help("required by `require.all-robots`")
    });
    diagnostics.collect()
}
