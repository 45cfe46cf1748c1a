//! Puzzles with a given number of moves.
//!
//! Each number of a seed gives one puzzle or none, whatever was generated before. Walls are laid in
//! patterns. A few starts with the requested number of moves are compared by the dullest of their
//! optimal solutions, and the one with the highest [`Quality`] loses the pieces that it does not
//! need. It is then checked like any puzzle of an author, hints about pieces included.
//!
//! - Usually random starts on random boards are solved, which takes less than a millisecond each.
//! - Puzzles with one solution are rare, and so are very long ones. One backward search of a random
//!   board finds all of them. On a board without walls, one search serves all puzzles.
//! - Where the table of all starts is too large, a random layout is changed step by step, and a
//!   change is kept unless it makes the shortest solution shorter (hill climbing along plateaus).

use std::cmp::Reverse;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fastrand::Rng;
use itertools::Itertools;

use super::candidate::Candidate;
use super::options::{GeneratorOptions, Style, Uniqueness};
use crate::analysis::{
    Demands, FileHead, Levels, Lint, MovesRange, Policy, Puzzle, WritablePuzzle, check_answer,
    check_extras, setup_of, write_puzzle,
};
use crate::board::Square;
use crate::games::{Move, Position, PuzzleLayout, SlideFrom, SlidingPuzzle};
use crate::search::{BackwardSearch, CancelFlag, Outcome, Solution, Start, StartFilter, Watch};
use crate::solving::{
    Call, Failed, Identity, Limits, MOST_SOLUTIONS, NoStore, Plans, Quality, Question, Reduction,
    Solver, is_dull, quick_answer, restarted, score, shapes,
};
use crate::syntax::Key;
use crate::words::join_words;

/// The maximum number of changes of one layout.
const STEPS: usize = 600;

/// The maximum number of positions of a search during the climb.
pub(super) const POSITIONS: u64 = 100_000;

/// The limits of the searches for a layout with the requested number of moves.
const LIMITS: Limits = Limits { max_positions: 10 * POSITIONS, max_memory: 256 << 20, time: None };

/// The memory of the backward searches for one puzzle, in bytes.
const LAYOUT_MEMORY: u64 = 10 << 20;

/// The memory of the backward searches for all puzzles of a board without walls, in bytes.
const EMPTY_BOARD_MEMORY: u64 = 64 << 20;

/// The maximum number of starts stored for each number of moves on a board without walls.
const SAMPLES: usize = 4096;

/// The maximum number of starts that are compared for one puzzle.
const COMPARED: usize = 6;

/// The maximum number of the best starts from which objects are removed.
const FINISHED: usize = 2;

/// The maximum number of random starts that are solved for one puzzle.
const TRIES: usize = 64;

/// The number of starts with the requested moves, of all tries, that makes such starts frequent.
const FREQUENT: usize = 2;

/// The maximum number of starts of a board, with each number of moves, that are looked at.
const LAYOUT_SAMPLES: usize = 512;

/// The most walls that are removed from a pattern.
const REMOVED_WALLS: usize = 2;

/// The most walls whose removal is tried, for each that is removed.
const TRIED_WALLS: usize = 2;

/// The cost of a layout besides the positions of its search, in positions.
const SET_UP: u64 = 100;

/// The cost of a layout whose search failed, in positions: a run in which all of them fail ends.
pub const FAILED: u64 = 50_000;

/// The usual limit on consecutive positions without a puzzle: about two minutes of one core.
pub const TOTAL_POSITIONS: u64 = 1_000_000_000;

/// Generates the puzzles of one seed.
#[derive(Debug)]
pub struct Generator {
    options: GeneratorOptions,
    /// The starts of boards without walls, by their style and target.
    empty_boards: Mutex<HashMap<(Style, Square), OnceLayers>>,
    /// The most moves of a shortest solution that was met so far.
    deepest: AtomicU32,
}

/// The starts of a board, once they are searched.
type OnceLayers = Arc<OnceLock<Layers>>;

/// A start, and its only solution, where that is requested and recorded.
type RecordedStart = (Start, Vec<SlideFrom>);

/// The starts of a board that need a requested number of moves.
#[derive(Debug, Default)]
struct Layers {
    /// The starts by their number of moves, from the least to the most. No list is empty.
    starts: Vec<(u32, Vec<RecordedStart>)>,
    /// The most moves of all starts that were searched.
    deepest: u32,
}

/// An attempt to generate a puzzle.
#[derive(Debug, Default)]
pub struct Attempt {
    /// The puzzle, if it succeeded.
    pub found: Option<Generated>,
    /// The positions that it searched: the same on every machine.
    pub positions: u64,
    /// The most moves of a shortest solution that it met.
    pub deepest: u32,
    /// The starts with the requested moves that were rejected as dull, or because they have more
    /// than [`MOST_SOLUTIONS`] optimal solutions.
    pub dull: u64,
}

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct Generated {
    pub(super) name: String,
    /// Its identity, the same for rotated and mirrored copies.
    pub(super) identity: Identity,
    /// The shapes of its optimal solutions.
    pub(super) shapes: Vec<Vec<u8>>,
    /// Whether it has one plan, and its quality.
    pub(super) rank: (bool, Quality),
    /// The score from 0 to 100, and the moves.
    pub(super) difficulty: (u32, u32),
    /// The most puzzles of its style in a run: a part of a whole.
    pub(super) quota: Option<(Style, usize, usize)>,
    /// Whether its board is one of the printed game.
    pub(super) is_printed: bool,
    pub(super) position: Position,
    solution: Solution,
}

impl Generated {
    /// Returns the puzzle with its proved moves and a shortest solution, in the standard layout.
    pub(super) fn text(&self) -> Option<String> {
        let keys = [
            (Key::Moves, self.solution.length.to_string()),
            (Key::Solution, join_words(&self.solution.moves)),
        ];
        let setup = setup_of(&self.position);
        let written = WritablePuzzle {
            name: Some(self.name.as_str()).filter(|name| !name.is_empty()),
            keys: &keys,
            ..WritablePuzzle::new(&*setup)
        };
        write_puzzle(&written).ok()
    }
}

/// A position that satisfies the request, and its optimal solutions.
struct SolvedCandidate {
    question: Question,
    solution: Solution,
    solutions: Vec<Vec<Move>>,
    score: u32,
    quality: Quality,
    plans: usize,
    has_one_plan: bool,
}

impl Generator {
    /// Creates a generator.
    pub fn new(options: GeneratorOptions) -> Self {
        Self { options, empty_boards: Mutex::default(), deepest: AtomicU32::new(0) }
    }

    /// Returns the options.
    pub const fn options(&self) -> &GeneratorOptions {
        &self.options
    }

    /// Returns the most moves of a shortest solution that all attempts met so far.
    pub fn deepest(&self) -> u32 {
        self.deepest.load(Ordering::Relaxed)
    }

    /// Returns the puzzle with this number, if one is found.
    ///
    /// # Errors
    ///
    /// A search failed.
    pub fn attempt(&self, number: u64) -> Result<Attempt, Failed> {
        self.attempt_with_score(number, self.options.score)
    }

    /// Returns the puzzle with this number and a score in this range, if one is found.
    ///
    /// # Errors
    ///
    /// A search failed.
    pub fn attempt_with_score(
        &self,
        number: u64,
        score: Option<(u32, u32)>,
    ) -> Result<Attempt, Failed> {
        Failed::catch(|| self.try_layout(number, score))
    }

    fn try_layout(&self, number: u64, score: Option<(u32, u32)>) -> Attempt {
        // Consecutive numbers must not give similar random sequences.
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        let mut random = Rng::with_seed(self.options.seed ^ mixed);
        let (mut options, style) = self.options.in_style(&mut random);
        options.score = score;
        let mut search = PuzzleSearch {
            options: &options,
            solver: Solver::new(NonZeroUsize::MIN, NoStore),
            random,
            moves: options.moves,
            attempt: Attempt::default(),
            deepest: &self.deepest,
        };
        let mut found = self.find(&mut search);
        if let (Some(found), Some(style)) = (&mut found, style) {
            let (part, whole) = self.options.quota_of(&style);
            found.quota = Some((style, part, whole));
        }
        Attempt { found, ..search.attempt }
    }

    fn find(&self, search: &mut PuzzleSearch<'_>) -> Option<Generated> {
        let options = search.options;
        search.set_up();
        if options.is_printed {
            search.moves = options.moves_of_score(false)?;
            return search.printed();
        }
        let mut candidate = Candidate::random(options, &mut search.random)?;
        let position = candidate.position(options)?;
        // A backward search without the condition of both axes takes a quarter of the time. It
        // finds lower bounds, which are the optimum wherever the solution fulfils the condition.
        let sliding = position.sliding().ok();
        let sliding = sliding.map(|sliding| SlidingPuzzle { needs_both_axes: false, ..sliding });
        let is_grouped = sliding.as_ref().is_some_and(|sliding| sliding.is_grouped);
        search.moves = options.moves_of_score(is_grouped)?;
        if options.has_symmetric_pieces() {
            return search.random_start().0;
        }
        if let Some(sliding) = &sliding
            && candidate.has_no_walls()
        {
            let blockers = position.pieces().len() - 1;
            let board = self.empty_board(options, sliding, blockers, candidate.target());
            if let Some(layers) = board.get().filter(|layers| layers.deepest > 0) {
                search.meet(layers.deepest);
                return search.best_start(&position, sliding, layers);
            }
        }
        if options.uniqueness != Uniqueness::Solution {
            let (found, has_enough) = search.random_start();
            if found.is_some() || has_enough {
                return found;
            }
        }
        if let Some(sliding) = &sliding {
            let blockers = position.pieces().len() - 1;
            let random = &mut search.random;
            let layers = options.layers(sliding, blockers, LAYOUT_MEMORY, LAYOUT_SAMPLES, random);
            if let Some((layers, positions)) = layers {
                search.attempt.positions += positions;
                search.meet(layers.deepest);
                return search.best_start(&position, sliding, &layers);
            }
        }
        search.climbed(&mut candidate)
    }

    /// Returns the starts of a board without walls. They stay empty if the table is too large.
    fn empty_board(
        &self,
        options: &GeneratorOptions,
        sliding: &SlidingPuzzle,
        blockers: usize,
        target: Square,
    ) -> OnceLayers {
        let mut boards = self.empty_boards.lock().unwrap_or_else(PoisonError::into_inner);
        let board = Arc::clone(boards.entry((options.style(), target)).or_default());
        drop(boards);
        board.get_or_init(|| {
            // The seed depends on the target only, so that the result is the same for each number.
            let mut random = Rng::with_seed(options.seed ^ u64::from(target.to_u8()));
            let layers =
                options.layers(sliding, blockers, EMPTY_BOARD_MEMORY, SAMPLES, &mut random);
            layers.map(|(layers, _)| layers).unwrap_or_default()
        });
        board
    }
}

impl GeneratorOptions {
    /// Returns random starts of a board that need a requested number of moves and all pieces, at
    /// most `most` of each number, and the states searched. Returns `None` if the tables take more
    /// than so many bytes.
    fn layers(
        &self,
        sliding: &SlidingPuzzle,
        blockers: usize,
        max_memory: u64,
        most: usize,
        random: &mut Rng,
    ) -> Option<(Layers, u64)> {
        let mut search = BackwardSearch::new(sliding, blockers, max_memory).ok()?;
        let is_recorded = self.uniqueness == Uniqueness::Solution && !sliding.is_grouped;
        if is_recorded {
            search = search.recording(sliding, max_memory).ok()?;
        }
        let mut smaller = blockers
            .checked_sub(1)
            .map(|less| BackwardSearch::new(sliding, less, max_memory - search.bytes()))
            .transpose()
            .ok()?;
        let (mut layers, mut states) = (Layers::default(), 0);
        loop {
            states += search.size().states;
            if search.depth() > 0 && search.size().starts > 0 {
                layers.deepest = search.depth();
                if self.moves.contains(search.depth()) {
                    let starts = sample(&search, smaller.as_ref(), most, random)
                        .into_iter()
                        .filter_map(|start| match is_recorded {
                            true => search.only_solution(&start).map(|solution| (start, solution)),
                            false => Some((start, Vec::new())),
                        });
                    let starts: Vec<_> = starts.collect();
                    if !starts.is_empty() {
                        layers.starts.push((search.depth(), starts));
                    }
                }
            }
            let is_last = self.moves.is_above(search.depth());
            if is_last || !search.advance(1, &CancelFlag::default(), &Watch::default()) {
                return Some((layers, states));
            }
            if let Some(smaller) = &mut smaller {
                smaller.advance(1, &CancelFlag::default(), &Watch::default());
            }
        }
    }
}

/// The search for one puzzle.
struct PuzzleSearch<'a> {
    options: &'a GeneratorOptions,
    solver: Solver,
    random: Rng,
    /// The requested moves that can have the requested score.
    moves: MovesRange,
    attempt: Attempt,
    /// The most moves that all attempts met.
    deepest: &'a AtomicU32,
}

impl PuzzleSearch<'_> {
    /// Counts the work of a layout.
    const fn set_up(&mut self) {
        self.attempt.positions += SET_UP;
    }

    /// Counts a shortest solution with so many moves.
    fn meet(&mut self, moves: u32) {
        self.attempt.deepest = self.attempt.deepest.max(moves);
        self.deepest.fetch_max(moves, Ordering::Relaxed);
    }

    /// Returns the puzzle of the best of a few starts.
    fn best_start(
        &mut self,
        position: &Position,
        sliding: &SlidingPuzzle,
        layers: &Layers,
    ) -> Option<Generated> {
        let fitting: Vec<_> =
            layers.starts.iter().filter(|(depth, _)| self.moves.contains(*depth)).collect();
        let mut compared = Vec::new();
        for _ in 0..TRIES {
            let Some((_, starts)) = self.random.choice(&fitting) else {
                break;
            };
            let (start, slides) = self.random.choice(starts)?;
            let restarted = restarted(position, sliding, start)?;
            let moves = match slides.is_empty() {
                true => self.solution(&restarted),
                // One that breaks a rule that the backward search left out is not optimal.
                false => {
                    restarted.name_slides(slides).filter(|moves| is_solved_by(&restarted, moves))
                }
            };
            let start = moves.map(|moves| (restarted, moves));
            compared.extend(start.filter(|(position, moves)| self.is_promising(position, moves)));
            if compared.len() == COMPARED {
                break;
            }
        }
        self.best_of(compared)
    }

    /// Returns the puzzle of the best of a few random starts on random boards, and whether such
    /// starts are frequent, so that a backward search is not worth its time.
    fn random_start(&mut self) -> (Option<Generated>, bool) {
        let (mut compared, mut number) = (Vec::new(), 0);
        let mut promising: Option<Candidate> = None;
        for round in 0..TRIES {
            // With one piece on another square, a promising layout is promising again more often
            // than a random one is.
            let candidate = match &promising {
                Some(promising) => Some(promising.with_piece_moved(&mut self.random)),
                None => Candidate::random(self.options, &mut self.random),
            };
            let Some(candidate) = candidate else {
                continue;
            };
            let Some(position) = candidate.position(self.options) else {
                continue;
            };
            let Some(moves) = self.solution(&position) else {
                continue;
            };
            number += 1;
            if self.is_promising(&position, &moves) {
                compared.push((position, moves));
                promising = Some(candidate).filter(|_| !self.options.has_symmetric_pieces());
            }
            // Where promising layouts are rare, two are enough.
            let most = if round < TRIES / 2 { COMPARED } else { FINISHED };
            if compared.len() >= most {
                break;
            }
        }
        let has_enough = number >= FREQUENT;
        (self.best_of(compared), has_enough)
    }

    /// Returns the best of a few random starts on boards of the printed game.
    fn printed(&mut self) -> Option<Generated> {
        let options = self.options;
        let printed = options.game.printed()?;
        let has_rule = |word: &str| options.rules.iter().any(|rule| rule == word);
        let mut compared = Vec::new();
        for _ in 0..TRIES {
            let mut below = |most| self.random.usize(0..most);
            let position = (printed.puzzle)(&has_rule, &mut below)?;
            let start = self.solution(&position).map(|moves| (position, moves));
            compared.extend(start.filter(|(position, moves)| self.is_promising(position, moves)));
        }
        self.best_of(compared)
    }

    /// Returns the best puzzle that passes all checks, of starts with a solution each.
    fn best_of(&mut self, mut compared: Vec<(Position, Vec<Move>)>) -> Option<Generated> {
        let goal = self.options.goal;
        compared.sort_by_cached_key(|(position, moves)| {
            let quality = Quality::of(position, std::slice::from_ref(moves));
            Reverse(quality.map(|quality| quality.score(goal)))
        });
        // A puzzle with one solution on a printed board is rare, and nothing is removed there.
        let most = if self.options.is_printed && self.is_unique() { TRIES } else { FINISHED };
        let best = compared.into_iter().map(|(position, _)| position);
        if self.is_unique() {
            let mut best = best.take(most);
            return best.find_map(|position| {
                let solved = self.solved(position)?;
                self.finished(solved)
            });
        }
        // Of a puzzle with several solutions, the dullest counts. All solutions take more time than
        // one, so the first puzzle with one plan is good enough.
        let mut solved = Vec::new();
        for position in best {
            solved.extend(self.solved(position));
            if solved.len() == most || solved.last().is_some_and(|solved| solved.has_one_plan) {
                break;
            }
        }
        solved.sort_by_key(|solved| Reverse((solved.has_one_plan, solved.quality.score(goal))));
        solved.into_iter().find_map(|solved| self.finished(solved))
    }

    /// Returns a shortest solution if it has a requested number of moves.
    fn solution(&mut self, position: &Position) -> Option<Vec<Move>> {
        let mut left = POSITIONS;
        let answer = quick_answer(position, &mut left).unwrap_or_else(|failed| failed.rethrow());
        self.set_up();
        self.attempt.positions += POSITIONS - left;
        let solution = match answer.outcome {
            Outcome::Solved(solution) => solution,
            _ => return None,
        };
        self.meet(solution.length);
        let is_other = solution.optimal_solutions.is_some_and(|number| number != 1);
        let fits = self.moves.contains(solution.length) && solution.length > 0;
        (fits && !(self.is_unique() && is_other)).then_some(solution.moves)
    }

    /// Whether one of the optimal solutions does not exclude that the puzzle is good.
    fn is_promising(&mut self, position: &Position, moves: &[Move]) -> bool {
        let is_dull = self.is_dull(position, moves);
        self.attempt.dull += u64::from(is_dull);
        // Usually other solutions give the same score.
        !is_dull && score_of(position, [moves]).is_some_and(|score| self.has_score(score))
    }

    /// Whether a solution is dull. A robot that was asked for alone can only walk.
    fn is_dull(&self, position: &Position, moves: &[Move]) -> bool {
        self.options.robots + self.options.humans() > 1 && is_dull(position, moves) != Some(false)
    }

    fn has_score(&self, score: u32) -> bool {
        self.options.score.is_none_or(|(least, most)| (least..=most).contains(&score))
    }

    fn is_unique(&self) -> bool {
        self.options.uniqueness == Uniqueness::Solution
    }

    /// Changes a layout step by step. Returns `None` if the climb does not get to the requested
    /// number of moves.
    fn climbed(&mut self, candidate: &mut Candidate) -> Option<Generated> {
        let mut best = 0;
        for _ in 0..STEPS {
            let changed = candidate.changed(&mut self.random);
            let Some(position) = changed.position(self.options) else {
                continue;
            };
            let mut left = POSITIONS;
            let moves = optimum(&position, &mut left);
            self.set_up();
            self.attempt.positions += POSITIONS - left;
            self.meet(moves);
            if moves < best || self.moves.is_above(moves) {
                continue;
            }
            (*candidate, best) = (changed, moves);
            if moves > 0
                && self.moves.contains(moves)
                && let Some(solved) = self.solved(position)
                && let Some(found) = self.finished(solved)
            {
                return Some(found);
            }
        }
        None
    }

    /// Solves a position. Returns `None` if it does not satisfy the request.
    fn solved(&mut self, position: Position) -> Option<SolvedCandidate> {
        let call = Call::default();
        let identity = Identity::of(&position);
        let question = Question::new(position, identity, LIMITS);
        let answer = self.solver.answer(&question, &call).unwrap_or_else(|failed| failed.rethrow());
        self.attempt.positions += answer.positions;
        let solution = answer.outcome.solution()?;
        self.meet(solution.length);
        let is_other = solution.optimal_solutions.is_some_and(|number| number != 1);
        if !self.moves.contains(solution.length) || self.is_unique() && is_other {
            return None;
        }
        let (number, solutions) = match solution.optimal_solutions {
            Some(1) => (1, vec![solution.moves.clone()]),
            _ => {
                let optima = self.solver.optima(&question, &answer, MOST_SOLUTIONS, &call);
                let optima = optima.unwrap_or_else(|failed| failed.rethrow())?.ok()?;
                (optima.number, optima.solutions)
            }
        };
        if self.is_unique() && number != 1 {
            return None;
        }
        // With very many solutions, nothing that a solver does matters.
        let has_few = number <= MOST_SOLUTIONS as u64;
        let judged = has_few.then(|| self.judged(question.position(), &solutions)).flatten();
        if judged.is_none() {
            self.attempt.dull += 1;
        }
        let (quality, plans, has_one_plan) = judged?;
        let score = score_of(question.position(), solutions.iter().map(Vec::as_slice))?;
        let has_plan = self.options.uniqueness != Uniqueness::Plan || has_one_plan;
        (self.has_score(score) && has_plan).then(|| SolvedCandidate {
            solution: solution.clone(),
            question,
            solutions,
            score,
            quality,
            plans,
            has_one_plan,
        })
    }

    /// Returns the quality, the number of plans and whether they are one, unless the puzzle is
    /// dull.
    fn judged(
        &self,
        position: &Position,
        solutions: &[Vec<Move>],
    ) -> Option<(Quality, usize, bool)> {
        if solutions.iter().any(|moves| self.is_dull(position, moves)) {
            return None;
        }
        let quality = Quality::of(position, solutions)?;
        let plans = Plans::of(position, solutions)?;
        (!plans.are_arbitrary()).then(|| (quality, plans.count(), plans.is_one()))
    }

    /// Removes objects that a puzzle does not need, and checks the result.
    fn finished(&mut self, solved: SolvedCandidate) -> Option<Generated> {
        let changes_pieces = !self.options.is_printed && !self.options.has_symmetric_pieces();
        let (solved, is_minimal) = match changes_pieces {
            true => self.without_idle_pieces(solved)?,
            false => (solved, false),
        };
        let removes_walls =
            changes_pieces && !self.options.keeps_walls && self.options.symmetry.is_none();
        let SolvedCandidate { question, solution, solutions, score, quality, has_one_plan, .. } =
            match removes_walls {
                true => self.with_fewer_plans(solved),
                false => solved,
            };
        let position = question.position();
        // The styles of other puzzles have so many pieces.
        let pieces = self.options.robots + self.options.humans();
        if self.options.keeps_style() && position.pieces().len() != pieces {
            return None;
        }
        let generated = Generated {
            name: String::new(),
            identity: Identity::of(position),
            shapes: shapes(position, &solutions)?,
            rank: (has_one_plan, quality),
            difficulty: (score, solution.length),
            quota: None,
            is_printed: self.options.is_printed,
            position: position.clone(),
            solution,
        };
        self.is_clean(&generated, is_minimal).then_some(generated)
    }

    /// Returns the puzzle without pieces that it does not need, and with the first letters, and
    /// whether all other pieces are proved to be needed.
    fn without_idle_pieces(&mut self, solved: SolvedCandidate) -> Option<(SolvedCandidate, bool)> {
        let call = Call::default();
        let reduction = self.solver.minimise(&solved.question, self.is_unique(), false, &call);
        let Reduction { minimal, is_complete } =
            reduction.unwrap_or_else(|failed| failed.rethrow());
        let Some(minimal) = minimal else {
            return Some((solved, is_complete));
        };
        let position = solved.question.position().clone();
        let reduced = minimal.gone.into_iter().try_fold(position, |left, one| left.without(one))?;
        let pieces = reduced.pieces().into_iter();
        let layout = PuzzleLayout {
            board: reduced.board().clone(),
            pieces: pieces.map(|piece| piece.square).collect(),
            target: reduced.scene().targets.first()?.0,
        };
        let has_rule = |word: &str| self.options.rules.iter().any(|rule| rule == word);
        let reduced = self.options.game.lay_out(&layout, &has_rule)?;
        Some((self.solved(reduced)?, is_complete))
    }

    /// Removes a few walls, if that leaves fewer plans.
    fn with_fewer_plans(&mut self, mut solved: SolvedCandidate) -> SolvedCandidate {
        for _ in 0..REMOVED_WALLS {
            if solved.has_one_plan {
                break;
            }
            let position = solved.question.position();
            let walls = position.removable().into_iter().filter(|one| one.is_wall());
            // Without the wall, some of the solutions still work and others do not.
            let fewer = walls.filter_map(|wall| position.without(wall)).filter(|without| {
                let mut works = solved.solutions.iter().map(|moves| is_solved_by(without, moves));
                !works.all_equal()
            });
            let fewer: Vec<Position> = fewer.take(TRIED_WALLS).collect();
            let better = fewer.into_iter().find_map(|without| {
                // One solution is found sooner than all.
                let moves = self.solution(&without)?;
                if moves.len() != solved.solution.moves.len() {
                    return None;
                }
                self.solved(without).filter(|other| other.plans < solved.plans)
            });
            match better {
                Some(better) => solved = better,
                None => break,
            }
        }
        solved
    }

    /// Whether `check` reports nothing, hints about pieces included. Robots may be idle on a board
    /// of the printed game, and where pieces are symmetric. Of a minimal puzzle, none is.
    fn is_clean(&self, generated: &Generated, is_minimal: bool) -> bool {
        let Some(text) = generated.text() else {
            return false;
        };
        let has_hints = !self.options.is_printed && !self.options.has_symmetric_pieces();
        let policy = Policy::new(Levels::default(), Demands::default(), has_hints);
        let mut wants = policy.wants();
        wants.idle_walls = false;
        wants.idle_pieces &= !is_minimal;
        let puzzle = Puzzle::read(&text, &FileHead::default());
        let Some(question) = puzzle.question(LIMITS, wants) else {
            return false;
        };
        let call = Call::default();
        let answer = self.solver.answer(&question, &call).unwrap_or_else(|failed| failed.rethrow());
        let of_answer = check_answer(&text, &puzzle, &answer, policy.demands());
        let extras =
            self.solver.extras(&question, &answer, &call).unwrap_or_else(|failed| failed.rethrow());
        let of_extras =
            extras.map(|extras| check_extras(&text, &puzzle, &extras, policy.demands()));
        let mut found =
            puzzle.diagnostics().iter().chain(&of_answer).chain(of_extras.iter().flatten());
        // A robot that is alone can stop on few squares.
        let is_alone = generated.position.pieces().len() == 1;
        !found.any(|diagnostic| {
            policy.shows(diagnostic.lint) && !(is_alone && diagnostic.lint == Lint::UnreachableArea)
        })
    }
}

fn is_solved_by(position: &Position, moves: &[Move]) -> bool {
    let end = moves.iter().try_fold(position.clone(), |state, &played| state.play(played).ok());
    end.is_some_and(|end| end.is_solved())
}

/// Returns the score of a puzzle with these optimal solutions.
fn score_of<'a>(
    position: &Position,
    solutions: impl IntoIterator<Item = &'a [Move]>,
) -> Option<u32> {
    let lengths = solutions.into_iter().map(|moves| {
        let movers = moves.iter().map(|played| match played {
            Move::Slide(slide) => Some(slide.piece),
            _ => None,
        });
        (movers.dedup().count() - 1, moves.len())
    });
    let (switches, written) = lengths.min()?;
    score(position.game(), u32::try_from(written).ok()?, u32::try_from(switches).ok()?)
}

/// Returns random starts of the current layer in which no blocker is idle, each with the same
/// probability (reservoir sampling; Vitter, 1985, algorithm R).
fn sample(
    search: &BackwardSearch,
    smaller: Option<&BackwardSearch>,
    most: usize,
    random: &mut Rng,
) -> Vec<Start> {
    let mut starts = Vec::new();
    let mut seen = 0;
    let filter = StartFilter { smaller, ..StartFilter::default() };
    search.each_start(filter, &mut |start| {
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

/// Returns the fewest moves of a position, or 0 if they are unknown or there is no solution. `left`
/// is the number of positions that may be searched; it is reduced by those used.
pub(super) fn optimum(position: &Position, left: &mut u64) -> u32 {
    match quick_answer(position, left).unwrap_or_else(|failed| failed.rethrow()).outcome {
        Outcome::Solved(solution) => solution.length,
        _ => 0,
    }
}
