//! Answers questions on the calling thread.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use web_time::Instant;

use super::idle::{self, Effort, Idle, Optimum, Reduction, Tried};
use super::store::Stores;
use super::{Extras, Failed, Limits, Listed, Question, Store, Stored};
use crate::games::Position;
use crate::search::{
    self, Answer, Budget, CancelFlag, Limit, LineNode, Optima, Outcome, Permits, Scope, Watch,
};

/// A function that solves a position; tests replace it.
pub type Search = fn(&Position, &mut Budget<'_>) -> Answer;

/// The search of new solvers, if a test has replaced it.
static REPLACED: OnceLock<Search> = OnceLock::new();

/// Replaces the search for answers in all later solvers of this process, once. For tests of the
/// whole program.
#[doc(hidden)]
pub fn replace_search(search: Search) {
    let _ = REPLACED.set(search);
}

/// What a caller gives a search besides the question: the means to stop and to watch it, and a
/// cache.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// Stops the search.
    pub cancel: CancelFlag,
    /// Shows the progress of the search.
    pub watch: Watch,
    /// Answers of the puzzle's file from earlier runs. New answers are added.
    pub cache: Option<Arc<dyn Store>>,
}

/// Answers questions. They share the memory, the threads and the store of answers.
///
/// Each search has an equal part of the memory, or all of it: see [`Permits`].
pub struct Solver {
    permits: Permits,
    store: Arc<dyn Store>,
    search: Search,
}

impl Solver {
    /// Creates a solver for this number of calling threads.
    pub fn new(threads: NonZeroUsize, store: impl Store + 'static) -> Self {
        let search = REPLACED.get().copied().unwrap_or(search::solve);
        Self { permits: Permits::new(threads), store: Arc::new(store), search }
    }

    /// Returns a solver for the same number of threads with the same store, whose searches have
    /// memory of their own: they never wait for those of this solver.
    #[must_use]
    pub fn beside(&self) -> Self {
        Self {
            permits: Permits::new(self.permits.workers()),
            store: Arc::clone(&self.store),
            search: self.search,
        }
    }

    /// Returns the number of calling threads.
    pub const fn threads(&self) -> NonZeroUsize {
        self.permits.workers()
    }

    /// Replaces the search for answers. Extras and optimal solutions keep theirs.
    #[must_use]
    pub fn with_search(mut self, search: Search) -> Self {
        self.search = search;
        self
    }

    /// Returns the answer and the extras of a question, as far as they are known without
    /// waiting.
    pub fn stored(&self, question: &Question) -> Option<Stored> {
        let (answer, extras) = self.store.stored(question)?;
        let none = || question.wants_nothing_more().then(|| none_beside(&answer));
        let extras = extras.or_else(none);
        Some((answer, extras))
    }

    /// Returns the answer to a question. It is unknown only if a limit was reached or the
    /// call was cancelled.
    ///
    /// # Errors
    ///
    /// The search failed.
    pub fn answer(&self, question: &Question, call: &Call) -> Result<Arc<Answer>, Failed> {
        if let Some(answer) = self.stores(call).answer(question) {
            return Ok(answer);
        }
        let search = |budget: &mut Budget<'_>| self.timed(question, budget, call);
        let answer = Failed::catch(|| self.with_permit(question.limits(), call, search))?;
        Ok(self.keep(question, answer, call))
    }

    fn stores<'a>(&'a self, call: &'a Call) -> Stores<'a> {
        Stores { memory: &*self.store, cache: call.cache.as_deref() }
    }

    /// Returns the answer if a search finds it immediately with at most `most` positions, or if the
    /// call was cancelled.
    ///
    /// # Errors
    ///
    /// The search failed.
    pub fn try_answer(
        &self,
        question: &Question,
        most: u64,
        call: &Call,
    ) -> Result<Option<Arc<Answer>>, Failed> {
        match self.stores(call).answer(question) {
            Some(answer) => Ok(Some(answer)),
            None => self.search_at_most(question, most, call),
        }
    }

    /// Searches at most `most` positions, in little memory and without waiting. Returns the answer
    /// if the question is settled by then, or if the call was cancelled.
    fn search_at_most(
        &self,
        question: &Question,
        most: u64,
        call: &Call,
    ) -> Result<Option<Arc<Answer>>, Failed> {
        let limits = question.limits();
        let memory = limits.memory_of_attempts() / self.permits.workers().get() as u64;
        let limits = Limits { max_positions: limits.max_positions.min(most), ..limits };
        let attempt = || self.timed(question, &mut budget(limits, memory, call), call);
        let answer = Failed::catch(attempt)?;
        let is_cancelled = answer.outcome.limit() == Some(Limit::Cancelled);
        let serves = question.is_served(question, &answer.scope);
        Ok((serves || is_cancelled).then(|| self.keep(question, answer, call)))
    }

    /// Returns the extras of a question, or `None` if the call was cancelled.
    ///
    /// # Errors
    ///
    /// One of the searches failed.
    pub fn extras(
        &self,
        question: &Question,
        answer: &Answer,
        call: &Call,
    ) -> Result<Option<Arc<Extras>>, Failed> {
        if question.wants_nothing_more() {
            return Ok(Some(none_beside(answer)));
        }
        if let Some(extras) = self.stores(call).extras(question) {
            return Ok(Some(extras));
        }
        let limits = question.limits();
        let solve = |position: &Position| {
            self.with_permit(limits, call, |budget| search::solve(position, budget))
        };
        let evaluate = || self.with_permit(limits, call, |budget| evaluate_line(question, budget));
        let few = Limits { max_positions: limits.max_positions.min(idle::MOST), ..limits };
        let optimum =
            |position: &Position| self.with_permit(few, call, |budget| optimum(position, budget));
        let optima =
            |moves| self.with_permit(limits, call, |budget| optima(question, moves, SHOWN, budget));
        let find = || Extras::find(question, answer, solve, optimum, evaluate, optima);
        let extras = Arc::new(Failed::catch(find)?);
        if call.cancel.is_cancelled() {
            return Ok(None);
        }
        self.stores(call).keep_extras(question, &extras);
        Ok(Some(extras))
    }

    /// Removes pieces, and blocks and walls if the question requests changed boards, as long as the
    /// optimum stays the same. With `keeps_number`, the number of optimal solutions also stays the
    /// same. With `pairs_walls`, walls are also removed in pairs with each other and with pieces
    /// and blocks.
    ///
    /// # Errors
    ///
    /// One of the searches failed.
    pub fn minimise(
        &self,
        question: &Question,
        keeps_number: bool,
        pairs_walls: bool,
        call: &Call,
    ) -> Result<Reduction, Failed> {
        let limits = question.limits();
        let solve = |position: &Position| {
            self.with_permit(limits, call, |budget| match keeps_number {
                true => optimum(position, budget),
                false => uncounted_optimum(position, budget),
            })
        };
        let reduce = || {
            let Tried { optimum, is_settled, .. } = solve(question.position());
            let Some(optimum) = optimum else {
                return Reduction { minimal: None, is_complete: is_settled };
            };
            let effort = Effort {
                changes_board: question.wants().changed_boards,
                keeps_number,
                group: 3,
                pairs_walls,
                positions: limits.max_positions,
            };
            Idle::new(&optimum, effort, solve).reduce(question.position())
        };
        Failed::catch(reduce)
    }

    /// Returns the optimal solutions of a puzzle with this answer, the first `most` of them
    /// listed, or the limit that was reached. Returns `None` if there are none.
    ///
    /// # Errors
    ///
    /// The search failed.
    pub fn optima(
        &self,
        question: &Question,
        answer: &Answer,
        most: usize,
        call: &Call,
    ) -> Result<Option<Result<Optima, Limit>>, Failed> {
        let Outcome::Solved(solution) = &answer.outcome else {
            return Ok(None);
        };
        if let Some(listed) = self.stores(call).listed(question, most) {
            return Ok(listed.optima.clone());
        }
        let moves = solution.moves.len();
        let search = |budget: &mut Budget<'_>| optima(question, moves, most, budget);
        let (optima, scope) = Failed::catch(|| self.with_permit(question.limits(), call, search))?;
        let listed = Arc::new(Listed { optima, scope });
        if !call.cancel.is_cancelled() {
            self.stores(call).keep_listed(question, most, &listed);
        }
        Ok(listed.optima.clone())
    }

    /// Searches and records the time, without waiting for memory or reading the store.
    fn timed(&self, question: &Question, budget: &mut Budget<'_>, call: &Call) -> Answer {
        let begun = Instant::now();
        let found = (self.search)(question.position(), budget);
        call.watch.spend(begun.elapsed());
        found
    }

    /// Results found after the call was cancelled may be incomplete.
    fn keep(&self, question: &Question, answer: Answer, call: &Call) -> Arc<Answer> {
        let answer = Arc::new(answer);
        if !call.cancel.is_cancelled() {
            self.stores(call).keep_answer(question, &answer);
        }
        answer
    }

    /// Runs a search with a part of the memory, and again with all of it if that is too little.
    fn with_permit<R>(
        &self,
        limits: Limits,
        call: &Call,
        mut search: impl FnMut(&mut Budget<'_>) -> R,
    ) -> R {
        let memory = limits.memory_of_searches();
        if let Some(permit) = self.permits.one(&call.cancel) {
            let mut part = budget(limits, memory, call).with_permit(&permit);
            let found = search(&mut part);
            if !part.is_short() {
                return found;
            }
        }
        // The waiting time does not count as time of the search.
        match self.permits.all(&call.cancel) {
            Some(all) => search(&mut budget(limits, memory, call).with_permit(&all)),
            // A cancelled search needs no memory to say so.
            None => search(&mut budget(limits, 0, call)),
        }
    }
}

/// Returns the budget of a search that starts now, with so many bytes.
fn budget<'a>(limits: Limits, memory: u64, call: &Call) -> Budget<'a> {
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    Budget::new(memory, limits.max_positions)
        .with_deadline(deadline)
        .with_cancel(call.cancel.clone())
        .with_watch(call.watch.clone())
}

fn none_beside(answer: &Answer) -> Arc<Extras> {
    Arc::new(Extras::none(answer))
}

/// The number of optimal solutions that are listed.
const SHOWN: usize = 2;

fn optima(
    question: &Question,
    moves: usize,
    most: usize,
    budget: &mut Budget<'_>,
) -> (Option<Result<Optima, Limit>>, Scope) {
    let optima = search::optima(question.position(), moves, most, budget);
    (optima, budget.scope())
}

/// Finds the optimum of a position and the number of optimal solutions.
fn optimum(position: &Position, budget: &mut Budget<'_>) -> Tried {
    let answer = search::solve(position, budget);
    let is_settled = answer.outcome.is_settled();
    let optimum = match answer.outcome {
        Outcome::Solved(solution) => {
            let counted = match solution.optimal_solutions {
                Some(number) => Some(number),
                None => match search::optima(position, solution.moves.len(), 0, budget) {
                    Some(Ok(optima)) => Some(optima.number),
                    Some(Err(_)) | None => None,
                },
            };
            // `u64::MAX` means that the number overflowed.
            Some(
                counted
                    .filter(|&number| number < u64::MAX)
                    .map(|number| Optimum { solution, number }),
            )
        }
        _ => None,
    };
    Tried {
        is_settled: is_settled && !matches!(optimum, Some(None)),
        optimum: optimum.flatten(),
        positions: budget.positions(),
        scope: budget.scope().within(idle::MOST),
    }
}

/// Finds the optimum of a position, without counting the optimal solutions.
fn uncounted_optimum(position: &Position, budget: &mut Budget<'_>) -> Tried {
    let answer = search::solve(position, budget);
    let is_settled = answer.outcome.is_settled();
    let optimum = match answer.outcome {
        Outcome::Solved(solution) => Some(Optimum { solution, number: 0 }),
        _ => None,
    };
    Tried { optimum, is_settled, positions: budget.positions(), scope: budget.scope() }
}

fn evaluate_line(question: &Question, budget: &mut Budget<'_>) -> (Vec<LineNode>, Scope) {
    let nodes = search::evaluate_line(question.position(), question.line(), budget);
    (nodes.expect("only a duel has values"), budget.scope())
}
