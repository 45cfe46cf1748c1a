//! The number of shortest solutions a puzzle of one active robot has.
//!
//! The count of any puzzle, over nodes that are hardly more than a word. A slide
//! of a blocker leaves the bound as it is, so it is tried only where there is a
//! move to spare.

use super::placement::{Placement, PlacementKey};
use super::state_set::StateSet;
use crate::board::{Axes, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::tables::{CountedLayer, CountedNode, Counts};

/// A state.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    blockers: PlacementKey,
    active: Square,
    axes: Axes,
}

impl CountedNode for Node {
    #[inline]
    fn hash(&self) -> u64 {
        let word = self.blockers.word() << 8 | u64::from(self.active.to_u8());
        (word ^ u64::from(self.axes.bits()) << 6).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// Returns the number of solutions of `moves` moves, the fewest possible, or `None` if counting
/// them takes too many nodes.
pub(in crate::search) fn count_solutions(puzzle: &ActiveRobotPuzzle, moves: usize) -> Option<u64> {
    if puzzle.axes() == Axes::BOTH {
        count_with::<0>(puzzle, moves)
    } else {
        count_with::<1>(puzzle, moves)
    }
}

fn count_with<const C: usize>(puzzle: &ActiveRobotPuzzle, moves: usize) -> Option<u64> {
    match puzzle.blockers().len() {
        0 => count::<0, C>(puzzle, moves),
        1 => count::<1, C>(puzzle, moves),
        2 => count::<2, C>(puzzle, moves),
        3 => count::<3, C>(puzzle, moves),
        4 => count::<4, C>(puzzle, moves),
        5 => count::<5, C>(puzzle, moves),
        6 => count::<6, C>(puzzle, moves),
        7 => count::<7, C>(puzzle, moves),
        _ => unreachable!("a puzzle has at most seven blockers"),
    }
}

fn count<const N: usize, const C: usize>(puzzle: &ActiveRobotPuzzle, moves: usize) -> Option<u64> {
    let start = Node {
        blockers: Placement::<N>::of(puzzle.blockers()).key,
        active: puzzle.start(),
        axes: puzzle.axes(),
    };
    let mut counts = Counts::new(start);
    for remaining in (0..moves).rev() {
        counts
            .expand_layer(|node, ways, next| expand::<N, C>(puzzle, node, ways, remaining, next))?;
    }
    // States with no moves left are solved.
    counts.sum(|_| true)
}

/// Adds the successors of a node that may be solved within `remaining` moves.
// Inlined into the loop over the nodes, its only caller.
#[inline(always)]
fn expand<const N: usize, const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    node: Node,
    ways: u64,
    remaining: usize,
    next: &mut CountedLayer<Node>,
) -> Option<()> {
    let (stops, heuristic) = (puzzle.stops(), puzzle.heuristic());
    let axes = StateSet::<C>::tracked(node.axes);
    let may_end = |active, axes| {
        heuristic.moves(active, axes).is_some_and(|moves| moves as usize <= remaining)
    };
    let Placement { blockers, mut lines, .. } = Placement::<N>::new(node.blockers);
    lines.toggle(node.active);
    for (direction, active) in stops.slides(node.active, &lines) {
        let axes = axes.union(Axes::of(direction));
        if active != node.active && may_end(active, axes) {
            next.add(Node { active, axes, ..node }, ways)?;
        }
    }
    if may_end(node.active, axes) {
        for (blocker, &from) in blockers.iter().enumerate() {
            for (_, stop) in stops.slides(from, &lines) {
                if stop != from {
                    let blockers = PlacementKey::moved(&blockers, blocker, stop);
                    next.add(Node { blockers, ..node }, ways)?;
                }
            }
        }
    }
    Some(())
}
