//! From one layer into the next by the slides of helpers.

use std::hint::black_box;

use super::closed_log::Entry;
use super::placements::{pack_moved, unpack};
use super::setastar::SetAStar;
use super::{Budget, Stop};
use crate::board::{Bitboard, Direction, Lines, Square};

/// States on their way into a layer.
///
/// Placements lie scattered in memory, and waiting for each in turn would take
/// most of the time of a large search: so many are gathered, and looked up
/// ahead.
#[derive(Default)]
pub(super) struct Puts {
    puts: Vec<Put>,
    /// The sets, most of them for many placements, with their axes.
    sets: Vec<(usize, Bitboard)>,
}

/// States to be put in a placement.
#[derive(Clone, Copy)]
struct Put {
    helpers: u64,
    /// The number of the placement, perhaps.
    slot: Option<u32>,
    /// The number of the set.
    set: usize,
}

/// States put together, at least, or sets of them.
const MIN_PUTS: usize = 128;

impl Puts {
    fn is_full(&self) -> bool {
        self.puts.len().max(self.sets.len()) >= MIN_PUTS
    }

    /// Adds a set, and gives its number.
    fn add_set(&mut self, axes: usize, set: Bitboard) -> usize {
        self.sets.push((axes, set));
        self.sets.len() - 1
    }
}

// Helpers are below `N`, and sets have numbers of the buffer.
#[expect(clippy::indexing_slicing)]
impl<const N: usize, const A: usize> SetAStar<'_, N, A> {
    /// Fills a layer by the slides of helpers from the one before.
    pub(super) fn expand_helpers_of(
        &mut self,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let before = layer.checked_sub(1).and_then(|layer| self.log.layer(layer));
        let (mut place, end) = before.unwrap_or_default();
        while place != end
            && let Some((entry, next)) = self.log.read(place)
        {
            self.expand_helpers(&entry);
            if self.puts.is_full() {
                self.put_all(layer, budget)?;
            }
            place = next;
        }
        self.put_all(layer, budget)
    }

    /// Adds the states of the buffer to a layer.
    fn put_all(&mut self, layer: u32, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.poll()?;
        let Puts { mut puts, mut sets } = std::mem::take(&mut self.puts);
        let ahead = puts
            .iter()
            .map(|put| self.placements.look_ahead_index(put.helpers));
        black_box(ahead.fold(0, |sum, word| sum ^ word));
        for put in &mut puts {
            put.slot = self.placements.guess(put.helpers);
        }
        let parity = (layer & 1) as usize;
        let ahead = puts.iter().filter_map(|put| put.slot);
        let ahead = ahead.map(|slot| self.placements.look_ahead(slot, parity));
        black_box(ahead.fold(0, |sum, word| sum ^ word));
        for put in &puts {
            let is_it = |slot: &u32| self.placements.is(*slot, put.helpers);
            let slot = match put.slot.filter(is_it) {
                Some(slot) => slot,
                None => self.placements.slot(put.helpers, budget)?,
            };
            let (axes, set) = sets[put.set];
            self.open(slot, axes, set, layer, budget)?;
        }
        puts.clear();
        sets.clear();
        self.puts = Puts { puts, sets };
        Ok(())
    }

    /// Puts the states to which slides of helpers lead into the buffer.
    fn expand_helpers(&mut self, entry: &Entry) {
        let helpers: [u8; N] = unpack(self.placements.helpers(entry.slot));
        let lines: Lines = helpers.map(Square::from_index).into_iter().collect();
        let runners: Lines = entry.set.iter().collect();
        let set = self.puts.add_set(entry.axes, entry.set);
        for helper in 0..N {
            let from = Square::from_index(helpers[helper]);
            let slides = self.puzzle.stops().slides(from, &lines);
            if !runners.slides_meet_none(from, &slides) {
                for (direction, stop) in slides.into_iter().filter(|(_, stop)| *stop != from) {
                    self.put_beside(entry, &helpers, helper, (direction, stop));
                }
                continue;
            }
            // Each is written and kept by its number, since jumps that depend
            // on the board would be guessed wrong too often.
            let puts = slides.map(|(_, stop)| Put {
                helpers: pack_moved(&helpers, helper, stop),
                slot: None,
                set,
            });
            let (mut kept, mut count) = (puts, 0);
            for (put, (_, stop)) in puts.into_iter().zip(slides) {
                kept[count & 3] = put;
                count += usize::from(stop != from);
            }
            self.puts.puts.extend_from_slice(&kept[..count]);
        }
    }

    /// Puts states into the buffer to which a slide of a helper leads that may
    /// meet the runner.
    fn put_beside(
        &mut self,
        entry: &Entry,
        helpers: &[u8; N],
        helper: usize,
        (direction, stop): (Direction, Square),
    ) {
        let from = Square::from_index(helpers[helper]);
        let mut put = |stop, set| {
            let set = self.puts.add_set(entry.axes, set);
            self.puts.puts.push(Put {
                helpers: pack_moved(helpers, helper, stop),
                slot: None,
                set,
            });
        };
        let way = Bitboard::line(from, stop);
        let beside = entry.set & !way;
        if !beside.is_empty() {
            put(stop, beside);
        }
        // A runner in the way stops the helper before it.
        for runner in (entry.set & way).iter() {
            if let Some(stop) = runner.step(direction.opposite())
                && stop != from
            {
                put(stop, std::iter::once(runner).collect());
            }
        }
    }
}
