//! Selects the successors that need few moves, for puzzles with a single human, without a bound for
//! each of them.

use std::ops::ControlFlow;

use super::relaxed::Relaxed;
use super::state::{LunarPuzzle, State};
use crate::board::{Bitboard, OccupiedLines, Square};

/// A slide of a robot.
struct RobotSlide {
    slot: usize,
    from: Square,
    stop: Square,
}

impl RobotSlide {
    /// Returns the robots after the slide.
    fn after(&self, mut robots: Bitboard) -> Bitboard {
        robots.remove(self.from);
        robots.insert(self.stop);
        robots
    }
}

/// A state whose successors are selected by the bound of `relaxed`.
struct Selection<'a, const N: usize> {
    puzzle: &'a LunarPuzzle<N>,
    relaxed: &'a Relaxed,
    state: &'a State<N>,
    human: Square,
    robots: Bitboard,
    slides: Vec<RobotSlide>,
    /// The largest bound of a selected successor.
    at_most: usize,
    slack: Slack,
}

/// The relation of `at_most` to the bound of the state itself.
#[derive(Clone, Copy)]
enum Slack {
    /// It is smaller.
    Negative,
    /// It equals the bound. A relaxed solution of that length needs these robots on their squares.
    Zero(Bitboard),
    /// It is larger. A relaxed solution with one move less needs these robots on their squares. The
    /// successors that leave them there were visited for a smaller number.
    Positive(Bitboard),
}

impl<const N: usize> LunarPuzzle<N> {
    /// Calls `visit` with the successors whose bound is at most `at_most`, except slides of
    /// robots that it visits for `at_most - 1`. Returns whether successors with a larger bound
    /// may remain.
    pub(super) fn select<B>(
        &self,
        relaxed: &Relaxed,
        state: &State<N>,
        at_most: usize,
        mut visit: impl FnMut(State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B, bool> {
        let mut pieces = self.squares(state);
        let Some(human) = pieces.next() else {
            return ControlFlow::Continue(false);
        };
        let robots: Bitboard = pieces.collect();
        let lines: OccupiedLines = self.squares(state).collect();
        let mut slides = Vec::new();
        for (slot, from) in self.squares(state).enumerate().skip(1) {
            let stops = self.stops_of(from, &lines);
            slides.extend(stops.map(|stop| RobotSlide { slot, from, stop }));
        }
        let needed = |moves| relaxed.needed(human, robots, moves);
        let slack = match needed(at_most) {
            None => Slack::Negative,
            Some(robots) => {
                let with_less = at_most.checked_sub(1).and_then(needed);
                with_less.map_or(Slack::Zero(robots), Slack::Positive)
            }
        };
        let selection = Selection {
            puzzle: self,
            relaxed,
            state,
            human,
            robots,
            slides,
            at_most,
            slack,
        };
        let mut are_left = false;
        for stop in self.stops_of(human, &lines) {
            if relaxed.needs_at_most(stop, robots, at_most) {
                visit(self.moved(state, 0, stop))?;
            } else {
                are_left |= selection.may_be_solvable(stop, robots);
            }
        }
        let are_left_of_robots = selection.visit_slides_of_robots(visit)?;
        ControlFlow::Continue(are_left || are_left_of_robots)
    }
}

impl<const N: usize> Selection<'_, N> {
    /// Visits the results of slides of robots. Returns whether others may remain.
    ///
    /// A robot that a relaxed solution does not need on its square can slide away without raising
    /// the bound. A slide lowers the bound only if one more robot on its end lowers it.
    fn visit_slides_of_robots<B>(
        &self,
        mut visit: impl FnMut(State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B, bool> {
        match self.slack {
            Slack::Positive(needed) => self.visit_slides_from(needed, visit),
            Slack::Zero(needed) => {
                for slide in &self.slides {
                    if !needed.contains(slide.from) {
                        self.visit_one(slide, &mut visit)?;
                    }
                }
                self.visit_slides_from(needed, visit)
            }
            Slack::Negative => {
                self.visit_nearer(visit)?;
                ControlFlow::Continue(!self.slides.is_empty())
            }
        }
    }

    /// Whether a successor with a larger bound may have a solution. It is checked late, because
    /// most have one.
    fn may_be_solvable(&self, human: Square, robots: Bitboard) -> bool {
        !matches!(self.slack, Slack::Positive(_)) || self.relaxed.is_solvable(human, robots)
    }

    /// Visits the results of slides of these robots that are near enough. Returns whether
    /// others may remain.
    fn visit_slides_from<B>(
        &self,
        robots: Bitboard,
        mut visit: impl FnMut(State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B, bool> {
        let mut are_left = false;
        for slide in self
            .slides
            .iter()
            .filter(|slide| robots.contains(slide.from))
        {
            if self.is_near_after(slide) {
                self.visit_one(slide, &mut visit)?;
            } else {
                let robots = slide.after(self.robots);
                are_left |= self.may_be_solvable(self.human, robots);
            }
        }
        ControlFlow::Continue(are_left)
    }

    /// Visits the results of the slides that lower the bound.
    ///
    /// While robots on some of the ends lower the bound, a relaxed solution shows which ends it
    /// needs. The others need no check of their own.
    fn visit_nearer<B>(&self, mut visit: impl FnMut(State<N>) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut stops: Bitboard = self.slides.iter().map(|slide| slide.stop).collect();
        while let Some(needed) = self
            .relaxed
            .needed(self.human, self.robots | stops, self.at_most)
        {
            let needed = needed & stops;
            if needed.is_empty() {
                break;
            }
            stops &= !needed;
            for slide in &self.slides {
                if needed.contains(slide.stop) && self.is_near_after(slide) {
                    self.visit_one(slide, &mut visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the bound after a slide is at most `at_most`.
    fn is_near_after(&self, slide: &RobotSlide) -> bool {
        let robots = slide.after(self.robots);
        self.relaxed.needs_at_most(self.human, robots, self.at_most)
    }

    fn visit_one<B>(
        &self,
        slide: &RobotSlide,
        visit: &mut impl FnMut(State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        visit(self.puzzle.moved(self.state, slide.slot, slide.stop))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::samples::{self, Random, Sample, pieces};
    use super::*;
    use crate::games::Puzzle;

    /// Returns the bound of a successor, or `None` if it has no solution.
    fn bound(sample: &Sample, state: &State<16>) -> Option<usize> {
        let (human, robots) = pieces(sample, state);
        samples::bound(&sample.relaxed, human, robots)
    }

    #[test]
    fn selection_keeps_successors_within_each_number_of_moves() {
        let mut random = Random(8);
        let (mut nearer, mut farther, mut finished) = (0, 0, 0);
        for round in 0..12_000 {
            let Some(sample) = random.sample(5 + round % 6, 4 + round % 9) else {
                continue;
            };
            let start = sample.puzzle.start();
            let (Some(own), false) = (bound(&sample, &start), sample.puzzle.is_solved(&start))
            else {
                continue;
            };
            let mut all = Vec::new();
            let _ = sample.puzzle.successors(&start, |_, next| {
                all.push((next, bound(&sample, &next)));
                ControlFlow::<()>::Continue(())
            });
            let mut selected = HashSet::new();
            // Before its own bound, a state has no successor that needs less than that.
            for at_most in own.saturating_sub(1)..own + 5 {
                let puzzle = &sample.puzzle;
                let flow = puzzle.select(&sample.relaxed, &start, at_most, |next| {
                    selected.insert(next);
                    ControlFlow::<()>::Continue(())
                });
                let ControlFlow::Continue(are_left) = flow else {
                    unreachable!("nothing breaks");
                };
                for (next, bound) in &all {
                    let is_within = bound.is_some_and(|bound| bound <= at_most);
                    assert_eq!(selected.contains(next), is_within, "{bound:?} of {own}");
                    assert!(are_left || is_within || bound.is_none());
                    nearer += usize::from(*bound == Some(at_most) && at_most < own);
                    farther += usize::from(*bound == Some(at_most) && at_most > own);
                }
                finished += usize::from(!are_left);
            }
        }
        let counts = [nearer, farther, finished];
        assert!(
            nearer > 1_000 && farther > 500 && finished > 4_000,
            "{counts:?}"
        );
    }
}
