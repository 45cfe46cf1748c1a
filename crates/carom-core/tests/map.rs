//! Compares what-if maps and suggestions for Lunar Lockout and Ricochet Robots with the plain
//! reference.

use crate::cases::{cases, is_thorough};
use crate::maps;
use crate::reference;

use carom::analysis::WriteSetup;
use carom::games::{lunar, ricochet};

use maps::{Board, Counts, Optimum, compare, name};
use reference::lunar::Lunar;
use reference::random::Random;
use reference::ricochet::Ricochet;
use reference::{Cell, Grid, Truth};

const MOST_STATES: usize = 20_000;

const BOARDS: usize = 4;

/// An object on a board that a map can be about.
#[derive(Clone, Copy, Debug)]
pub enum BoardObject {
    Human(usize),
    Robot(usize),
    Target(usize),
    Diagonal(usize),
    Block(Cell),
}

fn optimum(truth: Truth) -> Option<Optimum> {
    match truth {
        Truth::Solved(moves, _) => Some(Optimum::Moves(moves)),
        Truth::Unsolvable => Some(Optimum::Unsolvable),
        Truth::DeeperThan(_) => None,
    }
}

/// Returns the id, the cell and the object of each block.
fn blocks(grid: &Grid) -> impl Iterator<Item = (String, Option<Cell>, BoardObject)> {
    let blocks = grid.blocks.iter();
    blocks.map(|cell| (format!("block@{}", name(cell)), Some(cell), BoardObject::Block(cell)))
}

fn robots(
    robots: &[Cell],
    nameless: usize,
) -> impl Iterator<Item = (String, Option<Cell>, BoardObject)> {
    let named = robots.len() - nameless;
    robots.iter().enumerate().map(move |(number, &cell)| {
        let id = match number < named {
            true => char::from(b'A' + number as u8).to_string(),
            false => format!("0@{}", name(cell)),
        };
        (id, Some(cell), BoardObject::Robot(number))
    })
}

fn move_block(grid: &mut Grid, from: Cell, to: Cell) {
    grid.blocks.remove(from);
    grid.blocks.push(to);
}

impl Board for Lunar {
    type BoardObject = BoardObject;

    fn size(&self) -> Cell {
        (self.grid.columns, self.grid.rows)
    }

    fn setup(&self) -> impl WriteSetup {
        lunar::Setup::from(self)
    }

    fn things(&self) -> Vec<(String, Option<Cell>, BoardObject)> {
        let humans = self.humans.iter().enumerate();
        let humans =
            humans.map(|(at, &cell)| ((at + 1).to_string(), Some(cell), BoardObject::Human(at)));
        let targets = self.targets.iter().enumerate().map(|(at, &cell)| {
            (format!("target:+@{}", name(cell)), Some(cell), BoardObject::Target(at))
        });
        let robots = robots(&self.robots, self.nameless);
        let all = humans.chain(robots).chain(targets);
        all.chain(blocks(&self.grid)).collect()
    }

    fn moved(&self, thing: &BoardObject, to: Cell) -> Option<Self> {
        let mut moved = self.clone();
        let is_piece = self.humans.contains(&to) || self.robots.contains(&to);
        let is_target = self.targets.contains(&to);
        let is_taken = match *thing {
            BoardObject::Human(at) => {
                moved.humans[at] = to;
                is_piece
            }
            BoardObject::Robot(at) => {
                moved.robots[at] = to;
                is_piece
            }
            BoardObject::Target(at) => {
                moved.targets[at] = to;
                is_target
            }
            BoardObject::Block(from) => {
                move_block(&mut moved.grid, from, to);
                is_piece || is_target
            }
            BoardObject::Diagonal(_) => panic!("a diagonal"),
        };
        (!is_taken && !self.grid.blocks.contains(&to)).then_some(moved)
    }

    fn optimum(&self) -> Option<Optimum> {
        optimum(self.truth(MOST_STATES))
    }
}

impl Board for Ricochet {
    type BoardObject = BoardObject;

    fn size(&self) -> Cell {
        (self.grid.columns, self.grid.rows)
    }

    fn setup(&self) -> impl WriteSetup {
        ricochet::Setup::from(self)
    }

    fn things(&self) -> Vec<(String, Option<Cell>, BoardObject)> {
        let targets = self.targets.iter().enumerate().map(|(at, &(cell, of))| {
            let glyph = of.map_or('*', |robot| char::from(b'a' + robot as u8));
            let id = format!("target:{glyph}@{}", name(cell));
            (id, Some(cell), BoardObject::Target(at))
        });
        let diagonals = self.diagonals.iter().enumerate().map(|(at, &(cell, ..))| {
            let id = format!("diagonal@{}", name(cell));
            (id, Some(cell), BoardObject::Diagonal(at))
        });
        let robots = robots(&self.robots, self.nameless);
        let all = robots.chain(targets).chain(diagonals);
        all.chain(blocks(&self.grid)).collect()
    }

    fn moved(&self, thing: &BoardObject, to: Cell) -> Option<Self> {
        let mut moved = self.clone();
        let is_diagonal = self.diagonals.iter().any(|&(cell, ..)| cell == to);
        let is_taken = match *thing {
            BoardObject::Robot(at) => {
                moved.robots[at] = to;
                self.robots.contains(&to)
            }
            BoardObject::Target(at) => {
                moved.targets[at].0 = to;
                self.targets.contains(&(to, self.targets[at].1))
            }
            BoardObject::Diagonal(at) => {
                moved.diagonals[at].0 = to;
                is_diagonal
            }
            BoardObject::Block(from) => {
                move_block(&mut moved.grid, from, to);
                let is_target = self.targets.iter().any(|&(cell, _)| cell == to);
                is_diagonal || is_target || self.robots.contains(&to)
            }
            BoardObject::Human(_) => panic!("a human"),
        };
        let is_legal = !is_taken && !self.grid.blocks.contains(&to) && can_hold(&moved);
        is_legal.then_some(moved)
    }

    fn optimum(&self) -> Option<Optimum> {
        optimum(self.truth(MOST_STATES))
    }
}

/// Returns whether all targets can hold at once, or one of each choice. Otherwise the puzzle is
/// malformed.
fn can_hold(board: &Ricochet) -> bool {
    let named = board.robots.len() - board.nameless;
    let cells = |of: Option<usize>| {
        let targets = board.targets.iter().filter(move |target| target.1 == of);
        targets.map(|&(cell, _)| cell)
    };
    // Try every assignment of robots with their own targets to these targets.
    let mut ways = vec![Vec::new()];
    for robot in (0..named).filter(|&robot| cells(Some(robot)).next().is_some()) {
        let before = ways.into_iter();
        ways = before
            .flat_map(|stand: Vec<Cell>| {
                let free = cells(Some(robot)).filter(|cell| !stand.contains(cell));
                let stands = free.map(|cell| [stand.as_slice(), &[cell]].concat());
                stands.collect::<Vec<_>>()
            })
            .collect();
    }
    let is_any_free = |stand: &Vec<Cell>| {
        let has_robot = stand.len() < board.robots.len();
        cells(None).any(|cell| has_robot || stand.contains(&cell))
    };
    ways.iter().any(|stand| cells(None).next().is_none() || is_any_free(stand))
}

/// Compares `BOARDS` solvable boards and some unsolvable ones, and counts the results.
fn compare_all<B: Board>(mut next: impl FnMut() -> Option<B>) -> Counts {
    let mut counts = Counts::default();
    let (mut drawn, mut compared) = (0, 0);
    while compared < cases(BOARDS) {
        let Some(board) = next() else {
            continue;
        };
        // Unsolvable boards are frequent; a third of them is enough.
        drawn += 1;
        let is_solvable = matches!(board.optimum(), Some(Optimum::Moves(_)));
        if is_solvable || drawn % 3 == 0 {
            compared += usize::from(compare(&board, &mut counts));
        }
    }
    counts
}

#[test]
fn lunar_maps_match_plain_search() {
    let mut random = Random(61);
    let counts = compare_all(|| {
        let most = random.range(1, 3);
        random.wide_lunar(4, most + 1)
    });
    assert!(counts.solved > cases(20) && counts.unsolved > cases(20), "{counts:?}");
    assert!(counts.taken > cases(9) && counts.refused > 0, "{counts:?}");
    assert!(counts.harder.min(counts.easier) > 0, "{counts:?}");
}

#[test]
fn ricochet_maps_match_plain_search() {
    let mut random = Random(62);
    let counts = compare_all(|| {
        let robots = random.range(1, 2);
        let has_diagonals = random.chance(30);
        let mut board = random.wide_ricochet(4, robots, has_diagonals)?;
        // The text keeps one of equal targets.
        board.targets.sort_unstable();
        board.targets.dedup();
        can_hold(&board).then_some(board)
    });
    assert!(counts.solved > cases(50) && counts.unsolved > 0, "{counts:?}");
    assert!(counts.taken > cases(9) && counts.refused > 0, "{counts:?}");
    assert!(counts.harder.min(counts.easier) > 0 || !is_thorough(), "{counts:?}");
}
