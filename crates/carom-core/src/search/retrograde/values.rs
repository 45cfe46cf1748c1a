//! The values of the states of a layer.

use super::bits::BitMatrix;
use super::layers::{Layer, Layers};
use super::plies::Plies;

/// The values of the states of a layer.
///
/// 1. A state is in `settled` exactly if its distance is not 0. Cells that are no states are in
///    `settled` from the start, without a distance.
/// 2. `fresh` has the states that the newest ply has settled, and `changed` the rows that have any.
#[derive(Debug)]
pub(super) struct LayerValues<P> {
    /// The number of states.
    pub(super) states: u64,
    /// The settled states, and the cells that are no states.
    pub(super) settled: BitMatrix,
    /// The states that the newest ply has settled.
    pub(super) fresh: BitMatrix,
    /// The rows of `fresh` that are not empty.
    pub(super) changed: Vec<bool>,
    /// The distance of each settled state; 0 for the others.
    pub(super) plies: Vec<P>,
}

/// The values of the successors of a layer: those of its twin, transposed, so that a move leads from
/// row to row and stays in its column.
#[derive(Debug)]
pub(super) struct SuccessorValues {
    /// The states that the newest ply has settled.
    pub(super) fresh: BitMatrix,
    /// The rows of `fresh` that are not empty.
    pub(super) changed: Vec<bool>,
    /// The states that the other army, which is to move in them, wins, and the cells that are no
    /// states.
    pub(super) won: BitMatrix,
}

impl<P: Plies> LayerValues<P> {
    pub(super) fn new(layer: &Layer) -> Self {
        Self {
            states: 0,
            settled: BitMatrix::new(layer.rows, layer.columns),
            fresh: BitMatrix::new(layer.rows, layer.columns),
            changed: vec![false; layer.rows],
            plies: vec![P::NONE; layer.rows * layer.columns],
        }
    }
}

impl SuccessorValues {
    pub(super) fn new(layer: &Layer) -> Self {
        Self {
            fresh: BitMatrix::new(layer.rows, layer.columns),
            changed: vec![false; layer.rows],
            won: BitMatrix::new(layer.rows, layer.columns),
        }
    }
}

/// Returns the distance of a state from the end of the game, or 0 if it is not settled.
pub(super) fn distance<P: Plies>(
    layers: &Layers,
    values: &[LayerValues<P>],
    (number, row, column): (usize, usize, usize),
) -> u32 {
    let layer = &layers.all[number];
    debug_assert!(row < layer.rows && column < layer.columns);
    values[number].plies[row * layer.columns + column].get()
}
