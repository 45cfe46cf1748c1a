//! The squares on which sliding pieces can ever be.

use crate::board::{Bitboard, Direction, Square};

/// The obstacle or square next to a sliding piece, other pieces ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// A square that it enters, and the direction in which it continues.
    Free(Square, Direction),
    /// Something that stops it.
    Stop,
    /// It leaves the board without stopping.
    Away,
}

/// Returns a superset of the squares on which a piece is or can ever be.
///
/// For each piece it is the smallest set that contains its start and, with each of its squares, all
/// ends of slides from there if the other pieces were on any of their squares or out of the way.
/// The set ignores whether the pieces can be there at the same time, and whether the rules allow
/// one slide after another. For a single piece whose slides are always legal it is exact.
///
/// `ahead` returns what the piece with a number meets next to a square in a direction. `stays`
/// returns whether the piece remains on a square where it has stopped.
pub(super) fn standable(
    starts: &[Square],
    ahead: impl Fn(usize, Square, Direction) -> Ahead,
    stays: impl Fn(usize, Square) -> bool,
) -> Bitboard {
    let mut stands: Vec<Bitboard> =
        starts.iter().map(|&start| std::iter::once(start).collect()).collect();
    loop {
        let staying: Vec<Bitboard> = stands
            .iter()
            .enumerate()
            .map(|(piece, squares)| squares.iter().filter(|&at| stays(piece, at)).collect())
            .collect();
        // The squares of at least one piece, and of at least two.
        let (mut one, mut two) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for &squares in &staying {
            two |= one & squares;
            one |= squares;
        }
        let mut has_grown = false;
        for ((piece, squares), from) in stands.iter_mut().enumerate().zip(staying) {
            let others = two | one & !from;
            let ends = ends(from, others, |square, to| ahead(piece, square, to));
            has_grown |= !(ends & !*squares).is_empty();
            *squares |= ends;
        }
        if !has_grown {
            let all = stands.into_iter();
            return all.fold(Bitboard::EMPTY, |all, squares| all | squares);
        }
    }
}

/// Returns the ends of slides from these squares if other pieces are wherever they help.
// There is a set for each of the four directions.
fn ends(from: Bitboard, others: Bitboard, ahead: impl Fn(Square, Direction) -> Ahead) -> Bitboard {
    let mut ends = Bitboard::EMPTY;
    let mut seen = [from; 4];
    let starts = from.iter();
    let mut open: Vec<(Square, Direction)> =
        starts.flat_map(|square| Direction::ALL.map(|to| (square, to))).collect();
    while let Some((square, to)) = open.pop() {
        match ahead(square, to) {
            Ahead::Stop => {
                ends.insert(square);
            }
            Ahead::Away => {}
            Ahead::Free(next, on) => {
                if others.contains(next) {
                    ends.insert(square);
                }
                if seen[on.index()].insert(next) {
                    open.push((next, on));
                }
            }
        }
    }
    ends
}
