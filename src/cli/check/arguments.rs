//! The arguments of `carom check`.

use std::io;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::super::cache::{self, CacheFlags};
use super::super::input::{FromFlag, Paths};
use super::super::levels::LevelFlags;
use super::super::limits::Limits;
use super::super::mend::{Record, Wanted};
use super::super::partition::PartitionFlag;
use super::super::reports::ReportFlags;
use crate::analysis::{Policy, Safety};
use crate::config::Config;
use crate::project::{Failure, Source, in_order_of_paths};
use crate::store::Disk;

/// Report malformed and unsolvable puzzles, and wrong claims
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom check                      check all .carom files below the current folder
  carom check a.carom --fix        apply safe fixes
  carom check --fix=claims --diff  show which claims would change
  carom check --from roboyard levels
                                   check files in a foreign format
  carom check --format text --format sarif=carom.sarif
                                   write text and a SARIF file
  carom check --since HEAD^        check only puzzles changed since the last commit
  carom check --partition hash:1/4 --format sarif=1.sarif
                                   check one quarter of the puzzles
  carom check --deny warnings --allow duplicate-name,already-solved levels")]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    pub(in crate::cli) paths: Paths,
    #[command(flatten)]
    pub(in crate::cli) from: FromFlag,
    #[command(flatten)]
    pub(super) reports: ReportFlags,
    #[command(flatten)]
    levels: LevelFlags,
    /// Check only puzzles changed since a git revision, and duplicates of them
    #[arg(long, value_name = "REV", conflicts_with_all = ["fix", "diff"])]
    pub(super) since: Option<String>,
    /// Report hints as well
    #[arg(long)]
    pub(super) hints: bool,
    /// Apply safe fixes; with `claims`, also correct wrong claims
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "certain"
    )]
    fix: Option<Fix>,
    /// With --fix=claims, also add these missing keys
    #[arg(long, value_enum, value_name = "KEY,…", value_delimiter = ',')]
    record: Vec<Record>,
    /// Show the changes of --fix without writing them
    #[arg(long)]
    pub(in crate::cli) diff: bool,
    /// List the files that would be checked, and exit
    #[arg(long)]
    pub(super) files: bool,
    /// Print only diagnostics
    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Print every puzzle and its time
    #[arg(short, long)]
    pub(super) verbose: bool,
    #[command(flatten)]
    pub(super) partition: PartitionFlag,
    #[command(flatten)]
    pub(in crate::cli) limits: Limits,
    #[command(flatten)]
    cache: CacheFlags,
}

/// The fixes that `--fix` applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fix {
    /// Safe fixes
    Certain,
    /// Also wrong `moves`, `result` and `solution`
    Claims,
}

impl Arguments {
    /// Returns the files in the order of their paths: a duplicate is reported for the
    /// later file.
    pub(in crate::cli) fn sources(&self) -> Vec<Result<Source, Failure>> {
        in_order_of_paths(self.paths.sources_of(self.from.form()))
    }

    /// Returns the levels of a file: those of the flags, then those of its configuration.
    pub(in crate::cli) fn policy(&self, config: &Config) -> Policy {
        let levels = self.levels.over(config.levels());
        Policy::new(levels, config.demands(), self.hints)
    }

    /// Suggests `--fix=claims` for `--fix claims`, where `claims` is read as a path.
    pub(super) fn ask_what_is_meant(&self, failure: &mut Failure) {
        if self.fix.is_some()
            && let Some(file) = &failure.file
            && Fix::from_str(file, false).is_ok()
        {
            let meant = format!("; did you mean `--fix={file}`?");
            failure.reason.push_str(&meant);
        }
    }

    /// Opens the cache.
    pub(super) fn store(&self) -> Option<Arc<Disk>> {
        self.cache.store(if self.quiet {
            Box::new(|_| {})
        } else {
            cache::warn()
        })
    }

    /// Returns everything besides the text that decides about the diagnostics of a file.
    pub(super) fn settings(&self, config: &Config) -> String {
        let form = self.from.form().map(|form| form.name);
        format!(
            "{:?} {:?} {form:?}",
            self.policy(config),
            self.limits.of(config)
        )
    }

    /// Returns the fixes to apply, if any.
    pub(super) fn mending(&self) -> io::Result<Option<Wanted<'_>>> {
        let safety = match self.fix {
            Some(Fix::Claims) => Safety::Claim,
            _ if !self.record.is_empty() => {
                return Err(io::Error::other("`--record` needs `--fix=claims`"));
            }
            Some(Fix::Certain) => Safety::Certain,
            None if self.diff => Safety::Certain,
            None => return Ok(None),
        };
        if self.diff && self.reports.has_file() {
            return Err(io::Error::other(
                "`--diff` cannot be combined with `--output` or `--format FORMAT=FILE`",
            ));
        }
        if self.diff
            && let Some(format) = self.reports.for_programs()
        {
            return Err(io::Error::other(format!(
                "`--diff` cannot be combined with `--format {format}`"
            )));
        }
        Ok(Some(Wanted {
            safety,
            record: &self.record,
        }))
    }
}
