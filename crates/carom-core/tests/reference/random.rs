//! Reproducible random boards, and their conversion to positions of the crate.

use carom::board::{Board, Direction, Square};
use carom::games::{self, Piece};

use super::lunar::Lunar;
use super::ricochet::Ricochet;
use super::{Cell, Grid};

/// `SplitMix64`, of Steele, Lea and Flood (2014).
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `end - 1`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn range(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last + 1 - first)
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a grid and its free cells in random order.
    pub fn grid(
        &mut self,
        min: usize,
        max: usize,
        blocks: usize,
        walls: usize,
    ) -> (Grid, Vec<Cell>) {
        let (columns, rows) = (self.range(min, max) as i32, self.range(min, max) as i32);
        let mut grid = Grid { columns, rows, ..Grid::default() };
        let mut free = Vec::new();
        for x in 0..columns {
            for y in 0..rows {
                if self.chance(blocks) {
                    grid.blocks.push((x, y));
                } else {
                    free.push((x, y));
                }
                if x + 1 < columns && self.chance(walls) {
                    grid.walls_right.push((x, y));
                }
                if y + 1 < rows && self.chance(walls) {
                    grid.walls_above.push((x, y));
                }
            }
        }
        for place in (1..free.len()).rev() {
            free.swap(place, self.below(place + 1));
        }
        (grid, free)
    }

    /// Returns a Lunar Lockout board, or `None` if it is too small.
    pub fn lunar(&mut self, max_side: usize, max_robots: usize) -> Option<Lunar> {
        let blocks = [0, 0, 0, 10][self.below(4)];
        let walls = [0, 0, 8][self.below(3)];
        let (grid, mut free) = self.grid(2, max_side, blocks, walls);
        let cells = free.clone();
        let (humans, robots) = (self.range(1, 3), self.range(0, max_robots));
        if free.len() < humans + robots {
            return None;
        }
        let stay = self.chance(50);
        let targets = self.range(if stay { humans } else { 1 }, 4).min(cells.len());
        // Targets may be under pieces.
        let mut targets: Vec<Cell> =
            (0..4 * targets).map(|_| cells[self.below(cells.len())]).take(4).collect();
        targets.sort_unstable();
        targets.dedup();
        if stay && targets.len() < humans {
            return None;
        }
        Some(Lunar {
            grid,
            stay,
            humans: free.split_off(free.len() - humans),
            robots: free.split_off(free.len() - robots),
            nameless: robots.saturating_sub(26),
            targets,
        })
    }

    /// Returns a Ricochet Robots board, or `None` if it is too small.
    pub fn ricochet(
        &mut self,
        max_side: usize,
        robots: usize,
        diagonals: bool,
    ) -> Option<Ricochet> {
        let blocks = [0, 5, 12][self.below(3)];
        let walls = [0, 6, 15][self.below(3)];
        let (grid, mut free) = self.grid(2, max_side, blocks, walls);
        if free.len() < robots + 3 {
            return None;
        }
        let target = free[self.below(free.len())];
        let count = if diagonals { self.range(1, 4).min(free.len() - 1) } else { 0 };
        let cells = free.clone();
        let diagonals = (0..count)
            .map(|at| {
                let passes = [None, Some(self.below(robots)), Some(7)][self.below(3)];
                (cells[at], self.chance(50), passes)
            })
            .collect();
        Some(Ricochet {
            grid,
            bounce: self.chance(50),
            no_rebound: self.chance(30),
            robots: free.split_off(free.len() - robots),
            nameless: 0,
            targets: vec![(
                target,
                [None, Some(self.below(robots)), Some(self.below(robots))][self.below(3)],
            )],
            diagonals,
        })
    }
}

pub fn square((x, y): Cell) -> Square {
    Square::new(x as u8, y as u8)
}

fn board(grid: &Grid) -> Board {
    let mut board = Board::new(grid.columns as usize, grid.rows as usize).unwrap();
    for cell in grid.blocks.iter() {
        board.add_block(square(cell));
    }
    for cell in grid.walls_right.iter() {
        board.add_wall(square(cell), Direction::Right);
    }
    for cell in grid.walls_above.iter() {
        board.add_wall(square(cell), Direction::Up);
    }
    board
}

fn pieces<'a>(names: &'a str, cells: &'a [Cell]) -> impl Iterator<Item = Piece> + use<'a> {
    let nameless = std::iter::repeat('0');
    names
        .chars()
        .chain(nameless)
        .zip(cells)
        .map(|(name, &cell)| Piece { name, square: square(cell) })
}

const ROBOTS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl From<&Lunar> for games::Position {
    fn from(lunar: &Lunar) -> Self {
        let setup = games::lunar::Setup::from(lunar);
        Self::Lunar(setup.position().unwrap())
    }
}

impl From<&Lunar> for games::lunar::Setup {
    fn from(lunar: &Lunar) -> Self {
        let humans = pieces("123456789", &lunar.humans);
        let named = lunar.robots.len() - lunar.nameless;
        Self {
            board: board(&lunar.grid),
            rule: if lunar.stay { games::lunar::Rule::Stay } else { games::lunar::Rule::Exit },
            pieces: humans.chain(pieces(&ROBOTS[..named], &lunar.robots)).collect(),
            targets: lunar.targets.iter().map(|&cell| square(cell)).collect(),
            is_grouped: false,
        }
    }
}

impl From<&Ricochet> for games::Position {
    fn from(ricochet: &Ricochet) -> Self {
        let setup = games::ricochet::Setup::from(ricochet);
        Self::Ricochet(setup.position().unwrap())
    }
}

impl From<&Ricochet> for games::ricochet::Setup {
    fn from(ricochet: &Ricochet) -> Self {
        use games::ricochet::{Rules, Target};
        use games::{Diagonal, DiagonalKind};
        let name = |robot: usize| ROBOTS.chars().nth(robot).unwrap();
        let diagonal = |&(cell, slash, passes): &(Cell, bool, Option<usize>)| Diagonal {
            square: square(cell),
            kind: if slash { DiagonalKind::Slash } else { DiagonalKind::Backslash },
            robot: passes.map(name),
        };
        let named = ricochet.robots.len() - ricochet.nameless;
        let target = |&(cell, robot): &(Cell, Option<usize>)| Target {
            square: square(cell),
            robot: robot.map(name),
        };
        Self {
            board: board(&ricochet.grid),
            rules: Rules {
                bounce: ricochet.bounce,
                no_rebound: ricochet.no_rebound,
                is_grouped: false,
            },
            robots: pieces(&ROBOTS[..named], &ricochet.robots).collect(),
            targets: ricochet.targets.iter().map(target).collect(),
            diagonals: ricochet.diagonals.iter().map(diagonal).collect(),
        }
    }
}
