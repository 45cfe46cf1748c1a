//! Compares the solver with a plain breadth-first search over packed states on small boards of
//! Lunar Lockout: `cargo bench --bench lunar`. With FILE… it uses their boards instead of random
//! ones of 5×5.
//!
//! The reference packs a state into a word, with a byte for each piece and robots sorted, and keeps
//! all states in a set; this takes forty lines. It finds one optimal solution, while carom counts
//! them all. Both start from a parsed position. Times are the minimum of five runs for each puzzle.
//! Larger boards are measured without the reference.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

use std::time::{Duration, Instant};

use carom::analysis::{FileHead, Puzzle};
use carom::board::{Board, Square};
use carom::games::lunar::{self, Rule, Setup};
use carom::games::{Piece, Position};
use carom::search::{Budget, Outcome, solve};
use carom::syntax::sections;
use rustc_hash::FxHashSet;

fn read(path: &str) -> Vec<Position> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut sections = sections(&text).into_iter();
    let head = sections.next().unwrap_or_default();
    let head = FileHead::read(head.slice(&text));
    let read = sections.map(|span| Puzzle::read(span.slice(&text), &head));
    read.filter_map(|puzzle| puzzle.position().cloned()).collect()
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    /// Removes and returns a random element.
    fn take<T>(&mut self, left: &mut Vec<T>) -> T {
        left.swap_remove(self.below(left.len()))
    }
}

/// Returns boards of 5×5 with a human and three to five robots that need at least one move.
fn random(number: usize) -> Vec<Position> {
    let mut random = Random(1);
    let mut boards = Vec::new();
    while boards.len() < number {
        let mut squares: Vec<u8> = (0..25).filter(|&square| square != 12).collect();
        let robots = 3 + random.below(3);
        let pieces = "@ABCDE".chars().take(1 + robots).map(|name| {
            let square = random.take(&mut squares);
            let square = Square::new(square % 5, square / 5);
            Piece { name, square }
        });
        let setup = Setup {
            board: Board::new(5, 5).unwrap(),
            rule: Rule::Exit,
            is_grouped: false,
            pieces: pieces.collect(),
            targets: vec![Square::new(2, 2)],
        };
        boards.push(Position::from(setup.position().unwrap()));
    }
    boards
}

/// Returns boards of 16×16 with a human and 27 robots at random.
fn wide(number: usize) -> Vec<Position> {
    let mut random = Random(2);
    let mut boards = Vec::new();
    while boards.len() < number {
        let mut squares: Vec<Square> = (0..=255).map(Square::from_index).collect();
        let target = random.take(&mut squares);
        let names = std::iter::once('@').chain(std::iter::repeat_n(Piece::NAMELESS, 27));
        let pieces = names.map(|name| Piece { name, square: random.take(&mut squares) });
        let setup = Setup {
            board: Board::new(16, 16).unwrap(),
            rule: Rule::Exit,
            is_grouped: false,
            pieces: pieces.collect(),
            targets: vec![target],
        };
        boards.push(Position::from(setup.position().unwrap()));
    }
    boards
}

/// Reports boards that are too hard for a plain search. A limit of positions keeps the runs short.
fn report_wide(positions: &[Position]) {
    let (mut time, mut searched, mut open) = (Duration::ZERO, 0, 0);
    for position in positions {
        let begin = Instant::now();
        let mut budget = Budget::new(1 << 30, 300_000);
        let answer = solve(position, &mut budget);
        time += begin.elapsed();
        searched += answer.positions;
        open += usize::from(matches!(answer.outcome, Outcome::Unknown { .. }));
    }
    println!(
        "boards of 16×16 with 28 pieces: {} puzzles, {open} of them not settled, {:.2} s for \
         {searched} positions",
        positions.len(),
        time.as_secs_f64(),
    );
}

/// Returns the optimum for one human and up to seven robots on an empty board of 5×5 with the
/// target in the middle, and the number of states kept.
fn plain(position: &lunar::Position) -> (Option<usize>, usize) {
    let of = |square: Square| u64::from(square.row() * 5 + square.column());
    let human = position.humans().iter().map(of).next().unwrap();
    let count = 1 + position.robots().len();
    let pack = |pieces: &mut [u64; 8]| {
        pieces[1..count].sort_unstable();
        (0..count).fold(0, |word, slot| word | pieces[slot] << (8 * slot))
    };
    let mut start = [human; 8];
    for (slot, square) in start[1..].iter_mut().zip(position.robots().iter()) {
        *slot = of(square);
    }
    let start = pack(&mut start);
    let mut known = FxHashSet::from_iter([start]);
    let (mut layer, mut next) = (vec![start], Vec::new());
    for depth in 1.. {
        for state in layer.drain(..) {
            let pieces: [u64; 8] = std::array::from_fn(|slot| state >> (8 * slot) & 0xFF);
            let occupied = pieces[..count].iter().fold(0_u32, |set, at| set | 1 << at);
            for slot in 0..count {
                for (step, is_edge) in [(1, 4), (-1, 0), (5, 5), (-5, 6)] {
                    let mut at = pieces[slot].cast_signed();
                    let leaves = |at: i64| match is_edge {
                        5 => at >= 20,
                        6 => at < 5,
                        column => at % 5 == column,
                    };
                    let stop = loop {
                        if leaves(at) {
                            break None;
                        }
                        if occupied >> (at + step) & 1 != 0 {
                            break Some(at.cast_unsigned());
                        }
                        at += step;
                    };
                    let Some(stop) = stop.filter(|&stop| stop != pieces[slot]) else {
                        continue;
                    };
                    if slot == 0 && stop == 12 {
                        return (Some(depth), known.len());
                    }
                    let mut moved = pieces;
                    moved[slot] = stop;
                    let moved = pack(&mut moved);
                    if known.insert(moved) {
                        next.push(moved);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        std::mem::swap(&mut layer, &mut next);
    }
    (None, known.len())
}

fn ours(position: &Position) -> (Option<usize>, u64) {
    let mut budget = Budget::new(1 << 30, 200_000_000);
    let answer = solve(position, &mut budget);
    let moves = match answer.outcome {
        Outcome::Solved(solution) => Some(solution.moves.len()),
        _ => None,
    };
    (moves, answer.positions)
}

/// Returns the minimum time of five runs.
fn timed<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let mut run = || {
        let begin = Instant::now();
        (work(), begin.elapsed())
    };
    let (result, mut best) = run();
    for _ in 0..4 {
        best = best.min(run().1);
    }
    (result, best)
}

fn report(name: &str, positions: &[Position]) {
    let (mut times, mut searched, mut kept) = ([Duration::ZERO; 2], 0, 0);
    let mut ratios = Vec::new();
    for position in positions {
        let Position::Lunar(board) = position else {
            continue;
        };
        let ((moves, states), time) = timed(|| ours(position));
        let ((theirs, all), their_time) = timed(|| plain(board));
        assert_eq!(moves, theirs, "the solvers disagree in {name}");
        searched += states;
        kept += all;
        times[0] += time;
        times[1] += their_time;
        ratios.push(time.as_secs_f64() / their_time.as_secs_f64());
    }
    ratios.sort_unstable_by(f64::total_cmp);
    let [ours, theirs] = times.map(|time| time.as_secs_f64() * 1e6);
    println!(
        "{name}: {} puzzles, {ours:.0} µs for {searched} positions, \
         {:.2} of the plain search's {theirs:.0} µs for {kept} states, median {:.2}",
        ratios.len(),
        ours / theirs,
        ratios.get(ratios.len() / 2).unwrap_or(&f64::NAN),
    );
}

fn main() {
    let paths: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if paths.is_empty() {
        report("random boards", &random(400));
        report_wide(&wide(100));
    }
    for path in &paths {
        report(path, &read(path));
    }
}
