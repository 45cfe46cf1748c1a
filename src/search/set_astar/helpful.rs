//! Which moves of helpers may matter to the runner's next slide.

use crate::board::{Axes, Bitboard, Direction, Lines, Square, places, way};
use crate::games::LowerBound;

/// Which moves of helpers can give a runner a slide that brings it nearer, or
/// take one from it.
///
/// As with the helpful actions of FF (Hoffmann and Nebel: *The FF Planning
/// System*, 2001), only these are tried when looking for a goal; but none is
/// left out here that could matter.
pub(super) struct HelpfulMoves {
    /// Where a helper would stop a horizontal slide of the runner on a nearer
    /// square: bits along each rank.
    on_ranks: [u16; 16],
    /// The same for vertical slides: bits along each file.
    on_files: [u16; 16],
    /// The files of all places in `on_ranks`, and the ranks of those in `on_files`.
    marked_files: u16,
    marked_ranks: u16,
    /// Where one stands that stops a horizontal slide of the runner now, if
    /// one stands there.
    beyond_on_ranks: [u16; 16],
    /// The same for vertical slides.
    beyond_on_files: [u16; 16],
    /// Departures and arrivals together, as lines.
    crossed: Lines,
    /// The runners that have a slide which brings them nearer.
    departures: Bitboard,
}

/// Returns the places above `low` up to `high`.
const fn above(low: u8, high: u8) -> u16 {
    places(low, high) & !(1 << low)
}

/// Returns the places next to `low` and to `high`, outside of them.
const fn beside(low: u8, high: u8) -> u16 {
    let [a, b, ..] = (2_u32 << high | 1_u32 << low >> 1).to_le_bytes();
    u16::from_le_bytes([a, b])
}

// Files and ranks are below 16.
#[expect(clippy::indexing_slicing)]
impl HelpfulMoves {
    /// None yet.
    pub(super) const NONE: Self = Self {
        on_ranks: [0; 16],
        on_files: [0; 16],
        marked_files: 0,
        marked_ranks: 0,
        beyond_on_ranks: [0; 16],
        beyond_on_files: [0; 16],
        crossed: Lines::EMPTY,
        departures: Bitboard::EMPTY,
    };

    /// Adds what helps a runner with these slides, whose lower bound is `moves`,
    /// at least one.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        bound: &LowerBound,
        from: Square,
        axes: Axes,
        moves: u32,
        slides: &[(Direction, Square); 4],
    ) {
        let [(_, up), (_, right), (_, down), (_, left)] = *slides;
        let (file, rank) = (from.file(), from.rank());
        let on_rank = bound.on_rank(rank, axes.and(Axes::HORIZONTAL), moves - 1);
        let on_file = bound.on_file(file, axes.and(Axes::VERTICAL), moves - 1);
        let (at_file, at_rank) = (usize::from(file), usize::from(rank));
        let on_rank =
            on_rank << 1 & above(file, right.file()) | on_rank >> 1 & above(left.file(), file) >> 1;
        let on_file =
            on_file << 1 & above(rank, up.rank()) | on_file >> 1 & above(down.rank(), rank) >> 1;
        self.on_ranks[at_rank] |= on_rank;
        self.on_files[at_file] |= on_file;
        self.marked_files |= on_rank;
        self.marked_ranks |= on_file;
        self.beyond_on_ranks[at_rank] |= beside(left.file(), right.file());
        self.beyond_on_files[at_file] |= beside(down.rank(), up.rank());
    }

    /// Adds a slide that brings the runner nearer.
    #[inline]
    pub(super) fn add_nearer(&mut self, from: Square, stop: Square) {
        self.crossed.insert(from);
        self.crossed.insert(stop);
        self.departures.insert(from);
    }

    /// Returns whether a slide of a helper on this square may matter: a first look, before
    /// its slides are worked out.
    #[inline]
    pub(super) fn may_matter_from(&self, from: Square) -> bool {
        let (file, rank) = (from.file(), from.rank());
        let on_lines = self.on_ranks[usize::from(rank)]
            | self.crossed.rank(rank)
            | self.on_files[usize::from(file)]
            | self.crossed.file(file);
        let ends = self.marked_files >> file | self.marked_ranks >> rank;
        on_lines != 0 || ends & 1 != 0 || self.opens_way(from)
    }

    /// Returns whether one of the slides of a helper may matter: a quick look at
    /// all four, since few do.
    #[inline]
    pub(super) fn may_matter(&self, from: Square, slides: &[(Direction, Square); 4]) -> bool {
        let [(_, up), (_, right), (_, down), (_, left)] = *slides;
        let (file, rank) = (from.file(), from.rank());
        let on_rank = self.on_ranks[usize::from(rank)] | self.crossed.rank(rank);
        let on_file = self.on_files[usize::from(file)] | self.crossed.file(file);
        let at_end_files =
            self.on_files[usize::from(left.file())] | self.on_files[usize::from(right.file())];
        let at_end_ranks =
            self.on_ranks[usize::from(down.rank())] | self.on_ranks[usize::from(up.rank())];
        let ends = at_end_files >> rank | at_end_ranks >> file;
        let way =
            on_rank & places(left.file(), right.file()) | on_file & places(down.rank(), up.rank());
        way | ends & 1 != 0 || self.opens_way(from)
    }

    /// Returns whether slides that bring a runner nearer begin or end on the way of a
    /// helper.
    #[inline]
    pub(super) fn is_crossed(&self, from: Square, stop: Square) -> bool {
        let (across, along) = way(from, stop);
        self.crossed.rank(from.rank()) & across | self.crossed.file(from.file()) & along != 0
    }

    /// Returns whether a helper that leaves this square may let a slide of the
    /// runner go on.
    #[inline]
    pub(super) fn opens_way(&self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank());
        let (on_rank, on_file) = (
            self.beyond_on_ranks[usize::from(rank)] >> file,
            self.beyond_on_files[usize::from(file)] >> rank,
        );
        (on_rank | on_file) & 1 != 0
    }

    /// Returns whether a helper on this square may stop a slide of the runner on
    /// a nearer one.
    #[inline]
    pub(super) fn stops_runner(&self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank());
        let (on_rank, on_file) = (
            self.on_ranks[usize::from(rank)] >> file,
            self.on_files[usize::from(file)] >> rank,
        );
        (on_rank | on_file) & 1 != 0
    }

    /// Returns the runners that have a slide which brings them nearer.
    #[inline]
    pub(super) const fn departures(&self) -> Bitboard {
        self.departures
    }
}
