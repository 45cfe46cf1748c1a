//! One pass over the placements of a layer, in the order of their keys.

use std::cmp::Ordering;

use super::blockers::Blockers;
use super::merge::Merge;
use super::run::{Reader, Run};
use super::sort_buffer::KeyRange;
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Stop};
use crate::search::set_astar::expand::slides;
use crate::search::set_astar::state_set::StateSet;

/// The role of a closed layer for the layer to expand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The one before: slides of the active robot that bring it no nearer lead from
    /// there.
    Before,
    /// The one before that: slides away from the goal lead from there.
    SecondBefore,
    /// Another one.
    Older,
}

/// The closed layers, read side by side.
pub(super) struct LayerScan<'r, const C: usize> {
    closed: Vec<(Role, Reader<&'r Run, C>)>,
}

/// The states of a placement, of which some are open in the layer.
pub(super) struct OpenPlacement<const C: usize> {
    pub(super) placement: Blockers,
    /// Those that are open, at least one.
    pub(super) open: StateSet<C>,
    /// Those that were closed in layers before.
    pub(super) closed: StateSet<C>,
}

impl<'r, const C: usize> LayerScan<'r, C> {
    /// Begins a pass for `layer`, with the runs of the layers before.
    pub(super) fn new(
        layer: u32,
        closed: &'r [(u32, Run)],
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        let readers = closed.iter().map(|(number, run)| {
            let role = match layer - number {
                1 => Role::Before,
                2 => Role::SecondBefore,
                _ => Role::Older,
            };
            Ok((role, Reader::new(run, budget)?))
        });
        let closed: Result<_, Stop> = readers.collect();
        Ok(Self { closed: closed? })
    }

    /// Returns the next placement in `range` with open states. `merge` has what
    /// slides of blockers lead to, and is of the same range.
    pub(super) fn next(
        &mut self,
        puzzle: &ActiveRobotPuzzle,
        merge: &mut Merge<C>,
        range: KeyRange,
        budget: &Budget<'_>,
    ) -> Result<Option<OpenPlacement<C>>, Stop> {
        loop {
            let of_runner = self.closed.iter();
            let of_runner = of_runner.filter(|(role, _)| *role != Role::Older);
            let keys = of_runner.filter_map(|(_, reader)| reader.key());
            let Some(key) = keys.chain(merge.key()).min() else {
                return Ok(None);
            };
            if !range.contains(key) {
                return Ok(None);
            }
            let placement = Blockers::of(puzzle, key);
            let mut open = StateSet::EMPTY;
            if merge.key() == Some(key)
                && let Some(record) = merge.next(budget)?
            {
                open = record.sets;
            }
            let mut closed = StateSet::EMPTY;
            for (role, reader) in &mut self.closed {
                while reader.key().is_some_and(|before| before < key) {
                    reader.advance(budget)?;
                }
                let Some(record) = reader.record().filter(|record| record.key == key) else {
                    continue;
                };
                closed = closed.with(&record.sets);
                let lead = match role {
                    Role::Before => Some(Ordering::Equal),
                    Role::SecondBefore => Some(Ordering::Greater),
                    Role::Older => None,
                };
                if let Some(lead) = lead {
                    open = open.with(&slides(puzzle, &placement.lines, record.sets, lead));
                }
                reader.advance(budget)?;
            }
            let open = open.without(&closed);
            if !open.is_empty() {
                return Ok(Some(OpenPlacement {
                    placement,
                    open,
                    closed,
                }));
            }
        }
    }
}
