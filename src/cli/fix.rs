//! Applying safe fixes to files.

use std::io::{self, Write};

use super::replace::{Replaced, SAVED_MEANWHILE, replace};
use crate::analysis::{Diagnostic, SafeFixes};
use crate::project::{Failure, File, Source, reason};
use crate::text::apply;

/// Gathers the safe fixes of a file and writes the file with them applied.
#[derive(Debug, Default)]
pub(super) struct Fixer {
    fixes: SafeFixes,
}

impl Fixer {
    /// Takes the safe fix of a diagnostic, if there is one and it does not
    /// touch what another one changes; says whether it did.
    pub(super) fn take(&mut self, diagnostic: &Diagnostic) -> bool {
        self.fixes.take(diagnostic)
    }

    /// Writes the file with what was taken, and starts anew. Standard input
    /// goes to standard output.
    pub(super) fn apply(&mut self, file: &File) -> Result<(), Failure> {
        let edits = std::mem::take(&mut self.fixes).into_edits();
        let fixed = apply(&file.text, &edits);
        write(file, &fixed)
    }
}

/// Writes a file that holds what was read of it still. What does not change is
/// not written; standard input goes to standard output.
fn write(file: &File, text: &str) -> Result<(), Failure> {
    match &file.source {
        Source::StandardInput => {
            let mut out = io::stdout().lock();
            let result = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            result.map_err(|error| Failure::new(&*file.name, reason(&error)))
        }
        Source::File(_) if text == file.text => Ok(()),
        Source::File(_) => match replace(file, text)? {
            Replaced::Yes => Ok(()),
            Replaced::Changed => Err(Failure::new(&*file.name, SAVED_MEANWHILE)),
        },
    }
}
