//! The loop over plies, until all wanted states are settled.

use super::layers::Layers;
use super::plies::Plies;
use super::propagate::propagate;
use super::sweep::Sweep;
use super::values::{LayerValues, SuccessorValues, distance};
use crate::board::SquareSet;
use crate::games::{Duel, DuelState};
use crate::search::limits::{Budget, Limit};

/// The result of a retrograde analysis.
pub(super) struct Analysed<P> {
    pub(super) values: Vec<LayerValues<P>>,
    /// The number of plies that were analysed.
    pub(super) plies: u32,
    /// The limit that stopped the analysis before all states were settled.
    pub(super) stopped: Option<Limit>,
    /// Whether all states that have a win or a loss are settled.
    pub(super) complete: bool,
    /// Whether a distance did not fit.
    pub(super) overflow: bool,
}

/// Analyses `duel` until all states of `wanted` are settled or no other state can be. Counts the
/// positions before the first ply, unless they are already `counted`.
///
/// # Errors
///
/// [`Limit`] if there are too many positions, or if the search is to stop before the first ply.
pub(super) fn analyse<P: Plies, S: SquareSet>(
    duel: &Duel<S>,
    layers: &Layers,
    wanted: &[DuelState<S>],
    budget: &mut Budget<'_>,
    counted: &mut bool,
) -> Result<Analysed<P>, Limit> {
    let mut values: Vec<LayerValues<P>> = layers.all.iter().map(LayerValues::new).collect();
    let mut successors: Vec<_> = layers.all.iter().map(SuccessorValues::new).collect();
    let states = exclude_impossible(duel, layers, &mut values, &mut successors, budget)?;
    if !std::mem::replace(counted, true) {
        budget.take_positions(states)?;
    }

    let is_open = |state: &&DuelState<S>| duel.end(state).is_none();
    let mut wanted: Vec<_> = wanted
        .iter()
        .filter(is_open)
        .filter_map(|state| duel.locate(state))
        .map(|location| layers.place(location))
        .collect();
    let mut analysed =
        Analysed { values, plies: 0, stopped: None, complete: false, overflow: false };
    while !wanted.is_empty() && !analysed.complete && !analysed.overflow {
        let ply = analysed.plies + 1;
        if ply > P::LONGEST {
            analysed.overflow = true;
            break;
        }
        let sweep = Sweep { layers, successors: &successors, ply };
        let swept = sweep.settle(&mut analysed.values, budget).and_then(|new| {
            let are_wins = ply % 2 == 1;
            propagate(layers, &analysed.values, &mut successors, are_wins, budget)?;
            Ok(new)
        });
        match swept {
            Ok(new) => {
                analysed.plies = ply;
                analysed.complete = new == 0;
            }
            Err(limit) => {
                analysed.stopped = Some(limit);
                break;
            }
        }
        wanted.retain(|&place| distance(layers, &analysed.values, place) == 0);
    }
    Ok(analysed)
}

/// Marks the cells that are no states. Returns the number of states, counted once for both sides to
/// move.
fn exclude_impossible<P: Plies, S: SquareSet>(
    duel: &Duel<S>,
    layers: &Layers,
    values: &mut [LayerValues<P>],
    successors: &mut [SuccessorValues],
    budget: &Budget<'_>,
) -> Result<u64, Limit> {
    let mut states = 0;
    for (layer, (values, successors)) in layers.all.iter().zip(values.iter_mut().zip(successors)) {
        for row in 0..layer.rows {
            let impossible = values.settled.row_mut(row);
            layers.add_impossible(duel, layer, row, impossible);
            successors.won.row_mut(row).copy_from_slice(impossible);
            let zeros = impossible.iter().map(|word| u64::from(word.count_zeros()));
            values.states += zeros.sum::<u64>();
            if row % 256 == 0 {
                budget.poll()?;
            }
        }
        if layers.is_first_to_move(layer) {
            states += values.states;
        }
    }
    Ok(states)
}
