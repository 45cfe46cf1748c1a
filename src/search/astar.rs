//! A* in layers.
//!
//! Hart, Nilsson, Raphael: *A Formal Basis for the Heuristic Determination of
//! Minimum Cost Paths* (1968). Every move costs one and the heuristic is
//! consistent, so the bound of a node, its depth plus its heuristic, never
//! falls from a node to its successors: nodes are expanded in layers of equal
//! bound, each node once, and when a layer is empty no solution is as short as
//! its bound. No priority queue is needed.

use std::ops::ControlFlow;

use super::frontier::Frontier;
use super::nodes::{Inserted, NodeId, Nodes};
use super::{Budget, Limit, Stop};
use crate::games::Puzzle;

/// What a search ends with.
pub(super) enum Found<P: Puzzle> {
    /// The states of an optimal solution, from the start to the solved one.
    Path(Vec<P::State>),
    /// There is no solution.
    Nothing,
    /// No solution is shorter than this; a limit was reached.
    AtLeast(u32, Limit),
}

/// Searches `puzzle`.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the answers.
pub(super) fn search<P: Puzzle>(puzzle: &P, budget: &mut Budget<'_>) -> Result<Found<P>, Stop> {
    let start = puzzle.start();
    let Some(mut bound) = puzzle.lower_bound(&start) else {
        return Ok(Found::Nothing);
    };
    match run(puzzle, &mut bound, budget) {
        Ok(found) => Ok(found),
        Err(Stop::Limit(limit)) => Ok(Found::AtLeast(bound, limit)),
        Err(Stop::Yield) => Err(Stop::Yield),
    }
}

fn run<P: Puzzle>(puzzle: &P, bound: &mut u32, budget: &mut Budget<'_>) -> Result<Found<P>, Stop> {
    let mut nodes = Nodes::new(budget)?;
    let mut frontier = Frontier::default();
    if let Inserted::Open(id) = nodes.insert(puzzle.start(), 0, 0, budget)? {
        frontier.push(*bound, id, budget)?;
    }
    while let Some(layer) = frontier.next_layer(*bound) {
        *bound = layer;
        budget.prove(layer);
        while let Some(id) = frontier.pop(layer, budget) {
            let node = nodes.get_mut(id);
            if node.closed {
                // It waited here too before a shorter way to it was found.
                continue;
            }
            node.closed = true;
            if puzzle.is_solved(&node.state) {
                return Ok(Found::Path(path(&nodes, id)));
            }
            budget.count_position()?;
            if let Some(solved) = expand(puzzle, id, layer, &mut nodes, &mut frontier, budget)? {
                return Ok(Found::Path(path(&nodes, solved)));
            }
        }
    }
    Ok(Found::Nothing)
}

/// Successors of one node between two looks at the flag and the clock: few
/// puzzles have so many.
const POLL_INTERVAL: u32 = 1 << 8;

/// Generates the successors of a node; returns one that is solved, if its
/// bound is that of the layer.
fn expand<P: Puzzle>(
    puzzle: &P,
    id: NodeId,
    layer: u32,
    nodes: &mut Nodes<P::State>,
    frontier: &mut Frontier,
    budget: &mut Budget<'_>,
) -> Result<Option<NodeId>, Stop> {
    let node = *nodes.get(id);
    let Some(depth) = node.depth.checked_add(1) else {
        // Nodes have no room for longer paths.
        return Err(Stop::Limit(Limit::Memory));
    };
    let mut successors = 0_u32;
    let flow = puzzle.successors_or_pauses(&node.state, |successor| {
        let Some((_, state)) = successor else {
            let polled = budget.count_position().and_then(|()| budget.poll());
            return match polled {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(Err(stop)),
            };
        };
        successors += 1;
        if successors.is_multiple_of(POLL_INTERVAL)
            && let Err(stop) = budget.poll()
        {
            return ControlFlow::Break(Err(stop));
        }
        let inserted = match nodes.insert(state, id, depth, budget) {
            Ok(inserted) => inserted,
            Err(stop) => return ControlFlow::Break(Err(stop)),
        };
        let Inserted::Open(child) = inserted else {
            return ControlFlow::Continue(());
        };
        let Some(to_go) = puzzle.lower_bound(&state) else {
            // It is never expanded, and need not be offered again.
            nodes.get_mut(child).closed = true;
            return ControlFlow::Continue(());
        };
        let bound = u32::from(depth) + to_go;
        if bound == layer && puzzle.is_solved(&state) {
            return ControlFlow::Break(Ok(child));
        }
        match frontier.push(bound, child, budget) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => ControlFlow::Break(Err(stop)),
        }
    });
    match flow {
        ControlFlow::Continue(()) => Ok(None),
        ControlFlow::Break(broken) => broken.map(Some),
    }
}

/// The states from the start to a node.
fn path<S: Copy + Eq + std::hash::Hash>(nodes: &Nodes<S>, id: NodeId) -> Vec<S> {
    let mut node = nodes.get(id);
    let mut states = vec![node.state];
    while node.depth > 0 {
        node = nodes.get(node.parent);
        states.push(node.state);
    }
    states.reverse();
    states
}
