//! The layers of one active robot.

use std::cmp::Ordering;

use super::blockers::Blockers;
use super::layer_scan::{LayerScan, OpenPlacement};
use super::record::Record;
use super::run::{Reader, Run, RunStorage, Writer};
use super::sort_buffer::SortBuffer;
use super::successor_runs::SuccessorRuns;
use crate::board::{Axes, Square};
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Limit, Reservation, Stop};
use crate::search::set_astar::expand::{Expansion, slides};
use crate::search::set_astar::layer_mode::LayerMode;
use crate::search::set_astar::look_ahead::HelpfulMoves;
use crate::search::set_astar::look_ahead::LookAhead;
use crate::search::set_astar::state::GoalPath;
use crate::search::set_astar::state_set::StateSet;

/// The buffers that the searches of all active robots share.
pub(super) struct Workspace<const C: usize> {
    pub(super) storage: RunStorage,
    buffer: SortBuffer<C>,
    /// Memory set aside for the last layer, which is expanded when memory is full.
    reserve: Reservation,
}

/// Of the memory, a part like this is the buffer of successors, if that is not
/// more than it is worth.
const BUFFER_PART: u64 = 8;
const MAX_BUFFER: u64 = 1 << 25;

/// Blocks of a buffer.
const BLOCKS: usize = 1 << 6;
const MAX_BLOCK: usize = 1 << 17;

impl<const C: usize> Workspace<C> {
    /// Returns a workshop whose size goes by the memory that is to be had.
    pub(super) fn new(budget: &Budget<'_>) -> Result<Self, Stop> {
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
}

/// The search for one active robot.
///
/// 1. What was expanded in a layer is the run of that layer, and never changes.
/// 2. What is open in a layer is nowhere kept: it is what slides lead to from
///    the two layers before, less what is closed.
pub(super) struct DelayedSearch<'p, const C: usize> {
    puzzle: &'p ActiveRobotPuzzle,
    /// The layer of the start.
    first: u32,
    /// The closed layers, in their order.
    closed: Vec<(u32, Run)>,
    /// Whether the newest layer was expanded and not kept, since memory is full.
    is_full: bool,
}

/// A state that was expanded, from which slides lead to the goal.
pub(super) struct GoalInLayer<const C: usize> {
    /// All states of its placement that were expanded with it.
    pub(super) record: Record<C>,
    /// Their layer.
    pub(super) layer: u32,
    pub(super) active: Square,
    pub(super) axes: Axes,
    /// The slides from there, none where the goal is reached.
    pub(super) tail: Vec<SlideFrom>,
    /// The moves of the solution.
    pub(super) moves: u32,
}

impl<'p, const C: usize> DelayedSearch<'p, C> {
    /// Returns a search that has not begun, or `None` where there is no
    /// solution.
    pub(super) fn new(puzzle: &'p ActiveRobotPuzzle) -> Option<Self> {
        let first = puzzle.heuristic().moves(puzzle.start(), puzzle.axes())?;
        Some(Self {
            puzzle,
            first,
            closed: Vec::new(),
            is_full: false,
        })
    }

    /// Returns whether this layer or a later one may have states, after those
    /// before it have been expanded.
    pub(super) fn has_states_from(&self, layer: u32) -> bool {
        let newest = self.closed.iter().rev().take(2);
        let mut filled = newest.filter(|(_, run)| !run.is_empty());
        self.is_full || layer <= self.first || filled.any(|(number, _)| number + 2 >= layer)
    }

    /// Returns whether no later layer can be expanded, since memory is full.
    pub(super) const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the layer of the start.
    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    pub(super) const fn puzzle(&self) -> &'p ActiveRobotPuzzle {
        self.puzzle
    }

    /// Returns what was closed in a layer.
    pub(super) fn closed_in(&self, layer: u32) -> Option<&Run> {
        let mut newest = self.closed.iter().rev();
        let (_, run) = newest.find(|(number, _)| *number == layer)?;
        Some(run)
    }

    /// Returns the goal if it is in `layer` where no look ahead from the layer
    /// before can have seen it: behind a slide away from it, or before any move
    /// of a blocker from the start.
    pub(super) fn unseen_goal(
        &self,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<GoalInLayer<C>>, Stop> {
        if layer == self.first {
            let start = StateSet::one(self.puzzle.start(), self.puzzle.axes());
            let key = Blockers::start_key(self.puzzle);
            let placement = Blockers::of(self.puzzle, key);
            return Ok(self.goal_from(placement, start, layer));
        }
        let before = layer.checked_sub(2).and_then(|layer| self.closed_in(layer));
        let Some(before) = before else {
            return Ok(None);
        };
        let mut reader = Reader::<_, C>::new(before, budget)?;
        while let Some(record) = reader.record() {
            let placement = Blockers::of(self.puzzle, record.key);
            let open = slides(
                self.puzzle,
                &placement.lines,
                record.sets,
                Ordering::Greater,
            );
            if !open.is_empty() {
                let found = self.goal_from(placement, open, layer);
                if found.is_some() {
                    return Ok(found);
                }
            }
            reader.advance(budget)?;
        }
        Ok(None)
    }

    /// Returns the goal if slides lead to it that bring the active robot nearer, each
    /// of them, from open states of a placement.
    fn goal_from(
        &self,
        placement: Blockers,
        open: StateSet<C>,
        layer: u32,
    ) -> Option<GoalInLayer<C>> {
        let open = OpenPlacement {
            placement,
            open,
            closed: StateSet::EMPTY,
        };
        let mut unused = HelpfulMoves::NONE;
        let mode = LayerMode {
            is_goal_free: true,
            looks_ahead: false,
        };
        let expansion = self.slide(&open, mode, &mut unused);
        self.goal(open.placement.key, &expansion.expanded, layer)
    }

    /// Expands a layer; returns a solution that ends in it, or, where it
    /// `looks_ahead`, one move beyond it.
    pub(super) fn expand_layer(
        &mut self,
        layer: u32,
        looks_ahead: bool,
        workspace: &mut Workspace<C>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalInLayer<C>>, Stop> {
        if layer < self.first {
            return Ok(None);
        }
        let mut scan = LayerScan::new(layer, &self.closed, budget)?;
        let mut writer = Some(Writer::<C>::new(&workspace.storage));
        let mut begin = Some(0);
        while let Some(from) = begin {
            let runs = match self.gather(layer, from, writer.is_some(), workspace, budget) {
                Err(stop) if may_do_without(stop, looks_ahead, workspace) && writer.is_some() => {
                    writer = None;
                    workspace.reserve = Reservation::default();
                    self.gather(layer, from, false, workspace, budget)?
                }
                runs => runs?,
            };
            let range = runs.range;
            let mut merge = runs.merge(budget)?;
            while let Some(open) = scan.next(self.puzzle, &mut merge, range, budget)? {
                let found =
                    self.expand(&open, layer, looks_ahead, &mut writer, workspace, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            begin = range.end;
        }
        drop(scan);
        match writer {
            Some(writer) => self.closed.push((layer, writer.finish(budget)?)),
            None => self.is_full = true,
        }
        Ok(None)
    }

    /// Gathers what slides of blockers lead to from the layer before, from a
    /// placement on.
    fn gather(
        &self,
        layer: u32,
        begin: u64,
        has_slack: bool,
        workspace: &mut Workspace<C>,
        budget: &mut Budget<'_>,
    ) -> Result<SuccessorRuns, Stop> {
        let Workspace {
            storage, buffer, ..
        } = workspace;
        buffer.clear();
        let mut runs = SuccessorRuns::new(begin, has_slack);
        if layer == self.first {
            buffer.add_start(self.puzzle, Blockers::start_key(self.puzzle));
        }
        let before = layer.checked_sub(1).and_then(|layer| self.closed_in(layer));
        if let Some(before) = before {
            let mut reader = Reader::<_, C>::new(before, budget)?;
            while let Some(record) = reader.record() {
                // Successors generated again for another range count again.
                budget.count_positions(u64::from(begin > 0))?;
                runs.generate(self.puzzle, record, buffer, storage, budget)?;
                reader.advance(budget)?;
            }
        }
        runs.write(buffer, storage, budget)?;
        Ok(runs)
    }

    /// Expands what is open in a placement, and writes it as closed.
    fn expand(
        &self,
        open: &OpenPlacement<C>,
        layer: u32,
        looks_ahead: bool,
        writer: &mut Option<Writer<C>>,
        workspace: &mut Workspace<C>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalInLayer<C>>, Stop> {
        let mode = LayerMode {
            is_goal_free: !looks_ahead,
            looks_ahead,
        };
        let mut helpful = HelpfulMoves::NONE;
        let expansion = self.slide(open, mode, &mut helpful);
        budget.count_positions(expansion.count)?;
        let found = self.goal(open.placement.key, &expansion.expanded, layer);
        if found.is_some() {
            return Ok(found);
        }
        let record = Record {
            key: open.placement.key,
            sets: expansion.expanded,
        };
        if let Some(kept) = writer {
            match kept.push(&record, budget) {
                Err(stop) if may_do_without(stop, looks_ahead, workspace) => {
                    *writer = None;
                    workspace.reserve = Reservation::default();
                }
                result => result?,
            }
        }
        if !looks_ahead {
            return Ok(None);
        }
        let look_ahead = match open.placement.blockers().len() {
            0 => Self::look_ahead::<0>,
            1 => Self::look_ahead::<1>,
            2 => Self::look_ahead::<2>,
            3 => Self::look_ahead::<3>,
            4 => Self::look_ahead::<4>,
            5 => Self::look_ahead::<5>,
            6 => Self::look_ahead::<6>,
            _ => Self::look_ahead::<7>,
        };
        let path = look_ahead(self, open, &expansion, &helpful);
        Ok(path.map(|path| GoalInLayer {
            record,
            layer,
            active: path.state.active,
            axes: path.state.axes,
            tail: path.tail,
            moves: layer + 1,
        }))
    }

    /// Returns a solution one move beyond the layer from a placement of `N`
    /// blockers, as the search with tables finds it.
    fn look_ahead<const N: usize>(
        &self,
        open: &OpenPlacement<C>,
        expansion: &Expansion<C>,
        helpful: &HelpfulMoves,
    ) -> Option<GoalPath> {
        let (lines, blockers) = (&open.placement.lines, open.placement.squares::<N>());
        let closed = &open.closed;
        LookAhead::new(self.puzzle, blockers, lines, expansion, closed, helpful).solution()
    }

    fn slide(
        &self,
        open: &OpenPlacement<C>,
        mode: LayerMode,
        helpful: &mut HelpfulMoves,
    ) -> Expansion<C> {
        let lines = &open.placement.lines;
        Expansion::new(self.puzzle, lines, open.open, &open.closed, mode, helpful)
    }

    /// Returns the goal if it is among these states.
    fn goal(&self, key: u64, sets: &StateSet<C>, layer: u32) -> Option<GoalInLayer<C>> {
        let goals = sets.both() & self.puzzle.heuristic().goals();
        Some(GoalInLayer {
            record: Record { key, sets: *sets },
            layer,
            active: goals.iter().next()?,
            axes: Axes::BOTH,
            tail: Vec::new(),
            moves: layer,
        })
    }
}

/// Returns whether a layer that met `stop` can be expanded to its end without
/// being kept: memory is full, and to look ahead from it proves something.
fn may_do_without<const C: usize>(stop: Stop, looks_ahead: bool, workspace: &Workspace<C>) -> bool {
    let is_full = stop == Stop::Limit(Limit::Memory) && workspace.storage.spill.is_none();
    is_full && looks_ahead
}
