//! A* that keeps a successor only when its layer comes.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::look_ahead::descend;
use super::nodes::{Inserted, NodeId, NodeTable};
use crate::games::Puzzle;
use crate::search::limits::{Budget, Limit, Stop};
use crate::search::result::SearchResult;
use crate::search::tables::OpenList;

/// Searches `puzzle`; returns the states of a shortest solution, from the start to the
/// solved one.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search<P: Puzzle>(
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<P::State>>, Stop> {
    let Some(mut bound) = puzzle.lower_bound(&puzzle.start()) else {
        return Ok(SearchResult::Failure);
    };
    let found =
        PartialSearch::new(puzzle, bound, budget).and_then(|search| search.run(&mut bound, budget));
    SearchResult::of(found, bound)
}

/// A search, layer by layer.
///
/// While the layer *n* is expanded:
///
/// 1. Every solution of fewer than *n* moves would have been returned: there is none.
/// 2. Of a node in `unfinished`, in the bucket of a layer, all successors in layers before
///    that one are known; of other closed nodes all successors that can be solved.
/// 3. A node is put into the bucket of `open` that has the number of its bound, which is
///    the layer, when it is reached for the first time, and is expanded once for each
///    layer from that one on until none of its successors is left.
struct PartialSearch<'p, P: Puzzle> {
    puzzle: &'p P,
    nodes: NodeTable<P::State>,
    open: OpenList,
    unfinished: OpenList,
    /// The successors of the node at hand.
    successors: Vec<P::State>,
}

/// A solution: the way to a node, and the states after it, the last one first.
struct Solution<S> {
    node: NodeId,
    tail: Vec<S>,
}

impl<'p, P: Puzzle> PartialSearch<'p, P> {
    fn new(puzzle: &'p P, bound: u32, budget: &Budget<'_>) -> Result<Self, Stop> {
        let mut search = Self {
            puzzle,
            nodes: NodeTable::new(budget)?,
            open: OpenList::default(),
            unfinished: OpenList::default(),
            successors: Vec::new(),
        };
        if let Inserted::Open(id) = search.nodes.insert(puzzle.start(), 0, 0, budget)? {
            search.open.push(bound, id, budget)?;
        }
        Ok(search)
    }

    /// Returns the states of a shortest solution; `bound` is what is proved.
    fn run(
        mut self,
        bound: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<P::State>>, Stop> {
        if self.puzzle.is_solved(&self.puzzle.start()) {
            return Ok(Some(self.nodes.path(0)));
        }
        loop {
            let layer = *bound;
            budget.prove(layer);
            while let Some(id) = self.next(layer, budget)? {
                if let Some(Solution { node, tail }) = self.expand(id, layer, budget)? {
                    let mut states = self.nodes.path(node);
                    states.extend(tail.iter().rev());
                    return Ok(Some(states));
                }
            }
            // What is kept is always of the layer at hand.
            if self.unfinished.next_bound(layer + 1).is_none() {
                return Ok(None);
            }
            *bound = layer + 1;
        }
    }

    /// Takes a node of the layer: an unfinished one as long as there is one, since what is
    /// next to it is looked at, and may make it needless to expand others.
    fn next(&mut self, layer: u32, budget: &mut Budget<'_>) -> Result<Option<NodeId>, Stop> {
        // Some of them take long.
        budget.poll()?;
        if let Some(id) = self.unfinished.pop(layer) {
            return Ok(Some(id));
        }
        while let Some(id) = self.open.pop(layer) {
            let node = self.nodes.get_mut(id);
            if !std::mem::replace(&mut node.closed, true) {
                budget.count_position()?;
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Generates the successors of a node in a layer; returns a solution as soon as one is
    /// seen behind any of them.
    fn expand(
        &mut self,
        id: NodeId,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Solution<P::State>>, Stop> {
        let node = *self.nodes.get(id);
        let Some(depth) = node.depth.checked_add(1) else {
            // Nodes have no room for longer paths.
            return Err(Stop::Limit(Limit::Memory));
        };
        let Some(at_most) = layer.checked_sub(u32::from(depth)) else {
            self.unfinished.push(layer + 1, id, budget)?;
            return Ok(None);
        };
        // Most are known, and lie scattered in memory: so they are looked up together.
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        let flow = self
            .puzzle
            .successors_within(&node.state, at_most, |state| {
                successors.push(state);
                ControlFlow::<Infallible>::Continue(())
            });
        self.nodes.prefetch(&successors);
        for &state in &successors {
            let found = self.insert(state, id, depth, layer, budget)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        self.successors = successors;
        let ControlFlow::Continue(are_left) = flow;
        if are_left {
            self.unfinished.push(layer + 1, id, budget)?;
        }
        Ok(None)
    }

    /// Keeps a successor that belongs to the layer or an earlier one, or returns the solution
    /// that descends from it.
    fn insert(
        &mut self,
        state: P::State,
        parent: NodeId,
        depth: u16,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Solution<P::State>>, Stop> {
        let Inserted::Open(child) = self.nodes.insert(state, parent, depth, budget)? else {
            return Ok(None);
        };
        // If the layer has a goal, it is often near.
        let to_go = layer.saturating_sub(u32::from(depth));
        if self.puzzle.lower_bound(&state) == Some(to_go)
            && let Some(tail) = descend(self.puzzle, state, to_go)
        {
            return Ok(Some(Solution { node: parent, tail }));
        }
        self.open.push(layer, child, budget)?;
        Ok(None)
    }
}
