//! States in sorted runs, for puzzles whose tables do not fit into memory.
//!
//! A closed layer is a *run*: its placements in the order of their keys, each stored in a few
//! bytes as the difference to the one before, and never changed again. Duplicates are not
//! looked up one by one: a whole layer is sorted and merged with all runs (Korf: *Best-First
//! Frontier Search with Delayed Duplicate Detection*, 2004), breadth first by *f* (Zhou and
//! Hansen: *Breadth-First Heuristic Search*, 2006).
//!
//! Open states are not stored. Slides of the active robot stay in their placement, so their
//! successors come in the order of the runs that are read anyway. Slides of blockers are
//! generated when their layer is expanded. If their successors do not fit into memory, the
//! layer is expanded in ranges of keys, and the layer before is read once for each range.
//!
//! A layer whose run does not fit is expanded without being stored. Its look-ahead proves that
//! solutions have one move more, and two more if no slide away from the goal leads to it.
//!
//! - `layer_scan`: the open states of a layer, placement by placement.
//! - `sort_buffer`, `successor_runs`: the successors by slides of blockers, sorted.
//! - `run`, `merge`, `codec`: a run, several runs read as one, and the encoding of entries.

mod codec;
mod layer_scan;
mod merge;
mod run;
mod sort_buffer;
mod successor_runs;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;

use self::layer_scan::LayerScan;
use self::run::{Reader, Run, RunStorage, Writer};
use self::sort_buffer::{KeyRange, SortBuffer};
use self::successor_runs::SuccessorRuns;
use super::expand::{ActiveSlide, BLOCKER_SLIDE_COST, Expansion, slides};
use super::layer::{Layer, LayerOutcome};
use super::look_ahead::HelpfulMoves;
use super::placement::{Placement, PlacementKey};
use super::retrace::predecessors;
use super::state::{Entry, GoalPath, Predecessor, State};
use super::state_set::StateSet;
use super::storage::{Backend, Storage};
use crate::board::OccupiedLines;
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Limit, Reservation, Stop};

/// Sorted runs in memory or on disk, which take a few bytes for each placement.
pub(super) struct SortedRuns;

impl Backend for SortedRuns {
    fn open<const N: usize, const C: usize>(
        &self,
        puzzles: &[(&ActiveRobotPuzzle, u32)],
        budget: &Budget<'_>,
    ) -> Result<Vec<Box<dyn Storage>>, Stop> {
        let workspace = Rc::new(RefCell::new(Workspace::new(budget)?));
        let runs = puzzles.iter().map(|_| {
            Box::new(Runs::<N, C> {
                closed: Vec::new(),
                is_full: false,
                goal_entry: None,
                workspace: Rc::clone(&workspace),
            }) as Box<dyn Storage>
        });
        Ok(runs.collect())
    }
}

/// The buffers that the searches of all active robots share.
struct Workspace<const C: usize> {
    storage: RunStorage,
    buffer: SortBuffer<C>,
    /// Memory set aside for the last layer, which is expanded when memory is full.
    reserve: Reservation,
}

/// The buffer of successors takes one part in this many of the memory.
const BUFFER_PART: u64 = 8;
/// The most bytes of the buffer. A larger one does not pay.
const MAX_BUFFER: u64 = 1 << 25;

/// The number of blocks that together are as large as the buffer.
const BLOCKS: usize = 1 << 6;
/// The most bytes of a block.
const MAX_BLOCK: usize = 1 << 17;

impl<const C: usize> Workspace<C> {
    /// Returns a workspace whose size depends on the free memory.
    fn new(budget: &Budget<'_>) -> Result<Self, Stop> {
        let mut bytes = MAX_BUFFER;
        loop {
            match Reservation::new(bytes * BUFFER_PART, budget).map(drop) {
                Ok(()) => return Self::of_size(bytes, budget),
                Err(Stop::Limit(Limit::Memory)) if bytes / 2 >= SortBuffer::<C>::MIN_BYTES => {
                    bytes /= 2;
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    fn of_size(bytes: u64, budget: &Budget<'_>) -> Result<Self, Stop> {
        let block_len = usize::try_from(bytes).map_or(MAX_BLOCK, |bytes| bytes / BLOCKS);
        Ok(Self {
            storage: RunStorage {
                spill: budget.spill().cloned(),
                block_len: block_len.clamp(RunStorage::MIN_BLOCK, MAX_BLOCK),
            },
            buffer: SortBuffer::new(bytes, budget)?,
            reserve: Reservation::new(bytes, budget)?,
        })
    }

    /// Returns whether the rest of `layer`, in which `stop` was met, is to be expanded without
    /// storing the layer: memory is full, and its look-ahead proves something.
    fn may_drop(&self, layer: &Layer<'_>, stop: Stop) -> bool {
        let is_full = stop == Stop::Limit(Limit::Memory) && self.storage.spill.is_none();
        is_full && layer.mode.looks_ahead
    }
}

/// The states of one search.
///
/// 1. The states expanded in a layer are the run of that layer, which never changes.
/// 2. The open states of a layer are not stored. They are the successors of the two layers
///    before that are not closed.
struct Runs<const N: usize, const C: usize> {
    /// The closed layers, in their order.
    closed: Vec<(u32, Run)>,
    /// Whether memory was full and the newest layer was expanded without being stored.
    is_full: bool,
    /// The states expanded together with the goal, or with the state from which an incumbent
    /// leads to the goal, and their layer, whose run is not finished.
    goal_entry: Option<(u32, Entry<C>)>,
    workspace: Rc<RefCell<Workspace<C>>>,
}

impl<const N: usize, const C: usize> Storage for Runs<N, C> {
    fn stores_open(&self) -> bool {
        false
    }

    fn begin_layer(&mut self, _: u32, _: usize, _: &Budget<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn open_unseen(
        &mut self,
        layer: &Layer<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<LayerOutcome, Stop> {
        let puzzle = layer.puzzle;
        let mut found = None;
        if layer.has_start {
            let start = StateSet::one(puzzle.start(), puzzle.axes());
            found = descend(layer, &Placement::<N>::of(puzzle.blockers()), start);
        } else if let Some(before) = self.closed_before(layer.f, ActiveSlide::Away.cost()) {
            let mut reader = Reader::<_, C>::new(before, budget)?;
            while found.is_none()
                && let Some(entry) = reader.entry()
            {
                let placement = Placement::<N>::new(entry.key);
                let away = slides(puzzle, &placement.lines, entry.sets, ActiveSlide::Away);
                if !away.is_empty() {
                    found = descend(layer, &placement, away);
                }
                reader.advance(budget)?;
            }
        }
        let mut outcome = LayerOutcome::default();
        if let Some((goal, entry)) = found {
            self.goal_entry = Some((layer.f, entry));
            outcome.goal = Some(goal);
        }
        Ok(outcome)
    }

    fn expand(&mut self, layer: &Layer<'_>, budget: &mut Budget<'_>) -> Result<LayerOutcome, Stop> {
        let workspace = Rc::clone(&self.workspace);
        let workspace = &mut *workspace.borrow_mut();
        let mut outcome = LayerOutcome::default();
        let mut scan = LayerScan::new(layer, lines::<N>, &self.closed, budget)?;
        let mut writer = Some(Writer::<C>::new(&workspace.storage));
        let mut begin = Some(PlacementKey::MIN);
        while let Some(from) = begin {
            let runs = match self.gather(layer, from, writer.is_some(), workspace, budget) {
                Err(stop) if workspace.may_drop(layer, stop) && writer.is_some() => {
                    writer = None;
                    workspace.reserve = Reservation::default();
                    self.gather(layer, from, false, workspace, budget)?
                }
                runs => runs?,
            };
            let range = runs.range;
            let mut merge = runs.merge(budget)?;
            while let Some(next) = scan.next(&mut merge, range, budget)? {
                let placement = Placement::<N>::new(next.key);
                let expansion = expand(layer, &placement, next.open, &next.closed, &mut outcome);
                budget.count_positions(expansion.count)?;
                let entry = Entry {
                    key: placement.key,
                    sets: expansion.expanded,
                };
                if outcome.goal.is_none()
                    && let Some(kept) = &mut writer
                {
                    match kept.push(&entry, budget) {
                        Err(stop) if workspace.may_drop(layer, stop) => {
                            writer = None;
                            workspace.reserve = Reservation::default();
                        }
                        result => result?,
                    }
                }
                if outcome.ends(layer.mode) {
                    self.goal_entry = Some((layer.f, entry));
                    return Ok(outcome);
                }
            }
            begin = range.end;
        }
        drop(scan);
        match writer {
            Some(writer) => self.closed.push((layer.f, writer.finish(budget)?)),
            None => self.is_full = true,
        }
        Ok(outcome)
    }

    fn has_states_from(&self, f: u32) -> bool {
        let newest = self.closed.iter().rev().take(2);
        let mut filled = newest.filter(|(_, run)| !run.is_empty());
        self.is_full || filled.any(|(number, _)| number + ActiveSlide::Away.cost() >= f)
    }

    fn is_full(&self) -> bool {
        self.is_full
    }

    fn find_predecessor(
        &self,
        puzzle: &ActiveRobotPuzzle,
        state: State,
        g: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Predecessor>, Stop> {
        let mut predecessors = predecessors(puzzle, state, g, &|_| true);
        predecessors.sort_by_key(|one| (one.layer, one.state.key));
        for same_layer in predecessors.chunk_by(|one, other| one.layer == other.layer) {
            let Some(layer) = same_layer.first().map(|one| one.layer) else {
                continue;
            };
            if let Some((f, entry)) = &self.goal_entry
                && *f == layer
            {
                let found = same_layer.iter().find(|one| entry.contains(one.state));
                if found.is_some() {
                    return Ok(found.copied());
                }
                continue;
            }
            let Some(run) = self.closed_in(layer) else {
                continue;
            };
            let mut reader = Reader::<_, C>::new(run, budget)?;
            for one in same_layer {
                while reader.key().is_some_and(|key| key < one.state.key) {
                    reader.advance(budget)?;
                }
                if reader
                    .entry()
                    .is_some_and(|entry| entry.contains(one.state))
                {
                    return Ok(Some(*one));
                }
            }
        }
        Ok(None)
    }
}

impl<const N: usize, const C: usize> Runs<N, C> {
    /// Returns the states closed in a layer, if it is stored.
    fn closed_in(&self, layer: u32) -> Option<&Run> {
        let mut newest = self.closed.iter().rev();
        let (_, run) = newest.find(|(number, _)| *number == layer)?;
        Some(run)
    }

    /// Returns the states closed in the layer from which moves of this cost lead to layer `f`.
    fn closed_before(&self, f: u32, cost: u32) -> Option<&Run> {
        self.closed_in(f.checked_sub(cost)?)
    }

    /// Gathers the successors in `layer` by slides of blockers, from the key `begin` on, and the
    /// start if it is in the layer.
    fn gather(
        &self,
        layer: &Layer<'_>,
        begin: PlacementKey,
        keeps_layer: bool,
        workspace: &mut Workspace<C>,
        budget: &mut Budget<'_>,
    ) -> Result<SuccessorRuns, Stop> {
        let Workspace {
            storage, buffer, ..
        } = workspace;
        let puzzle = layer.puzzle;
        buffer.clear();
        let mut runs = SuccessorRuns::new(begin, keeps_layer);
        if layer.has_start {
            let start = StateSet::one(puzzle.start(), puzzle.axes());
            let placement = Placement::<N>::of(puzzle.blockers());
            buffer.add(placement.key, &start, KeyRange::ALL);
        }
        if let Some(before) = self.closed_before(layer.f, BLOCKER_SLIDE_COST) {
            let mut reader = Reader::<_, C>::new(before, budget)?;
            while let Some(entry) = reader.entry() {
                // Successors generated again for another range count again.
                budget.count_positions(u64::from(begin > PlacementKey::MIN))?;
                runs.generate::<N, C>(puzzle, entry, buffer, storage, budget)?;
                reader.advance(budget)?;
            }
        }
        runs.write(buffer, storage, budget)?;
        Ok(runs)
    }
}

/// Returns the goal if slides nearer to it lead there from open states of a placement, with all
/// states that such slides reach. The states are neither closed nor counted.
fn descend<const N: usize, const C: usize>(
    layer: &Layer<'_>,
    placement: &Placement<N>,
    open: StateSet<C>,
) -> Option<(GoalPath, Entry<C>)> {
    let (mut layer, mut outcome) = (*layer, LayerOutcome::default());
    layer.mode.looks_ahead = false;
    let expansion = expand(&layer, placement, open, &StateSet::EMPTY, &mut outcome);
    let entry = Entry {
        key: placement.key,
        sets: expansion.expanded,
    };
    Some((outcome.goal?, entry))
}

/// Expands states like [`Layer::expand`]. The large part, `slide`, is compiled once and not for
/// each number of blockers.
fn expand<const N: usize, const C: usize>(
    layer: &Layer<'_>,
    placement: &Placement<N>,
    open: StateSet<C>,
    closed: &StateSet<C>,
    outcome: &mut LayerOutcome,
) -> Expansion<C> {
    let mut helpful = HelpfulMoves::NONE;
    let expansion = slide(layer, &placement.lines, open, closed, &mut helpful);
    layer.search_goal(placement, &expansion, closed, &helpful, outcome);
    expansion
}

#[inline(never)]
fn slide<const C: usize>(
    layer: &Layer<'_>,
    lines: &OccupiedLines,
    open: StateSet<C>,
    closed: &StateSet<C>,
    helpful: &mut HelpfulMoves,
) -> Expansion<C> {
    layer.slide(lines, open, closed, helpful)
}

/// Returns the lines of the placement with this key.
fn lines<const N: usize>(key: PlacementKey) -> OccupiedLines {
    Placement::<N>::new(key).lines
}
