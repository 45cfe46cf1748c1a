//! Answers as JSON.

use serde::{Deserialize, Serialize};

use super::{LimitRecord, ScopeRecord, VerdictRecord, read_moves};
use crate::games::{Move, Position};
use crate::search::{Answer, NoSolution, Outcome, Solution, solves};

#[derive(Debug, Serialize, Deserialize)]
struct AnswerRecord {
    outcome: OutcomeRecord,
    positions: u64,
    scope: ScopeRecord,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OutcomeRecord {
    Solved {
        moves: Vec<String>,
        optimal_solutions: Option<u64>,
    },
    Unsolvable(NoSolutionRecord),
    Unknown {
        at_least: u32,
        limit: LimitRecord,
    },
    Evaluated {
        verdict: VerdictRecord,
        line: Vec<String>,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum NoSolutionRecord {
    NothingMoves,
    OnlyUnderLaxerRules,
    OutOfReach,
    Exhausted { positions: u64 },
}

/// Returns an answer as bytes, or `None` if it is valid on this machine only.
pub(in crate::store) fn write_answer(answer: &Answer) -> Option<Vec<u8>> {
    let Answer {
        outcome,
        positions,
        scope,
    } = answer;
    let outcome = match outcome {
        Outcome::Solved(Solution {
            moves,
            optimal_solutions,
            ..
        }) => OutcomeRecord::Solved {
            moves: moves.iter().map(ToString::to_string).collect(),
            optimal_solutions: *optimal_solutions,
        },
        Outcome::Unsolvable(reason) => OutcomeRecord::Unsolvable(match *reason {
            NoSolution::NothingMoves => NoSolutionRecord::NothingMoves,
            NoSolution::OnlyUnderLaxerRules => NoSolutionRecord::OnlyUnderLaxerRules,
            NoSolution::OutOfReach => NoSolutionRecord::OutOfReach,
            NoSolution::Exhausted { positions } => NoSolutionRecord::Exhausted { positions },
        }),
        Outcome::Unknown { at_least, limit } => OutcomeRecord::Unknown {
            at_least: *at_least,
            limit: LimitRecord::of(*limit)?,
        },
        Outcome::Evaluated { verdict, line } => OutcomeRecord::Evaluated {
            verdict: VerdictRecord::of(*verdict)?,
            line: line.iter().map(ToString::to_string).collect(),
        },
    };
    let record = AnswerRecord {
        outcome,
        positions: *positions,
        scope: ScopeRecord::of(scope)?,
    };
    serde_json::to_vec(&record).ok()
}

/// Reads the answer for `position`. Returns `None` if it is malformed or its moves do not
/// solve the position.
pub(in crate::store) fn read_answer(bytes: &[u8], position: &Position) -> Option<Answer> {
    let AnswerRecord {
        outcome,
        positions,
        scope,
    } = serde_json::from_slice(bytes).ok()?;
    let is_duel = position.game().is_duel();
    let outcome = match outcome {
        OutcomeRecord::Solved {
            moves,
            optimal_solutions,
        } => {
            let moves = read_moves(&moves, position)?;
            (!is_duel && solves(position, &moves)).then_some(())?;
            Outcome::Solved(Solution::new(position, moves, optimal_solutions))
        }
        OutcomeRecord::Unsolvable(reason) => Outcome::Unsolvable(match reason {
            NoSolutionRecord::NothingMoves => NoSolution::NothingMoves,
            NoSolutionRecord::OnlyUnderLaxerRules => NoSolution::OnlyUnderLaxerRules,
            NoSolutionRecord::OutOfReach => NoSolution::OutOfReach,
            NoSolutionRecord::Exhausted { positions } => NoSolution::Exhausted { positions },
        }),
        OutcomeRecord::Unknown { at_least, limit } => Outcome::Unknown {
            at_least,
            limit: limit.limit(),
        },
        OutcomeRecord::Evaluated { verdict, line } => {
            let line = read_moves(&line, position)?;
            (is_duel && is_legal(position, &line)).then_some(())?;
            let verdict = verdict.verdict();
            Outcome::Evaluated { verdict, line }
        }
    };
    Some(Answer {
        outcome,
        positions,
        scope: scope.scope(),
    })
}

/// Whether the rules allow these moves in sequence.
fn is_legal(position: &Position, moves: &[Move]) -> bool {
    let mut moves = moves.iter();
    let last = moves.try_fold(position.clone(), |position, &played| position.play(played));
    last.is_ok()
}
