//! What is known of the states of a layer.

use super::bits::BitMatrix;
use super::layers::Layer;
use super::plies::Plies;

/// What is known of the states of a layer with its own army to move.
#[derive(Debug)]
pub(super) struct Found<P> {
    /// How many states there are.
    pub(super) states: u64,
    /// The states that are settled, and what is no state.
    pub(super) settled: BitMatrix,
    /// Those settled in the last ply.
    pub(super) fresh: BitMatrix,
    /// The rows of `fresh` that have any.
    pub(super) changed: Vec<bool>,
    /// The distance of each settled state; 0 for the others.
    pub(super) plies: Vec<P>,
}

/// The same of the same states with the other army to move, in the rows and
/// columns of the layer.
#[derive(Debug)]
pub(super) struct Heard {
    pub(super) fresh: BitMatrix,
    pub(super) changed: Vec<bool>,
    /// The states that the other army wins, and what is no state.
    pub(super) won: BitMatrix,
}

impl<P: Plies> Found<P> {
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

impl Heard {
    pub(super) fn new(layer: &Layer) -> Self {
        Self {
            fresh: BitMatrix::new(layer.rows, layer.columns),
            changed: vec![false; layer.rows],
            won: BitMatrix::new(layer.rows, layer.columns),
        }
    }
}
