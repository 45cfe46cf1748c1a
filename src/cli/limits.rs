//! How much a search may spend.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::config::bytes;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(super) struct Limits {
    /// Positions to search for each puzzle
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = count)]
    pub(super) max_positions: u64,
    /// Memory for all searches together, such as 512MiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = bytes)]
    pub(super) max_memory: u64,
    /// Time for each puzzle, such as 30s; answers then depend on the machine
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub(super) time_limit: Option<Duration>,
    /// Puzzles to solve at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
}

impl Limits {
    /// The number of threads.
    pub(super) fn jobs(&self) -> NonZeroUsize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores)
    }
}

/// A number, perhaps with `_` or `,` between its digits.
fn count(text: &str) -> Result<u64, String> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let number = digits.parse();
    number.map_err(|_| "write a whole number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn a_number_may_be_grouped() {
        assert_eq!(count("200_000"), Ok(200_000));
        assert!(count("many").is_err());
    }
}
