//! The passes over a layer, and what each does with a successor.

/// How the nodes of a layer are expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// The only pass. All successors are kept. If the puzzle `looks_ahead`, those more than one
    /// layer on are looked at.
    Single { looks_ahead: bool },
    /// Successors in this layer are kept, and those in the next one are looked at. The second
    /// pass generates the others again.
    First,
    /// Successors in later layers are kept, and those more than one layer on are looked at.
    Second,
}

/// What a pass does with a successor.
pub(super) struct Treatment {
    /// Whether it becomes a node.
    pub(super) is_kept: bool,
    /// Whether the search looks ahead from it: does it descend to a goal?
    pub(super) is_looked_at: bool,
}

impl Pass {
    /// Returns the treatment of a successor with this *f* of a node in `layer`.
    #[inline]
    pub(super) const fn treatment(self, f: u32, layer: u32) -> Treatment {
        let (is_kept, is_looked_at) = match self {
            Self::Single { looks_ahead } => (true, looks_ahead && f > layer + 1),
            Self::First => (f == layer, f == layer + 1),
            Self::Second => (f > layer, f > layer + 1),
        };
        Treatment { is_kept, is_looked_at }
    }

    /// Whether successors are kept whatever their *f* is. Most are known nodes, which need no
    /// *h*.
    #[inline]
    pub(super) const fn keeps_all(self) -> bool {
        matches!(self, Self::Single { .. })
    }
}
