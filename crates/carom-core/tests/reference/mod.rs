//! A plain breadth-first search that shares no code with the crate: its own board and slides, named
//! pieces, and all states in one hash map. It also creates random boards.

pub mod lunar;
pub mod random;
pub mod ricochet;
pub mod wide;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

/// Columns from the left and rows from the bottom, both from 0.
pub type Cell = (i32, i32);

/// Up, right, down, left.
pub const STEPS: [Cell; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub columns: i32,
    pub rows: i32,
    pub blocks: Cells,
    /// A wall on the right of a cell, or above it.
    pub walls_right: Cells,
    pub walls_above: Cells,
}

/// A set of cells.
#[derive(Clone, Default)]
pub struct Cells([[bool; 16]; 16]);

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Cells {
    pub fn push(&mut self, (x, y): Cell) {
        self.0[x as usize][y as usize] = true;
    }

    pub fn remove(&mut self, (x, y): Cell) {
        self.0[x as usize][y as usize] = false;
    }

    pub fn contains(&self, &(x, y): &Cell) -> bool {
        x >= 0 && y >= 0 && self.0[x as usize][y as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        let all = (0..16).flat_map(|x| (0..16).map(move |y| (x, y)));
        all.filter(|cell| self.contains(cell))
    }
}

impl Grid {
    pub fn inside(&self, (x, y): Cell) -> bool {
        0 <= x && x < self.columns && 0 <= y && y < self.rows
    }

    pub fn wall(&self, (x, y): Cell, direction: usize) -> bool {
        match direction {
            0 => self.walls_above.contains(&(x, y)),
            1 => self.walls_right.contains(&(x, y)),
            2 => self.walls_above.contains(&(x, y - 1)),
            _ => self.walls_right.contains(&(x - 1, y)),
        }
    }
}

/// The answer of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The fewest moves, and the number of sequences of that length.
    Solved(usize, u64),
    Unsolvable,
    /// Too many states; no solution has this many moves or fewer.
    DeeperThan(usize),
}

/// Searches named states breadth first, and counts the ways to each.
pub fn breadth_first<S: Clone + Eq + Hash>(
    start: S,
    max_states: usize,
    solved: impl Fn(&S) -> bool,
    moves: impl Fn(&S) -> Vec<S>,
) -> Truth {
    let mut visited: HashMap<S, usize> = HashMap::from([(start.clone(), 0)]);
    let mut layer: HashMap<S, u64> = HashMap::from([(start, 1)]);
    for depth in 0.. {
        let ways: u64 = layer.iter().filter(|(s, _)| solved(s)).map(|(_, n)| n).sum();
        if ways > 0 {
            return Truth::Solved(depth, ways);
        }
        if layer.is_empty() {
            return Truth::Unsolvable;
        }
        if visited.len() > max_states {
            return Truth::DeeperThan(depth);
        }
        let mut next = HashMap::new();
        for (state, ways) in layer {
            for child in moves(&state) {
                if *visited.entry(child.clone()).or_insert(depth + 1) == depth + 1 {
                    *next.entry(child).or_insert(0) += ways;
                }
            }
        }
        layer = next;
    }
    unreachable!()
}

/// The answer of the reference if consecutive slides of a piece count as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupedTruth {
    /// The fewest groups, the fewest slides in that many groups, and the number of such sequences
    /// of slides.
    Solved(u32, u32, u64),
    Unsolvable,
    /// Too many states; no solution has fewer groups.
    AtLeast(u32),
}

/// A slide: the start, the stop unless the piece leaves, and the next state.
pub type Slid<S> = (Cell, Option<Cell>, S);

/// Visits states by groups and then by slides. A state includes the square of the piece that moved
/// last. Every slide has a cost, so all ways to a state are known when it is visited.
pub fn search_groups<S: Clone + Eq + Hash>(
    start: S,
    max_states: usize,
    solved: impl Fn(&S) -> bool,
    slides: impl Fn(&S) -> Vec<Slid<S>>,
) -> GroupedTruth {
    let first: HashMap<(S, Option<Cell>), u64> = HashMap::from([((start, None), 1)]);
    let mut open = BTreeMap::from([((0, 0), first)]);
    let mut closed = HashSet::new();
    while let Some(((groups, number), mut layer)) = open.pop_first() {
        layer.retain(|node, _| closed.insert(node.clone()));
        let goals = layer.iter().filter(|((state, _), _)| solved(state));
        let ways: u64 = goals.map(|(_, ways)| ways).sum();
        if ways > 0 {
            return GroupedTruth::Solved(groups, number, ways);
        }
        if closed.len() > max_states {
            return GroupedTruth::AtLeast(groups);
        }
        for ((state, last), ways) in layer {
            for (from, to, next) in slides(&state) {
                let starts = u32::from(last != Some(from));
                let layer = open.entry((groups + starts, number + 1)).or_default();
                *layer.entry((next, to)).or_insert(0) += ways;
            }
        }
    }
    GroupedTruth::Unsolvable
}
