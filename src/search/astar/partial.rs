//! A* that generates a successor only when the search reaches its layer.

use super::look_ahead::descend;
use super::nodes::{Hashed, Inserted, NodeId, NodeTable};
use super::successors::{Expansion, Successors};
use crate::games::SelectiveSuccessors;
use crate::search::limits::{Budget, Limit, Stop};
use crate::search::result::SearchResult;
use crate::search::tables::OpenList;
use crate::search::threads::on_threads;

/// Searches `puzzle`. Returns the states of a shortest solution, from the start to the goal.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search<P: SelectiveSuccessors>(
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<P::State>>, Stop> {
    search_with(puzzle, MIN_EACH, budget)
}

/// Searches like [`search`] with another number for [`MIN_EACH`].
pub(super) fn search_with<P: SelectiveSuccessors>(
    puzzle: &P,
    min_each: usize,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<P::State>>, Stop> {
    let Some(mut proven) = puzzle.lower_bound(&puzzle.start()) else {
        return Ok(SearchResult::Failure);
    };
    let found = PartialSearch::new(puzzle, proven, min_each, budget)
        .and_then(|search| search.run(&mut proven, budget));
    SearchResult::of(found, proven)
}

/// A search, layer by layer.
///
/// While layer *f* is expanded:
///
/// 1. No solution is shorter than *f*.
/// 2. For a node in the bucket of a layer in `unfinished`, all successors in earlier layers are
///    known. For all other closed nodes, except those of the current batch, all successors that
///    have a solution are known.
/// 3. A node that is reached for the first time in layer *f* is put into bucket *f* of `open`. It
///    is expanded once in this layer and in each later one, until none of its successors is left.
struct PartialSearch<'p, P: SelectiveSuccessors> {
    puzzle: &'p P,
    /// See [`MIN_EACH`].
    min_each: usize,
    nodes: NodeTable<P::State>,
    open: OpenList,
    unfinished: OpenList,
    /// The successors of one node, if there is one thread.
    successors: Successors<P::State>,
}

/// A batch has one node for each `SHARE` nodes already expanded in the layer. Larger batches would
/// delay a goal among the first successors.
const SHARE: usize = 1 << 4;

/// The most bytes of the states of a batch. Their successors take some dozens of times as many
/// bytes, which the budget does not count.
const BATCH_BYTES: usize = 1 << 14;

/// The fewest nodes for each thread. A node takes about ten microseconds, and a new thread a
/// hundred.
const MIN_EACH: usize = 1 << 5;

/// A solution: the path to a node, and the states after it, the last one first.
struct Solution<S> {
    node: NodeId,
    tail: Vec<S>,
}

impl<'p, P: SelectiveSuccessors> PartialSearch<'p, P> {
    fn new(puzzle: &'p P, f: u32, min_each: usize, budget: &Budget<'_>) -> Result<Self, Stop> {
        let mut search = Self {
            puzzle,
            min_each,
            nodes: NodeTable::new(budget)?,
            open: OpenList::default(),
            unfinished: OpenList::default(),
            successors: Successors::new(),
        };
        if let Inserted::Open(id) =
            search
                .nodes
                .insert(Hashed::new(puzzle.start()), 0, 0, budget)?
        {
            search.open.push(f, id, budget)?;
        }
        Ok(search)
    }

    /// The most nodes of a batch.
    const MAX_BATCH: usize = BATCH_BYTES.div_ceil(size_of::<P::State>());

    /// Returns the states of a shortest solution. No solution is shorter than `proven`, which
    /// the search raises.
    fn run(
        mut self,
        proven: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<P::State>>, Stop> {
        if self.puzzle.is_solved(&self.puzzle.start()) {
            return Ok(Some(self.nodes.path(0)));
        }
        let mut batch = Vec::new();
        loop {
            let layer = *proven;
            budget.report_bound(layer);
            let mut expanded = 0;
            loop {
                let room = (expanded / SHARE).clamp(1, Self::MAX_BATCH);
                batch.clear();
                self.take(layer, room, &mut batch, budget)?;
                if batch.is_empty() {
                    break;
                }
                expanded += batch.len();
                if let Some(Solution { node, tail }) = self.expand(&batch, layer, budget)? {
                    let mut states = self.nodes.path(node);
                    states.extend(tail.iter().rev());
                    return Ok(Some(states));
                }
            }
            // Kept nodes always belong to the current layer.
            if self.unfinished.next_f(layer + 1).is_none() {
                return Ok(None);
            }
            *proven = layer + 1;
        }
    }

    /// Takes up to `room` nodes of the layer. Unfinished nodes go first: their new successors are
    /// looked at, and a goal behind one of them makes it needless to expand open nodes.
    fn take(
        &mut self,
        layer: u32,
        room: usize,
        batch: &mut Vec<Expansion<P::State>>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        while batch.len() < room
            && let Some(id) = self.unfinished.pop(layer)
        {
            self.add_to_batch(id, layer, batch, budget)?;
        }
        if !batch.is_empty() {
            return Ok(());
        }
        while batch.len() < room
            && let Some(id) = self.open.pop(layer)
        {
            if self.nodes.get(id).closed {
                continue;
            }
            match budget.count_position() {
                Ok(()) => {}
                // The counted nodes are expanded first.
                Err(Stop::Limit(Limit::Positions)) if !batch.is_empty() => {
                    return self.open.push(layer, id, budget);
                }
                Err(stop) => return Err(stop),
            }
            // The heuristic is consistent, so no shorter path to it leads through a node that is
            // expanded later.
            self.nodes.get_mut(id).closed = true;
            self.add_to_batch(id, layer, batch, budget)?;
        }
        Ok(())
    }

    /// Adds a node to a batch, or postpones it to the next layer if it has no successors in this
    /// one.
    fn add_to_batch(
        &mut self,
        id: NodeId,
        layer: u32,
        batch: &mut Vec<Expansion<P::State>>,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let node = self.nodes.get(id);
        let Some(next_depth) = node.depth.checked_add(1) else {
            // Nodes have no room for longer paths.
            return Err(Stop::Limit(Limit::Memory));
        };
        match layer.checked_sub(u32::from(next_depth)) {
            Some(at_most) => batch.push(Expansion {
                id,
                state: node.state,
                next_depth,
                at_most,
            }),
            None => self.unfinished.push(layer + 1, id, budget)?,
        }
        Ok(())
    }

    /// Expands a batch. Returns a solution as soon as one is found behind a successor.
    ///
    /// What is generated does not depend on the order, and it is kept in the order of the batch.
    /// So the number of threads makes no difference.
    fn expand(
        &mut self,
        batch: &[Expansion<P::State>],
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Solution<P::State>>, Stop> {
        let puzzle = self.puzzle;
        let threads = budget.threads_for(batch.len(), self.min_each);
        if threads > 1 {
            let parts = batch.chunks(batch.len().div_ceil(threads));
            let generated = on_threads(parts.clone(), |part| Successors::of(puzzle, part, budget));
            for (part, successors) in parts.zip(generated) {
                let found = self.keep(part, &successors?, layer, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            return Ok(None);
        }
        let mut successors = std::mem::replace(&mut self.successors, Successors::new());
        for expansion in batch {
            // Some nodes take long.
            budget.poll()?;
            successors.clear();
            successors.generate(puzzle, expansion);
            let found = self.keep(std::slice::from_ref(expansion), &successors, layer, budget)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        self.successors = successors;
        Ok(None)
    }

    /// Keeps the successors of some nodes. Returns a solution as soon as one is found behind one
    /// of them.
    fn keep(
        &mut self,
        expansions: &[Expansion<P::State>],
        successors: &Successors<P::State>,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Solution<P::State>>, Stop> {
        for (expansion, (states, are_left)) in expansions.iter().zip(successors.each()) {
            // Most are known and scattered in memory, so they are looked up together.
            self.nodes.prefetch(states);
            for &state in states {
                let found = self.insert(state, expansion, layer, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            if are_left {
                self.unfinished.push(layer + 1, expansion.id, budget)?;
            }
        }
        Ok(None)
    }

    /// Keeps a successor that belongs to the layer or an earlier one, or returns the solution
    /// that descends from it.
    fn insert(
        &mut self,
        state: Hashed<P::State>,
        parent: &Expansion<P::State>,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Solution<P::State>>, Stop> {
        let (node, h) = (parent.id, parent.at_most);
        let inserted = self.nodes.insert(state, node, parent.next_depth, budget)?;
        let Inserted::Open(child) = inserted else {
            return Ok(None);
        };
        // If the layer has a goal, it is often nearby.
        if self.puzzle.lower_bound(&state.state) == Some(h)
            && let Some(tail) = descend(self.puzzle, state.state, h)
        {
            return Ok(Some(Solution { node, tail }));
        }
        self.open.push(layer, child, budget)?;
        Ok(None)
    }
}
