//! Entries as JSON.
//!
//! Moves are texts in the notation of their game; reading replays them.

use serde::{Deserialize, Serialize};

use crate::board::Bitboard;
use crate::games::{Move, Position, Removable};
use crate::search::{
    Answer, Limit, LineNode, NoSolution, Optima, Outcome, Scope, Solution, Verdict, solves,
};
use crate::solving::{Extras, Listed, Minimal};

/// Moves in the notation of their game.
type Moves = Vec<String>;

#[derive(Serialize, Deserialize)]
enum OutcomeRecord {
    Solved(Moves, Option<u64>),
    Unsolvable(NoSolution),
    Unknown(u32, Limit),
    Evaluated(Verdict, Moves),
}

#[derive(Serialize, Deserialize)]
struct AnswerRecord {
    outcome: OutcomeRecord,
    positions: u64,
    scope: Scope,
}

#[derive(Serialize, Deserialize)]
struct OptimaRecord {
    solutions: Vec<Moves>,
    number: u64,
    origins: Bitboard,
}

#[derive(Serialize, Deserialize)]
struct ListedRecord {
    optima: Option<Result<OptimaRecord, Limit>>,
    scope: Scope,
}

#[derive(Serialize, Deserialize)]
struct ExtrasRecord {
    redundant: Vec<Removable>,
    idle_walls: Vec<Removable>,
    idle_pieces: Vec<Vec<Removable>>,
    /// The removed objects and the solution.
    minimal: Option<(Vec<Removable>, Moves)>,
    unreachable: Bitboard,
    nodes: Vec<(Verdict, Vec<(String, Verdict)>)>,
    optima: Option<Result<OptimaRecord, Limit>>,
    scope: Scope,
}

/// Returns a record as bytes, or `None` if the clock has influenced it.
fn written(record: &impl Serialize, scope: &Scope) -> Option<Vec<u8>> {
    (!scope.is_timed()).then(|| serde_json::to_vec(record).ok())?
}

/// Returns an answer as bytes, or `None` if it is valid on this machine only.
pub(super) fn write_answer(answer: &Answer) -> Option<Vec<u8>> {
    let Answer { outcome, positions, scope } = answer;
    let outcome = match outcome {
        Outcome::Solved(Solution { moves, optimal_solutions, .. }) => {
            OutcomeRecord::Solved(texts(moves), *optimal_solutions)
        }
        Outcome::Unsolvable(reason) => OutcomeRecord::Unsolvable(*reason),
        Outcome::Unknown { at_least, limit } => OutcomeRecord::Unknown(*at_least, *limit),
        Outcome::Evaluated { verdict, line } => OutcomeRecord::Evaluated(*verdict, texts(line)),
    };
    let record = AnswerRecord { outcome, positions: *positions, scope: scope.clone() };
    written(&record, scope)
}

/// Reads the answer for `position`. Returns `None` if it is malformed or its moves do not
/// solve the position.
pub(super) fn read_answer(bytes: &[u8], position: &Position) -> Option<Answer> {
    let record: AnswerRecord = serde_json::from_slice(bytes).ok()?;
    let is_duel = position.game().is_duel();
    let outcome = match record.outcome {
        OutcomeRecord::Solved(moves, optimal_solutions) => {
            let moves = read_moves(&moves, position)?;
            (!is_duel && solves(position, &moves)).then_some(())?;
            Outcome::Solved(Solution::new(position, moves, optimal_solutions))
        }
        OutcomeRecord::Unsolvable(reason) => Outcome::Unsolvable(reason),
        OutcomeRecord::Unknown(at_least, limit) => Outcome::Unknown { at_least, limit },
        OutcomeRecord::Evaluated(verdict, line) => {
            let line = read_moves(&line, position)?;
            (is_duel && is_legal(position, &line)).then_some(())?;
            Outcome::Evaluated { verdict, line }
        }
    };
    Some(Answer { outcome, positions: record.positions, scope: record.scope })
}

/// Returns optimal solutions as bytes, or `None` if they are valid on this machine only.
pub(super) fn write_listed(listed: &Listed) -> Option<Vec<u8>> {
    let Listed { optima, scope } = listed;
    let record = ListedRecord { optima: write_optima(optima), scope: scope.clone() };
    written(&record, scope)
}

/// Reads the optimal solutions of `position`.
pub(super) fn read_listed(bytes: &[u8], position: &Position) -> Option<Listed> {
    let ListedRecord { optima, scope } = serde_json::from_slice(bytes).ok()?;
    Some(Listed { optima: read_optima(optima, position)?, scope })
}

/// Returns extras as bytes, or `None` if they are valid on this machine only.
pub(super) fn write_extras(extras: &Extras) -> Option<Vec<u8>> {
    let Extras { redundant, idle_walls, idle_pieces, minimal, unreachable, nodes, optima, scope } =
        extras;
    let minimal =
        minimal.as_ref().map(|Minimal { gone, solution }| (gone.clone(), texts(solution)));
    let nodes = nodes.iter().map(|LineNode { verdict, moves }| {
        (*verdict, moves.iter().map(|(played, verdict)| (played.to_string(), *verdict)).collect())
    });
    let record = ExtrasRecord {
        redundant: redundant.clone(),
        idle_walls: idle_walls.clone(),
        idle_pieces: idle_pieces.clone(),
        minimal,
        unreachable: *unreachable,
        nodes: nodes.collect(),
        optima: write_optima(optima),
        scope: scope.clone(),
    };
    written(&record, scope)
}

/// Reads the extras of `position`.
pub(super) fn read_extras(bytes: &[u8], position: &Position) -> Option<Extras> {
    let record: ExtrasRecord = serde_json::from_slice(bytes).ok()?;
    let nodes = record.nodes.into_iter().map(|(verdict, moves)| {
        let moves = moves.into_iter().map(|(played, verdict)| {
            let played = position.game().move_from_text(&played)?;
            Some((played, verdict))
        });
        Some(LineNode { verdict, moves: moves.collect::<Option<_>>()? })
    });
    Some(Extras {
        redundant: record.redundant,
        idle_walls: record.idle_walls,
        idle_pieces: record.idle_pieces,
        minimal: match record.minimal {
            None => None,
            Some((gone, solution)) => Some(read_minimal(gone, &solution, position)?),
        },
        unreachable: record.unreachable,
        nodes: nodes.collect::<Option<_>>()?,
        optima: read_optima(record.optima, position)?,
        scope: record.scope,
    })
}

/// Reads the reduced puzzle of `position` and checks its solution.
fn read_minimal(gone: Vec<Removable>, solution: &[String], position: &Position) -> Option<Minimal> {
    let mut removed = gone.iter();
    let left = removed.try_fold(position.clone(), |left, &object| left.without(object))?;
    let solution = read_moves(solution, &left)?;
    solves(&left, &solution).then_some(Minimal { gone, solution })
}

fn write_optima(optima: &Option<Result<Optima, Limit>>) -> Option<Result<OptimaRecord, Limit>> {
    Some(optima.as_ref()?.as_ref().map_err(|limit| *limit).map(
        |Optima { solutions, number, origins }| OptimaRecord {
            solutions: solutions.iter().map(|moves| texts(moves)).collect(),
            number: *number,
            origins: *origins,
        },
    ))
}

/// Reads the optimal solutions of `position`, if there are any, or the limit that was reached.
/// Returns `None` if they are malformed or do not solve the position.
fn read_optima(
    optima: Option<Result<OptimaRecord, Limit>>,
    position: &Position,
) -> Option<Option<Result<Optima, Limit>>> {
    let record = match optima {
        None => return Some(None),
        Some(Err(limit)) => return Some(Some(Err(limit))),
        Some(Ok(record)) => record,
    };
    let solutions = record.solutions.iter().map(|moves| {
        let moves = read_moves(moves, position)?;
        solves(position, &moves).then_some(moves)
    });
    Some(Some(Ok(Optima {
        solutions: solutions.collect::<Option<_>>()?,
        number: record.number,
        origins: record.origins,
    })))
}

fn texts(moves: &[Move]) -> Moves {
    moves.iter().map(ToString::to_string).collect()
}

/// Reads moves of the game of `position`; returns `None` if one is malformed.
fn read_moves(moves: &[String], position: &Position) -> Option<Vec<Move>> {
    let game = position.game();
    moves.iter().map(|played| game.move_from_text(played)).collect()
}

/// Whether the rules allow these moves in sequence.
fn is_legal(position: &Position, moves: &[Move]) -> bool {
    let last = moves.iter().try_fold(position.clone(), |position, &played| position.play(played));
    last.is_ok()
}
