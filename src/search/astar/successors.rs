//! The selected successors of a batch of nodes. They are generated without the node table, so
//! any thread can do it.

use std::convert::Infallible;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::nodes::{Hashed, NodeId};
use crate::games::SelectiveSuccessors;
use crate::search::limits::{Budget, Stop};

/// A node to be expanded in a layer.
pub(super) struct Expansion<S> {
    pub(super) id: NodeId,
    pub(super) state: S,
    /// The moves from the start to its successors.
    pub(super) next_depth: u16,
    /// The largest number of moves that a successor in the layer may need.
    pub(super) at_most: u32,
}

/// The successors of some nodes.
pub(super) struct Successors<S> {
    /// The successors, node by node.
    states: Vec<Hashed<S>>,
    /// For each node, the end of its successors in `states`, and whether others are left.
    ends: Vec<(usize, bool)>,
}

impl<S: Copy + Hash> Successors<S> {
    pub(super) const fn new() -> Self {
        Self {
            states: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Returns the successors of some nodes.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the search is to stop.
    pub(super) fn of<P: SelectiveSuccessors<State = S>>(
        puzzle: &P,
        batch: &[Expansion<S>],
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        let mut successors = Self::new();
        for expansion in batch {
            // Some nodes take long.
            budget.poll()?;
            successors.generate(puzzle, expansion);
        }
        Ok(successors)
    }

    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.ends.clear();
    }

    /// Adds the successors of a node.
    pub(super) fn generate<P: SelectiveSuccessors<State = S>>(
        &mut self,
        puzzle: &P,
        expansion: &Expansion<S>,
    ) {
        let ControlFlow::Continue(are_left) =
            puzzle.successors_within(&expansion.state, expansion.at_most, |state| {
                self.states.push(Hashed::new(state));
                ControlFlow::<Infallible>::Continue(())
            });
        self.ends.push((self.states.len(), are_left));
    }

    /// Returns for each node its successors, and whether others are left.
    pub(super) fn each(&self) -> impl Iterator<Item = (&[Hashed<S>], bool)> {
        let mut begin = 0;
        self.ends.iter().map(move |&(end, are_left)| {
            let states = self.states.get(std::mem::replace(&mut begin, end)..end);
            (states.unwrap_or_default(), are_left)
        })
    }
}
