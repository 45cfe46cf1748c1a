//! `carom check`: every diagnostic of every puzzle.

use std::fs::File as OutputFile;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::answers::{Done, Event, Wanted, answers};
use super::fix::Fixer;
use super::input::{Paths, told, view};
use super::limits::Limits;
use super::{Status, output, repository};
use crate::analysis::{Entry, Level, Levels, Location, Repeats, Reported, Rule, Run, Severity};
use crate::config::Config;
use crate::project::{Failure, File, in_order_of_paths, reason};
use crate::report::{GitHub, Json, Reporter, Sinks, Start, Text};
use crate::solving::Wants;

/// Report what is wrong with puzzles: malformed, unsolvable, or not as claimed
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom check                    every .carom file below this folder
  carom check deck.carom --fix   correct what can be corrected safely
  carom check --deny suboptimal-solution --allow duplicate-name levels")]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// How to write the reports
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// In JSON, give each report the page of its rule
    #[arg(long)]
    explain: bool,
    /// Write the reports to a file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Make a rule an error
    #[arg(long, value_name = "RULE")]
    deny: Vec<Rule>,
    /// Make a rule a warning
    #[arg(long, value_name = "RULE")]
    warn: Vec<Rule>,
    /// Report nothing of a rule
    #[arg(long, value_name = "RULE")]
    allow: Vec<Rule>,
    /// Report hints too
    #[arg(long)]
    hints: bool,
    /// Apply the fixes that say what is true and keep what was drawn
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    limits: Limits,
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

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (out, is_coloured): (Box<dyn Write>, bool) = match &arguments.output {
        // The fixed text of standard input goes to standard output.
        None if arguments.fix && arguments.paths.has_standard_input() => output::messages(),
        None => output::results(),
        Some(path) => {
            let file = OutputFile::create(path).map_err(|error| {
                io::Error::other(format!("{}: {}", path.display(), reason(&error)))
            })?;
            (Box::new(BufWriter::new(file)), false)
        }
    };
    let reporter: Box<dyn Reporter> = match arguments.format {
        Format::Text => Box::new(Text::new(out, anstream::stderr(), is_coloured)),
        Format::Json if arguments.explain => Box::new(Json::new(out).with_pages()),
        Format::Json => Box::new(Json::new(out)),
        Format::Github => Box::new(GitHub::new(out, repository::paths())),
    };
    check(arguments, vec![reporter])
}

/// Checks the files and tells the reporters.
fn check(arguments: &Arguments, reporters: Vec<Box<dyn Reporter + '_>>) -> io::Result<Status> {
    let mut check = Check {
        arguments,
        run: Run::new(Levels::default()),
        repeats: Repeats::default(),
        sinks: Sinks::new(reporters),
        fixer: arguments.fix.then(Fixer::default),
        status: Status::Clean,
    };
    let wanted = Wanted {
        // Of puzzles that are the same, reports name the first by its path.
        sources: |paths| in_order_of_paths(paths.sources()),
        extras: &|config| wants(arguments, config),
        puzzle: None,
    };
    answers(&arguments.paths, &arguments.limits, wanted, |event| {
        check.event(event)
    })?;
    check.finish()
}

/// The levels of a file: what flags say, else its configuration.
fn levels(arguments: &Arguments, config: &Config) -> Levels {
    let mut levels = config.levels();
    for (rules, level) in [
        (&arguments.allow, Level::Allow),
        (&arguments.warn, Level::Warn),
        (&arguments.deny, Level::Deny),
    ] {
        for &rule in rules {
            levels.set(rule, level);
        }
    }
    levels
}

/// What the reports of a file need beside the answers.
fn wants(arguments: &Arguments, config: &Config) -> Wants {
    let levels = levels(arguments, config);
    let is_shown = |rule: Rule| match levels.get(rule) {
        Level::Deny | Level::Warn => true,
        Level::Hint => arguments.hints,
        Level::Allow => false,
    };
    Wants {
        redundant_pieces: is_shown(Rule::RedundantPiece),
        line_values: is_shown(Rule::Blunder),
        move_values: false,
    }
}

struct Check<'a> {
    arguments: &'a Arguments,
    run: Run,
    /// The puzzles of the files so far, by the numbers of these.
    repeats: Repeats<usize, Location>,
    sinks: Sinks<'a>,
    fixer: Option<Fixer>,
    status: Status,
}

impl Check<'_> {
    fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Start(files) => self.sinks.begin(&Start {
                is_fixing: self.fixer.is_some(),
                ..output::start("check", files)
            })?,
            Event::Failure(failure) => self.fail(&failure)?,
            Event::Begin(file, head, config) => {
                self.run.set_levels(levels(self.arguments, &config));
                self.sinks.begin_file(view(&file))?;
                let reports = self.run.begin_file(&head);
                self.report(&file, reports)?;
            }
            Event::Puzzle(done) => {
                let reports = self.reports(&done);
                let reports = self.report(&done.file, reports)?;
                self.sinks
                    .puzzle(view(&done.file), &done.checked(&reports))?;
            }
            Event::End(file) => {
                let reports = self.run.end_file(&file.text);
                self.report(&file, reports)?;
                self.sinks.end_file(view(&file))?;
                if let Some(fixer) = &mut self.fixer
                    && let Err(failure) = fixer.apply(&file)
                {
                    self.fail(&failure)?;
                }
            }
        }
        Ok(())
    }

    /// All reports of a puzzle.
    fn reports(&mut self, done: &Done) -> Vec<Reported> {
        let (text, offset) = (view(&done.file), done.span.start);
        let elsewhere = done.puzzle.identity.and_then(|identity| {
            let file = self.sinks.summary().files;
            self.repeats.insert(&file, identity, || {
                text.location(done.puzzle.header_span().shifted(offset))
            });
            let (_, first) = self.repeats.elsewhere(&file, identity)?;
            Some(first.clone())
        });
        let answer = done.answer.as_ref();
        let entry = Entry {
            offset,
            text: text.text.get(offset as usize..).unwrap_or_default(),
            puzzle: &done.puzzle,
            from_answer: &done.diagnostics,
            is_answered: answer.is_some_and(|answer| answer.outcome.is_settled()),
            elsewhere,
        };
        self.run.puzzle(entry, |span| text.location(span))
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        output::complain(failure);
        self.status = Status::Failed;
        self.sinks.failure(&told(failure))
    }

    /// Reports what is neither fixed nor a hint that nobody wants, and returns
    /// it.
    fn report(&mut self, file: &File, mut reports: Vec<Reported>) -> io::Result<Vec<Reported>> {
        if let Some(fixer) = &mut self.fixer {
            reports.retain(|reported| {
                let is_fixed = fixer.take(&reported.diagnostic);
                if is_fixed {
                    self.sinks.fixed();
                }
                !is_fixed
            });
        }
        reports.retain(|reported| reported.severity != Severity::Hint || self.arguments.hints);
        for reported in &reports {
            self.sinks.report(view(file), reported)?;
        }
        Ok(reports)
    }

    fn finish(self) -> io::Result<Status> {
        let summary = self.sinks.end()?;
        Ok(if summary.errors > 0 {
            self.status.max(Status::Faulty)
        } else {
            self.status
        })
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
            "carom.toml, Some(2): invalid type: string \"none\", expected u64",
            "Summary { files: 2, puzzles: 4, errors: 2, warnings: 2, hints: 0, fixable: 1, \
             fixed: 0, unreadable: 1, unknown: 1 }",
        ];
        assert_eq!(one, expected);
    }
}
