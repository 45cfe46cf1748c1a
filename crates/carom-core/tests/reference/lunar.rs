//! A plain implementation of Lunar Lockout.

use std::collections::HashSet;

use super::{Cell, Grid, GroupedTruth, STEPS, Slid, Truth, breadth_first, search_groups};

#[derive(Clone, Debug, Default)]
pub struct Lunar {
    pub grid: Grid,
    pub stay: bool,
    pub humans: Vec<Cell>,
    pub robots: Vec<Cell>,
    /// The number of robots without names, which come last.
    pub nameless: usize,
    pub targets: Vec<Cell>,
}

/// The squares of humans and robots in the order of their names; `None` has left the board.
type State = Vec<Option<Cell>>;

impl Lunar {
    fn settle(&self, mut state: State) -> State {
        if !self.stay {
            for human in &mut state[..self.humans.len()] {
                if human.is_some_and(|cell| self.targets.contains(&cell)) {
                    *human = None;
                }
            }
        }
        // Many unnamed robots are interchangeable.
        if self.nameless > 4 {
            let named = state.len() - self.nameless;
            state[named..].sort_unstable();
        }
        state
    }

    fn slide(&self, state: &State, piece: usize, direction: usize) -> Option<State> {
        let stop = self.stop(state, piece, direction)?;
        let mut moved = state.clone();
        moved[piece] = Some(stop);
        Some(self.settle(moved))
    }

    /// Returns where a moving piece stops.
    fn stop(&self, state: &State, piece: usize, direction: usize) -> Option<Cell> {
        let from = state[piece]?;
        let (dx, dy) = STEPS[direction];
        let mut at = from;
        loop {
            let next = (at.0 + dx, at.1 + dy);
            if self.grid.wall(at, direction) && self.grid.inside(next) {
                break;
            }
            if !self.grid.inside(next) {
                return None;
            }
            if self.grid.blocks.contains(&next) || state.contains(&Some(next)) {
                break;
            }
            at = next;
        }
        (at != from).then_some(at)
    }

    /// Returns the cells that a piece reaches at any time, even after the solution; nothing if
    /// there are too many states.
    pub fn reached_cells(&self, max_states: usize) -> Option<HashSet<Cell>> {
        let pieces = self.humans.iter().chain(&self.robots);
        let start = self.settle(pieces.map(|&cell| Some(cell)).collect());
        let mut reached_cells: HashSet<Cell> = start.iter().flatten().copied().collect();
        let mut visited = HashSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            for (piece, d) in (0..state.len()).flat_map(|piece| (0..4).map(move |d| (piece, d))) {
                // A human that leaves has stopped before.
                reached_cells.extend(self.stop(&state, piece, d));
                if let Some(next) = self.slide(&state, piece, d)
                    && visited.insert(next.clone())
                {
                    open.push(next);
                }
            }
            if visited.len() > max_states {
                return None;
            }
        }
        Some(reached_cells)
    }

    fn solved(&self, state: &State) -> bool {
        let mut humans = state[..self.humans.len()].iter();
        humans.all(|human| human.is_none_or(|cell| self.targets.contains(&cell)))
    }

    /// Solves the puzzle under `rules: grouped`.
    pub fn grouped_truth(&self, max_states: usize) -> GroupedTruth {
        let pieces = self.humans.iter().chain(&self.robots);
        let start = self.settle(pieces.map(|&cell| Some(cell)).collect());
        let slide = |state: &State, piece: usize, d: usize| -> Option<Slid<State>> {
            let from = state[piece]?;
            let stop = self.stop(state, piece, d)?;
            let leaves = !self.stay && piece < self.humans.len() && self.targets.contains(&stop);
            Some((from, (!leaves).then_some(stop), self.slide(state, piece, d)?))
        };
        search_groups(
            start,
            max_states,
            |state| self.solved(state),
            |state| {
                let all = (0..state.len()).flat_map(|piece| (0..4).map(move |d| (piece, d)));
                all.filter_map(|(piece, d)| slide(state, piece, d)).collect()
            },
        )
    }

    pub fn truth(&self, max_states: usize) -> Truth {
        let pieces = self.humans.iter().chain(&self.robots);
        let start = self.settle(pieces.map(|&cell| Some(cell)).collect());
        breadth_first(
            start,
            max_states,
            |state| self.solved(state),
            |state| {
                let all = (0..state.len()).flat_map(|piece| (0..4).map(move |d| (piece, d)));
                all.filter_map(|(piece, d)| self.slide(state, piece, d)).collect()
            },
        )
    }
}
