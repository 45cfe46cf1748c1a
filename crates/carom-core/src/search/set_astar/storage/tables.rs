//! The tables of a search. Duplicates are detected when a state is opened.

use super::Storage;
use super::closed_log::ClosedLog;
use super::lists::Lists;
use super::successors::SuccessorBuffer;
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Limit};
use crate::search::set_astar::expand::{AWAY_COST, BLOCKER_SLIDE_COST, SIDEWAYS_COST, slides_away};
use crate::search::set_astar::layer::{Layer, LayerOutcome};
use crate::search::set_astar::placement::Placement;
use crate::search::set_astar::retrace::predecessors;
use crate::search::set_astar::state::{Entry, Predecessor, State};
use crate::search::set_astar::state_set::StateSet;

/// Opens a storage in which only the start of `puzzle` is open, in layer `f`. `N` is the number of
/// blockers. `C` is the number of crosses in a set of states: 1 if the axes of the active robot
/// matter, or 0.
///
/// # Errors
///
/// [`Limit`] if there is no memory for it.
pub(in crate::search::set_astar) fn open<const N: usize, const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    f: u32,
    budget: &Budget<'_>,
) -> Result<Box<dyn Storage>, Limit> {
    let mut lists = Lists::<N, C>::new(budget)?;
    let start = Placement::<N>::of(puzzle.blockers());
    let slot = lists.find_or_add(start.key, budget)?;
    let states = StateSet::one(puzzle.start(), puzzle.axes());
    lists.open(slot, &states, f, budget)?;
    Ok(Box::new(Tables { lists, log: ClosedLog::default(), successors: None }))
}

/// The states of one search, in about 150 bytes for each placement.
///
/// The successors of closed states by slides of the active robot are open or closed, except for
/// postponed slides away from the goal. Their successors by slides of blockers are generated when
/// the next layer is expanded.
struct Tables<const N: usize, const C: usize> {
    lists: Lists<N, C>,
    log: ClosedLog<N, C>,
    successors: Option<SuccessorBuffer<C>>,
}

/// Placements that are expanded together.
const BATCH: usize = 16;

/// Batches between two polls of the budget. A placement takes about a microsecond.
const POLL_INTERVAL: usize = 4;

/// Entries of the log between two polls of the budget.
const ENTRIES: usize = 1 << 6;

impl<const N: usize, const C: usize> Storage for Tables<N, C> {
    fn begin_layer(&mut self, f: u32, budget: &Budget<'_>) -> Result<(), Limit> {
        self.log.begin_layer(f, budget)
    }

    fn open_unseen(
        &mut self,
        layer: &Layer<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<LayerOutcome, Limit> {
        let Some(before) = layer.f.checked_sub(AWAY_COST) else {
            return Ok(LayerOutcome::default());
        };
        let mut closed = self.log.layer(before);
        let mut batch = Vec::new();
        in_batches(budget, |outcome, budget| {
            batch.clear();
            let entries = std::iter::from_fn(|| self.log.read(&mut closed));
            batch.extend(entries.take(BATCH));
            self.open_away(layer, &batch, outcome, budget)
        })
    }

    fn expand(
        &mut self,
        layer: &Layer<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<LayerOutcome, Limit> {
        let mut outcome = LayerOutcome::default();
        // The states open so far are few, and a look-ahead from them often makes the slides of
        // blockers needless.
        if layer.mode.is_goal_free {
            outcome =
                in_batches(budget, |outcome, budget| self.expand_open(layer, outcome, budget))?;
        }
        if !outcome.ends(layer.mode) {
            self.generate_blocker_slides(layer, budget)?;
            outcome.add(in_batches(budget, |outcome, budget| {
                self.expand_open(layer, outcome, budget)
            })?);
        }
        Ok(outcome)
    }

    fn has_states_from(&self, f: u32) -> bool {
        let has_closed = |cost: u32| {
            let layer = f.checked_sub(cost);
            layer.is_some_and(|layer| !self.log.layer(layer).is_empty())
        };
        self.lists.has_open_from(f) || has_closed(BLOCKER_SLIDE_COST) || has_closed(AWAY_COST)
    }

    fn find_predecessor(
        &self,
        puzzle: &ActiveRobotPuzzle,
        state: State,
        g: u32,
        budget: &Budget<'_>,
    ) -> Result<Predecessor, Limit> {
        let predecessors = predecessors(puzzle, state, g, &|state| self.is_closed(state));
        // If only one of them is closed, it was closed in its layer.
        if let [only] = predecessors.as_slice() {
            return Ok(*only);
        }
        for same_layer in predecessors.chunk_by(|one, other| one.layer == other.layer) {
            let mut closed = self.log.layer(same_layer[0].layer);
            let mut entries = 0_usize;
            while let Some(entry) = self.log.read(&mut closed) {
                entries += 1;
                if entries.is_multiple_of(ENTRIES) {
                    budget.poll()?;
                }
                if let Some(found) = same_layer.iter().find(|one| entry.contains(one.state)) {
                    return Ok(*found);
                }
            }
        }
        unreachable!("a closed state behind the start has a closed predecessor")
    }
}

/// Calls `expand_batch` until it returns that nothing is left to do. Counts the positions.
fn in_batches(
    budget: &mut Budget<'_>,
    mut expand_batch: impl FnMut(&mut LayerOutcome, &Budget<'_>) -> Result<bool, Limit>,
) -> Result<LayerOutcome, Limit> {
    let mut outcome = LayerOutcome::default();
    loop {
        budget.poll()?;
        let before = outcome.positions;
        let is_left = (0..POLL_INTERVAL)
            .try_fold(true, |is_left, _| Ok(is_left && expand_batch(&mut outcome, budget)?));
        budget.count_positions(outcome.positions - before)?;
        if !is_left? {
            return Ok(outcome);
        }
    }
}

impl<const N: usize, const C: usize> Tables<N, C> {
    fn is_closed(&self, state: State) -> bool {
        let slot = self.lists.find(state.key);
        slot.is_some_and(|slot| self.lists.closed(slot).contains(state.active, state.axes))
    }

    /// Opens the states behind slides away from the goal from the closed states of `batch`. If the
    /// layer is goal-free apart from them, also expands them. Returns whether more may be left to
    /// do.
    fn open_away(
        &mut self,
        layer: &Layer<'_>,
        batch: &[Entry<C>],
        outcome: &mut LayerOutcome,
        budget: &Budget<'_>,
    ) -> Result<bool, Limit> {
        let mut slots = [0; BATCH];
        for (slot, entry) in slots.iter_mut().zip(batch) {
            let found = self.lists.find(entry.key);
            *slot = found.expect("a placement with closed states has a slot");
        }
        self.lists.prefetch(slots.into_iter().take(batch.len()));
        for (slot, entry) in slots.into_iter().zip(batch) {
            let lines = Placement::<N>::new(entry.key).lines;
            let away =
                slides_away(layer.puzzle, &lines, entry.sets).without(&self.lists.closed(slot));
            self.lists.open(slot, &away, layer.f, budget)?;
            if layer.mode.is_goal_free && !away.is_empty() {
                self.expand_placement(slot, layer, outcome, budget)?;
                if outcome.goal.is_some() {
                    return Ok(false);
                }
            }
        }
        Ok(!batch.is_empty())
    }

    /// Expands some placements with open states in the layer. Returns whether more may be left to
    /// do.
    fn expand_open(
        &mut self,
        layer: &Layer<'_>,
        outcome: &mut LayerOutcome,
        budget: &Budget<'_>,
    ) -> Result<bool, Limit> {
        let mut batch = [0; BATCH];
        let batch = self.lists.pop(layer.f, &mut batch);
        self.lists.prefetch(batch.iter().copied());
        for &slot in batch {
            self.expand_placement(slot, layer, outcome, budget)?;
            debug_assert!(
                outcome.goal.is_none() || !layer.mode.is_goal_free,
                "a look-ahead missed it"
            );
            if outcome.ends(layer.mode) {
                return Ok(false);
            }
        }
        Ok(!batch.is_empty())
    }

    /// Expands the open states of one placement, and opens their successors by slides of the
    /// active robot.
    fn expand_placement(
        &mut self,
        slot: u32,
        layer: &Layer<'_>,
        outcome: &mut LayerOutcome,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let f = layer.f;
        let open = self.lists.take(slot, f);
        if open.is_empty() {
            return Ok(());
        }
        let closed = self.lists.closed(slot);
        let placement = Placement::<N>::new(self.lists.key(slot));
        let expansion = layer.expand(&placement, open, &closed, outcome);
        let entry = Entry { key: placement.key, sets: expansion.expanded };
        self.lists.close(slot, &entry.sets);
        self.log.push(&entry, budget)?;
        if outcome.goal.is_some() {
            return Ok(());
        }
        self.lists.open(slot, &expansion.sideways, f + SIDEWAYS_COST, budget)?;
        self.lists.open(slot, &expansion.away, f + AWAY_COST, budget)
    }

    /// Opens the successors in a layer by slides of blockers from the layer before.
    fn generate_blocker_slides(
        &mut self,
        layer: &Layer<'_>,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let Some(before) = layer.f.checked_sub(BLOCKER_SLIDE_COST) else {
            return Ok(());
        };
        let successors = self.successors.get_or_insert_with(SuccessorBuffer::new::<N>);
        let mut closed = self.log.layer(before);
        let mut entries = 0_usize;
        while let Some(entry) = self.log.read(&mut closed) {
            if entries.is_multiple_of(ENTRIES) {
                budget.poll()?;
            }
            entries += 1;
            successors.generate::<N>(layer.puzzle, &entry);
            if successors.is_full() {
                successors.open_all(&mut self.lists, layer.f, budget)?;
            }
        }
        successors.open_all(&mut self.lists, layer.f, budget)
    }
}
