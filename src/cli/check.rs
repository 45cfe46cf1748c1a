//! `carom check`: every diagnostic of every puzzle.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::answers::{Event, Input, Wanted, answers};
use super::input::{Paths, told, view};
use super::judged::Judged;
use super::levels::LevelFlags;
use super::limits::Limits;
use super::mend::{self, Files, Record};
use super::output::{self, OutputFile};
use super::{Status, repository};
use crate::analysis::{Level, Levels, Reported, Rule, Safety, Severity};
use crate::config::Config;
use crate::project::{Failure, File, Source, in_order_of_paths};
use crate::report::{GitHub, Json, Reporter, Sinks, Start, Text, Verbose};
use crate::solving::{Memory, Nothing, Store, Wants};
use crate::words::count;

/// Report what is wrong with puzzles: malformed, unsolvable, or not as claimed
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom check                      every .carom file below this folder
  carom check deck.carom --fix     correct what is certain
  carom check --fix=claims --diff  show which claims would be corrected
  carom check --deny warnings --allow duplicate-name,already-solved levels")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) paths: Paths,
    /// How to write the reports
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// In JSON, give each report the page of its rule
    #[arg(long)]
    explain: bool,
    /// Write the reports to a file when all is done; `-` is standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    levels: LevelFlags,
    /// Report hints too
    #[arg(long)]
    hints: bool,
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
    diff: bool,
    /// List the files that would be checked, and do no more
    #[arg(long)]
    files: bool,
    /// Say nothing but what is reported
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Tell of every puzzle, and how long it took
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    pub(super) limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// An object a line
    Json,
    /// Annotations of a workflow run
    Github,
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
    pub(super) fn sources(&self) -> Vec<Result<Source, Failure>> {
        in_order_of_paths(self.paths.sources())
    }

    /// The levels of a file: what flags say, else its configuration.
    pub(super) fn levels(&self, config: &Config) -> Levels {
        self.levels.over(config.levels())
    }

    /// What the reports of a file need beside the answers.
    pub(super) fn wants(&self, config: &Config) -> Wants {
        let levels = self.levels(config);
        let is_shown = |rule: Rule| match levels.get(rule) {
            Level::Deny | Level::Warn => true,
            Level::Hint => self.hints,
            Level::Allow => false,
        };
        Wants {
            redundant_pieces: is_shown(Rule::RedundantPiece),
            line_values: is_shown(Rule::Blunder),
            move_values: false,
        }
    }

    /// What is to be mended; nothing where nothing is.
    fn mending(&self) -> io::Result<Option<mend::Wanted<'_>>> {
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
        Ok(Some(mend::Wanted {
            safety,
            record: &self.record,
        }))
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    if arguments.files {
        return list(arguments);
    }
    let mending = arguments.mending()?;
    if let Some(wanted) = mending
        && arguments.diff
    {
        return show(arguments, wanted);
    }
    let mut file = None;
    let (out, is_coloured): (Box<dyn Write + '_>, bool) = match &arguments.output {
        // The mended text of standard input goes to standard output.
        None if mending.is_some() && arguments.paths.has_standard_input() => output::messages(),
        Some(path) if path.as_os_str() != "-" => {
            let file = file.insert(OutputFile::new(path, &arguments.sources())?);
            (Box::new(file), false)
        }
        _ => output::results(),
    };
    let messages: Box<dyn Write> = if arguments.quiet {
        Box::new(io::sink())
    } else {
        Box::new(anstream::stderr())
    };
    let reporter: Box<dyn Reporter + '_> = match arguments.format {
        Format::Text => Box::new(Text::new(out, messages, is_coloured)),
        Format::Json if arguments.explain => Box::new(Json::new(out).with_pages()),
        Format::Json => Box::new(Json::new(out)),
        Format::Github => Box::new(GitHub::new(out, repository::paths())),
    };
    let mut reporters = vec![reporter];
    if arguments.verbose {
        reporters.push(Box::new(Verbose::new(anstream::stderr())));
    }
    let status = match mending {
        Some(wanted) => mend_and_check(arguments, wanted, reporters),
        None => check(arguments, reporters),
    }?;
    if let Some(file) = file {
        file.persist()?;
    }
    Ok(status)
}

/// Lists the files of the run.
fn list(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, _) = output::results();
    let mut status = Status::Clean;
    for source in arguments.sources() {
        match source {
            Ok(Source::StandardInput) => writeln!(out, "-")?,
            Ok(Source::File(path)) => {
                let path = path.strip_prefix(".").unwrap_or(&path);
                writeln!(out, "{}", path.display())?;
            }
            Err(failure) => {
                output::complain(&failure);
                status = Status::Failed;
            }
        }
    }
    out.flush()?;
    Ok(status)
}

/// Shows what mending would change. The status is that of the files as they
/// are.
fn show(arguments: &Arguments, wanted: mend::Wanted<'_>) -> io::Result<Status> {
    let kept = Arc::new(Memory::of_costly());
    let mut files = Files::default();
    let (changed, fixes) = mend::show(arguments, wanted, &mut files, &kept)?;
    if !arguments.quiet {
        let (files, fixes) = (count(changed, "file"), count(fixes, "fix"));
        output::say(&format!("{files} would change by {fixes}"));
    }
    files.revert();
    let read = |source| files.read(arguments, source);
    Check::new(arguments, Vec::new()).run(&read, kept)
}

/// Mends the files, and checks them as they are then.
fn mend_and_check(
    arguments: &Arguments,
    wanted: mend::Wanted<'_>,
    reporters: Vec<Box<dyn Reporter + '_>>,
) -> io::Result<Status> {
    let kept = Arc::new(Memory::of_costly());
    let mut files = Files::default();
    let outcome = mend::mend(arguments, wanted, &mut files, &kept)?;
    // All but standard input is read again: somebody may have saved it.
    files.forget();
    let read = |source| files.read(arguments, source);
    let mut check = Check::new(arguments, reporters);
    check.mended = Some(outcome);
    check.run(&read, kept)
}

/// Checks the files as they are.
fn check(arguments: &Arguments, reporters: Vec<Box<dyn Reporter + '_>>) -> io::Result<Status> {
    let read = |source| arguments.paths.read(source).map(Arc::new);
    Check::new(arguments, reporters).run(&read, Nothing)
}

struct Check<'a> {
    arguments: &'a Arguments,
    judged: Judged,
    sinks: Sinks<'a>,
    /// What mending came to, where the files were mended before.
    mended: Option<mend::Outcome>,
    status: Status,
}

impl<'a> Check<'a> {
    fn new(arguments: &'a Arguments, reporters: Vec<Box<dyn Reporter + 'a>>) -> Self {
        Self {
            arguments,
            judged: Judged::new(),
            sinks: Sinks::new(reporters),
            mended: None,
            status: Status::Clean,
        }
    }

    /// Checks the files and tells the reporters.
    fn run(
        mut self,
        read: &(dyn Fn(Source) -> Result<Arc<File>, Failure> + Sync),
        store: impl Store + 'static,
    ) -> io::Result<Status> {
        let extras = |config: &Config| self.arguments.wants(config);
        let wanted = Wanted {
            extras: &extras,
            puzzle: None,
            optima: None,
        };
        let input = Input {
            sources: self.arguments.sources(),
            read,
        };
        let limits = &self.arguments.limits;
        answers(input, limits, wanted, store, |event| self.event(event))?;
        let summary = self.sinks.end()?;
        Ok(if summary.errors > 0 {
            self.status.max(Status::Faulty)
        } else {
            self.status
        })
    }

    fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Start(files) => {
                let mended = self.mended.take();
                self.sinks.begin(&Start {
                    is_fixing: mended.is_some(),
                    ..output::start("check", files)
                })?;
                let outcome = mended.unwrap_or_default();
                self.sinks.fixed(outcome.fixes);
                let mut failures = outcome.failures.iter();
                failures.try_for_each(|failure| self.fail(failure))
            }
            Event::Failure(failure) => self.fail(&failure),
            Event::Begin(file, head, config) => {
                self.sinks.begin_file(view(&file))?;
                let levels = self.arguments.levels(&config);
                let reports = self.judged.begin_file(&head, levels);
                self.report(&file, reports).map(|_| ())
            }
            Event::Puzzle(done) => {
                let reports = self.judged.puzzle(&done);
                let reports = self.report(&done.file, reports)?;
                self.sinks.puzzle(view(&done.file), &done.checked(&reports))
            }
            Event::End(file) => {
                let reports = self.judged.end_file(&file);
                self.report(&file, reports)?;
                self.sinks.end_file(view(&file))
            }
        }
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        output::complain(failure);
        self.status = Status::Failed;
        self.sinks.failure(&told(failure))
    }

    /// Reports what is not a hint that nobody wants, and returns it.
    fn report(&mut self, file: &File, mut reports: Vec<Reported>) -> io::Result<Vec<Reported>> {
        reports.retain(|reported| reported.severity != Severity::Hint || self.arguments.hints);
        for reported in &reports {
            self.sinks.report(view(file), reported)?;
        }
        Ok(reports)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::*;
    use crate::analysis::FileText;
    use crate::report::{self, Checked, Summary};

    /// Writes down what it is told.
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

        fn report(&mut self, _: FileText<'_>, reported: &Reported) -> io::Result<()> {
            self.0.push(format!("  {}", reported.diagnostic.rule));
            Ok(())
        }

        fn puzzle(&mut self, file: FileText<'_>, checked: &Checked<'_>) -> io::Result<()> {
            self.0.push(format!(
                "{} in line {}: {}, {:?}, {} reports",
                checked.puzzle.name().unwrap_or_default(),
                checked.line(file),
                checked.state().name(),
                checked.severity(),
                checked.reports.len()
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
        arguments: Arguments,
    }

    #[test]
    fn every_reporter_is_told_of_everything_in_order() {
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
        let line = Line::parse_from(["check", path, "--max-positions", "1", "--hints"]);
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let reporters: Vec<Box<dyn Reporter>> =
            vec![Box::new(Recorder(&mut one)), Box::new(Recorder(&mut other))];
        assert_eq!(check(&line.arguments, reporters).unwrap(), Status::Failed);
        assert_eq!(one, other);
        let expected = [
            "check 3",
            "begin a.carom",
            "  unknown-key",
            "Good in line 3: solved, None, 0 reports",
            "  moves-mismatch",
            "Bad in line 7: solved, Some(Error), 1 reports",
            "  missing-board",
            "None in line 12: invalid, Some(Error), 1 reports",
            "end a.carom",
            "begin b.carom",
            "  unknown-answer",
            "Wide in line 3: unknown, Some(Warning), 1 reports",
            "end b.carom",
            "carom.toml, Some(2): `max-positions` is a whole number, not a text",
            "Summary { files: 2, puzzles: 4, errors: 2, warnings: 2, hints: 0, fixable: 0, \
             claims: 1, fixed: 0, unreadable: 1, unknown: 1 }",
        ];
        assert_eq!(one, expected);
    }
}
