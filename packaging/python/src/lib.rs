//! The extension module behind `carom/__init__.py`. Answers and diagnostics are the JSON of
//! `carom solve` and `carom check`.

mod interrupt;
mod position;
mod run;

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use carom::analysis::format as formatted;
use carom::games::Game;
use carom::solving::Limits;
use carom::text::LineEnding;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use position::Position;
use run::{Input, Run};

/// The problems of a text: line and column, from 1, code and message.
type Problems = Vec<(u32, u32, &'static str, String)>;

fn problems(invalid: carom::Invalid) -> Problems {
    let problems = invalid.problems.into_iter();
    let problems =
        problems.map(|problem| (problem.line, problem.column, problem.code, problem.message));
    problems.collect()
}

/// A text with one puzzle, or a position.
#[derive(FromPyObject)]
enum TextOrPosition<'py> {
    Text(String),
    Position(PyRef<'py, Position>),
}

impl TextOrPosition<'_> {
    fn input(self) -> PyResult<Input> {
        match self {
            Self::Text(text) => Ok(Input { text, position: None }),
            Self::Position(position) => position.input(),
        }
    }
}

/// Returns the answer to each puzzle as `carom solve` writes it, or the problems of its text.
#[pyfunction]
#[pyo3(signature = (puzzles, *, all, max_positions, max_memory, time_limit, threads))]
fn solve(
    py: Python<'_>,
    puzzles: Vec<TextOrPosition<'_>>,
    all: bool,
    max_positions: u64,
    max_memory: u64,
    time_limit: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Vec<(Option<String>, Problems)>> {
    let limits = limits(max_positions, max_memory, time_limit)?;
    let threads = cores(threads)?;
    let inputs =
        puzzles.into_iter().map(TextOrPosition::input).collect::<PyResult<Vec<Input>>>()?;
    let answers =
        interrupt::run(py, |cancel| Run::new(limits, threads, cancel).solve_all(&inputs, all))?
            .into_iter()
            .map(|answer| match answer {
                Ok(json) => Ok((Some(json?), Problems::new())),
                Err(invalid) => Ok((None, problems(invalid))),
            });
    answers.collect()
}

/// Returns the diagnostics of a file of puzzles as `carom check` writes them, an object on each
/// line.
#[pyfunction]
#[pyo3(signature = (text, *, hints, max_positions, max_memory, time_limit, threads))]
fn check(
    py: Python<'_>,
    text: &str,
    hints: bool,
    max_positions: u64,
    max_memory: u64,
    time_limit: Option<f64>,
    threads: Option<usize>,
) -> PyResult<String> {
    let limits = limits(max_positions, max_memory, time_limit)?;
    let threads = cores(threads)?;
    let reports =
        interrupt::run(py, |cancel| Run::new(limits, threads, cancel).check(text, hints))?;
    reports.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns the positions of a file of puzzles, or the problems that leave one undefined.
#[pyfunction]
fn read(text: &str) -> (Vec<Position>, Problems) {
    match carom::read(text) {
        Ok(named) => (named.into_iter().map(Position::from).collect(), Problems::new()),
        Err(invalid) => (Vec::new(), problems(invalid)),
    }
}

/// Returns the puzzles of a JSON text as carom text, or its problems.
#[pyfunction]
fn from_json(text: &str) -> (String, Problems) {
    result(carom::from_json(text))
}

/// Returns the puzzles of a file as a JSON array, or the problems of malformed ones.
#[pyfunction]
fn to_json(text: &str) -> (String, Problems) {
    result(carom::to_json(text))
}

fn result(text: Result<String, carom::Invalid>) -> (String, Problems) {
    match text {
        Ok(text) => (text, Problems::new()),
        Err(invalid) => (String::new(), problems(invalid)),
    }
}

/// Returns a text in the standard layout.
#[pyfunction]
fn format(text: &str) -> String {
    formatted(text, LineEnding::Auto).text
}

/// Returns random positions.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
#[pyo3(signature = (game, count, *, seed, size, robots, walls, rules))]
fn random(
    py: Python<'_>,
    game: &str,
    count: usize,
    seed: u64,
    size: Option<(usize, usize)>,
    robots: Option<usize>,
    walls: Option<usize>,
    rules: Vec<String>,
) -> PyResult<Vec<Position>> {
    let error = |message: String| PyValueError::new_err(message);
    let game = Game::from_name(game).ok_or_else(|| error(format!("unknown game {game:?}")))?;
    if let Some(rule) =
        rules.iter().find(|rule| !game.rule_words().any(|word| word == rule.as_str()))
    {
        return Err(error(format!("unknown rule {rule:?}")));
    }
    let mut boards = carom::RandomBoards::new(game, seed)
        .ok_or_else(|| error(format!("{} has no random boards", game.title())))?;
    if let Some((columns, rows)) = size {
        boards = boards.size(columns, rows);
    }
    if let Some(robots) = robots {
        boards = boards.robots(robots);
    }
    if let Some(walls) = walls {
        boards = boards.walls(walls);
    }
    let words: Vec<&str> = rules.iter().map(String::as_str).collect();
    let boards = boards.rules(&words);
    let positions = interrupt::run(py, |cancel| {
        boards
            .take(count)
            .take_while(|_| !cancel.is_cancelled())
            .map(Position::from)
            .collect::<Vec<_>>()
    })?;
    match positions.len() == count {
        true => Ok(positions),
        false => Err(error("the robots do not fit on a board of this size".to_owned())),
    }
}

fn limits(max_positions: u64, max_memory: u64, time_limit: Option<f64>) -> PyResult<Limits> {
    let time = time_limit
        .map(Duration::try_from_secs_f64)
        .transpose()
        .map_err(|error| PyValueError::new_err(format!("time_limit: {error}")))?;
    Ok(Limits { max_positions, max_memory, time })
}

fn cores(threads: Option<usize>) -> PyResult<NonZeroUsize> {
    match threads {
        None => Ok(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(threads) => NonZeroUsize::new(threads)
            .ok_or_else(|| PyValueError::new_err("threads: expected at least 1")),
    }
}

/// The extension module.
#[pymodule]
fn _carom(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Position>()?;
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(read, module)?)?;
    module.add_function(wrap_pyfunction!(from_json, module)?)?;
    module.add_function(wrap_pyfunction!(to_json, module)?)?;
    module.add_function(wrap_pyfunction!(format, module)?)?;
    module.add_function(wrap_pyfunction!(random, module)?)
}
