//! The expansion of nodes: one by one, or in batches.

use std::ops::ControlFlow;

use super::generation::{Generation, Parent, Successor, Successors};
use super::look_ahead::{Incumbent, descend};
use super::nodes::{Hashed, Inserted, NodeId};
use super::pass::Pass;
use super::search::AStar;
use crate::games::SearchHints;
use crate::search::limits::{Budget, Limit};

/// The number of successors between two polls of the flag and the clock.
const POLL_INTERVAL: usize = 1 << 8;

impl<P: SearchHints> AStar<'_, P> {
    /// Expands nodes of a layer. Returns a solved successor in the same layer, if there is one.
    pub(super) fn expand_all(
        &mut self,
        parents: &[Parent<P::State>],
        layer: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Limit> {
        match parents {
            [alone] => self.expand(alone, layer, pass, budget),
            _ => self.expand_batch(parents, layer, pass, budget),
        }
    }

    /// Expands a node. Returns a solved successor in the same layer, if there is one.
    fn expand(
        &mut self,
        parent: &Parent<P::State>,
        layer: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Limit> {
        let (puzzle, before) = (self.puzzle, self.done.successors);
        let flow = puzzle.successors_or_pauses(&parent.state, |successor| {
            let Some((_, state)) = successor else {
                let polled = budget.count_position().and_then(|()| budget.poll());
                return match polled {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => ControlFlow::Break(Err(stop)),
                };
            };
            self.done.successors += 1;
            if self.done.successors.is_multiple_of(POLL_INTERVAL)
                && let Err(stop) = budget.poll()
            {
                return ControlFlow::Break(Err(stop));
            }
            match self.insert(state, parent, layer, pass, budget) {
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some(solved)) => ControlFlow::Break(Ok(solved)),
                Err(stop) => ControlFlow::Break(Err(stop)),
            }
        });
        self.done.most = self.done.most.max(self.done.successors - before);
        match flow {
            ControlFlow::Continue(()) => Ok(None),
            ControlFlow::Break(broken) => broken.map(Some),
        }
    }

    /// Keeps a successor, or looks ahead from it. Returns it if it is solved and in the same
    /// layer.
    #[inline]
    fn insert(
        &mut self,
        state: P::State,
        parent: &Parent<P::State>,
        layer: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Limit> {
        let depth = parent.next_depth;
        // If all are kept, most are known nodes, which need no h.
        let mut kept = None;
        if pass.keeps_all() {
            kept = match self.nodes.insert(Hashed::new(state), parent.id, depth, budget)? {
                Inserted::Open(child) => Some(child),
                Inserted::Known => return Ok(None),
            };
        }
        let Some(h) = self.puzzle.lower_bound(&state) else {
            if let Some(child) = kept {
                // It has no solution, so it is never expanded.
                self.nodes.get_mut(child).closed = true;
            }
            return Ok(None);
        };
        let f = u32::from(depth) + h;
        let treatment = pass.treatment(f, layer);
        if treatment.is_looked_at
            && !self.has_incumbent_of(f)
            && let Some(tail) = descend(self.puzzle, state, h, budget)?
        {
            self.incumbent = Some(Incumbent { length: f, node: parent.id, tail });
        }
        if treatment.is_kept && !pass.keeps_all() {
            kept = match self.nodes.insert(Hashed::new(state), parent.id, depth, budget)? {
                Inserted::Open(child) => Some(child),
                Inserted::Known => None,
            };
        }
        let Some(child) = kept else {
            return Ok(None);
        };
        if f == layer && self.puzzle.is_solved(&state) {
            return Ok(Some(child));
        }
        self.open.push(f, child, budget)?;
        Ok(None)
    }

    /// Expands a batch of nodes: generates their successors, and then keeps them in the order of
    /// the nodes. Returns a solved successor in the same layer, if there is one.
    fn expand_batch(
        &mut self,
        parents: &[Parent<P::State>],
        layer: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Limit> {
        budget.poll()?;
        let generation = Generation {
            puzzle: self.puzzle,
            nodes: &self.nodes,
            layer,
            pass,
            incumbent: self.incumbent.as_ref().map(|known| known.length),
            positions_left: budget.positions_left_unpinned(),
        };
        let mut successors = generation.successors(parents, budget)?;
        self.done.successors += successors.number;
        self.done.most = self.done.most.max(successors.most);
        if let Some(found) = successors.incumbent.take()
            && !self.has_incumbent_of(found.length)
        {
            self.incumbent = Some(found);
        }
        self.keep(parents, &successors, layer, budget)
    }

    /// Keeps the successors of some nodes. Returns one that is solved and in the same layer, if
    /// there is one.
    fn keep(
        &mut self,
        parents: &[Parent<P::State>],
        successors: &Successors<P::State>,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Limit> {
        for (parent, (pauses, kept)) in parents.iter().zip(successors.each()) {
            for _ in 0..pauses {
                budget.count_position()?;
            }
            for &Successor { state, f } in kept {
                let depth = parent.next_depth;
                let kept = self.nodes.insert(state, parent.id, depth, budget)?;
                let Inserted::Open(child) = kept else {
                    // Another node of the batch has the same successor.
                    continue;
                };
                let Some(f) = f else {
                    self.nodes.get_mut(child).closed = true;
                    continue;
                };
                if f == layer && self.puzzle.is_solved(&state.state) {
                    return Ok(Some(child));
                }
                self.open.push(f, child, budget)?;
            }
        }
        Ok(None)
    }
}
