//! Puzzles with a given number of moves.
//!
//! Each number of a seed gives one puzzle or none, whatever was generated before. On a board
//! without walls, one backward search for all puzzles finds the starts with the requested number
//! of moves. Otherwise a random layout is changed step by step, and a change is kept unless it
//! makes the shortest solution shorter (hill climbing along plateaus); if the climb ends too early,
//! a backward search looks at all starts of its last layout. A layout with the requested number of
//! moves loses what it does not need, and is then checked like any puzzle of an author, hints
//! included.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fastrand::Rng;

use super::candidate::Candidate;
use super::options::GeneratorOptions;
use crate::analysis::{
    Demands, FileHead, Levels, Policy, Puzzle, WritablePuzzle, check_answer, check_extras,
    setup_of, write_puzzle,
};
use crate::board::Square;
use crate::games::Position;
use crate::games::SlidingPuzzle;
use crate::search::{BackwardSearch, CancelFlag, Outcome, Start, StartFilter, Watch};
use crate::solving::{
    Call, Identity, Limits, NoStore, Question, Reduction, Solver, Wants, glance, restarted,
};
use crate::syntax::Key;
use crate::words::join_words;

/// The maximum number of changes of one layout.
const STEPS: usize = 600;

/// The maximum number of positions of a search during the climb.
const POSITIONS: u64 = 100_000;

/// The limits of the searches for a layout with the requested number of moves.
const LIMITS: Limits = Limits {
    max_positions: 10 * POSITIONS,
    max_memory: 256 << 20,
    time: None,
};

/// The largest table of a backward search for one puzzle, in bytes.
const LAYOUT_TABLE: u64 = 4 << 20;

/// The largest table for all puzzles of a board without walls, in bytes.
const EMPTY_BOARD_TABLE: u64 = 64 << 20;

/// The maximum number of starts stored for each number of moves on a board without walls.
const SAMPLES: usize = 4096;

/// The maximum number of starts tried for one layout.
const TRIES: usize = 8;

/// Generates the puzzles of one seed.
#[derive(Debug)]
pub struct Generator {
    options: GeneratorOptions,
    /// The starts of boards without walls, by their target.
    empty_boards: Mutex<HashMap<Square, Arc<OnceLock<Layers>>>>,
}

/// Starts by their number of moves, from the least to the most requested ones. No list is empty.
type Layers = Vec<Vec<Start>>;

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle with its proved moves and a shortest solution, in the standard layout.
    pub text: String,
    /// Its identity, the same for rotated and mirrored copies.
    pub identity: Identity,
}

impl Generator {
    /// Creates a generator.
    pub fn new(options: GeneratorOptions) -> Self {
        Self {
            options,
            empty_boards: Mutex::default(),
        }
    }

    /// Returns the puzzle with this number, or `None` if none was found.
    pub fn puzzle(&self, number: u64) -> Option<Generated> {
        // Consecutive numbers must not give similar random sequences.
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        let mut random = Rng::with_seed(self.options.seed ^ mixed);
        let options = &self.options;
        let mut candidate = Candidate::random(options, &mut random)?;
        let position = candidate.position(options)?;
        if let Ok(sliding) = position.sliding()
            && candidate.has_no_walls()
        {
            let blockers = position.pieces().len() - 1;
            let starts = self.empty_board(&sliding, blockers, candidate.target());
            if let Some(layers) = starts.get().filter(|layers| !layers.is_empty()) {
                return options.chosen(&position, &sliding, layers, &mut random);
            }
        }
        let found = options.climbed(&mut candidate, &mut random);
        found.or_else(|| options.searched(&candidate, &mut random))
    }

    /// Returns the starts of a board without walls. They stay empty if the table is too large.
    fn empty_board(
        &self,
        sliding: &SlidingPuzzle,
        blockers: usize,
        target: Square,
    ) -> Arc<OnceLock<Layers>> {
        let boards = self.empty_boards.lock();
        let mut boards = boards.unwrap_or_else(PoisonError::into_inner);
        let board = Arc::clone(boards.entry(target).or_default());
        drop(boards);
        board.get_or_init(|| {
            // The seed depends on the target only, so that the result is the same for each number.
            let mut random = Rng::with_seed(self.options.seed ^ u64::from(target.to_u8()));
            let options = &self.options;
            let layers = options.layers(sliding, blockers, EMPTY_BOARD_TABLE, SAMPLES, &mut random);
            layers.unwrap_or_default()
        });
        board
    }
}

impl GeneratorOptions {
    /// Returns random starts of a board that need a requested number of moves, at most `most` of
    /// each number, or `None` if the table takes more than so many bytes.
    fn layers(
        &self,
        sliding: &SlidingPuzzle,
        blockers: usize,
        max_memory: u64,
        most: usize,
        random: &mut Rng,
    ) -> Option<Layers> {
        let mut search = BackwardSearch::new(sliding, blockers, max_memory).ok()?;
        let mut layers = Layers::new();
        loop {
            if search.depth() > 0 && self.moves.contains(search.depth()) && search.size().starts > 0
            {
                layers.push(sample(&search, most, random));
            }
            let is_last = self.moves.is_above(search.depth());
            if is_last || !search.advance(1, &CancelFlag::default(), &Watch::default()) {
                return Some(layers);
            }
        }
    }

    /// Returns the puzzle of one of the starts.
    fn chosen(
        &self,
        position: &Position,
        sliding: &SlidingPuzzle,
        layers: &Layers,
        random: &mut Rng,
    ) -> Option<Generated> {
        (0..TRIES).find_map(|_| {
            let layer = random.choice(layers)?;
            let start = random.choice(layer)?;
            self.finished(restarted(position, sliding.active, start)?)
        })
    }

    /// Searches all starts of the last layout of a climb.
    fn searched(&self, candidate: &Candidate, random: &mut Rng) -> Option<Generated> {
        let position = candidate.position(self)?;
        let sliding = position.sliding().ok()?;
        let blockers = position.pieces().len() - 1;
        let layers = self.layers(&sliding, blockers, LAYOUT_TABLE, TRIES, random)?;
        self.chosen(&position, &sliding, &layers, random)
    }

    /// Changes a layout step by step. Returns `None` if the climb does not get to the requested
    /// number of moves.
    fn climbed(&self, candidate: &mut Candidate, random: &mut Rng) -> Option<Generated> {
        let mut best = 0;
        for _ in 0..STEPS {
            let changed = candidate.changed(random);
            let Some(position) = changed.position(self) else {
                continue;
            };
            let moves = optimum(&position);
            if moves < best || self.moves.is_above(moves) {
                continue;
            }
            (*candidate, best) = (changed, moves);
            if moves > 0
                && self.moves.contains(moves)
                && let Some(found) = self.finished(position)
            {
                return Some(found);
            }
        }
        None
    }

    /// Removes objects that a position does not need, and checks the result.
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

/// Returns random starts of the current layer, each with the same probability (reservoir
/// sampling; Vitter, 1985, algorithm R).
fn sample(search: &BackwardSearch, most: usize, random: &mut Rng) -> Vec<Start> {
    let mut starts = Vec::new();
    let mut seen = 0;
    search.each_start(StartFilter::default(), &mut |start| {
        seen += 1;
        if starts.len() < most {
            starts.push(start);
        } else if let Some(place) = starts.get_mut(random.usize(0..seen)) {
            *place = start;
        }
        true
    });
    starts
}

/// Returns the fewest moves of a position, or 0 if they are unknown or there is no solution.
fn optimum(position: &Position) -> u32 {
    match glance(position, &mut POSITIONS.clone()).outcome {
        Outcome::Solved(solution) => solution.length,
        _ => 0,
    }
}
