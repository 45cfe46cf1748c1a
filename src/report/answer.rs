//! The formats of `solve`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::paint::painted;
use super::{Answered, Reporter, Summary};
use crate::analysis::{
    AnswerState, Author, FileText, Game, Level, State, View, frames, solution_line, words,
};
use crate::games::Position;
use crate::picture;
use crate::search::{Horizon, Limit, Optima, Outcome, Value, Verdict};
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
        Self {
            out,
            is_coloured,
            shown,
        }
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
        let view = View {
            text: "",
            puzzle: answered.puzzle,
            known: answered
                .answer
                .map_or(AnswerState::Nothing, AnswerState::Answer),
            extras: None,
            time: None,
        };
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
    fn answer(&mut self, file: FileText<'_>, answered: &Answered<'_>) -> io::Result<()> {
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
    fn answer(&mut self, file: FileText<'_>, answered: &Answered<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, &Object::new(file, answered))?;
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
    let Some(answer) = answered.answer else {
        text.push_str("invalid: `carom check` says why");
        return text;
    };
    let said = words::outcome(&answer.outcome);
    match answer.outcome.limit() {
        Some(limit) => {
            let stopped = words::limit_clause(limit);
            text.push_str(&format!("unknown: {said}; {stopped}"));
        }
        None => text.push_str(&said),
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

#[derive(Serialize)]
pub(super) struct Object<'a> {
    pub(super) file: &'a str,
    pub(super) line: u32,
    name: Option<&'a str>,
    game: Option<&'a str>,
    status: &'static str,
    #[serde(flatten)]
    measure: Measure,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
    solution: Option<String>,
    optimal: bool,
    optimal_solutions: Option<u64>,
    /// If they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    identity: Option<String>,
    positions: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// Why there is no solution, or what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
}

/// The unit of distances: moves, or plies in games of two sides.
#[derive(Serialize)]
#[serde(untagged)]
enum Measure {
    Moves {
        moves: Option<u32>,
        /// The number of slides, if consecutive slides of a piece count as one move.
        #[serde(skip_serializing_if = "Option::is_none")]
        slides: Option<u32>,
    },
    Value {
        value: &'static str,
        plies: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        no_win_within: Option<Within>,
        #[serde(skip_serializing_if = "Option::is_none")]
        no_loss_within: Option<Within>,
        legal_moves: BTreeMap<char, u32>,
    },
}

impl<'a> Object<'a> {
    /// A text without a puzzle.
    pub(super) const fn invalid(file: &'a str, line: u32) -> Self {
        Self {
            file,
            line,
            name: None,
            game: None,
            status: State::Invalid.name(),
            measure: Measure::Moves {
                moves: None,
                slides: None,
            },
            at_least: None,
            solution: None,
            optimal: false,
            optimal_solutions: None,
            solutions: None,
            identity: None,
            positions: 0,
            seconds: 0.0,
            limit: None,
            reason: None,
        }
    }

    pub(super) fn new(file: FileText<'a>, answered: &Answered<'a>) -> Self {
        let puzzle = answered.puzzle;
        let mut object = Self {
            name: puzzle.name(),
            game: puzzle.game.map(Game::name),
            status: answered.state().name(),
            optimal: answered.state() == State::Solved,
            identity: puzzle.identity.map(|identity| identity.to_string()),
            seconds: answered.time.as_secs_f64(),
            ..Self::invalid(file.name, answered.line(file))
        };
        let Some(answer) = answered.answer else {
            let mut wrong = puzzle.diagnostics().iter();
            let wrong = wrong.find(|wrong| wrong.lint.default_level() == Level::Deny);
            object.reason = wrong.map(|wrong| wrong.message.clone());
            return object;
        };
        object.positions = answer.positions;
        if let Some(Ok(optima)) = answered.optima {
            object.solutions = Some(optima.solutions.iter().map(join_words).collect());
        }
        object.solution = solution_line(answer);
        object.limit = answer.outcome.limit().and_then(words::limit_name);
        match &answer.outcome {
            Outcome::Solved(solution) => {
                object.measure = Measure::Moves {
                    moves: Some(solution.length),
                    slides: solution.slides,
                };
                let counted = solution.optimal_solutions;
                let listed = answered.optima.and_then(|optima| optima.as_ref().ok());
                object.optimal_solutions = counted.or(listed.map(|optima| optima.number));
            }
            Outcome::Unsolvable(reason) => {
                let why = puzzle.position();
                let why = why.map(|position| words::why(position, *reason));
                object.reason = why;
            }
            Outcome::Unknown { at_least, .. } => object.at_least = Some(*at_least),
            Outcome::Evaluated { verdict, .. } => {
                let mobility = puzzle.position().map(Position::mobility);
                let legal_moves = mobility.into_iter().flatten().collect();
                object.measure = Measure::of(*verdict, legal_moves);
            }
        }
        object
    }
}

impl Measure {
    fn of(verdict: Verdict, legal_moves: BTreeMap<char, u32>) -> Self {
        let (value, plies) = match verdict.value() {
            Some(Value::Win(plies)) => ("win", Some(plies)),
            Some(Value::Loss(plies)) => ("loss", Some(plies)),
            Some(Value::Draw) => ("draw", None),
            None => ("unknown", None),
        };
        let (no_win_within, no_loss_within) = match verdict {
            Verdict::Settled(_) => (None, None),
            Verdict::Unknown {
                no_win_within,
                no_loss_within,
                ..
            } => (
                Some(Within::of(no_win_within)),
                Some(Within::of(no_loss_within)),
            ),
        };
        Self::Value {
            value,
            plies,
            no_win_within,
            no_loss_within,
            legal_moves,
        }
    }
}

/// The number of plies within which a result is excluded.
#[derive(Serialize)]
#[serde(untagged)]
enum Within {
    Plies(u32),
    /// Always `ever`.
    Ever(&'static str),
}

impl Within {
    const fn of(horizon: Horizon) -> Self {
        match horizon {
            Horizon::Plies(plies) => Self::Plies(plies),
            Horizon::Never => Self::Ever("ever"),
        }
    }
}
