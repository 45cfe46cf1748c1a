//! A lower bound on the moves of a single human that takes into account what stops a piece.
//!
//! In the relaxed puzzle a robot that moves also stays where it was, and only the board blocks
//! a slide. Still, each slide ends at a block, at a wall, or next to a piece. That is the
//! delete relaxation of planning, and the bound is found as in *Planning as Heuristic Search*
//! (Bonet and Geffner, 2001): all robots move at once for the cost of one move. The squares
//! that robots can reach are computed for each number of their moves, and the squares that the
//! human can reach for each number of its slides. The bound is the smallest sum of both with
//! the human on a target.
//!
//! The bound is admissible: after some moves of a real solution, every piece is on a square that it
//! can reach in the relaxed puzzle with as many moves. It is consistent, because everything that is
//! possible after a move is also possible with one more move.

use super::reach::{AnyBoard, SlideBoard, relaxed_distances};
use crate::board::{Bitboard, Direction, Fill, Square};

/// Larger bounds are cut to this.
pub(super) const LIMIT: usize = 1 << 5;

/// Whether the bound pays for this number of pieces and squares. A puzzle with few pieces is solved
/// as fast as its bound is found, and pieces close together are stopped almost everywhere.
pub(super) const fn pays(pieces: usize, squares: usize) -> bool {
    pieces > FEW_PIECES && 3 * pieces <= squares
}

/// For up to this many pieces the bound does not pay.
pub(super) const FEW_PIECES: usize = 8;

/// The relaxed puzzle of a board.
pub(super) struct Relaxed {
    pub(super) board: AnyBoard,
    fills: [Fill; 4],
    /// For each number of moves, the squares from which a human needs at most that many to a target
    /// if other pieces are wherever they help. Larger numbers use the last set.
    near: Vec<Bitboard>,
}

/// Receives the intermediate results of the search for a relaxed solution.
pub(super) trait Recorder {
    /// Receives the squares of robots at the start or after one more move.
    fn robots(&mut self, squares: Bitboard);

    /// Receives the squares of the human after each number of slides.
    fn humans(&mut self, squares: &[Bitboard]);
}

/// Records nothing.
impl Recorder for () {
    #[inline(always)]
    fn robots(&mut self, _: Bitboard) {}

    #[inline(always)]
    fn humans(&mut self, _: &[Bitboard]) {}
}

// Numbers of moves are below the limit, directions below 4, and `near` has a first set.
#[expect(clippy::indexing_slicing)]
impl Relaxed {
    /// Returns the relaxed puzzle, or `None` if a human may be as far from a target as the limit
    /// even if it could stop everywhere. The search would call it with consecutive numbers beyond
    /// the limit, which all count as the limit.
    pub(super) fn new(board: AnyBoard, pieces: Bitboard, targets: Bitboard) -> Option<Self> {
        let mut near = vec![targets];
        relaxed_distances(&board, pieces, targets, |squares, moves| {
            if moves > 0 {
                near.push(near[near.len() - 1] | squares);
            }
        });
        if near.len() > LIMIT {
            return None;
        }
        let fill = |direction: Direction| Fill::new(board.free[direction.index()], direction);
        Some(Self {
            fills: Direction::ALL.map(fill),
            board,
            near,
        })
    }

    /// Returns the squares from which a human may need at most `moves` moves.
    #[inline(always)]
    pub(super) fn near(&self, moves: usize) -> Bitboard {
        self.near[moves.min(self.near.len() - 1)]
    }

    /// Returns the squares where pieces that slide in this direction stop at `blockers`.
    #[inline(always)]
    fn stops(&self, blockers: Bitboard, direction: Direction) -> Bitboard {
        self.board.before(blockers, direction) | self.board.ends[direction.index()]
    }

    /// Returns the squares where pieces from `from` stop at `blockers`.
    #[inline(always)]
    fn slid(&self, from: Bitboard, blockers: Bitboard) -> Bitboard {
        let [up, right, down, left] = &self.fills;
        up.entered(from, Direction::Up) & self.stops(blockers, Direction::Up)
            | right.entered(from, Direction::Right) & self.stops(blockers, Direction::Right)
            | down.entered(from, Direction::Down) & self.stops(blockers, Direction::Down)
            | left.entered(from, Direction::Left) & self.stops(blockers, Direction::Left)
    }

    /// Whether a human among these robots needs at most `moves` moves in the relaxed puzzle.
    pub(super) fn needs_at_most(&self, human: Square, robots: Bitboard, moves: usize) -> bool {
        moves >= LIMIT || self.solve(human, robots, moves, &mut ()).is_some()
    }

    /// Returns the target that the human reaches within `moves` moves, below the limit, and the
    /// number of its slides.
    #[inline(always)]
    pub(super) fn solve(
        &self,
        human: Square,
        mut robots: Bitboard,
        moves: usize,
        recorder: &mut impl Recorder,
    ) -> Option<(Square, usize)> {
        let targets = self.near[0];
        let mut humans = [Bitboard::EMPTY; LIMIT];
        humans[0] = std::iter::once(human).collect();
        // The moves that remain after those of robots.
        let mut remaining = moves;
        loop {
            humans[0] &= self.near(remaining);
            if !(humans[0] & targets).is_empty() {
                return Some((human, 0));
            }
            let can_stop = |direction| targets & self.stops(robots, direction);
            let may_end = Direction::ALL
                .into_iter()
                .any(|one| !can_stop(one).is_empty());
            // If no slide can end on a target, the last two slides lead nowhere.
            let slides = if may_end {
                remaining
            } else {
                remaining.saturating_sub(2)
            };
            let mut reached = None;
            for slide in 1..=slides {
                let mut to = humans[slide];
                if !humans[slide - 1].is_empty() {
                    to |= self.slid(humans[slide - 1], robots);
                }
                humans[slide] = to & self.near(remaining - slide);
                if let Some(square) = (humans[slide] & targets).iter().next() {
                    reached = Some((square, slide));
                    break;
                }
            }
            recorder.robots(robots);
            recorder.humans(&humans[..=moves]);
            if reached.is_some() {
                return reached;
            }
            remaining = remaining.checked_sub(1)?;
            let mut stopping = Bitboard::EMPTY;
            for (slide, &humans) in humans[..=remaining].iter().enumerate() {
                stopping |= humans & self.near(remaining - slide);
            }
            let next = robots | self.slid(robots, robots | stopping);
            if stopping.is_empty() || next == robots {
                return None;
            }
            robots = next;
        }
    }

    /// Whether the human reaches a target in the relaxed puzzle at all.
    pub(super) fn is_solvable(&self, human: Square, robots: Bitboard) -> bool {
        let (mut humans, mut robots) = (std::iter::once(human).collect(), robots);
        loop {
            let next = (
                humans | self.slid(humans, robots),
                robots | self.slid(robots, robots | humans),
            );
            if !(next.0 & self.near[0]).is_empty() {
                return true;
            }
            if next == (humans, robots) {
                return false;
            }
            (humans, robots) = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    use super::super::samples::{Random, bound, pieces};
    use super::super::state::{LunarPuzzle, State};
    use crate::games::Puzzle;

    /// Returns all states of a puzzle, their distances to a solved one, and their successors,
    /// or `None` if there are many.
    fn graph(puzzle: &LunarPuzzle<16>) -> Option<Graph> {
        let mut numbers = HashMap::from([(puzzle.start(), 0)]);
        let mut graph = Graph {
            states: vec![puzzle.start()],
            next: Vec::new(),
            distances: Vec::new(),
        };
        while graph.next.len() < graph.states.len() {
            let state = graph.states[graph.next.len()];
            let mut next = Vec::new();
            if !puzzle.is_solved(&state) {
                let _ = puzzle.successors(&state, |_, to| {
                    let number = *numbers.entry(to).or_insert(graph.states.len());
                    if number == graph.states.len() {
                        graph.states.push(to);
                    }
                    next.push(number);
                    ControlFlow::<()>::Continue(())
                });
            }
            graph.next.push(next);
            if graph.states.len() > 2_000 {
                return None;
            }
        }
        let goals = graph.states.iter().map(|state| puzzle.is_solved(state));
        graph.distances = goals.map(|is_goal| is_goal.then_some(0)).collect();
        for moves in 1.. {
            let mut is_done = true;
            for at in 0..graph.states.len() {
                let is_next = |to: &usize| graph.distances[*to] == Some(moves - 1);
                if graph.distances[at].is_none() && graph.next[at].iter().any(is_next) {
                    graph.distances[at] = Some(moves);
                    is_done = false;
                }
            }
            if is_done {
                break;
            }
        }
        Some(graph)
    }

    struct Graph {
        states: Vec<State<16>>,
        next: Vec<Vec<usize>>,
        distances: Vec<Option<usize>>,
    }

    #[test]
    fn heuristic_is_admissible_and_drops_by_at_most_one() {
        let mut random = Random(4);
        let (mut checked, mut solved, mut exact, mut greater) = (0, 0, 0, 0);
        for round in 0..6_000 {
            let Some(sample) = random.sample(4 + round % 4, 2 + round % 5) else {
                continue;
            };
            let Some(graph) = graph(&sample.puzzle) else {
                continue;
            };
            let bounds: Vec<Option<usize>> = graph
                .states
                .iter()
                .map(|state| {
                    let (human, robots) = pieces(&sample, state);
                    bound(&sample.relaxed, human, robots)
                })
                .collect();
            for (at, state) in graph.states.iter().enumerate() {
                checked += 1;
                let plain = sample.puzzle.lower_bound(state);
                if let Some(moves) = graph.distances[at] {
                    solved += 1;
                    let bound = bounds[at].expect("it can be solved");
                    let plain = plain.expect("it can be solved") as usize;
                    assert!(plain <= bound && bound <= moves, "{plain} {bound} {moves}");
                    exact += usize::from(bound == moves);
                    greater += usize::from(bound > plain);
                }
                for &next in &graph.next[at] {
                    if let Some(next) = bounds[next] {
                        let bound = bounds[at].expect("what is next can be solved");
                        assert!(bound <= next + 1, "{bound} before {next}");
                    }
                }
            }
        }
        let counts = [checked, solved, exact, greater];
        assert!(
            checked > 300_000 && solved > 10_000 && exact > 8_000 && greater > 2_500,
            "{counts:?}"
        );
    }
}
