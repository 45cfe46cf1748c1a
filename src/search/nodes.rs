//! The nodes a search has generated, each once.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::chunks::Chunks;
use super::index::Index;
use super::{Budget, Stop};

/// The number of a node in a [`Nodes`].
pub(super) type NodeId = u32;

/// A state, how it was reached in the fewest moves yet, and whether it has
/// been expanded.
#[derive(Clone, Copy)]
pub(super) struct Node<S> {
    pub(super) state: S,
    /// The node it was reached from; the first node is its own.
    pub(super) parent: NodeId,
    /// Moves from the start.
    pub(super) depth: u16,
    pub(super) closed: bool,
}

/// Nodes in the order they were generated, and a hash table over them.
pub(super) struct Nodes<S> {
    nodes: Chunks<Node<S>, 10>,
    index: Index,
}

/// What became of a state offered to [`Nodes::insert`].
pub(super) enum Inserted {
    /// It is new, or was reached in fewer moves than before.
    Open(NodeId),
    /// It was known, with no more moves, or is expanded already.
    Known,
}

fn hash_of<S: Hash>(state: &S) -> u64 {
    // The high bits of a multiplicative hash are the best mixed.
    FxBuildHasher
        .hash_one(state)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<S: Copy + Eq + Hash> Nodes<S> {
    /// An empty set.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    pub(super) fn new(budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self {
            nodes: Chunks::default(),
            index: Index::new(budget)?,
        })
    }

    pub(super) fn get(&self, id: NodeId) -> &Node<S> {
        &self.nodes[id]
    }

    pub(super) fn get_mut(&mut self, id: NodeId) -> &mut Node<S> {
        &mut self.nodes[id]
    }

    /// Puts `state` in, reached from `parent` in `depth` moves.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    pub(super) fn insert(
        &mut self,
        state: S,
        parent: NodeId,
        depth: u16,
        budget: &mut Budget<'_>,
    ) -> Result<Inserted, Stop> {
        let hash = hash_of(&state);
        let known = self.index.find(hash, |id| self.get(id).state == state);
        if let Some(id) = known {
            let node = self.get_mut(id);
            if node.closed || node.depth <= depth {
                return Ok(Inserted::Known);
            }
            node.depth = depth;
            node.parent = parent;
            return Ok(Inserted::Open(id));
        }
        let new = Node {
            state,
            parent,
            depth,
            closed: false,
        };
        let id = self.nodes.push(new, budget)?;
        let hash_of = |id| hash_of(&self.nodes[id].state);
        self.index.insert(hash, id, hash_of, budget)?;
        Ok(Inserted::Open(id))
    }
}
