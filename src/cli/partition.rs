//! The flag `--partition`, which selects a share of the puzzles.

use std::env;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use clap::Args;

use crate::project::{Partition, PartitionKind, reason};
use crate::words::display_path;

#[derive(Args, Clone, Debug)]
pub(super) struct PartitionFlag {
    /// Use only share K of N: `hash` keeps a puzzle in its share when others are added,
    /// `slice` makes equal shares [default: from TEST_TOTAL_SHARDS and TEST_SHARD_INDEX]
    #[arg(long, value_name = "hash:K/N|slice:K/N")]
    partition: Option<Partition>,
}

impl PartitionFlag {
    /// Returns the share: that of the flag, or that of a Bazel test. See "Test sharding" in
    /// <https://bazel.build/reference/test-encyclopedia>.
    ///
    /// # Errors
    ///
    /// If the variables are malformed, or the file for Bazel cannot be touched.
    pub(super) fn get(&self) -> io::Result<Option<Partition>> {
        if self.partition.is_some() {
            return Ok(self.partition);
        }
        let Some(total) = number("TEST_TOTAL_SHARDS")? else {
            return Ok(None);
        };
        let index = number("TEST_SHARD_INDEX")?.ok_or_else(|| {
            io::Error::other("TEST_TOTAL_SHARDS is set, but TEST_SHARD_INDEX is not")
        })?;
        let partition = Partition::new(PartitionKind::Slice, index.saturating_add(1), total);
        let partition = partition.map_err(|error| {
            io::Error::other(format!("TEST_SHARD_INDEX={index}, of {total}: {error}"))
        })?;
        if let Some(path) = env::var_os("TEST_SHARD_STATUS_FILE").filter(|path| !path.is_empty()) {
            let touched = OpenOptions::new().create(true).append(true).open(&path);
            touched.map_err(|error| {
                io::Error::other(format!(
                    "cannot write `{}`, the TEST_SHARD_STATUS_FILE: {}",
                    display_path(Path::new(&path)),
                    reason(&error)
                ))
            })?;
        }
        Ok(Some(partition))
    }
}

fn number(variable: &str) -> io::Result<Option<u32>> {
    let Some(value) = env::var_os(variable).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let parsed = value.to_str().and_then(|value| value.parse().ok());
    parsed.map(Some).ok_or_else(|| {
        let value = value.display();
        io::Error::other(format!("{variable}={value}: expected a whole number"))
    })
}
