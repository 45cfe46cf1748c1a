//! Statistics of a collection of puzzles: how many there are of each game, how
//! many moves they take, and which of them stand out.

mod gather;
mod histogram;
mod json;
mod markdown;
mod text;

use std::io::{self, Write};

use super::{Answered, Reporter, Summary};
use crate::analysis::FileText;
use gather::Statistics;

/// The shape that statistics are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsFormat {
    /// For people, in lines of so many columns.
    Text {
        /// The columns of a line.
        width: usize,
        /// Whether the lines are for a terminal that shows colours; else bars
        /// are of characters that every program shows.
        is_coloured: bool,
    },
    /// One object.
    Json,
    /// For pages of a code host.
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
    /// Writes to `out`; of each list that ranks puzzles, the first `top`.
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
