//! Claims that are filled in as they are proved.

use std::io;
use std::num::NonZeroUsize;

use crate::analysis::{claim, solution_line};
use crate::cli::limits::Limits;
use crate::cli::mend::Record;
use crate::cli::ordered::ordered;
use crate::config::Config;
use crate::exchange::Draft;
use crate::solving::{self, Call, Identity, Question, Solver, Store};
use crate::syntax::Key;

/// Solves puzzles of which something is not claimed.
pub(super) struct Recorder<'a> {
    wanted: &'a [Record],
    jobs: NonZeroUsize,
    limits: solving::Limits,
    solver: Solver,
}

impl<'a> Recorder<'a> {
    /// One that fills in what is `wanted` and keeps answers in a `store`; none
    /// where nothing is.
    pub(super) fn new<S: Store + 'static>(
        wanted: &'a [Record],
        limits: &Limits,
        config: &Config,
        store: impl FnOnce() -> S,
    ) -> Option<Self> {
        let jobs = limits.jobs(config);
        (!wanted.is_empty()).then(|| Self {
            wanted,
            jobs,
            limits: limits.of(config),
            solver: Solver::new(jobs, store()).with_spill(limits.spill()),
        })
    }

    /// Fills in what is not claimed, and returns the number of puzzles that are
    /// not settled within the limits.
    pub(super) fn fill(&self, drafts: Vec<Draft>) -> io::Result<(Vec<Draft>, usize)> {
        let mut filled = Vec::new();
        let mut unsettled = 0;
        let work = |turn, mut draft: Draft| {
            let is_settled = self.settle(turn, &mut draft);
            (draft, is_settled)
        };
        ordered(
            self.jobs,
            drafts.into_iter(),
            work,
            |(draft, is_settled)| {
                filled.push(draft);
                unsettled += usize::from(!is_settled);
                io::Result::Ok(())
            },
        )?;
        Ok((filled, unsettled))
    }

    /// Whether nothing is left to be claimed.
    fn settle(&self, turn: u64, draft: &mut Draft) -> bool {
        let lacks = |key| draft.said(key).is_none();
        let lacks_moves = lacks(Key::Moves) && lacks(Key::Result);
        let moves = lacks_moves && self.wanted.contains(&Record::Moves);
        let solution = lacks(Key::Solution) && self.wanted.contains(&Record::Solution);
        if !moves && !solution {
            return true;
        }
        let position = draft.position.clone();
        let identity = Identity::of(&position);
        let question = Question::new(position, identity, self.limits);
        let call = Call {
            turn,
            ..Call::default()
        };
        let answer = self.solver.answer(&question, &call);
        if moves && let Some((key, value)) = claim(&answer) {
            draft.say(key, value, draft.head);
        }
        if solution && let Some(line) = solution_line(&answer).filter(|line| !line.is_empty()) {
            draft.say(Key::Solution, line, draft.head);
        }
        answer.outcome.is_settled()
    }
}
