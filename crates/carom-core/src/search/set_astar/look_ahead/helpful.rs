//! The moves of blockers that may matter to the active robot's next slide.

use crate::board::{Axes, Bitboard, Direction, OccupiedLines, Square, line_bits, path_bits};
use crate::games::ActiveRobotHeuristic;

/// The moves of blockers that can give the active robot a slide nearer to the goal, or take
/// one away.
///
/// As with the helpful actions of FF (Hoffmann and Nebel: *The FF Planning
/// System*, 2001), only these are tried when looking for a goal; but none is
/// left out here that could matter.
pub(in crate::search::set_astar) struct HelpfulMoves {
    /// Squares where a blocker would stop a horizontal slide of the active robot nearer to
    /// the goal: bits along each row.
    on_rows: [u16; 16],
    /// The same for vertical slides: bits along each column.
    on_columns: [u16; 16],
    /// The columns of all places in `on_rows`, and the rows of those in `on_columns`.
    marked_columns: u16,
    marked_rows: u16,
    /// Squares of the current blockers that stop a horizontal slide of the active robot,
    /// whether or not a blocker stands there: bits along each row.
    beyond_on_rows: [u16; 16],
    /// The same for vertical slides.
    beyond_on_columns: [u16; 16],
    /// Departures and arrivals together, as lines.
    crossed: OccupiedLines,
    /// The active robots that have a slide which brings them nearer.
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

// Columns and rows are below 16.
impl HelpfulMoves {
    pub(in crate::search::set_astar) const NONE: Self = Self {
        on_rows: [0; 16],
        on_columns: [0; 16],
        marked_columns: 0,
        marked_rows: 0,
        beyond_on_rows: [0; 16],
        beyond_on_columns: [0; 16],
        crossed: OccupiedLines::EMPTY,
        departures: Bitboard::EMPTY,
    };

    /// Adds what helps an active robot with these slides, whose lower bound is `moves`,
    /// at least one.
    #[inline(always)]
    pub(in crate::search::set_astar) fn add(
        &mut self,
        heuristic: &ActiveRobotHeuristic,
        from: Square,
        axes: Axes,
        h: u32,
        slides: &[(Direction, Square); 4],
    ) {
        let [(_, up), (_, right), (_, down), (_, left)] = *slides;
        let (column, row) = (from.column(), from.row());
        let on_row = heuristic.on_row(row, axes.union(Axes::HORIZONTAL), h - 1);
        let on_column = heuristic.on_column(column, axes.union(Axes::VERTICAL), h - 1);
        let (at_column, at_row) = (usize::from(column), usize::from(row));
        let on_row = on_row << 1 & above(column, right.column())
            | on_row >> 1 & above(left.column(), column) >> 1;
        let on_column =
            on_column << 1 & above(row, up.row()) | on_column >> 1 & above(down.row(), row) >> 1;
        self.on_rows[at_row] |= on_row;
        self.on_columns[at_column] |= on_column;
        self.marked_columns |= on_row;
        self.marked_rows |= on_column;
        self.beyond_on_rows[at_row] |= beside(left.column(), right.column());
        self.beyond_on_columns[at_column] |= beside(down.row(), up.row());
    }

    /// Adds a slide that brings the active robot nearer.
    #[inline]
    pub(in crate::search::set_astar) fn add_nearer(&mut self, from: Square, stop: Square) {
        self.crossed.insert(from);
        self.crossed.insert(stop);
        self.departures.insert(from);
    }

    /// Returns whether a slide of a blocker on this square may matter: a first look, before
    /// its slides are worked out.
    #[inline]
    pub(in crate::search::set_astar) fn may_matter_from(&self, from: Square) -> bool {
        let (column, row) = (from.column(), from.row());
        let on_lines = self.on_rows[usize::from(row)]
            | self.crossed.row(row)
            | self.on_columns[usize::from(column)]
            | self.crossed.column(column);
        let ends = self.marked_columns >> column | self.marked_rows >> row;
        on_lines != 0 || ends & 1 != 0 || self.opens_way(from)
    }

    /// Returns whether one of the slides of a blocker may matter: a quick look at
    /// all four, since few do.
    #[inline]
    pub(in crate::search::set_astar) fn may_matter(
        &self,
        from: Square,
        slides: &[(Direction, Square); 4],
    ) -> bool {
        let [(_, up), (_, right), (_, down), (_, left)] = *slides;
        let (column, row) = (from.column(), from.row());
        let on_row = self.on_rows[usize::from(row)] | self.crossed.row(row);
        let on_column = self.on_columns[usize::from(column)] | self.crossed.column(column);
        let at_end_columns = self.on_columns[usize::from(left.column())]
            | self.on_columns[usize::from(right.column())];
        let at_end_rows =
            self.on_rows[usize::from(down.row())] | self.on_rows[usize::from(up.row())];
        let ends = at_end_columns >> row | at_end_rows >> column;
        let way = on_row & line_bits(left.column(), right.column())
            | on_column & line_bits(down.row(), up.row());
        way | ends & 1 != 0 || self.opens_way(from)
    }

    /// Returns whether slides that bring the active robot nearer begin or end on the way of a
    /// blocker.
    #[inline]
    pub(in crate::search::set_astar) fn is_crossed(&self, from: Square, stop: Square) -> bool {
        let (across, along) = path_bits(from, stop);
        self.crossed.row(from.row()) & across | self.crossed.column(from.column()) & along != 0
    }

    /// Returns whether a blocker that leaves this square may let a slide of the
    /// active robot go on.
    #[inline]
    pub(in crate::search::set_astar) fn opens_way(&self, square: Square) -> bool {
        let (column, row) = (square.column(), square.row());
        let (on_row, on_column) = (
            self.beyond_on_rows[usize::from(row)] >> column,
            self.beyond_on_columns[usize::from(column)] >> row,
        );
        (on_row | on_column) & 1 != 0
    }

    /// Returns whether a blocker on this square may stop a slide of the active robot on
    /// a nearer one.
    #[inline]
    pub(in crate::search::set_astar) fn stops_active(&self, square: Square) -> bool {
        let (column, row) = (square.column(), square.row());
        let (on_row, on_column) =
            (self.on_rows[usize::from(row)] >> column, self.on_columns[usize::from(column)] >> row);
        (on_row | on_column) & 1 != 0
    }

    /// Returns the active robots that have a slide which brings them nearer.
    #[inline]
    pub(in crate::search::set_astar) const fn departures(&self) -> Bitboard {
        self.departures
    }
}
