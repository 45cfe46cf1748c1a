//! The number of shortest solutions a puzzle of one active robot has.
//!
//! The count of any puzzle, over nodes that are hardly more than a word. A slide
//! of a blocker leaves the bound as it is, so it is tried only where there is a
//! move to spare.

use super::placement_key::PlacementKey;
use super::state_set::StateSet;
use crate::board::{Axes, OccupiedLines, Square};
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
    let mut blockers = [Square::from_index(0); N];
    for (to, from) in blockers.iter_mut().zip(puzzle.blockers()) {
        *to = *from;
    }
    let start = Node {
        blockers: PlacementKey::pack(blockers),
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

/// Adds the successors of a node that may be solved by so many moves as are
/// `left` then.
// It has one caller, within the loop that goes over the nodes.
#[inline(always)]
fn expand<const N: usize, const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    node: Node,
    ways: u64,
    remaining: u32,
    next: &mut CountedLayer<Node>,
) -> Option<()> {
    let (stops, heuristic) = (puzzle.stops(), puzzle.heuristic());
    let known = StateSet::<C>::known(node.axes);
    let may_end = |active, axes| {
        heuristic
            .moves(active, axes)
            .is_some_and(|moves| moves <= remaining)
    };
    let blockers: [Square; N] = node.blockers.unpack();
    let mut lines: OccupiedLines = blockers.into_iter().collect();
    lines.toggle(node.active);
    for (direction, active) in stops.slides(node.active, &lines) {
        let axes = known.union(Axes::of(direction));
        if active != node.active && may_end(active, axes) {
            next.add(
                Node {
                    active,
                    axes,
                    ..node
                },
                ways,
            )?;
        }
    }
    if may_end(node.active, known) {
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
