//! A search for forced wins and losses, deeper and deeper.

use std::ops::ControlFlow;

use crate::board::SquareSet;
use crate::games::{Duel, DuelEnd, DuelState, Move};
use crate::search::limits::{Budget, Limit};
use crate::search::tables::{ProofGoal, TranspositionTable};
use crate::search::value::{Horizon, Value, Verdict};

/// A node whose successors are being searched.
#[derive(Debug)]
struct Frame<S> {
    goal: ProofGoal<S>,
    /// The number of the successor that is being searched.
    tried: u16,
    /// Its successors still to be searched are above this in the stack.
    base: usize,
}

/// A successor still to be searched.
#[derive(Clone, Copy, Debug)]
struct Candidate<S> {
    /// The lower, the sooner it is searched.
    key: u32,
    number: u16,
    state: S,
}

/// A proof search and its table.
#[derive(Debug)]
pub(in crate::search) struct ProofSearch<'d, S: SquareSet> {
    duel: &'d Duel<S>,
    table: TranspositionTable<DuelState<S>>,
}

impl<'d, S: SquareSet> ProofSearch<'d, S> {
    pub(in crate::search) fn new(duel: &'d Duel<S>) -> Self {
        Self { duel, table: TranspositionTable::default() }
    }

    /// Returns what can be said of a state without a search.
    pub(in crate::search) fn static_verdict(
        duel: &Duel<S>,
        state: &DuelState<S>,
        limit: Limit,
    ) -> Verdict {
        let value = match duel.end(state) {
            Some(DuelEnd::Won) => Value::Win(0),
            Some(DuelEnd::Lost) => Value::Loss(0),
            Some(DuelEnd::Drawn) => Value::Draw,
            None => match duel.moves_to_win(state) {
                [None, None] => Value::Draw,
                [own, other] => {
                    let before = |first: u32| {
                        move |moves: u32| {
                            let plies = (2 * moves + first).checked_sub(2);
                            plies.expect("until the end, each side has a move to make")
                        }
                    };
                    return Verdict::Unknown {
                        no_win_within: own.map(before(0)).map_or(Horizon::Never, Horizon::Plies),
                        no_loss_within: other.map(before(1)).map_or(Horizon::Never, Horizon::Plies),
                        limit,
                    };
                }
            },
        };
        Verdict::Settled(value)
    }

    /// Returns the value of `state`, or what is proved when `budget` has counted
    /// `until` positions.
    pub(in crate::search) fn prove(
        &mut self,
        state: &DuelState<S>,
        until: u64,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        let mut verdict = Self::static_verdict(self.duel, state, Limit::Positions);
        while let Verdict::Unknown { no_win_within, no_loss_within, limit } = &mut verdict {
            // The nearest of the two that is not known. A win takes an odd
            // number of plies, a loss an even one.
            let attacks = *no_win_within < *no_loss_within;
            let horizon = if attacks { no_win_within } else { no_loss_within };
            let Horizon::Plies(excluded) = horizon else {
                break;
            };
            let plies = *excluded + 1;
            let goal = ProofGoal { state: *state, attacks, plies };
            match self.decide(goal, until, budget) {
                Ok(true) if attacks => return Verdict::Settled(Value::Win(plies)),
                Ok(true) => return Verdict::Settled(Value::Loss(plies)),
                Ok(false) => *excluded += 2,
                Err(reached) => {
                    *limit = reached;
                    break;
                }
            }
        }
        verdict
    }

    /// Returns the moves of best play from `state` of a settled value to the end;
    /// none where a limit is reached before.
    pub(in crate::search) fn line(
        &mut self,
        state: &DuelState<S>,
        value: Value,
        budget: &mut Budget<'_>,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut state, mut value) = (*state, value);
        while let Value::Win(1..) | Value::Loss(1..) = value {
            let mut next = None;
            for (played, successor) in successors(self.duel, &state) {
                // The winner takes a move that is quick enough, the loser one
                // after which it is not over sooner.
                let (attacks, plies, wanted) = match value {
                    Value::Win(plies) => (false, plies - 1, true),
                    Value::Loss(plies) => (true, plies.saturating_sub(3), false),
                    Value::Draw => unreachable!("a draw ends the line"),
                };
                let goal = ProofGoal { state: successor, attacks, plies };
                match self.decide(goal, u64::MAX, budget) {
                    Ok(answer) if answer == wanted => {
                        next = Some((played, successor));
                        break;
                    }
                    Ok(_) => {}
                    Err(_) => return Vec::new(),
                }
            }
            let (played, successor) = next.expect("a settled value has a move that keeps it");
            line.push(played);
            state = successor;
            value = match value {
                Value::Win(plies) => Value::Loss(plies - 1),
                Value::Loss(plies) => Value::Win(plies - 1),
                Value::Draw => unreachable!("a draw ends the line"),
            };
        }
        line
    }

    /// Returns whether a goal is reached, by depth-first search with a stack of its own: a game may
    /// take thousands of plies.
    fn decide(
        &mut self,
        goal: ProofGoal<DuelState<S>>,
        until: u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let mut frames: Vec<Frame<DuelState<S>>> = Vec::new();
        let mut candidates = Vec::new();
        let mut answer = self.open(goal, until, budget, &mut frames, &mut candidates)?;
        loop {
            let Some(frame) = frames.last_mut() else {
                return Ok(answer.expect("without a frame, the root is answered"));
            };
            let ProofGoal { attacks, plies, .. } = frame.goal;
            // The attacker needs one successor that is proved, the defender
            // one that is refuted.
            let decided = answer == Some(attacks);
            if !decided && candidates.len() > frame.base {
                let candidate = candidates.pop().expect("there are more than `base`");
                frame.tried = candidate.number;
                let next =
                    ProofGoal { state: candidate.state, attacks: !attacks, plies: plies - 1 };
                answer = self.open(next, until, budget, &mut frames, &mut candidates)?;
                continue;
            }
            let own = if decided { attacks } else { !attacks };
            answer = Some(own);
            candidates.truncate(frame.base);
            let (goal, tried) = (frame.goal, frame.tried);
            frames.pop();
            self.table.store(&goal, own, decided.then_some(tried), budget);
        }
    }

    /// Decides a goal at once, or opens a frame for it.
    fn open(
        &mut self,
        goal: ProofGoal<DuelState<S>>,
        until: u64,
        budget: &mut Budget<'_>,
        frames: &mut Vec<Frame<DuelState<S>>>,
        candidates: &mut Vec<Candidate<DuelState<S>>>,
    ) -> Result<Option<bool>, Limit> {
        let ProofGoal { state, attacks, plies } = goal;
        match self.duel.end(&state) {
            Some(DuelEnd::Won) => return Ok(Some(attacks)),
            Some(DuelEnd::Lost) => return Ok(Some(!attacks)),
            Some(DuelEnd::Drawn) => return Ok(Some(false)),
            None => {}
        }
        let [own, other] = self.duel.moves_to_win(&state);
        let needed =
            if attacks { own.map(|moves| 2 * moves - 1) } else { other.map(|moves| 2 * moves) };
        if needed.is_none_or(|needed| needed > plies) {
            return Ok(Some(false));
        }
        if budget.positions() >= until {
            return Err(Limit::Positions);
        }
        budget.count_position()?;
        let entry = self.table.entry(&state);
        if let Some(answer) = entry.and_then(|entry| entry.answer(attacks, plies)) {
            return Ok(Some(answer));
        }
        let decided = entry.map_or(u16::MAX, |entry| entry.decided);
        let base = candidates.len();
        let _: ControlFlow<()> = self.duel.successors(&state, |_, state| {
            let number = u16::try_from(candidates.len() - base)
                .expect("each of up to 256 men has at most three moves");
            let [theirs, ours] = self.duel.moves_to_win(&state);
            let key = if number == decided {
                0
            } else {
                // Whoever moved is the further on the better.
                let far = 1 << 20;
                far + ours.unwrap_or(far) - theirs.unwrap_or(far).min(far)
            };
            candidates.push(Candidate { key, number, state });
            ControlFlow::Continue(())
        });
        // The last is searched first.
        candidates[base..]
            .sort_unstable_by_key(|candidate| std::cmp::Reverse((candidate.key, candidate.number)));
        frames.push(Frame { goal, tried: u16::MAX, base });
        Ok(None)
    }
}

pub(in crate::search) fn successors<S: SquareSet>(
    duel: &Duel<S>,
    state: &DuelState<S>,
) -> Vec<(Move, DuelState<S>)> {
    let mut all = Vec::new();
    let _ = duel.successors(state, |played, next| {
        all.push((played.into(), next));
        ControlFlow::<()>::Continue(())
    });
    all
}
