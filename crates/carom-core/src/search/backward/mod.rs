//! The distance of every position of a puzzle from its solution, by one search backwards.
//!
//! A forward search answers for one start. To find the start that needs most moves, the search
//! begins at all solved states and steps backwards, layer by layer: a layer holds the states with
//! a shortest solution of one length. It is breadth-first search over all states at once
//! (retrograde analysis, as for endgames of chess), so each depth is proved.
//!
//! | file | contents |
//! |---|---|
//! | `combinations` | numbers for the sets of squares of blockers |
//! | `distances` | the depth of every state, and the only solution of a start |
//! | `origins` | the slides that end on a square |
//! | `table` | two bits for each state, and the step from layer to layer |
//!
//! Blockers are alike, so a state is a set of blockers with the square of the active piece, and
//! under some rules the axes along which it has moved. The states of one set of blockers lie next
//! to each other, 32 to a word, and a slide of a blocker is a step for all of them at once.
//!
//! Under `grouped` a step is a whole group: all slides of one piece after each other. A group
//! ends where another piece moves, so the piece that moved last needs no part in the state.

mod combinations;
mod distances;
mod origins;
mod table;

use std::fmt;

use super::limits::{CancelFlag, Watch};
use crate::board::{Bitboard, Square};
use crate::games::{SlideFrom, SlidingPuzzle};
use distances::Distances;
use origins::{Set, SquareNumbers, each, is_empty, without};
use table::{Blockers, Table, mix, set_of};

/// A start: the squares of the active piece and of the blockers, which are alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Start {
    /// The square of the active piece.
    pub active: Square,
    /// The squares of the blockers, in ascending order.
    pub blockers: Vec<Square>,
}

/// The starts that are looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartFilter<'a> {
    /// The square of the active piece, if it stays.
    pub active: Option<Square>,
    /// Squares on which blockers stay.
    pub blockers: Bitboard,
    /// Only minimal starts, which have no solution as short without any one blocker. This is the
    /// search with one blocker less, at the same depth or completed.
    pub smaller: Option<&'a BackwardSearch>,
}

/// The reason why a table was not created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The bytes that it takes, or `None` if no machine has so many.
    pub bytes: Option<u64>,
}

/// A search backwards from all solved states of a puzzle. Its current layer is at first that of
/// the solved states.
pub struct BackwardSearch {
    table: Box<dyn Layers>,
    depth: u32,
    size: LayerSize,
    blockers: usize,
    bytes: u64,
    digest: u64,
    distances: Option<Distances>,
}

pub use table::LayerSize;

impl fmt::Debug for BackwardSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackwardSearch")
            .field("depth", &self.depth)
            .field("size", &self.size)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl BackwardSearch {
    /// Creates the table of a puzzle with this number of blockers.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if it takes more than `max_memory` bytes.
    pub fn new(
        sliding: &SlidingPuzzle,
        blockers: usize,
        max_memory: u64,
    ) -> Result<Self, TooLarge> {
        match SquareNumbers::new(&sliding.board).len() {
            0..=32 => Self::with_words::<1>(sliding, blockers, max_memory),
            33..=64 => Self::with_words::<2>(sliding, blockers, max_memory),
            65..=128 => Self::with_words::<4>(sliding, blockers, max_memory),
            _ => Self::with_words::<8>(sliding, blockers, max_memory),
        }
    }

    fn with_words<const W: usize>(
        sliding: &SlidingPuzzle,
        blockers: usize,
        max_memory: u64,
    ) -> Result<Self, TooLarge> {
        let bytes = Table::<W>::bytes(sliding, blockers);
        let Some(bytes) = bytes.filter(|&bytes| bytes <= max_memory) else {
            return Err(TooLarge { bytes });
        };
        let table = Table::<W>::new(sliding, blockers).ok_or(TooLarge { bytes: None })?;
        let mut search = Self {
            table: Box::new(table),
            depth: 0,
            size: LayerSize::default(),
            blockers,
            bytes,
            digest: 0,
            distances: None,
        };
        search.take_layer();
        Ok(search)
    }

    /// Also records the depth of every state from now on, at the start of the search. Records
    /// nothing on boards with diagonals, or under `grouped`.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the table and the depths take more than `max_memory` bytes: up to five times
    /// as many as the table.
    pub fn recording(mut self, sliding: &SlidingPuzzle, max_memory: u64) -> Result<Self, TooLarge> {
        if sliding.blocker_diagonals.is_empty() && !sliding.is_grouped {
            let bytes = Distances::bytes(sliding, self.blockers)
                .and_then(|bytes| bytes.checked_add(self.bytes));
            let Some(bytes) = bytes.filter(|&bytes| bytes <= max_memory) else {
                return Err(TooLarge { bytes });
            };
            let distances = Distances::new(sliding, self.blockers);
            let mut distances = distances.ok_or(TooLarge { bytes: None })?;
            self.table.record(self.depth, &mut distances);
            self.distances = Some(distances);
            self.bytes = bytes;
        }
        Ok(self)
    }

    /// Returns the optimal solution of a start up to the current layer, if it is the only one.
    /// `None` if depths are not [recorded](Self::recording), or if it has more than 254 moves.
    pub fn only_solution(&self, start: &Start) -> Option<Vec<SlideFrom>> {
        self.distances.as_ref()?.only_solution(start)
    }

    /// Returns the moves of the shortest solutions of the current layer.
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the size of the current layer.
    pub const fn size(&self) -> LayerSize {
        self.size
    }

    /// Returns the bytes of the table, and of the depths if they are recorded.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns a hash of all layers up to the current one. It is the same in every run, whatever
    /// the number of threads.
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    fn take_layer(&mut self) {
        self.size = self.table.next_layer();
        if let Some(distances) = &mut self.distances {
            self.table.record(self.depth, distances);
        }
        self.digest = mix(self.digest.wrapping_mul(3).wrapping_add(self.size.digest));
    }

    /// Returns the number of starts of the current layer that have no solution as short without
    /// any one blocker. `smaller` is the search with one blocker less, at the same depth or
    /// completed.
    pub fn count_minimal(&self, smaller: &Self, threads: usize) -> u64 {
        match self.size.starts {
            0 => 0,
            _ => self.table.count_minimal(&*smaller.table, threads),
        }
    }

    /// Returns the number of all starts, with a solution or without.
    pub fn starts(&self) -> u64 {
        self.table.starts(self.blockers)
    }

    /// Steps to the next layer. Returns whether there is one; not if the search was cancelled.
    pub fn advance(&mut self, threads: usize, cancel: &CancelFlag, watch: &Watch) -> bool {
        watch.set_positions(watch.positions() + self.size.states);
        watch.set_at_least(self.depth);
        if self.size.states == 0 || !self.table.expand(threads, cancel) {
            return false;
        }
        self.depth += 1;
        self.take_layer();
        self.size.states > 0
    }

    /// Calls `visit` with the starts of the current layer, always in the same order, until it
    /// returns `false`. If any piece may be the active one, it is one with the shortest solution.
    pub fn each_start(&self, filter: StartFilter<'_>, visit: &mut dyn FnMut(Start) -> bool) {
        self.table.each_start(filter, visit);
    }
}

/// A [`Table`] of any width.
trait Layers: Send + Sync {
    fn next_layer(&mut self) -> LayerSize;
    /// Notes the depth of the states of the current layer.
    fn record(&self, depth: u32, distances: &mut Distances);
    fn expand(&mut self, threads: usize, cancel: &CancelFlag) -> bool;
    fn starts(&self, blockers: usize) -> u64;
    fn each_start(&self, filter: StartFilter<'_>, visit: &mut dyn FnMut(Start) -> bool);
    /// Returns the starts with these blockers that have a solution.
    fn solved_starts(&self, rank: u64) -> Set<8>;
    fn count_minimal(&self, smaller: &dyn Layers, threads: usize) -> u64;
}

impl<const W: usize> Layers for Table<W> {
    fn next_layer(&mut self) -> LayerSize {
        self.next_layer()
    }

    fn record(&self, depth: u32, distances: &mut Distances) {
        let groups = (0..self.combinations.len()).zip(0_usize..);
        for (rank, place) in groups {
            for axes in 0..self.axes {
                each(&self.layer(rank, axes), |active| {
                    distances.set(place, axes, active, depth);
                });
            }
        }
    }

    fn expand(&mut self, threads: usize, cancel: &CancelFlag) -> bool {
        self.expand(threads, cancel)
    }

    fn starts(&self, blockers: usize) -> u64 {
        self.starts(blockers)
    }

    fn each_start(&self, filter: StartFilter<'_>, visit: &mut dyn FnMut(Start) -> bool) {
        let squares = filter.blockers.iter();
        let kept: Option<Vec<u8>> = squares.map(|square| self.numbers.number(square)).collect();
        let Some(kept) = kept.map(|kept| set_of::<W>(&kept)) else {
            return;
        };
        let active = filter.active.map(|square| self.numbers.number(square));
        let smaller = filter.smaller.map(|smaller| &*smaller.table);
        let mut set = Blockers::<W>::new(&self.combinations, 0);
        let mut is_over = false;
        while set.rank < self.combinations.len() && !is_over {
            // One of the kept pieces may be the active one if any may.
            let missing = without(kept, &set_of(&set.members));
            let mut starts = self.starts_in_layer(set.rank);
            if !is_empty(&missing) {
                starts = without(starts, &missing.map(|word| !word));
                let is_one = missing.iter().map(|word| word.count_ones()).sum::<u32>() == 1;
                if !(self.any_active && is_one) {
                    starts = [0; W];
                }
            }
            if let Some(smaller) = smaller {
                starts = self.minimal(starts, &mut set, &|rank| narrow(smaller, rank));
            }
            each(&starts, |number| {
                if active.is_none_or(|active| active == Some(number))
                    && !is_over
                    && self.is_best(number, &set.members)
                {
                    let square = |number: &u8| self.numbers.square(*number);
                    let blockers = set.members.iter().map(square).collect();
                    is_over = !visit(Start { active: square(&number), blockers });
                }
            });
            set.advance(&self.combinations);
        }
    }

    fn solved_starts(&self, rank: u64) -> Set<8> {
        let solved = self.solved_starts(rank);
        let mut all = [0; 8];
        for (word, solved) in all.iter_mut().zip(solved) {
            *word = solved;
        }
        all
    }

    fn count_minimal(&self, smaller: &dyn Layers, threads: usize) -> u64 {
        self.count_minimal(threads, &|rank| narrow(smaller, rank))
    }
}

/// Returns the solved starts of a set of blockers.
fn narrow<const W: usize>(layers: &dyn Layers, rank: u64) -> Set<W> {
    let solved = layers.solved_starts(rank);
    std::array::from_fn(|at| solved[at])
}
