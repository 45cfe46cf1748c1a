//! A run over files: what is told to the reporters.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::super::answers::{Event, Input, Passing, Wanted, answers};
use super::super::input::{told, view};
use super::super::judged::Judged;
use super::super::known::{self, Known, Puzzles};
use super::super::since::Since;
use super::super::{Status, mend, output};
use super::Arguments;
use crate::analysis::{FileDiagnostic, RelatedPlace, Severity};
use crate::config::Config;
use crate::project::{Failure, File, Partition, Source};
use crate::report::{Checked, Reporter, Sinks, Start};
use crate::solving::Store;
use crate::store::Disk;
use crate::text::Span;

pub(super) struct Check<'a> {
    arguments: &'a Arguments,
    judged: Judged,
    sinks: Sinks<'a>,
    /// What mending came to, where the files were mended before.
    pub(super) mended: Option<mend::Outcome>,
    /// The share of the run, where several machines do it.
    pub(super) partition: Option<Partition>,
    /// Where it is kept what is known of whole files.
    pub(super) known: Option<Arc<Disk>>,
    status: Status,
    /// Whether the run is about what stands before the puzzles of the file at
    /// hand.
    is_head_asked: bool,
    /// Whether the reporters know of the file at hand.
    is_file_begun: bool,
    /// What is to be known of the puzzles of the file at hand.
    found: Found,
    /// The puzzles that the run is about, of all files so far, where it is
    /// not about all.
    asked: HashMap<Arc<str>, Vec<Span>>,
}

/// What is found out about the puzzles of a file.
#[derive(Default)]
struct Found {
    puzzles: Puzzles,
    /// What configures the file.
    config: Arc<Config>,
    /// Whether it was not all known before.
    is_new: bool,
}

impl<'a> Check<'a> {
    pub(super) fn new(arguments: &'a Arguments, reporters: Vec<Box<dyn Reporter + 'a>>) -> Self {
        Self {
            arguments,
            judged: Judged::new(),
            sinks: Sinks::new(reporters),
            mended: None,
            partition: None,
            known: None,
            status: Status::Clean,
            is_head_asked: true,
            is_file_begun: false,
            found: Found::default(),
            asked: HashMap::new(),
        }
    }

    /// Checks the files and tells the reporters.
    pub(super) fn run(
        mut self,
        read: &(dyn Fn(Source) -> Result<Arc<File>, Failure> + Sync),
        store: Arc<dyn Store>,
    ) -> io::Result<Status> {
        let sources = self.arguments.sources();
        let since = self.arguments.since.as_deref();
        let since = match since
            .map(|name| Since::new(name, &sources, self.arguments.from.form()))
            .transpose()
        {
            Ok(since) => since,
            Err(failure) => {
                self.event(None, Event::Start(0))?;
                self.fail(&failure)?;
                self.sinks.end()?;
                return Ok(self.status);
            }
        };
        let since = since.as_ref();
        let arguments = self.arguments;
        let policy = |config: &Config| arguments.policy(config);
        let program = known::program();
        let settings = |config: &Config| {
            // What takes long depends on the machine.
            let is_sure = !arguments.limits.depend_on_machine(config);
            let program = program.as_ref().filter(|_| is_sure)?;
            Some(format!("{program} {}", arguments.settings(config)))
        };
        let disk = self.known.take();
        let known = disk.as_ref().map(|store| Known {
            store,
            settings: &settings,
        });
        let wanted = Wanted {
            policy: &policy,
            puzzle: None,
            since,
            partition: self.partition,
            optima: None,
            known,
        };
        let input = Input {
            sources,
            read,
            form: arguments.from.form(),
        };
        let limits = &arguments.limits;
        let result = answers(input, limits, wanted, store, &mut |event| {
            let end = match &event {
                Event::End(file) => Some(Arc::clone(file)),
                _ => None,
            };
            self.event(since, event)?;
            if let (Some(file), Some(known)) = (end, known)
                && self.found.is_new
            {
                known.keep(&file, &self.found.config, &self.found.puzzles);
            }
            // Where nobody reads on, all that is left to be found is the status.
            match self.status() {
                Status::Clean => Ok(()),
                _ => self.sinks.heard(),
            }
        });
        match result {
            Err(_) if self.sinks.is_unheard() => {}
            result => result?,
        }
        let status = self.status();
        self.sinks.end()?;
        Ok(status)
    }

    /// The status as far as it is known.
    fn status(&self) -> Status {
        match self.sinks.summary().errors {
            0 => self.status,
            _ => self.status.max(Status::Faulty),
        }
    }

    fn event(&mut self, since: Option<&Since>, event: Event) -> io::Result<()> {
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
            Event::Failure(mut failure) => {
                self.arguments.ask_what_is_meant(&mut failure);
                self.fail(&failure)
            }
            Event::Begin(file, head, config) => {
                self.is_file_begun = false;
                self.found = Found {
                    config: Arc::clone(&config),
                    ..Found::default()
                };
                let policy = self.arguments.policy(&config);
                let reports = self.judged.begin_file(&head, policy);
                self.is_head_asked = since.is_none_or(|since| since.is_head_new(&file.source));
                if self.is_head_asked {
                    self.begin_file(&file)?;
                    // What is wrong beside the puzzles is told by the first share.
                    if self.partition.is_none_or(|share| share.share() == 1) {
                        self.report(&file, reports)?;
                    }
                }
                Ok(())
            }
            Event::Puzzle(done) if !done.is_ours => {
                // It may be what others repeat.
                self.judged.puzzle(&done);
                Ok(())
            }
            Event::Puzzle(done) if !done.is_asked => {
                // Of what is as it was, what repeats something new is reported.
                let mut reports = self.judged.puzzle(&done);
                reports.retain(|reported| self.repeats_asked(&done.file, reported));
                if !reports.is_empty() {
                    self.begin_file(&done.file)?;
                    self.report(&done.file, reports)?;
                }
                Ok(())
            }
            Event::Puzzle(done) => {
                self.begin_file(&done.file)?;
                if since.is_some() {
                    let name = Arc::clone(&done.file.name);
                    self.asked.entry(name).or_default().push(done.section.span);
                }
                let quiet = self.judged.quiet(&done);
                self.found.is_new |= quiet.is_some();
                self.found.puzzles.push(quiet);
                let reports = self.judged.puzzle(&done);
                let reports = self.report(&done.file, reports)?;
                let file = view(&done.file);
                self.sinks
                    .puzzle(file, &done.answered().checked(file, &reports))
            }
            Event::Passing(passing) => self.passing(passing),
            Event::End(file) => {
                let reports = self.judged.end_file(&file);
                // A share cannot know whether other shares need a suppression.
                if self.partition.is_none() && self.is_head_asked {
                    self.report(&file, reports)?;
                }
                if self.is_file_begun {
                    self.sinks.end_file(view(&file))?;
                }
                Ok(())
            }
        }
    }

    /// Tells the reporters of a puzzle that is known to be quiet.
    fn passing(&mut self, passing: Passing) -> io::Result<()> {
        let reports = self.judged.passing(&passing);
        let Passing {
            file,
            section,
            quiet,
            ..
        } = passing;
        let reports = self.report(&file, reports)?;
        let header = quiet.header.shifted(section.offset());
        let checked = Checked {
            name: quiet.name(),
            line: file.index.line(header.start) + 1,
            state: quiet.state,
            positions: quiet.positions,
            time: Duration::ZERO,
            reports: &reports,
        };
        self.sinks.puzzle(view(&file), &checked)?;
        self.found.puzzles.push(Some(quiet));
        Ok(())
    }

    /// Tells the reporters of a file, once there is something to tell of it.
    fn begin_file(&mut self, file: &File) -> io::Result<()> {
        if self.is_file_begun {
            return Ok(());
        }
        self.is_file_begun = true;
        self.sinks.begin_file(view(file))
    }

    /// Whether something is reported because it stands in a puzzle, too, that
    /// the run is about.
    fn repeats_asked(&self, file: &File, reported: &FileDiagnostic) -> bool {
        let mut related = reported.diagnostic.related.iter();
        related.any(|related| {
            let (name, span) = match &related.place {
                RelatedPlace::Here(span) => (&file.name, *span),
                RelatedPlace::Elsewhere(there) => (&there.file, there.span),
            };
            let asked = self.asked.get(name).map_or(&[][..], Vec::as_slice);
            // They come in their order, and none overlaps the next.
            let before = asked.partition_point(|asked| asked.start <= span.start);
            let last = before.checked_sub(1).and_then(|last| asked.get(last));
            last.is_some_and(|last| span.start < last.end)
        })
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        output::complain(failure);
        self.status = Status::Failed;
        self.sinks.failure(&told(failure))
    }

    /// What is not a hint that nobody wants.
    fn shown(&self, mut reports: Vec<FileDiagnostic>) -> Vec<FileDiagnostic> {
        reports.retain(|reported| reported.severity != Severity::Hint || self.arguments.hints);
        reports
    }

    /// Reports what is to be shown, and returns it.
    fn report(
        &mut self,
        file: &File,
        reports: Vec<FileDiagnostic>,
    ) -> io::Result<Vec<FileDiagnostic>> {
        let reports = self.shown(reports);
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

    use super::super::check;
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

        fn report(&mut self, _: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
            self.0.push(format!("  {}", reported.diagnostic.lint));
            Ok(())
        }

        fn puzzle(&mut self, _: FileText<'_>, checked: &Checked<'_>) -> io::Result<()> {
            self.0.push(format!(
                "{} in line {}: {}, {:?}, {} reports",
                checked.name.unwrap_or_default(),
                checked.line,
                checked.state.name(),
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
            check(&line.arguments, None, reporters).unwrap(),
            Status::Failed
        );
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
