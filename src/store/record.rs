//! Entries as JSON.
//!
//! Moves are texts in the notation of their game; reading replays them.

use serde::{Deserialize, Serialize};

use crate::board::{Bitboard, Direction, Square};
use crate::games::{Move, Position, Removable};
use crate::search::{
    Answer, Limit, LineNode, NoSolution, Optima, Outcome, Scope, Solution, Verdict, solves,
};
use crate::solving::{Extras, Listed, Minimal};

/// Moves in the notation of their game.
type Moves = Vec<String>;

/// The least and the greatest value of each limit.
#[derive(Serialize, Deserialize)]
struct ScopeRecord {
    positions: (u64, u64),
    memory: (u64, u64),
}

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
    scope: ScopeRecord,
}

#[derive(Serialize, Deserialize)]
struct OptimaRecord {
    solutions: Vec<Moves>,
    number: u64,
    origins: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct ListedRecord {
    optima: Option<Result<OptimaRecord, Limit>>,
    scope: ScopeRecord,
}

#[derive(Serialize, Deserialize)]
enum RemovableRecord {
    Piece(String),
    Block(String),
    WallRight(String),
    WallAbove(String),
}

#[derive(Serialize, Deserialize)]
struct ExtrasRecord {
    redundant: Vec<RemovableRecord>,
    idle_walls: Vec<RemovableRecord>,
    idle_pieces: Vec<Vec<RemovableRecord>>,
    /// The removed objects and the solution.
    minimal: Option<(Vec<RemovableRecord>, Moves)>,
    unreachable: Vec<String>,
    nodes: Vec<(Verdict, Vec<(String, Verdict)>)>,
    optima: Option<Result<OptimaRecord, Limit>>,
    scope: ScopeRecord,
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
    let record = AnswerRecord { outcome, positions: *positions, scope: ScopeRecord::of(scope)? };
    serde_json::to_vec(&record).ok()
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
    Some(Answer { outcome, positions: record.positions, scope: record.scope.scope() })
}

/// Returns optimal solutions as bytes, or `None` if they are valid on this machine only.
pub(super) fn write_listed(listed: &Listed) -> Option<Vec<u8>> {
    let Listed { optima, scope } = listed;
    let record = ListedRecord { optima: write_optima(optima), scope: ScopeRecord::of(scope)? };
    serde_json::to_vec(&record).ok()
}

/// Reads the optimal solutions of `position`.
pub(super) fn read_listed(bytes: &[u8], position: &Position) -> Option<Listed> {
    let ListedRecord { optima, scope } = serde_json::from_slice(bytes).ok()?;
    Some(Listed { optima: read_optima(optima, position)?, scope: scope.scope() })
}

/// Returns extras as bytes, or `None` if they are valid on this machine only.
pub(super) fn write_extras(extras: &Extras) -> Option<Vec<u8>> {
    let Extras { redundant, idle_walls, idle_pieces, minimal, unreachable, nodes, optima, scope } =
        extras;
    let minimal =
        minimal.as_ref().map(|Minimal { gone, solution }| (records(gone), texts(solution)));
    let nodes = nodes.iter().map(|LineNode { verdict, moves }| {
        (*verdict, moves.iter().map(|(played, verdict)| (played.to_string(), *verdict)).collect())
    });
    let record = ExtrasRecord {
        redundant: records(redundant),
        idle_walls: records(idle_walls),
        idle_pieces: idle_pieces.iter().map(|idle| records(idle)).collect(),
        minimal,
        unreachable: squares(*unreachable),
        nodes: nodes.collect(),
        optima: write_optima(optima),
        scope: ScopeRecord::of(scope)?,
    };
    serde_json::to_vec(&record).ok()
}

/// Reads the extras of `position`.
pub(super) fn read_extras(bytes: &[u8], position: &Position) -> Option<Extras> {
    let record: ExtrasRecord = serde_json::from_slice(bytes).ok()?;
    let idle_pieces = record.idle_pieces.iter().map(|idle| read_removables(idle));
    let nodes = record.nodes.into_iter().map(|(verdict, moves)| {
        let moves = moves.into_iter().map(|(played, verdict)| {
            let played = position.game().move_from_text(&played)?;
            Some((played, verdict))
        });
        Some(LineNode { verdict, moves: moves.collect::<Option<_>>()? })
    });
    Some(Extras {
        redundant: read_removables(&record.redundant)?,
        idle_walls: read_removables(&record.idle_walls)?,
        idle_pieces: idle_pieces.collect::<Option<_>>()?,
        minimal: match record.minimal {
            None => None,
            Some((gone, solution)) => Some(read_minimal(&gone, &solution, position)?),
        },
        unreachable: read_squares(&record.unreachable)?,
        nodes: nodes.collect::<Option<_>>()?,
        optima: read_optima(record.optima, position)?,
        scope: record.scope.scope(),
    })
}

/// Reads the reduced puzzle of `position` and checks its solution.
fn read_minimal(
    gone: &[RemovableRecord],
    solution: &[String],
    position: &Position,
) -> Option<Minimal> {
    let gone = read_removables(gone)?;
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
            origins: squares(*origins),
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
        origins: read_squares(&record.origins)?,
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

fn squares(squares: Bitboard) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

fn read_squares(squares: &[String]) -> Option<Bitboard> {
    Some(
        squares
            .iter()
            .map(|square| square.parse().ok())
            .collect::<Option<Vec<Square>>>()?
            .into_iter()
            .collect(),
    )
}

fn records(removables: &[Removable]) -> Vec<RemovableRecord> {
    let records = removables.iter().map(|removable| match removable {
        Removable::Piece(name) => RemovableRecord::Piece(name.to_string()),
        Removable::Block(square) => RemovableRecord::Block(square.to_string()),
        Removable::Wall(square, Direction::Up) => RemovableRecord::WallAbove(square.to_string()),
        Removable::Wall(square, _) => RemovableRecord::WallRight(square.to_string()),
    });
    records.collect()
}

fn read_removables(records: &[RemovableRecord]) -> Option<Vec<Removable>> {
    let removables = records.iter().map(|record| {
        Some(match record {
            RemovableRecord::Piece(name) => Removable::Piece(name.parse().ok()?),
            RemovableRecord::Block(square) => Removable::Block(square.parse().ok()?),
            RemovableRecord::WallRight(square) => {
                Removable::Wall(square.parse().ok()?, Direction::Right)
            }
            RemovableRecord::WallAbove(square) => {
                Removable::Wall(square.parse().ok()?, Direction::Up)
            }
        })
    });
    removables.collect()
}

impl ScopeRecord {
    /// Returns `None` if the clock or the machine has influenced the result.
    fn of(scope: &Scope) -> Option<Self> {
        let (positions, memory) = (scope.positions(), scope.memory());
        (!scope.is_timed()).then(|| Self {
            positions: (*positions.start(), *positions.end()),
            memory: (*memory.start(), *memory.end()),
        })
    }

    const fn scope(&self) -> Scope {
        Scope::untimed(self.positions.0..=self.positions.1, self.memory.0..=self.memory.1)
    }
}
