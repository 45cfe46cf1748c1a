//! Which moves of helpers may matter to the runner's next slide.

use crate::board::{Axes, Bitboard, Direction, OccupiedLines, Square, line_bits, path_bits};
use crate::games::ActiveRobotHeuristic;

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
    crossed: OccupiedLines,
    /// The runners that have a slide which brings them nearer.
    departures: Bitboard,
}

/// Returns the places above `low` up to `high`.
const fn above(low: u8, high: u8) -> u16 {
    line_bits(low, high) & !(1 << low)
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
        crossed: OccupiedLines::EMPTY,
        departures: Bitboard::EMPTY,
    };

    /// Adds what helps a runner with these slides, whose lower bound is `moves`,
    /// at least one.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        bound: &ActiveRobotHeuristic,
        from: Square,
        axes: Axes,
        moves: u32,
        slides: &[(Direction, Square); 4],
    ) {
        let [(_, up), (_, right), (_, down), (_, left)] = *slides;
        let (file, rank) = (from.column(), from.row());
        let on_rank = bound.on_row(rank, axes.union(Axes::HORIZONTAL), moves - 1);
        let on_file = bound.on_column(file, axes.union(Axes::VERTICAL), moves - 1);
        let (at_file, at_rank) = (usize::from(file), usize::from(rank));
        let on_rank = on_rank << 1 & above(file, right.column())
            | on_rank >> 1 & above(left.column(), file) >> 1;
        let on_file =
            on_file << 1 & above(rank, up.row()) | on_file >> 1 & above(down.row(), rank) >> 1;
        self.on_ranks[at_rank] |= on_rank;
        self.on_files[at_file] |= on_file;
        self.marked_files |= on_rank;
        self.marked_ranks |= on_file;
        self.beyond_on_ranks[at_rank] |= beside(left.column(), right.column());
        self.beyond_on_files[at_file] |= beside(down.row(), up.row());
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
        let (file, rank) = (from.column(), from.row());
        let on_lines = self.on_ranks[usize::from(rank)]
            | self.crossed.row(rank)
            | self.on_files[usize::from(file)]
            | self.crossed.column(file);
        let ends = self.marked_files >> file | self.marked_ranks >> rank;
        on_lines != 0 || ends & 1 != 0 || self.opens_way(from)
    }

    /// Returns whether one of the slides of a helper may matter: a quick look at
    /// all four, since few do.
    #[inline]
    pub(super) fn may_matter(&self, from: Square, slides: &[(Direction, Square); 4]) -> bool {
        let [(_, up), (_, right), (_, down), (_, left)] = *slides;
        let (file, rank) = (from.column(), from.row());
        let on_rank = self.on_ranks[usize::from(rank)] | self.crossed.row(rank);
        let on_file = self.on_files[usize::from(file)] | self.crossed.column(file);
        let at_end_files =
            self.on_files[usize::from(left.column())] | self.on_files[usize::from(right.column())];
        let at_end_ranks =
            self.on_ranks[usize::from(down.row())] | self.on_ranks[usize::from(up.row())];
        let ends = at_end_files >> rank | at_end_ranks >> file;
        let way = on_rank & line_bits(left.column(), right.column())
            | on_file & line_bits(down.row(), up.row());
        way | ends & 1 != 0 || self.opens_way(from)
    }

    /// Returns whether slides that bring a runner nearer begin or end on the way of a
    /// helper.
    #[inline]
    pub(super) fn is_crossed(&self, from: Square, stop: Square) -> bool {
        let (across, along) = path_bits(from, stop);
        self.crossed.row(from.row()) & across | self.crossed.column(from.column()) & along != 0
    }

    /// Returns whether a helper that leaves this square may let a slide of the
    /// runner go on.
    #[inline]
    pub(super) fn opens_way(&self, square: Square) -> bool {
        let (file, rank) = (square.column(), square.row());
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
        let (file, rank) = (square.column(), square.row());
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
