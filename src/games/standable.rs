//! Where sliding pieces may ever come to stand.

use crate::board::{Bitboard, Direction, Square};

/// What a sliding piece meets on its next step, pieces aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// A square that it enters, to go on in a direction.
    Free(Square, Direction),
    /// Something that stops it.
    Stop,
    /// Nothing that stops it, and no square.
    Away,
}

/// Returns the squares on which a piece stands or may come to stand, a superset
/// of those that play ever leads to.
///
/// Piece by piece it is the least set that holds where the piece starts, and
/// with each of its squares all on which a slide from there could end if the
/// other pieces stood on any of theirs, or out of the way. Whether they can
/// stand there at the time is not asked, nor whether the rules allow the slide
/// after the one before; for one piece whose slides are always allowed the set
/// is exact.
///
/// `ahead` tells what the piece of a number meets from a square in a direction;
/// `stays` whether it is still there once it has come to stand on a square.
pub(super) fn standable(
    starts: &[Square],
    ahead: impl Fn(usize, Square, Direction) -> Ahead,
    stays: impl Fn(usize, Square) -> bool,
) -> Bitboard {
    let mut stands: Vec<Bitboard> = starts
        .iter()
        .map(|&start| std::iter::once(start).collect())
        .collect();
    loop {
        let staying: Vec<Bitboard> = stands
            .iter()
            .enumerate()
            .map(|(piece, squares)| squares.iter().filter(|&at| stays(piece, at)).collect())
            .collect();
        // The squares of one piece at least, and of two.
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

/// Where slides from these squares may end, other pieces standing wherever it
/// helps.
// There is a set for each of the four directions.
#[expect(clippy::indexing_slicing)]
fn ends(from: Bitboard, others: Bitboard, ahead: impl Fn(Square, Direction) -> Ahead) -> Bitboard {
    let mut ends = Bitboard::EMPTY;
    let mut seen = [from; 4];
    let starts = from.iter();
    let mut open: Vec<(Square, Direction)> = starts
        .flat_map(|square| Direction::ALL.map(|to| (square, to)))
        .collect();
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
