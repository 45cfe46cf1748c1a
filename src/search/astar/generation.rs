//! The successors of many nodes, looked up in a table that does not change meanwhile, so that
//! any thread can do it.

use std::ops::ControlFlow;

use super::look_ahead::{Incumbent, descend};
use super::nodes::{Hashed, NodeId, NodeTable};
use super::pass::Pass;
use crate::games::SearchHints;
use crate::search::limits::{Budget, Stop};

/// Successors looked up together.
const BATCH: usize = 1 << 6;

/// Nodes between two looks at the flag and the clock, at most: one takes up to a tenth of a
/// millisecond.
const POLL_INTERVAL: usize = 1 << 4;

/// A node to be expanded.
#[derive(Clone, Copy)]
pub(super) struct Parent<S> {
    pub(super) id: NodeId,
    pub(super) state: S,
    /// The moves from the start to its successors.
    pub(super) next_depth: u16,
}

/// How successors are generated: the same for all nodes that are expanded together.
pub(super) struct Generation<'a, P: SearchHints> {
    pub(super) puzzle: &'a P,
    pub(super) nodes: &'a NodeTable<P::State>,
    pub(super) layer: u32,
    pub(super) pass: Pass,
    /// The length of the shortest solution known.
    pub(super) incumbent: Option<u32>,
    /// No more positions may be counted.
    pub(super) positions_left: u64,
}

/// A successor that is to be kept.
pub(super) struct Successor<S> {
    pub(super) state: Hashed<S>,
    /// None where it cannot be solved.
    pub(super) bound: Option<u32>,
}

/// The successors of some nodes.
pub(super) struct Successors<S> {
    /// Those that are to be kept, those of one node after those of the other.
    kept: Vec<Successor<S>>,
    /// For each node, where its successors end, and the pauses that are counted as positions.
    ends: Vec<(usize, u64)>,
    /// How many there are, those among them that are not kept.
    pub(super) number: usize,
    /// The most that one node has.
    pub(super) most: usize,
    /// The first of the shortest solutions seen, if it is shorter than what was known.
    pub(super) incumbent: Option<Incumbent<S>>,
}

impl<S> Successors<S> {
    /// Returns those of each node that are to be kept, in their order, with its pauses.
    pub(super) fn each(&self) -> impl Iterator<Item = (u64, &[Successor<S>])> {
        let mut begin = 0;
        self.ends.iter().map(move |&(end, pauses)| {
            let kept = self.kept.get(std::mem::replace(&mut begin, end)..end);
            (pauses, kept.unwrap_or_default())
        })
    }
}

impl<P: SearchHints> Generation<'_, P> {
    /// Returns the successors of some nodes that are to be kept as far as the table tells.
    /// Where they are too many for the positions that are left, there may be less.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the search is to stop.
    pub(super) fn successors(
        &self,
        parents: &[Parent<P::State>],
        budget: &Budget<'_>,
    ) -> Result<Successors<P::State>, Stop> {
        let mut successors = Successors {
            kept: Vec::new(),
            ends: Vec::with_capacity(parents.len()),
            number: 0,
            most: 0,
            incumbent: None,
        };
        let mut batch = Vec::with_capacity(BATCH);
        let mut left = self.positions_left;
        for (place, parent) in parents.iter().enumerate() {
            if place.is_multiple_of(POLL_INTERVAL) {
                budget.poll()?;
            }
            let (mut pauses, before) = (0, successors.number);
            let flow = self
                .puzzle
                .successors_or_pauses(&parent.state, |successor| {
                    let Some((_, state)) = successor else {
                        pauses += 1;
                        return match budget.poll() {
                            Ok(()) if pauses <= left => ControlFlow::Continue(()),
                            polled => ControlFlow::Break(polled),
                        };
                    };
                    batch.push(Hashed::new(state));
                    if batch.len() == BATCH {
                        if let Err(stop) = budget.poll() {
                            return ControlFlow::Break(Err(stop));
                        }
                        self.add_all(&mut batch, parent, &mut successors);
                    }
                    ControlFlow::Continue(())
                });
            if let ControlFlow::Break(Err(stop)) = flow {
                return Err(stop);
            }
            self.add_all(&mut batch, parent, &mut successors);
            successors.most = successors.most.max(successors.number - before);
            successors.ends.push((successors.kept.len(), pauses));
            left = left.saturating_sub(pauses);
        }
        Ok(successors)
    }

    /// Adds successors of a node, those that are to be kept, and looks ahead from others.
    fn add_all(
        &self,
        batch: &mut Vec<Hashed<P::State>>,
        parent: &Parent<P::State>,
        successors: &mut Successors<P::State>,
    ) {
        successors.number += batch.len();
        // Most are known, and lie scattered in memory: so they are looked up together.
        if self.pass.keeps_all() {
            self.nodes.prefetch(batch);
        }
        for state in batch.drain(..) {
            if self.pass.keeps_all() && self.nodes.is_known(&state, parent.next_depth) {
                continue;
            }
            self.add(state, parent, successors);
        }
    }

    /// Adds a successor that is not known if it is to be kept, or looks ahead from it.
    #[inline]
    fn add(
        &self,
        state: Hashed<P::State>,
        parent: &Parent<P::State>,
        successors: &mut Successors<P::State>,
    ) {
        let Some(to_go) = self.puzzle.lower_bound(&state.state) else {
            if self.pass.keeps_all() {
                successors.kept.push(Successor { state, bound: None });
            }
            return;
        };
        let bound = u32::from(parent.next_depth) + to_go;
        let lot = self.pass.lot(bound, self.layer);
        if lot.is_looked_at {
            let shortest = successors.incumbent.as_ref();
            let shortest = shortest.map(|known| known.length).or(self.incumbent);
            if shortest.is_none_or(|known| bound < known)
                && let Some(tail) = descend(self.puzzle, state.state, to_go)
            {
                successors.incumbent = Some(Incumbent {
                    length: bound,
                    node: parent.id,
                    tail,
                });
            }
        }
        if lot.is_kept {
            let bound = Some(bound);
            successors.kept.push(Successor { state, bound });
        }
    }
}
