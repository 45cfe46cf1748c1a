//! The answer of a puzzle.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::analysis::{FileText, Game, Puzzle, PuzzleState, solution_line, words};
use crate::games::Position;
use crate::search::{Answer, Horizon, Limit, Optima, Outcome, Value, Verdict};
use crate::solving::Failed;
use crate::words::join_words;

/// A puzzle with its answer.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The byte offset of its section in the file.
    pub offset: u32,
    /// Its text in puzzle file format.
    pub text: &'a str,
    /// Its answer; `None` if it is malformed, or if a search failed.
    pub answer: Option<&'a Answer>,
    /// The failure of a search.
    pub failed: Option<&'a Failed>,
    /// Its optimal solutions or the limit reached, if they were requested.
    pub optima: Option<&'a Result<Optima, Limit>>,
    /// The duration of the search.
    pub time: Duration,
}

impl<'a> Answered<'a> {
    /// The state of its answer.
    pub fn state(&self) -> PuzzleState {
        match self.failed {
            Some(_) => PuzzleState::Unknown,
            None => self.answer.map_or(PuzzleState::Invalid, PuzzleState::of),
        }
    }

    /// The line of its header, from 1.
    pub fn line(&self, file: FileText<'_>) -> u32 {
        let header = self.puzzle.place(self.offset);
        file.index.line(header.start) + 1
    }
}

/// The answer of a puzzle, as `solve --format json` writes it.
#[derive(Debug, Serialize)]
pub struct AnswerObject<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The line of the puzzle's header, from 1.
    pub line: u32,
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
    pub reason: Option<String>,
    /// Why a search failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// The status of a puzzle whose search failed.
const FAILED: &str = "failed";

/// The unit of distances: moves, or plies in games of two sides.
#[derive(Debug, Serialize)]
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

impl<'a> AnswerObject<'a> {
    /// Returns the object of a text without a puzzle.
    pub const fn invalid(file: &'a str, line: u32) -> Self {
        Self {
            file,
            line,
            name: None,
            game: None,
            status: PuzzleState::Invalid.name(),
            measure: Measure::Moves { moves: None, slides: None },
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
            error: None,
        }
    }

    /// Converts an answer.
    pub fn new(file: FileText<'a>, answered: &Answered<'a>) -> Self {
        let puzzle = answered.puzzle;
        let mut object = Self {
            name: puzzle.name(),
            game: puzzle.game.map(Game::name),
            status: answered.state().name(),
            optimal: answered.state() == PuzzleState::Solved,
            identity: puzzle.identity.map(|identity| identity.to_string()),
            seconds: answered.time.as_secs_f64(),
            ..Self::invalid(file.name, answered.line(file))
        };
        if let Some(Failed(sentence)) = answered.failed {
            object.status = FAILED;
            object.error = Some(sentence);
            return object;
        }
        let Some(answer) = answered.answer else {
            object.reason = puzzle.errors().next().map(|wrong| wrong.message.clone());
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
                object.measure =
                    Measure::Moves { moves: Some(solution.length), slides: solution.slides };
                let counted = solution.optimal_solutions;
                let listed = answered.optima.and_then(|optima| optima.as_ref().ok());
                object.optimal_solutions = counted.or(listed.map(|optima| optima.number));
            }
            Outcome::Unsolvable(reason) => {
                let why = puzzle.position().map(|position| words::why(position, *reason));
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
            Verdict::Unknown { no_win_within, no_loss_within, .. } => {
                (Some(Within::of(no_win_within)), Some(Within::of(no_loss_within)))
            }
        };
        Self::Value { value, plies, no_win_within, no_loss_within, legal_moves }
    }
}

/// The number of plies within which a result is excluded.
#[derive(Debug, Serialize)]
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
