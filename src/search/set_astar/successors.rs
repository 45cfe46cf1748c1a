//! From one layer into the next by the slides of helpers.

use super::closed_log::Entry;
use super::helpers::PlacementKey;
use super::lists::Lists;
use crate::board::{Axes, Bitboard, Direction, Lines, Square};
use crate::games::RunnerPuzzle;
use crate::search::limits::{Budget, Stop};
use crate::search::tables::prefetch;

/// Successors on their way into a layer.
///
/// Placements lie scattered in memory, so many are gathered, and prefetched
/// before the first is looked up for good.
#[derive(Default)]
pub(super) struct SuccessorBuffer {
    successors: Vec<Successor>,
    /// Sets of states, most of them for many placements.
    sets: Vec<(Axes, Bitboard)>,
}

/// States to be opened in a placement.
#[derive(Clone, Copy)]
struct Successor {
    key: PlacementKey,
    /// The number of the placement, perhaps.
    slot: Option<u32>,
    /// The number of the set.
    set: usize,
}

/// Successors opened together, at least, or sets of them.
const BATCH: usize = 128;

// Helpers are below `N`, and sets have numbers of the buffer.
#[expect(clippy::indexing_slicing)]
impl SuccessorBuffer {
    /// Returns whether it is time to open what was gathered.
    pub(super) fn is_full(&self) -> bool {
        self.successors.len().max(self.sets.len()) >= BATCH
    }

    /// Adds a set, and returns its number.
    fn add_set(&mut self, axes: Axes, set: Bitboard) -> usize {
        self.sets.push((axes, set));
        self.sets.len() - 1
    }

    /// Opens all successors in a layer.
    pub(super) fn open_all<const N: usize, const A: usize>(
        &mut self,
        lists: &mut Lists<N, A>,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        budget.poll()?;
        let placements = lists.placements();
        let keys = self.successors.iter().map(|successor| successor.key);
        prefetch(keys.map(|key| placements.word_to_find(key)));
        for successor in &mut self.successors {
            successor.slot = placements.guess(successor.key);
        }
        let guesses = self.successors.iter();
        lists.prefetch_to_open(guesses.filter_map(|successor| successor.slot), layer);
        for successor in &self.successors {
            let is_right = |slot: &u32| lists.placements().is(*slot, successor.key);
            let slot = match successor.slot.filter(is_right) {
                Some(slot) => slot,
                None => lists.find_or_add(successor.key, budget)?,
            };
            let (axes, set) = self.sets[successor.set];
            lists.open(slot, axes, set, layer, budget)?;
        }
        self.successors.clear();
        self.sets.clear();
        Ok(())
    }

    /// Generates the successors of states of one placement in which a helper has
    /// slid.
    pub(super) fn generate<const N: usize>(
        &mut self,
        puzzle: &RunnerPuzzle,
        helpers: &[Square; N],
        entry: &Entry,
    ) {
        let lines: Lines = (*helpers).into_iter().collect();
        let runners: Lines = entry.set.iter().collect();
        let set = self.add_set(entry.axes, entry.set);
        for (helper, &from) in helpers.iter().enumerate() {
            let slides = puzzle.stops().slides(from, &lines);
            if !runners.slides_meet_none(from, &slides) {
                for slide in slides.into_iter().filter(|(_, stop)| *stop != from) {
                    self.generate_beside(entry, helpers, helper, slide);
                }
                continue;
            }
            // Each is written and kept by its number, since jumps that depend
            // on the board would be guessed wrong too often.
            let successor = |(_, stop): (Direction, Square)| Successor {
                key: PlacementKey::moved(helpers, helper, stop),
                slot: None,
                set,
            };
            let [up, right, down, left] = slides;
            let successors = [
                successor(up),
                successor(right),
                successor(down),
                successor(left),
            ];
            let (mut kept, mut count) = (successors, 0);
            for (successor, (_, stop)) in successors.into_iter().zip(slides) {
                kept[count & 3] = successor;
                count += usize::from(stop != from);
            }
            self.successors.extend_from_slice(&kept[..count]);
        }
    }

    /// Generates the successors by one slide of a helper that may meet the
    /// runner.
    fn generate_beside<const N: usize>(
        &mut self,
        entry: &Entry,
        helpers: &[Square; N],
        helper: usize,
        (direction, stop): (Direction, Square),
    ) {
        let from = helpers[helper];
        let mut add = |stop, set| {
            let set = self.add_set(entry.axes, set);
            self.successors.push(Successor {
                key: PlacementKey::moved(helpers, helper, stop),
                slot: None,
                set,
            });
        };
        let way = Bitboard::line(from, stop);
        let beside = entry.set & !way;
        if !beside.is_empty() {
            add(stop, beside);
        }
        // A runner in the way stops the helper before it.
        for runner in (entry.set & way).iter() {
            if let Some(stop) = runner.step(direction.opposite())
                && stop != from
            {
                add(stop, std::iter::once(runner).collect());
            }
        }
    }
}
