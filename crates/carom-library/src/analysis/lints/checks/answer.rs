//! Checks of claims and solutions against the answer of a puzzle.

use super::demands::{Length, out_of_range, undecided};
use crate::analysis::model::setup::claimed_result;
use crate::analysis::model::words::{self, limit_clause, limit_name};
use crate::analysis::{Demands, Diagnostic, Lint, Puzzle};
use crate::games::Move;
use crate::search::{Answer, Horizon, Limit, NoSolution, Outcome, Solution, Value, Verdict};
use crate::solving::quick_answer;
use crate::syntax::{Claim, Key, MoveText};
use crate::text::{Edit, Span, lines};
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
        claim_span: puzzle.section.field(Key::Moves).map(|field| field.value_span),
        played: puzzle.played.as_ref().and_then(|played| played.solved_after),
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
                self.diagnostics = check_verdict(self.puzzle, *verdict);
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
        self.diagnostics.extend(completed(self.text, self.puzzle, &solution.moves));
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
        let truth = match claim {
            Claim::Moves(claimed) if claimed == optimum => return,
            Claim::Moves(_) => format!("the optimum is {optimum}"),
            Claim::None => format!("solved in {}", count(optimum, "move")),
        };
        let diagnostic = contradicted(span, claim, &truth).with_help(true_answer);
        let title = format!("record `moves: {optimum}`");
        let edits = vec![Edit::replace(span, optimum.to_string())];
        self.diagnostics.push(match claim {
            Claim::Moves(_) => diagnostic.with_claim_fix(title, edits),
            // The author meant it to be unsolvable, so the board may be the mistake.
            Claim::None => diagnostic.with_unsafe_fix(title, edits),
        });
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
            None => diagnostic
                .with_unsafe_fix("record `moves: 0`", vec![self.puzzle.insert_key("moves: 0")]),
        });
    }

    fn suboptimal(&mut self, length: u32, optimum: u32, line: &str) {
        let Some(field) = self.puzzle.section.field(Key::Solution) else {
            return;
        };
        let solution = self.puzzle.section.solution().unwrap_or_default();
        let spans = solution.iter().map(|token| token.span);
        let span = spans.reduce(Span::cover).unwrap_or(field.value_span);
        let edits = replaced(self.text, solution, 0, line)
            .unwrap_or_else(|| vec![Edit::replace(span, line)]);
        self.diagnostics.push(
            Diagnostic::new(
                Lint::SuboptimalSolution,
                span,
                format!("the solution has {}, the optimum is {optimum}", count(length, "move")),
            )
            .with_help(format!("a shortest solution is {line}"))
            .with_claim_fix("replace it with a shortest solution", edits),
        );
    }

    fn unsolvable(&mut self, reason: NoSolution) {
        let header = self.puzzle.header_span();
        let why = self.puzzle.position().map(|position| words::why(position, reason));
        let message = match why.filter(|why| !why.is_empty()) {
            Some(why) => format!("the puzzle has no solution: {why}"),
            None => "the puzzle has no solution".to_owned(),
        };
        // A straight line to the target is the usual mistake in Ricochet Robots.
        let may_be_direct = reason == NoSolution::OnlyUnderLaxerRules
            && self.puzzle.section.field(Key::Rules).is_none();
        let cells = self.puzzle.section.board().into_iter();
        let cells: Vec<_> =
            cells.flat_map(|board| &board.rows).flat_map(|row| &row.cells).collect();
        let zeros: Vec<_> = cells
            .iter()
            .filter(|cell| cell.glyph == '0')
            .map(|cell| Edit::replace(cell.span, '.'))
            .collect();
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
                .with_unsafe_fix("record `moves: none`", vec![Edit::replace(span, "none")]),
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
        if let Some((span, claim)) = self.claim {
            let truth = match (claim, self.played) {
                (Claim::None, Some(length)) => {
                    let moves = count(length, "move");
                    Some(format!("the solution below solves it in {moves}"))
                }
                (Claim::Moves(claimed), Some(length)) if claimed > length => {
                    Some(format!("the solution below takes {length}"))
                }
                (Claim::Moves(claimed), _) if claimed < at_least => {
                    Some(format!("no solution has fewer than {at_least}"))
                }
                _ => None,
            };
            let found = truth.map(|truth| contradicted(span, claim, &truth));
            self.diagnostics.extend(found);
        }
        let bound = format!("no solution has fewer than {}", count(at_least, "move"));
        self.diagnostics.extend(unknown_answer(self.puzzle, limit, &bound));
    }
}

/// Returns the diagnostic of a wrong claim.
fn contradicted(span: Span, claim: Claim, truth: &str) -> Diagnostic {
    let (lint, claimed) = match claim {
        Claim::Moves(claimed) => (Lint::MovesMismatch, count(claimed, "move")),
        Claim::None => (Lint::Solvable, "unsolvable".to_owned()),
    };
    Diagnostic::new(lint, span, format!("claimed {claimed}, but {truth}"))
}

/// Returns a diagnostic that a limit was reached, with what was proved. Returns `None` for a
/// cancelled search.
pub(super) fn unknown_answer(puzzle: &Puzzle, limit: Limit, proved: &str) -> Option<Diagnostic> {
    unknown(puzzle, limit, &format!("the answer was known; {proved}"))
}

/// Returns a diagnostic that a limit was reached before `before`, a clause.
pub(super) fn unknown(puzzle: &Puzzle, limit: Limit, before: &str) -> Option<Diagnostic> {
    let raise = match limit_name(limit)? {
        "time" => "--time-limit".to_owned(),
        "memory" => "--max-memory 4GiB".to_owned(),
        name => format!("--max-{name}"),
    };
    let reached = limit_clause(limit);
    let message = format!("{reached} before {before}");
    let diagnostic = Diagnostic::new(Lint::UnknownAnswer, puzzle.header_span(), message);
    Some(diagnostic.with_help(format!("raise the limit with `{raise}`")))
}

/// Returns the diagnostics that follow from a verdict and the author's claim.
pub(super) fn check_verdict(puzzle: &Puzzle, verdict: Verdict) -> Vec<Diagnostic> {
    let claim = claimed_result(&puzzle.section);
    let mut diagnostics = Vec::new();
    match verdict {
        Verdict::Settled(value) => {
            if matches!(value, Value::Win(0) | Value::Loss(0)) && claim.is_none() {
                diagnostics.push(Diagnostic::new(
                    Lint::AlreadySolved,
                    puzzle.header_span(),
                    "the game is over before the first move",
                ));
            }
            if let Some((span, Some(claimed))) = claim
                && claimed != value
            {
                diagnostics.push(mismatch(span, claimed, value));
            }
        }
        Verdict::Unknown { no_win_within, no_loss_within, limit } => {
            let excluded = |horizon: Horizon, plies| Horizon::Plies(plies) <= horizon;
            let is_excluded = |claimed| match claimed {
                Value::Win(plies) => excluded(no_win_within, plies),
                Value::Loss(plies) => excluded(no_loss_within, plies),
                Value::Draw => false,
            };
            if let Some((span, Some(claimed))) = claim
                && is_excluded(claimed)
            {
                let message = format!("claimed {claimed}, but there is {verdict}");
                diagnostics.push(Diagnostic::new(Lint::ResultMismatch, span, message));
            }
            let proved = format!("there is {verdict}");
            diagnostics.extend(unknown_answer(puzzle, limit, &proved));
        }
    }
    diagnostics
}

fn mismatch(span: Span, claimed: Value, value: Value) -> Diagnostic {
    Diagnostic::new(
        Lint::ResultMismatch,
        span,
        format!("claimed {claimed}, but the value is {value}"),
    )
    .with_claim_fix(
        format!("record `result: {value}`"),
        vec![Edit::replace(span, value.to_string())],
    )
}

/// The maximum number of positions to search for the rest of a solution.
const POSITIONS: u64 = 4_000;

/// Returns the diagnostic of an illegal or incomplete solution again, with a fix that writes a
/// shortest solution: `optimal`, or one that continues the author's moves if they can still lead to
/// one. The fix is unsafe, because the board may be the mistake.
pub(super) fn completed(text: &str, puzzle: &Puzzle, optimal: &[Move]) -> Option<Diagnostic> {
    let mut diagnostics = puzzle.diagnostics().iter();
    let diagnostic = diagnostics.find(|diagnostic| {
        matches!(diagnostic.lint, Lint::IllegalMove | Lint::IncompleteSolution)
    })?;
    let tokens = puzzle.section.solution()?;
    let played = puzzle.played.as_ref()?.moves.as_slice();
    let (kept, rest) = match rest_of(puzzle, played, optimal) {
        Some(rest) => (played.len(), rest),
        None => (0, optimal.to_vec()),
    };
    let title = match kept {
        0 => "write a shortest solution",
        _ => "go on to a shortest solution",
    };
    let edits = replaced(text, tokens, kept, &join_words(&rest))?;
    Some(diagnostic.clone().with_unsafe_fix(title, edits))
}

/// Returns the moves that complete the played moves to a shortest solution, if they can be found.
fn rest_of(puzzle: &Puzzle, played: &[Move], optimal: &[Move]) -> Option<Vec<Move>> {
    if let Some(rest) = optimal.strip_prefix(played) {
        return Some(rest.to_vec());
    }
    let start = puzzle.position()?;
    let left = start.count_moves(optimal).checked_sub(start.count_moves(played))?;
    let mut position = start.clone();
    for &played in played {
        position = position.play(played).ok()?;
    }
    match quick_answer(&position, &mut POSITIONS.clone()).ok()?.outcome {
        Outcome::Solved(solution) if solution.length == left => Some(solution.moves),
        _ => None,
    }
}

/// Returns the edits that write `line` instead of all moves after the first `kept` ones. Comments
/// between lines of moves stay.
pub(super) fn replaced(
    text: &str,
    tokens: &[MoveText],
    kept: usize,
    line: &str,
) -> Option<Vec<Edit>> {
    let rest = tokens.get(kept..)?;
    if rest.is_empty() {
        let last = tokens.last()?.span.end;
        return Some(vec![Edit::insert(last, format!(" {line}"))]);
    }
    let mut edits: Vec<Edit> = Vec::new();
    for place in lines(text) {
        let here = rest
            .iter()
            .map(|token| token.span)
            .filter(|span| place.span.start <= span.start && span.end <= place.span.end);
        let Some(moves) = here.reduce(Span::cover) else {
            continue;
        };
        if edits.is_empty() {
            edits.push(Edit::replace(moves, line));
            continue;
        }
        let before = Span::new(place.span.start, moves.start).slice(text);
        let after = Span::new(moves.end, place.span.end).slice(text);
        let is_alone = before.trim().is_empty() && after.trim().is_empty();
        edits.push(Edit::delete(if is_alone {
            Span::new(place.span.start, place.next_start())
        } else {
            moves
        }));
    }
    (!edits.is_empty()).then_some(edits)
}
