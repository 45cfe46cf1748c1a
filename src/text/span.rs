//! Ranges of bytes.

use std::ops::Range;

/// A range of bytes of a text, on character boundaries.
///
/// Offsets are 32 bits wide, so a text has less than 4 GiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty range at `offset`.
    pub const fn empty(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    /// The range of a part of `text`.
    ///
    /// `part` must be a slice of `text`; of any other string it gives a
    /// meaningless range.
    pub fn of(text: &str, part: &str) -> Self {
        let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
        Self::from_range(start..start.wrapping_add(part.len()))
    }

    /// The range as 32-bit offsets, cut off at the largest.
    pub fn from_range(range: Range<usize>) -> Self {
        let offset = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self::new(offset(range.start), offset(range.end))
    }

    /// The number of bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether there is no byte in it.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The range `offset` bytes further on.
    #[must_use]
    pub const fn shifted(self, offset: u32) -> Self {
        Self::new(
            self.start.saturating_add(offset),
            self.end.saturating_add(offset),
        )
    }

    /// Whether `offset` is in the range or right behind it, as a cursor is.
    pub const fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// The bytes of this range of `text`; nothing where it does not fit.
    #[inline]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// The range as Rust's own.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
