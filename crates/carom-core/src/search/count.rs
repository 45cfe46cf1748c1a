//! The number of optimal solutions, if it is cheap to count.

use std::hash::{BuildHasher, Hash};
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use super::limits::{Budget, Reservation};
use super::set_astar;
use super::tables::{CountedNode, Counts, MAX_NODES};
use crate::games::{ActiveRobotPuzzle, SearchHints};

/// Returns the number of solutions of `puzzle` with `moves` moves, which is the optimum.
/// Solutions are counted as an author writes them: moves of different pieces or in different
/// directions differ, even if their positions differ only in names.
///
/// Returns `None` if the puzzle is not [`SearchHints::HAS_DISTINCT_MOVES`], or if the count takes
/// more than 128 nodes or more memory than is left.
///
/// The count goes breadth first, layer by layer, with the number of paths to each state. A state
/// is dropped if it needs more moves than remain. A move of a state is a piece and a direction, so
/// each written solution is one path. The nodes do not count as positions.
pub(super) fn count_solutions<P: SearchHints>(
    puzzle: &P,
    moves: usize,
    budget: &Budget<'_>,
) -> Option<u64> {
    let _memory = reserve::<P>(budget)?;
    count(puzzle, moves)
}

/// Returns the number for a puzzle with `active_robots`, whose search has `expanded` states. Like
/// [`count_solutions`], but also `None` if a single search has expanded more states than a count
/// may have nodes: apart from the goal, each of them would be one.
pub(super) fn count_over_sets<P: SearchHints>(
    puzzle: &P,
    active_robots: &[ActiveRobotPuzzle],
    moves: usize,
    expanded: u64,
    budget: &Budget<'_>,
) -> Option<u64> {
    let _memory = reserve::<P>(budget)?;
    match active_robots {
        [_] if expanded > MAX_NODES as u64 => None,
        [puzzle] => set_astar::count_solutions(puzzle, moves),
        // A state of one search may be a state of another.
        _ => count(puzzle, moves),
    }
}

/// Reserves the memory of a count, if the puzzle can be counted.
fn reserve<P: SearchHints>(budget: &Budget<'_>) -> Option<Reservation> {
    // Two layers, a copy of one while it doubles, and their slots.
    let bytes = 5 * MAX_NODES as u64 * (size_of::<(P::State, u64)>() as u64 + 1);
    P::HAS_DISTINCT_MOVES.then(|| Reservation::new(bytes, budget).ok())?
}

fn count<P: SearchHints>(puzzle: &P, moves: usize) -> Option<u64> {
    let mut counts = Counts::new(Node(puzzle.start()));
    for remaining in (0..moves).rev() {
        counts.expand_layer(|Node(state), ways, next| {
            let h = |state: &P::State| puzzle.lower_bound(state).map(|h| h as usize);
            let mut visit = |child| {
                let may_end = h(&child).is_some_and(|h| h <= remaining);
                if may_end && next.add(Node(child), ways).is_none() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            };
            // Without a move to spare, only successors nearer to the goal count.
            let flow = if h(&state) == Some(remaining + 1) {
                puzzle.may_bring_nearer(&state, visit)
            } else {
                puzzle.successors(&state, |_, child| visit(child))
            };
            flow.is_continue().then_some(())
        })?;
    }
    counts.sum(|Node(state)| puzzle.is_solved(state))
}

/// A state of any puzzle as a node of the count.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node<S>(S);

impl<S: Copy + Eq + Hash> CountedNode for Node<S> {
    #[inline]
    fn hash(&self) -> u64 {
        let hash = FxBuildHasher.hash_one(self.0);
        hash.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Axes, Board, Direction, SlideTable, Square};
    use crate::games::{ActiveRobotHeuristic, Move, Position, SearchModel, SlideFrom};
    use crate::search::result::SearchResult;
    use std::sync::Arc;

    /// A puzzle of one active robot, piece by piece.
    struct Plain(ActiveRobotPuzzle);

    impl SearchModel for Plain {
        /// The active robot, its axes, and the blockers in order.
        type State = (Square, Axes, [Square; ActiveRobotPuzzle::MAX_BLOCKERS]);
        type Move = SlideFrom;

        fn start(&self) -> Self::State {
            let mut blockers = [Square::from_index(0); ActiveRobotPuzzle::MAX_BLOCKERS];
            blockers[..self.0.blockers().len()].copy_from_slice(self.0.blockers());
            (self.0.start(), self.0.axes(), blockers)
        }

        fn successors<B>(
            &self,
            &(active, axes, all): &Self::State,
            mut visit: impl FnMut(SlideFrom, Self::State) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            let blockers = &all[..self.0.blockers().len()];
            for direction in Direction::ALL {
                let slide = |square, others: &[Square]| {
                    let stop = self.0.stops().slide(square, direction, others.iter().copied());
                    (stop != square).then_some((stop, SlideFrom { square, direction }))
                };
                if let Some((stop, played)) = slide(active, blockers) {
                    visit(played, (stop, axes.union(Axes::of(direction)), all))?;
                }
                for (at, &blocker) in blockers.iter().enumerate() {
                    let others = [blockers, &[active]].concat();
                    if let Some((stop, played)) = slide(blocker, &others) {
                        let mut moved = all;
                        moved[at] = stop;
                        moved[..blockers.len()].sort_unstable();
                        visit(played, (active, axes, moved))?;
                    }
                }
            }
            ControlFlow::Continue(())
        }

        fn is_solved(&self, state: &Self::State) -> bool {
            self.lower_bound(state) == Some(0)
        }

        fn lower_bound(&self, &(active, axes, _): &Self::State) -> Option<u32> {
            self.0.heuristic().moves(active, axes)
        }

        fn name_moves(&self, _: &Position, _: &[SlideFrom]) -> Vec<Move> {
            unreachable!("nobody asks for the moves")
        }
    }

    impl SearchHints for Plain {}

    #[test]
    fn active_robot_alone_has_the_same_number_of_solutions() {
        let mut seed = 17_u64;
        let mut below = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % limit
        };
        let (mut counted, mut many) = (0, 0);
        for number in 0..600 {
            let mut board = Board::new(3 + below(8), 3 + below(8)).unwrap();
            let mut squares: Vec<_> = board.squares().collect();
            for &square in &squares {
                match below(12) {
                    0 => board.add_wall(square, Direction::Right),
                    1 => board.add_wall(square, Direction::Up),
                    _ => {}
                }
            }
            let mut place = || squares.swap_remove(below(squares.len()));
            let (active, goal) = (place(), place());
            let blockers = (0..number % 8).map(|_| place()).collect();
            let (stops, goals) = (SlideTable::new(&board), std::iter::once(goal).collect());
            let needs_both_axes = number % 3 == 0;
            let bound = Arc::new(ActiveRobotHeuristic::new(goals, &stops, needs_both_axes));
            let axes = if needs_both_axes { Axes::NONE } else { Axes::BOTH };
            let puzzle = ActiveRobotPuzzle::new(stops, (active, axes), blockers, bound);
            let puzzles = [puzzle];
            let found = set_astar::search(&puzzles, &mut Budget::new(1 << 24, 2_000));
            if let SearchResult::Solution(slides) = found {
                let [puzzle] = puzzles;
                let solutions = set_astar::count_solutions(&puzzle, slides.len());
                assert_eq!(solutions, count(&Plain(puzzle), slides.len()), "board {number}");
                counted += usize::from(solutions.is_some());
                many += usize::from(solutions.is_none());
            }
        }
        assert!(counted > 200 && many > 50, "{counted} counted, {many} not");
    }
}
