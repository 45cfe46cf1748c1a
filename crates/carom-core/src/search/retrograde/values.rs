//! The values of the states of a material.

use super::bits::BitMatrix;
use super::materials::{Material, Materials};
use super::plies::Plies;

/// The values of the states of a material.
///
/// 1. A state is in `settled` exactly if its distance is not 0. Cells that are no states are in
///    `settled` from the start, without a distance.
/// 2. `fresh` has the states that the newest ply has settled, and `changed` the rows that have any.
#[derive(Debug)]
pub(super) struct MaterialValues<P> {
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

/// The values of the successors of a material: those of its twin, transposed, so that a move leads
/// from row to row and stays in its column.
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

impl<P: Plies> MaterialValues<P> {
    pub(super) fn new(material: &Material) -> Self {
        Self {
            states: 0,
            settled: BitMatrix::new(material.rows, material.columns),
            fresh: BitMatrix::new(material.rows, material.columns),
            changed: vec![false; material.rows],
            plies: vec![P::NONE; material.rows * material.columns],
        }
    }
}

impl SuccessorValues {
    pub(super) fn new(material: &Material) -> Self {
        Self {
            fresh: BitMatrix::new(material.rows, material.columns),
            changed: vec![false; material.rows],
            won: BitMatrix::new(material.rows, material.columns),
        }
    }
}

/// Returns the distance of a state from the end of the game, or 0 if it is not settled.
pub(super) fn distance<P: Plies>(
    materials: &Materials,
    values: &[MaterialValues<P>],
    (number, row, column): (usize, usize, usize),
) -> u32 {
    let material = &materials.all[number];
    debug_assert!(row < material.rows && column < material.columns);
    values[number].plies[row * material.columns + column].get()
}
