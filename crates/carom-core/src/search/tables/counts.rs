//! The number of paths to states, layer by layer, while the states are few. The caller reserves
//! the memory.

/// The most nodes that are expanded. A puzzle that needs more is not cheap to count.
pub(in crate::search) const MAX_NODES: usize = 1 << 7;

pub(in crate::search) trait CountedNode: Copy + Eq {
    /// Returns a hash whose highest byte is well mixed.
    fn hash(&self) -> u64;
}

/// Two layers of a count, and the number of nodes expanded.
pub(in crate::search) struct Counts<N> {
    /// The nodes of a layer, each with the number of paths to it.
    layer: Vec<(N, u64)>,
    next: CountedLayer<N>,
    expanded: usize,
}

impl<N: CountedNode> Counts<N> {
    /// Creates a count whose first layer has one node.
    pub(in crate::search) fn new(start: N) -> Self {
        let mut layer = Vec::with_capacity(FIRST_LEN);
        layer.push((start, 1));
        Self {
            layer,
            next: CountedLayer { nodes: Vec::with_capacity(FIRST_LEN), room: 0, slots: [0; SLOTS] },
            expanded: 0,
        }
    }

    /// Advances to the next layer. `expand` gets each node and the number of paths to it, and adds
    /// its successors. Returns `None` if there are too many nodes.
    #[inline]
    pub(in crate::search) fn expand_layer(
        &mut self,
        mut expand: impl FnMut(N, u64, &mut CountedLayer<N>) -> Option<()>,
    ) -> Option<()> {
        // All nodes of the layer will be expanded.
        self.expanded += self.layer.len();
        self.next.clear(MAX_NODES.checked_sub(self.expanded)?);
        for &(node, paths) in &self.layer {
            expand(node, paths, &mut self.next)?;
        }
        std::mem::swap(&mut self.layer, &mut self.next.nodes);
        Some(())
    }

    /// Returns the number of paths to the nodes that are `solved`, or `None` if it overflows.
    pub(in crate::search) fn sum(&self, solved: impl Fn(&N) -> bool) -> Option<u64> {
        let nodes = self.layer.iter();
        let mut paths = nodes.filter(|(node, _)| solved(node)).map(|(_, paths)| *paths);
        paths.try_fold(0_u64, u64::checked_add)
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

/// The number of slots of a layer. At least half of them stay free.
const SLOTS: usize = 2 * MAX_NODES;

/// The initial capacity of a layer.
const FIRST_LEN: usize = MAX_NODES / 4;

const _: () = assert!(MAX_NODES < u8::MAX as usize);

// Slots are counted modulo their number, and hold numbers of nodes.
impl<N: CountedNode> CountedLayer<N> {
    /// Removes all nodes, and makes room for `room` nodes.
    fn clear(&mut self, room: usize) {
        self.nodes.clear();
        self.room = room;
        self.slots = [0; SLOTS];
    }

    /// Adds a number of paths to a node. Returns `None` if there is no room for the node, or if the
    /// number overflows.
    #[inline]
    pub(in crate::search) fn add(&mut self, node: N, paths: u64) -> Option<()> {
        let mut slot = (node.hash() >> 56) as usize % SLOTS;
        loop {
            let number = usize::from(self.slots[slot]);
            if number == 0 {
                if self.nodes.len() == self.room {
                    return None;
                }
                self.nodes.push((node, paths));
                self.slots[slot] = u8::try_from(self.nodes.len()).expect("at most `MAX_NODES`");
                return Some(());
            }
            let (known, sum) = &mut self.nodes[number - 1];
            if *known == node {
                *sum = sum.checked_add(paths)?;
                return Some(());
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}
