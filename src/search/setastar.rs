//! A* with sets of states.
//!
//! In a [`RunnerPuzzle`] the helpers stand still while the runner runs, so the
//! states of one placement of the helpers are kept as a set of the runner's
//! squares, 256 bits, and all of them move at once: a slide of the runner is a
//! fill of the set, and a slide of a helper carries the whole set over to
//! another placement, but for the few squares of the runner that lie in the
//! helper's way. The idea is that of `SetA*` (Jensen, Bryant, Veloso: *`SetA*`:
//! An Efficient BDD-Based Heuristic Search Algorithm*, 2002), with bitboards
//! for its decision diagrams.
//!
//! The heuristic is that of the runner's square, so a layer of equal bound
//! holds states of different depths, told apart by their squares. Within a
//! layer only those slides of the runner stay that bring it one move nearer:
//! they are followed first, placement by placement, and if the goal is among
//! them the layer need not be expanded. All other slides lead to the next
//! layer or the one after it.

use std::hint::black_box;

use super::ahead::{Settled, Useful};
use super::closed_log::{ClosedLog, Entry};
use super::expand::Puts;
use super::frontier::Frontier;
use super::placements::{Placements, RunnerSets, pack, unpack};
use super::{Budget, Stop};
use crate::board::{Bitboard, Direction, Lines, Square};
use crate::games::{RunnerPuzzle, SlideFrom};

/// The axes a runner has after a slide.
pub(super) const fn axes_after(axes: usize, direction: Direction) -> usize {
    match direction {
        Direction::Left | Direction::Right => axes | 1,
        Direction::Up | Direction::Down => axes | 2,
    }
}

/// A search with `N` helpers, and with `A` axes of the runner: 4, or 1 where
/// they do not matter.
pub(super) struct SetAStar<'p, const N: usize, const A: usize> {
    pub(super) puzzle: &'p RunnerPuzzle,
    pub(super) placements: Placements<N, A>,
    pub(super) log: ClosedLog,
    frontier: Frontier,
    /// States on their way into a later layer.
    pub(super) puts: Puts,
    /// Runners of the placement at hand that have not slid yet.
    pub(super) runners: Vec<(Square, usize)>,
    /// The placements that were settled in the newest layer.
    settled: usize,
    /// The same of the layer before.
    settled_before: usize,
    /// Whether the newest layer is looked ahead of: where the next one will
    /// hardly be larger, little is saved.
    looks_ahead: bool,
    /// Whether slides away from the goal are opened as a state is closed, in
    /// the newest layer and in the one before; otherwise they are worked out
    /// again when their layer comes.
    opens_away: [bool; 2],
    /// Whether only states that were reached by a slide away can be at the
    /// goal in this layer, since the last one was looked ahead of.
    is_proved: bool,
    /// The squares by their moves to the goal, and the same with files and
    /// ranks exchanged.
    pub(super) levels: [Vec<(Bitboard, Bitboard)>; 4],
    /// The first solution one move longer than the newest layer.
    pub(super) longer: Option<Goal>,
}

/// Placements settled together.
const BATCH: usize = 16;
/// Placements of a layer that is always looked ahead of.
const FEW: usize = 1 << 6;

/// A state from which the goal is reached by the moves of `tail`.
#[derive(Clone)]
pub(super) struct Goal {
    pub(super) slot: u32,
    pub(super) runner: Square,
    pub(super) axes: usize,
    pub(super) tail: Vec<SlideFrom>,
}

// Axes are below 4, directions below 4, helpers below `N`, and levels are
// counted up to their number, with empty ones beyond it.
#[expect(clippy::indexing_slicing)]
impl<'p, const N: usize, const A: usize> SetAStar<'p, N, A> {
    /// A search that has not begun, or `None` where there is no solution.
    pub(super) fn new(
        puzzle: &'p RunnerPuzzle,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let Some(bound) = puzzle.lower_bound(puzzle.runner(), puzzle.axes()) else {
            return Ok(None);
        };
        let bound = u32::try_from(bound).unwrap_or(u32::MAX);
        let count = puzzle.levels();
        let mut search = Self {
            puzzle,
            placements: Placements::new(puzzle.runner(), budget)?,
            log: ClosedLog::default(),
            frontier: Frontier::default(),
            puts: Puts::default(),
            runners: Vec::new(),
            longer: None,
            settled: 0,
            settled_before: 0,
            looks_ahead: true,
            opens_away: [false; 2],
            is_proved: false,
            levels: std::array::from_fn(|axes| {
                let levels = (0..count).map(|moves| puzzle.level(axes, moves));
                levels.map(|level| (level, level.turned())).collect()
            }),
        };
        let mut helpers = [0; N];
        for (to, from) in helpers.iter_mut().zip(puzzle.helpers()) {
            *to = from.to_u8();
        }
        let runner = std::iter::once(puzzle.runner()).collect();
        let slot = search.placements.slot(pack(helpers), budget)?;
        search.open(slot, puzzle.axes(), runner, bound, budget)?;
        Ok(Some(search))
    }

    /// Whether this layer or a later one may have states, after those before
    /// it have been closed.
    pub(super) fn goes_on(&self, layer: u32) -> bool {
        let before = [layer.checked_sub(1), layer.checked_sub(2)].into_iter();
        let mut closed = before.flatten().filter_map(|layer| self.log.layer(layer));
        self.frontier.next_layer(layer).is_some() || closed.any(|(begin, end)| begin != end)
    }

    /// Opens the next layer, and closes the states in it that a look ahead has
    /// not seen: those to which a slide away from the goal has led. Returns
    /// the goal if it is among them.
    pub(super) fn begin_layer(
        &mut self,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Goal>, Stop> {
        let [one_before, two_before] = self.opens_away;
        self.is_proved = self.looks_ahead && !two_before && !self.log.is_empty();
        let closed = layer.checked_sub(2).and_then(|layer| self.log.layer(layer));
        let (mut place, end) = closed.filter(|_| !two_before).unwrap_or_default();
        self.log.begin_layer(layer, budget)?;
        let settled = std::mem::take(&mut self.settled);
        let before = std::mem::replace(&mut self.settled_before, settled);
        self.looks_ahead = settled < FEW || settled > before + before / 2;
        // A placement has one set for this layer and the one after the next,
        // so nothing is opened there before all that leads here is known.
        self.opens_away = [!self.looks_ahead && !self.is_proved, one_before];
        let mut batch = Vec::with_capacity(BATCH);
        while place != end {
            budget.poll()?;
            batch.clear();
            while batch.len() < BATCH
                && place != end
                && let Some((entry, next)) = self.log.read(place)
            {
                batch.push(entry);
                place = next;
            }
            let ahead = batch.iter();
            let ahead = ahead.map(|entry| self.placements.look_ahead_whole(entry.slot));
            black_box(ahead.fold(0, |sum, word| sum ^ word));
            for entry in &batch {
                let may_be_goal = self.open_away(entry, layer, budget)? && self.is_proved;
                if may_be_goal && let Some(goal) = self.settle(entry.slot, layer, budget)? {
                    return Ok(Some(goal));
                }
            }
        }
        Ok(None)
    }

    /// Closes the rest of a layer; returns the goal if it is in it. Where the
    /// goal cannot be in it, it is closed as far as a solution one move longer
    /// only.
    pub(super) fn close_layer(
        &mut self,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Goal>, Stop> {
        // What slides of the runner led to is few, and a look ahead from there
        // often makes the rest needless.
        if self.is_proved {
            let goal = self.close_waiting(layer, budget)?;
            if self.longer.is_some() {
                return Ok(goal);
            }
        }
        self.expand_helpers_of(layer, budget)?;
        self.close_waiting(layer, budget)
    }

    fn close_waiting(&mut self, layer: u32, budget: &mut Budget<'_>) -> Result<Option<Goal>, Stop> {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            batch.clear();
            while batch.len() < BATCH
                && let Some(slot) = self.frontier.pop(layer, budget)
            {
                batch.push(slot);
            }
            if batch.is_empty() {
                return Ok(None);
            }
            let ahead = batch
                .iter()
                .map(|&slot| self.placements.look_ahead_whole(slot));
            black_box(ahead.fold(0, |sum, word| sum ^ word));
            for &slot in &batch {
                let goal = self.settle(slot, layer, budget)?;
                debug_assert!(goal.is_none() || !self.is_proved, "a look ahead missed it");
                if goal.is_some() || self.is_proved && self.longer.is_some() {
                    return Ok(goal);
                }
            }
        }
    }

    /// Whether what is left of the layer cannot have the goal.
    pub(super) const fn is_proved(&self) -> bool {
        self.is_proved
    }

    /// Opens the states to which the runner slides away from the goal; returns
    /// whether there may be new ones.
    fn open_away(
        &mut self,
        entry: &Entry,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let helpers: [u8; N] = unpack(self.placements.helpers(entry.slot));
        let lines: Lines = helpers.map(Square::from_index).into_iter().collect();
        let closed: RunnerSets<A> = self.placements.closed(entry.slot);
        let mut away = RunnerSets::<A>::default();
        for runner in entry.set.iter() {
            let moves = self.puzzle.lower_bound(runner, entry.axes);
            for (direction, stop) in self.puzzle.stops().slides(runner, &lines) {
                let to = axes_after(entry.axes, direction);
                if self.puzzle.lower_bound(stop, to) > moves {
                    away[to].insert(stop);
                }
            }
        }
        let mut is_any = false;
        for axes in RunnerSets::<A>::AXES {
            away[axes] &= !closed[axes];
            if !away[axes].is_empty() {
                is_any = true;
                self.open(entry.slot, axes, away[axes], layer, budget)?;
            }
        }
        Ok(is_any)
    }

    /// Adds states of a placement to a later layer.
    #[inline]
    pub(super) fn open(
        &mut self,
        slot: u32,
        axes: usize,
        set: Bitboard,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        if self.placements.open(slot, (layer & 1) as usize, axes, set) {
            self.frontier.push(layer, slot, budget)?;
        }
        Ok(())
    }

    /// Takes the states of one placement out of a layer, with those to which
    /// the runner can go on within it, and closes them. The other slides of
    /// the runner are put into later layers.
    fn settle(
        &mut self,
        slot: u32,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Goal>, Stop> {
        let mut now: RunnerSets<A> = self.placements.take(slot, (layer & 1) as usize);
        if now.is_empty() {
            return Ok(None);
        }
        let closed: RunnerSets<A> = self.placements.closed(slot);
        let helpers: [u8; N] = unpack(self.placements.helpers(slot));
        let lines: Lines = helpers.map(Square::from_index).into_iter().collect();
        let looks_ahead = self.looks_ahead;
        let [opens_away, _] = self.opens_away;
        let (mut next, mut away) = (RunnerSets::<A>::default(), RunnerSets::<A>::default());
        let mut useful = Useful::default();
        let (mut movers, mut entered) = (Bitboard::EMPTY, Bitboard::EMPTY);
        self.runners.clear();
        for axes in RunnerSets::<A>::AXES {
            for runner in now[axes].iter() {
                self.runners.push((runner, axes));
            }
        }
        let mut count = 0;
        while let Some((runner, axes)) = self.runners.pop() {
            count += 1;
            let Some(moves) = self.puzzle.lower_bound(runner, axes) else {
                continue;
            };
            let slides = self.puzzle.stops().slides(runner, &lines);
            if looks_ahead && moves > 0 {
                let (nearer, _) = &self.levels[axes | 1][moves - 1];
                let (_, nearer_turned) = &self.levels[axes | 2][moves - 1];
                let on_rank = nearer.rank(runner.rank());
                let on_file = nearer_turned.rank(runner.file());
                useful.add(runner, &slides, on_rank, on_file);
            }
            for (direction, stop) in slides {
                let to = axes_after(axes, direction);
                if stop == runner {
                    continue;
                }
                match self.puzzle.lower_bound(stop, to) {
                    Some(left) if left < moves => {
                        useful.add_nearer(runner, stop);
                        movers.insert(runner);
                        entered.insert(stop);
                        if !closed[to].contains(stop) && now[to].insert(stop) {
                            self.runners.push((stop, to));
                        }
                    }
                    Some(left) if left == moves => {
                        next[to].insert(stop);
                    }
                    Some(_) if opens_away => {
                        away[to].insert(stop);
                    }
                    _ => {}
                }
            }
        }
        let goal = now[3] & self.levels[3][0].0;
        self.settled += 1;
        budget.count_positions(count)?;
        self.placements.close(slot, &now);
        for axes in RunnerSets::<A>::AXES {
            if !now[axes].is_empty() {
                let set = now[axes];
                self.log.push(&Entry { slot, axes, set }, budget)?;
            }
        }
        if let Some(runner) = goal.iter().next() {
            return Ok(Some(Goal {
                slot,
                runner,
                axes: 3,
                tail: Vec::new(),
            }));
        }
        if looks_ahead && self.longer.is_none() {
            for axes in RunnerSets::<A>::AXES {
                next[axes] &= !(closed[axes] | now[axes]);
            }
            self.longer = self.one_more_move(&Settled {
                slot,
                helpers,
                lines: &lines,
                now: &now,
                level: &next,
                useful: &useful,
                movers,
                entered,
            });
        }
        for axes in RunnerSets::<A>::AXES {
            if !next[axes].is_empty() {
                self.open(slot, axes, next[axes], layer + 1, budget)?;
            }
            if !away[axes].is_empty() {
                self.open(slot, axes, away[axes], layer + 2, budget)?;
            }
        }
        Ok(None)
    }
}
