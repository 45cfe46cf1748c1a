//! Statistics of a collection of puzzles: their numbers by game, their moves, and notable puzzles.

mod gather;
mod histogram;
mod json;
mod markdown;
mod text;

use std::io::{self, Write};

use super::{Reporter, Summary};
use crate::analysis::FileText;
use crate::json::Answered;
use gather::Statistics;

/// The format of statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsFormat {
    /// Text for people.
    Text {
        /// The width of a line in columns.
        width: usize,
        /// Whether the output is a terminal that shows colours. Otherwise bars are ASCII
        /// characters.
        is_coloured: bool,
    },
    /// One JSON object.
    Json,
    /// Markdown.
    Markdown,
}

/// Gathers the statistics of a run and writes them at its end.
#[derive(Debug)]
pub struct Stats<W> {
    out: W,
    format: StatsFormat,
    statistics: Statistics,
}

impl<W: Write> Stats<W> {
    /// Creates a reporter that writes to `out`. Rankings list the first `top` puzzles.
    pub fn new(out: W, format: StatsFormat, top: usize) -> Self {
        Self {
            out,
            format,
            statistics: Statistics::new(top),
        }
    }
}

impl<W: Write> Reporter for Stats<W> {
    fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        self.statistics.begin_file(file);
        Ok(())
    }

    fn answer(&mut self, file: FileText<'_>, answered: &Answered<'_>) -> io::Result<()> {
        self.statistics.add(file, answered);
        Ok(())
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        let sum = self.statistics.sum_up(summary.files);
        match self.format {
            StatsFormat::Text { width, is_coloured } => {
                text::write(&mut self.out, &sum, width, is_coloured)?;
            }
            StatsFormat::Json => json::write(&mut self.out, &sum)?,
            StatsFormat::Markdown => markdown::write(&mut self.out, &sum)?,
        }
        self.out.flush()
    }
}
