//! The cost of each kind of move in *f*, the mode of a layer, and the slides of the active robot
//! from all states of one placement.

use super::look_ahead::HelpfulMoves;
use super::state_set::StateSet;
use crate::board::{Axes, OccupiedLines, each_slide};
use crate::games::ActiveRobotPuzzle;

/// The increase of *f* by a slide of a blocker.
pub(super) const BLOCKER_SLIDE_COST: u32 = 1;

/// The increase of *f* by a slide of the active robot that keeps *h*.
pub(super) const SIDEWAYS_COST: u32 = 1;

/// The increase of *f* by a slide of the active robot after which *h* is greater: 1 for the move,
/// and 1 for the change of *h*.
pub(super) const AWAY_COST: u32 = 2;

/// How a layer is expanded: what is proved about it beforehand, and what its expansion proves
/// about the next layer.
#[derive(Clone, Copy)]
pub(super) struct LayerMode {
    /// Whether the layer has no goal, apart from the states that
    /// [`Storage::open_unseen`](super::storage::Storage::open_unseen) searches.
    pub(super) is_goal_free: bool,
    /// Whether the search looks ahead from each placement as it is expanded. If that finds no
    /// solution, the next layer has a goal only behind a slide away from the goal.
    pub(super) looks_ahead: bool,
    /// Whether slides of the active robot away from the goal are generated as a state is
    /// expanded. Otherwise they are postponed: they are generated from the closed states when
    /// the layer that they lead to begins.
    pub(super) opens_away: bool,
}

/// The states of a placement that are expanded in a layer, and their successors by slides of
/// the active robot to later layers.
pub(super) struct Expansion<const C: usize> {
    /// The open states, and all that slides nearer to the goal reach from them, which have the
    /// same *f*.
    pub(super) expanded: StateSet<C>,
    /// The successors with the same *h*, which belong to the next layer.
    pub(super) sideways: StateSet<C>,
    /// The successors with a greater *h*, which belong to the layer after that. Empty unless the
    /// mode of the layer opens them.
    pub(super) away: StateSet<C>,
    /// The number of states expanded.
    pub(super) count: u64,
}

impl<const C: usize> Expansion<C> {
    /// Expands the states `open` of a placement whose blockers stand on `lines`. Where
    /// the layer looks ahead, records in `helpful` the moves that may matter there.
    // Inlined, since returning an expansion would copy it.
    #[inline(always)]
    pub(super) fn new(
        puzzle: &ActiveRobotPuzzle,
        lines: &OccupiedLines,
        open: StateSet<C>,
        closed: &StateSet<C>,
        mode: LayerMode,
        helpful: &mut HelpfulMoves,
    ) -> Self {
        let heuristic = puzzle.heuristic();
        let mut expansion =
            Self { expanded: open, sideways: StateSet::EMPTY, away: StateSet::EMPTY, count: 0 };
        let mut waiting = open;
        while let Some((active, axes)) = waiting.pop(puzzle.start()) {
            expansion.count += 1;
            let h =
                heuristic.moves(active, axes).expect("from an open state the goal can be reached");
            let slides = puzzle.stops().slides(active, lines);
            if mode.looks_ahead && h > 0 {
                helpful.add(heuristic, active, axes, h, &slides);
            }
            each_slide(slides, |direction, stop| {
                if stop == active {
                    return;
                }
                let to = StateSet::<C>::tracked(axes.union(Axes::of(direction)));
                let Some(h_next) = heuristic.moves(stop, to) else {
                    return;
                };
                if h_next == h {
                    expansion.sideways.insert(stop, to);
                } else if h_next < h {
                    if mode.looks_ahead {
                        helpful.add_nearer(active, stop);
                    }
                    if !closed.contains(stop, to) && expansion.expanded.insert(stop, to) {
                        waiting.insert(stop, to);
                    }
                } else if mode.opens_away {
                    expansion.away.insert(stop, to);
                }
            });
        }
        expansion
    }
}

/// Returns the states to which slides of the active robot away from the goal lead from states of
/// one placement.
pub(super) fn slides_away<const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    lines: &OccupiedLines,
    mut from: StateSet<C>,
) -> StateSet<C> {
    let heuristic = puzzle.heuristic();
    let mut successors = StateSet::EMPTY;
    while let Some((active, axes)) = from.pop(puzzle.start()) {
        let h = heuristic.moves(active, axes);
        each_slide(puzzle.stops().slides(active, lines), |direction, stop| {
            let to = StateSet::<C>::tracked(axes.union(Axes::of(direction)));
            if stop != active && heuristic.moves(stop, to) > h {
                successors.insert(stop, to);
            }
        });
    }
    successors
}
