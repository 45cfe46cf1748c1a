//! How fast slider boards are settled.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::Instant;

use carom::board::{Board, Square};
use carom::games::slider::{Man, Position, Setup, Side, visit_duel};
use carom::games::{Armies, DuelVisitor};
use carom::search::{Budget, Census, MemoryPool, Tablebase, Verdict};

fn standard(side: u8, to_move: Side, blocks: &[(u8, u8)]) -> Position {
    let mut board = Board::new(side.into(), side.into()).unwrap();
    for &(file, rank) in blocks {
        board.add_block(Square::new(file, rank));
    }
    let h = (1..side).map(|rank| (Side::H, Square::new(0, rank)));
    let v = (1..side).map(|file| (Side::V, Square::new(file, 0)));
    let men = h.chain(v).map(|(side, square)| Man { side, square });
    let setup = Setup {
        board,
        to_move,
        men: men.collect(),
    };
    setup.position().unwrap()
}

struct Settle;

impl DuelVisitor for Settle {
    type Output = (Verdict, Census, u64, u64);

    fn visit<D: Armies>(self, duel: &D) -> Self::Output {
        let pool = MemoryPool::new(1 << 30);
        let mut budget = Budget::new(&pool, 0, u64::MAX);
        let start = duel.start();
        let table = Tablebase::new(duel, &[start], &mut budget).unwrap();
        let location = duel.locate(&start).unwrap();
        let census = table.census([location.own.men, location.other.men]);
        (
            table.verdict(&start),
            census,
            budget.positions(),
            budget.reserved(),
        )
    }
}

fn main() {
    for (side, blocks) in [(4, &[][..]), (4, &[(1, 1)]), (5, &[]), (5, &[(2, 1)])] {
        let position = standard(side, Side::H, blocks);
        let begin = Instant::now();
        let (verdict, census, positions, bytes) = visit_duel(&position, Settle);
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{side}x{side} {blocks:?}: {verdict:?} {seconds:.3} s, {positions} positions, {bytes} bytes, {census:?}"
        );
    }
}
