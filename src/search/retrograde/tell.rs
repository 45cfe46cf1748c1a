//! What one side's states have shown, told to the other side.

use super::bits::transpose;
use super::known::{Found, Heard};
use super::layers::Layers;
use super::plies::Plies;
use super::share::share;
use crate::search::{Budget, Stop};

/// Rows of `fresh`, `changed` and `won` from `first` on, to be filled.
struct Hearing<'a, P> {
    from: &'a Found<P>,
    first: usize,
    words: usize,
    fresh: &'a mut [u64],
    changed: &'a mut [bool],
    won: &'a mut [u64],
}

/// Rows that one thread transposes at a time: a cache line of each row they
/// come from.
const BAND: usize = 512;

/// Tells each layer what its twin found. In plies of wins, they are added to
/// what is won.
pub(super) fn tell<P: Plies>(
    layers: &Layers,
    found: &[Found<P>],
    heard: &mut [Heard],
    wins: bool,
    budget: &Budget<'_>,
) -> Result<(), Stop> {
    let mut tasks = Vec::new();
    let mut all_words = 0;
    for (layer, heard) in layers.all.iter().zip(heard) {
        let Some(from) = found.get(layer.twin) else {
            continue;
        };
        let words = heard.fresh.words();
        all_words += layer.rows * words;
        let fresh = heard.fresh.bits_mut().chunks_mut(BAND * words);
        let won = heard.won.bits_mut().chunks_mut(BAND * words);
        let changed = heard.changed.chunks_mut(BAND);
        for (first, ((fresh, won), changed)) in (0..).step_by(BAND).zip(fresh.zip(won).zip(changed))
        {
            tasks.push(Hearing {
                from,
                first,
                words,
                fresh,
                changed,
                won,
            });
        }
    }
    share(tasks, all_words, budget, |task| task.hear(wins))
}

impl<P> Hearing<'_, P> {
    // Everything is cut to the size of the two tables, which are transposed
    // images of each other.
    #[expect(clippy::indexing_slicing)]
    fn hear(self, wins: bool) {
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
                        if wins {
                            self.won[place] |= bits;
                        }
                    }
                }
            }
        }
    }
}
