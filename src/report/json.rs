//! One JSON object a diagnostic, and one for the summary.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::object::{DiagnosticObject, Help};
use super::share::{Gathered, Share};
use super::{Checked, Failure, Reporter, RepositoryPaths, Start, Summary};
use crate::analysis::{FileText, Reported};

/// Writes lines of JSON. Those of a share can be joined by
/// [`Shares`](super::Shares).
#[derive(Debug)]
pub struct Json<W> {
    out: W,
    paths: RepositoryPaths,
    help: Help,
    share: Option<Gathered>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SummaryLine {
    pub(super) summary: SummaryObject,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SummaryObject {
    files: usize,
    puzzles: usize,
    errors: usize,
    warnings: usize,
    hints: usize,
    fixable: usize,
    fixed: usize,
    unreadable: usize,
    unknown: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) share: Option<Share>,
}

impl<W: Write> Json<W> {
    /// Writes to `out`, with a line of help in each report. With a share goes
    /// how the repository knows its files.
    pub const fn new(out: W, paths: RepositoryPaths) -> Self {
        Self {
            out,
            paths,
            help: Help::Line,
            share: None,
        }
    }

    /// The same with the page of its lint in each report.
    #[must_use]
    pub fn with_pages(self) -> Self {
        Self {
            help: Help::Page,
            ..self
        }
    }

    fn line(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, object)?;
        self.out.write_all(b"\n")?;
        // What is known is not kept back until the next puzzle is solved.
        self.out.flush()
    }

    /// Says something of the share, if it is one.
    fn say(&mut self, of: impl FnOnce(&mut Gathered)) -> io::Result<()> {
        self.share.as_mut().map(of);
        Ok(())
    }
}

impl<W: Write> Reporter for Json<W> {
    fn begin(&mut self, start: &Start<'_>) -> io::Result<()> {
        self.share = Gathered::new(start, &self.paths);
        Ok(())
    }

    fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        self.say(|share| share.begin_file(file))
    }

    fn settings(&mut self, settings: &str) -> io::Result<()> {
        self.say(|share| share.settings(settings))
    }

    fn report(&mut self, file: FileText<'_>, reported: &Reported) -> io::Result<()> {
        let object = match &mut self.share {
            Some(share) => {
                share.report();
                DiagnosticObject::new(file, reported, self.help).carrying(file, reported)
            }
            None => DiagnosticObject::new(file, reported, self.help),
        };
        self.line(&object)
    }

    fn puzzle(&mut self, _: FileText<'_>, checked: &Checked<'_>) -> io::Result<()> {
        self.say(|share| share.puzzle(checked))
    }

    fn passed_over(&mut self, _: FileText<'_>) -> io::Result<()> {
        self.say(Gathered::passed_over)
    }

    fn undecided(&mut self, file: FileText<'_>, reported: &Reported) -> io::Result<()> {
        self.say(|share| share.undecided(file, reported))
    }

    fn end_file(&mut self, _: FileText<'_>) -> io::Result<()> {
        self.say(Gathered::end_file)
    }

    fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        self.say(|share| share.failure(failure))
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        let Summary {
            files,
            puzzles,
            errors,
            warnings,
            hints,
            fixable,
            fixed,
            unreadable,
            unknown,
            claims: _,
        } = *summary;
        let share = self.share.take().map(Gathered::end);
        self.line(&SummaryLine {
            summary: SummaryObject {
                files,
                puzzles,
                errors,
                warnings,
                hints,
                fixable,
                fixed,
                unreadable,
                unknown,
                share,
            },
        })
    }
}
