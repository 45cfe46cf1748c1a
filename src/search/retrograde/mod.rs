//! Retrograde analysis: the values of all states of a duel that can come up,
//! ply by ply from the end of the game backwards.
//!
//! After Thompson, *Retrograde Analysis of Certain Endgames* (ICCA Journal
//! 9, 1986), for all layers of material at once, and 64 states a word: see
//! [`sweep`]. Since the plies come in order, the analysis can stop as soon as
//! the states it was asked for are settled, and where it is stopped early it
//! knows how far it came.

mod bits;
mod graph;
mod known;
mod layers;
mod plies;
mod share;
mod sweep;
mod tell;

use super::{Budget, Horizon, Limit, Stop, Value, Verdict};
use crate::games::{Armies, DuelEnd};
use known::{Found, Heard};
use layers::Layers;
use plies::Plies;
use sweep::Sweep;
use tell::tell;

/// The values of the states of a duel, by number of their placements.
#[derive(Debug)]
pub struct Tablebase<'d, D> {
    duel: &'d D,
    layers: Layers,
    distances: Distances,
    /// The plies that were analysed.
    plies: u32,
    /// What stopped the analysis before all that can be settled was.
    stopped: Option<Limit>,
    /// Whether all that can be settled is.
    complete: bool,
    bytes: u64,
}

#[derive(Debug)]
enum Distances {
    Byte(Vec<Found<u8>>),
    /// For duels that take more than 255 plies.
    Wide(Vec<Found<u16>>),
}

/// What an analysis left behind.
struct Analysed<P> {
    found: Vec<Found<P>>,
    plies: u32,
    stopped: Option<Limit>,
    complete: bool,
    /// A distance did not fit.
    overflow: bool,
}

impl<'d, D: Armies> Tablebase<'d, D> {
    /// Analyses `duel` until all states of `wanted` are settled or nothing
    /// more can be.
    ///
    /// Its bytes stay reserved in `budget` until [`free`](Self::free). All
    /// states are counted as positions before the first ply, once for both
    /// sides to move.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the table does not fit the memory or has more positions
    /// than are left, or where the search is to stop before the first ply. A
    /// stop later leaves what is known by then.
    pub fn new(duel: &'d D, wanted: &[D::State], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let before = budget.reserved();
        let mut counted = false;
        Self::build::<u8>(duel, wanted, budget, &mut counted, Distances::Byte)
            .and_then(|table| match table {
                Some(table) => Ok(Some(table)),
                None => Self::build::<u16>(duel, wanted, budget, &mut counted, Distances::Wide),
            })
            .and_then(|table| table.ok_or(Stop::Limit(Limit::Memory)))
            .inspect_err(|_| budget.release(budget.reserved() - before))
    }

    /// Builds the table with distances of type `P`; `None` where they turn out
    /// too small. Positions are counted once, be it built twice.
    fn build<P: Plies>(
        duel: &'d D,
        wanted: &[D::State],
        budget: &mut Budget<'_>,
        counted: &mut bool,
        wrap: fn(Vec<Found<P>>) -> Distances,
    ) -> Result<Option<Self>, Stop> {
        let bytes = Layers::bytes(duel, size_of::<P>() as u64).ok_or(Stop::Limit(Limit::Memory))?;
        budget.reserve(bytes)?;
        let layers = Layers::new(duel, budget)?;
        let analysed = analyse::<P, D>(duel, &layers, wanted, budget, counted)?;
        if analysed.overflow {
            drop(analysed);
            budget.release(bytes);
            return Ok(None);
        }
        Ok(Some(Self {
            duel,
            layers,
            distances: wrap(analysed.found),
            plies: analysed.plies,
            stopped: analysed.stopped,
            complete: analysed.complete,
            bytes,
        }))
    }

    /// Gives the bytes of the table back.
    pub fn free(self, budget: &mut Budget<'_>) {
        let bytes = self.bytes;
        drop(self);
        budget.release(bytes);
    }

    /// What stopped the analysis, if it was stopped.
    pub const fn stopped(&self) -> Option<Limit> {
        self.stopped
    }

    /// What is known of a state that can come up.
    pub fn verdict(&self, state: &D::State) -> Verdict {
        match self.duel.end(state) {
            Some(DuelEnd::Won) => return Verdict::Settled(Value::Win(0)),
            Some(DuelEnd::Lost) => return Verdict::Settled(Value::Loss(0)),
            Some(DuelEnd::Drawn) => return Verdict::Settled(Value::Draw),
            None => {}
        }
        let place = self.duel.locate(state);
        let place = place.and_then(|location| self.layers.place(location));
        let distance = place.map_or(0, |place| match &self.distances {
            Distances::Byte(found) => distance(&self.layers, found, place),
            Distances::Wide(found) => distance(&self.layers, found, place),
        });
        if distance % 2 == 1 {
            Verdict::Settled(Value::Win(distance))
        } else if distance > 0 {
            Verdict::Settled(Value::Loss(distance))
        } else if self.complete && place.is_some() {
            Verdict::Settled(Value::Draw)
        } else {
            let plies = if place.is_some() { self.plies } else { 0 };
            Verdict::Unknown {
                no_win_within: Horizon::Plies(plies),
                no_loss_within: Horizon::Plies(plies),
                limit: self.stopped.unwrap_or(Limit::Cancelled),
            }
        }
    }

    /// The states in which the two armies have so many men, whichever is to
    /// move.
    pub fn census(&self, men: [usize; 2]) -> Census {
        let mut census = Census::default();
        for (number, layer) in self.layers.all.iter().enumerate() {
            let times = self.layers.stands_for(layer, men);
            match &self.distances {
                Distances::Byte(found) => census.add(found.get(number), times),
                Distances::Wide(found) => census.add(found.get(number), times),
            }
        }
        census
    }
}

/// States counted by their value for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// All states.
    pub states: u64,
    /// Those it wins.
    pub wins: u64,
    /// Those it loses.
    pub losses: u64,
    /// The plies of the longest win.
    pub longest_win: u32,
}

impl Census {
    fn add<P: Plies>(&mut self, found: Option<&Found<P>>, times: u64) {
        for found in found.into_iter().filter(|_| times > 0) {
            self.states += times * found.states;
            for plies in found.plies.iter().map(|plies| plies.get()) {
                if plies % 2 == 1 {
                    self.wins += times;
                    self.longest_win = self.longest_win.max(plies);
                } else if plies > 0 {
                    self.losses += times;
                }
            }
        }
    }
}

fn distance<P: Plies>(
    layers: &Layers,
    found: &[Found<P>],
    (number, row, column): (usize, usize, usize),
) -> u32 {
    let layer = layers.all.get(number).zip(found.get(number));
    let plies = layer.and_then(|(layer, found)| found.plies.get(row * layer.columns + column));
    plies.map_or(0, |plies| plies.get())
}

fn analyse<P: Plies, D: Armies>(
    duel: &D,
    layers: &Layers,
    wanted: &[D::State],
    budget: &mut Budget<'_>,
    counted: &mut bool,
) -> Result<Analysed<P>, Stop> {
    let mut found: Vec<Found<P>> = layers.all.iter().map(Found::new).collect();
    let mut heard: Vec<Heard> = layers.all.iter().map(Heard::new).collect();
    let mut states = 0;
    for (layer, (found, heard)) in layers.all.iter().zip(found.iter_mut().zip(&mut heard)) {
        for row in 0..layer.rows {
            let impossible = found.settled.row_mut(row);
            layers.add_impossible(duel, layer, row, impossible);
            heard.won.row_mut(row).copy_from_slice(impossible);
            let zeros = impossible.iter().map(|word| u64::from(word.count_zeros()));
            found.states += zeros.sum::<u64>();
            if row % 256 == 0 {
                budget.poll()?;
            }
        }
        if layers.is_first_to_move(layer) {
            states += found.states;
        }
    }
    if !std::mem::replace(counted, true) {
        budget.take_positions(states)?;
    }

    let mut wanted: Vec<_> = wanted
        .iter()
        .filter(|state| duel.end(state).is_none())
        .filter_map(|state| layers.place(duel.locate(state)?))
        .collect();
    let mut analysed = Analysed {
        found,
        plies: 0,
        stopped: None,
        complete: false,
        overflow: false,
    };
    while !wanted.is_empty() && !analysed.complete && !analysed.overflow {
        let ply = analysed.plies + 1;
        if ply > P::LONGEST {
            analysed.overflow = true;
            break;
        }
        let sweep = Sweep {
            layers,
            heard: &heard,
            ply,
        };
        let swept = sweep.settle(&mut analysed.found, budget).and_then(|new| {
            tell(layers, &analysed.found, &mut heard, ply % 2 == 1, budget)?;
            Ok(new)
        });
        match swept {
            Ok(new) => {
                analysed.plies = ply;
                analysed.complete = new == 0;
            }
            Err(Stop::Limit(limit)) => {
                analysed.stopped = Some(limit);
                break;
            }
            Err(stop) => return Err(stop),
        }
        wanted.retain(|&place| distance(layers, &analysed.found, place) == 0);
    }
    Ok(analysed)
}
