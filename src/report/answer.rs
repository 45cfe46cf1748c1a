//! The formats of `solve`.

use std::io::{self, Write};

use super::paint::painted;
use super::{Reporter, Summary};
use crate::analysis::{
    AnswerState, Author, FileDiagnostic, FileText, View, frames, solution_line, words,
};
use crate::json::{AnswerObject, Answered};
use crate::picture;
use crate::search::{Limit, Optima, Outcome};
use crate::words::{count, escape_controls, group_digits, join_words};

/// Writes answers as text, optionally with boards.
#[derive(Debug)]
pub struct AnswerText<W> {
    out: W,
    is_coloured: bool,
    shown: ShownBoards,
}

/// The boards drawn below an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownBoards {
    /// No board.
    Answer,
    /// The start position.
    Board,
    /// The start position, and the position after each stage of each move.
    Steps,
}

impl<W: Write> AnswerText<W> {
    /// Creates the reporter.
    pub const fn new(out: W, is_coloured: bool, shown: ShownBoards) -> Self {
        Self { out, is_coloured, shown }
    }

    /// Writes the optimal solutions, below a line with their number.
    fn optima(&mut self, optima: &Result<Optima, Limit>) -> io::Result<()> {
        let optima = match optima {
            Ok(optima) => optima,
            Err(limit) => {
                let why = words::limit_clause(*limit);
                return writeln!(self.out, "  not all optimal solutions were found: {why}");
            }
        };
        let number = count(optima.number, "optimal solution");
        writeln!(self.out, "  {number}:")?;
        for solution in &optima.solutions {
            writeln!(self.out, "  {}", join_words(solution))?;
        }
        let listed = u64::try_from(optima.solutions.len()).unwrap_or(u64::MAX);
        match optima.number.saturating_sub(listed) {
            0 => Ok(()),
            more => writeln!(self.out, "  and {} more", group_digits(more)),
        }
    }

    /// Draws the requested boards.
    fn boards(&mut self, answered: &Answered<'_>) -> io::Result<()> {
        let view = View::new(
            "",
            answered.puzzle,
            answered.answer.map_or(AnswerState::Nothing, AnswerState::Answer),
        );
        let frames = frames(&view, Author::Solver);
        let frames = match self.shown {
            ShownBoards::Answer => return Ok(()),
            ShownBoards::Board => frames.get(..1).unwrap_or_default(),
            ShownBoards::Steps => &frames,
        };
        for frame in frames {
            if frame.played.is_some() {
                writeln!(self.out, "  {}. {}", frame.turn, frame.description)?;
            }
            writeln!(self.out)?;
            for line in picture::diagram(&frame.position).lines() {
                if self.is_coloured {
                    writeln!(self.out, "    {}", painted(line))?;
                } else {
                    writeln!(self.out, "    {line}")?;
                }
            }
            writeln!(self.out)?;
        }
        Ok(())
    }
}

/// Writes answers as JSON lines.
#[derive(Debug)]
pub struct AnswerJson<W>(pub W);

impl<W: Write> Reporter for AnswerText<W> {
    fn puzzle(
        &mut self,
        file: FileText<'_>,
        answered: &Answered<'_>,
        _: &[FileDiagnostic],
    ) -> io::Result<()> {
        // Flushed at once, so that a reader gets each answer as soon as it is known.
        writeln!(self.out, "{}", line(file, answered))?;
        if let Some(optima) = answered.optima {
            self.optima(optima)?;
        }
        self.boards(answered)?;
        self.out.flush()
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Reporter for AnswerJson<W> {
    fn puzzle(
        &mut self,
        file: FileText<'_>,
        answered: &Answered<'_>,
        _: &[FileDiagnostic],
    ) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, &AnswerObject::new(file, answered))?;
        writeln!(self.0)?;
        self.0.flush()
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.0.flush()
    }
}

/// Formats the answer as a line. It starts with the file and line like compiler
/// messages, so that editors can jump to the puzzle.
fn line(file: FileText<'_>, answered: &Answered<'_>) -> String {
    let mut text = format!("{}:{}: ", escape_controls(file.name), answered.line(file));
    if let Some(name) = answered.puzzle.name() {
        text.push_str(&escape_controls(name));
        text.push_str(": ");
    }
    if answered.failed.is_some() {
        text.push_str("failed");
        return text;
    }
    let Some(answer) = answered.answer else {
        text.push_str("invalid: `carom check` says why");
        return text;
    };
    let outcome = words::outcome(&answer.outcome);
    match answer.outcome.limit() {
        Some(limit) => {
            let stopped = words::limit_clause(limit);
            text.push_str(&format!("unknown: {outcome}; {stopped}"));
        }
        None => text.push_str(&outcome),
    }
    if let Outcome::Unsolvable(reason) = answer.outcome
        && let Some(position) = answered.puzzle.position()
    {
        text.push_str(&format!(": {}", words::why(position, reason)));
    }
    if let Some(moves) = solution_line(answer).filter(|moves| !moves.is_empty()) {
        text.push_str("  ");
        text.push_str(&moves);
    }
    text
}
