//! Workflow commands that GitHub shows as annotations of a change.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::{Reporter, Summary};
use crate::analysis::{FileText, Reported, Severity};

/// Writes `::error file=…` lines.
#[derive(Debug)]
pub struct GitHub<W>(pub W);

/// A text in which the characters that would end it are percent-encoded.
struct Escaped<'a> {
    text: &'a str,
    /// Properties also end at a comma and a colon.
    is_property: bool,
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.text.chars() {
            match character {
                '%' | '\r' | '\n' => write!(f, "%{:02X}", u32::from(character))?,
                ':' | ',' if self.is_property => write!(f, "%{:02X}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

impl<W: Write> Reporter for GitHub<W> {
    fn report(&mut self, file: FileText<'_>, reported: &Reported) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let start = file.place(diagnostic.span.start);
        let end = file.place(diagnostic.span.end);
        let command = match reported.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let property = |text| Escaped {
            text,
            is_property: true,
        };
        let mut message = diagnostic.message.clone();
        if let Some(puzzle) = &reported.puzzle {
            message = format!("{puzzle}: {message}");
        }
        if let Some(help) = &diagnostic.help {
            message.push('\n');
            message.push_str(help);
        }
        write!(
            self.0,
            "::{command} file={},line={},endLine={}",
            property(file.name),
            start.line + 1,
            end.line + 1
        )?;
        // Columns are understood only within a line.
        if start.line == end.line {
            let last = end.column.max(start.column + 1);
            write!(self.0, ",col={},endColumn={last}", start.column + 1)?;
        }
        writeln!(
            self.0,
            ",title={}::{}",
            property(&format!("carom {}", diagnostic.rule)),
            Escaped {
                text: &message,
                is_property: false
            }
        )
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.0.flush()
    }
}
