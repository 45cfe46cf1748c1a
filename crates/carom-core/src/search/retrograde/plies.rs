//! Distances in as few bytes as possible.

/// A distance of at least one ply, or none.
pub(super) trait Plies: Copy + Send + Sync {
    /// No distance.
    const NONE: Self;
    /// The longest distance that fits.
    const LONGEST: u32;

    /// Returns a distance of up to [`LONGEST`](Self::LONGEST).
    fn new(plies: u32) -> Self;

    /// Returns the distance, 0 for none.
    fn get(self) -> u32;
}

impl Plies for u8 {
    const NONE: Self = 0;
    const LONGEST: u32 = 255;

    #[inline]
    fn new(plies: u32) -> Self {
        Self::try_from(plies).expect("at most `LONGEST`")
    }

    #[inline]
    fn get(self) -> u32 {
        self.into()
    }
}

impl Plies for u16 {
    const NONE: Self = 0;
    const LONGEST: u32 = 65_535;

    #[inline]
    fn new(plies: u32) -> Self {
        Self::try_from(plies).expect("at most `LONGEST`")
    }

    #[inline]
    fn get(self) -> u32 {
        self.into()
    }
}
