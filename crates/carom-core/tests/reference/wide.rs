//! Random boards with several targets, or with unnamed robots.

use super::Cell;
use super::lunar::Lunar;
use super::random::Random;
use super::ricochet::Ricochet;

impl Random {
    /// Returns a Lunar Lockout board with some unnamed robots, or `None` if it is too small.
    pub fn wide_lunar(&mut self, max_side: usize, max_robots: usize) -> Option<Lunar> {
        let mut board = self.lunar(max_side, max_robots)?;
        let robots = board.robots.len();
        board.nameless = self.range(board.nameless, robots);
        Some(board)
    }

    /// Returns a Ricochet Robots board with some unnamed robots and one to four targets, some of
    /// them a choice, or `None` if it is too small.
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
        let free: Vec<Cell> = all.filter(|cell| !board.grid.blocks.contains(cell)).collect();
        board.targets.clear();
        for _ in 0..self.range(1, 4) {
            // Few names make choices frequent.
            let of = (named > 0 && self.chance(70)).then(|| self.below(named.min(3)));
            board.targets.push((free[self.below(free.len())], of));
        }
        Some(board)
    }
}
