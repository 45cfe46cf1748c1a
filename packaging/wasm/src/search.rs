//! Answers, which are kept as long as the module is loaded.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use carom::Answer;
use carom::analysis::{AnswerState, Puzzle, View};
use carom::solving::{
    Call, CancelFlag, Extras, Failed, Limits, Memory, Question, SearchEnd, Solver, Wants, Watch,
};
use js_sys::Function;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web_time::Instant;

use crate::convert::to_js;

/// The limits of a search, and whether to search at all.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SearchOptions {
    max_positions: Option<u64>,
    max_memory: Option<u64>,
    time_limit: Option<u64>,
    search: Option<bool>,
}

impl SearchOptions {
    /// Returns the same limits, with a search.
    pub(crate) const fn searching(self) -> Self {
        Self { search: None, ..self }
    }

    pub(crate) fn limits(self) -> Limits {
        Limits {
            max_positions: self.max_positions.unwrap_or(20_000_000),
            max_memory: self.max_memory.unwrap_or(1 << 30),
            time: self.time_limit.map(Duration::from_millis),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Progress {
    puzzle: usize,
    positions: u64,
    at_least: u32,
}

/// The receiver of progress, and when it was last called.
struct Observer {
    function: Option<Function>,
    puzzle: usize,
    last: Instant,
}

/// The delay between two calls.
const INTERVAL: Duration = Duration::from_millis(100);

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(new_solver());
    static OBSERVER: RefCell<Option<Observer>> = const { RefCell::new(None) };
}

fn new_solver() -> Solver {
    Solver::new(NonZeroUsize::MIN, Memory::default())
}

/// Forgets all answers of earlier calls.
///
/// # Errors
///
/// A search is running, and this was called by its observer.
#[wasm_bindgen(js_name = clearCache)]
pub fn clear_cache() -> Result<(), JsError> {
    SOLVER.with(|solver| {
        let mut solver =
            solver.try_borrow_mut().map_err(|_| JsError::new("a search is running"))?;
        *solver = new_solver();
        Ok(())
    })
}

/// Calls the observer, if it is due.
fn observe(watch: &Watch) {
    OBSERVER.with_borrow_mut(|observer| {
        let Some(observer) = observer else { return };
        let Some(function) = &observer.function else {
            return;
        };
        if observer.last.elapsed() < INTERVAL {
            return;
        }
        observer.last = Instant::now();
        let progress = Progress {
            puzzle: observer.puzzle + 1,
            positions: watch.positions(),
            at_least: watch.at_least(),
        };
        if let Ok(progress) = to_js(&progress) {
            // An observer that throws must not end the search.
            let _ = function.call1(&JsValue::NULL, &progress);
        }
    });
}

/// Returns the result of a search. One that failed has ended the instance before it returned.
fn uncaught<T>(found: Result<T, Failed>) -> T {
    found.unwrap_or_else(|failed| failed.rethrow())
}

/// A searcher for the puzzles of one call.
pub(crate) struct Searcher {
    options: SearchOptions,
}

/// What is known about a puzzle.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) question: Option<Question>,
    pub(crate) answer: Option<Arc<Answer>>,
    pub(crate) extras: Option<Arc<Extras>>,
    pub(crate) time: Duration,
}

impl Searcher {
    /// Creates a searcher that calls `observer`.
    pub(crate) fn new(options: SearchOptions, observer: Option<Function>) -> Self {
        OBSERVER.set(Some(Observer { function: observer, puzzle: 0, last: Instant::now() }));
        Self { options }
    }

    /// Sets the number of the puzzle in the progress, from 0.
    pub(crate) fn begin(&self, number: usize) {
        OBSERVER.with_borrow_mut(|observer| {
            if let Some(observer) = observer {
                observer.puzzle = number;
            }
        });
    }

    fn call() -> Call {
        Call { watch: Watch::observed(observe), cancel: CancelFlag::default(), cache: None }
    }

    /// Whether it may search.
    const fn searches(&self) -> bool {
        !matches!(self.options.search, Some(false))
    }

    pub(crate) fn limits(&self) -> Limits {
        self.options.limits()
    }

    /// Answers a question, if it may search or the answer is kept.
    pub(crate) fn answer(&self, question: &Question) -> Option<Arc<Answer>> {
        SOLVER.with_borrow(|solver| match self.searches() {
            true => Some(uncaught(solver.answer(question, &Self::call()))),
            false => solver.stored(question).map(|(answer, _)| answer),
        })
    }

    /// Solves a puzzle.
    pub(crate) fn solve(&self, puzzle: &Puzzle, wants: Wants) -> Known {
        let Some(question) = puzzle.question(self.limits(), wants) else {
            return Known::default();
        };
        let begun = Instant::now();
        let answer = self.answer(&question);
        let time = begun.elapsed();
        let extras = answer.as_ref().and_then(|answer| {
            SOLVER.with_borrow(|solver| match self.searches() {
                true => uncaught(solver.extras(&question, answer, &Self::call())),
                false => solver.stored(&question).and_then(|(_, extras)| extras),
            })
        });
        Known { question: Some(question), answer, extras, time }
    }

    /// Returns the optimal solutions of a solved puzzle.
    pub(crate) fn optima(
        &self,
        known: &Known,
    ) -> Option<Result<carom::search::Optima, carom::Limit>> {
        let (question, answer) = (known.question.as_ref()?, known.answer.as_ref()?);
        SOLVER.with_borrow(|solver| uncaught(solver.optima(question, answer, 1_000, &Self::call())))
    }

    /// Returns the end of a search; `None` if the answer is not known.
    pub(crate) fn end(&self, question: &Question) -> Option<SearchEnd> {
        self.answer(question).map(SearchEnd::Answer)
    }
}

impl Known {
    /// Returns a puzzle with its answer.
    pub(crate) fn view<'a>(&'a self, text: &'a str, puzzle: &'a Puzzle) -> View<'a> {
        View {
            text,
            puzzle,
            known: match (&self.question, &self.answer) {
                (None, _) => AnswerState::Nothing,
                (_, Some(answer)) => AnswerState::Answer(answer),
                (_, None) => AnswerState::Working { positions: 0, at_least: 0 },
            },
            extras: self.extras.as_deref(),
            time: None,
        }
    }
}
