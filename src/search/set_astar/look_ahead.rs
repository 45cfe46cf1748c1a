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
//! unless the runner would be in the helper's way then, or is now. And what the runner
//! comes to by a slide that brings it nearer was closed and has been looked at.

use super::changed_slides::ChangedSlides;
use super::expand::Expansion;
use super::helpers::PlacementKey;
use super::helpful::HelpfulMoves;
use super::runner_sets::RunnerSets;
use super::state::{GoalPath, State};
use crate::board::{Axes, Bitboard, Direction, OccupiedLines, Square, each_slide};
use crate::games::{ActiveRobotPuzzle, SlideFrom};

/// A look ahead from the states of one placement that have just been expanded.
pub(super) struct LookAhead<'a, const N: usize, const C: usize> {
    puzzle: &'a ActiveRobotPuzzle,
    helpers: [Square; N],
    /// The helpers once more.
    lines: &'a OccupiedLines,
    /// The states.
    expanded: &'a RunnerSets<C>,
    /// All states of the placement that are closed, these among them.
    closed: RunnerSets<C>,
    /// Others to which slides lead that bring the runner no nearer.
    level: RunnerSets<C>,
    helpful: &'a HelpfulMoves,
}

/// A slide of a helper, and the runners that it may help.
#[derive(Clone, Copy)]
struct HelperMove {
    played: SlideFrom,
    runners: Bitboard,
}

// Helpers are below `N`, and slack is below 2.
#[expect(clippy::indexing_slicing)]
impl<'a, const N: usize, const C: usize> LookAhead<'a, N, C> {
    /// Returns a look ahead from what was expanded in a placement of these helpers, which
    /// are those of `lines`; `closed` are the states that were closed there before.
    #[inline]
    pub(super) fn new(
        puzzle: &'a ActiveRobotPuzzle,
        helpers: [Square; N],
        lines: &'a OccupiedLines,
        expansion: &'a Expansion<C>,
        closed: &RunnerSets<C>,
        helpful: &'a HelpfulMoves,
    ) -> Self {
        let closed = closed.with(&expansion.expanded);
        Self {
            puzzle,
            helpers,
            lines,
            expanded: &expansion.expanded,
            closed,
            level: expansion.level.without(&closed),
            helpful,
        }
    }

    /// Returns a solution one move longer than the number of the layer.
    pub(super) fn solution(&self) -> Option<GoalPath> {
        let seen = self.closed.with(&self.level);
        if !self.level.is_empty() && self.descends(self.level, seen, self.lines) {
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
        if !helpful.may_matter_from(from) {
            return None;
        }
        let slides = self.puzzle.stops().slides(from, self.lines);
        if !helpful.may_matter(from, &slides) {
            return None;
        }
        let opens_way = helpful.opens_way(from);
        for (direction, stop) in slides {
            if stop == from {
                continue;
            }
            let played = SlideFrom {
                square: from,
                direction,
            };
            let is_crossed = helpful.is_crossed(from, stop);
            if is_crossed {
                let path = self.after_blocked(helper, stop, played);
                if path.is_some() {
                    return path;
                }
            }
            if is_crossed || opens_way || helpful.stops_runner(stop) {
                let path = self.after(helper, stop, played, is_crossed);
                if path.is_some() {
                    return path;
                }
            }
        }
        None
    }

    /// Returns a solution that begins with a slide of the helper that a runner ends before
    /// `stop`, where it would come to otherwise, and which is to slide on.
    fn after_blocked(&self, helper: usize, stop: Square, played: SlideFrom) -> Option<GoalPath> {
        let way = Bitboard::line(played.square, stop);
        let mut in_way = (self.helpful.departures() & way).iter();
        in_way.find_map(|runner| {
            let before = runner.step(played.direction.opposite())?;
            if before == played.square {
                return None;
            }
            let here = std::iter::once(runner).collect();
            let runners = self.expanded.within(here, self.puzzle.start());
            let lines = self.lines_after(played.square, before);
            if !self.descends(runners, runners, &lines) {
                return None;
            }
            let first = HelperMove {
                played,
                runners: here,
            };
            self.path_after(helper, before, first)
        })
    }

    /// Returns a solution that begins with this slide, by which the helper comes to `stop`.
    ///
    /// The next slide of the runner is one that this changes, or the helper has to come
    /// first because the runner would be in its way.
    fn after(
        &self,
        helper: usize,
        stop: Square,
        played: SlideFrom,
        is_crossed: bool,
    ) -> Option<GoalPath> {
        let from = played.square;
        let lines = self.lines_after(from, stop);
        let mut runners = RunnerSets::EMPTY;
        if is_crossed {
            let mut way = Bitboard::line(from, stop);
            way.remove(stop);
            runners = self.closed.within(way, self.puzzle.start());
        }
        let changed = ChangedSlides {
            puzzle: self.puzzle,
            runners: self.expanded,
            lines: &lines,
            from,
            stop,
        };
        if self.helpful.stops_runner(stop) {
            changed.add_stopped(&mut runners);
        }
        if self.helpful.opens_way(from) {
            changed.add_going_on(&mut runners);
        }
        if runners.is_empty() {
            return None;
        }
        let goals = self.puzzle.heuristic().goals();
        let is_home = !(runners.both() & goals).is_empty();
        if !is_home && !self.descends(runners, runners, &lines) {
            return None;
        }
        let mut runners = !Bitboard::line(from, stop);
        if !is_crossed {
            runners &= Bitboard::cross(from) | Bitboard::cross(stop);
        }
        self.path_after(helper, stop, HelperMove { played, runners })
    }

    /// Returns the helpers after one has slid.
    #[inline]
    fn lines_after(&self, from: Square, stop: Square) -> OccupiedLines {
        let mut lines = *self.lines;
        lines.toggle(from);
        lines.toggle(stop);
        lines
    }

    /// Returns the solution that begins with this move, by which the helper comes to `stop`.
    fn path_after(&self, helper: usize, stop: Square, first: HelperMove) -> Option<GoalPath> {
        let mut helpers = self.helpers;
        helpers[helper] = stop;
        self.path(&helpers, 0, Some(first))
    }

    /// Returns whether a runner of the sets `waiting`, none of which has reached the goal,
    /// comes there if each slide brings it one move nearer, not by way of states that were
    /// `seen`.
    fn descends(
        &self,
        mut waiting: RunnerSets<C>,
        mut seen: RunnerSets<C>,
        lines: &OccupiedLines,
    ) -> bool {
        let bound = self.puzzle.heuristic();
        while let Some((runner, axes)) = waiting.pop(self.puzzle.start()) {
            let moves = bound.moves(runner, axes);
            let slides = self.puzzle.stops().slides(runner, lines);
            let mut is_home = false;
            each_slide(slides, |direction, stop| {
                let to = axes.union(Axes::of(direction));
                let left = bound.moves(stop, to);
                if stop != runner && left.is_some() && left < moves && seen.insert(stop, to) {
                    is_home |= left == Some(0);
                    waiting.insert(stop, to);
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
        let mut seen = [RunnerSets::EMPTY; 2];
        let home = self.puzzle.start();
        let mut from = *self.expanded;
        if let Some(first) = first {
            from = from.within(first.runners, home);
        }
        while let Some((runner, axes)) = from.pop(home) {
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
        None
    }

    /// Returns whether the runner reaches the goal from here with `slack` slides
    /// that bring it no nearer; its slides are put in `tail`, the last one first.
    fn find_descent(
        &self,
        helpers: &[Square; N],
        (runner, axes): (Square, Axes),
        slack: usize,
        seen: &mut [RunnerSets<C>; 2],
        tail: &mut Vec<SlideFrom>,
    ) -> bool {
        let bound = self.puzzle.heuristic();
        let Some(moves) = bound.moves(runner, axes) else {
            return false;
        };
        if moves == 0 && slack == 0 {
            return true;
        }
        if !seen[slack].insert(runner, axes) {
            return false;
        }
        for direction in Direction::ALL {
            let others = helpers.iter().copied();
            let stop = self.puzzle.stops().slide(runner, direction, others);
            if stop == runner {
                continue;
            }
            let to = axes.union(Axes::of(direction));
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

#[cfg(test)]
mod tests {
    use super::super::layer_mode::LayerMode;
    use super::super::samples::Random;
    use super::*;

    /// The helpers of these tests.
    const N: usize = 3;

    /// States closed in one placement, and all of them so far.
    struct Closing {
        expanded: RunnerSets<1>,
        closed: RunnerSets<1>,
        path: Option<GoalPath>,
    }

    /// Expands and closes states of a placement after `closed`, and looks ahead; or
    /// returns `None` where the goal is among them.
    fn close(
        puzzle: &ActiveRobotPuzzle,
        helpers: [Square; N],
        open: RunnerSets<1>,
        closed: &RunnerSets<1>,
    ) -> Option<Closing> {
        let lines: OccupiedLines = helpers.into_iter().collect();
        let (mode, mut helpful) = (LayerMode::LookAhead, HelpfulMoves::NONE);
        let open = open.without(closed);
        let expansion = Expansion::new(puzzle, &lines, open, closed, mode, &mut helpful);
        let goals = puzzle.heuristic().goals();
        if !(expansion.expanded.both() & goals).is_empty() {
            return None;
        }
        let look_ahead = LookAhead::new(puzzle, helpers, &lines, &expansion, closed, &helpful);
        Some(Closing {
            expanded: expansion.expanded,
            closed: look_ahead.closed,
            path: look_ahead.solution(),
        })
    }

    /// Whether the runner can slide to the goal by as many moves as its bound says.
    fn descends(puzzle: &ActiveRobotPuzzle, helpers: &[Square], state: (Square, Axes)) -> bool {
        let (runner, axes) = state;
        let moves = |(square, axes)| puzzle.heuristic().moves(square, axes);
        let is_one_less = |to| moves(to).is_some() && moves(to) < moves(state);
        moves(state) == Some(0)
            || Direction::ALL.into_iter().any(|direction| {
                let others = helpers.iter().copied();
                let stop = puzzle.stops().slide(runner, direction, others);
                let to = (stop, axes.union(Axes::of(direction)));
                stop != runner && is_one_less(to) && descends(puzzle, helpers, to)
            })
    }

    /// Whether one move that brings the runner no nearer leads on to the goal.
    fn has_solution(puzzle: &ActiveRobotPuzzle, helpers: &[Square], state: (Square, Axes)) -> bool {
        let (runner, axes) = state;
        let moves = |(square, axes)| puzzle.heuristic().moves(square, axes);
        Direction::ALL.into_iter().any(|direction| {
            let others = helpers.iter().copied();
            let stop = puzzle.stops().slide(runner, direction, others);
            let to = (stop, axes.union(Axes::of(direction)));
            let is_level = stop != runner && moves(to) == moves(state);
            is_level && descends(puzzle, helpers, to)
                || helpers.iter().enumerate().any(|(helper, &from)| {
                    let others = helpers.iter().copied().chain([runner]);
                    let mut after = helpers.to_vec();
                    after[helper] = puzzle.stops().slide(from, direction, others);
                    after[helper] != from && descends(puzzle, &after, state)
                })
        })
    }

    #[test]
    fn what_one_move_and_a_descent_can_do_is_seen() {
        let mut random = Random(11);
        let (mut seen, mut unseen) = (0, 0);
        for round in 0..30_000 {
            let Some(sample) = random.sample(3 + round % 7, N + 1) else {
                continue;
            };
            let puzzle = &sample.puzzles[0];
            let mut helpers = [Square::from_index(0); N];
            helpers.copy_from_slice(puzzle.blockers());
            let may_stand = |square: &Square| !helpers.contains(square);
            let squares: Bitboard = sample.board.squares().filter(may_stand).collect();
            let mut closed = RunnerSets::EMPTY;
            let mut states = Vec::new();
            let mut found = false;
            // Some of the states are closed before others.
            for _ in 0..2 {
                let mut open = RunnerSets::EMPTY;
                for _ in 0..10 + random.below(40) {
                    let (runner, axes) = random.runner(puzzle.start());
                    let axes = puzzle.axes().union(axes);
                    let may_stand = squares.contains(runner);
                    if may_stand && puzzle.heuristic().moves(runner, axes).is_some() {
                        open.insert(runner, axes);
                    }
                }
                let Some(closing) = close(puzzle, helpers, open, &closed) else {
                    break;
                };
                let mut expanded = closing.expanded;
                states.extend(std::iter::from_fn(|| expanded.pop(puzzle.start())));
                closed = closing.closed;
                if let Some(path) = closing.path {
                    let from = (path.state.runner, path.state.axes);
                    assert!(closing.expanded.contains(from.0, from.1));
                    let bound = puzzle.heuristic().moves(from.0, from.1);
                    assert_eq!(path.tail.len(), bound.unwrap() as usize + 1);
                    assert!(
                        sample.is_solved_from(from, &helpers, &path.tail),
                        "{sample:?}"
                    );
                    found = true;
                }
            }
            let expected = states
                .iter()
                .any(|&state| has_solution(puzzle, &helpers, state));
            assert_eq!(found, expected, "{sample:?}, {states:?}");
            seen += usize::from(expected);
            unseen += usize::from(!expected && !states.is_empty());
        }
        assert!(seen > 3_000, "{seen}");
        assert!(unseen > 3_000, "{unseen}");
    }
}
