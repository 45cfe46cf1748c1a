//! The successors of a node that belong to the current f.

/// How the nodes of a layer are expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// All successors are kept; those more than one layer on are looked at, if the puzzle
    /// `looks_ahead`.
    Single { looks_ahead: bool },
    /// Those of this layer are kept, those of the next one looked at. The rest
    /// is left to the second pass.
    First,
    /// Those of later layers are kept; those more than one on are looked at.
    Second,
}

/// The treatment of one successor.
pub(super) struct Lot {
    pub(super) is_kept: bool,
    /// Whether it is looked at: does it descend to a goal?
    pub(super) is_looked_at: bool,
}

impl Pass {
    /// Returns what becomes of a successor with this bound of a node in a layer.
    #[inline]
    pub(super) const fn lot(self, bound: u32, layer: u32) -> Lot {
        let (is_kept, is_looked_at) = match self {
            Self::Single { looks_ahead } => (true, looks_ahead && bound > layer + 1),
            Self::First => (bound == layer, bound == layer + 1),
            Self::Second => (bound > layer, bound > layer + 1),
        };
        Lot {
            is_kept,
            is_looked_at,
        }
    }

    /// Returns whether successors are kept whatever their bounds are, so that most are known
    /// and need none.
    #[inline]
    pub(super) const fn keeps_all(self) -> bool {
        matches!(self, Self::Single { .. })
    }
}
