//! The number of ways to states, layer by layer, as long as these are few. Who
//! counts reserves the memory.

/// Nodes that are expanded at most. A puzzle that needs more is not cheap.
pub(in crate::search) const MAX_NODES: usize = 1 << 7;

/// A node of a count.
pub(in crate::search) trait CountedNode: Copy + Eq {
    /// Returns a hash, of which the highest byte is well mixed.
    fn hash(&self) -> u64;
}

/// Two layers of a count, and how many nodes have been expanded.
pub(in crate::search) struct Counts<N> {
    /// The nodes of a layer, each with the number of ways to it.
    layer: Vec<(N, u64)>,
    next: CountedLayer<N>,
    expanded: usize,
}

impl<N: CountedNode> Counts<N> {
    /// Returns a count whose first layer has one node.
    pub(in crate::search) fn new(start: N) -> Self {
        let mut layer = Vec::with_capacity(FIRST_LEN);
        layer.push((start, 1));
        Self {
            layer,
            next: CountedLayer {
                nodes: Vec::with_capacity(FIRST_LEN),
                room: 0,
                slots: [0; SLOTS],
            },
            expanded: 0,
        }
    }

    /// Goes on to the next layer, to which `expand` adds the successors of a
    /// node with so many ways to it; `None` where that takes too many nodes.
    #[inline]
    pub(in crate::search) fn expand_layer(
        &mut self,
        mut expand: impl FnMut(N, u64, &mut CountedLayer<N>) -> Option<()>,
    ) -> Option<()> {
        // All nodes of the layer are going to be expanded.
        self.expanded += self.layer.len();
        self.next.clear(MAX_NODES.checked_sub(self.expanded)?);
        for &(node, ways) in &self.layer {
            expand(node, ways, &mut self.next)?;
        }
        std::mem::swap(&mut self.layer, &mut self.next.nodes);
        Some(())
    }

    /// Returns the number of ways to the nodes that are `solved`, if a number
    /// holds it.
    pub(in crate::search) fn sum(&self, solved: impl Fn(&N) -> bool) -> Option<u64> {
        let nodes = self.layer.iter();
        let mut ways = nodes
            .filter(|(node, _)| solved(node))
            .map(|(_, ways)| *ways);
        ways.try_fold(0_u64, u64::checked_add)
    }
}

/// A layer of a count to which nodes are added.
pub(in crate::search) struct CountedLayer<N> {
    nodes: Vec<(N, u64)>,
    /// The most nodes that it may have.
    room: usize,
    /// A hash table of nodes by their number plus one; 0 is a free slot.
    slots: [u8; SLOTS],
}

/// Slots of a layer, of which at least half stay free.
const SLOTS: usize = 2 * MAX_NODES;

/// The initial capacity of a layer.
const FIRST_LEN: usize = MAX_NODES / 4;

const _: () = assert!(MAX_NODES < u8::MAX as usize);

// Slots are counted modulo their number, and hold numbers of nodes.
#[expect(clippy::indexing_slicing)]
impl<N: CountedNode> CountedLayer<N> {
    /// Leaves no node and room for so many.
    fn clear(&mut self, room: usize) {
        self.nodes.clear();
        self.room = room;
        self.slots = [0; SLOTS];
    }

    /// Adds so many ways to a node; `None` where there is no room for it, or
    /// they are too many for a number.
    #[inline]
    pub(in crate::search) fn add(&mut self, node: N, ways: u64) -> Option<()> {
        let mut slot = (node.hash() >> 56) as usize % SLOTS;
        loop {
            let number = usize::from(self.slots[slot]);
            if number == 0 {
                if self.nodes.len() == self.room {
                    return None;
                }
                self.nodes.push((node, ways));
                self.slots[slot] = u8::try_from(self.nodes.len()).ok()?;
                return Some(());
            }
            let (known, sum) = &mut self.nodes[number - 1];
            if *known == node {
                *sum = sum.checked_add(ways)?;
                return Some(());
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}
