//! `carom check`: every diagnostic of every puzzle.

use std::fs::File as OutputFile;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::answers::{Event, Wanted, answers};
use super::fix::Fixer;
use super::input::{File, Paths};
use super::limits::Limits;
use super::{Status, output};
use crate::analysis::{FileText, Level, Levels, Reported, Rule, Run, Severity};
use crate::config::Config;
use crate::report::{GitHub, Json, Reporter, Summary, Text};

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
                io::Error::other(format!(
                    "{}: {}",
                    path.display(),
                    super::input::reason(&error)
                ))
            })?;
            (Box::new(BufWriter::new(file)), false)
        }
    };
    let reporter: Box<dyn Reporter> = match arguments.format {
        Format::Text => Box::new(Text::new(out, is_coloured)),
        Format::Json => Box::new(Json(out)),
        Format::Github => Box::new(GitHub(out)),
    };
    let mut check = Check {
        arguments: arguments.clone(),
        run: Run::new(Levels::default()),
        reporter,
        summary: Summary::default(),
        fixer: arguments.fix.then(Fixer::default),
        is_hinted: arguments.hints,
        status: Status::Clean,
    };
    let wanted = Wanted {
        is_hinted: arguments.hints,
        puzzle: None,
    };
    answers(&arguments.paths, &arguments.limits, wanted, |event| {
        check.event(event)
    })?;
    check.finish(arguments.format)
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

struct Check {
    arguments: Arguments,
    run: Run,
    reporter: Box<dyn Reporter>,
    summary: Summary,
    fixer: Option<Fixer>,
    is_hinted: bool,
    status: Status,
}

impl Check {
    fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Failure(failure) => {
                output::complain(&failure);
                self.status = Status::Failed;
            }
            Event::Begin(file, head, config) => {
                self.run.set_levels(levels(&self.arguments, &config));
                self.summary.files += 1;
                let reports = self.run.begin_file(&head);
                self.report(&file, reports)?;
            }
            Event::Puzzle(done) => {
                self.summary.puzzles += 1;
                let reports = self.run.puzzle(
                    text_of(&done.file),
                    done.span.start,
                    &done.puzzle,
                    done.diagnostics,
                    done.answer
                        .is_some_and(|answer| answer.outcome.is_settled()),
                );
                self.report(&done.file, reports)?;
            }
            Event::End(file) => {
                let reports = self.run.end_file(&file.text);
                self.report(&file, reports)?;
                if let Some(fixer) = &mut self.fixer
                    && let Err(error) = fixer.apply(&file)
                {
                    output::complain(&error);
                    self.status = Status::Failed;
                }
            }
        }
        Ok(())
    }

    fn report(&mut self, file: &Arc<File>, reports: Vec<Reported>) -> io::Result<()> {
        for reported in reports {
            if let Some(fixer) = &mut self.fixer
                && fixer.take(&reported.diagnostic)
            {
                continue;
            }
            if reported.severity == Severity::Hint && !self.is_hinted {
                continue;
            }
            self.summary.count(&reported);
            self.reporter.report(text_of(file), &reported)?;
        }
        Ok(())
    }

    fn finish(mut self, format: Format) -> io::Result<Status> {
        self.reporter.finish(&self.summary)?;
        let Summary {
            files,
            puzzles,
            errors,
            warnings,
            fixable,
            ..
        } = self.summary;
        if format == Format::Text {
            let count = |number: usize, thing: &str| {
                format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
            };
            let mut message = format!(
                "{} in {}: {}, {}",
                count(puzzles, "puzzle"),
                count(files, "file"),
                count(errors, "error"),
                count(warnings, "warning")
            );
            match &self.fixer {
                Some(fixer) => {
                    message.push_str(&format!(
                        "; {} applied",
                        match fixer.applied() {
                            1 => "1 fix".to_owned(),
                            fixes => format!("{fixes} fixes"),
                        }
                    ));
                }
                None if fixable > 0 => {
                    message.push_str(&format!("; {fixable} can be corrected with `--fix`"));
                }
                None => {}
            }
            output::say(&message);
        }
        if errors > 0 {
            self.status = self.status.max(Status::Faulty);
        }
        Ok(self.status)
    }
}

fn text_of(file: &File) -> FileText<'_> {
    FileText {
        name: &file.name,
        text: &file.text,
        index: &file.index,
    }
}
