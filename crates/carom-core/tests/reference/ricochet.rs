//! A plain implementation of Ricochet Robots.

use std::collections::HashSet;

use super::{Cell, Grid, GroupedTruth, STEPS, Truth, breadth_first, search_groups};

#[derive(Clone, Debug, Default)]
pub struct Ricochet {
    pub grid: Grid,
    pub bounce: bool,
    pub no_rebound: bool,
    pub robots: Vec<Cell>,
    /// The number of robots without names, which come last.
    pub nameless: usize,
    /// The cell, and the index of the robot, or none for any robot.
    pub targets: Vec<(Cell, Option<usize>)>,
    /// The cell, whether it runs like `/`, and the robot that passes.
    pub diagonals: Vec<(Cell, bool, Option<usize>)>,
}

/// A robot: its cell, whether it has moved horizontally and vertically, and the direction of its
/// last move.
type Robot = (Cell, bool, bool, Option<usize>);

impl Ricochet {
    fn slide(&self, state: &[Robot], robot: usize, direction: usize) -> Option<Vec<Robot>> {
        let mut moved = state[robot];
        if self.no_rebound && moved.3 == Some((direction + 2) % 4) {
            return None;
        }
        let mut going = direction;
        let mut steps = 0;
        loop {
            let (dx, dy) = STEPS[going];
            let next = (moved.0.0 + dx, moved.0.1 + dy);
            let taken = (0..state.len()).any(|other| other != robot && state[other].0 == next);
            if self.grid.wall(moved.0, going)
                || !self.grid.inside(next)
                || self.grid.blocks.contains(&next)
                || taken
            {
                break;
            }
            steps += 1;
            if steps > 5000 {
                return None;
            }
            moved.0 = next;
            moved.1 |= going % 2 == 1;
            moved.2 |= going.is_multiple_of(2);
            let here = self.diagonals.iter().find(|(cell, ..)| *cell == next);
            if let Some(&(_, slash, passes)) = here
                && passes != Some(robot)
            {
                going = match (slash, going) {
                    (true, 0) | (false, 2) => 1,
                    (true, 1) | (false, 3) => 0,
                    (true, 2) | (false, 0) => 3,
                    _ => 2,
                };
                moved.1 |= going % 2 == 1;
                moved.2 |= going.is_multiple_of(2);
            }
        }
        if steps == 0 {
            return None;
        }
        moved.3 = Some(going);
        let mut next = state.to_vec();
        next[robot] = moved;
        Some(next)
    }

    fn solved(&self, state: &[Robot]) -> bool {
        let holds = |&(target, of): &(Cell, Option<usize>)| {
            (0..state.len()).any(|robot| {
                let (cell, sideways, upright, _) = state[robot];
                cell == target
                    && of.is_none_or(|named| named == robot)
                    && (!self.bounce || (sideways && upright))
            })
        };
        // Each robot reaches one of its targets, and any robot one of those for any robot.
        self.targets.iter().all(|&(_, of)| {
            let mut choice = self.targets.iter().filter(|target| target.1 == of);
            choice.any(holds)
        })
    }

    /// Removes data that no active rule uses, and sorts many unnamed robots, to keep the number of
    /// states small.
    fn forget(&self, mut state: Vec<Robot>) -> Vec<Robot> {
        let has_target = |number| {
            let mut targets = self.targets.iter();
            targets.any(|target| target.1.is_none_or(|named| named == number))
        };
        for (number, robot) in state.iter_mut().enumerate() {
            if !self.no_rebound {
                robot.3 = None;
            }
            if !self.bounce || !has_target(number) {
                (robot.1, robot.2) = (false, false);
            }
        }
        if self.nameless > 4 {
            let named = state.len() - self.nameless;
            state[named..].sort_unstable();
        }
        state
    }

    /// Returns the cells that a robot reaches at any time, even after the solution; nothing if
    /// there are too many states.
    pub fn reached_cells(&self, max_states: usize) -> Option<HashSet<Cell>> {
        let start: Vec<Robot> =
            self.robots.iter().map(|&cell| (cell, false, false, None)).collect();
        let mut reached_cells = HashSet::new();
        let mut visited = HashSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            reached_cells.extend(state.iter().map(|robot| robot.0));
            let all = (0..state.len()).flat_map(|robot| (0..4).map(move |d| (robot, d)));
            let next = all.filter_map(|(robot, d)| self.slide(&state, robot, d));
            for mut next in next {
                for robot in &mut next {
                    (robot.1, robot.2) = (false, false);
                    robot.3 = robot.3.filter(|_| self.no_rebound);
                }
                if visited.insert(next.clone()) {
                    open.push(next);
                }
            }
            if visited.len() > max_states {
                return None;
            }
        }
        Some(reached_cells)
    }

    /// Solves the puzzle under `rules: grouped`.
    pub fn grouped_truth(&self, max_states: usize) -> GroupedTruth {
        let start = self.robots.iter().map(|&cell| (cell, false, false, None));
        search_groups(
            start.collect::<Vec<Robot>>(),
            max_states,
            |state| self.solved(state),
            |state| {
                let all = (0..state.len()).flat_map(|robot| (0..4).map(move |d| (robot, d)));
                let next = all.filter_map(|(robot, d)| {
                    let next = self.slide(state, robot, d)?;
                    Some((state[robot].0, Some(next[robot].0), self.forget(next)))
                });
                next.collect()
            },
        )
    }

    pub fn truth(&self, max_states: usize) -> Truth {
        let start = self.robots.iter().map(|&cell| (cell, false, false, None));
        breadth_first(
            start.collect::<Vec<Robot>>(),
            max_states,
            |state| self.solved(state),
            |state| {
                let all = (0..state.len()).flat_map(|robot| (0..4).map(move |d| (robot, d)));
                let next = all.filter_map(|(robot, d)| self.slide(state, robot, d));
                next.map(|state| self.forget(state)).collect()
            },
        )
    }
}
