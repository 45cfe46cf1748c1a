//! Puzzles with a given number of moves.
//!
//! Each number of a seed gives one puzzle or none, whatever was generated before. A few starts with
//! the requested number of moves are compared, and the one with the highest [`Quality`] loses the
//! walls that it does not need. It is then checked like any puzzle of an author, hints included.
//!
//! - Usually random starts on random boards are solved, which takes less than a millisecond each.
//! - Puzzles with one solution are rare, and so are very long ones. One backward search of a random
//!   board finds all of them. On a board without walls, one search serves all puzzles.
//! - Where the table of all starts is too large, a random layout is changed step by step, and a
//!   change is kept unless it makes the shortest solution shorter (hill climbing along plateaus).

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fastrand::Rng;

use super::candidate::Candidate;
use super::options::{GeneratorOptions, Style};
use crate::analysis::{
    Demands, FileHead, Levels, Policy, Puzzle, WritablePuzzle, check_answer, check_extras,
    setup_of, write_puzzle,
};
use crate::board::Square;
use crate::games::{Move, Position, PuzzleLayout, Removable, SlideFrom, SlidingPuzzle};
use crate::search::{
    self, BackwardSearch, Budget, CancelFlag, MAX_STATES, Outcome, Solution, Start, StartFilter,
    Watch,
};
use crate::solving::{
    Call, Difficulty, Failed, Identity, Limits, MOST_SOLUTIONS, NoStore, Quality, Question,
    Reduction, Solver, Wants, glance, restarted, shape,
};
use crate::syntax::Key;
use crate::words::join_words;

/// The maximum number of changes of one layout.
const STEPS: usize = 600;

/// The maximum number of positions of a search during the climb.
pub(super) const POSITIONS: u64 = 100_000;

/// The limits of the searches for a layout with the requested number of moves.
const LIMITS: Limits = Limits { max_positions: 10 * POSITIONS, max_memory: 256 << 20, time: None };

/// The largest table of a backward search for one puzzle, in bytes.
const LAYOUT_TABLE: u64 = 4 << 20;

/// The largest table for all puzzles of a board without walls, in bytes.
const EMPTY_BOARD_TABLE: u64 = 64 << 20;

/// The maximum number of starts stored for each number of moves on a board without walls.
const SAMPLES: usize = 4096;

/// The maximum number of starts that are compared for one puzzle.
const COMPARED: usize = 8;

/// The maximum number of the best starts from which objects are removed.
const FINISHED: usize = 3;

/// The maximum number of random starts that are solved for one puzzle.
const TRIES: usize = 64;

/// The maximum number of starts of a board, with each number of moves, that are looked at.
const LAYOUT_SAMPLES: usize = 512;

/// The usual limit on consecutive positions without a puzzle: about two minutes of one core.
pub const TOTAL_POSITIONS: u64 = 1_000_000_000;

/// Generates the puzzles of one seed.
#[derive(Debug)]
pub struct Generator {
    options: GeneratorOptions,
    /// The starts of boards without walls, by their style and target.
    empty_boards: Mutex<HashMap<(Style, Square), OnceLayers>>,
}

/// The starts of a board, once they are searched.
type OnceLayers = Arc<OnceLock<Layers>>;

/// The starts of a board that need a requested number of moves.
#[derive(Debug, Default)]
struct Layers {
    /// The starts by their number of moves, from the least to the most. No list is empty. Each has
    /// its only solution, where that is requested and recorded.
    starts: Vec<Vec<(Start, Vec<SlideFrom>)>>,
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
}

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The name.
    pub(super) name: String,
    /// Its identity, the same for rotated and mirrored copies.
    pub(super) identity: Identity,
    /// The shape of its solution.
    pub(super) shape: Vec<u8>,
    /// The quality.
    pub(super) quality: Quality,
    position: Position,
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

    /// Returns an order by difficulty: the score, then the states within the optimum.
    pub(super) fn difficulty(&self) -> (u32, u64) {
        let difficulty = Difficulty::of(&self.position, &self.solution, MAX_STATES);
        let states = difficulty.paths.states.unwrap_or(u64::MAX);
        (difficulty.score().unwrap_or(u32::MAX), states)
    }
}

/// A position that satisfies the request, and its optimal solutions.
struct Solved {
    question: Question,
    solution: Solution,
    quality: Quality,
    shape: Vec<u8>,
}

impl Generator {
    /// Creates a generator.
    pub fn new(options: GeneratorOptions) -> Self {
        Self { options, empty_boards: Mutex::default() }
    }

    /// Returns the puzzle with this number, if one is found.
    ///
    /// # Errors
    ///
    /// A search failed.
    pub fn attempt(&self, number: u64) -> Result<Attempt, Failed> {
        Failed::catch(|| self.try_layout(number))
    }

    fn try_layout(&self, number: u64) -> Attempt {
        // Consecutive numbers must not give similar random sequences.
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        let mut random = Rng::with_seed(self.options.seed ^ mixed);
        let options = self.options.in_style(&mut random);
        let mut search = PuzzleSearch {
            options: &options,
            solver: Solver::new(NonZeroUsize::MIN, NoStore),
            random,
            positions: 0,
            deepest: 0,
        };
        let found = self.find(&mut search);
        Attempt { found, positions: search.positions, deepest: search.deepest }
    }

    fn find(&self, search: &mut PuzzleSearch<'_>) -> Option<Generated> {
        let options = search.options;
        if options.is_printed {
            return search.printed();
        }
        let mut candidate = Candidate::random(options, &mut search.random)?;
        let position = candidate.position(options)?;
        let sliding = position.sliding().ok();
        if let Some(sliding) = &sliding
            && candidate.has_no_walls()
        {
            let blockers = position.pieces().len() - 1;
            let board = self.empty_board(options, sliding, blockers, candidate.target());
            if let Some(layers) = board.get().filter(|layers| layers.deepest > 0) {
                search.deepest = layers.deepest;
                return search.best_start(&position, sliding, layers);
            }
        }
        if !options.is_unique
            && let Some(found) = search.random_start()
        {
            return Some(found);
        }
        if let Some(sliding) = &sliding {
            let blockers = position.pieces().len() - 1;
            let random = &mut search.random;
            let layers = options.layers(sliding, blockers, LAYOUT_TABLE, LAYOUT_SAMPLES, random);
            if let Some((layers, positions)) = layers {
                search.positions += positions;
                search.deepest = search.deepest.max(layers.deepest);
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
            let layers = options.layers(sliding, blockers, EMPTY_BOARD_TABLE, SAMPLES, &mut random);
            layers.map(|(layers, _)| layers).unwrap_or_default()
        });
        board
    }
}

impl GeneratorOptions {
    /// Returns random starts of a board that need a requested number of moves and all pieces, at
    /// most `most` of each number, and the states searched. Returns `None` if the table takes more
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
        let is_recorded = self.is_unique && !sliding.is_grouped;
        if is_recorded {
            search = search.recording(sliding);
        }
        let mut smaller = blockers
            .checked_sub(1)
            .map(|less| BackwardSearch::new(sliding, less, max_memory))
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
                    layers.starts.extend(Some(starts).filter(|starts| !starts.is_empty()));
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
    positions: u64,
    deepest: u32,
}

impl PuzzleSearch<'_> {
    /// Returns the puzzle of the best of a few starts.
    fn best_start(
        &mut self,
        position: &Position,
        sliding: &SlidingPuzzle,
        layers: &Layers,
    ) -> Option<Generated> {
        let mut compared = Vec::new();
        for _ in 0..TRIES {
            let Some(starts) = self.random.choice(&layers.starts) else {
                break;
            };
            let (start, slides) = self.random.choice(starts)?;
            let restarted = restarted(position, sliding, start)?;
            let moves = match slides.is_empty() {
                true => self.solution(&restarted).map(|solution| solution.moves),
                false => restarted.name_slides(slides),
            };
            compared.extend(moves.map(|moves| (restarted, moves)));
            if compared.len() == COMPARED {
                break;
            }
        }
        self.best_of(compared)
    }

    /// Returns the puzzle of the best of a few random starts on random boards.
    fn random_start(&mut self) -> Option<Generated> {
        let mut compared = Vec::new();
        for _ in 0..TRIES {
            let candidate = Candidate::random(self.options, &mut self.random)?;
            let position = candidate.position(self.options);
            let found = position.and_then(|position| {
                let solution = self.solution(&position)?;
                Some((position, solution.moves))
            });
            compared.extend(found);
            if compared.len() == COMPARED {
                break;
            }
        }
        self.best_of(compared)
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
            let solution = self.solution(&position);
            compared.extend(solution.map(|solution| (position, solution.moves)));
        }
        self.best_of(compared)
    }

    /// Returns the best puzzle that passes all checks, of starts with a solution each.
    fn best_of(&mut self, mut compared: Vec<(Position, Vec<Move>)>) -> Option<Generated> {
        let quality = |(position, moves): &(Position, Vec<Move>)| {
            let quality = Quality::of(position, std::slice::from_ref(moves));
            std::cmp::Reverse(quality.map(|quality| quality.score(self.options.goal)))
        };
        compared.sort_by_cached_key(quality);
        // A puzzle with one solution on a printed board is rare, and nothing is removed there.
        let most = if self.options.is_printed { TRIES } else { FINISHED };
        let mut best = compared.into_iter().take(most);
        best.find_map(|(position, _)| self.finished(position))
    }

    /// Returns a shortest solution if it has a requested number of moves.
    fn solution(&mut self, position: &Position) -> Option<Solution> {
        let mut left = POSITIONS;
        let answer = glance(position, &mut left).unwrap_or_else(|failed| failed.rethrow());
        self.positions += POSITIONS - left;
        let solution = match answer.outcome {
            Outcome::Solved(solution) => solution,
            _ => return None,
        };
        self.deepest = self.deepest.max(solution.length);
        let is_other = solution.optimal_solutions.is_some_and(|number| number != 1);
        let fits = self.options.moves.contains(solution.length) && solution.length > 0;
        (fits && !(self.options.is_unique && is_other)).then_some(solution)
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
            self.positions += POSITIONS - left;
            self.deepest = self.deepest.max(moves);
            if moves < best || self.options.moves.is_above(moves) {
                continue;
            }
            (*candidate, best) = (changed, moves);
            if moves > 0
                && self.options.moves.contains(moves)
                && let Some(found) = self.finished(position)
            {
                return Some(found);
            }
        }
        None
    }

    /// Solves a position. Returns `None` if it does not satisfy the request.
    fn solved(&mut self, position: Position) -> Option<Solved> {
        let call = Call::default();
        let identity = Identity::of(&position);
        let question = Question::new(position, identity, LIMITS);
        let answer = self.solver.answer(&question, &call).unwrap_or_else(|failed| failed.rethrow());
        self.positions += answer.positions;
        let solution = answer.outcome.solution()?;
        self.deepest = self.deepest.max(solution.length);
        let is_unique = self.options.is_unique;
        let is_other = solution.optimal_solutions.is_some_and(|number| number != 1);
        if !self.options.moves.contains(solution.length) || is_unique && is_other {
            return None;
        }
        let optima = self
            .solver
            .optima(&question, &answer, MOST_SOLUTIONS, &call)
            .unwrap_or_else(|failed| failed.rethrow())?
            .ok()?;
        if is_unique && optima.number != 1 {
            return None;
        }
        let is_listed = usize::try_from(optima.number).is_ok_and(|number| number <= MOST_SOLUTIONS);
        let first: [Vec<Move>; 1] = [solution.moves.clone()];
        let solutions: &[Vec<Move>] = if is_listed { &optima.solutions } else { &first };
        // With very many solutions, nothing that a solver does matters.
        let quality = Quality::of(question.position(), solutions).filter(|_| is_listed);
        Some(Solved {
            shape: shape(question.position(), solutions)?,
            quality: quality.unwrap_or_default(),
            solution: solution.clone(),
            question,
        })
    }

    /// Removes objects that a position does not need, and checks the result.
    fn finished(&mut self, position: Position) -> Option<Generated> {
        let (reduced, is_minimal) = match self.options.is_printed {
            true => (position, false),
            false => self.reduced(position)?,
        };
        let Solved { question, solution, quality, shape } = self.solved(reduced)?;
        let generated = Generated {
            name: String::new(),
            identity: Identity::of(question.position()),
            shape,
            quality,
            position: question.position().clone(),
            solution,
        };
        self.is_clean(&generated.text()?, is_minimal).then_some(generated)
    }

    /// Returns the position without objects that it does not need, and with the first letters, and
    /// whether all other objects are proved to be needed.
    fn reduced(&mut self, position: Position) -> Option<(Position, bool)> {
        let keeps_walls = self.options.is_symmetric || self.options.keeps_walls;
        let position = match keeps_walls {
            true => position,
            false => self.without_unused_walls(position),
        };
        let identity = Identity::of(&position);
        // Symmetric blocks and walls stay in pairs.
        let wants = Wants { changed_boards: !keeps_walls, ..Wants::default() };
        let question = Question::new(position, identity, LIMITS).wanting(wants, &[]);
        let is_unique = self.options.is_unique;
        let reduction = self.solver.minimise(&question, is_unique, false, &Call::default());
        let Reduction { minimal, is_complete } =
            reduction.unwrap_or_else(|failed| failed.rethrow());
        let gone = minimal.map(|minimal| minimal.gone).unwrap_or_default();
        let mut gone = gone.iter();
        let reduced = gone.try_fold(question.position().clone(), |left, &one| left.without(one))?;
        let pieces = reduced.pieces().into_iter();
        let layout = PuzzleLayout {
            board: reduced.board().clone(),
            pieces: pieces.map(|piece| piece.square).collect(),
            target: reduced.scene().targets.first()?.0,
        };
        let has_rule = |word: &str| self.options.rules.iter().any(|rule| rule == word);
        let reduced = self.options.game.lay_out(&layout, &has_rule)?;
        Some((reduced, is_complete))
    }

    /// Removes walls without which the solution stays the same: many at once, because most of
    /// them are idle and each search takes as long as for the whole board.
    fn without_unused_walls(&mut self, position: Position) -> Position {
        let Some(Solution { length, moves, .. }) = self.solution(&position) else {
            return position;
        };
        let mut walls = position.removable();
        walls.retain(|&wall| {
            let without = position.without(wall).filter(|_| wall.is_wall());
            let end = without.and_then(|start| {
                let mut moves = moves.iter();
                moves.try_fold(start, |state, &played| state.play(played).ok())
            });
            end.is_some_and(|end| end.is_solved())
        });
        self.without_walls(position, &walls, length)
    }

    /// Removes all of these walls, or as many as bisection finds to be idle.
    fn without_walls(&mut self, position: Position, walls: &[Removable], length: u32) -> Position {
        let mut all = walls.iter();
        let without = all.try_fold(position.clone(), |left, &wall| left.without(wall));
        let (first, rest) = walls.split_at(walls.len() / 2);
        match without {
            Some(without) if self.has_optimum(&without, length) => without,
            _ if first.is_empty() => position,
            _ => {
                let position = self.without_walls(position, first, length);
                self.without_walls(position, rest, length)
            }
        }
    }

    /// Whether a shortest solution has this length and, if requested, is the only one.
    fn has_optimum(&mut self, position: &Position, length: u32) -> bool {
        let solution = self.solution(position);
        solution.is_some_and(|solution| {
            solution.length == length
                && (!self.options.is_unique
                    || solution.optimal_solutions.map_or_else(
                        || self.has_one_solution(position, solution.moves.len()),
                        |number| number == 1,
                    ))
        })
    }

    fn has_one_solution(&mut self, position: &Position, moves: usize) -> bool {
        let mut budget = Budget::new(LIMITS.max_memory, POSITIONS);
        let optima = search::optima(position, moves, 0, &mut budget);
        self.positions += budget.positions();
        matches!(optima, Some(Ok(optima)) if optima.number == 1)
    }

    /// Whether `check` reports nothing, hints included. On a board of the printed game, robots may
    /// be idle. Of a minimal puzzle, no object is idle.
    fn is_clean(&self, text: &str, is_minimal: bool) -> bool {
        let has_hints = !self.options.is_printed;
        let policy = Policy::new(Levels::default(), Demands::default(), has_hints);
        let mut wants = policy.wants();
        let keeps_walls = self.options.is_symmetric || self.options.keeps_walls;
        wants.idle_walls &= !keeps_walls && !is_minimal;
        wants.idle_pieces &= !is_minimal;
        let puzzle = Puzzle::read(text, &FileHead::default());
        let Some(question) = puzzle.question(LIMITS, wants) else {
            return false;
        };
        let call = Call::default();
        let answer = self.solver.answer(&question, &call).unwrap_or_else(|failed| failed.rethrow());
        let of_answer = check_answer(text, &puzzle, &answer, policy.demands());
        let extras =
            self.solver.extras(&question, &answer, &call).unwrap_or_else(|failed| failed.rethrow());
        let of_extras = extras.map(|extras| check_extras(text, &puzzle, &extras, policy.demands()));
        let mut found =
            puzzle.diagnostics().iter().chain(&of_answer).chain(of_extras.iter().flatten());
        !found.any(|diagnostic| policy.shows(diagnostic.lint))
    }
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
    match glance(position, left).unwrap_or_else(|failed| failed.rethrow()).outcome {
        Outcome::Solved(solution) => solution.length,
        _ => 0,
    }
}
