//! `convert --record`: adds missing claims.

use std::io;

use crate::analysis::{claim, solution_line};
use crate::cli::check::RecordedClaim;
use crate::cli::parallel::map_in_order;
use crate::cli::session::PuzzleSolver;
use crate::config::Config;
use crate::exchange::Draft;
use crate::solving::Call;
use crate::syntax::Key;

/// Solves puzzles to add their missing claims.
pub(super) struct Recorder<'a> {
    pub(super) claims: &'a [RecordedClaim],
    pub(super) config: &'a Config,
    pub(super) solver: PuzzleSolver<'a>,
}

impl Recorder<'_> {
    /// Adds missing claims. Returns the puzzles, and how many of them the limits
    /// left unsolved.
    pub(super) fn fill(&self, drafts: Vec<Draft>) -> io::Result<(Vec<Draft>, usize)> {
        let mut filled = Vec::new();
        let mut unsettled = 0;
        let work = |turn, mut draft: Draft| {
            let is_settled = self.settle(turn, &mut draft);
            (draft, is_settled)
        };
        map_in_order(
            self.solver.jobs(),
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

    /// Adds the missing claims of a puzzle. Returns whether it is complete.
    fn settle(&self, turn: u64, draft: &mut Draft) -> bool {
        let lacks = |key| draft.said(key).is_none();
        let lacks_moves = lacks(Key::Moves) && lacks(Key::Result);
        let moves = lacks_moves && self.claims.contains(&RecordedClaim::Moves);
        let solution = lacks(Key::Solution) && self.claims.contains(&RecordedClaim::Solution);
        if !moves && !solution {
            return true;
        }
        let call = Call {
            turn,
            ..Call::default()
        };
        let position = draft.position.clone();
        let answer = self.solver.solve_position(position, self.config, &call);
        if moves && let Some((key, value)) = claim(&answer) {
            draft.say(key, value, draft.head);
        }
        if solution && let Some(line) = solution_line(&answer).filter(|line| !line.is_empty()) {
            draft.say(Key::Solution, line, draft.head);
        }
        answer.outcome.is_settled()
    }
}
