//! The options of `carom check`.

use std::io;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::super::cache::CacheFlags;
use super::super::input::{FromFlag, Paths};
use super::super::limits::{LimitFlags, count};
use super::super::lint_flags::LintFlags;
use super::super::report_flags::ReportFlags;
use super::super::share::Share;
use crate::analysis::{Policy, Safety};
use crate::config::Config;
use crate::project::{Failure, Source, in_order_of_paths};
use crate::store::Cache;

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
  carom check --watch levels       check again whenever a file changes
  carom check --staged --since HEAD
                                   check what `git commit` would commit
  carom check --partition hash:1/4 --format sarif=1.sarif
                                   check one quarter of the puzzles
  carom check --deny warnings --allow duplicate-name,already-solved levels")]
pub(in crate::cli) struct CheckOptions {
    #[command(flatten)]
    pub(in crate::cli) paths: Paths,
    #[command(flatten)]
    pub(in crate::cli) from: FromFlag,
    #[command(flatten)]
    pub(super) reports: ReportFlags,
    #[command(flatten)]
    levels: LintFlags,
    /// Check only puzzles changed since a git revision, and report duplicates at them
    #[arg(long, value_name = "REV", conflicts_with_all = ["fix", "diff"])]
    pub(in crate::cli) since: Option<String>,
    /// Read files and settings from the git index, not from disk
    #[arg(long, conflicts_with_all = ["fix", "diff"])]
    pub(super) staged: bool,
    /// The puzzle of a path such as `a.carom:19`.
    #[arg(skip)]
    pub(super) puzzle: Option<String>,
    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["fix", "diff", "files", "staged"])]
    pub(super) watch: bool,
    /// Also report hints
    #[arg(long)]
    pub(super) hints: bool,
    /// Apply safe fixes; with `claims`, also correct wrong claims
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "safe"
    )]
    fix: Option<FixLevel>,
    /// With --fix=claims, also write missing claims
    #[arg(long, value_enum, value_name = "KEY,…", value_delimiter = ',')]
    record: Vec<RecordedClaim>,
    /// Show what --fix would change and write nothing
    #[arg(long)]
    pub(in crate::cli) diff: bool,
    /// List the files that would be checked and exit
    #[arg(long)]
    pub(super) files: bool,
    /// Report what comments in the files suppress
    #[arg(long)]
    ignore_suppressions: bool,
    /// Check only share K of N: `hash` keeps a puzzle in its share when others are added, `slice`
    /// makes equal shares
    #[arg(
        long,
        value_name = "hash:K/N|slice:K/N",
        conflicts_with_all = ["fix", "diff", "since"]
    )]
    pub(super) partition: Option<Share>,
    /// Limit the positions of the whole run; puzzles after it are unknown, and the run fails
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    total_positions: Option<u64>,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitFlags,
    #[command(flatten)]
    cache: CacheFlags,
}

/// The fixes that `--fix` applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FixLevel {
    /// Safe fixes
    Safe,
    /// Also corrections of `moves`, `result` and `solution`
    Claims,
}

/// A claim that `--record` writes if it is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RecordedClaim {
    /// The minimum number of moves, or the result
    Moves,
    /// An optimal solution
    Solution,
}

/// The fixes to apply.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixOptions<'a> {
    pub(super) safety: Safety,
    pub(super) record: &'a [RecordedClaim],
}

impl CheckOptions {
    /// Returns the files to check, sorted by path: the first of several
    /// duplicates does not depend on the order of the arguments.
    pub(in crate::cli) fn sources(&self) -> Vec<Result<Source, Failure>> {
        in_order_of_paths(self.paths.sources_of(self.from.format()))
    }

    /// Returns the lint levels of a file: the flags override its configuration.
    pub(in crate::cli) fn policy(&self, config: &Config) -> Policy {
        let levels = self.levels.apply_to(config.levels());
        Policy::new(levels, config.demands(), self.hints)
            .ignoring_suppressions(self.ignore_suppressions)
    }

    /// Returns the limit of the positions of the whole run, if there is one.
    pub(super) fn total_positions(&self) -> Option<u64> {
        // The run itself reports malformed configurations.
        let config = self.paths.configs().here().unwrap_or_default();
        self.total_positions.or(config.limits.total_positions)
    }

    /// Suggests `--fix=claims` if `--fix claims` was written, where `claims` is
    /// parsed as a path.
    pub(super) fn suggest_fix_value(&self, failure: &mut Failure) {
        if self.fix.is_some()
            && let Some(file) = &failure.file
            && FixLevel::from_str(file, false).is_ok()
        {
            let suggestion = format!("; did you mean `--fix={file}`?");
            failure.reason.push_str(&suggestion);
        }
    }

    /// Opens the cache of answers.
    pub(super) fn cache(&self) -> Option<Arc<Cache>> {
        self.cache.cache(&self.paths.configs())
    }

    /// Returns the fixes to apply, if any.
    pub(super) fn fixes(&self) -> io::Result<Option<FixOptions<'_>>> {
        let safety = match self.fix {
            Some(FixLevel::Claims) => Safety::Claim,
            _ if !self.record.is_empty() => {
                return Err(io::Error::other("`--record` needs `--fix=claims`"));
            }
            Some(FixLevel::Safe) => Safety::Safe,
            None if self.diff => Safety::Safe,
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
        Ok(Some(FixOptions { safety, record: &self.record }))
    }
}
