//! Statistics of a collection of puzzles: their numbers by game, their moves, and notable puzzles.

mod gather;
mod histogram;
mod text;

use std::io::{self, Write};

use super::{Reporter, Summary};
use crate::analysis::FileText;
use crate::json::Answered;
use gather::Statistics;

/// Gathers the statistics of a run and writes them at its end.
#[derive(Debug)]
pub struct Stats<W> {
    out: W,
    /// The width of a line in columns.
    width: usize,
    statistics: Statistics,
}

impl<W: Write> Stats<W> {
    /// Creates a reporter that writes lines of `width` columns to `out`. Rankings list the first
    /// `top` puzzles.
    pub fn new(out: W, width: usize, top: usize) -> Self {
        Self {
            out,
            width,
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
        text::write(&mut self.out, &sum, self.width)?;
        self.out.flush()
    }
}
