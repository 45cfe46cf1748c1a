//! What `carom/__init__.py` shows to Python: text goes in, and the JSON comes out
//! that `carom check` and `carom solve` write.

mod interrupt;
mod run;

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use carom::solving::Limits;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use run::Run;

/// What is wrong with a text: line and column, from 1, code and message.
type Problems = Vec<(u32, u32, &'static str, String)>;

/// Returns the answer to the one puzzle of a text as `carom solve` writes it, or
/// what is wrong with the text.
#[pyfunction]
#[pyo3(signature = (text, *, all, max_positions, max_memory, time_limit, threads))]
fn solve(
    py: Python<'_>,
    text: &str,
    all: bool,
    max_positions: u64,
    max_memory: u64,
    time_limit: Option<f64>,
    threads: Option<usize>,
) -> PyResult<(Option<String>, Problems)> {
    let limits = limits(max_positions, max_memory, time_limit)?;
    let threads = cores(threads)?;
    let answer = interrupt::run(py, |cancel| {
        Run::new(limits, threads, cancel).solve(text, all)
    })?;
    match answer {
        Ok(json) => Ok((Some(json?), Problems::new())),
        Err(invalid) => {
            let problems = invalid.problems.into_iter();
            let problems = problems
                .map(|problem| (problem.line, problem.column, problem.code, problem.message));
            Ok((None, problems.collect()))
        }
    }
}

/// Returns what is wrong with a file of puzzles as `carom check` writes it, an
/// object a line.
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
    let reports = interrupt::run(py, |cancel| {
        Run::new(limits, threads, cancel).check(text, hints)
    })?;
    Ok(reports?)
}

fn limits(max_positions: u64, max_memory: u64, time_limit: Option<f64>) -> PyResult<Limits> {
    let time = time_limit.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| PyValueError::new_err(format!("time_limit: {error}")))?;
    Ok(Limits {
        max_positions,
        max_memory,
        time,
    })
}

fn cores(threads: Option<usize>) -> PyResult<NonZeroUsize> {
    match threads {
        None => Ok(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(threads) => NonZeroUsize::new(threads)
            .ok_or_else(|| PyValueError::new_err("threads: there is at least one")),
    }
}

/// The extension module.
#[pymodule]
fn _carom(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)
}
