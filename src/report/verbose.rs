//! `--verbose`: a line for each puzzle, with its search time.

use std::io::{self, Write};

use super::{Checked, Reporter};
use crate::analysis::FileText;
use crate::json::Answered;
use crate::words::{count, escape_controls};

/// Prints every file and puzzle.
#[derive(Debug)]
pub struct Verbose<W>(W);

impl<W: Write> Verbose<W> {
    /// Creates a reporter that writes to `out`.
    pub const fn new(out: W) -> Self {
        Self(out)
    }
}

impl<W: Write> Reporter for Verbose<W> {
    fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        writeln!(self.0, "{}", escape_controls(file.name))
    }

    fn puzzle(&mut self, _: FileText<'_>, checked: &Checked<'_>) -> io::Result<()> {
        let (line, state) = (checked.line, checked.state.name());
        let positions = count(checked.positions, "position");
        let seconds = checked.time.as_secs_f64();
        writeln!(
            self.0,
            "  line {line}: {state}, {positions} in {seconds:.3} s"
        )
    }

    fn answer(&mut self, file: FileText<'_>, answered: &Answered<'_>) -> io::Result<()> {
        self.puzzle(file, &Checked::of(answered, file, &[]))
    }
}
