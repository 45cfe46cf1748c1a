//! The steps of one army, and the squares that it occupies.

use super::bits::{BitMatrix, or};
use crate::board::Square;
use crate::games::{Army, ArmyPlacement, ArmyStep};
use crate::search::limits::{Budget, Limit};

/// The steps between the placements of an army with a given number of men.
#[derive(Debug)]
pub(super) struct Graph {
    steps: Lists<u32>,
    /// The squares that the steps enter, each once.
    entered: Lists<Square>,
    leaves: Lists<u32>,
}

/// A list for each row, in one vector.
#[derive(Debug)]
struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn with_capacity(rows: usize, items: usize) -> Self {
        Self { ends: Vec::with_capacity(rows), items: Vec::with_capacity(items) }
    }

    /// Ends the list of a row.
    fn end(&mut self) {
        let end = u32::try_from(self.items.len());
        self.ends.push(end.expect("`Graph::bytes` has checked the number of steps"));
    }

    // Rows are numbers of placements, and the ends are ends of `items`.
    #[inline]
    fn row(&self, row: usize) -> &[T] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.items[start as usize..self.ends[row] as usize]
    }
}

/// The number of rows between two polls of the flag and the clock.
const POLL_ROWS: u64 = 1 << 10;

impl Graph {
    /// Returns an upper bound of its bytes, or `None` if its numbers do not fit.
    pub(super) fn bytes(army: &Army, men: usize) -> Option<u64> {
        let rows = army.placements(men);
        let steps = rows.checked_mul(3)?.checked_mul(u64::try_from(men).ok()?)?;
        u32::try_from(steps).ok()?;
        // A step and its square, a leave, three ends.
        Some(steps * 5 + steps.div_ceil(3) * 4 + rows * 12)
    }

    pub(super) fn new(army: &Army, men: usize, budget: &Budget<'_>) -> Result<Self, Limit> {
        let count = army.placements(men);
        let rows = usize::try_from(count).expect("`bytes` has checked that its numbers fit");
        let mut graph = Self {
            steps: Lists::with_capacity(rows, rows * men * 3),
            entered: Lists::with_capacity(rows, rows * men * 3),
            leaves: Lists::with_capacity(rows, rows * men),
        };
        let mut entered = Vec::new();
        for rank in 0..count {
            entered.clear();
            for step in army.steps(ArmyPlacement { men, rank }) {
                let number =
                    |rank| u32::try_from(rank).expect("less than the number of placements");
                match step {
                    ArmyStep::To { rank, square } => {
                        graph.steps.items.push(number(rank));
                        entered.push(square);
                    }
                    ArmyStep::Leave { rank } => {
                        graph.leaves.items.push(number(rank));
                    }
                }
            }
            entered.sort_unstable();
            entered.dedup();
            graph.entered.items.extend_from_slice(&entered);
            graph.entered.end();
            graph.steps.end();
            graph.leaves.end();
            if rank % POLL_ROWS == 0 {
                budget.poll()?;
            }
        }
        Ok(graph)
    }

    /// Returns the placements after one step.
    #[inline]
    pub(super) fn steps(&self, row: usize) -> &[u32] {
        self.steps.row(row)
    }

    /// Returns the squares that these steps enter, each once.
    pub(super) fn entered(&self, row: usize) -> &[Square] {
        self.entered.row(row)
    }

    /// Returns the placements after a man has left, with one man less.
    #[inline]
    pub(super) fn leaves(&self, row: usize) -> &[u32] {
        self.leaves.row(row)
    }
}

/// For each square, the placements of an army with a man on it.
#[derive(Debug)]
pub(super) struct Occupancy {
    men: usize,
    /// The row of each square.
    rows: Vec<Option<usize>>,
    matrix: BitMatrix,
}

impl Occupancy {
    /// Returns the squares that an army can reach: those of a single man.
    fn region(army: &Army) -> Vec<Square> {
        let ranks = 0..army.placements(1);
        let squares = ranks.flat_map(|rank| army.squares(ArmyPlacement { men: 1, rank }));
        squares.collect()
    }

    /// Returns `None` if the number overflows.
    pub(super) fn bytes(army: &Army, men: usize) -> Option<u64> {
        BitMatrix::bytes(army.placements(1), army.placements(men))
    }

    pub(super) fn new(army: &Army, men: usize, budget: &Budget<'_>) -> Result<Self, Limit> {
        let count = army.placements(men);
        let region = Self::region(army);
        let mut rows = vec![None; 256];
        for (row, square) in region.iter().enumerate() {
            rows[square.index()] = Some(row);
        }
        let columns = usize::try_from(count).expect("`bytes` has checked that its numbers fit");
        let mut matrix = BitMatrix::new(region.len(), columns);
        for (rank, column) in (0..count).zip(0_usize..) {
            for square in army.squares(ArmyPlacement { men, rank }) {
                let row = rows[square.index()].expect("a man stands where a single one can");
                matrix.row_mut(row)[column / 64] |= 1 << (column % 64);
            }
            if rank % POLL_ROWS == 0 {
                budget.poll()?;
            }
        }
        Ok(Self { men, rows, matrix })
    }

    /// Returns the placements with a man on `square`.
    fn on(&self, square: Square) -> Option<&[u64]> {
        self.rows[square.index()].map(|row| self.matrix.row(row))
    }

    /// Adds to `set` the placements with a man on one of `squares`.
    pub(super) fn add_overlapping(&self, squares: &[Square], set: &mut [u64]) {
        for placements in squares.iter().filter_map(|&square| self.on(square)) {
            or(set, placements);
        }
    }

    /// Sets `set` to the placements with men on all of `squares`, which differ. Returns whether
    /// there are any; if not, `set` is unchanged.
    pub(super) fn covering(&self, squares: &[Square], set: &mut [u64]) -> bool {
        if squares.len() > self.men || squares.iter().any(|&square| self.on(square).is_none()) {
            return false;
        }
        set.fill(u64::MAX);
        for placements in squares.iter().filter_map(|&square| self.on(square)) {
            for (set, placements) in set.iter_mut().zip(placements) {
                *set &= placements;
            }
        }
        true
    }
}
