//! Packs: puzzles from easy to hard, each the best of several that are about as hard.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::options::GeneratorOptions;
use super::puzzle::Generated;
use super::selection::Selection;
use crate::solving::{Goal, Identity, score};

/// The puzzles among which each puzzle is chosen.
const CHOICE: usize = 3;

/// The lowest score that is asked for, as of the easiest printed cards.
const LOWEST: u32 = 12;

/// The highest score that is asked for.
const HIGHEST: u32 = 95;

/// The scores of the first puzzles, above the lowest one. They suit somebody who plays for the
/// first time.
const FIRST_SCORES: u32 = 10;

/// The number of first puzzles, or more in a large pack.
const FIRST: usize = 3;

/// The number of bins.
const BINS: usize = 10;

/// The days of a week.
const DAYS: usize = 7;

/// The puzzles from which a pack is chosen.
#[derive(Clone, Debug)]
pub struct Pack {
    count: usize,
    is_weekly: bool,
    bins: Vec<Bin>,
    identities: HashSet<Identity>,
}

/// The puzzles with a score in a range.
#[derive(Clone, Debug)]
struct Bin {
    scores: (u32, u32),
    /// The number of puzzles of the pack.
    quota: usize,
    puzzles: Vec<Generated>,
}

impl Pack {
    /// Creates an empty pack of so many puzzles. A weekly one is easy on the first day of each
    /// week, and hard on the last.
    pub fn new(count: usize, is_weekly: bool, options: &GeneratorOptions) -> Self {
        let of_moves = |moves: u32, switches| score(options.game, moves, switches);
        let least = options.moves.least.unwrap_or(0).max(2);
        let easiest = of_moves(least, 1).map_or(LOWEST, |score| score.max(LOWEST));
        let most = options.moves.most.and_then(|most| of_moves(most, most.saturating_sub(1)));
        let hardest = most.map_or(HIGHEST, |score| score.min(HIGHEST)).max(easiest);
        let (lowest, highest) = options.score.unwrap_or((easiest, hardest));
        let range = |from: u32, to: u32, bins: usize| {
            let scores = to + 1 - from;
            let bins = u32::try_from(bins).unwrap_or(scores).clamp(1, scores);
            let edge = move |bin| from + scores * bin / bins;
            (0..bins).map(move |bin| (edge(bin), edge(bin + 1) - 1))
        };
        let quotas = |count: usize, bins: usize| {
            (0..bins).map(move |bin| count * (bin + 1) / bins - count * bin / bins)
        };
        let first = if is_weekly || count < 2 * FIRST || highest - lowest < 2 * FIRST_SCORES {
            0
        } else {
            FIRST.max(count / BINS)
        };
        let mut bins = Vec::new();
        if first > 0 {
            bins.push(Bin {
                scores: (lowest, lowest + FIRST_SCORES),
                quota: first,
                puzzles: vec![],
            });
        }
        let from = if first > 0 { lowest + FIRST_SCORES + 1 } else { lowest };
        let number = if is_weekly { DAYS } else { BINS.min(count - first) };
        let ranges: Vec<_> = range(from, highest, number).collect();
        let quotas = quotas(count - first, ranges.len());
        let rest = ranges.into_iter().zip(quotas);
        bins.extend(rest.map(|(scores, quota)| Bin { scores, quota, puzzles: Vec::new() }));
        Self { count, is_weekly, bins, identities: HashSet::new() }
    }

    /// Returns the most puzzles among which the pack is chosen.
    pub const fn most(&self) -> usize {
        CHOICE * self.count
    }

    /// Returns the ranges of scores, the lowest first.
    pub fn scores(&self) -> Vec<(u32, u32)> {
        self.bins.iter().map(|bin| bin.scores).collect()
    }

    /// Adds a puzzle to a bin. Returns whether it is another than all before.
    pub fn add(&mut self, bin: usize, generated: Generated) -> bool {
        let is_new = self.identities.insert(generated.identity);
        if is_new {
            self.bins[bin].puzzles.push(generated);
        }
        is_new
    }

    /// Whether a bin has enough puzzles to choose from.
    pub fn is_full(&self, bin: usize) -> bool {
        let bin = &self.bins[bin];
        bin.puzzles.len() >= CHOICE * bin.quota
    }

    /// Returns the puzzles of the pack as texts, in their order, unlike each other and the puzzles
    /// of a selection. They may be fewer than wanted.
    pub fn texts(&self, mut selection: Selection, goal: Option<Goal>) -> Vec<String> {
        let by_rank = |puzzle: &&Generated| {
            let (has_one_plan, quality) = puzzle.rank;
            Reverse((has_one_plan, quality.score(goal), puzzle.identity))
        };
        let mut missing = Vec::new();
        let mut others: Vec<&Generated> = Vec::new();
        for bin in &self.bins {
            let mut puzzles: Vec<&Generated> = bin.puzzles.iter().collect();
            puzzles.sort_by_key(by_rank);
            let mut left = bin.quota;
            for puzzle in puzzles {
                match left > 0 && selection.accept(puzzle.clone(), true) {
                    true => left -= 1,
                    false => others.push(puzzle),
                }
            }
            missing.push((bin.scores, left));
        }
        // Others that are about as hard take the place of puzzles that were not found.
        for ((least, most), mut left) in missing {
            others.sort_by_key(|puzzle| {
                ((2 * puzzle.difficulty.0).abs_diff(least + most), by_rank(puzzle))
            });
            others.retain(|puzzle| match left > 0 && selection.accept((*puzzle).clone(), true) {
                true => {
                    left -= 1;
                    false
                }
                false => true,
            });
        }
        let puzzles = selection.into_sorted();
        let texts: Vec<String> = puzzles.iter().filter_map(Generated::text).collect();
        if self.is_weekly { by_week(&texts) } else { texts }
    }

    /// Whether so many puzzles are the whole pack.
    pub fn is_whole(&self, puzzles: usize) -> bool {
        puzzles >= self.count
    }
}

/// Returns puzzles, sorted by difficulty, so that each week runs from easy to hard.
fn by_week(texts: &[String]) -> Vec<String> {
    let weeks = texts.len().div_ceil(DAYS);
    // The last week may be short.
    let days: Vec<usize> = (0..DAYS).map(|day| (texts.len() + DAYS - 1 - day) / DAYS).collect();
    let first = |day: usize| days.iter().take(day).sum::<usize>();
    let places = (0..weeks).flat_map(|week| (0..DAYS).map(move |day| (week, day)));
    let places = places.filter(|&(week, day)| week < days[day]);
    places.map(|(week, day)| texts[first(day) + week].clone()).collect()
}
