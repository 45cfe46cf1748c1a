//! How many shortest solutions a puzzle of one runner has.
//!
//! The count of any puzzle, over nodes that are hardly more than a word. A slide
//! of a helper leaves the bound as it is, so it is tried only where there is a
//! move to spare.

use super::helpers::PlacementKey;
use super::runner_sets::RunnerSets;
use crate::board::{Axes, OccupiedLines, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::tables::{CountedLayer, CountedNode, Counts};

/// A state.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    helpers: PlacementKey,
    runner: Square,
    axes: Axes,
}

impl CountedNode for Node {
    #[inline]
    fn hash(&self) -> u64 {
        let word = self.helpers.word() << 8 | u64::from(self.runner.to_u8());
        (word ^ u64::from(self.axes.bits()) << 6).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// Returns the number of sequences of so many moves that solve the puzzle, the
/// number being that of the fewest; `None` where it takes too many nodes to say.
pub(in crate::search) fn count_solutions(puzzle: &ActiveRobotPuzzle, moves: u32) -> Option<u64> {
    if puzzle.axes() == Axes::BOTH {
        count_with::<0>(puzzle, moves)
    } else {
        count_with::<1>(puzzle, moves)
    }
}

fn count_with<const C: usize>(puzzle: &ActiveRobotPuzzle, moves: u32) -> Option<u64> {
    match puzzle.blockers().len() {
        0 => count::<0, C>(puzzle, moves),
        1 => count::<1, C>(puzzle, moves),
        2 => count::<2, C>(puzzle, moves),
        3 => count::<3, C>(puzzle, moves),
        4 => count::<4, C>(puzzle, moves),
        5 => count::<5, C>(puzzle, moves),
        6 => count::<6, C>(puzzle, moves),
        _ => count::<7, C>(puzzle, moves),
    }
}

fn count<const N: usize, const C: usize>(puzzle: &ActiveRobotPuzzle, moves: u32) -> Option<u64> {
    let mut helpers = [Square::from_index(0); N];
    for (to, from) in helpers.iter_mut().zip(puzzle.blockers()) {
        *to = *from;
    }
    let start = Node {
        helpers: PlacementKey::pack(helpers),
        runner: puzzle.start(),
        axes: puzzle.axes(),
    };
    let mut counts = Counts::new(start);
    for left in (0..moves).rev() {
        counts.expand_layer(|node, ways, next| expand::<N, C>(puzzle, node, ways, left, next))?;
    }
    // What needs no more moves is solved.
    counts.sum(|_| true)
}

/// Adds the successors of a node that may be solved by so many moves as are
/// `left` then.
// It has one caller, within the loop that goes over the nodes.
#[inline(always)]
fn expand<const N: usize, const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    node: Node,
    ways: u64,
    left: u32,
    next: &mut CountedLayer<Node>,
) -> Option<()> {
    let (stops, bound) = (puzzle.stops(), puzzle.heuristic());
    let known = RunnerSets::<C>::known(node.axes);
    let may_end = |runner, axes| bound.moves(runner, axes).is_some_and(|moves| moves <= left);
    let helpers: [Square; N] = node.helpers.unpack();
    let mut lines: OccupiedLines = helpers.into_iter().collect();
    lines.toggle(node.runner);
    for (direction, runner) in stops.slides(node.runner, &lines) {
        let axes = known.union(Axes::of(direction));
        if runner != node.runner && may_end(runner, axes) {
            next.add(
                Node {
                    runner,
                    axes,
                    ..node
                },
                ways,
            )?;
        }
    }
    if may_end(node.runner, known) {
        for (helper, &from) in helpers.iter().enumerate() {
            for (_, stop) in stops.slides(from, &lines) {
                if stop != from {
                    let helpers = PlacementKey::moved(&helpers, helper, stop);
                    next.add(Node { helpers, ..node }, ways)?;
                }
            }
        }
    }
    Some(())
}
