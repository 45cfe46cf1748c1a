//! The run of `carom check`: from the events of a session to the reporters.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::fix::FixOutcome;
use super::options::CheckOptions;
use crate::analysis::{FileDiagnostic, RelatedPlace, Severity};
use crate::cli::input::{as_reported, view};
use crate::cli::session::{
    CachedPuzzle, CheckedPuzzle, CleanCache, Event, Session, program_version,
};
use crate::cli::since::Since;
use crate::cli::{Status, output};
use crate::config::Config;
use crate::project::{Failure, File, Partition, Source, is_puzzle_file};
use crate::report::{Checked, Reporter, Reporters, Start};
use crate::solving::{NoStore, Store};
use crate::store::Cache;
use crate::text::Span;
use crate::words::{count, escape_controls};

pub(super) struct Check<'a> {
    options: &'a CheckOptions,
    reporters: Reporters<'a>,
    /// The result of `--fix`, which ran before.
    pub(super) fixed: Option<FixOutcome>,
    pub(super) partition: Option<Partition>,
    /// The answers of this process.
    pub(super) memory: Arc<dyn Store>,
    /// Whether clean puzzles are cached, for whole files.
    pub(super) caches_clean: bool,
    status: Status,
    /// Whether the lines before the first puzzle of the current file are new.
    is_head_selected: bool,
    /// Whether the reporters know the current file.
    is_file_begun: bool,
    /// The files with line endings that their configuration forbids.
    misended: usize,
    /// The puzzles that the limit of the run left unsolved.
    left_out: usize,
    /// If the run has a limit, the puzzles with the most positions so far.
    slowest: Vec<(u64, String)>,
    /// With `--since`, the spans of the changed puzzles so far, by file.
    changed: HashMap<Arc<str>, Vec<Span>>,
}

impl<'a> Check<'a> {
    pub(super) fn new(options: &'a CheckOptions, reporters: Vec<Box<dyn Reporter + 'a>>) -> Self {
        Self {
            options,
            reporters: Reporters::new(reporters),
            fixed: None,
            partition: None,
            memory: Arc::new(NoStore),
            caches_clean: false,
            status: Status::Clean,
            is_head_selected: true,
            is_file_begun: false,
            misended: 0,
            left_out: 0,
            slowest: Vec::new(),
            changed: HashMap::new(),
        }
    }

    /// Checks the files and reports to all reporters.
    pub(super) fn run(
        mut self,
        sources: Vec<Result<Source, Failure>>,
        read: &(dyn Fn(Source) -> Result<Arc<File>, Failure> + Sync),
        cache: Option<Arc<Cache>>,
    ) -> io::Result<Status> {
        let options = self.options;
        let since = options.since.as_deref();
        let since =
            since.map(|name| Since::new(name, &sources, options.from.format(), &options.paths));
        let since = match since.transpose() {
            Ok(since) => since,
            Err(failure) => {
                self.event(Event::Start(0))?;
                self.fail(&failure)?;
                self.reporters.end()?;
                return Ok(self.status);
            }
        };
        let policy = |config: &Config| options.policy(config);
        let version = program_version();
        let total_positions = options.total_positions();
        let settings = |config: &Config| {
            // The cache does not know the positions of all puzzles.
            let is_repeatable =
                !options.limits.depend_on_machine(config) && total_positions.is_none();
            let version = version.as_ref().filter(|_| is_repeatable)?;
            Some(format!("{version} {}", options.settings(config)))
        };
        let session = Session {
            policy: Some(&policy),
            since: since.as_ref(),
            puzzle: options.puzzle.as_deref(),
            partition: self.partition,
            total_positions,
            is_staged: options.staged,
            clean_cache: self.caches_clean.then_some(CleanCache {
                settings: &settings,
            }),
            memory: Arc::clone(&self.memory),
            ..Session::new(
                sources,
                read,
                options.from.format(),
                &options.limits,
                cache,
                options.paths.configs(),
            )
        };
        let result = session.run(&mut |event| {
            self.event(event)?;
            // With no reader left, only the status matters.
            match self.status() {
                Status::Clean => Ok(()),
                _ => self.reporters.heard(),
            }
        });
        match result {
            Err(_) if self.reporters.is_unheard() => {}
            result => result?,
        }
        if self.left_out > 0 {
            let left_out = count(self.left_out, "puzzle");
            let limit = count(total_positions.unwrap_or_default(), "position");
            let mut reason = format!(
                "the run reached its limit of {limit}, and left {left_out} unsolved; the slowest:"
            );
            for (positions, place) in std::mem::take(&mut self.slowest) {
                reason += &format!("\n  {place}: {}", count(positions, "position"));
            }
            self.fail(&Failure::unnamed(reason))?;
        }
        let summary = self.reporters.summary();
        let is_empty = summary.puzzles + summary.errors + summary.warnings == 0;
        if is_empty
            && !self.is_partial()
            && let Some(failure) = options.paths.no_puzzles(summary.files)
        {
            output::complain(&failure);
            self.status = Status::Failed;
        }
        let status = self.status();
        self.reporters.end()?;
        if options.hints && self.misended > 0 {
            let files = count(self.misended, "file");
            output::say(&format!(
                "line endings differ from `format.line-ending` in {files}; `carom fmt` rewrites them"
            ));
        }
        Ok(status)
    }

    /// The status so far.
    fn status(&self) -> Status {
        match self.reporters.summary().errors {
            0 => self.status,
            _ => self.status.max(Status::Faulty),
        }
    }

    /// Whether only some puzzles of the files are checked.
    fn is_partial(&self) -> bool {
        let CheckOptions { since, puzzle, .. } = self.options;
        self.partition.is_some() || since.is_some() || puzzle.is_some()
    }

    fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Start(files) => self.start(files),
            Event::Failure(mut failure) => {
                self.options.suggest_fix_value(&mut failure);
                self.fail(&failure)
            }
            Event::BeginFile {
                file,
                config,
                is_selected,
                diagnostics,
                ..
            } => {
                let ending = config.format.line_ending.unwrap_or_default();
                let is_own = matches!(&file.source, Source::File(path) if is_puzzle_file(path));
                self.misended += usize::from(is_own && ending.violation(&file.text).is_some());
                self.is_file_begun = false;
                self.is_head_selected = is_selected;
                if is_selected {
                    self.begin_file(&file)?;
                    // Only the first share reports the lines before the puzzles.
                    if self.partition.is_none_or(|share| share.share() == 1) {
                        self.report(&file, diagnostics)?;
                    }
                }
                Ok(())
            }
            Event::Puzzle(checked) if checked.is_selected => self.puzzle(*checked),
            Event::Puzzle(_) if self.partition.is_some() => Ok(()),
            Event::Puzzle(checked) => {
                // An unchanged puzzle is reported if it duplicates a changed one.
                let CheckedPuzzle {
                    file, diagnostics, ..
                } = *checked;
                let mut diagnostics = diagnostics;
                diagnostics.retain(|reported| self.duplicates_changed(&file, reported));
                if !diagnostics.is_empty() {
                    self.begin_file(&file)?;
                    self.report(&file, diagnostics)?;
                }
                Ok(())
            }
            Event::CachedPuzzle(cached) => self.cached_clean(cached),
            Event::EndFile { file, diagnostics } => {
                // A suppression that this share does not need may be needed by
                // another.
                if self.partition.is_none() && self.is_head_selected {
                    self.report(&file, diagnostics)?;
                }
                if self.is_file_begun {
                    self.reporters.end_file(view(&file))?;
                }
                Ok(())
            }
        }
    }

    fn start(&mut self, files: usize) -> io::Result<()> {
        let fixed = self.fixed.take();
        self.reporters.begin(&Start {
            is_fixing: fixed.is_some(),
            is_partial: self.is_partial(),
            ..output::start("check", files)
        })?;
        let fixed = fixed.unwrap_or_default();
        self.reporters.fixed(fixed.fixes);
        let mut failures = fixed.failures.iter();
        failures.try_for_each(|failure| self.fail(failure))
    }

    fn puzzle(&mut self, mut checked: CheckedPuzzle) -> io::Result<()> {
        self.begin_file(&checked.file)?;
        self.left_out += usize::from(checked.is_left_out);
        if let Some(answer) = &checked.answer {
            let file = view(&checked.file);
            let line = checked.answered().line(file);
            let name = checked.puzzle.name().unwrap_or_default();
            let place = format!("{}:{line} {name}", file.name);
            self.slowest
                .push((answer.positions, escape_controls(place.trim_end())));
            self.slowest
                .sort_by_key(|&(positions, _)| Reverse(positions));
            self.slowest.truncate(5);
        }
        if self.options.since.is_some() {
            let spans = self.changed.entry(Arc::clone(&checked.file.name));
            spans.or_default().push(checked.section.span);
        }
        let diagnostics = std::mem::take(&mut checked.diagnostics);
        let diagnostics = self.report(&checked.file, diagnostics)?;
        let file = view(&checked.file);
        self.reporters
            .puzzle(file, &Checked::of(&checked.answered(), file, &diagnostics))
    }

    fn cached_clean(&mut self, cached: CachedPuzzle) -> io::Result<()> {
        let diagnostics = self.report(&cached.file, cached.diagnostics)?;
        let header = cached.clean.header.shifted(cached.section.offset());
        let checked = Checked {
            name: cached.clean.name(),
            line: cached.file.index.line(header.start) + 1,
            state: cached.clean.state,
            positions: cached.clean.positions,
            time: Duration::ZERO,
            diagnostics: &diagnostics,
        };
        self.reporters.puzzle(view(&cached.file), &checked)
    }

    /// Announces a file to the reporters before its first report.
    fn begin_file(&mut self, file: &File) -> io::Result<()> {
        if self.is_file_begun {
            return Ok(());
        }
        self.is_file_begun = true;
        self.reporters.begin_file(view(file))
    }

    /// Whether a diagnostic relates to a puzzle that changed since the revision.
    fn duplicates_changed(&self, file: &File, reported: &FileDiagnostic) -> bool {
        let mut related = reported.diagnostic.related.iter();
        related.any(|related| {
            let (name, span) = match &related.place {
                RelatedPlace::Here(span) => (&file.name, *span),
                RelatedPlace::Elsewhere(there) => (&there.file, there.span),
            };
            let changed = self.changed.get(name).map_or(&[][..], Vec::as_slice);
            // The spans are sorted and do not overlap.
            let before = changed.partition_point(|changed| changed.start <= span.start);
            let last = before.checked_sub(1).and_then(|last| changed.get(last));
            last.is_some_and(|last| span.start < last.end)
        })
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        output::complain(failure);
        self.status = Status::Failed;
        self.reporters.failure(&as_reported(failure))
    }

    /// Reports diagnostics, without hints unless `--hints` is given. Returns those
    /// that were reported.
    fn report(
        &mut self,
        file: &File,
        mut diagnostics: Vec<FileDiagnostic>,
    ) -> io::Result<Vec<FileDiagnostic>> {
        diagnostics.retain(|reported| reported.severity != Severity::Hint || self.options.hints);
        for reported in &diagnostics {
            self.reporters.report(view(file), reported)?;
        }
        Ok(diagnostics)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::super::check;
    use super::*;
    use crate::analysis::FileText;
    use crate::report::{self, Checked, Summary};

    /// Records all events.
    struct Recorder<'a>(&'a mut Vec<String>);

    impl Reporter for Recorder<'_> {
        fn begin(&mut self, start: &Start<'_>) -> io::Result<()> {
            self.0.push(format!("{} {}", start.command, start.files));
            Ok(())
        }

        fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
            self.0.push(format!("begin {}", short(file.name)));
            Ok(())
        }

        fn report(&mut self, _: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
            self.0.push(format!("  {}", reported.diagnostic.lint));
            Ok(())
        }

        fn puzzle(&mut self, _: FileText<'_>, checked: &Checked<'_>) -> io::Result<()> {
            self.0.push(format!(
                "{} in line {}: {}, {:?}, {} diagnostics",
                checked.name.unwrap_or_default(),
                checked.line,
                checked.state.name(),
                checked.severity(),
                checked.diagnostics.len()
            ));
            Ok(())
        }

        fn end_file(&mut self, file: FileText<'_>) -> io::Result<()> {
            self.0.push(format!("end {}", short(file.name)));
            Ok(())
        }

        fn failure(&mut self, failure: &report::Failure<'_>) -> io::Result<()> {
            self.0.push(format!(
                "{}, {:?}: {}",
                short(failure.file.unwrap_or_default()),
                failure.line,
                failure.reason
            ));
            Ok(())
        }

        fn end(&mut self, summary: &Summary) -> io::Result<()> {
            self.0.push(format!("{summary:?}"));
            Ok(())
        }
    }

    fn short(path: &str) -> &str {
        path.rsplit(['/', '\\']).next().unwrap_or(path)
    }

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: CheckOptions,
    }

    #[test]
    fn every_reporter_gets_all_events_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "a.carom",
            "titel: x\n\npuzzle lunar \"Good\"\n  board:\n    @ . + A\n\n\
             puzzle lunar \"Bad\"\n  moves: 3\n  board:\n    @ . . + A\n\npuzzle lunar \"None\"\n",
        );
        write(
            "b.carom",
            "; carom: allow suboptimal-solution\n\npuzzle lunar \"Wide\"\n  board:\n    . A . . .\n    . . . . .\n    . . + . B\n    C . . . .\n    . . @ . D\n",
        );
        write("c/carom.toml", "[limits]\nmax-positions = \"none\"\n");
        write("c/c.carom", "");
        let path = folder.path().to_str().unwrap();
        let line = Line::parse_from([
            "check",
            path,
            "--max-positions",
            "1",
            "--hints",
            "--no-cache",
        ]);
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let reporters: Vec<Box<dyn Reporter>> =
            vec![Box::new(Recorder(&mut one)), Box::new(Recorder(&mut other))];
        assert_eq!(
            check(&line.options, line.options.sources(), None, reporters).unwrap(),
            Status::Failed
        );
        assert_eq!(one, other);
        let expected = [
            "check 3",
            "begin a.carom",
            "  unknown-key",
            "Good in line 3: solved, None, 0 diagnostics",
            "  moves-mismatch",
            "Bad in line 7: solved, Some(Error), 1 diagnostics",
            "  missing-board",
            "None in line 12: invalid, Some(Error), 1 diagnostics",
            "end a.carom",
            "begin b.carom",
            "  unknown-answer",
            "Wide in line 3: unknown, Some(Warning), 1 diagnostics",
            "end b.carom",
            "carom.toml, Some(2): invalid type: string \"none\", expected a whole number",
            "Summary { files: 2, puzzles: 4, errors: 2, warnings: 2, hints: 0, fixable: 0, \
             claims: 1, fixed: 0, unreadable: 1, unknown: 1, malformed: 1 }",
        ];
        assert_eq!(one, expected);
    }
}
