//! Ranges of bytes.

use std::ops::Range;

/// A byte range of a text, on character boundaries.
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
    /// Creates the range from `start` to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Creates an empty range at `offset`.
    pub const fn empty(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    /// Returns the range of `part` in `text`.
    ///
    /// `part` must be a slice of `text`. For any other string the range is
    /// meaningless.
    pub fn of(text: &str, part: &str) -> Self {
        let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
        Self::from_range(start..start.wrapping_add(part.len()))
    }

    /// Converts a range to 32-bit offsets, saturating.
    pub fn from_range(range: Range<usize>) -> Self {
        let offset = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self::new(offset(range.start), offset(range.end))
    }

    /// Returns the number of bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the range is empty.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the smallest range that contains both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Shifts the range by `offset` bytes.
    #[must_use]
    pub const fn shifted(self, offset: u32) -> Self {
        Self::new(self.start.saturating_add(offset), self.end.saturating_add(offset))
    }

    /// Whether a cursor at `offset` is in the range or directly after it.
    pub const fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Returns this range of `text`, or an empty string if it is out of range.
    #[inline]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// Converts to a Rust range.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
