//! One line for each diagnostic, as compilers write them for editors and `grep`.

use std::io::{self, Write};

use super::Reporter;
use crate::analysis::{FileDiagnostic, FileText};
use crate::words::escape_controls;

/// Writes lines of `file:line:column: severity[code] message`.
#[derive(Debug)]
pub struct Short<W>(W);

impl<W: Write> Short<W> {
    /// Creates a reporter that writes to `out`.
    pub const fn new(out: W) -> Self {
        Self(out)
    }
}

impl<W: Write> Reporter for Short<W> {
    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let place = file.place(reported.diagnostic.span.start);
        writeln!(
            self.0,
            "{}:{}:{}: {}[{}] {}",
            escape_controls(file.name),
            place.line + 1,
            place.column + 1,
            reported.severity.name(),
            reported.diagnostic.lint,
            escape_controls(&reported.diagnostic.message)
        )?;
        self.0.flush()
    }
}
