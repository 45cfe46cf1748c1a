//! Checks of claims and solutions against the answer of a puzzle.

use super::completing::{completed, replaced};
use super::demands::{Length, out_of_range, undecided};
use super::evaluation;
use super::unknown::unknown_answer;
use crate::analysis::model::words;
use crate::analysis::{Demands, Diagnostic, Lint, Puzzle};
use crate::search::{Answer, Limit, NoSolution, Outcome, Solution};
use crate::syntax::{Claim, Key};
use crate::text::{Edit, Span};
use crate::words::{count, join_words};

/// The second stage: returns the diagnostics that follow from the answer of a puzzle,
/// its claims, and the demands of the project. If the answer adds a fix to a diagnostic
/// of the first stage, the whole diagnostic is returned again. `text` is the puzzle's.
pub fn check_answer(
    text: &str,
    puzzle: &Puzzle,
    answer: &Answer,
    demands: &Demands,
) -> Vec<Diagnostic> {
    let check_answer = AnswerCheck {
        text,
        puzzle,
        demands,
        claim: puzzle.section.claim(),
        claim_span: puzzle
            .section
            .field(Key::Moves)
            .map(|field| field.value_span),
        played: puzzle
            .played
            .as_ref()
            .and_then(|played| played.solved_after),
        diagnostics: Vec::new(),
    };
    check_answer.outcome(&answer.outcome)
}

struct AnswerCheck<'a> {
    text: &'a str,
    puzzle: &'a Puzzle,
    demands: &'a Demands,
    claim: Option<(Span, Claim)>,
    /// The value of `moves`, a claim or not.
    claim_span: Option<Span>,
    /// The length of the author's solution, if it solves the puzzle.
    played: Option<u32>,
    diagnostics: Vec<Diagnostic>,
}

impl AnswerCheck<'_> {
    fn outcome(mut self, outcome: &Outcome) -> Vec<Diagnostic> {
        match outcome {
            Outcome::Solved(solution) => self.solved(solution),
            Outcome::Unsolvable(reason) => self.unsolvable(*reason),
            Outcome::Unknown { at_least, limit } => self.unknown(*at_least, *limit),
            Outcome::Evaluated { verdict, .. } => {
                self.diagnostics = evaluation::check_answer(self.puzzle, *verdict);
            }
        }
        self.diagnostics
    }

    fn solved(&mut self, solution: &Solution) {
        let optimum = solution.length;
        let line = join_words(&solution.moves);
        if optimum == 0 {
            self.already_solved();
        }
        self.optimum(optimum, Some(&line));
        self.length(Length::Exactly(optimum));
        if let Some(length) = self.played
            && length > optimum
        {
            self.suboptimal(length, optimum, &line);
        }
        self.diagnostics
            .extend(completed(self.text, self.puzzle, &solution.moves));
    }

    /// Compares the claim with the true number.
    fn optimum(&mut self, optimum: u32, line: Option<&str>) {
        let Some((span, claim)) = self.claim else {
            return;
        };
        let true_answer = match line {
            Some("") => "it is solved from the start".to_owned(),
            Some(line) => format!("the shortest solution is {line}"),
            None => "the solution below has this length, and none is shorter".to_owned(),
        };
        let (lint, message) = match claim {
            Claim::Moves(claimed) if claimed == optimum => return,
            Claim::Moves(claimed) => (
                Lint::MovesMismatch,
                format!(
                    "claimed {}, but the optimum is {optimum}",
                    count(claimed, "move")
                ),
            ),
            Claim::None => (
                Lint::Solvable,
                format!(
                    "claimed unsolvable, but solved in {}",
                    count(optimum, "move")
                ),
            ),
        };
        self.diagnostics.push(
            Diagnostic::new(lint, span, message)
                .with_help(true_answer)
                .with_claim_fix(
                    format!("record `moves: {optimum}`"),
                    vec![Edit::replace(span, optimum.to_string())],
                ),
        );
    }

    /// Compares the length of the shortest solution with the requirements. A puzzle that should
    /// have no solution has no required length.
    fn length(&mut self, known: Length) {
        let is_meant = !matches!(self.claim, Some((_, Claim::None)));
        if let Some(range) = self.demands.moves.filter(|_| is_meant) {
            let span = self.claim_span;
            let found = out_of_range(self.puzzle, span, range, known);
            self.diagnostics.extend(found);
        }
    }

    fn already_solved(&mut self) {
        if self.claim.map(|(_, claim)| claim) == Some(Claim::Moves(0)) {
            return;
        }
        let header = self.puzzle.header_span();
        let diagnostic = Diagnostic::new(
            Lint::AlreadySolved,
            header,
            "the puzzle is solved before the first move",
        );
        self.diagnostics.push(match self.claim_span {
            Some(_) => diagnostic,
            None => diagnostic.with_unsafe_fix(
                "record `moves: 0`",
                vec![self.puzzle.insert_key("moves: 0")],
            ),
        });
    }

    fn suboptimal(&mut self, length: u32, optimum: u32, line: &str) {
        let Some(field) = self.puzzle.section.field(Key::Solution) else {
            return;
        };
        let solution = self.puzzle.section.solution().unwrap_or_default();
        let spans = solution.iter().map(|token| token.span);
        let span = spans.reduce(Span::cover).unwrap_or(field.value_span);
        let edits = replaced(self.text, solution, 0, line);
        let edits = edits.unwrap_or_else(|| vec![Edit::replace(span, line)]);
        self.diagnostics.push(
            Diagnostic::new(
                Lint::SuboptimalSolution,
                span,
                format!(
                    "the solution has {}, the optimum is {optimum}",
                    count(length, "move")
                ),
            )
            .with_help(format!("a shortest solution is {line}"))
            .with_claim_fix("replace it with a shortest solution", edits),
        );
    }

    fn unsolvable(&mut self, reason: NoSolution) {
        let header = self.puzzle.header_span();
        let why = self.puzzle.position();
        let why = why.map(|position| words::why(position, reason));
        let message = match why.filter(|why| !why.is_empty()) {
            Some(why) => format!("the puzzle has no solution: {why}"),
            None => "the puzzle has no solution".to_owned(),
        };
        // A straight line to the target is the usual mistake in Ricochet Robots.
        let may_be_direct = reason == NoSolution::OnlyUnderLaxerRules
            && self.puzzle.section.field(Key::Rules).is_none();
        let cells = self.puzzle.section.board().into_iter();
        let cells: Vec<_> = cells
            .flat_map(|board| &board.rows)
            .flat_map(|row| &row.cells)
            .collect();
        let zeros = cells.iter().filter(|cell| cell.glyph == '0');
        let zeros: Vec<_> = zeros.map(|cell| Edit::replace(cell.span, '.')).collect();
        // Other programs use this letter for floor.
        let is_floor = zeros.len() * 2 > cells.len() && cells.iter().all(|cell| cell.glyph != '.');
        let new = || {
            let mut new = Diagnostic::new(Lint::Unsolvable, header, message);
            if is_floor {
                new = new.with_help("`0` is a robot without a name, and `.` is floor");
                new = new.with_unsafe_fix("write `.` for each `0`", zeros);
            }
            if !may_be_direct {
                return new;
            }
            let edits = vec![self.puzzle.insert_key("rules: direct")];
            new.with_unsafe_fix("add `rules: direct`", edits)
        };
        let diagnostic = match self.claim {
            Some((_, Claim::None)) => return,
            Some((span, Claim::Moves(claimed))) => new()
                .with_related(span, format!("claimed {}", count(claimed, "move")))
                .with_claim_fix("record `moves: none`", vec![Edit::replace(span, "none")]),
            None if self.claim_span.is_some() => new(),
            None => new().with_unsafe_fix(
                "record `moves: none`",
                vec![self.puzzle.insert_key("moves: none")],
            ),
        };
        self.diagnostics.push(diagnostic);
    }

    /// An unfinished search still proves a lower bound, and the author's own
    /// solution an upper one.
    fn unknown(&mut self, at_least: u32, limit: Limit) {
        if let Some(length) = self.played
            && length == at_least
        {
            self.optimum(length, None);
            self.length(Length::Exactly(length));
            // Nothing is known about other solutions.
            let undecided = undecided(self.puzzle, limit, self.demands);
            return self.diagnostics.extend(undecided);
        }
        self.length(Length::Between(at_least, self.played));
        match (self.claim, self.played) {
            (Some((span, Claim::None)), Some(length)) => self.diagnostics.push(Diagnostic::new(
                Lint::Solvable,
                span,
                format!(
                    "claimed unsolvable, but the solution below solves it in {}",
                    count(length, "move")
                ),
            )),
            (Some((span, Claim::Moves(claimed))), Some(length)) if claimed > length => {
                self.diagnostics.push(Diagnostic::new(
                    Lint::MovesMismatch,
                    span,
                    format!(
                        "claimed {}, but the solution below takes {length}",
                        count(claimed, "move")
                    ),
                ));
            }
            (Some((span, Claim::Moves(claimed))), _) if claimed < at_least => {
                self.diagnostics.push(Diagnostic::new(
                    Lint::MovesMismatch,
                    span,
                    format!(
                        "claimed {}, but no solution has fewer than {at_least}",
                        count(claimed, "move")
                    ),
                ));
            }
            _ => {}
        }
        let bound = format!("no solution has fewer than {}", count(at_least, "move"));
        self.diagnostics
            .extend(unknown_answer(self.puzzle, limit, &bound));
    }
}
