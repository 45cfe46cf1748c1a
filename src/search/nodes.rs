//! The nodes a search has generated, each once.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

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
/// live in chunks that never move, and the table is split by the hash into
/// segments that double one by one, so the old and the new copy of the whole
/// are never held together.
pub(super) struct Nodes<S> {
    chunks: Vec<Vec<Node<S>>>,
    len: u32,
    segments: Vec<Segment>,
    /// Hashes are shifted right by this much to give the segment.
    segment_shift: u32,
}

const CHUNK_BITS: u32 = 10;
const CHUNK_LEN: usize = 1 << CHUNK_BITS;
/// The table is split when its only segment would outgrow this.
const MAX_SINGLE_SEGMENT: usize = 1 << 14;
const SEGMENT_BITS: u32 = 10;
const FIRST_SEGMENT: usize = 1 << 5;
/// What a `Vec` takes itself, with room for its owner's doubling.
const VEC_BYTES: u64 = 3 * size_of::<Vec<u8>>() as u64;

/// Slots hold 32 bits of the hash above the number of the node, plus one, so
/// that 0 is a free one.
struct Segment {
    slots: Vec<u64>,
    used: usize,
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

/// The 32 bits of a hash that are kept: those below the segment's.
const fn tag_of(hash: u64) -> u32 {
    (hash << SEGMENT_BITS >> 32) as u32
}

impl Segment {
    fn bytes(len: usize) -> u64 {
        len as u64 * size_of::<u64>() as u64
    }

    fn new(len: usize, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        budget.reserve(Self::bytes(len))?;
        Ok(Self {
            slots: vec![0; len],
            used: 0,
        })
    }

    /// Where the search for a tag begins: its high bits, as many as needed.
    fn home(&self, tag: u32) -> usize {
        (tag as usize * self.slots.len()) >> 32
    }

    // A slot's number is taken modulo the length, a power of two.
    #[expect(clippy::indexing_slicing)]
    fn put(&mut self, slot: u64) {
        let mut at = self.home((slot >> 32) as u32);
        while self.slots[at] != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = slot;
        self.used += 1;
    }

    fn is_full(&self) -> bool {
        self.used * 4 >= self.slots.len() * 3
    }
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
            segments: vec![Segment::new(FIRST_SEGMENT, budget)?],
            segment_shift: u64::BITS - 1,
        })
    }

    // Numbers of nodes are handed out by this set alone.
    #[expect(clippy::indexing_slicing)]
    pub(super) fn get(&self, id: NodeId) -> &Node<S> {
        &self.chunks[(id >> CHUNK_BITS) as usize][id as usize & (CHUNK_LEN - 1)]
    }

    #[expect(clippy::indexing_slicing)]
    pub(super) fn get_mut(&mut self, id: NodeId) -> &mut Node<S> {
        &mut self.chunks[(id >> CHUNK_BITS) as usize][id as usize & (CHUNK_LEN - 1)]
    }

    fn segment_of(&self, hash: u64) -> usize {
        // A shift of 64 would overflow; the last bit goes separately.
        (hash >> self.segment_shift >> 1) as usize
    }

    // Slots are counted modulo the length of their segment.
    #[expect(clippy::indexing_slicing)]
    fn find(&self, state: &S, hash: u64) -> Option<NodeId> {
        let segment = &self.segments[self.segment_of(hash)];
        let tag = tag_of(hash);
        let mut at = segment.home(tag);
        loop {
            let slot = segment.slots[at];
            if slot == 0 {
                return None;
            }
            if slot >> 32 == u64::from(tag) {
                #[expect(clippy::cast_possible_truncation, reason = "the low half")]
                let id = slot as u32 - 1;
                if self.get(id).state == *state {
                    return Some(id);
                }
            }
            at = (at + 1) & (segment.slots.len() - 1);
        }
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
        if let Some(id) = self.find(&state, hash) {
            let node = self.get_mut(id);
            if node.closed || node.depth <= depth {
                return Ok(Inserted::Known);
            }
            node.depth = depth;
            node.parent = parent;
            return Ok(Inserted::Open(id));
        }
        let id = self.push(
            Node {
                state,
                parent,
                depth,
                closed: false,
            },
            budget,
        )?;
        self.index(hash, id, budget)?;
        Ok(Inserted::Open(id))
    }

    fn push(&mut self, node: Node<S>, budget: &mut Budget<'_>) -> Result<NodeId, Stop> {
        let id = self.len;
        if id == NodeId::MAX {
            return Err(Stop::Limit(Limit::Memory));
        }
        if self
            .chunks
            .last()
            .is_none_or(|chunk| chunk.len() == CHUNK_LEN)
        {
            budget.reserve((CHUNK_LEN * size_of::<Node<S>>()) as u64 + VEC_BYTES)?;
            self.chunks.push(Vec::with_capacity(CHUNK_LEN));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(node);
        }
        self.len += 1;
        Ok(id)
    }

    #[expect(clippy::indexing_slicing)]
    fn index(&mut self, hash: u64, id: NodeId, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut number = self.segment_of(hash);
        if self.segments[number].is_full() {
            if self.segments.len() == 1 && self.segments[0].slots.len() >= MAX_SINGLE_SEGMENT {
                self.split(budget)?;
                number = self.segment_of(hash);
            } else {
                let segment = &mut self.segments[number];
                let mut larger = Segment::new(segment.slots.len() * 2, budget)?;
                for &slot in segment.slots.iter().filter(|&&slot| slot != 0) {
                    larger.put(slot);
                }
                let bytes = Segment::bytes(segment.slots.len());
                *segment = larger;
                budget.release(bytes);
            }
        }
        self.segments[number].put(u64::from(tag_of(hash)) << 32 | u64::from(id + 1));
        Ok(())
    }

    /// Turns the only segment into many.
    fn split(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let count = 1 << SEGMENT_BITS;
        budget.reserve(count as u64 * size_of::<Segment>() as u64)?;
        let mut segments = Vec::with_capacity(count);
        for _ in 0..count {
            segments.push(Segment::new(FIRST_SEGMENT, budget)?);
        }
        let bytes = self
            .segments
            .iter()
            .map(|one| Segment::bytes(one.slots.len()))
            .sum();
        self.segments = segments;
        self.segment_shift = u64::BITS - 1 - SEGMENT_BITS;
        budget.release(bytes);
        for id in 0..self.len - 1 {
            let hash = hash_of(&self.get(id).state);
            self.index(hash, id, budget)?;
        }
        Ok(())
    }
}
