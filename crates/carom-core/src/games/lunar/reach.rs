//! Distances in a relaxed puzzle, in which the other pieces are wherever they help.

use std::ops::{BitAnd, BitOr, Not};

use crate::board::{Bitboard, Board, Direction};

/// The distance of a square from which no target can be reached; larger than any distance.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// A board on which whole sets of squares step at once.
pub(super) trait SlideBoard {
    /// A set of squares. The default is empty.
    type Set: Copy
        + Default
        + Eq
        + BitAnd<Output = Self::Set>
        + BitOr<Output = Self::Set>
        + Not<Output = Self::Set>;

    /// Returns the squares reached by one step from a set, as far as the board allows.
    fn after(&self, set: Self::Set, direction: Direction) -> Self::Set;

    /// Returns the squares from which one step leads into a set.
    fn before(&self, set: Self::Set, direction: Direction) -> Self::Set;

    /// Returns the squares on which a block or a wall stops a piece. The border stops none.
    fn ends(&self, direction: Direction) -> Self::Set;
}

/// Calls `mark` with the squares at distance 0 from `targets`, at distance 1, and so on, in a
/// relaxed puzzle in which every other piece is wherever it helps. So these distances never exceed
/// the real ones. No target can be reached from the remaining squares.
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
        // Distances that exceed a byte are cut to the largest value.
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

/// Returns a superset of the squares on which any piece can ever be, and the squares where pieces
/// can stop in each direction. It is the smallest set that contains `pieces` and each stop that
/// another of its squares makes possible.
fn reached<G: SlideBoard>(board: &G, pieces: G::Set) -> (G::Set, [G::Set; 4]) {
    let none = G::Set::default();
    let (mut reached, mut newest) = (none, pieces);
    // For each direction: the stops, and the squares passed on the way to them.
    let (mut stops, mut passed) = ([none; 4], [none; 4]);
    while newest != none {
        reached = reached | newest;
        let mut near = none;
        let sets = stops.iter_mut().zip(&mut passed);
        for (direction, (stops, passed)) in Direction::ALL.into_iter().zip(sets) {
            let mut way = newest;
            while way != none {
                // Squares beyond a passed square have been passed, too.
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

    /// A path through all squares on which each slide ends at the next square.
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
    fn longest_distance_of_256_squares_is_254() {
        let single = |square| std::iter::once(Square::from_index(square)).collect();
        let mut moves = [UNREACHABLE; 256];
        relaxed_distances(&Stairs, single(255), single(0), |squares, number| {
            squares.iter().for_each(|square| moves[square.index()] = number);
        });
        let expected: Vec<u8> = (0..=254).chain([254]).collect();
        assert_eq!(moves.as_slice(), expected);
    }
}
