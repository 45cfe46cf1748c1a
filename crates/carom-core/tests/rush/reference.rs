//! A plain breadth-first search that is slow and short, and shares no code with the crate.

use std::collections::HashSet;

/// A board with everything on it. Squares are `(column, row)` from 0. Tiles are hexadecimal digits:
/// up 8, right 4, down 2, left 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    pub(crate) rows: Vec<Vec<u8>>,
    pub(crate) player: (usize, usize),
    /// The player's value, then the opponent's.
    pub(crate) hands: [u8; 2],
    pub(crate) items: Vec<At>,
    pub(crate) turn: usize,
}

/// The place of an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum At {
    Board(usize, usize),
    Hand(usize),
    Collected,
}

/// A push: `3>` is `(2, '>')`, `cv` is `(2, 'v')`.
pub(crate) type Push = (usize, char);

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Turns(usize),
    /// All nodes were visited.
    Never,
    /// The limit of nodes was reached.
    AtLeast(usize),
}

fn is_row(push: Push) -> bool {
    "<>".contains(push.1)
}

impl Node {
    fn collect(&mut self) {
        for item in &mut self.items {
            if *item == At::Board(self.player.0, self.player.1) {
                *item = At::Collected;
            }
        }
    }

    /// Returns the squares of a line, from where the hand tile enters.
    fn line(&self, push: Push) -> Vec<(usize, usize)> {
        let (columns, rows) = (self.rows[0].len(), self.rows.len());
        let mut line: Vec<(usize, usize)> = if is_row(push) {
            (0..columns).map(|column| (column, push.0)).collect()
        } else {
            (0..rows).map(|row| (push.0, row)).collect()
        };
        if "<v".contains(push.1) {
            line.reverse();
        }
        line
    }

    fn push_one(&mut self, push: Push, side: usize) {
        let line = self.line(push);
        let old = self.clone();
        for (at, &(column, row)) in line.iter().enumerate() {
            self.rows[row][column] = match at {
                0 => old.hands[side],
                _ => old.rows[line[at - 1].1][line[at - 1].0],
            };
        }
        let last = *line.last().unwrap();
        self.hands[side] = old.rows[last.1][last.0];
        let carried = |square| {
            line.iter().position(|&other| other == square).map(|at| line.get(at + 1).copied())
        };
        for item in &mut self.items {
            match *item {
                At::Board(column, row) => match carried((column, row)) {
                    Some(Some((column, row))) => *item = At::Board(column, row),
                    Some(None) => *item = At::Hand(side),
                    None => {}
                },
                At::Hand(hand) if hand == side => *item = At::Board(line[0].0, line[0].1),
                _ => {}
            }
        }
        if let Some(to) = carried(self.player) {
            self.player = to.unwrap_or(line[0]);
        }
    }

    fn push(&mut self, mine: Push, script: &[Push]) {
        let theirs = script.get(self.turn).copied();
        let same = |theirs: Push| theirs.0 == mine.0 && is_row(theirs) == is_row(mine);
        if !theirs.is_some_and(same) {
            let mut both = vec![(mine, 0)];
            both.extend(theirs.map(|theirs| (theirs, 1)));
            for is_row_phase in [true, false] {
                for &(push, side) in both.iter().filter(|(push, _)| is_row(*push) == is_row_phase) {
                    self.push_one(push, side);
                }
                self.collect();
            }
        }
        self.turn = (self.turn + 1).min(script.len());
    }

    fn step(&self, direction: char) -> Option<Self> {
        let (column, row) = self.player;
        let (next, out, back) = match direction {
            '^' => ((column, row + 1), 8, 2),
            '>' => ((column + 1, row), 4, 1),
            'v' => ((column, row.checked_sub(1)?), 2, 8),
            _ => ((column.checked_sub(1)?, row), 1, 4),
        };
        let tile = self.rows.get(next.1)?.get(next.0)?;
        if self.rows[row][column] & out == 0 || tile & back == 0 {
            return None;
        }
        let mut walked = self.clone();
        walked.player = next;
        walked.collect();
        Some(walked)
    }

    fn is_solved(&self) -> bool {
        self.items.iter().all(|item| *item == At::Collected)
    }

    fn pushes(&self) -> Vec<Push> {
        let rows = (0..self.rows.len()).flat_map(|row| [(row, '<'), (row, '>')]);
        let columns = (0..self.rows[0].len()).flat_map(|column| [(column, '^'), (column, 'v')]);
        rows.chain(columns).collect()
    }

    /// Plays turns, and returns whether they are legal and solve the puzzle with the last step and
    /// not before.
    pub(crate) fn is_solved_by(&self, turns: &str, script: &[Push]) -> bool {
        let mut node = self.clone();
        node.collect();
        for turn in turns.split_whitespace() {
            let (push, walk) = turn.split_once(':').unwrap_or((turn, ""));
            let direction = push.chars().last().unwrap();
            let line = push.trim_end_matches(direction);
            let number = match line.parse::<usize>() {
                Ok(row) => row - 1,
                Err(_) => usize::from(line.as_bytes()[0] - b'a'),
            };
            if node.is_solved() || walk.chars().count() > 20 {
                return false;
            }
            node.push((number, direction), script);
            for direction in walk.chars() {
                match node.step(direction) {
                    Some(walked) if !node.is_solved() => node = walked,
                    _ => return false,
                }
            }
        }
        node.is_solved()
    }

    /// Returns the nodes after a push and any walk, from any of these nodes.
    fn after(nodes: &[Self], push: Push, script: &[Push]) -> Vec<Self> {
        let mut reached: HashSet<Self> = HashSet::new();
        for node in nodes.iter().filter(|node| !node.is_solved()) {
            let mut pushed = node.clone();
            pushed.push(push, script);
            let mut walked: HashSet<Self> = [pushed.clone()].into();
            let mut frontier = vec![pushed];
            for _ in 0..=20 {
                reached.extend(frontier.iter().cloned());
                let further = frontier
                    .iter()
                    .filter(|here| !here.is_solved())
                    .flat_map(|here| "^>v<".chars().map(|to| here.step(to)))
                    .flatten()
                    .filter(|there| walked.insert(there.clone()));
                frontier = further.collect();
            }
        }
        reached.into_iter().collect()
    }

    /// Returns all sequences of `turns` pushes that some walks extend to a solution. Assumes that
    /// no shorter solution exists.
    pub(crate) fn solving_pushes(&self, script: &[Push], turns: usize) -> Vec<Vec<Push>> {
        let mut start = self.clone();
        start.collect();
        let mut ways = vec![(Vec::new(), vec![start])];
        for _ in 0..turns {
            let longer = ways.iter().flat_map(|(played, nodes)| {
                self.pushes().into_iter().map(move |push| {
                    let played: Vec<Push> = [&played[..], &[push]].concat();
                    (played, Self::after(nodes, push, script))
                })
            });
            ways = longer.collect();
        }
        ways.retain(|(_, nodes)| nodes.iter().any(Self::is_solved));
        ways.into_iter().map(|(played, _)| played).collect()
    }

    /// Returns the fewest turns, visiting at most `max` nodes.
    pub(crate) fn solve(&self, script: &[Push], max: usize) -> Verdict {
        let mut start = self.clone();
        start.collect();
        if start.is_solved() {
            return Verdict::Turns(0);
        }
        let mut visited: HashSet<Self> = [start.clone()].into();
        let mut layer = vec![start];
        for turns in 1.. {
            let mut next = Vec::new();
            for node in layer {
                for push in node.pushes() {
                    let mut pushed = node.clone();
                    pushed.push(push, script);
                    let mut walked: HashSet<Self> = [pushed.clone()].into();
                    let mut frontier = vec![pushed];
                    for step in 0..=20 {
                        let mut further = Vec::new();
                        for here in frontier {
                            if here.is_solved() {
                                return Verdict::Turns(turns);
                            }
                            for direction in "^>v<".chars().filter(|_| step < 20) {
                                let there = here
                                    .step(direction)
                                    .filter(|there| walked.insert(there.clone()));
                                further.extend(there);
                            }
                            if visited.insert(here.clone()) {
                                next.push(here);
                            }
                        }
                        frontier = further;
                    }
                    if visited.len() > max {
                        return Verdict::AtLeast(turns);
                    }
                }
            }
            if next.is_empty() {
                return Verdict::Never;
            }
            layer = next;
        }
        Verdict::Never
    }
}
