//! Measures the solver of Tilt: `cargo bench --bench tilt`.
//!
//! Random 8×8 boards with four green and four blue pieces are grouped by their number of tilts.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use carom::board::{Board, Square};
use carom::games::tilt::{BLUE, GREEN, HOLE, Setup};
use carom::games::{BoardObject, Game, Position};
use carom::search::{Budget, Outcome, solve};

/// The objects on a board and their numbers, besides ten blocks.
const OBJECTS: [(char, usize); 3] = [(HOLE, 2), (GREEN, 4), (BLUE, 4)];

/// Returns a number below `limit` from a linear congruential generator.
fn below(random: &mut u64, limit: usize) -> usize {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    usize::try_from(*random >> 33).unwrap() % limit
}

fn board(random: &mut u64) -> Position {
    let mut board = Board::new(8, 8).unwrap();
    let mut free: Vec<Square> = board.squares().collect();
    let mut take = || free.swap_remove(below(random, free.len()));
    let glyphs = OBJECTS.into_iter().flat_map(|(glyph, number)| std::iter::repeat_n(glyph, number));
    let objects = glyphs
        .map(|glyph| BoardObject::from_glyph(Game::Tilt, glyph).unwrap().on(take()))
        .collect();
    for _ in 0..10 {
        board.add_block(take());
    }
    Setup { board, objects }.position().unwrap().into()
}

fn main() {
    let mut random = 1;
    let mut by_tilts: BTreeMap<Option<u32>, Vec<(Duration, u64)>> = BTreeMap::new();
    for _ in 0..200 {
        let position = board(&mut random);
        let started = Instant::now();
        let answer = solve(&position, &mut Budget::new(1 << 30, u64::MAX));
        let time = started.elapsed();
        let tilts = match answer.outcome {
            Outcome::Solved(solution) => Some(solution.length),
            Outcome::Unsolvable(_) => None,
            outcome => panic!("{outcome:?}"),
        };
        by_tilts.entry(tilts).or_default().push((time, answer.positions));
    }
    for (tilts, mut found) in by_tilts {
        found.sort_unstable();
        let name = tilts.map_or_else(|| "no solution".to_owned(), |tilts| format!("{tilts} tilts"));
        let (time, positions) = found[found.len() / 2];
        println!("{name}: {} boards, median {time:?}, {positions} positions", found.len());
    }
}
