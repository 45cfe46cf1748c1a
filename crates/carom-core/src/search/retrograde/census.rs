//! The number of states of each value.

use super::plies::Plies;
use super::values::MaterialValues;

/// Numbers of states, by their value for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// All states.
    pub states: u64,
    /// Those that it wins.
    pub wins: u64,
    /// Those that it loses.
    pub losses: u64,
    /// The plies of the longest win.
    pub longest_win: u32,
}

impl Census {
    pub(super) fn add<P: Plies>(&mut self, values: &MaterialValues<P>, times: u64) {
        if times == 0 {
            return;
        }
        self.states += times * values.states;
        for plies in values.plies.iter().map(|plies| plies.get()) {
            if plies % 2 == 1 {
                self.wins += times;
                self.longest_win = self.longest_win.max(plies);
            } else if plies > 0 {
                self.losses += times;
            }
        }
    }
}
