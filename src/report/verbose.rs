//! `--verbose`: a line for each puzzle, with its search time.

use std::io::{self, Write};

use super::Reporter;
use crate::analysis::{FileDiagnostic, FileText};
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

    fn puzzle(
        &mut self,
        file: FileText<'_>,
        answered: &Answered<'_>,
        _: &[FileDiagnostic],
    ) -> io::Result<()> {
        let (line, state) = (answered.line(file), answered.state().name());
        let searched = answered.answer.map_or(0, |answer| answer.positions);
        let positions = count(searched, "position");
        let seconds = answered.time.as_secs_f64();
        writeln!(self.0, "  line {line}: {state}, {positions} in {seconds:.3} s")
    }
}
