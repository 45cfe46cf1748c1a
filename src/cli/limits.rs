//! How much a search may spend.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use clap::Args;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(super) struct Limits {
    /// Positions to search for each puzzle
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = count)]
    pub(super) max_positions: u64,
    /// Memory for all searches together, such as 512MiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = size)]
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

/// A number of bytes, with a unit of a thousand or of 1024.
fn size(text: &str) -> Result<u64, String> {
    let advice = || "write a number and a unit: B, kB, MB, GB, KiB, MiB or GiB".to_owned();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        _ => return Err(advice()),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole: u64 = whole.parse().map_err(|_| advice())?;
    let mut bytes = whole.checked_mul(factor).ok_or("that is too much")?;
    let mut unit = factor;
    for digit in fraction.bytes() {
        unit /= 10;
        bytes = bytes.saturating_add(u64::from(digit.wrapping_sub(b'0')).saturating_mul(unit));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("1GiB", 1 << 30),
            ("512 mib", 512 << 20),
            ("1.5kB", 1_500),
            ("64", 64),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "GiB", "1TB?", "-1", "1.x", "99999999999GiB"] {
            assert!(size(text).is_err(), "{text}");
        }
        assert_eq!(count("200_000"), Ok(200_000));
        assert!(count("many").is_err());
    }
}
