//! All states of a puzzle, and the steps from one layer to the layer before it.

use std::array;
use std::sync::atomic::{AtomicU64, Ordering};

use super::combinations::Combinations;
use super::origins::{
    Arrivals, Set, SquareNumbers, StopCause, arrivals, contains, each, insert, intersect, is_empty,
    without,
};
use crate::board::Axes;
use crate::games::SlidingPuzzle;
use crate::search::limits::CancelFlag;
use crate::search::threads::on_threads;

/// The sets of blockers that a thread takes at a time.
const CHUNK: u64 = 1 << 12;

/// The states of 32 squares of the active piece: two bits each, the low bits in the lower half
/// and the high bits in the upper half.
///
/// | high | low | |
/// |---|---|---|
/// | 0 | 0 | no solution known |
/// | 0 | 1 | found now: in the next layer |
/// | 1 | 0 | in the current layer |
/// | 1 | 1 | in an earlier layer |
///
/// Both halves in one word make each change atomic. Threads only turn the first state into the
/// second, so that the order of their changes does not matter.
type Word = AtomicU64;

/// Returns the low bits, whose number is that of the squares.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
const fn low(word: u64) -> u32 {
    word as u32
}

#[inline]
const fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

/// All states of a puzzle with a number of blockers. `W` words have room for all squares.
pub(super) struct Table<const W: usize> {
    pub(super) numbers: SquareNumbers,
    pub(super) combinations: Combinations,
    active: Vec<Arrivals<W>>,
    blocker: Vec<Arrivals<W>>,
    /// A group of `W` words for each set of blockers and each set of axes.
    words: Vec<Word>,
    /// The sets of axes that are part of a state: 4, or 1 where they do not matter.
    pub(super) axes: usize,
    is_grouped: bool,
    pub(super) any_active: bool,
    /// The squares where the active piece may start.
    starts: Set<W>,
    /// Whether several threads change the words at the same time.
    is_shared: bool,
}

/// A layer of states: those whose shortest solution has the same length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerSize {
    /// All states.
    pub states: u64,
    /// Those that are starts of puzzles: the pieces have not moved yet.
    pub starts: u64,
    /// A hash of the states, the same in every run.
    pub digest: u64,
}

impl<const W: usize> Table<W> {
    /// Returns the bytes of a table, or `None` if no machine has so many.
    pub(super) fn bytes(sliding: &SlidingPuzzle, blockers: usize) -> Option<u64> {
        let squares = SquareNumbers::new(&sliding.board).len();
        let sets = Combinations::new(squares, blockers)?.len();
        let axes = if sliding.needs_both_axes { 4 } else { 1 };
        sets.checked_mul(axes)?.checked_mul(8 * W as u64)
    }

    /// Creates the table whose current layer are the solved states.
    pub(super) fn new(sliding: &SlidingPuzzle, blockers: usize) -> Option<Self> {
        let numbers = SquareNumbers::new(&sliding.board);
        let combinations = Combinations::new(numbers.len(), blockers)?;
        let axes = if sliding.needs_both_axes { 4 } else { 1 };
        let sets = usize::try_from(combinations.len()).ok()?;
        let len = sets.checked_mul(axes)?.checked_mul(W)?;
        let mut starts = [0; W];
        for (square, number) in numbers.iter().zip(0..=u8::MAX) {
            if sliding.may_start_on_target || !sliding.targets.contains(square) {
                insert(&mut starts, number);
            }
        }
        let table = Self {
            active: arrivals(sliding, &sliding.active_diagonals, &numbers),
            blocker: arrivals(sliding, &sliding.blocker_diagonals, &numbers),
            words: std::iter::repeat_with(Word::default).take(len).collect(),
            numbers,
            combinations,
            axes,
            is_grouped: sliding.is_grouped,
            any_active: sliding.any_active,
            starts,
            is_shared: false,
        };
        let mut solved = [0; W];
        for square in sliding.targets.iter() {
            if let Some(number) = table.numbers.number(square) {
                insert(&mut solved, number);
            }
        }
        let mut members = table.combinations.unrank(0);
        for rank in 0..table.combinations.len() {
            let free = without(solved, &set_of(&members));
            table.add(rank, axes - 1, &free);
            table.combinations.advance(&mut members);
        }
        Some(table)
    }

    /// Makes the states that were found the current layer, and returns its size.
    pub(super) fn next_layer(&mut self) -> LayerSize {
        let mut size = LayerSize::default();
        let starts = self.starts;
        for (group, number) in self.words.chunks_exact_mut(W).zip(0_usize..) {
            let is_start = number % self.axes == 0;
            for (place, (word, starts)) in group.iter_mut().zip(starts).enumerate() {
                let old = *word.get_mut();
                let (low, high) = (low(old), high(old));
                *word.get_mut() = u64::from(high) | u64::from(low | high) << 32;
                let new = low & !high;
                if new == 0 {
                    continue;
                }
                size.states += u64::from(new.count_ones());
                // A sum, so that it can be formed in any order.
                let index = (number * W + place) as u64;
                size.digest = size.digest.wrapping_add(mix(index << 32 ^ u64::from(new)));
                if is_start {
                    size.starts += u64::from((new & starts).count_ones());
                }
            }
        }
        size
    }

    /// Finds all states from which one move leads to the current layer, and which are in no
    /// layer yet. Returns whether it was not cancelled.
    pub(super) fn expand(&mut self, threads: usize, cancel: &CancelFlag) -> bool {
        self.is_shared = threads > 1;
        let (table, next) = (&*self, AtomicU64::new(0));
        on_threads(0..threads.max(1), |_| {
            while !cancel.is_cancelled() {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= table.combinations.len() {
                    return;
                }
                table.expand_chunk(first, table.combinations.len().min(first + CHUNK));
            }
        });
        !cancel.is_cancelled()
    }

    fn expand_chunk(&self, first: u64, end: u64) {
        let mut blockers = Blockers::new(&self.combinations, first);
        while blockers.rank < end {
            for axes in 0..self.axes {
                let layer = self.layer(blockers.rank, axes);
                if is_empty(&layer) {
                    continue;
                }
                blockers.prepare(&self.combinations);
                self.expand_active(axes, &blockers, layer);
                for place in 0..blockers.members.len() {
                    self.expand_blocker(axes, &blockers, place, layer);
                }
            }
            blockers.advance(&self.combinations);
        }
    }

    /// Slides the active piece backwards.
    fn expand_active(&self, axes: usize, blockers: &Blockers<W>, layer: Set<W>) {
        let mut found: [Set<W>; 4] = [[0; W]; 4];
        self.active_origins(axes, &blockers.all, &layer, &mut found);
        if self.is_grouped {
            let mut pending: Vec<(usize, Set<W>)> = (0..4).zip(found).collect();
            while let Some((axes, set)) = pending.pop() {
                let mut step: [Set<W>; 4] = [[0; W]; 4];
                self.active_origins(axes, &blockers.all, &set, &mut step);
                for ((found, step), axes) in found.iter_mut().zip(step).zip(0..) {
                    let new = without(step, found);
                    if !is_empty(&new) {
                        unite(found, &new);
                        pending.push((axes, new));
                    }
                }
            }
        }
        for (found, axes) in found.iter().zip(0..self.axes) {
            self.add(blockers.rank, axes, found);
        }
    }

    /// Adds the states from which the active piece slides to one of `ends`, by the axes along
    /// which it has moved before.
    fn active_origins(
        &self,
        axes: usize,
        blockers: &Set<W>,
        ends: &Set<W>,
        found: &mut [Set<W>; 4],
    ) {
        // By the axes of the slide.
        let mut origins: [Set<W>; 4] = [[0; W]; 4];
        each(ends, |end| {
            let Arrivals { all, stoppers } = &self.active[usize::from(end)];
            let has_stopper = intersect(stoppers, blockers);
            for arrival in all {
                if let StopCause::Piece(piece) = arrival.cause {
                    if !has_stopper {
                        break;
                    }
                    if !contains(blockers, piece) {
                        continue;
                    }
                }
                // Mostly the whole line is empty. Its squares are the origins.
                if let Some(furthest) = arrival.origins.last()
                    && arrival.is_straight
                    && !intersect(&furthest.empty, blockers)
                {
                    unite(&mut origins[furthest.axes.index()], &furthest.empty);
                    continue;
                }
                for origin in &arrival.origins {
                    if intersect(&origin.empty, blockers) {
                        break;
                    }
                    insert(&mut origins[origin.axes.index()], origin.square);
                }
            }
        });
        for (set, moved) in origins.iter().zip(Axes::ALL) {
            for (found, before) in found.iter_mut().zip(Axes::ALL).take(self.axes) {
                if self.axes == 1 || before.union(moved).index() == axes {
                    unite(found, set);
                }
            }
        }
    }

    /// Slides the blocker at `place` backwards.
    fn expand_blocker(&self, axes: usize, blockers: &Blockers<W>, place: usize, layer: Set<W>) {
        let end = blockers.members[place];
        let mut one = [0; W];
        insert(&mut one, end);
        let others = without(blockers.all, &one);
        let add = |square: u8, set: &Set<W>| {
            let rank = blockers.rank_after_move(&self.combinations, place, square);
            self.add(rank, axes, set);
        };
        if !self.is_grouped {
            self.blocker_origins(end, &layer, &others, |square, set| add(square, &set));
            return;
        }
        // The squares from which it slides to its end in any number of slides, each with the
        // squares of the active piece for which it does.
        let mut found: Vec<(u8, Set<W>)> = Vec::new();
        let mut pending = vec![(end, layer)];
        while let Some((end, set)) = pending.pop() {
            self.blocker_origins(end, &set, &others, |square, set| {
                let mut entries = found.iter_mut();
                let new = match entries.find(|(known, _)| *known == square) {
                    Some((_, known)) => {
                        let new = without(set, known);
                        unite(known, &new);
                        new
                    }
                    None => {
                        found.push((square, set));
                        set
                    }
                };
                if !is_empty(&new) {
                    pending.push((square, new));
                }
            });
        }
        for (square, set) in &found {
            add(*square, set);
        }
    }

    /// Calls `visit` with each square from which a blocker slides to `end`, and the squares of
    /// the active piece for which it does: some of `layer`.
    fn blocker_origins(
        &self,
        end: u8,
        layer: &Set<W>,
        others: &Set<W>,
        mut visit: impl FnMut(u8, Set<W>),
    ) {
        for arrival in &self.blocker[usize::from(end)].all {
            let mut stopped = *layer;
            if let StopCause::Piece(piece) = arrival.cause
                && !contains(others, piece)
            {
                // Only the active piece can stop it there.
                if !contains(layer, piece) {
                    continue;
                }
                stopped = [0; W];
                insert(&mut stopped, piece);
            }
            for origin in &arrival.origins {
                if intersect(&origin.empty, others) {
                    break;
                }
                let set = without(stopped, &origin.empty);
                if origin.square != end && !is_empty(&set) {
                    visit(origin.square, set);
                }
            }
        }
    }

    fn group(&self, rank: u64, axes: usize) -> &[Word] {
        let rank = usize::try_from(rank).expect("less than the number of words");
        let first = (rank * self.axes + axes) * W;
        &self.words[first..first + W]
    }

    /// Notes that these states were found, unless they are in a layer already.
    #[inline]
    fn add(&self, rank: u64, axes: usize, set: &Set<W>) {
        for (word, &set) in self.group(rank, axes).iter().zip(set) {
            if set == 0 {
                continue;
            }
            let old = word.load(Ordering::Relaxed);
            let new = set & !(low(old) | high(old));
            if new == 0 {
                continue;
            }
            match self.is_shared {
                true => _ = word.fetch_or(u64::from(new), Ordering::Relaxed),
                // An atomic change takes several times longer.
                false => word.store(old | u64::from(new), Ordering::Relaxed),
            }
        }
    }

    fn read(&self, rank: u64, axes: usize, part: fn(u64) -> u32) -> Set<W> {
        let group = self.group(rank, axes);
        array::from_fn(|at| part(group[at].load(Ordering::Relaxed)))
    }

    /// Returns the squares of the active piece whose states are in the current layer.
    #[inline]
    pub(super) fn layer(&self, rank: u64, axes: usize) -> Set<W> {
        self.read(rank, axes, |word| high(word) & !low(word))
    }

    /// Returns the starts of the current layer with these blockers.
    pub(super) fn starts_in_layer(&self, rank: u64) -> Set<W> {
        without(self.layer(rank, 0), &self.starts.map(|word| !word))
    }

    /// Whether the solution of a start in the current layer, with this active piece, counts for
    /// its pieces: not if another piece as the active one has a shorter solution, or one as short
    /// and a lower square.
    pub(super) fn is_best(&self, active: u8, blockers: &[u8]) -> bool {
        !self.any_active
            || blockers.iter().all(|&other| {
                let mut members: Vec<u8> = blockers.to_vec();
                members.retain(|&member| member != other);
                members.push(active);
                members.sort_unstable();
                let rank = self.combinations.rank(&members);
                let has = |part| contains(&self.read(rank, 0, part), other);
                let is_earlier = has(|word| high(word) & low(word));
                let is_as_early = other < active && has(|word| high(word) & !low(word));
                !is_earlier && !is_as_early
            })
    }

    /// Returns those of the starts that have no solution as short without any one of the
    /// blockers. `solved` returns the solved starts of a set of blockers with one less, by its
    /// number, up to the current layer.
    pub(super) fn minimal(
        &self,
        mut starts: Set<W>,
        blockers: &mut Blockers<W>,
        solved: &dyn Fn(u64) -> Set<W>,
    ) -> Set<W> {
        if is_empty(&starts) {
            return starts;
        }
        blockers.prepare(&self.combinations);
        for place in 0..blockers.members.len() {
            starts = without(starts, &solved(blockers.rank_without(place)));
            if is_empty(&starts) {
                break;
            }
        }
        starts
    }

    /// Counts the starts of the current layer that are minimal.
    pub(super) fn count_minimal(
        &self,
        threads: usize,
        solved: &(dyn Fn(u64) -> Set<W> + Sync),
    ) -> u64 {
        let next = AtomicU64::new(0);
        let parts = on_threads(0..threads.max(1), |_| {
            let mut count = 0;
            loop {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= self.combinations.len() {
                    return count;
                }
                let end = self.combinations.len().min(first + CHUNK);
                let mut blockers = Blockers::new(&self.combinations, first);
                while blockers.rank < end {
                    let starts = self.starts_in_layer(blockers.rank);
                    let minimal = self.minimal(starts, &mut blockers, &|rank| solved(rank));
                    count += minimal.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                    blockers.advance(&self.combinations);
                }
            }
        });
        parts.into_iter().sum()
    }

    /// Returns the starts with these blockers that have a solution.
    pub(super) fn solved_starts(&self, rank: u64) -> Set<W> {
        let outside = self.starts.map(|word| !word);
        without(self.read(rank, 0, high), &outside)
    }

    /// Returns the number of all starts.
    pub(super) fn starts(&self, blockers: usize) -> u64 {
        // Each square of the active piece is one of a blocker in the other sets.
        let squares: u64 = self.starts.iter().map(|word| u64::from(word.count_ones())).sum();
        let all = self.numbers.len() as u64;
        // Each set of pieces is one start if any of them may be the active one.
        let alike = if self.any_active { blockers as u64 + 1 } else { 1 };
        let free = all.saturating_sub(blockers as u64);
        match all {
            0 => 0,
            all => (u128::from(self.combinations.len()) * u128::from(free) / u128::from(all))
                .saturating_mul(u128::from(squares))
                .div_euclid(u128::from(alike))
                .try_into()
                .expect("a table has fewer than 2⁶⁴ states"),
        }
    }
}

/// A set of blockers with its number, and sums from which the numbers of sets follow that differ
/// in one blocker.
pub(super) struct Blockers<const W: usize> {
    pub(super) rank: u64,
    pub(super) members: Vec<u8>,
    pub(super) all: Set<W>,
    sums: Vec<Sums>,
    is_prepared: bool,
}

/// The parts of a rank from all members below a place.
#[derive(Clone, Copy, Default)]
struct Sums {
    here: u64,
    /// The same with each member one place up.
    up: u64,
    /// The same with each member one place down.
    down: u64,
}

impl<const W: usize> Blockers<W> {
    pub(super) fn new(combinations: &Combinations, rank: u64) -> Self {
        let members = combinations.unrank(rank);
        Self {
            rank,
            all: [0; W],
            sums: Vec::with_capacity(members.len() + 1),
            members,
            is_prepared: false,
        }
    }

    /// Changes to the set with the next number.
    pub(super) fn advance(&mut self, combinations: &Combinations) {
        combinations.advance(&mut self.members);
        self.rank += 1;
        self.is_prepared = false;
    }

    /// Computes the set and the sums, which most sets do not need.
    fn prepare(&mut self, combinations: &Combinations) {
        if std::mem::replace(&mut self.is_prepared, true) {
            return;
        }
        self.all = set_of(&self.members);
        self.sums.clear();
        let mut sums = Sums::default();
        self.sums.push(sums);
        for (place, &member) in self.members.iter().enumerate() {
            sums.here += combinations.part(place, member);
            if place + 1 < self.members.len() {
                sums.up += combinations.part(place + 1, member);
            }
            if let Some(below) = place.checked_sub(1) {
                sums.down += combinations.part(below, member);
            }
            self.sums.push(sums);
        }
    }

    /// Returns the number of the set without the member at `place`.
    fn rank_without(&self, place: usize) -> u64 {
        let of = |place: usize| self.sums[place];
        let (below, up_to, all) = (of(place), of(place + 1), of(self.members.len()));
        below.here + (all.down - up_to.down)
    }

    /// Returns the number of the set with the member at `place` on another square.
    #[inline]
    fn rank_after_move(&self, combinations: &Combinations, place: usize, square: u8) -> u64 {
        let of = |place: usize| self.sums[place];
        let below = self.members.iter().filter(|&&member| member < square).count();
        let new = below - usize::from(self.members[place] < square);
        let part = combinations.part(new, square);
        let all = of(self.members.len()).here;
        if new <= place {
            // Members from the new place to the old one move up.
            let (first, last) = (of(new), of(place));
            first.here + part + (last.up - first.up) + (all - of(place + 1).here)
        } else {
            let (first, last) = (of(place + 1), of(new + 1));
            of(place).here + (last.down - first.down) + part + (all - last.here)
        }
    }
}

pub(super) fn set_of<const W: usize>(members: &[u8]) -> Set<W> {
    let mut set = [0; W];
    for &member in members {
        insert(&mut set, member);
    }
    set
}

fn unite<const W: usize>(set: &mut Set<W>, other: &Set<W>) {
    for (word, other) in set.iter_mut().zip(other) {
        *word |= other;
    }
}

/// The finalizer of `SplitMix64` (Steele, Lea and Flood, 2014).
pub(super) const fn mix(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    hash ^ (hash >> 31)
}
