//! One move more than the layer has.
//!
//! When a layer is closed without the goal, the next one would be filled, most
//! of it for nothing if it is the last. So each placement looks ahead as it is
//! closed: is there one move, of the runner or of a helper, after which the
//! runner gets home with each slide one move nearer? Such a solution is one
//! move longer than the layer's number, and if the layer has no goal it is
//! optimal. A look ahead may miss one (where a helper is stopped by the runner
//! itself); it is found in the next layer then.

use super::placements::RunnerSets;
use super::setastar::{Goal, SetAStar, axes_after};
use crate::board::{Bitboard, Direction, Square};
use crate::games::SlideFrom;

/// Which moves of helpers can give the runner a slide that brings it nearer.
#[derive(Clone, Copy, Default)]
pub(super) struct Useful {
    /// Where a helper would stop the runner on a nearer square.
    pub(super) stops: Bitboard,
    /// Where one stands that stops the runner now.
    pub(super) leaves: Bitboard,
}

impl Useful {
    /// Adds what helps a runner that slides from one square to another, past
    /// some of the squares that are `nearer`.
    #[inline]
    pub(super) fn add(
        &mut self,
        from: Square,
        stop: Square,
        direction: Direction,
        nearer: Bitboard,
    ) {
        if let Some(beyond) = stop.step(direction) {
            self.leaves.insert(beyond);
        }
        if stop != from {
            let passed = Bitboard::line(from, stop) & nearer;
            if !passed.is_empty() {
                self.stops |= passed.before(direction.opposite());
            }
        }
    }
}

/// What is known of a placement when it has been closed.
pub(super) struct Settled<'a, const N: usize> {
    pub(super) slot: u32,
    pub(super) helpers: [u8; N],
    pub(super) occupied: Bitboard,
    pub(super) now: &'a RunnerSets,
    /// Where slides lead that bring the runner no nearer.
    pub(super) level: &'a RunnerSets,
    pub(super) useful: Useful,
}

// Axes are below 4, directions below 4, helpers below `N`, and moves below the
// number of levels.
#[expect(clippy::indexing_slicing)]
impl<const N: usize> SetAStar<'_, N> {
    /// A solution one move longer than the number of the layer.
    pub(super) fn one_more_move(&self, settled: &Settled<'_, N>) -> Option<Goal> {
        let any = self
            .axes
            .iter()
            .any(|&axes| !settled.level[axes].is_empty());
        if any && self.gets_home(*settled.level, &self.puzzle.free(settled.occupied)) {
            let goal = self.goal(settled, &settled.helpers, 1, None);
            if goal.is_some() {
                return goal;
            }
        }
        let useful = settled.useful;
        let squares = settled.helpers.map(Square::from_index);
        for (helper, &from) in squares.iter().enumerate() {
            let leaves = useful.leaves.contains(from);
            if !leaves && useful.stops.is_empty() {
                continue;
            }
            let others = squares.iter().copied().filter(|&other| other != from);
            for direction in Direction::ALL {
                let stop = self.puzzle.stops().slide(from, direction, others.clone());
                if stop == from || !(leaves || useful.stops.contains(stop)) {
                    continue;
                }
                let way = !Bitboard::line(from, stop);
                let sets = settled.now.map(|set| set & way);
                let after = others.clone().chain(std::iter::once(stop));
                if self.gets_home(sets, &self.puzzle.free(after.collect())) {
                    let mut helpers = settled.helpers;
                    helpers[helper] = stop.to_u8();
                    let square = from;
                    let played = SlideFrom { square, direction };
                    let goal = self.goal(settled, &helpers, 0, Some((played, way)));
                    if goal.is_some() {
                        return goal;
                    }
                }
            }
        }
        None
    }

    /// Whether a runner of these sets reaches the goal if each slide brings it
    /// one move nearer.
    fn gets_home(&self, mut sets: RunnerSets, free: &[Bitboard; 4]) -> bool {
        for moves in (1..self.levels[3].len()).rev() {
            for &axes in self.axes {
                let from = sets[axes] & self.levels[axes][moves];
                if from.is_empty() {
                    continue;
                }
                for (direction, &free) in Direction::ALL.into_iter().zip(free) {
                    let to = axes_after(axes, direction);
                    sets[to] |= from.slid(free, direction) & self.levels[to][moves - 1];
                }
            }
        }
        !(sets[3] & self.levels[3][0]).is_empty()
    }

    /// The state of the placement from which the runner gets home, and how.
    fn goal(
        &self,
        settled: &Settled<'_, N>,
        helpers: &[u8; N],
        slack: usize,
        first: Option<(SlideFrom, Bitboard)>,
    ) -> Option<Goal> {
        let mut seen = [RunnerSets::default(); 2];
        for &axes in self.axes {
            let mut set = settled.now[axes];
            if let Some((_, way)) = first {
                set &= way;
            }
            for runner in set.iter() {
                let mut tail = Vec::new();
                if self.run_home(helpers, runner, axes, slack, &mut seen, &mut tail) {
                    tail.extend(first.map(|(played, _)| played));
                    tail.reverse();
                    return Some(Goal {
                        slot: settled.slot,
                        runner,
                        axes,
                        tail,
                    });
                }
            }
        }
        None
    }

    /// Whether the runner gets home from here with `slack` slides that bring
    /// it no nearer; its slides are put in `tail`, the last one first.
    fn run_home(
        &self,
        helpers: &[u8; N],
        runner: Square,
        axes: usize,
        slack: usize,
        seen: &mut [RunnerSets; 2],
        tail: &mut Vec<SlideFrom>,
    ) -> bool {
        let Some(moves) = self.puzzle.lower_bound(runner, axes) else {
            return false;
        };
        if moves == 0 && slack == 0 {
            return true;
        }
        if !seen[slack][axes].insert(runner) {
            return false;
        }
        for direction in Direction::ALL {
            let others = helpers.iter().map(|&square| Square::from_index(square));
            let stop = self.puzzle.stops().slide(runner, direction, others);
            if stop == runner {
                continue;
            }
            let to = axes_after(axes, direction);
            let slack = match self.puzzle.lower_bound(stop, to) {
                Some(left) if left + 1 == moves => slack,
                Some(left) if left == moves && slack > 0 => slack - 1,
                _ => continue,
            };
            if self.run_home(helpers, stop, to, slack, seen, tail) {
                tail.push(SlideFrom {
                    square: runner,
                    direction,
                });
                return true;
            }
        }
        false
    }
}
