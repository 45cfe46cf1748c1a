//! Where pieces stop at best, if everything else stood wherever it helps.

use std::ops::{BitAnd, BitOr, Not};

use crate::board::{Bitboard, Board, Direction};

/// No number of moves, and larger than any.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// The squares of a board in sets, all of which step at once.
pub(super) trait SlideBoard {
    /// A set of squares; that without any is the default.
    type Set: Copy
        + Default
        + Eq
        + BitAnd<Output = Self::Set>
        + BitOr<Output = Self::Set>
        + Not<Output = Self::Set>;

    /// Returns where the squares of a set lead from which the board lets a piece
    /// step.
    fn after(&self, set: Self::Set, direction: Direction) -> Self::Set;

    /// Returns the squares that lead to those of a set by such a step.
    fn before(&self, set: Self::Set, direction: Direction) -> Self::Set;

    /// Returns the squares on which a block or a wall stops a piece. The border
    /// stops none.
    fn ends(&self, direction: Direction) -> Self::Set;
}

/// Calls `mark` with the squares from which a human needs no move to one of
/// `targets`, one move, and so on, if every other piece stood wherever it helps:
/// the fewest moves of a relaxed puzzle, so never more than those of the real
/// one. From the other squares of the board there is no way.
pub(super) fn relaxed_distances<G: SlideBoard>(
    board: &G,
    pieces: G::Set,
    targets: G::Set,
    mut mark: impl FnMut(G::Set, u8),
) {
    let (reached, stops) = reached(board, pieces);
    let none = G::Set::default();
    let mut waiting = reached & !targets;
    let (mut frontier, mut moves) = (targets, 0);
    while frontier != none {
        mark(frontier, moves);
        // What takes more moves than a byte holds is taken to need no more.
        moves = (moves + 1).min(UNREACHABLE - 1);
        let mut near = none;
        for (direction, stops) in Direction::ALL.into_iter().zip(stops) {
            let mut way = frontier & stops;
            while way != none {
                way = board.before(way, direction);
                near = near | way;
            }
        }
        frontier = near & waiting;
        waiting = waiting & !frontier;
    }
}

/// Returns a superset of the squares that any piece ever stands on, the least
/// set that holds `pieces` and each stop another of its squares makes possible;
/// and where pieces can stop in each direction.
fn reached<G: SlideBoard>(board: &G, pieces: G::Set) -> (G::Set, [G::Set; 4]) {
    let none = G::Set::default();
    let (mut reached, mut newest) = (none, pieces);
    // By direction, where pieces stop, and what they pass on their ways there.
    let (mut stops, mut passed) = ([none; 4], [none; 4]);
    while newest != none {
        reached = reached | newest;
        let mut near = none;
        let sets = stops.iter_mut().zip(&mut passed);
        for (direction, (stops, passed)) in Direction::ALL.into_iter().zip(sets) {
            let mut way = newest;
            while way != none {
                // The rest of a way that was passed was passed too.
                way = board.after(way, direction) & !*passed;
                *passed = *passed | way;
            }
            *stops = board.before(reached, direction) | board.ends(direction);
            near = near | *passed & *stops;
        }
        newest = near & !reached;
    }
    (reached, stops)
}

/// A board of any size.
pub(super) struct AnyBoard {
    /// For each direction the squares from which the board lets a piece step.
    pub(super) free: [Bitboard; 4],
    /// See [`SlideBoard::ends`].
    pub(super) ends: [Bitboard; 4],
}

impl AnyBoard {
    pub(super) fn new(board: &Board) -> Self {
        let free = board.free();
        let all = board.area();
        let mut ends = free;
        for (direction, ends) in Direction::ALL.into_iter().zip(&mut ends) {
            let has_next = all.shifted(direction.opposite()) & all;
            *ends = has_next & !board.blocks() & !*ends;
        }
        Self { free, ends }
    }
}

// Tables by direction have four entries.
#[expect(clippy::indexing_slicing)]
impl SlideBoard for AnyBoard {
    type Set = Bitboard;

    fn after(&self, set: Bitboard, direction: Direction) -> Bitboard {
        (set & self.free[direction.index()]).shifted(direction)
    }

    fn before(&self, set: Bitboard, direction: Direction) -> Bitboard {
        set.shifted(direction.opposite()) & self.free[direction.index()]
    }

    fn ends(&self, direction: Direction) -> Bitboard {
        self.ends[direction.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    /// A way through all squares on which each slide ends at the next one.
    struct Stairs;

    impl Stairs {
        fn step(set: Bitboard, direction: Direction, up: bool) -> Bitboard {
            let steps = set.iter().filter_map(|square| {
                let (from, to) = if up {
                    (square.to_u8(), square.to_u8().checked_add(1)?)
                } else {
                    (square.to_u8().checked_sub(1)?, square.to_u8() - 1)
                };
                let turns = usize::from(from) % 4 == direction.index();
                turns.then_some(Square::from_index(to))
            });
            steps.collect()
        }
    }

    impl SlideBoard for Stairs {
        type Set = Bitboard;

        fn after(&self, set: Bitboard, direction: Direction) -> Bitboard {
            Self::step(set, direction, false)
        }

        fn before(&self, set: Bitboard, direction: Direction) -> Bitboard {
            Self::step(set, direction, true)
        }

        fn ends(&self, _: Direction) -> Bitboard {
            !Bitboard::EMPTY
        }
    }

    #[test]
    fn the_longest_way_is_a_way() {
        let single = |square| std::iter::once(Square::from_index(square)).collect();
        let mut moves = [UNREACHABLE; 256];
        relaxed_distances(&Stairs, single(255), single(0), |squares, number| {
            squares
                .iter()
                .for_each(|square| moves[square.index()] = number);
        });
        let expected: Vec<u8> = (0..=254).chain([254]).collect();
        assert_eq!(moves.as_slice(), expected);
    }
}
