//! A lower bound of the moves of a lone human that knows what stops a piece.
//!
//! In the relaxed puzzle a robot that moves also stays where it was, and nothing is in the
//! way of a slide but what the board puts there; yet each slide still ends at a block, at a
//! wall, or beside a piece. That is the delete relaxation of planning, of which a bound is
//! found as in *Planning as Heuristic Search* (Bonet and Geffner, 2001): all robots move at
//! once, for the cost of one move. Where they may stand is found for each number of their
//! moves, and where the human may stand for each number of its slides beside it, in sets of
//! squares: the bound is the least sum of both with the human on a target.
//!
//! No solution is shorter: after some moves of a real one, every piece stands where it may
//! stand in the relaxed puzzle after as many. And it is consistent, since what can be done
//! after a move can be done by one move more.

use super::reach::{AnyBoard, SlideBoard, relaxed_distances};
use crate::board::{Bitboard, Direction, Fill, Square};

/// Larger bounds than this are taken to be this.
pub(super) const LIMIT: usize = 1 << 5;

/// Whether the bound pays in a puzzle of so many pieces and squares. Few pieces are searched
/// as soon as it is found, and where they stand close together, they find something that
/// stops them almost everywhere.
pub(super) const fn pays(pieces: usize, squares: usize) -> bool {
    pieces > FEW_PIECES && 3 * pieces <= squares
}

/// Of so many pieces the bound does not pay.
pub(super) const FEW_PIECES: usize = 8;

/// What the relaxed puzzle asks of a board.
pub(super) struct Relaxed {
    pub(super) board: AnyBoard,
    fills: [Fill; 4],
    /// The squares from which a human needs at most so many moves to a target if every
    /// other piece stood wherever it helps; after the last number, those of the last.
    near: Vec<Bitboard>,
}

/// What of the search for a relaxed solution is kept.
pub(super) trait Recorder {
    /// Where robots may stand after one move more, or at first.
    fn robots(&mut self, squares: Bitboard);

    /// Where the human may then stand after each number of slides.
    fn humans(&mut self, squares: &[Bitboard]);
}

/// Nothing.
impl Recorder for () {
    #[inline(always)]
    fn robots(&mut self, _: Bitboard) {}

    #[inline(always)]
    fn humans(&mut self, _: &[Bitboard]) {}
}

// Numbers of moves are cut down to the limit, directions are below 4, and there is a
// first set of `near`.
#[expect(clippy::indexing_slicing)]
impl Relaxed {
    /// Returns what is needed of a board with these pieces; none where a human may be as far
    /// from home as the limit even if something stopped it everywhere. Bounds are asked for
    /// one after the other, from that one on, and would all be taken for the same.
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

    /// Returns the squares from which a human may need so few moves.
    #[inline(always)]
    pub(super) fn near(&self, moves: usize) -> Bitboard {
        self.near[moves.min(self.near.len() - 1)]
    }

    /// Returns where pieces that slide in this direction stop beside `blockers`.
    #[inline(always)]
    fn stops(&self, blockers: Bitboard, direction: Direction) -> Bitboard {
        self.board.before(blockers, direction) | self.board.ends[direction.index()]
    }

    /// Returns where pieces that stand on `from` stop beside `blockers`.
    #[inline(always)]
    fn slid(&self, from: Bitboard, blockers: Bitboard) -> Bitboard {
        let [up, right, down, left] = &self.fills;
        up.entered(from, Direction::Up) & self.stops(blockers, Direction::Up)
            | right.entered(from, Direction::Right) & self.stops(blockers, Direction::Right)
            | down.entered(from, Direction::Down) & self.stops(blockers, Direction::Down)
            | left.entered(from, Direction::Left) & self.stops(blockers, Direction::Left)
    }

    /// Returns whether a human beside these robots needs at most so many moves in the
    /// relaxed puzzle.
    pub(super) fn needs_at_most(&self, human: Square, robots: Bitboard, moves: usize) -> bool {
        moves >= LIMIT || self.solve(human, robots, moves, &mut ()).is_some()
    }

    /// Returns where the human comes to a target within so many moves, below the limit, and
    /// after how many slides.
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
        // The moves that are left after those of robots.
        let mut left = moves;
        loop {
            humans[0] &= self.near(left);
            if !(humans[0] & targets).is_empty() {
                return Some((human, 0));
            }
            let can_stop = |direction| targets & self.stops(robots, direction);
            let may_end = Direction::ALL
                .into_iter()
                .any(|one| !can_stop(one).is_empty());
            // Where no slide can end on a target, the last two lead nowhere.
            let slides = if may_end {
                left
            } else {
                left.saturating_sub(2)
            };
            let mut home = None;
            for slide in 1..=slides {
                let mut to = humans[slide];
                if !humans[slide - 1].is_empty() {
                    to |= self.slid(humans[slide - 1], robots);
                }
                humans[slide] = to & self.near(left - slide);
                if let Some(square) = (humans[slide] & targets).iter().next() {
                    home = Some((square, slide));
                    break;
                }
            }
            recorder.robots(robots);
            recorder.humans(&humans[..=moves]);
            if home.is_some() {
                return home;
            }
            left = left.checked_sub(1)?;
            let mut stopping = Bitboard::EMPTY;
            for (slide, &humans) in humans[..=left].iter().enumerate() {
                stopping |= humans & self.near(left - slide);
            }
            let next = robots | self.slid(robots, robots | stopping);
            if stopping.is_empty() || next == robots {
                return None;
            }
            robots = next;
        }
    }

    /// Returns whether the human comes to a target in the relaxed puzzle at all.
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

    /// All states of a puzzle, the moves to a solved one, and what leads where; none where
    /// they are many.
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
    fn it_is_a_bound_and_no_move_lowers_it_by_two() {
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
                    if let Some(left) = bounds[next] {
                        let bound = bounds[at].expect("what is next can be solved");
                        assert!(bound <= left + 1, "{bound} before {left}");
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
