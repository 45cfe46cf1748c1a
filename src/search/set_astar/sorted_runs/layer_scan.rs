//! One pass over the placements of a layer, in the order of their keys.

use super::merge::Merge;
use super::run::{Reader, Run};
use super::sort_buffer::KeyRange;
use crate::board::OccupiedLines;
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Stop};
use crate::search::set_astar::expand::{ActiveSlide, slides};
use crate::search::set_astar::layer::Layer;
use crate::search::set_astar::placement::PlacementKey;
use crate::search::set_astar::state_set::StateSet;

/// All closed layers, read in parallel.
///
/// The number of blockers is not a parameter of the type, so that the code is compiled once.
pub(super) struct LayerScan<'r, const C: usize> {
    puzzle: &'r ActiveRobotPuzzle,
    /// Returns the occupied lines of a placement.
    lines: fn(PlacementKey) -> OccupiedLines,
    /// The layers, each with the kind of slide of the active robot that leads from it to the
    /// layer to expand, if there is one.
    closed: Vec<(Option<ActiveSlide>, Reader<&'r Run, C>)>,
}

/// A placement with open states in the layer.
pub(super) struct OpenPlacement<const C: usize> {
    pub(super) key: PlacementKey,
    /// The open states, at least one.
    pub(super) open: StateSet<C>,
    /// The states closed in earlier layers.
    pub(super) closed: StateSet<C>,
}

impl<'r, const C: usize> LayerScan<'r, C> {
    /// Begins a pass for `layer`. `closed` are the runs of all earlier layers.
    pub(super) fn new(
        layer: &Layer<'r>,
        lines: fn(PlacementKey) -> OccupiedLines,
        closed: &'r [(u32, Run)],
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        let readers = closed.iter().map(|(before, run)| {
            let mut slides = [ActiveSlide::Sideways, ActiveSlide::Away].into_iter();
            let slide = slides.find(|slide| before + slide.cost() == layer.f);
            Ok((slide, Reader::new(run, budget)?))
        });
        let closed: Result<_, Stop> = readers.collect();
        Ok(Self {
            puzzle: layer.puzzle,
            lines,
            closed: closed?,
        })
    }

    /// Returns the next placement in `range` with open states. `merge` holds the successors in
    /// the same range by slides of blockers.
    pub(super) fn next(
        &mut self,
        merge: &mut Merge<C>,
        range: KeyRange,
        budget: &Budget<'_>,
    ) -> Result<Option<OpenPlacement<C>>, Stop> {
        loop {
            let origins = self.closed.iter().filter(|(slide, _)| slide.is_some());
            let keys = origins.filter_map(|(_, reader)| reader.key());
            let Some(key) = keys.chain(merge.key()).min() else {
                return Ok(None);
            };
            if !range.contains(key) {
                return Ok(None);
            }
            let lines = (self.lines)(key);
            let mut open = StateSet::EMPTY;
            if merge.key() == Some(key)
                && let Some(entry) = merge.next(budget)?
            {
                open = entry.sets;
            }
            let mut closed = StateSet::EMPTY;
            for (slide, reader) in &mut self.closed {
                while reader.key().is_some_and(|before| before < key) {
                    reader.advance(budget)?;
                }
                let Some(entry) = reader.entry().filter(|entry| entry.key == key) else {
                    continue;
                };
                closed = closed.with(&entry.sets);
                if let Some(slide) = *slide {
                    open = open.with(&slides(self.puzzle, &lines, entry.sets, slide));
                }
                reader.advance(budget)?;
            }
            let open = open.without(&closed);
            if !open.is_empty() {
                return Ok(Some(OpenPlacement { key, open, closed }));
            }
        }
    }
}
