//! The successors of a batch of nodes. They are looked up in a table that does not change
//! meanwhile.

use std::ops::ControlFlow;

use super::look_ahead::{Incumbent, descend};
use super::nodes::{Hashed, NodeId, NodeTable};
use super::pass::Pass;
use crate::games::SearchHints;
use crate::search::limits::{Budget, Limit, Reservation};

/// The number of successors that are looked up together.
const BATCH: usize = 1 << 6;

/// The number of nodes between two polls of the flag and the clock. A node takes up to a tenth
/// of a millisecond.
const POLL_INTERVAL: usize = 1 << 4;

/// A node to be expanded.
#[derive(Clone, Copy)]
pub(super) struct Parent<S> {
    pub(super) id: NodeId,
    pub(super) state: S,
    /// The moves from the start to its successors.
    pub(super) next_depth: u16,
}

/// What all nodes of a batch share while their successors are generated.
pub(super) struct Generation<'a, P: SearchHints> {
    pub(super) puzzle: &'a P,
    pub(super) nodes: &'a NodeTable<P::State>,
    pub(super) layer: u32,
    pub(super) pass: Pass,
    /// The length of the shortest solution known.
    pub(super) incumbent: Option<u32>,
    /// The number of positions that may still be counted.
    pub(super) positions_left: u64,
}

/// A successor that is to be kept.
pub(super) struct Successor<S> {
    pub(super) state: Hashed<S>,
    /// Its *f*, or `None` if it has no solution.
    pub(super) f: Option<u32>,
}

/// The successors of some nodes.
pub(super) struct Successors<S> {
    /// Those that are to be kept, node by node.
    kept: Vec<Successor<S>>,
    /// The bytes of `kept`.
    memory: Reservation,
    /// For each node, the end of its successors in `kept`, and the number of pauses, which count
    /// as positions.
    ends: Vec<(usize, u64)>,
    /// The number of all successors, kept or not.
    pub(super) number: usize,
    /// The largest number of successors of one node.
    pub(super) most: usize,
    /// The first of the shortest solutions found, if it is shorter than the incumbent.
    pub(super) incumbent: Option<Incumbent<S>>,
}

impl<S> Successors<S> {
    #[inline]
    fn keep(&mut self, successor: Successor<S>, budget: &Budget<'_>) -> Result<(), Limit> {
        if self.kept.len() == self.kept.capacity() {
            self.grow(budget)?;
        }
        self.kept.push(successor);
        Ok(())
    }

    /// Doubles the room for successors. Their copy is there twice for a moment.
    #[cold]
    fn grow(&mut self, budget: &Budget<'_>) -> Result<(), Limit> {
        let room = (2 * self.kept.len()).max(BATCH);
        let bytes = |room: usize| (room * size_of::<Successor<S>>()) as u64;
        self.memory.grow(bytes(room), budget)?;
        self.kept.reserve_exact(room - self.kept.len());
        self.memory.shrink(bytes(self.kept.len()));
        Ok(())
    }

    /// Returns for each node its pauses and its successors that are to be kept.
    pub(super) fn each(&self) -> impl Iterator<Item = (u64, &[Successor<S>])> {
        let mut begin = 0;
        self.ends.iter().map(move |&(end, pauses)| {
            (pauses, &self.kept[std::mem::replace(&mut begin, end)..end])
        })
    }
}

impl<P: SearchHints> Generation<'_, P> {
    /// Returns the successors of some nodes, without those that the table knows. Generation
    /// stops early if the pauses exceed the positions that are left.
    ///
    /// # Errors
    ///
    /// [`Limit`] if the search is to stop.
    pub(super) fn successors(
        &self,
        parents: &[Parent<P::State>],
        budget: &Budget<'_>,
    ) -> Result<Successors<P::State>, Limit> {
        let mut successors = Successors {
            kept: Vec::new(),
            memory: Reservation::default(),
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
            let flow = self.puzzle.successors_or_pauses(&parent.state, |successor| {
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
                    if let Err(stop) = self.add_all(&mut batch, parent, &mut successors, budget) {
                        return ControlFlow::Break(Err(stop));
                    }
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(Err(stop)) = flow {
                return Err(stop);
            }
            self.add_all(&mut batch, parent, &mut successors, budget)?;
            successors.most = successors.most.max(successors.number - before);
            successors.ends.push((successors.kept.len(), pauses));
            left = left.saturating_sub(pauses);
        }
        Ok(successors)
    }

    /// Adds the successors of a node that are to be kept, and looks ahead from others.
    fn add_all(
        &self,
        batch: &mut Vec<Hashed<P::State>>,
        parent: &Parent<P::State>,
        successors: &mut Successors<P::State>,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        successors.number += batch.len();
        // Most are known and scattered in memory, so they are looked up together.
        if self.pass.keeps_all() {
            self.nodes.prefetch(batch);
        }
        for state in batch.drain(..) {
            if self.pass.keeps_all() && self.nodes.is_known(&state, parent.next_depth) {
                continue;
            }
            self.add(state, parent, successors, budget)?;
        }
        Ok(())
    }

    /// Adds an unknown successor if it is to be kept, or looks ahead from it.
    #[inline]
    fn add(
        &self,
        state: Hashed<P::State>,
        parent: &Parent<P::State>,
        successors: &mut Successors<P::State>,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let Some(h) = self.puzzle.lower_bound(&state.state) else {
            if self.pass.keeps_all() {
                successors.keep(Successor { state, f: None }, budget)?;
            }
            return Ok(());
        };
        let f = u32::from(parent.next_depth) + h;
        let treatment = self.pass.treatment(f, self.layer);
        if treatment.is_looked_at {
            let shortest =
                successors.incumbent.as_ref().map(|known| known.length).or(self.incumbent);
            if shortest.is_none_or(|known| f < known)
                && let Some(tail) = descend(self.puzzle, state.state, h, budget)?
            {
                successors.incumbent = Some(Incumbent { length: f, node: parent.id, tail });
            }
        }
        if treatment.is_kept {
            successors.keep(Successor { state, f: Some(f) }, budget)?;
        }
        Ok(())
    }
}
