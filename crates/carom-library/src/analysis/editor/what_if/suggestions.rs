//! The single change that gives a puzzle the most or the fewest moves.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use super::WhatIfSource;
use crate::analysis::editor::play::length;
use crate::analysis::edits::board_editor::{Handle, handles};
use crate::analysis::model::words::PuzzleState;
use crate::analysis::{AnswerState, Variant};
use crate::board::Square;
use crate::games::Position;
use crate::search::{Answer, CancelFlag, Outcome, Value, Verdict};
use crate::solving::{Call, Limits, Question, Solver};
use crate::words::count;

/// The work for one suggestion, up to five seconds on one core for most puzzles. It is measured in
/// positions, so that a puzzle gets the same suggestion on every machine unless [`MOST_TIME`] is
/// over before.
const MOST_WORK: u64 = 10_000_000;

/// The time for one suggestion. Positions of large boards with many robots or grouped moves cost up
/// to a hundred times as much as others, so their number does not bound the time.
const MOST_TIME: Duration = Duration::from_secs(5);

/// The time for one change, so that a few do not take all of it.
const MOST_TIME_FOR_ONE: Duration = Duration::from_secs(1);

/// The work for one change besides its positions.
const OVERHEAD: u64 = 2_000;

/// The goal of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuggestionGoal {
    /// More moves, as many as possible.
    Harder,
    /// Fewer moves, as few as possible, but at least one.
    Easier,
}

/// A suggested move of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The object.
    pub item: Handle,
    /// Its new square.
    pub to: Square,
}

/// The best change that a search found.
#[derive(Clone, Debug)]
pub struct SuggestedChange {
    /// The change.
    pub change: Suggestion,
    /// The length before it, if the puzzle is known to have one.
    pub before: Option<u32>,
    /// The length after it.
    pub after: u32,
    /// The changed puzzle.
    pub question: Question,
    /// Its answer.
    pub answer: Arc<Answer>,
    /// The number of other changes without an answer: one of them may be better.
    pub unknown: usize,
}

/// The progress of a search for a suggestion, for another thread.
#[derive(Debug, Default)]
pub struct SuggestionProgress {
    tried: AtomicUsize,
    all: AtomicUsize,
    percentage: AtomicU32,
}

impl SuggestionProgress {
    /// Returns the number of changes that were tried, and of all.
    pub fn tried(&self) -> (usize, usize) {
        (self.tried.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    /// Returns the part of the work that is done, from 0 to 100.
    pub fn percentage(&self) -> u32 {
        self.percentage.load(Ordering::Relaxed)
    }
}

/// A change and the puzzle that it makes.
type Candidate = (Suggestion, Question);

/// Finds the change that serves a goal best, the first of equals: by object and then by square, row
/// by row from the top. After five seconds, or the work that mostly takes as long, it is the best
/// of those tried so far.
///
/// `known` is the answer of the puzzle, if there is one already.
///
/// # Errors
///
/// The reason why there is no suggestion.
pub fn suggest(
    source: &WhatIfSource<'_>,
    goal: SuggestionGoal,
    known: Option<&Arc<Answer>>,
    solver: &Solver,
    cancel: &CancelFlag,
    progress: &SuggestionProgress,
) -> Result<SuggestedChange, String> {
    let mut source = *source;
    // No change takes most of the work.
    source.limits.max_positions = source.limits.max_positions.min(MOST_WORK / 10);
    let (own, candidates) = source.moves().ok_or("the puzzle has nothing to move")?;
    let begun = Instant::now();
    let mut search =
        Search { solver, cancel, progress, begun, work: 0, tried: Vec::new(), untried: 0 };
    let answer = known.cloned().or_else(|| search.answer(&own));
    search.run(mixed(candidates));
    let before = answer.as_deref().and_then(SuggestionGoal::measure);
    let state = answer.as_deref().map(|answer| PuzzleState::from(AnswerState::Answer(answer)));
    // Moves of blocks and diagonals are the last resort, the nearest first.
    let mut has_terrain = false;
    if state == Some(PuzzleState::Unsolvable) {
        for candidates in (1..).map_while(|steps| source.moves_of_terrain(steps)) {
            if search.untried > 0 || search.best(goal, before).is_some() || cancel.is_cancelled() {
                break;
            }
            has_terrain |= !candidates.is_empty();
            search.run(candidates.into_iter().enumerate().collect());
        }
    }
    if cancel.is_cancelled() {
        return Err("cancelled".to_owned());
    }
    let unknown = search.unknown();
    let best = search.best(goal, before);
    let (candidate, answer, after) =
        best.ok_or_else(|| goal.refusal(before, has_terrain, unknown))?;
    let (change, question) = candidate.clone();
    Ok(SuggestedChange { change, before, after, question, answer: Arc::clone(answer), unknown })
}

impl WhatIfSource<'_> {
    /// Returns the puzzle, and the moves of pieces, targets, items and the player, by object and
    /// then by square; `None` for a malformed puzzle.
    fn moves(&self) -> Option<(Question, Vec<Candidate>)> {
        let mut own = None;
        let mut candidates = Vec::new();
        for item in handles(self.puzzle)?.into_iter().filter(|item| !is_terrain(item)) {
            for Variant { square: to, question } in self.variants(&item) {
                if item.square == to.to_string() {
                    own = question;
                } else if let Some(question) = question {
                    candidates.push((Suggestion { item: item.clone(), to }, question));
                }
            }
        }
        Some((own?, candidates))
    }

    /// Returns the moves of blocks and diagonals by a number of steps along rows and columns;
    /// `None` if the board is not that large. They change the board, so they are only for a
    /// puzzle that no other move makes solvable, and a short move is better than a long one.
    fn moves_of_terrain(&self, steps: u8) -> Option<Vec<Candidate>> {
        let board = self.puzzle.position().map(Position::board)?;
        if steps > board.columns() + board.rows() - 2 {
            return None;
        }
        let mut candidates = Vec::new();
        for item in handles(self.puzzle)?.into_iter().filter(is_terrain) {
            let Ok(from) = item.square.parse::<Square>() else {
                continue;
            };
            let distance =
                |to: &Square| from.column().abs_diff(to.column()) + from.row().abs_diff(to.row());
            for to in self.squares().filter(|to| distance(to) == steps) {
                let question = self.question(&item, to);
                let change = Suggestion { item: item.clone(), to };
                candidates.extend(question.map(|question| (change, question)));
            }
        }
        Some(candidates)
    }
}

/// Whether an object is part of the board.
fn is_terrain(item: &Handle) -> bool {
    matches!(item.kind, "block" | "diagonal")
}

/// Numbers candidates, and mixes all objects and squares evenly: by multiples of the golden ratio.
fn mixed(candidates: Vec<Candidate>) -> Vec<(usize, Candidate)> {
    let mut numbered: Vec<_> = candidates.into_iter().enumerate().collect();
    numbered.sort_by_key(|&(number, _)| (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    numbered
}

/// A search for the best of many changes.
struct Search<'a> {
    solver: &'a Solver,
    cancel: &'a CancelFlag,
    progress: &'a SuggestionProgress,
    begun: Instant,
    work: u64,
    tried: Vec<Tried>,
    /// The number of candidates beyond the limit of the work.
    untried: usize,
}

/// A candidate with its answer.
struct Tried {
    /// Its place among equals.
    number: usize,
    candidate: Candidate,
    /// `None` if the search failed.
    answer: Option<Arc<Answer>>,
}

/// Candidates while several threads try them.
struct Trial {
    waiting: std::iter::Enumerate<std::vec::IntoIter<(usize, Candidate)>>,
    /// The candidates that were tried, by their places in the order.
    tried: BTreeMap<usize, Tried>,
    /// The number of candidates that count: all before them were tried, too.
    counted: usize,
    /// The work for those that count.
    work: u64,
}

impl Search<'_> {
    fn answer(&self, question: &Question) -> Option<Arc<Answer>> {
        let left = MOST_TIME.saturating_sub(self.begun.elapsed()).min(MOST_TIME_FOR_ONE);
        let limits = question.limits();
        let time = Some(limits.time.map_or(left, |time| time.min(left)));
        let limits = Limits { time, ..limits };
        let question = Question::new(question.position().clone(), question.identity(), limits);
        let call = Call { cancel: self.cancel.clone(), ..Call::default() };
        self.solver.answer(&question, &call).ok()
    }

    /// Tries candidates in their order, until a limit. The result depends on the number of threads
    /// only if the time is over.
    fn run(&mut self, candidates: Vec<(usize, Candidate)>) {
        let all = candidates.len();
        self.progress.all.fetch_add(all, Ordering::Relaxed);
        let trial = Mutex::new(Trial {
            waiting: candidates.into_iter().enumerate(),
            tried: BTreeMap::new(),
            counted: 0,
            work: self.work,
        });
        thread::scope(|scope| {
            for _ in 1..self.solver.threads().get().min(all) {
                scope.spawn(|| self.try_all(&trial));
            }
            self.try_all(&trial);
        });
        let Trial { tried, counted, work, .. } =
            trial.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.work = work;
        self.untried += all - counted;
        self.tried.extend(tried.into_values().take(counted));
    }

    /// Tries candidates on one thread.
    fn try_all(&self, trial: &Mutex<Trial>) {
        let lock = || trial.lock().unwrap_or_else(PoisonError::into_inner);
        let next = || {
            let mut trial = lock();
            let is_over = trial.work >= MOST_WORK
                || self.begun.elapsed() >= MOST_TIME
                || self.cancel.is_cancelled();
            if is_over { None } else { trial.waiting.next() }
        };
        while let Some((at, (number, candidate))) = next() {
            let answer = self.answer(&candidate.1);
            let mut trial = lock();
            trial.tried.insert(at, Tried { number, candidate, answer });
            trial.count();
            self.progress.tried.fetch_add(1, Ordering::Relaxed);
            let (tried, all) = self.progress.tried();
            let percent = |done: u64, all: u64| u32::try_from(done * 100 / all).unwrap_or(100);
            let time = percent(self.begun.elapsed().as_secs(), MOST_TIME.as_secs());
            let part = percent(tried as u64, all as u64).max(percent(trial.work, MOST_WORK));
            self.progress.percentage.store(part.max(time).min(100), Ordering::Relaxed);
        }
    }

    /// Returns the best change, with its answer and length. A puzzle without any move is no
    /// suggestion.
    fn best(
        &self,
        goal: SuggestionGoal,
        before: Option<u32>,
    ) -> Option<(&Candidate, &Arc<Answer>, u32)> {
        let measured = self.tried.iter().filter_map(|tried| {
            let answer = tried.answer.as_ref()?;
            Some((tried, answer, SuggestionGoal::measure(answer)?))
        });
        let is_better = |after: u32| before.is_none_or(|own| goal.is_better(after, own));
        let best = measured.filter(|&(.., after)| after > 0 && is_better(after)).min_by_key(
            |&(tried, _, after)| match goal {
                SuggestionGoal::Harder => (u32::MAX - after, tried.number),
                SuggestionGoal::Easier => (after, tried.number),
            },
        );
        best.map(|(tried, answer, after)| (&tried.candidate, answer, after))
    }

    /// Returns the number of changes without an answer.
    fn unknown(&self) -> usize {
        let is_settled = |answer: &Arc<Answer>| answer.outcome.is_settled();
        let tried = self.tried.iter();
        let unknown = tried.filter(|tried| !tried.answer.as_ref().is_some_and(is_settled));
        unknown.count() + self.untried
    }
}

impl Trial {
    /// Counts the candidates that were tried without a gap, up to the limit of the work.
    fn count(&mut self) {
        while self.work < MOST_WORK
            && let Some(tried) = self.tried.get(&self.counted)
        {
            self.work += OVERHEAD + tried.answer.as_ref().map_or(0, |answer| answer.positions);
            self.counted += 1;
        }
    }
}

impl SuggestionGoal {
    /// Returns the length by which puzzles are compared: the fewest moves of a
    /// solved one, the plies of a win for the side to move.
    pub fn measure(answer: &Answer) -> Option<u32> {
        let is_goal = match &answer.outcome {
            Outcome::Evaluated { verdict, .. } => {
                matches!(verdict, Verdict::Settled(Value::Win(_)))
            }
            _ => true,
        };
        length(&answer.outcome).filter(|_| is_goal)
    }

    /// Whether a length serves the goal better than another.
    const fn is_better(self, length: u32, than: u32) -> bool {
        match self {
            Self::Harder => length > than,
            Self::Easier => length < than,
        }
    }

    /// Returns why there is no suggestion. `has_terrain` is whether blocks and diagonals were
    /// moved, too.
    fn refusal(self, before: Option<u32>, has_terrain: bool, unknown: usize) -> String {
        let (most, than) = match self {
            Self::Harder => ("more", "makes it harder"),
            Self::Easier => ("fewer", "makes it easier"),
        };
        let mut text = match before {
            Some(before) => {
                let none = if unknown > 0 { "none of the changes tried" } else { "no one change" };
                format!("{none} {than}: none takes {most} than {}", count(before, "move"))
            }
            None => {
                let one = match has_terrain {
                    true => "piece, target, item, block or diagonal",
                    false => "piece, target or item",
                };
                format!("moving a single {one} does not make it solvable")
            }
        };
        if unknown > 0 {
            text.push_str(&format!("; the answer of {} is unknown", count(unknown, "change")));
        }
        text
    }
}
