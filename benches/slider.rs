//! Measures the solver of Slider, and compares the fast rules with the plain ones.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use carom::board::{Board, SmallBitboard, Square};
use carom::games::GameRules;
use carom::games::Position as AnyPosition;
use carom::games::slider::{Duel, Man, Position, Setup, Side};
use carom::search::{Budget, evaluate};

/// The standard start with blocks on some squares.
fn standard(side: u8, to_move: Side, blocks: &[&str]) -> Position {
    let mut board = Board::new(side.into(), side.into()).unwrap();
    for block in blocks {
        board.add_block(block.parse().unwrap());
    }
    let h = (1..side).map(|row| (Side::H, Square::new(0, row)));
    let v = (1..side).map(|column| (Side::V, Square::new(column, 0)));
    let men = h.chain(v).map(|(side, square)| Man { side, square });
    let setup = Setup { board, to_move, men: men.collect() };
    setup.position().unwrap()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    (work(), begin.elapsed())
}

fn plain_perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    let next = moves.map(|played| position.play(played).unwrap());
    next.map(|next| plain_perft(&next, depth - 1)).sum()
}

fn main() {
    let start = standard(8, Side::H, &[]);
    let field = Duel::<SmallBitboard>::new(&start).unwrap();
    let (plain, plain_time) = timed(|| plain_perft(&start, 5));
    let (fast, fast_time) = timed(|| field.perft(&field.start(), 5));
    assert_eq!(plain, fast);
    let ratio = plain_time.as_secs_f64() / fast_time.as_secs_f64();
    println!(
        "perft 5 on 8x8: {fast} in {fast_time:.1?}, {ratio:.0} times as fast as the plain rules"
    );

    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for (side, blocks, positions) in [
        (4, &[][..], 200_000_000),
        (4, &["b2"], 200_000_000),
        (5, &[], 200_000_000),
        (5, &["c2"], 200_000_000),
        (6, &[], 5_000_000),
    ] {
        let start = AnyPosition::Slider(standard(side, Side::H, blocks));
        let mut budget = Budget::new(1 << 30, positions).with_threads(cores);
        let (evaluation, time) = timed(|| evaluate(&start, &mut budget));
        let evaluation = evaluation.unwrap();
        println!(
            "start on {side}x{side}, blocks {blocks:?}: {}, {} positions in {time:.2?}",
            evaluation.verdict, evaluation.positions
        );
    }
}
