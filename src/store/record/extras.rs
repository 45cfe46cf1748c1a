//! Extras as JSON.

use serde::{Deserialize, Serialize};

use super::optima::{MaybeOptima, OptimaRecord, optima_record, read_optima};
use super::{LimitRecord, ScopeRecord, VerdictRecord, read_moves};
use crate::board::{Bitboard, Direction, Square};
use crate::games::{Position, Removable};
use crate::search::{LineNode, solves};
use crate::solving::{Extras, Minimal};

#[derive(Debug, Serialize, Deserialize)]
struct ExtrasRecord {
    redundant: Vec<RemovableRecord>,
    idle_walls: Vec<RemovableRecord>,
    idle_pieces: Vec<Vec<RemovableRecord>>,
    minimal: Option<MinimalRecord>,
    unreachable: Vec<String>,
    nodes: Vec<NodeRecord>,
    optima: MaybeOptima<OptimaRecord, LimitRecord>,
    scope: ScopeRecord,
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

/// Returns extras as bytes, or `None` if they are valid on this machine only.
pub(in crate::store) fn write_extras(extras: &Extras) -> Option<Vec<u8>> {
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

/// Reads the extras of `position`.
pub(in crate::store) fn read_extras(bytes: &[u8], position: &Position) -> Option<Extras> {
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
    /// Reads the reduced puzzle of `position` and checks its solution.
    fn minimal(&self, position: &Position) -> Option<Minimal> {
        let gone = removables(&self.gone)?;
        let mut things = gone.iter();
        let left = things.try_fold(position.clone(), |left, &one| left.without(one))?;
        let solution = read_moves(&self.solution, &left)?;
        solves(&left, &solution).then_some(Minimal { gone, solution })
    }
}
