//! Goal look-ahead: a solution one move longer than the layer has.
//!
//! When a layer is closed without the goal, the next one would be filled, most
//! of it for nothing if it is the last. So each placement looks ahead as it is
//! expanded: is there one move, of the active robot or of a blocker, after which the
//! active robot descends to the goal, each slide one move nearer? Such a solution is
//! one move longer than the layer's number, and if the layer has no goal it is
//! optimal.
//!
//! No such solution from a state of the layer is missed. A move of a blocker
//! that changes no slide of the active robot could be made after that slide as well,
//! unless the active robot would be in the blocker's way then, or is now. And what the active robot
//! comes to by a slide that brings it nearer was closed and has been looked at.

mod changed_slides;
mod helpful;

use changed_slides::ChangedSlides;
pub(in crate::search::set_astar) use helpful::HelpfulMoves;

use super::expand::Expansion;
use super::placement::Placement;
use super::state::{GoalPath, State};
use super::state_set::StateSet;
use crate::board::{Axes, Bitboard, Direction, OccupiedLines, Square, each_slide};
use crate::games::{ActiveRobotPuzzle, SlideFrom};

/// A look ahead from the states of one placement that have just been expanded.
pub(super) struct LookAhead<'a, const N: usize, const C: usize> {
    puzzle: &'a ActiveRobotPuzzle,
    placement: &'a Placement<N>,
    expanded: &'a StateSet<C>,
    /// All states of the placement that are closed, these among them.
    closed: StateSet<C>,
    /// Others to which slides lead that bring the active robot no nearer.
    sideways: StateSet<C>,
    helpful: &'a HelpfulMoves,
}

/// A slide of a blocker, and the squares of active robots that it may help.
#[derive(Clone, Copy)]
struct BlockerMove {
    played: SlideFrom,
    squares: Bitboard,
}

// Blockers are below `N`, and slack is below 2.
impl<'a, const N: usize, const C: usize> LookAhead<'a, N, C> {
    /// Returns a look-ahead from what was expanded in `placement`; `closed` are the states that
    /// were closed there before.
    #[inline]
    pub(super) fn new(
        puzzle: &'a ActiveRobotPuzzle,
        placement: &'a Placement<N>,
        expansion: &'a Expansion<C>,
        closed: &StateSet<C>,
        helpful: &'a HelpfulMoves,
    ) -> Self {
        let closed = closed.with(&expansion.expanded);
        Self {
            puzzle,
            placement,
            expanded: &expansion.expanded,
            closed,
            sideways: expansion.sideways.without(&closed),
            helpful,
        }
    }

    /// Returns a solution one move longer than the number of the layer.
    pub(super) fn solution(&self) -> Option<GoalPath> {
        let visited = self.closed.with(&self.sideways);
        if !self.sideways.is_empty() && self.descends(self.sideways, visited, &self.placement.lines)
        {
            let path = self.path(&self.placement.blockers, 1, None);
            if path.is_some() {
                return path;
            }
        }
        (0..N).find_map(|blocker| self.after_moves_of(blocker))
    }

    /// Returns a solution that begins with a move of the blocker.
    fn after_moves_of(&self, blocker: usize) -> Option<GoalPath> {
        let (helpful, from) = (self.helpful, self.placement.blockers[blocker]);
        if !helpful.may_matter_from(from) {
            return None;
        }
        let slides = self.puzzle.stops().slides(from, &self.placement.lines);
        if !helpful.may_matter(from, &slides) {
            return None;
        }
        let opens_way = helpful.opens_way(from);
        for (direction, stop) in slides {
            if stop == from {
                continue;
            }
            let played = SlideFrom { square: from, direction };
            let is_crossed = helpful.is_crossed(from, stop);
            if is_crossed {
                let path = self.after_blocked(blocker, stop, played);
                if path.is_some() {
                    return path;
                }
            }
            if is_crossed || opens_way || helpful.stops_active(stop) {
                let path = self.after(blocker, stop, played, is_crossed);
                if path.is_some() {
                    return path;
                }
            }
        }
        None
    }

    /// Returns a solution that begins with a slide of the blocker that an active robot ends before
    /// `stop`, where it would come to otherwise, and which is to slide on.
    fn after_blocked(&self, blocker: usize, stop: Square, played: SlideFrom) -> Option<GoalPath> {
        let way = Bitboard::line(played.square, stop);
        let mut in_way = (self.helpful.departures() & way).iter();
        in_way.find_map(|active| {
            let before = active.step(played.direction.opposite())?;
            if before == played.square {
                return None;
            }
            let here = std::iter::once(active).collect();
            let states = self.expanded.within(here, self.puzzle.start());
            let lines = self.lines_after(played.square, before);
            if !self.descends(states, states, &lines) {
                return None;
            }
            let first = BlockerMove { played, squares: here };
            self.path_after(blocker, before, first)
        })
    }

    /// Returns a solution that begins with this slide, by which the blocker comes to `stop`.
    ///
    /// The next slide of the active robot is one that this changes, or the blocker has to come
    /// first because the active robot would be in its way.
    fn after(
        &self,
        blocker: usize,
        stop: Square,
        played: SlideFrom,
        is_crossed: bool,
    ) -> Option<GoalPath> {
        let from = played.square;
        let lines = self.lines_after(from, stop);
        let mut states = StateSet::EMPTY;
        if is_crossed {
            let mut way = Bitboard::line(from, stop);
            way.remove(stop);
            states = self.closed.within(way, self.puzzle.start());
        }
        let changed =
            ChangedSlides { puzzle: self.puzzle, states: self.expanded, lines: &lines, from, stop };
        if self.helpful.stops_active(stop) {
            changed.add_stopped(&mut states);
        }
        if self.helpful.opens_way(from) {
            changed.add_going_on(&mut states);
        }
        if states.is_empty() {
            return None;
        }
        let goals = self.puzzle.heuristic().goals();
        let at_goal = !(states.both() & goals).is_empty();
        if !at_goal && !self.descends(states, states, &lines) {
            return None;
        }
        let mut squares = !Bitboard::line(from, stop);
        if !is_crossed {
            squares &= Bitboard::cross(from) | Bitboard::cross(stop);
        }
        self.path_after(blocker, stop, BlockerMove { played, squares })
    }

    /// Returns the blockers after one has slid.
    #[inline]
    fn lines_after(&self, from: Square, stop: Square) -> OccupiedLines {
        let mut lines = self.placement.lines;
        lines.toggle(from);
        lines.toggle(stop);
        lines
    }

    /// Returns the solution that begins with this move, by which the blocker comes to `stop`.
    fn path_after(&self, blocker: usize, stop: Square, first: BlockerMove) -> Option<GoalPath> {
        let mut blockers = self.placement.blockers;
        blockers[blocker] = stop;
        self.path(&blockers, 0, Some(first))
    }

    /// Returns whether an active robot of the sets `waiting`, none of which has reached the goal,
    /// comes there if each slide brings it one move nearer, not by way of states that were
    /// `visited`.
    fn descends(
        &self,
        mut waiting: StateSet<C>,
        mut visited: StateSet<C>,
        lines: &OccupiedLines,
    ) -> bool {
        let heuristic = self.puzzle.heuristic();
        while let Some((active, axes)) = waiting.pop(self.puzzle.start()) {
            let h = heuristic.moves(active, axes);
            let slides = self.puzzle.stops().slides(active, lines);
            let mut at_goal = false;
            each_slide(slides, |direction, stop| {
                let to = axes.union(Axes::of(direction));
                let h_next = heuristic.moves(stop, to);
                if stop != active && h_next.is_some() && h_next < h && visited.insert(stop, to) {
                    at_goal |= h_next == Some(0);
                    waiting.insert(stop, to);
                }
            });
            if at_goal {
                return true;
            }
        }
        false
    }

    /// Returns the state from which the active robot descends to the goal, and how:
    /// after the first move, if it is one of a blocker, among `blockers`, and with
    /// `slack` slides that bring it no nearer.
    fn path(
        &self,
        blockers: &[Square; N],
        slack: usize,
        first: Option<BlockerMove>,
    ) -> Option<GoalPath> {
        let mut visited = [StateSet::EMPTY; 2];
        let start = self.puzzle.start();
        let mut from = *self.expanded;
        if let Some(first) = first {
            from = from.within(first.squares, start);
        }
        while let Some((active, axes)) = from.pop(start) {
            let mut tail = Vec::new();
            if self.find_descent(blockers, (active, axes), slack, &mut visited, &mut tail) {
                tail.extend(first.map(|first| first.played));
                tail.reverse();
                let key = self.placement.key;
                return Some(GoalPath { state: State { key, active, axes }, tail });
            }
        }
        None
    }

    /// Returns whether the active robot reaches the goal from here with `slack` slides
    /// that bring it no nearer; its slides are put in `tail`, the last one first.
    fn find_descent(
        &self,
        blockers: &[Square; N],
        (active, axes): (Square, Axes),
        slack: usize,
        visited: &mut [StateSet<C>; 2],
        tail: &mut Vec<SlideFrom>,
    ) -> bool {
        let heuristic = self.puzzle.heuristic();
        let h =
            heuristic.moves(active, axes).expect("from an expanded state the goal can be reached");
        if h == 0 && slack == 0 {
            return true;
        }
        if !visited[slack].insert(active, axes) {
            return false;
        }
        for direction in Direction::ALL {
            let others = blockers.iter().copied();
            let stop = self.puzzle.stops().slide(active, direction, others);
            if stop == active {
                continue;
            }
            let to = axes.union(Axes::of(direction));
            let slack = match heuristic.moves(stop, to) {
                Some(h_next) if h_next + 1 == h => slack,
                Some(h_next) if h_next == h && slack > 0 => slack - 1,
                _ => continue,
            };
            if self.find_descent(blockers, (stop, to), slack, visited, tail) {
                tail.push(SlideFrom { square: active, direction });
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::expand::LayerMode;
    use super::super::samples::Random;
    use super::*;

    /// The blockers of these tests.
    const N: usize = 3;

    /// States closed in one placement, and all of them so far.
    struct Closing {
        expanded: StateSet<1>,
        closed: StateSet<1>,
        path: Option<GoalPath>,
    }

    /// Expands and closes states of a placement after `closed`, and looks ahead; or
    /// returns `None` where the goal is among them.
    fn close(
        puzzle: &ActiveRobotPuzzle,
        blockers: [Square; N],
        open: StateSet<1>,
        closed: &StateSet<1>,
    ) -> Option<Closing> {
        let mode = LayerMode { is_goal_free: false, looks_ahead: true, opens_away: false };
        let mut helpful = HelpfulMoves::NONE;
        let (placement, open) = (Placement::of(&blockers), open.without(closed));
        let lines = &placement.lines;
        let expansion = Expansion::new(puzzle, lines, open, closed, mode, &mut helpful);
        let goals = puzzle.heuristic().goals();
        if !(expansion.expanded.both() & goals).is_empty() {
            return None;
        }
        let look_ahead = LookAhead::<N, 1>::new(puzzle, &placement, &expansion, closed, &helpful);
        Some(Closing {
            expanded: expansion.expanded,
            closed: look_ahead.closed,
            path: look_ahead.solution(),
        })
    }

    /// Whether the active robot can slide to the goal by as many moves as its bound says.
    fn descends(puzzle: &ActiveRobotPuzzle, blockers: &[Square], state: (Square, Axes)) -> bool {
        let (active, axes) = state;
        let moves = |(square, axes)| puzzle.heuristic().moves(square, axes);
        let is_one_less = |to| moves(to).is_some() && moves(to) < moves(state);
        moves(state) == Some(0)
            || Direction::ALL.into_iter().any(|direction| {
                let others = blockers.iter().copied();
                let stop = puzzle.stops().slide(active, direction, others);
                let to = (stop, axes.union(Axes::of(direction)));
                stop != active && is_one_less(to) && descends(puzzle, blockers, to)
            })
    }

    /// Whether one move that brings the active robot no nearer leads on to the goal.
    fn has_solution(
        puzzle: &ActiveRobotPuzzle,
        blockers: &[Square],
        state: (Square, Axes),
    ) -> bool {
        let (active, axes) = state;
        let moves = |(square, axes)| puzzle.heuristic().moves(square, axes);
        Direction::ALL.into_iter().any(|direction| {
            let others = blockers.iter().copied();
            let stop = puzzle.stops().slide(active, direction, others);
            let to = (stop, axes.union(Axes::of(direction)));
            let is_level = stop != active && moves(to) == moves(state);
            is_level && descends(puzzle, blockers, to)
                || blockers.iter().enumerate().any(|(blocker, &from)| {
                    let others = blockers.iter().copied().chain([active]);
                    let mut after = blockers.to_vec();
                    after[blocker] = puzzle.stops().slide(from, direction, others);
                    after[blocker] != from && descends(puzzle, &after, state)
                })
        })
    }

    #[test]
    fn look_ahead_misses_no_solution() {
        let mut random = Random(11);
        let (mut visited, mut unseen) = (0, 0);
        for round in 0..30_000 {
            let Some(sample) = random.sample(3 + round % 7, N + 1) else {
                continue;
            };
            let puzzle = &sample.puzzles[0];
            let mut blockers = [Square::from_index(0); N];
            blockers.copy_from_slice(puzzle.blockers());
            let may_stand = |square: &Square| !blockers.contains(square);
            let squares: Bitboard = sample.board.squares().filter(may_stand).collect();
            let mut closed = StateSet::EMPTY;
            let mut states = Vec::new();
            let mut found = false;
            // Some of the states are closed before others.
            for _ in 0..2 {
                let mut open = StateSet::EMPTY;
                for _ in 0..10 + random.below(40) {
                    let (active, axes) = random.active(puzzle.start());
                    let axes = puzzle.axes().union(axes);
                    let may_stand = squares.contains(active);
                    if may_stand && puzzle.heuristic().moves(active, axes).is_some() {
                        open.insert(active, axes);
                    }
                }
                let Some(closing) = close(puzzle, blockers, open, &closed) else {
                    break;
                };
                let mut expanded = closing.expanded;
                states.extend(std::iter::from_fn(|| expanded.pop(puzzle.start())));
                closed = closing.closed;
                if let Some(path) = closing.path {
                    let from = (path.state.active, path.state.axes);
                    assert!(closing.expanded.contains(from.0, from.1));
                    let heuristic = puzzle.heuristic().moves(from.0, from.1);
                    assert_eq!(path.tail.len(), heuristic.unwrap() as usize + 1);
                    assert!(sample.is_solved_from(from, &blockers, &path.tail), "{sample:?}");
                    found = true;
                }
            }
            let expected = states.iter().any(|&state| has_solution(puzzle, &blockers, state));
            assert_eq!(found, expected, "{sample:?}, {states:?}");
            visited += usize::from(expected);
            unseen += usize::from(!expected && !states.is_empty());
        }
        assert!(visited > 3_000, "{visited}");
        assert!(unseen > 3_000, "{unseen}");
    }
}
