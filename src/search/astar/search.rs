//! The layers of A*.

use std::ops::ControlFlow;

use super::look_ahead::{Incumbent, descend};
use super::nodes::{Inserted, NodeId, NodeTable};
use crate::games::Puzzle;
use crate::search::limits::{Budget, Limit, Stop};
use crate::search::result::SearchResult;
use crate::search::tables::OpenList;

/// Searches `puzzle`; returns the states of a shortest solution, from the start
/// to the solved one.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search<P: Puzzle>(
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<P::State>>, Stop> {
    search_with(puzzle, SMALL_LAYER, budget)
}

/// The same with another number for [`SMALL_LAYER`].
pub(super) fn search_with<P: Puzzle>(
    puzzle: &P,
    small_layer: usize,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<P::State>>, Stop> {
    let start = puzzle.start();
    let Some(mut bound) = puzzle.lower_bound(&start) else {
        return Ok(SearchResult::Failure);
    };
    let found = AStar::new(puzzle, bound, small_layer, budget)
        .and_then(|search| search.run(&mut bound, budget));
    SearchResult::of(found, bound)
}

/// Successors of one node between two looks at the flag and the clock: few
/// puzzles have so many.
const POLL_INTERVAL: u32 = 1 << 8;
/// Only after a layer of more nodes does the next one look ahead: the
/// successors of a small one are kept as quickly.
const SMALL_LAYER: usize = 1 << 8;

/// A search, layer by layer.
///
/// While the layer *n* is expanded:
///
/// 1. Every solution of fewer than *n* moves would have been returned: there is
///    none.
/// 2. A node waits in the bucket of `open` that has the number of its bound,
///    once for each time that it was reached in fewer moves. Only the first of
///    these entries is expanded, since that closes it.
/// 3. Of a node of an earlier layer all successors are known, but for those it
///    will generate when its entry in `unfinished` is expanded once more.
/// 4. `incumbent` is a solution, and none that a look-ahead has seen is shorter.
struct AStar<'p, P: Puzzle> {
    puzzle: &'p P,
    /// See [`SMALL_LAYER`].
    small_layer: usize,
    nodes: NodeTable<P::State>,
    open: OpenList,
    /// The nodes of this layer that were expanded in part, and have to be once
    /// more to fill the layers after it: all of them in one bucket.
    unfinished: OpenList,
    incumbent: Option<Incumbent<P::State>>,
}

/// What becomes of the successors of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// All are kept; those more than one layer on are looked at.
    Single,
    /// Those of this layer are kept, those of the next one looked at. The rest
    /// is left to the second pass.
    First,
    /// Those of later layers are kept; those more than one on are looked at.
    Second,
}

impl<'p, P: Puzzle> AStar<'p, P> {
    fn new(
        puzzle: &'p P,
        bound: u32,
        small_layer: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        let mut search = Self {
            puzzle,
            small_layer,
            nodes: NodeTable::new(budget)?,
            open: OpenList::default(),
            unfinished: OpenList::default(),
            incumbent: None,
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
        // The nodes expanded in the newest layer and in the one before.
        let (mut expanded, mut before) = (0, 0);
        let mut layer = *bound;
        let mut is_goal_free = false;
        loop {
            *bound = layer + u32::from(is_goal_free);
            budget.prove(*bound);
            let looks_ahead = self.puzzle.looks_ahead()
                && expanded > self.small_layer
                && expanded > before + before / 2;
            let pass = if looks_ahead {
                Pass::First
            } else {
                Pass::Single
            };
            before = std::mem::take(&mut expanded);
            if let Some(path) = self.expand_layer(layer, *bound, pass, &mut expanded, budget)? {
                return Ok(Some(path));
            }
            if self.has_incumbent_of(layer + 1) {
                return Ok(self.incumbent_path());
            }
            *bound = layer + 1 + u32::from(looks_ahead);
            budget.prove(*bound);
            while let Some(id) = self.unfinished.pop(0) {
                budget.poll()?;
                self.expand(id, layer, Pass::Second, budget)?;
            }
            match self.open.next_bound(layer + 1) {
                Some(next) => {
                    is_goal_free = looks_ahead && next == layer + 1;
                    layer = next;
                }
                None => return Ok(self.incumbent_path()),
            }
        }
    }

    /// Expands the nodes of a layer; returns the states of a solution of no more
    /// than `bound` moves as soon as there is one.
    fn expand_layer(
        &mut self,
        layer: u32,
        bound: u32,
        pass: Pass,
        expanded: &mut usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<P::State>>, Stop> {
        loop {
            if self.has_incumbent_of(bound) {
                return Ok(self.incumbent_path());
            }
            let Some(id) = self.open.pop(layer) else {
                return Ok(None);
            };
            let node = self.nodes.get_mut(id);
            if node.closed {
                // It waited here too before a shorter way to it was found.
                continue;
            }
            node.closed = true;
            if self.puzzle.is_solved(&node.state) {
                return Ok(Some(self.nodes.path(id)));
            }
            *expanded += 1;
            budget.count_position()?;
            if let Some(solved) = self.expand(id, layer, pass, budget)? {
                return Ok(Some(self.nodes.path(solved)));
            }
            if pass == Pass::First {
                self.unfinished.push(0, id, budget)?;
            }
        }
    }

    /// Returns whether a look-ahead has found a solution of so many moves at
    /// most.
    fn has_incumbent_of(&self, length: u32) -> bool {
        let incumbent = self.incumbent.as_ref();
        incumbent.is_some_and(|incumbent| incumbent.length <= length)
    }

    /// Generates the successors of a node; returns one that is solved, if its
    /// bound is that of the layer.
    fn expand(
        &mut self,
        id: NodeId,
        layer: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Stop> {
        let node = *self.nodes.get(id);
        let Some(depth) = node.depth.checked_add(1) else {
            // Nodes have no room for longer paths.
            return Err(Stop::Limit(Limit::Memory));
        };
        let puzzle = self.puzzle;
        let mut successors = 0_u32;
        let flow = puzzle.successors_or_pauses(&node.state, |successor| {
            let Some((_, state)) = successor else {
                let polled = budget.count_position().and_then(|()| budget.poll());
                return match polled {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => ControlFlow::Break(Err(stop)),
                };
            };
            successors += 1;
            if successors.is_multiple_of(POLL_INTERVAL)
                && let Err(stop) = budget.poll()
            {
                return ControlFlow::Break(Err(stop));
            }
            match self.insert(state, id, depth, layer, pass, budget) {
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some(solved)) => ControlFlow::Break(Ok(solved)),
                Err(stop) => ControlFlow::Break(Err(stop)),
            }
        });
        match flow {
            ControlFlow::Continue(()) => Ok(None),
            ControlFlow::Break(broken) => broken.map(Some),
        }
    }

    /// Keeps the successor of a node, or looks ahead from it; returns it if it
    /// is solved, and its bound is that of the layer.
    #[inline]
    fn insert(
        &mut self,
        state: P::State,
        parent: NodeId,
        depth: u16,
        layer: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Stop> {
        // Where all are kept, most are known, and need no bound.
        let mut kept = None;
        if pass == Pass::Single {
            kept = match self.nodes.insert(state, parent, depth, budget)? {
                Inserted::Open(child) => Some(child),
                Inserted::Known => return Ok(None),
            };
        }
        let Some(to_go) = self.puzzle.lower_bound(&state) else {
            if let Some(child) = kept {
                // It is never expanded, and need not be offered again.
                self.nodes.get_mut(child).closed = true;
            }
            return Ok(None);
        };
        let bound = u32::from(depth) + to_go;
        let (is_kept, is_looked_at) = match pass {
            Pass::Single => (true, self.puzzle.looks_ahead() && bound > layer + 1),
            Pass::First => (bound == layer, bound == layer + 1),
            Pass::Second => (bound > layer, bound > layer + 1),
        };
        if is_looked_at && !self.has_incumbent_of(bound) {
            self.look_ahead(state, to_go, parent, bound);
        }
        if is_kept && pass != Pass::Single {
            kept = match self.nodes.insert(state, parent, depth, budget)? {
                Inserted::Open(child) => Some(child),
                Inserted::Known => None,
            };
        }
        let Some(child) = kept else {
            return Ok(None);
        };
        if bound == layer && self.puzzle.is_solved(&state) {
            return Ok(Some(child));
        }
        self.open.push(bound, child, budget)?;
        Ok(None)
    }

    /// Makes the solution that descends from `state` to a goal the incumbent,
    /// if there is one.
    fn look_ahead(&mut self, state: P::State, to_go: u32, node: NodeId, length: u32) {
        if let Some(tail) = descend(self.puzzle, state, to_go) {
            self.incumbent = Some(Incumbent { length, node, tail });
        }
    }

    /// Returns the states of the incumbent.
    fn incumbent_path(&self) -> Option<Vec<P::State>> {
        let incumbent = self.incumbent.as_ref()?;
        let mut states = self.nodes.path(incumbent.node);
        states.extend(incumbent.tail.iter().rev());
        Some(states)
    }
}
