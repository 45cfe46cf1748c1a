//! Random boards with several targets, and with robots without names.

use super::Cell;
use super::lunar::Lunar;
use super::random::Random;
use super::ricochet::Ricochet;

impl Random {
    /// A Lunar Lockout board of which some robots have no names, or `None` where
    /// it came out too small.
    pub fn wide_lunar(&mut self, max_side: usize, max_robots: usize) -> Option<Lunar> {
        let mut board = self.lunar(max_side, max_robots)?;
        let robots = board.robots.len();
        board.nameless = self.range(board.nameless, robots);
        Some(board)
    }

    /// A Ricochet Robots board of which some robots have no names, with one to
    /// four targets of which some are a choice; `None` where it came out too
    /// small.
    pub fn wide_ricochet(
        &mut self,
        max_side: usize,
        robots: usize,
        diagonals: bool,
    ) -> Option<Ricochet> {
        let mut board = self.ricochet(max_side, robots, diagonals)?;
        let named = self.below(robots.min(26) + 1);
        board.nameless = robots - named;
        for (_, _, passes) in &mut board.diagonals {
            *passes = passes.filter(|&robot| robot < named || robot >= robots);
        }
        let all = (0..board.grid.columns).flat_map(|x| (0..board.grid.rows).map(move |y| (x, y)));
        let free: Vec<Cell> = all
            .filter(|cell| !board.grid.blocks.contains(cell))
            .collect();
        board.targets.clear();
        for _ in 0..self.range(1, 4) {
            // Few names, so that choices are frequent.
            let of = (named > 0 && self.chance(70)).then(|| self.below(named.min(3)));
            board.targets.push((free[self.below(free.len())], of));
        }
        Some(board)
    }
}
