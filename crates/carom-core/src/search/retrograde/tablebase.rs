//! The result of an analysis, and the values of states in it.

use super::analysis::analyse;
use super::census::Census;
use super::materials::Materials;
use super::plies::Plies;
use super::values::{MaterialValues, distance};
use crate::board::SquareSet;
use crate::games::{Duel, DuelEnd, DuelState};
use crate::search::limits::{Budget, Limit, Reservation};
use crate::search::value::{Horizon, Value, Verdict};

/// The values of the states of a duel, by number of their placements.
#[derive(Debug)]
pub struct Tablebase<'d, S> {
    duel: &'d Duel<S>,
    materials: Materials,
    distances: Distances,
    /// The number of plies that were analysed.
    plies: u32,
    /// The limit that stopped the analysis before all states were settled.
    stopped: Option<Limit>,
    /// Whether all states that have a win or a loss are settled.
    complete: bool,
    /// Its bytes. Dropped after the other fields.
    _memory: Reservation,
}

#[derive(Debug)]
enum Distances {
    Byte(Vec<MaterialValues<u8>>),
    /// For duels that take more than 255 plies.
    Wide(Vec<MaterialValues<u16>>),
}

impl<'d, S: SquareSet> Tablebase<'d, S> {
    /// Analyses `duel` until all states of `wanted` are settled or no other state can be.
    ///
    /// Dropping the table returns its bytes to the pool. All states count as positions before the
    /// first ply, once for both sides to move.
    ///
    /// # Errors
    ///
    /// [`Limit`] if the table does not fit into the memory or the remaining positions, or if the
    /// search is to stop before the first ply. A later stop keeps what is known by then.
    pub fn new(
        duel: &'d Duel<S>,
        wanted: &[DuelState<S>],
        budget: &mut Budget<'_>,
    ) -> Result<Self, Limit> {
        let mut counted = false;
        if let Some(table) = Self::build::<u8>(duel, wanted, budget, &mut counted, Distances::Byte)?
        {
            return Ok(table);
        }
        let table = Self::build::<u16>(duel, wanted, budget, &mut counted, Distances::Wide)?;
        table.ok_or(Limit::Memory)
    }

    /// Builds the table with distances of type `P`, or returns `None` if they do not fit. Positions
    /// count once, even if the table is built twice.
    fn build<P: Plies>(
        duel: &'d Duel<S>,
        wanted: &[DuelState<S>],
        budget: &mut Budget<'_>,
        counted: &mut bool,
        wrap: fn(Vec<MaterialValues<P>>) -> Distances,
    ) -> Result<Option<Self>, Limit> {
        let bytes = Materials::bytes(duel, size_of::<P>() as u64).ok_or(Limit::Memory)?;
        let memory = Reservation::new(bytes, budget)?;
        let materials = Materials::new(duel, budget)?;
        let analysed = analyse::<P, S>(duel, &materials, wanted, budget, counted)?;
        if analysed.overflow {
            return Ok(None);
        }
        Ok(Some(Self {
            duel,
            materials,
            distances: wrap(analysed.values),
            plies: analysed.plies,
            stopped: analysed.stopped,
            complete: analysed.complete,
            _memory: memory,
        }))
    }

    /// Returns the limit that stopped the analysis, if one did.
    pub const fn stopped(&self) -> Option<Limit> {
        self.stopped
    }

    /// Returns the value of a reachable state, or `None` if the analysis ended before.
    pub(in crate::search) fn value(&self, state: &DuelState<S>) -> Option<Value> {
        match self.duel.end(state) {
            Some(DuelEnd::Won) => return Some(Value::Win(0)),
            Some(DuelEnd::Lost) => return Some(Value::Loss(0)),
            Some(DuelEnd::Drawn) => return Some(Value::Draw),
            None => {}
        }
        let location = self.duel.locate(state).expect("until the end, both armies have men");
        let place = self.materials.place(location);
        let distance = match &self.distances {
            Distances::Byte(values) => distance(&self.materials, values, place),
            Distances::Wide(values) => distance(&self.materials, values, place),
        };
        match distance {
            0 => self.complete.then_some(Value::Draw),
            _ if distance % 2 == 1 => Some(Value::Win(distance)),
            _ => Some(Value::Loss(distance)),
        }
    }

    /// Returns the verdict of a wanted state.
    pub fn verdict(&self, state: &DuelState<S>) -> Verdict {
        match self.value(state) {
            Some(value) => Verdict::Settled(value),
            None => Verdict::Unknown {
                no_win_within: Horizon::Plies(self.plies),
                no_loss_within: Horizon::Plies(self.plies),
                limit: self.stopped.expect("the analysis settles what is wanted unless stopped"),
            },
        }
    }

    /// Returns the number of states of each value, among those in which the armies have these
    /// numbers of men.
    pub fn census(&self, men: [usize; 2]) -> Census {
        let mut census = Census::default();
        for (number, material) in self.materials.all.iter().enumerate() {
            let times = self.materials.multiplicity(material, men);
            match &self.distances {
                Distances::Byte(values) => census.add(&values[number], times),
                Distances::Wide(values) => census.add(&values[number], times),
            }
        }
        census
    }
}
