//! The nodes a search has generated, each once.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::index::Index;
use super::{Budget, Limit, Stop};

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
///
/// Memory is reserved before it is allocated, and taken in small parts: nodes
/// live in chunks that never move.
pub(super) struct Nodes<S> {
    chunks: Vec<Vec<Node<S>>>,
    len: u32,
    index: Index,
}

const CHUNK_BITS: u32 = 10;
const CHUNK_LEN: usize = 1 << CHUNK_BITS;
/// What a `Vec` takes itself, with room for its owner's doubling.
pub(super) const VEC_BYTES: u64 = 3 * size_of::<Vec<u8>>() as u64;

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

// Numbers of nodes are handed out by the set alone.
#[expect(clippy::indexing_slicing)]
fn node<S>(chunks: &[Vec<Node<S>>], id: NodeId) -> &Node<S> {
    &chunks[(id >> CHUNK_BITS) as usize][id as usize & (CHUNK_LEN - 1)]
}

impl<S: Copy + Eq + Hash> Nodes<S> {
    /// An empty set.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    pub(super) fn new(budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self {
            chunks: Vec::new(),
            len: 0,
            index: Index::new(budget)?,
        })
    }

    pub(super) fn get(&self, id: NodeId) -> &Node<S> {
        node(&self.chunks, id)
    }

    #[expect(clippy::indexing_slicing)]
    pub(super) fn get_mut(&mut self, id: NodeId) -> &mut Node<S> {
        &mut self.chunks[(id >> CHUNK_BITS) as usize][id as usize & (CHUNK_LEN - 1)]
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
        let id = self.push(new, budget)?;
        let chunks = &self.chunks;
        let hash_of = |id| hash_of(&node(chunks, id).state);
        self.index.insert(hash, id, hash_of, budget)?;
        Ok(Inserted::Open(id))
    }

    fn push(&mut self, node: Node<S>, budget: &mut Budget<'_>) -> Result<NodeId, Stop> {
        let id = self.len;
        if id == NodeId::MAX {
            return Err(Stop::Limit(Limit::Memory));
        }
        let last = self.chunks.last();
        if last.is_none_or(|chunk| chunk.len() == CHUNK_LEN) {
            budget.reserve((CHUNK_LEN * size_of::<Node<S>>()) as u64 + VEC_BYTES)?;
            self.chunks.push(Vec::with_capacity(CHUNK_LEN));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(node);
        }
        self.len += 1;
        Ok(id)
    }
}
