//! What was found, as it is written down: JSON with a name for each part, so
//! that what an older or newer carom wrote either reads as it was meant or does
//! not read at all.
//!
//! Each part of an answer is taken by name here, so that one that is added
//! cannot be forgotten.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::board::{Bitboard, Direction, Square};
use crate::games::{Move, Position, Removable};
use crate::search::{
    Answer, Horizon, Limit, LineNode, NoSolution, Optima, Outcome, Scope, Solution, Value, Verdict,
    solves,
};
use crate::solving::{Extras, Listed, Minimal};

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

/// A limit under which what was found is the same everywhere.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LimitRecord {
    Positions,
    Memory,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VerdictRecord {
    Win(u32),
    Draw,
    Loss(u32),
    Unknown {
        /// For ever where there is no number.
        no_win_within: Option<u32>,
        no_loss_within: Option<u32>,
        limit: LimitRecord,
    },
}

/// The least and the greatest of each limit.
#[derive(Debug, Serialize, Deserialize)]
struct ScopeRecord {
    positions: (u64, u64),
    memory: (u64, u64),
}

#[derive(Debug, Serialize, Deserialize)]
struct ExtrasRecord {
    redundant: Vec<RemovableRecord>,
    idle_walls: Vec<RemovableRecord>,
    idle_pieces: Vec<Vec<RemovableRecord>>,
    minimal: Option<MinimalRecord>,
    unreachable: Vec<String>,
    nodes: Vec<NodeRecord>,
    optima: Option<Result<OptimaRecord, LimitRecord>>,
    scope: ScopeRecord,
}

#[derive(Debug, Serialize, Deserialize)]
struct ListedRecord {
    optima: Option<Result<OptimaRecord, LimitRecord>>,
    scope: ScopeRecord,
}

#[derive(Debug, Serialize, Deserialize)]
struct OptimaRecord {
    solutions: Vec<Vec<String>>,
    number: u64,
    origins: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RemovableRecord {
    Piece(String),
    Block(String),
    WallRight(String),
    WallAbove(String),
}

#[derive(Debug, Serialize, Deserialize)]
struct MinimalRecord {
    gone: Vec<RemovableRecord>,
    solution: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct NodeRecord {
    verdict: VerdictRecord,
    moves: Vec<(String, VerdictRecord)>,
}

/// An answer as bytes; nothing where it holds for one machine alone.
pub(super) fn write_answer(answer: &Answer) -> Option<Vec<u8>> {
    let Answer {
        outcome,
        positions,
        scope,
    } = answer;
    let outcome = match outcome {
        Outcome::Solved(Solution {
            moves,
            optimal_solutions,
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

/// The answer for `position` that was written so; nothing where it does not
/// read, or its moves are not what they should be.
pub(super) fn read_answer(bytes: &[u8], position: &Position) -> Option<Answer> {
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
            Outcome::Solved(Solution {
                moves,
                optimal_solutions,
            })
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

/// What was found beside an answer as bytes; nothing where it holds for one
/// machine alone.
pub(super) fn write_extras(extras: &Extras) -> Option<Vec<u8>> {
    let Extras {
        redundant,
        idle_walls,
        idle_pieces,
        minimal,
        unreachable,
        nodes,
        optima,
        scope,
    } = extras;
    let optima = optima_record(optima.as_ref().map(Result::as_ref))?;
    let minimal = minimal.as_ref().map(|Minimal { gone, solution }| {
        let solution = solution.iter().map(ToString::to_string);
        MinimalRecord {
            gone: records(gone),
            solution: solution.collect(),
        }
    });
    let nodes = nodes.iter().map(|LineNode { verdict, moves }| {
        let moves = moves
            .iter()
            .map(|(played, verdict)| Some((played.to_string(), VerdictRecord::of(*verdict)?)));
        Some(NodeRecord {
            verdict: VerdictRecord::of(*verdict)?,
            moves: moves.collect::<Option<_>>()?,
        })
    });
    let record = ExtrasRecord {
        redundant: records(redundant),
        idle_walls: records(idle_walls),
        idle_pieces: idle_pieces.iter().map(|idle| records(idle)).collect(),
        minimal,
        unreachable: unreachable
            .iter()
            .map(|square| square.to_string())
            .collect(),
        nodes: nodes.collect::<Option<_>>()?,
        optima,
        scope: ScopeRecord::of(scope)?,
    };
    serde_json::to_vec(&record).ok()
}

/// What was found beside the answer for `position`, and was written so.
pub(super) fn read_extras(bytes: &[u8], position: &Position) -> Option<Extras> {
    let ExtrasRecord {
        redundant,
        idle_walls,
        idle_pieces,
        minimal,
        unreachable,
        nodes,
        optima,
        scope,
    } = serde_json::from_slice(bytes).ok()?;
    let idle_pieces = idle_pieces.iter().map(|idle| removables(idle));
    let unreachable = unreachable.iter().map(|square| square.parse().ok());
    let unreachable: Bitboard = unreachable
        .collect::<Option<Vec<Square>>>()?
        .into_iter()
        .collect();
    let nodes = nodes.into_iter().map(|NodeRecord { verdict, moves }| {
        let moves = moves.into_iter().map(|(played, verdict)| {
            let played = position.game().move_from_text(&played)?;
            Some((played, verdict.verdict()))
        });
        Some(LineNode {
            verdict: verdict.verdict(),
            moves: moves.collect::<Option<_>>()?,
        })
    });
    Some(Extras {
        redundant: removables(&redundant)?,
        idle_walls: removables(&idle_walls)?,
        idle_pieces: idle_pieces.collect::<Option<_>>()?,
        minimal: match minimal {
            None => None,
            Some(record) => Some(record.minimal(position)?),
        },
        unreachable,
        nodes: nodes.collect::<Option<_>>()?,
        optima: read_optima(optima, position)?,
        scope: scope.scope(),
    })
}

/// Optimal solutions as bytes; nothing where they hold for one machine alone.
pub(super) fn write_listed(listed: &Listed) -> Option<Vec<u8>> {
    let Listed { optima, scope } = listed;
    let record = ListedRecord {
        optima: optima_record(optima.as_ref().map(Result::as_ref))?,
        scope: ScopeRecord::of(scope)?,
    };
    serde_json::to_vec(&record).ok()
}

/// The optimal solutions of `position` that were written so.
pub(super) fn read_listed(bytes: &[u8], position: &Position) -> Option<Listed> {
    let ListedRecord { optima, scope } = serde_json::from_slice(bytes).ok()?;
    Some(Listed {
        optima: read_optima(optima, position)?,
        scope: scope.scope(),
    })
}

/// Optimal solutions, if there are any, or the limit that was reached.
type MaybeOptima<O, L> = Option<Result<O, L>>;

fn optima_record(
    optima: MaybeOptima<&Optima, &Limit>,
) -> Option<MaybeOptima<OptimaRecord, LimitRecord>> {
    Some(match optima {
        None => None,
        Some(Ok(optima)) => Some(Ok(OptimaRecord::of(optima))),
        Some(Err(limit)) => Some(Err(LimitRecord::of(*limit)?)),
    })
}

fn read_optima(
    optima: MaybeOptima<OptimaRecord, LimitRecord>,
    position: &Position,
) -> Option<MaybeOptima<Optima, Limit>> {
    Some(match optima {
        None => None,
        Some(Ok(optima)) => Some(Ok(optima.optima(position)?)),
        Some(Err(limit)) => Some(Err(limit.limit())),
    })
}

fn records(removables: &[Removable]) -> Vec<RemovableRecord> {
    removables
        .iter()
        .map(|&one| RemovableRecord::of(one))
        .collect()
}

fn removables(records: &[RemovableRecord]) -> Option<Vec<Removable>> {
    records.iter().map(RemovableRecord::removable).collect()
}

impl RemovableRecord {
    fn of(removable: Removable) -> Self {
        match removable {
            Removable::Piece(name) => Self::Piece(name.to_string()),
            Removable::Block(square) => Self::Block(square.to_string()),
            Removable::Wall(square, Direction::Up) => Self::WallAbove(square.to_string()),
            Removable::Wall(square, _) => Self::WallRight(square.to_string()),
        }
    }

    fn removable(&self) -> Option<Removable> {
        Some(match self {
            Self::Piece(name) => Removable::Piece(name.parse().ok()?),
            Self::Block(square) => Removable::Block(square.parse().ok()?),
            Self::WallRight(square) => Removable::Wall(square.parse().ok()?, Direction::Right),
            Self::WallAbove(square) => Removable::Wall(square.parse().ok()?, Direction::Up),
        })
    }
}

impl MinimalRecord {
    /// What is left of `position`, which the solution must solve.
    fn minimal(&self, position: &Position) -> Option<Minimal> {
        let gone = removables(&self.gone)?;
        let mut things = gone.iter();
        let left = things.try_fold(position.clone(), |left, &one| left.without(one))?;
        let solution = read_moves(&self.solution, &left)?;
        solves(&left, &solution).then_some(Minimal { gone, solution })
    }
}

fn read_moves(moves: &[String], position: &Position) -> Option<Vec<Move>> {
    let game = position.game();
    let moves = moves.iter().map(|played| game.move_from_text(played));
    moves.collect()
}

/// Whether the rules allow these moves one after the other.
fn is_legal(position: &Position, moves: &[Move]) -> bool {
    let mut moves = moves.iter();
    let last = moves.try_fold(position.clone(), |position, &played| position.play(played));
    last.is_ok()
}

impl OptimaRecord {
    fn of(optima: &Optima) -> Self {
        let Optima {
            solutions,
            number,
            origins,
        } = optima;
        let solutions = solutions
            .iter()
            .map(|moves| moves.iter().map(ToString::to_string).collect());
        Self {
            solutions: solutions.collect(),
            number: *number,
            origins: origins.iter().map(|square| square.to_string()).collect(),
        }
    }

    fn optima(&self, position: &Position) -> Option<Optima> {
        let solutions = self.solutions.iter().map(|moves| {
            let moves = read_moves(moves, position)?;
            solves(position, &moves).then_some(moves)
        });
        let origins = self.origins.iter().map(|square| square.parse().ok());
        Some(Optima {
            solutions: solutions.collect::<Option<_>>()?,
            number: self.number,
            origins: origins.collect::<Option<_>>()?,
        })
    }
}

impl LimitRecord {
    const fn of(limit: Limit) -> Option<Self> {
        match limit {
            Limit::Positions => Some(Self::Positions),
            Limit::Memory => Some(Self::Memory),
            Limit::Time | Limit::Cancelled => None,
        }
    }

    const fn limit(&self) -> Limit {
        match self {
            Self::Positions => Limit::Positions,
            Self::Memory => Limit::Memory,
        }
    }
}

impl VerdictRecord {
    fn of(verdict: Verdict) -> Option<Self> {
        let plies = |horizon| match horizon {
            Horizon::Plies(plies) => Some(plies),
            Horizon::Never => None,
        };
        Some(match verdict {
            Verdict::Settled(Value::Win(plies)) => Self::Win(plies),
            Verdict::Settled(Value::Draw) => Self::Draw,
            Verdict::Settled(Value::Loss(plies)) => Self::Loss(plies),
            Verdict::Unknown {
                no_win_within,
                no_loss_within,
                limit,
            } => Self::Unknown {
                no_win_within: plies(no_win_within),
                no_loss_within: plies(no_loss_within),
                limit: LimitRecord::of(limit)?,
            },
        })
    }

    fn verdict(&self) -> Verdict {
        let horizon = |plies: Option<u32>| plies.map_or(Horizon::Never, Horizon::Plies);
        match self {
            Self::Win(plies) => Verdict::Settled(Value::Win(*plies)),
            Self::Draw => Verdict::Settled(Value::Draw),
            Self::Loss(plies) => Verdict::Settled(Value::Loss(*plies)),
            Self::Unknown {
                no_win_within,
                no_loss_within,
                limit,
            } => Verdict::Unknown {
                no_win_within: horizon(*no_win_within),
                no_loss_within: horizon(*no_loss_within),
                limit: limit.limit(),
            },
        }
    }
}

impl ScopeRecord {
    fn of(scope: &Scope) -> Option<Self> {
        let ends = |range: &RangeInclusive<u64>| (*range.start(), *range.end());
        (!scope.is_timed()).then(|| Self {
            positions: ends(scope.positions()),
            memory: ends(scope.memory()),
        })
    }

    const fn scope(&self) -> Scope {
        Scope::untimed(
            self.positions.0..=self.positions.1,
            self.memory.0..=self.memory.1,
        )
    }
}
