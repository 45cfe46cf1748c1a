//! Turns a plan of pushes into whole turns by adding the shortest walks.

use std::collections::BTreeMap;

use super::{MAX_STEPS, Position, Turn, Walk};
use crate::board::{Direction, Square};
use crate::games::{ItemPlace, Push};

/// A turn whose walks are still open.
pub(super) struct PlannedTurn {
    pub(super) push: Push,
    /// Whether an item is collected between a row push and a column push.
    pub(super) between_pushes: bool,
    /// The squares whose items are collected after the pushes.
    pub(super) collected: Vec<Square>,
}

/// The player during a turn: its square, and one bit for each item of the plan that it has.
type PathEnd = (Square, u32);

/// The best path to a stop.
#[derive(Clone, Copy)]
struct BestPath {
    /// Steps walked in the turns before this one.
    before: u32,
    /// The previous stop of the same turn or, for the first one, the square of the player
    /// before the push.
    from: Result<(PathEnd, Direction), Square>,
}

/// The best paths to the stops of a turn, by their number of steps.
struct Walked {
    by_step: Vec<BTreeMap<PathEnd, BestPath>>,
    /// The item squares of the plan.
    collected: Vec<Square>,
}

/// Returns the turns that carry out a plan, which is possible, in the fewest steps.
///
/// Uses dynamic programming over the stops of each turn. The steps of earlier turns and those
/// of the turn are counted separately, so that no walk exceeds [`MAX_STEPS`]. Among equally
/// short walks it takes the first in the order of squares and directions.
pub(super) fn shortest_walks(position: &Position, plan: &[PlannedTurn]) -> Vec<Turn> {
    let mut position = position.clone();
    let mut starts: BTreeMap<Square, u32> = [(position.player(), 0)].into();
    let mut turns = Vec::new();
    for turn in plan {
        let mut walked = Walked { by_step: Vec::new(), collected: turn.collected.clone() };
        let mut first = BTreeMap::new();
        let mut board = None;
        let items = position.remaining().count();
        for (&square, &before) in &starts {
            let pushed = position
                .with_player(square)
                .pushed(turn.push)
                .expect("the pushes of a plan are legal");
            if (pushed.remaining().count() < items) != turn.between_pushes {
                continue;
            }
            // A push never moves two squares to one.
            if let Some(stop) = walked.stop_on(&pushed, pushed.player(), 0) {
                let from = Err(square);
                first.insert(stop, BestPath { before, from });
            }
            // It is the same from every square, except for the player.
            board = Some(pushed);
        }
        let pushed = board.expect("the push of a plan collects what it says from some square");
        walked.walk(&pushed, first);
        starts = walked.ends();
        turns.push((turn.push, walked));
        position = pushed.with_collected(&turn.collected);
    }
    let ends = starts.into_iter().map(|(square, steps)| (steps, square));
    let (_, mut end) = ends.min().expect("a plan ends somewhere");
    let mut played = Vec::new();
    for (push, walked) in turns.iter().rev() {
        let (start, steps) = walked.way_to(end);
        let walk = Walk::new(steps).expect("at most `MAX_STEPS`");
        played.push(Turn { push: *push, walk });
        end = start;
    }
    played.reverse();
    played
}

impl Walked {
    /// Returns the stop of a player on `square` with the items `held`, or `None` if the square
    /// has an item that the plan leaves.
    fn stop_on(&self, board: &Position, square: Square, held: u32) -> Option<PathEnd> {
        let mut items = self.collected.iter().zip(0..);
        if let Some((_, bit)) = items.find(|&(&item, _)| item == square) {
            return Some((square, held | 1 << bit));
        }
        let mut left = board.remaining();
        let lies_here = left.any(|item| item.place == ItemPlace::Board(square));
        (!lies_here).then_some((square, held))
    }

    /// Finds all walks of a turn. A stop that was reached with no more steps of this turn and
    /// of all turns is not visited again.
    fn walk(&mut self, board: &Position, first: BTreeMap<PathEnd, BestPath>) {
        let total = |(stop, way): (&PathEnd, &BestPath)| (*stop, way.before);
        let mut fewest: BTreeMap<PathEnd, u32> = first.iter().map(total).collect();
        self.by_step.push(first);
        for step in 1..=u32::from(MAX_STEPS) {
            let mut next: BTreeMap<PathEnd, BestPath> = BTreeMap::new();
            for (&stop, &BestPath { before, .. }) in self.by_step.last().expect("the first stops") {
                for direction in Direction::ALL {
                    let Ok(square) = board.beyond(stop.0, direction) else {
                        continue;
                    };
                    let Some(reached) = self.stop_on(board, square, stop.1) else {
                        continue;
                    };
                    let known = fewest.get(&reached);
                    if known.is_none_or(|&known| before + step < known) {
                        fewest.insert(reached, before + step);
                        let from = Ok((stop, direction));
                        next.insert(reached, BestPath { before, from });
                    }
                }
            }
            self.by_step.push(next);
        }
    }

    /// Returns the stops with all items, with the steps in this turn and in total.
    fn complete(&self) -> impl Iterator<Item = (Square, usize, u32)> {
        let all = self.collected.iter().zip(0..).fold(0, |all, (_, bit)| all | 1 << bit);
        let steps = self.by_step.iter().zip(0..).enumerate();
        steps.flat_map(move |(step, (stops, steps))| {
            let complete = stops.iter().filter(move |((_, held), _)| *held == all);
            complete.map(move |((square, _), way)| (*square, step, way.before + steps))
        })
    }

    /// Returns the squares where the turn can end, with the fewest steps in total.
    fn ends(&self) -> BTreeMap<Square, u32> {
        let mut ends = BTreeMap::new();
        for (square, _, steps) in self.complete() {
            let fewest = ends.entry(square).or_insert(steps);
            *fewest = steps.min(*fewest);
        }
        ends
    }

    /// Returns the best path to the end of the turn: the square before the push, and the steps
    /// after it.
    fn way_to(&self, end: Square) -> (Square, Vec<Direction>) {
        let ends = self.complete().filter(|&(square, ..)| square == end);
        let end_of_turn = ends.min_by_key(|&(_, step, steps)| (steps, step));
        let (_, step, _) = end_of_turn.expect("the turn can end there");
        let all = self.collected.iter().zip(0..);
        let mut stop = (end, all.fold(0, |all, (_, bit)| all | 1 << bit));
        let mut steps = Vec::new();
        for stops in self.by_step.iter().take(step + 1).rev() {
            match stops[&stop].from {
                Ok((before, direction)) => {
                    steps.push(direction);
                    stop = before;
                }
                Err(start) => {
                    steps.reverse();
                    return (start, steps);
                }
            }
        }
        unreachable!("each path begins before the push")
    }
}
