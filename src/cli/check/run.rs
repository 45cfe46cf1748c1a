//! The run of `carom check`: from the events of a session to the reporters.

use std::cmp::Reverse;
use std::io;
use std::sync::Arc;

use super::fix::FixOutcome;
use super::options::CheckOptions;
use crate::analysis::{FileDiagnostic, Severity};
use crate::cli::input::view;
use crate::cli::session::{CheckedPuzzle, Event, PuzzleResult, ReadFile, Session};
use crate::cli::since::Since;
use crate::cli::{Status, output};
use crate::config::Config;
use crate::project::{Failure, File, Source, is_puzzle_file};
use crate::report::{Reporter, Reporters};
use crate::solving::{NoStore, Store};
use crate::store::Cache;
use crate::words::{count, escape_controls};

pub(super) struct Check<'a> {
    options: &'a CheckOptions,
    reporters: Reporters<'a>,
    /// The result of `--fix`, which ran before.
    pub(super) fixed: FixOutcome,
    /// The answers of this process.
    pub(super) memory: Arc<dyn Store>,
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
}

impl<'a> Check<'a> {
    pub(super) fn new(options: &'a CheckOptions, reporters: Vec<Box<dyn Reporter + 'a>>) -> Self {
        Self {
            options,
            reporters: Reporters::new(reporters),
            fixed: FixOutcome::default(),
            memory: Arc::new(NoStore),
            status: Status::Clean,
            is_head_selected: true,
            is_file_begun: false,
            misended: 0,
            left_out: 0,
            slowest: Vec::new(),
        }
    }

    /// Checks the files and reports to all reporters. They are read by `read`, if it is given.
    pub(super) fn run<'r>(
        mut self,
        sources: Vec<Result<Source, Failure>>,
        read: Option<ReadFile<'r>>,
        cache: Option<Arc<Cache>>,
    ) -> io::Result<Status>
    where
        'a: 'r,
    {
        let options = self.options;
        let fixed = std::mem::take(&mut self.fixed);
        self.reporters.fixed(fixed.fixes);
        for failure in &fixed.failures {
            self.fail(failure)?;
        }
        let since = match Since::of(options, &sources) {
            Ok(since) => since,
            Err(failure) => {
                self.fail(&failure)?;
                self.reporters.end()?;
                return Ok(self.status);
            }
        };
        let policy = |config: &Config| options.policy(config);
        let total_positions = options.total_positions();
        let mut session = Session {
            policy: Some(&policy),
            since: since.as_ref(),
            partition: options.partition,
            puzzle: options.puzzle.as_deref(),
            total_positions,
            memory: Arc::clone(&self.memory),
            ..Session::new(&options.paths, sources, options.from.format(), &options.limits, cache)
        };
        if let Some(read) = read {
            session.read = read;
        }
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
        if is_empty && !self.is_partial() {
            let status = options.paths.without_puzzles(summary.files);
            self.status = self.status.max(status);
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
        let CheckOptions { since, puzzle, partition, .. } = self.options;
        since.is_some() || puzzle.is_some() || partition.is_some()
    }

    fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Failure(mut failure) => {
                self.options.suggest_fix_value(&mut failure);
                self.fail(&failure)
            }
            Event::BeginFile { file, config, is_selected, diagnostics, .. } => {
                let ending = config.format.line_ending.unwrap_or_default();
                let is_own = matches!(&file.source, Source::File(path) if is_puzzle_file(path));
                self.misended += usize::from(is_own && ending.violation(&file.text).is_some());
                self.is_file_begun = false;
                self.is_head_selected = is_selected;
                if is_selected {
                    self.begin_file(&file)?;
                    // Only the first share reports the lines before the puzzles.
                    if self.options.partition.is_none_or(|share| share.is_first()) {
                        self.report(&file, diagnostics)?;
                    }
                }
                Ok(())
            }
            Event::Puzzle(checked) => match checked.result {
                PuzzleResult::Skipped => Ok(()),
                _ => self.puzzle(*checked),
            },
            Event::EndFile { file, diagnostics } => {
                // Another share may need a suppression that this one does not.
                if self.is_head_selected && self.options.partition.is_none() {
                    self.report(&file, diagnostics)?;
                }
                if self.is_file_begun {
                    self.reporters.end_file(view(&file))?;
                }
                Ok(())
            }
        }
    }

    fn puzzle(&mut self, mut checked: CheckedPuzzle) -> io::Result<()> {
        self.begin_file(&checked.file)?;
        self.left_out += usize::from(matches!(checked.result, PuzzleResult::LeftOut(..)));
        if let Some(answer) = checked.answered().answer
            && answer.positions > 0
        {
            let file = view(&checked.file);
            let line = checked.answered().line(file);
            let name = checked.puzzle.name().unwrap_or_default();
            let place = format!("{}:{line} {name}", file.name);
            self.slowest.push((answer.positions, escape_controls(place.trim_end())));
            self.slowest.sort_by_key(|&(positions, _)| Reverse(positions));
            self.slowest.truncate(5);
        }
        let diagnostics = std::mem::take(&mut checked.diagnostics);
        let diagnostics = self.report(&checked.file, diagnostics)?;
        self.reporters.puzzle(view(&checked.file), &checked.answered(), &diagnostics)
    }

    /// Announces a file to the reporters before its first report.
    fn begin_file(&mut self, file: &File) -> io::Result<()> {
        if self.is_file_begun {
            return Ok(());
        }
        self.is_file_begun = true;
        self.reporters.begin_file(view(file))
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        output::error(failure);
        self.status = Status::Failed;
        self.reporters.failure(failure)
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
    use crate::json::Answered;
    use crate::report::Summary;

    /// Records all events.
    struct Recorder<'a>(&'a mut Vec<String>);

    impl Reporter for Recorder<'_> {
        fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
            self.0.push(format!("begin {}", short(file.name)));
            Ok(())
        }

        fn report(&mut self, _: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
            self.0.push(format!("  {}", reported.diagnostic.lint));
            Ok(())
        }

        fn puzzle(
            &mut self,
            file: FileText<'_>,
            answered: &Answered<'_>,
            diagnostics: &[FileDiagnostic],
        ) -> io::Result<()> {
            let name = answered.puzzle.name().unwrap_or_default();
            let (line, state) = (answered.line(file), answered.state().name());
            let number = diagnostics.len();
            let event = format!("{name} in line {line}: {state}, {number} diagnostics");
            self.0.push(event);
            Ok(())
        }

        fn end_file(&mut self, file: FileText<'_>) -> io::Result<()> {
            self.0.push(format!("end {}", short(file.name)));
            Ok(())
        }

        fn failure(&mut self, failure: &Failure) -> io::Result<()> {
            self.0.push(format!(
                "{}, {:?}: {}",
                short(failure.file.as_deref().unwrap_or_default()),
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
        let line =
            Line::parse_from(["check", path, "--max-positions", "1", "--hints", "--no-cache"]);
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let reporters: Vec<Box<dyn Reporter>> =
            vec![Box::new(Recorder(&mut one)), Box::new(Recorder(&mut other))];
        assert_eq!(
            check(&line.options, line.options.sources(), reporters).unwrap(),
            Status::Failed
        );
        assert_eq!(one, other);
        let expected = [
            "begin a.carom",
            "  unknown-key",
            "Good in line 3: solved, 0 diagnostics",
            "  moves-mismatch",
            "Bad in line 7: solved, 1 diagnostics",
            "  missing-board",
            "None in line 12: invalid, 1 diagnostics",
            "end a.carom",
            "begin b.carom",
            "  unknown-answer",
            "Wide in line 3: unknown, 1 diagnostics",
            "end b.carom",
            "carom.toml, Some(2): invalid type: string \"none\", expected a whole number",
            "Summary { files: 2, puzzles: 4, errors: 2, warnings: 2, hints: 0, fixable: 0, \
             claims: 1, fixed: 0, unreadable: 1, unknown: 1, malformed: 1 }",
        ];
        assert_eq!(one, expected);
    }
}
