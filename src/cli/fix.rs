//! Applying safe fixes to files.

use std::io::{self, Write};

use super::input::{Failure, File, Source};
use crate::analysis::{Diagnostic, SafeFixes};
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

/// Replaces a file at once: whoever reads it meanwhile reads the old or the
/// new text, whole. What does not change is not written; standard input goes
/// to standard output.
pub(super) fn write(file: &File, text: &str) -> Result<(), Failure> {
    let result = match &file.source {
        Source::StandardInput => {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        }
        Source::File(_) if text == file.text => Ok(()),
        Source::File(path) => replace(path, text),
    };
    result.map_err(|error| Failure::new(&*file.name, super::input::reason(&error)))
}

fn replace(path: &std::path::Path, text: &str) -> io::Result<()> {
    // A link stays a link: what it points at is replaced.
    let path = std::fs::canonicalize(path)?;
    let permissions = std::fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::other("the file is read-only"));
    }
    let folder = path.parent().unwrap_or(std::path::Path::new("."));
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(text.as_bytes())?;
    temporary.as_file().set_permissions(permissions)?;
    temporary.as_file().sync_all()?;
    temporary.persist(&path)?;
    Ok(())
}
