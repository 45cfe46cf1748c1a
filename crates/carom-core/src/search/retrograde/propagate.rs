//! The step from settled states to their predecessors: copies the newest values of each material to
//! the materials whose moves lead to it.

use super::bits::transpose;
use super::distribute::distribute;
use super::materials::Materials;
use super::plies::Plies;
use super::values::{MaterialValues, SuccessorValues};
use crate::search::limits::{Budget, Limit};

/// The rows of `fresh`, `changed` and `won` from `first` on, which one task fills.
struct Band<'a, P> {
    from: &'a MaterialValues<P>,
    first: usize,
    words: usize,
    fresh: &'a mut [u64],
    changed: &'a mut [bool],
    won: &'a mut [u64],
}

/// The number of rows that one task transposes: a cache line of each source row.
const BAND_ROWS: usize = 512;

/// Copies the newest values of each material, transposed, to its twin. If they are wins, adds them
/// to `won`.
///
/// # Errors
///
/// [`Limit`] if the search is to stop.
pub(super) fn propagate<P: Plies>(
    materials: &Materials,
    values: &[MaterialValues<P>],
    successors: &mut [SuccessorValues],
    are_wins: bool,
    budget: &Budget<'_>,
) -> Result<(), Limit> {
    let mut tasks = Vec::new();
    let mut all_words = 0;
    for (material, successors) in materials.all.iter().zip(successors) {
        let from = &values[material.twin];
        let words = successors.fresh.words();
        all_words += material.rows * words;
        let fresh = successors.fresh.bits_mut().chunks_mut(BAND_ROWS * words);
        let won = successors.won.bits_mut().chunks_mut(BAND_ROWS * words);
        let changed = successors.changed.chunks_mut(BAND_ROWS);
        for (first, ((fresh, won), changed)) in
            (0..).step_by(BAND_ROWS).zip(fresh.zip(won).zip(changed))
        {
            tasks.push(Band { from, first, words, fresh, changed, won });
        }
    }
    distribute(tasks, all_words, budget, |band| band.fill(are_wins))
}

impl<P> Band<'_, P> {
    // The two tables have the transposed size of each other.
    fn fill(self, are_wins: bool) {
        let words = self.words;
        for (fresh, changed) in self.fresh.chunks_mut(words).zip(&mut *self.changed) {
            if *changed {
                fresh.fill(0);
                *changed = false;
            }
        }
        let mut block = [0; 64];
        for (at, sources) in self.from.changed.chunks(64).enumerate() {
            if !sources.contains(&true) {
                continue;
            }
            for (band, rows) in self.changed.chunks_mut(64).enumerate() {
                let word = self.first / 64 + band;
                block.fill(0);
                let mut any = 0;
                for (source, (block, &changed)) in block.iter_mut().zip(sources).enumerate() {
                    if changed {
                        *block = self.from.fresh.row(at * 64 + source)[word];
                        any |= *block;
                    }
                }
                if any == 0 {
                    continue;
                }
                transpose(&mut block);
                for (row, (&bits, changed)) in block.iter().zip(rows).enumerate() {
                    if bits != 0 {
                        *changed = true;
                        let place = (band * 64 + row) * words + at;
                        self.fresh[place] = bits;
                        if are_wins {
                            self.won[place] |= bits;
                        }
                    }
                }
            }
        }
    }
}
