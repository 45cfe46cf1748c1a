//! One ply of the analysis, all layers at once and 64 states a word.
//!
//! A side to move wins in *n* plies where one of its moves leads to a loss in
//! *n* - 1, and loses in *n* where every move leads to a win, the slowest in
//! *n* - 1. Its moves lead from row to row, and the other army stays in its
//! column: so the new wins of a row are the union of the rows that its steps
//! lead to, and its new losses an intersection. What was found is then
//! transposed for the other side, whose rows are these columns.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bits::{BitMatrix, or, transpose};
use super::layers::{Layer, Layers};
use super::plies::Plies;
use crate::search::{Budget, Stop};

/// What is known of the states of a layer with its own army to move.
#[derive(Debug)]
pub(super) struct Found<P> {
    /// How many states there are.
    pub(super) states: u64,
    /// The states that are settled, and what is no state.
    pub(super) settled: BitMatrix,
    /// Those settled in the last ply.
    fresh: BitMatrix,
    /// The rows of `fresh` that have any.
    changed: Vec<bool>,
    /// The distance of each settled state; 0 for the others.
    pub(super) plies: Vec<P>,
}

/// The same of the same states with the other army to move, in the rows and
/// columns of the layer.
#[derive(Debug)]
pub(super) struct Heard {
    fresh: BitMatrix,
    changed: Vec<bool>,
    /// The states that the other army wins, and what is no state.
    pub(super) won: BitMatrix,
}

impl<P: Plies> Found<P> {
    pub(super) fn new(layer: &Layer) -> Self {
        Self {
            states: 0,
            settled: BitMatrix::new(layer.rows, layer.columns),
            fresh: BitMatrix::new(layer.rows, layer.columns),
            changed: vec![false; layer.rows],
            plies: vec![P::NONE; layer.rows * layer.columns],
        }
    }
}

impl Heard {
    pub(super) fn new(layer: &Layer) -> Self {
        Self {
            fresh: BitMatrix::new(layer.rows, layer.columns),
            changed: vec![false; layer.rows],
            won: BitMatrix::new(layer.rows, layer.columns),
        }
    }
}

/// Words of a row that are worked on together, so that they stay in registers
/// and a strip with nothing left is left early.
const STRIP: usize = 16;

/// Words of a task: some tens of microseconds of work.
const TASK_WORDS: usize = 1 << 13;

/// Words of all matrices from which on a second thread pays.
const WORDS_TO_SHARE: usize = 1 << 14;

/// Rows `first..` of a layer, to be worked on by one thread.
struct Task<'a, P> {
    layer: &'a Layer,
    number: usize,
    first: usize,
    settled: &'a mut [u64],
    fresh: &'a mut [u64],
    changed: &'a mut [bool],
    plies: &'a mut [P],
}

/// One ply of an analysis.
pub(super) struct Sweep<'a> {
    pub(super) layers: &'a Layers,
    pub(super) heard: &'a [Heard],
    pub(super) ply: u32,
}

/// Runs `work` on all tasks, on two or more threads where it pays. Which
/// thread does what makes no difference to what is done.
fn share<T: Send>(
    tasks: Vec<T>,
    words: usize,
    budget: &Budget<'_>,
    work: impl Fn(T) + Sync,
) -> Result<(), Stop> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if words < WORDS_TO_SHARE { 1 } else { cores };
    let queue = Mutex::new(tasks.into_iter());
    let run = || {
        loop {
            // A poisoned queue only lacks what the panicking thread had taken.
            let task = queue.lock().map_or(None, |mut tasks| tasks.next());
            let Some(task) = task else {
                return Ok(());
            };
            budget.poll()?;
            work(task);
        }
    };
    if threads == 1 {
        return run();
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut result = run();
        for other in others {
            match other.join() {
                Ok(theirs) => result = result.and(theirs),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        result
    })
}

impl Sweep<'_> {
    /// Settles what this ply settles; says how many states that were.
    pub(super) fn settle<P: Plies>(
        &self,
        found: &mut [Found<P>],
        budget: &Budget<'_>,
    ) -> Result<u64, Stop> {
        let mut tasks = Vec::new();
        let mut all_words = 0;
        for ((number, layer), found) in self.layers.all.iter().enumerate().zip(found) {
            let words = found.settled.words();
            let rows = (TASK_WORDS / words).max(1);
            all_words += layer.rows * words;
            let settled = found.settled.bits_mut().chunks_mut(rows * words);
            let fresh = found.fresh.bits_mut().chunks_mut(rows * words);
            let changed = found.changed.chunks_mut(rows);
            let plies = found.plies.chunks_mut(rows * layer.columns);
            let rest = settled.zip(fresh).zip(changed.zip(plies));
            for (first, ((settled, fresh), (changed, plies))) in (0..).step_by(rows).zip(rest) {
                tasks.push(Task {
                    layer,
                    number,
                    first,
                    settled,
                    fresh,
                    changed,
                    plies,
                });
            }
        }
        let settled = AtomicU64::new(0);
        share(tasks, all_words, budget, |task| {
            settled.fetch_add(self.settle_rows(task), Ordering::Relaxed);
        })?;
        Ok(settled.into_inner())
    }

    fn settle_rows<P: Plies>(&self, task: Task<'_, P>) -> u64 {
        let words = super::bits::words(task.layer.columns);
        let mut stuck = vec![0; words];
        let mut count = 0;
        let rows = task
            .settled
            .chunks_exact_mut(words)
            .zip(task.fresh.chunks_exact_mut(words))
            .zip(task.changed)
            .zip(task.plies.chunks_exact_mut(task.layer.columns));
        let source = Source::new(self, task.layer, task.number);
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
                    if let Some(plies) = plies.get_mut(column) {
                        *plies = P::new(self.ply);
                    }
                }
            }
        }
        count
    }
}

/// What the rows of a layer are settled by.
struct Source<'a> {
    sweep: &'a Sweep<'a>,
    layer: &'a Layer,
    heard: &'a Heard,
    below: Option<&'a Heard>,
}

// Rows are numbers of placements; the tables have a row for each of them.
#[expect(clippy::indexing_slicing)]
impl<'a> Source<'a> {
    fn new(sweep: &'a Sweep<'a>, layer: &'a Layer, number: usize) -> Self {
        Self {
            sweep,
            layer,
            heard: &sweep.heard[number],
            below: layer.below.map(|number| &sweep.heard[number]),
        }
    }

    /// The tables and the rows in them that the moves of `row` lead to.
    fn next(&self, row: usize) -> impl Iterator<Item = (&'a Heard, usize)> {
        let graph = self.sweep.layers.graph(self.layer);
        let steps = graph.steps(row).iter().map(|&next| (self.heard, next));
        let leaves = graph.leaves(row).iter();
        let leaves = leaves.filter_map(|&next| Some((self.below?, next)));
        steps
            .chain(leaves)
            .map(|(heard, row)| (heard, row as usize))
    }

    /// Makes `fresh` the columns that now prove to be wins; `false` where
    /// there are none, and then `fresh` is left alone.
    fn wins(&self, row: usize, settled: &[u64], fresh: &mut [u64], stuck: &mut [u64]) -> bool {
        if self.sweep.layers.finishes(self.layer, row) {
            // Whoever can leave with the last man does so at once.
            if self.sweep.ply == 1 {
                for (fresh, settled) in fresh.iter_mut().zip(settled) {
                    *fresh = !settled;
                }
            }
            return self.sweep.ply == 1;
        }
        let mut any = false;
        for (heard, next) in self.next(row) {
            if heard.changed[next] {
                or(fresh, heard.fresh.row(next));
                any = true;
            }
        }
        // After a pass the men stand where they stood.
        if self.heard.changed[row] && self.sweep.layers.stuck(self.layer, row, stuck) {
            for (fresh, (stuck, after)) in fresh
                .iter_mut()
                .zip(stuck.iter().zip(self.heard.fresh.row(row)))
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

    /// Makes `fresh` the columns that now prove to be losses; `false` where
    /// there are none, and then `fresh` is left alone.
    fn losses(&self, row: usize, settled: &[u64], fresh: &mut [u64], stuck: &mut [u64]) -> bool {
        let passed = self.heard.changed[row];
        if !passed && !self.next(row).any(|(heard, next)| heard.changed[next])
            || self.sweep.layers.finishes(self.layer, row)
        {
            return false;
        }
        let mut any = 0;
        let strips = fresh.chunks_mut(STRIP).zip(settled.chunks(STRIP));
        for (at, (fresh, settled)) in (0..).step_by(STRIP).zip(strips) {
            let mut left = 0;
            for (fresh, settled) in fresh.iter_mut().zip(settled) {
                *fresh = !settled;
                left |= *fresh;
            }
            for (heard, next) in self.next(row) {
                if left == 0 {
                    break;
                }
                left = 0;
                for (fresh, won) in fresh.iter_mut().zip(&heard.won.row(next)[at..]) {
                    *fresh &= won;
                    left |= *fresh;
                }
            }
            any |= left;
        }
        if any != 0 && self.sweep.layers.stuck(self.layer, row, stuck) {
            let after = self.heard.won.row(row);
            for (fresh, (stuck, won)) in fresh.iter_mut().zip(stuck.iter().zip(after)) {
                *fresh &= !stuck | won;
            }
        }
        any != 0
    }
}

/// Rows of `fresh`, `changed` and `won` from `first` on, to be filled.
struct Hearing<'a, P> {
    from: &'a Found<P>,
    first: usize,
    words: usize,
    fresh: &'a mut [u64],
    changed: &'a mut [bool],
    won: &'a mut [u64],
}

/// Rows that one thread transposes at a time: a cache line of each row they
/// come from.
const BAND: usize = 512;

/// Tells each layer what its twin found. In plies of wins, they are added to
/// what is won.
pub(super) fn tell<P: Plies>(
    layers: &Layers,
    found: &[Found<P>],
    heard: &mut [Heard],
    wins: bool,
    budget: &Budget<'_>,
) -> Result<(), Stop> {
    let mut tasks = Vec::new();
    let mut all_words = 0;
    for (layer, heard) in layers.all.iter().zip(heard) {
        let Some(from) = found.get(layer.twin) else {
            continue;
        };
        let words = heard.fresh.words();
        all_words += layer.rows * words;
        let fresh = heard.fresh.bits_mut().chunks_mut(BAND * words);
        let won = heard.won.bits_mut().chunks_mut(BAND * words);
        let changed = heard.changed.chunks_mut(BAND);
        for (first, ((fresh, won), changed)) in (0..).step_by(BAND).zip(fresh.zip(won).zip(changed))
        {
            tasks.push(Hearing {
                from,
                first,
                words,
                fresh,
                changed,
                won,
            });
        }
    }
    share(tasks, all_words, budget, |task| task.hear(wins))
}

impl<P> Hearing<'_, P> {
    // Everything is cut to the size of the two tables, which are transposed
    // images of each other.
    #[expect(clippy::indexing_slicing)]
    fn hear(self, wins: bool) {
        let words = self.words;
        for (fresh, changed) in self.fresh.chunks_mut(words).zip(&mut *self.changed) {
            if *changed {
                fresh.fill(0);
                *changed = false;
            }
        }
        let mut block = [0; 64];
        for (at, sources) in self.from.changed.chunks(64).enumerate() {
            if !sources.contains(&true) {
                continue;
            }
            for (band, rows) in self.changed.chunks_mut(64).enumerate() {
                let word = self.first / 64 + band;
                block.fill(0);
                let mut any = 0;
                for (source, (block, &changed)) in block.iter_mut().zip(sources).enumerate() {
                    if changed {
                        *block = self.from.fresh.row(at * 64 + source)[word];
                        any |= *block;
                    }
                }
                if any == 0 {
                    continue;
                }
                transpose(&mut block);
                for (row, (&bits, changed)) in block.iter().zip(rows).enumerate() {
                    if bits != 0 {
                        *changed = true;
                        let place = (band * 64 + row) * words + at;
                        self.fresh[place] = bits;
                        if wins {
                            self.won[place] |= bits;
                        }
                    }
                }
            }
        }
    }
}
