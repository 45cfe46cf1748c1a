//! Solving under the limits of the command line.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::analysis::Puzzle;
use crate::cli::limits::LimitFlags;
use crate::config::Config;
use crate::solving::{Answer, Call, Failed, Limit, Optima, Question, Solver, Store, Wants};

/// A solver with the limits of the command line and of the configuration.
pub(in crate::cli) struct PuzzleSolver<'a> {
    limits: &'a LimitFlags,
    jobs: NonZeroUsize,
    optima: Option<usize>,
    /// The most positions of any puzzle.
    max_positions: u64,
    pub(in crate::cli) solver: Solver,
}

/// The result of solving one puzzle.
pub(in crate::cli) struct SolvedPuzzle {
    /// The answer; `None` for a malformed puzzle.
    pub(in crate::cli) answer: Result<Option<(Question, Arc<Answer>)>, Failed>,
    pub(in crate::cli) optima: Option<Result<Optima, Limit>>,
    /// The duration of the search.
    pub(in crate::cli) time: Duration,
}

impl<'a> PuzzleSolver<'a> {
    /// Creates a solver with a cache. `config` is that of the current folder, and
    /// `optima` the number of optimal solutions to enumerate.
    pub(in crate::cli) fn new(
        limits: &'a LimitFlags,
        config: &Config,
        store: impl Store + 'static,
        optima: Option<usize>,
    ) -> Self {
        let jobs = limits.jobs(config);
        Self { limits, jobs, optima, max_positions: u64::MAX, solver: Solver::new(jobs, store) }
    }

    /// Limits the positions of each puzzle further.
    pub(super) const fn with_max_positions(mut self, max_positions: u64) -> Self {
        self.max_positions = max_positions;
        self
    }

    /// The number of threads.
    pub(in crate::cli) const fn jobs(&self) -> NonZeroUsize {
        self.jobs
    }

    /// Solves a puzzle. `config` is that of its file.
    pub(in crate::cli) fn solve(
        &self,
        puzzle: &Puzzle,
        wants: Wants,
        config: &Config,
        call: &Call,
    ) -> SolvedPuzzle {
        let mut limits = self.limits.of(config);
        limits.max_positions = limits.max_positions.min(self.max_positions);
        let question = puzzle.question(limits, wants);
        let start = Instant::now();
        let mut answer = question
            .map(|question| {
                let answer = self.solver.answer(&question, call)?;
                Ok((question, answer))
            })
            .transpose();
        let time = start.elapsed();
        let mut optima = None;
        if let (Some(most), Ok(Some((question, found)))) = (self.optima, &answer) {
            match self.solver.optima(question, found, most, call) {
                Ok(found) => optima = found,
                Err(failed) => answer = Err(failed),
            }
        }
        SolvedPuzzle { answer, optima, time }
    }
}
