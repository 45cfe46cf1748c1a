//! One move more than the layer has.
//!
//! When a layer is closed without the goal, the next one would be filled, most
//! of it for nothing if it is the last. So each placement looks ahead as it is
//! closed: is there one move, of the runner or of a helper, after which the
//! runner gets home with each slide one move nearer? Such a solution is one
//! move longer than the layer's number, and if the layer has no goal it is
//! optimal.
//!
//! No such solution from a state of the layer is missed. A move of a helper
//! that changes no slide of the runner could be made after that slide as well,
//! unless the runner would be in the helper's way then, or is now.

use super::placements::RunnerSets;
use super::setastar::{Goal, SetAStar, axes_after};
use crate::board::{Bitboard, Direction, Lines, Square, places};
use crate::games::SlideFrom;

/// Which moves of helpers can give the runner a slide that brings it nearer.
#[derive(Default)]
pub(super) struct Useful {
    /// Where a helper would stop a horizontal slide of the runner on a nearer
    /// square: bits along each rank.
    on_ranks: [u16; 16],
    /// The same for vertical slides: bits along each file.
    on_files: [u16; 16],
    /// Where one stands that stops a horizontal slide of the runner now, if
    /// one stands there.
    beyond_on_ranks: [u16; 16],
    /// The same for vertical slides.
    beyond_on_files: [u16; 16],
    /// The runners that have a slide which brings them nearer, and where those
    /// slides end.
    crossed: Lines,
}

/// The places above `low` up to `high`.
const fn above(low: u8, high: u8) -> u16 {
    places(low, high) & !(1 << low)
}

/// The places next to `low` and to `high`, outside of them.
const fn beside(low: u8, high: u8) -> u16 {
    let [a, b, ..] = (2_u32 << high | 1_u32 << low >> 1).to_le_bytes();
    u16::from_le_bytes([a, b])
}

// Files and ranks are below 16.
#[expect(clippy::indexing_slicing)]
impl Useful {
    /// Adds what helps a runner with these slides, past some of the squares
    /// that are nearer: `on_rank` of its rank and `on_file` of its file.
    #[inline]
    pub(super) fn add(
        &mut self,
        from: Square,
        slides: &[(Direction, Square); 4],
        on_rank: u16,
        on_file: u16,
    ) {
        let [up, right, down, left] = slides.map(|(_, stop)| stop);
        let (file, rank) = (from.file(), from.rank());
        let (at_file, at_rank) = (usize::from(file), usize::from(rank));
        self.on_ranks[at_rank] |=
            on_rank << 1 & above(file, right.file()) | on_rank >> 1 & above(left.file(), file) >> 1;
        self.on_files[at_file] |=
            on_file << 1 & above(rank, up.rank()) | on_file >> 1 & above(down.rank(), rank) >> 1;
        self.beyond_on_ranks[at_rank] |= beside(left.file(), right.file());
        self.beyond_on_files[at_file] |= beside(down.rank(), up.rank());
    }

    /// Adds a slide that brings the runner nearer.
    #[inline]
    pub(super) fn add_nearer(&mut self, from: Square, stop: Square) {
        self.crossed.insert(from);
        self.crossed.insert(stop);
    }

    /// Whether one of the slides of a helper may matter: a quick look at all
    /// four, since few do.
    #[inline]
    fn may_matter(&self, from: Square, slides: &[(Direction, Square); 4]) -> bool {
        let [up, right, down, left] = slides.map(|(_, stop)| stop);
        let (file, rank) = (from.file(), from.rank());
        let on_rank = self.on_ranks[usize::from(rank)] | self.crossed.rank(rank);
        let on_file = self.on_files[usize::from(file)] | self.crossed.file(file);
        let at_end_files =
            self.on_files[usize::from(left.file())] | self.on_files[usize::from(right.file())];
        let at_end_ranks =
            self.on_ranks[usize::from(down.rank())] | self.on_ranks[usize::from(up.rank())];
        let ends = at_end_files >> rank | at_end_ranks >> file;
        let way =
            on_rank & places(left.file(), right.file()) | on_file & places(down.rank(), up.rank());
        way | ends & 1 != 0 || self.leaves(from)
    }

    /// Whether a helper that leaves this square may let a slide of the runner
    /// go on.
    #[inline]
    fn leaves(&self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank());
        let (on_rank, on_file) = (
            self.beyond_on_ranks[usize::from(rank)] >> file,
            self.beyond_on_files[usize::from(file)] >> rank,
        );
        (on_rank | on_file) & 1 != 0
    }

    #[inline]
    fn stops(&self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank());
        let (on_rank, on_file) = (
            self.on_ranks[usize::from(rank)] >> file,
            self.on_files[usize::from(file)] >> rank,
        );
        (on_rank | on_file) & 1 != 0
    }
}

/// What is known of a placement when it has been closed.
pub(super) struct Settled<'a, const N: usize, const A: usize> {
    pub(super) slot: u32,
    pub(super) helpers: [u8; N],
    pub(super) lines: &'a Lines,
    pub(super) now: &'a RunnerSets<A>,
    /// Where slides lead that bring the runner no nearer.
    pub(super) level: &'a RunnerSets<A>,
    pub(super) useful: &'a Useful,
    /// The runners that have a slide which brings them nearer.
    pub(super) movers: Bitboard,
    /// Where those slides end.
    pub(super) entered: Bitboard,
}

// Axes are below 4, directions below 4, helpers below `N`, and moves below the
// number of levels.
#[expect(clippy::indexing_slicing)]
impl<const N: usize, const A: usize> SetAStar<'_, N, A> {
    /// A solution one move longer than the number of the layer.
    pub(super) fn one_more_move(&mut self, settled: &Settled<'_, N, A>) -> Option<Goal> {
        if !settled.level.is_empty()
            && self.gets_home(settled.level, settled.lines, !Bitboard::EMPTY)
        {
            let goal = self.goal(settled, &settled.helpers, 1, None);
            if goal.is_some() {
                return goal;
            }
        }
        let useful = settled.useful;
        for (helper, from) in settled
            .helpers
            .map(Square::from_index)
            .into_iter()
            .enumerate()
        {
            let slides = self.puzzle.stops().slides(from, settled.lines);
            if !useful.may_matter(from, &slides) {
                continue;
            }
            let leaves = useful.leaves(from);
            for (direction, stop) in slides {
                if stop == from {
                    continue;
                }
                let played = SlideFrom {
                    square: from,
                    direction,
                };
                let helps = leaves || useful.stops(stop);
                if !helps && settled.movers.is_empty() {
                    continue;
                }
                let way = Bitboard::line(from, stop);
                for runner in (settled.movers & way).iter() {
                    if let Some(before) = runner.step(direction.opposite())
                        && before != from
                    {
                        let runner = std::iter::once(runner).collect();
                        let goal = self.after_helper(settled, helper, before, played, runner);
                        if goal.is_some() {
                            return goal;
                        }
                    }
                }
                let is_crossed = !(settled.entered & way).is_empty();
                if helps || is_crossed {
                    // The runner to gain by it slides along the line of one of
                    // the two squares, unless it is to cross the way.
                    let lines = Bitboard::cross(from) | Bitboard::cross(stop);
                    let squares = if is_crossed { !way } else { lines & !way };
                    let goal = self.after_helper(settled, helper, stop, played, squares);
                    if goal.is_some() {
                        return goal;
                    }
                }
            }
        }
        None
    }

    /// The state from which a runner on one of `squares` gets home after the
    /// helper of this number has slid to `stop`.
    fn after_helper(
        &mut self,
        settled: &Settled<'_, N, A>,
        helper: usize,
        stop: Square,
        played: SlideFrom,
        squares: Bitboard,
    ) -> Option<Goal> {
        let mut lines = *settled.lines;
        lines.toggle(played.square);
        lines.toggle(stop);
        if !self.gets_home(settled.now, &lines, squares) {
            return None;
        }
        let mut helpers = settled.helpers;
        helpers[helper] = stop.to_u8();
        self.goal(settled, &helpers, 0, Some((played, squares)))
    }

    /// Whether a runner of these sets, so far as it stands on `squares`,
    /// reaches the goal if each slide brings it one move nearer.
    fn gets_home(&mut self, sets: &RunnerSets<A>, lines: &Lines, squares: Bitboard) -> bool {
        let mut seen = RunnerSets::<A>::default();
        self.runners.clear();
        for axes in RunnerSets::<A>::AXES {
            seen[axes] = sets[axes] & squares;
            for runner in seen[axes].iter() {
                self.runners.push((runner, axes));
            }
        }
        while let Some((runner, axes)) = self.runners.pop() {
            let moves = self.puzzle.lower_bound(runner, axes);
            for (direction, stop) in self.puzzle.stops().slides(runner, lines) {
                let to = axes_after(axes, direction);
                let left = self.puzzle.lower_bound(stop, to);
                if stop != runner && left.is_some() && left < moves && seen[to].insert(stop) {
                    if left == Some(0) {
                        return true;
                    }
                    self.runners.push((stop, to));
                }
            }
        }
        false
    }

    /// The state of the placement from which the runner gets home, and how.
    fn goal(
        &self,
        settled: &Settled<'_, N, A>,
        helpers: &[u8; N],
        slack: usize,
        first: Option<(SlideFrom, Bitboard)>,
    ) -> Option<Goal> {
        let mut seen = [RunnerSets::<A>::default(); 2];
        for axes in RunnerSets::<A>::AXES {
            let mut set = settled.now[axes];
            if let Some((_, squares)) = first {
                set &= squares;
            }
            for runner in set.iter() {
                let mut tail = Vec::new();
                if self.run_home(helpers, runner, axes, slack, &mut seen, &mut tail) {
                    tail.extend(first.map(|(played, _)| played));
                    tail.reverse();
                    return Some(Goal {
                        slot: settled.slot,
                        runner,
                        axes,
                        tail,
                    });
                }
            }
        }
        None
    }

    /// Whether the runner gets home from here with `slack` slides that bring
    /// it no nearer; its slides are put in `tail`, the last one first.
    fn run_home(
        &self,
        helpers: &[u8; N],
        runner: Square,
        axes: usize,
        slack: usize,
        seen: &mut [RunnerSets<A>; 2],
        tail: &mut Vec<SlideFrom>,
    ) -> bool {
        let Some(moves) = self.puzzle.lower_bound(runner, axes) else {
            return false;
        };
        if moves == 0 && slack == 0 {
            return true;
        }
        if !seen[slack][axes].insert(runner) {
            return false;
        }
        for direction in Direction::ALL {
            let others = helpers.iter().map(|&square| Square::from_index(square));
            let stop = self.puzzle.stops().slide(runner, direction, others);
            if stop == runner {
                continue;
            }
            let to = axes_after(axes, direction);
            let slack = match self.puzzle.lower_bound(stop, to) {
                Some(left) if left + 1 == moves => slack,
                Some(left) if left == moves && slack > 0 => slack - 1,
                _ => continue,
            };
            if self.run_home(helpers, stop, to, slack, seen, tail) {
                tail.push(SlideFrom {
                    square: runner,
                    direction,
                });
                return true;
            }
        }
        false
    }
}
