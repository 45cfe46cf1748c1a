//! The hardest starts of a board: those with the most moves.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use web_time::Instant;

use super::{Answer, Call, Failed, Identity, Limit, Outcome, Question, Solver};
use crate::board::Square;
use crate::games::{Mover, Position, SlidingPuzzle};
use crate::search::{BackwardSearch, Start, StartFilter, TooLarge};
use crate::words::group_digits;

/// The options of a search for the hardest starts.
#[derive(Clone, Debug)]
pub struct HardestOptions {
    /// The pieces that stay on their squares.
    pub kept: Vec<Mover>,
    /// Whether only starts with one optimal solution count.
    pub is_unique: bool,
    /// The number of starts.
    pub count: usize,
    /// The number of threads.
    pub threads: usize,
}

/// A start with many moves.
#[derive(Clone, Debug)]
pub struct HardestStart {
    /// The position. Blockers stay on their squares where possible.
    pub position: Position,
    /// The moves of its shortest solution, proved by the backward search.
    pub moves: u32,
    /// Its answer with a solution, unless a limit was reached.
    pub answer: Arc<Answer>,
}

/// The hardest starts of a board.
#[derive(Clone, Debug)]
pub struct HardestStarts {
    /// The starts, the hardest first; rotated and mirrored copies are one. Blockers are alike.
    pub starts: Vec<HardestStart>,
    /// By number of moves: the number of all starts of the board, regardless of the options. Starts
    /// that are solved already are not counted, so the first number is 0.
    pub by_depth: Vec<u64>,
    /// The number of starts without a solution.
    pub unsolvable: u64,
    /// The number of starts that were solved, without rotated and mirrored copies.
    pub checked: u64,
    /// Whether all harder starts were checked. They may not be if very many of them are not unique.
    pub is_complete: bool,
}

/// The reason why no hardest start was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoHardest {
    /// The rules of the puzzle need another search.
    Unsupported(&'static str),
    /// The board has no such piece.
    NoSuchPiece(Mover),
    /// The table of all starts exceeds the memory limit.
    Memory(Option<u64>),
    /// A limit was reached.
    Limit(Limit),
    /// No start has a solution, or none with one optimal solution.
    Nothing,
    /// The search failed.
    Failed(Failed),
}

impl From<Failed> for NoHardest {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed)
    }
}

impl fmt::Display for NoHardest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(reason) => {
                write!(f, "the hardest start of this puzzle cannot be found: {reason}")
            }
            Self::NoSuchPiece(mover) => write!(f, "the board has no piece {mover}"),
            Self::Memory(Some(bytes)) => write!(
                f,
                "a table of all starts takes {} MiB; raise the memory limit or remove a piece",
                group_digits(bytes.div_ceil(1 << 20))
            ),
            Self::Failed(failed) => failed.fmt(f),
            Self::Memory(None) => f.write_str("there are too many starts; remove some pieces"),
            Self::Limit(Limit::Cancelled) => f.write_str("cancelled"),
            Self::Limit(Limit::Positions) => f.write_str("the limit of positions was reached"),
            Self::Limit(Limit::Memory) => f.write_str("the memory limit was reached"),
            Self::Limit(Limit::Time) => f.write_str("the time limit was reached"),
            Self::Nothing => f.write_str("no such start has a solution"),
        }
    }
}

/// The maximum number of starts of each layer that are checked for uniqueness.
const MOST_PER_LAYER: usize = 20_000;

impl Solver {
    /// Finds the starts with the most moves for the pieces of a position, by one backward search.
    /// Its table is limited to the memory of the question.
    ///
    /// # Errors
    ///
    /// The reason if no start is found.
    pub fn hardest(
        &self,
        question: &Question,
        options: &HardestOptions,
        call: &Call,
    ) -> Result<HardestStarts, NoHardest> {
        Failed::catch(|| self.find_hardest(question, options, call))?
    }

    fn find_hardest(
        &self,
        question: &Question,
        options: &HardestOptions,
        call: &Call,
    ) -> Result<HardestStarts, NoHardest> {
        let position = question.position();
        let sliding = position.sliding().map_err(NoHardest::Unsupported)?;
        let pieces = position.pieces();
        let mut filter = StartFilter::default();
        for &mover in &options.kept {
            let index = pieces
                .iter()
                .position(|&piece| position.game().mover(piece) == mover)
                .ok_or(NoHardest::NoSuchPiece(mover))?;
            let square = pieces[index].square;
            match index == sliding.active && !sliding.any_active {
                true => filter.active = Some(square),
                false => {
                    filter.blockers.insert(square);
                }
            }
        }
        let limits = question.limits();
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let mut search =
            BackwardSearch::new(&sliding, pieces.len() - 1, limits.memory_of_searches())
                .map_err(|TooLarge { bytes }| NoHardest::Memory(bytes))?;
        let mut by_depth = Vec::new();
        let mut layers: Vec<Vec<Start>> = Vec::new();
        // A start has at most eight rotated and mirrored copies.
        let most = match options.is_unique {
            true => MOST_PER_LAYER,
            false => options.count.saturating_mul(8),
        };
        let mut solved = 0;
        loop {
            let mut layer = Vec::new();
            // A start that is solved already is no puzzle.
            if search.depth() > 0 {
                search.each_start(filter, &mut |start| {
                    layer.push(start);
                    layer.len() < most
                });
            }
            let starts = starts_of_layer(&search, &sliding);
            match search.depth() {
                0 => {
                    solved = starts;
                    by_depth.push(0);
                }
                _ => by_depth.push(starts),
            }
            layers.push(layer);
            if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                return Err(NoHardest::Limit(Limit::Time));
            }
            if !search.advance(options.threads, &call.cancel, &call.watch) {
                break;
            }
        }
        if call.cancel.is_cancelled() {
            return Err(NoHardest::Limit(Limit::Cancelled));
        }
        let unsolvable = search.starts() - solved - by_depth.iter().sum::<u64>();
        drop(search);
        while by_depth.last() == Some(&0) {
            by_depth.pop();
        }
        let mut hardest = HardestStarts {
            starts: Vec::new(),
            by_depth,
            unsolvable,
            checked: 0,
            is_complete: true,
        };
        let mut identities = HashSet::new();
        let mut moves = u32::try_from(layers.len()).expect("fewer than 2³² layers");
        for layer in layers.into_iter().rev() {
            moves -= 1;
            let is_whole = layer.len() < most;
            for start in layer {
                if hardest.starts.len() == options.count {
                    return Ok(hardest);
                }
                let Some(position) = restarted(position, &sliding, &start) else {
                    continue;
                };
                let identity = Identity::of(&position);
                if !identities.insert(identity) {
                    continue;
                }
                let question = Question::new(position, identity, limits);
                let answer = self.answer(&question, call)?;
                hardest.checked += 1;
                if call.cancel.is_cancelled() {
                    return Err(NoHardest::Limit(Limit::Cancelled));
                }
                let found = answer.outcome.solution().map(|solution| solution.length);
                let agrees = match answer.outcome {
                    Outcome::Unsolvable(_) => false,
                    _ => found.is_none_or(|length| length == moves),
                };
                assert!(agrees, "two searches disagree about {question:?}");
                if options.is_unique && !self.is_unique(&question, &answer, call)? {
                    continue;
                }
                hardest.starts.push(HardestStart {
                    position: question.position().clone(),
                    moves,
                    answer,
                });
            }
            hardest.is_complete &= is_whole || !options.is_unique;
        }
        match hardest.starts.is_empty() {
            true => Err(NoHardest::Nothing),
            false => Ok(hardest),
        }
    }

    /// Whether a puzzle has one optimal solution.
    fn is_unique(
        &self,
        question: &Question,
        answer: &Answer,
        call: &Call,
    ) -> Result<bool, NoHardest> {
        let counted = answer.outcome.solution();
        if let Some(number) = counted.and_then(|solution| solution.optimal_solutions) {
            return Ok(number == 1);
        }
        match self.optima(question, answer, 1, call)? {
            Some(Ok(optima)) => Ok(optima.number == 1),
            Some(Err(limit)) => Err(NoHardest::Limit(limit)),
            None => {
                let limit = answer.outcome.limit();
                Err(limit.map_or(NoHardest::Nothing, NoHardest::Limit))
            }
        }
    }
}

/// Returns the number of starts of the current layer.
fn starts_of_layer(search: &BackwardSearch, sliding: &SlidingPuzzle) -> u64 {
    if !sliding.any_active {
        return search.size().starts;
    }
    let mut starts = 0;
    search.each_start(StartFilter::default(), &mut |_| {
        starts += 1;
        true
    });
    starts
}

/// Returns the position with its pieces on the squares of a start. Pieces that are alike stay on
/// their squares where possible, and the others take the remaining squares in order.
pub fn restarted(position: &Position, sliding: &SlidingPuzzle, start: &Start) -> Option<Position> {
    let pieces = position.pieces();
    let mut free = start.blockers.clone();
    let fixed = (!sliding.any_active).then_some(sliding.active);
    if sliding.any_active {
        free.push(start.active);
        free.sort_unstable();
    }
    let mut squares: Vec<Option<Square>> = Vec::with_capacity(pieces.len());
    for (index, piece) in pieces.iter().enumerate() {
        let place = free.iter().position(|&square| square == piece.square);
        squares.push(match place {
            _ if Some(index) == fixed => Some(start.active),
            Some(place) => Some(free.remove(place)),
            None => None,
        });
    }
    let mut free = free.into_iter();
    let squares: Option<Vec<Square>> =
        squares.into_iter().map(|square| square.or_else(|| free.next())).collect();
    position.with_pieces_on(&squares?)
}
