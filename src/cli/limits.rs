//! The limits of searches.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::config::{Config, MAX_MEMORY, MAX_POSITIONS, Size};
use crate::solving;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitFlags {
    /// Limit the positions of each puzzle [default: 200000000]
    #[arg(long, value_name = "N", value_parser = count)]
    max_positions: Option<u64>,
    /// Limit the memory of all searches together, such as 512MiB [default: 1GiB]
    #[arg(long, value_name = "SIZE")]
    max_memory: Option<Size>,
    /// Limit the time of each puzzle, such as 30s; answers then depend on the machine
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    /// Set the number of threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = threads)]
    jobs: Option<NonZeroUsize>,
}

impl LimitFlags {
    /// Returns the number of threads.
    pub(super) fn jobs(&self, config: &Config) -> NonZeroUsize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.or(config.limits.jobs).unwrap_or_else(cores)
    }

    /// Returns the limits of a puzzle: those of the flags, then those of its configuration.
    pub(super) fn of(&self, config: &Config) -> solving::Limits {
        let max_positions = self.max_positions.or(config.limits.max_positions);
        let max_memory = self.max_memory.or(config.limits.max_memory);
        let configured_time = config.limits.time_limit.map(|time| time.0);
        solving::Limits {
            max_positions: max_positions.unwrap_or(MAX_POSITIONS),
            max_memory: max_memory.map_or(MAX_MEMORY, |Size(bytes)| bytes),
            time: self.time_limit.or(configured_time),
        }
    }
}

/// Parses a number; `_` and `,` may separate its digits.
pub(super) fn count(text: &str) -> Result<u64, &'static str> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    digits.parse().map_err(|_| "expected a whole number")
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected 1 or more; without `--jobs`, all cores are used")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{LimitFlags, count};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        _limits: LimitFlags,
    }

    #[test]
    fn limits_have_units() {
        assert_eq!(count("200_000"), Ok(200_000));
        let is_read = |flag, value| Line::try_parse_from(["solve", flag, value]).is_ok();
        for (flag, right, wrong) in [
            ("--max-memory", "1.5MiB", "much"),
            ("--max-positions", "1_000_000", "-1"),
            ("--time-limit", "10min", "10"),
            ("--jobs", "2", "0"),
        ] {
            assert!(is_read(flag, right) && !is_read(flag, wrong), "{flag}");
        }
    }
}
