//! Puzzles with a given number of moves.
//!
//! Each number of a seed gives one puzzle or none, whatever was generated before. A random layout
//! is changed step by step, and a change is kept unless it makes the shortest solution shorter
//! (hill climbing along plateaus). A layout with the requested number of moves loses what it does
//! not need, and is then checked like any puzzle of an author, hints included.

use std::num::NonZeroUsize;

use fastrand::Rng;

use super::candidate::Candidate;
use super::options::GeneratorOptions;
use crate::analysis::{
    Demands, FileHead, Levels, Policy, Puzzle, WritablePuzzle, check_answer, check_extras,
    setup_of, write_puzzle,
};
use crate::games::Position;
use crate::search::Outcome;
use crate::solving::{Call, Identity, Limits, NoStore, Question, Reduction, Solver, Wants, glance};
use crate::syntax::Key;
use crate::words::join_words;

/// The changes that are tried on one layout.
const STEPS: usize = 600;

/// The most positions of a search during the climb.
const POSITIONS: u64 = 100_000;

/// The limits of the searches for a layout with the requested number of moves.
const LIMITS: Limits = Limits {
    max_positions: 10 * POSITIONS,
    max_memory: 256 << 20,
    time: None,
};

/// A generated puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Generated {
    /// The puzzle with its proved moves and a shortest solution, in the standard layout.
    pub(crate) text: String,
    /// Its identity, the same for rotated and mirrored copies.
    pub(crate) identity: Identity,
}

impl GeneratorOptions {
    /// Returns the puzzle with this number, or `None` if the climb did not get there.
    pub(crate) fn puzzle(&self, number: u64) -> Option<Generated> {
        // Numbers next to each other must not give sequences that are alike.
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        let mut random = Rng::with_seed(self.seed ^ mixed);
        let mut candidate = Candidate::random(self, &mut random)?;
        let mut best = 0;
        for _ in 0..STEPS {
            let changed = candidate.changed(&mut random);
            let Some(position) = changed.position(self) else {
                continue;
            };
            let moves = optimum(&position);
            if moves < best || self.moves.is_above(moves) {
                continue;
            }
            (candidate, best) = (changed, moves);
            if moves > 0
                && self.moves.contains(moves)
                && let Some(found) = self.finished(position)
            {
                return Some(found);
            }
        }
        None
    }

    /// Removes what a position does not need, and checks it.
    fn finished(&self, position: Position) -> Option<Generated> {
        let solver = Solver::new(NonZeroUsize::MIN, NoStore);
        let call = Call::default();
        let identity = Identity::of(&position);
        let question = Question::new(position, identity, LIMITS);
        // Symmetric blocks and walls stay in pairs.
        let wants = Wants {
            changed_boards: !self.is_symmetric,
            ..Wants::default()
        };
        let question = question.wanting(wants, &[]);
        let Reduction { minimal, .. } = solver.minimise(&question, false, &call);
        let gone = minimal.map(|minimal| minimal.gone).unwrap_or_default();
        let mut gone = gone.iter();
        let position =
            gone.try_fold(question.position().clone(), |left, &one| left.without(one))?;
        let identity = Identity::of(&position);
        let question = Question::new(position, identity, LIMITS);
        let answer = solver.answer(&question, &call);
        let Outcome::Solved(solution) = &answer.outcome else {
            return None;
        };
        if self.is_unique {
            let number = match solution.optimal_solutions {
                Some(number) => number,
                None => solver.optima(&question, &answer, 1, &call)?.ok()?.number,
            };
            if number != 1 {
                return None;
            }
        }
        let keys = [
            (Key::Moves, solution.length.to_string()),
            (Key::Solution, join_words(&solution.moves)),
        ];
        let setup = setup_of(question.position());
        let written = WritablePuzzle {
            keys: &keys,
            ..WritablePuzzle::new(&*setup)
        };
        let text = write_puzzle(&written).ok()?;
        self.is_clean(&text, &solver)
            .then_some(Generated { text, identity })
    }

    /// Whether `check` reports nothing, hints included.
    fn is_clean(&self, text: &str, solver: &Solver) -> bool {
        let policy = Policy::new(Levels::default(), Demands::default(), true);
        let mut wants = policy.wants();
        // One wall of a symmetric pair may be idle.
        wants.idle_walls &= !self.is_symmetric;
        let puzzle = Puzzle::read(text, &FileHead::default());
        let Some(question) = puzzle.question(LIMITS, wants) else {
            return false;
        };
        let call = Call::default();
        let answer = solver.answer(&question, &call);
        let of_answer = check_answer(text, &puzzle, &answer, policy.demands());
        let extras = solver.extras(&question, &answer, &call);
        let of_extras = extras.map(|extras| check_extras(text, &puzzle, &extras, policy.demands()));
        let found = puzzle.diagnostics().iter().chain(&of_answer);
        let mut found = found.chain(of_extras.iter().flatten());
        !found.any(|diagnostic| policy.shows(diagnostic.lint))
    }
}

/// Returns the fewest moves of a position, or 0 if they are unknown or there is no solution.
fn optimum(position: &Position) -> u32 {
    match glance(position, &mut POSITIONS.clone()).map(|answer| answer.outcome) {
        Some(Outcome::Solved(solution)) => solution.length,
        _ => 0,
    }
}
