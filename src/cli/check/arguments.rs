//! The command line of `carom check`.

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

/// Report what is wrong with puzzles: malformed, unsolvable, or not as claimed
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom check                      every .carom file below this folder
  carom check deck.carom --fix     correct what is certain
  carom check --fix=claims --diff  show which claims would be corrected
  carom check --from roboyard levels
                                   the files of another form, as they are
  carom check --format text --format sarif=carom.sarif
                                   for people, and for a service that reads SARIF
  carom check --since HEAD^        what the last commit and later edits changed
  carom check --partition hash:1/4 --format sarif=1.sarif
                                   one quarter of the puzzles, for one of four machines
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
    /// Only puzzles that are not what they were at a git revision, and what
    /// repeats them
    #[arg(long, value_name = "REV", conflicts_with_all = ["fix", "diff"])]
    pub(super) since: Option<String>,
    /// Report hints too
    #[arg(long)]
    pub(super) hints: bool,
    /// Correct what is certain, or also claims, as they were proved
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "certain"
    )]
    fix: Option<Fix>,
    /// With --fix=claims, also write what is missing
    #[arg(long, value_enum, value_name = "KEY,…", value_delimiter = ',')]
    record: Vec<Record>,
    /// Show what --fix would change, and write nothing
    #[arg(long)]
    pub(in crate::cli) diff: bool,
    /// List the files that would be checked, and do no more
    #[arg(long)]
    pub(super) files: bool,
    /// Say nothing but what is reported
    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Tell of every puzzle, and how long it took
    #[arg(short, long)]
    pub(super) verbose: bool,
    #[command(flatten)]
    pub(super) partition: PartitionFlag,
    #[command(flatten)]
    pub(in crate::cli) limits: Limits,
    #[command(flatten)]
    cache: CacheFlags,
}

/// What `--fix` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fix {
    /// What is certain
    Certain,
    /// Also `moves`, `result` and `solution`, as they were proved
    Claims,
}

impl Arguments {
    /// The files of the run. Of puzzles that are the same, reports name the
    /// first by its path.
    pub(in crate::cli) fn sources(&self) -> Vec<Result<Source, Failure>> {
        in_order_of_paths(self.paths.sources_of(self.from.form()))
    }

    /// What is reported of a file: what flags say, else its configuration.
    pub(in crate::cli) fn policy(&self, config: &Config) -> Policy {
        let levels = self.levels.over(config.levels());
        Policy::new(levels, config.demands(), self.hints)
    }

    /// Adds to a file that cannot be read what its name may be meant for: a blank parts
    /// the flag from its value, which is a path then.
    pub(super) fn ask_what_is_meant(&self, failure: &mut Failure) {
        if self.fix.is_some()
            && let Some(file) = &failure.file
            && Fix::from_str(file, false).is_ok()
        {
            let meant = format!("; did you mean `--fix={file}`?");
            failure.reason.push_str(&meant);
        }
    }

    /// The answers of earlier runs, where they are kept.
    pub(super) fn store(&self) -> Option<Arc<Disk>> {
        self.cache.store(if self.quiet {
            Box::new(|_| {})
        } else {
            cache::warn()
        })
    }

    /// What decides about the reports of a file beside its text.
    pub(super) fn settings(&self, config: &Config) -> String {
        let form = self.from.form().map(|form| form.name);
        format!(
            "{:?} {:?} {form:?}",
            self.policy(config),
            self.limits.of(config)
        )
    }

    /// What is to be mended; nothing where nothing is.
    pub(super) fn mending(&self) -> io::Result<Option<Wanted<'_>>> {
        let safety = match self.fix {
            Some(Fix::Claims) => Safety::Claim,
            _ if !self.record.is_empty() => {
                return Err(io::Error::other(
                    "`--record` writes what was proved: say `--fix=claims` too",
                ));
            }
            Some(Fix::Certain) => Safety::Certain,
            None if self.diff => Safety::Certain,
            None => return Ok(None),
        };
        if self.diff && self.reports.has_file() {
            return Err(io::Error::other(
                "`--diff` shows changes and writes no reports: leave out their files",
            ));
        }
        if self.diff
            && let Some(format) = self.reports.for_programs()
        {
            return Err(io::Error::other(format!(
                "`--diff` shows changes and writes no reports: leave out `--format {format}`"
            )));
        }
        Ok(Some(Wanted {
            safety,
            record: &self.record,
        }))
    }
}
