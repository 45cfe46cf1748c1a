//! The nodes that a search has generated.

use std::hash::Hash;

use crate::search::limits::{Budget, Limit};
use crate::search::tables::{Chunks, Index, Vacancy, hash_of, prefetch};

/// The number of a node in a [`NodeTable`].
pub(super) type NodeId = u32;

/// A state with the shortest path to it so far.
#[derive(Clone, Copy)]
pub(super) struct Node<S> {
    pub(super) state: S,
    /// The node before it on that path. The first node is its own parent.
    pub(super) parent: NodeId,
    /// Its *g*: the moves from the start.
    pub(super) depth: u16,
    /// Whether it is on the closed list.
    pub(super) closed: bool,
}

impl<S> Node<S> {
    /// Whether a path of `depth` moves does not improve it.
    #[inline]
    const fn is_settled_for(&self, depth: u16) -> bool {
        self.closed || self.depth <= depth
    }
}

/// Nodes in the order they were generated, and a hash table over them.
///
/// 1. Each state has one node, whose number never changes.
/// 2. The depth of a parent is one less, so parents lead from each node to the start.
/// 3. A closed node never changes.
pub(super) struct NodeTable<S> {
    nodes: Chunks<Node<S>, 10>,
    index: Index,
}

/// The result of [`NodeTable::insert`].
pub(super) enum Inserted {
    /// The state is new, or was reached in fewer moves than before.
    Open(NodeId),
    /// The state was reached before in as few moves, or is closed.
    Known,
}

/// A state with its hash.
#[derive(Clone, Copy)]
pub(super) struct Hashed<S> {
    pub(super) state: S,
    hash: u64,
}

impl<S: Hash> Hashed<S> {
    #[inline]
    pub(super) fn new(state: S) -> Self {
        let hash = hash_of(&state);
        Self { state, hash }
    }
}

impl<S: Copy + Eq + Hash> NodeTable<S> {
    /// Returns an empty table.
    ///
    /// # Errors
    ///
    /// [`Limit`] if there is no memory for it.
    pub(super) fn new(budget: &Budget<'_>) -> Result<Self, Limit> {
        Ok(Self { nodes: Chunks::default(), index: Index::new(budget)? })
    }

    pub(super) fn get(&self, id: NodeId) -> &Node<S> {
        &self.nodes[id]
    }

    pub(super) fn get_mut(&mut self, id: NodeId) -> &mut Node<S> {
        &mut self.nodes[id]
    }

    /// Returns the states on the path from the start to a node.
    pub(super) fn path(&self, id: NodeId) -> Vec<S> {
        let mut node = self.get(id);
        let mut states = Vec::with_capacity(usize::from(node.depth) + 1);
        states.push(node.state);
        while node.depth > 0 {
            node = self.get(node.parent);
            states.push(node.state);
        }
        states.reverse();
        states
    }

    /// Prefetches the memory where [`Self::insert`] begins to look for states.
    pub(super) fn prefetch(&self, states: &[Hashed<S>]) {
        let hashes = states.iter().map(|state| state.hash);
        prefetch(hashes.clone().map(|hash| self.index.first_slot(hash)));
        let guesses = hashes.filter_map(|hash| self.index.guess(hash));
        prefetch(guesses.map(|id| u64::from(self.get(id).depth)));
    }

    /// Whether [`Self::insert`] would return [`Inserted::Known`].
    pub(super) fn is_known(&self, state: &Hashed<S>, depth: u16) -> bool {
        let found = self.find(state);
        found.is_ok_and(|id| self.get(id).is_settled_for(depth))
    }

    fn find(&self, &Hashed { state, hash }: &Hashed<S>) -> Result<NodeId, Vacancy> {
        self.index.find(hash, |id| self.get(id).state == state)
    }

    /// Inserts `state`, reached from `parent` in `depth` moves.
    ///
    /// # Errors
    ///
    /// [`Limit`] if there is no memory for it.
    pub(super) fn insert(
        &mut self,
        state: Hashed<S>,
        parent: NodeId,
        depth: u16,
        budget: &Budget<'_>,
    ) -> Result<Inserted, Limit> {
        let vacancy = match self.find(&state) {
            Ok(id) => {
                let node = self.get_mut(id);
                if node.is_settled_for(depth) {
                    return Ok(Inserted::Known);
                }
                node.depth = depth;
                node.parent = parent;
                return Ok(Inserted::Open(id));
            }
            Err(vacancy) => vacancy,
        };
        let new = Node { state: state.state, parent, depth, closed: false };
        let id = self.nodes.push(new, budget)?;
        let hash_of = |id| hash_of(&self.nodes[id].state);
        self.index.insert(vacancy, id, hash_of, budget)?;
        Ok(Inserted::Open(id))
    }
}
