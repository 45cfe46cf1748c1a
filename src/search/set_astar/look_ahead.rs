//! Goal look-ahead: a solution one move longer than the layer has.
//!
//! When a layer is closed without the goal, the next one would be filled, most
//! of it for nothing if it is the last. So each placement looks ahead as it is
//! expanded: is there one move, of the runner or of a helper, after which the
//! runner descends to the goal, each slide one move nearer? Such a solution is
//! one move longer than the layer's number, and if the layer has no goal it is
//! optimal.
//!
//! No such solution from a state of the layer is missed. A move of a helper
//! that changes no slide of the runner could be made after that slide as well,
//! unless the runner would be in the helper's way then, or is now.

use super::helpers::PlacementKey;
use super::helpful::HelpfulMoves;
use super::runner_sets::RunnerSets;
use super::state::{GoalPath, State};
use crate::board::{Axes, Bitboard, Direction, Lines, Square, each_slide};
use crate::games::{RunnerPuzzle, SlideFrom};

/// A look ahead from the states of one placement that have just been expanded.
pub(super) struct LookAhead<'a, const N: usize, const A: usize> {
    pub(super) puzzle: &'a RunnerPuzzle,
    pub(super) helpers: [Square; N],
    /// The helpers once more.
    pub(super) lines: &'a Lines,
    /// The states.
    pub(super) expanded: &'a RunnerSets<A>,
    /// New states to which slides lead that bring the runner no nearer.
    pub(super) level: RunnerSets<A>,
    pub(super) helpful: &'a HelpfulMoves,
}

/// A slide of a helper, and the runners that it may help.
#[derive(Clone, Copy)]
struct HelperMove {
    played: SlideFrom,
    runners: Bitboard,
}

// Helpers are below `N`, and slack is below 2.
#[expect(clippy::indexing_slicing)]
impl<const N: usize, const A: usize> LookAhead<'_, N, A> {
    /// Returns a solution one move longer than the number of the layer.
    pub(super) fn solution(&self) -> Option<GoalPath> {
        if !self.level.is_empty() && self.descends(&self.level, self.lines, !Bitboard::EMPTY) {
            let path = self.path(&self.helpers, 1, None);
            if path.is_some() {
                return path;
            }
        }
        (0..N).find_map(|helper| self.after_moves_of(helper))
    }

    /// Returns a solution that begins with a move of the helper.
    fn after_moves_of(&self, helper: usize) -> Option<GoalPath> {
        let (helpful, from) = (self.helpful, self.helpers[helper]);
        let slides = self.puzzle.stops().slides(from, self.lines);
        if !helpful.may_matter(from, &slides) {
            return None;
        }
        let opens_way = helpful.opens_way(from);
        let departures = helpful.departures();
        for (direction, stop) in slides {
            if stop == from {
                continue;
            }
            let helps = opens_way || helpful.stops_runner(stop);
            if !helps && departures.is_empty() {
                continue;
            }
            let played = SlideFrom {
                square: from,
                direction,
            };
            let way = Bitboard::line(from, stop);
            // A runner in the way stops the helper before it.
            for runner in (departures & way).iter() {
                if let Some(before) = runner.step(direction.opposite())
                    && before != from
                {
                    let runners = std::iter::once(runner).collect();
                    let path = self.after(helper, before, HelperMove { played, runners });
                    if path.is_some() {
                        return path;
                    }
                }
            }
            let is_crossed = !(helpful.arrivals() & way).is_empty();
            if helps || is_crossed {
                // The runner to gain by it slides along the line of one of the
                // two squares, unless it is to cross the way.
                let cross = Bitboard::cross(from) | Bitboard::cross(stop);
                let runners = if is_crossed { !way } else { cross & !way };
                let path = self.after(helper, stop, HelperMove { played, runners });
                if path.is_some() {
                    return path;
                }
            }
        }
        None
    }

    /// Returns a solution that begins with this move, by which the helper comes
    /// to `stop`.
    fn after(&self, helper: usize, stop: Square, first: HelperMove) -> Option<GoalPath> {
        let mut lines = *self.lines;
        lines.toggle(first.played.square);
        lines.toggle(stop);
        if !self.descends(self.expanded, &lines, first.runners) {
            return None;
        }
        let mut helpers = self.helpers;
        helpers[helper] = stop;
        self.path(&helpers, 0, Some(first))
    }

    /// Returns whether a runner of these sets, so far as it stands on `squares`,
    /// reaches the goal if each slide brings it one move nearer.
    fn descends(&self, sets: &RunnerSets<A>, lines: &Lines, squares: Bitboard) -> bool {
        let bound = self.puzzle.lower_bound();
        let mut seen = RunnerSets::<A>::default();
        for axes in RunnerSets::<A>::AXES {
            seen[axes] = sets[axes] & squares;
        }
        let mut waiting = seen;
        while let Some((runner, axes)) = waiting.pop() {
            let moves = bound.moves(runner, axes);
            let slides = self.puzzle.stops().slides(runner, lines);
            let mut is_home = false;
            each_slide(slides, |direction, stop| {
                let to = axes.and(Axes::of(direction));
                let left = bound.moves(stop, to);
                if stop != runner && left.is_some() && left < moves && seen[to].insert(stop) {
                    is_home |= left == Some(0);
                    waiting[to].insert(stop);
                }
            });
            if is_home {
                return true;
            }
        }
        false
    }

    /// Returns the state from which the runner descends to the goal, and how:
    /// after the first move, if it is one of a helper, among `helpers`, and with
    /// `slack` slides that bring it no nearer.
    fn path(
        &self,
        helpers: &[Square; N],
        slack: usize,
        first: Option<HelperMove>,
    ) -> Option<GoalPath> {
        let mut seen = [RunnerSets::<A>::default(); 2];
        for axes in RunnerSets::<A>::AXES {
            let mut set = self.expanded[axes];
            if let Some(first) = first {
                set &= first.runners;
            }
            for runner in set.iter() {
                let mut tail = Vec::new();
                if self.find_descent(helpers, (runner, axes), slack, &mut seen, &mut tail) {
                    tail.extend(first.map(|first| first.played));
                    tail.reverse();
                    let key = PlacementKey::pack(self.helpers);
                    return Some(GoalPath {
                        state: State { key, runner, axes },
                        tail,
                    });
                }
            }
        }
        None
    }

    /// Returns whether the runner reaches the goal from here with `slack` slides
    /// that bring it no nearer; its slides are put in `tail`, the last one first.
    fn find_descent(
        &self,
        helpers: &[Square; N],
        (runner, axes): (Square, Axes),
        slack: usize,
        seen: &mut [RunnerSets<A>; 2],
        tail: &mut Vec<SlideFrom>,
    ) -> bool {
        let bound = self.puzzle.lower_bound();
        let Some(moves) = bound.moves(runner, axes) else {
            return false;
        };
        if moves == 0 && slack == 0 {
            return true;
        }
        if !seen[slack][axes].insert(runner) {
            return false;
        }
        for direction in Direction::ALL {
            let others = helpers.iter().copied();
            let stop = self.puzzle.stops().slide(runner, direction, others);
            if stop == runner {
                continue;
            }
            let to = axes.and(Axes::of(direction));
            let slack = match bound.moves(stop, to) {
                Some(left) if left + 1 == moves => slack,
                Some(left) if left == moves && slack > 0 => slack - 1,
                _ => continue,
            };
            if self.find_descent(helpers, (stop, to), slack, seen, tail) {
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
