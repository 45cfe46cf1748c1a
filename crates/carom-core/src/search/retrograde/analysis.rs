//! The loop over plies, until all wanted states are settled.

use super::materials::Materials;
use super::plies::Plies;
use super::propagate::propagate;
use super::sweep::Sweep;
use super::values::{MaterialValues, SuccessorValues, distance};
use crate::board::SquareSet;
use crate::games::{Duel, DuelState};
use crate::search::limits::{Budget, Limit};

/// The result of a retrograde analysis.
pub(super) struct Analysed<P> {
    pub(super) values: Vec<MaterialValues<P>>,
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
    materials: &Materials,
    wanted: &[DuelState<S>],
    budget: &mut Budget<'_>,
    counted: &mut bool,
) -> Result<Analysed<P>, Limit> {
    let mut values: Vec<MaterialValues<P>> =
        materials.all.iter().map(MaterialValues::new).collect();
    let mut successors: Vec<_> = materials.all.iter().map(SuccessorValues::new).collect();
    let states = exclude_impossible(duel, materials, &mut values, &mut successors, budget)?;
    if !std::mem::replace(counted, true) {
        budget.take_positions(states)?;
    }

    let is_open = |state: &&DuelState<S>| duel.end(state).is_none();
    let mut wanted: Vec<_> = wanted
        .iter()
        .filter(is_open)
        .map(|state| duel.locate(state).expect("until the end, both armies have men"))
        .map(|location| materials.place(location))
        .collect();
    let mut analysed =
        Analysed { values, plies: 0, stopped: None, complete: false, overflow: false };
    while !wanted.is_empty() && !analysed.complete && !analysed.overflow {
        let ply = analysed.plies + 1;
        if ply > P::LONGEST {
            analysed.overflow = true;
            break;
        }
        let sweep = Sweep { materials, successors: &successors, ply };
        let swept = sweep.settle(&mut analysed.values, budget).and_then(|new| {
            let are_wins = ply % 2 == 1;
            propagate(materials, &analysed.values, &mut successors, are_wins, budget)?;
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
        wanted.retain(|&place| distance(materials, &analysed.values, place) == 0);
    }
    Ok(analysed)
}

/// Marks the cells that are no states. Returns the number of states, counted once for both sides to
/// move.
fn exclude_impossible<P: Plies, S: SquareSet>(
    duel: &Duel<S>,
    materials: &Materials,
    values: &mut [MaterialValues<P>],
    successors: &mut [SuccessorValues],
    budget: &Budget<'_>,
) -> Result<u64, Limit> {
    let mut states = 0;
    for (material, (values, successors)) in
        materials.all.iter().zip(values.iter_mut().zip(successors))
    {
        for row in 0..material.rows {
            let impossible = values.settled.row_mut(row);
            materials.add_impossible(duel, material, row, impossible);
            successors.won.row_mut(row).copy_from_slice(impossible);
            let zeros = impossible.iter().map(|word| u64::from(word.count_zeros()));
            values.states += zeros.sum::<u64>();
            if row % 256 == 0 {
                budget.poll()?;
            }
        }
        if materials.is_first_to_move(material) {
            states += values.states;
        }
    }
    Ok(states)
}
