//! One ply of the analysis: all materials at once, and 64 states in a word.
//!
//! A side to move wins in *n* plies if one of its moves leads to a loss in *n* - 1. It loses in *n*
//! if every move leads to a win, the slowest in *n* - 1. Its moves lead from row to row, and the
//! other army stays in its column. So the new wins of a row are the union of the rows that its
//! steps lead to, and its new losses an intersection. The result is then transposed for the other
//! side, whose rows are these columns.

use std::sync::atomic::{AtomicU64, Ordering};

use super::bits::{or, words};
use super::distribute::distribute;
use super::materials::{Material, Materials};
use super::plies::Plies;
use super::values::{MaterialValues, SuccessorValues};
use crate::search::limits::{Budget, Limit};

/// The number of words of a row that are processed together, so that they stay in registers and an
/// empty strip ends early.
const STRIP: usize = 16;

/// The number of words of a task: some tens of microseconds of work.
const TASK_WORDS: usize = 1 << 13;

/// The rows of a material from `first` on, which one thread settles.
struct Task<'a, P> {
    material: &'a Material,
    number: usize,
    first: usize,
    settled: &'a mut [u64],
    fresh: &'a mut [u64],
    changed: &'a mut [bool],
    plies: &'a mut [P],
}

/// One ply of an analysis.
pub(super) struct Sweep<'a> {
    pub(super) materials: &'a Materials,
    pub(super) successors: &'a [SuccessorValues],
    pub(super) ply: u32,
}

impl Sweep<'_> {
    /// Settles the states of this ply, and returns their number.
    pub(super) fn settle<P: Plies>(
        &self,
        values: &mut [MaterialValues<P>],
        budget: &Budget<'_>,
    ) -> Result<u64, Limit> {
        let mut tasks = Vec::new();
        let mut all_words = 0;
        for ((number, material), values) in self.materials.all.iter().enumerate().zip(values) {
            let words = values.settled.words();
            let rows = (TASK_WORDS / words).max(1);
            all_words += material.rows * words;
            let settled = values.settled.bits_mut().chunks_mut(rows * words);
            let fresh = values.fresh.bits_mut().chunks_mut(rows * words);
            let changed = values.changed.chunks_mut(rows);
            let plies = values.plies.chunks_mut(rows * material.columns);
            let rest = settled.zip(fresh).zip(changed.zip(plies));
            for (first, ((settled, fresh), (changed, plies))) in (0..).step_by(rows).zip(rest) {
                tasks.push(Task { material, number, first, settled, fresh, changed, plies });
            }
        }
        let settled = AtomicU64::new(0);
        distribute(tasks, all_words, budget, |task| {
            settled.fetch_add(self.settle_rows(task), Ordering::Relaxed);
        })?;
        Ok(settled.into_inner())
    }

    fn settle_rows<P: Plies>(&self, task: Task<'_, P>) -> u64 {
        let words = words(task.material.columns);
        let mut stuck = vec![0; words];
        let mut count = 0;
        let rows = task
            .settled
            .chunks_exact_mut(words)
            .zip(task.fresh.chunks_exact_mut(words))
            .zip(task.changed)
            .zip(task.plies.chunks_exact_mut(task.material.columns));
        let source = Source::new(self, task.material, task.number);
        for (row, (((settled, fresh), changed), plies)) in (task.first..).zip(rows) {
            if *changed {
                fresh.fill(0);
                *changed = false;
            }
            let any = if self.ply % 2 == 1 {
                source.wins(row, settled, fresh, &mut stuck)
            } else {
                source.losses(row, settled, fresh, &mut stuck)
            };
            if !any {
                continue;
            }
            for (at, (&fresh, settled)) in fresh.iter().zip(&mut *settled).enumerate() {
                if fresh == 0 {
                    continue;
                }
                *changed = true;
                *settled |= fresh;
                count += u64::from(fresh.count_ones());
                let mut bits = fresh;
                while bits != 0 {
                    let column = at * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    plies[column] = P::new(self.ply);
                }
            }
        }
        count
    }
}

/// The data that settle the rows of a material.
struct Source<'a> {
    sweep: &'a Sweep<'a>,
    material: &'a Material,
    successors: &'a SuccessorValues,
    below: Option<&'a SuccessorValues>,
}

// Rows are numbers of placements, and the tables have a row for each.
impl<'a> Source<'a> {
    fn new(sweep: &'a Sweep<'a>, material: &'a Material, number: usize) -> Self {
        Self {
            sweep,
            material,
            successors: &sweep.successors[number],
            below: material.below.map(|number| &sweep.successors[number]),
        }
    }

    /// Returns the rows that the moves of `row` lead to, each with its table.
    fn next(&self, row: usize) -> impl Iterator<Item = (&'a SuccessorValues, usize)> {
        let graph = self.sweep.materials.graph(self.material);
        let steps = graph.steps(row).iter().map(|&next| (self.successors, next));
        let leaves = graph.leaves(row).iter().map(|&next| {
            let below = self.below.expect("the last man wins as it leaves, before this is asked");
            (below, next)
        });
        steps.chain(leaves).map(|(values, row)| (values, row as usize))
    }

    /// Sets `fresh` to the columns that are new wins. Returns whether there may be any; if not,
    /// `fresh` is unchanged.
    fn wins(&self, row: usize, settled: &[u64], fresh: &mut [u64], stuck: &mut [u64]) -> bool {
        if self.sweep.materials.finishes(self.material, row) {
            // A side that can leave with its last man wins at once.
            if self.sweep.ply == 1 {
                for (fresh, settled) in fresh.iter_mut().zip(settled) {
                    *fresh = !settled;
                }
            }
            return self.sweep.ply == 1;
        }
        let mut any = false;
        for (values, next) in self.next(row) {
            if values.changed[next] {
                or(fresh, values.fresh.row(next));
                any = true;
            }
        }
        // A pass leads to the same row.
        if self.successors.changed[row] && self.sweep.materials.stuck(self.material, row, stuck) {
            for (fresh, (stuck, after)) in
                fresh.iter_mut().zip(stuck.iter().zip(self.successors.fresh.row(row)))
            {
                *fresh |= stuck & after;
            }
            any = true;
        }
        if any {
            for (fresh, settled) in fresh.iter_mut().zip(settled) {
                *fresh &= !settled;
            }
        }
        any
    }

    /// Sets `fresh` to the columns that are new losses. Returns whether there may be any; if not,
    /// the caller ignores `fresh`.
    fn losses(&self, row: usize, settled: &[u64], fresh: &mut [u64], stuck: &mut [u64]) -> bool {
        let passed = self.successors.changed[row];
        if self.sweep.materials.finishes(self.material, row)
            || !passed && !self.next(row).any(|(values, next)| values.changed[next])
        {
            return false;
        }
        let mut any = 0;
        let strips = fresh.chunks_mut(STRIP).zip(settled.chunks(STRIP));
        for (at, (fresh, settled)) in (0..).step_by(STRIP).zip(strips) {
            let mut open = 0;
            for (fresh, settled) in fresh.iter_mut().zip(settled) {
                *fresh = !settled;
                open |= *fresh;
            }
            for (values, next) in self.next(row) {
                if open == 0 {
                    break;
                }
                open = 0;
                for (fresh, won) in fresh.iter_mut().zip(&values.won.row(next)[at..]) {
                    *fresh &= won;
                    open |= *fresh;
                }
            }
            any |= open;
        }
        if any != 0 && self.sweep.materials.stuck(self.material, row, stuck) {
            let after = self.successors.won.row(row);
            for (fresh, (stuck, won)) in fresh.iter_mut().zip(stuck.iter().zip(after)) {
                *fresh &= !stuck | won;
            }
        }
        any != 0
    }
}
