//! Slides backwards: where a piece can have come from.

use crate::board::{Axes, Board, Direction, Obstacle, Square};
use crate::games::{Diagonal, SlidingPuzzle};

/// A set of squares by their numbers in [`SquareNumbers`].
pub(super) type Set<const W: usize> = [u32; W];

/// The numbers of the squares without a block, from 0.
#[derive(Clone, Debug)]
pub(super) struct SquareNumbers {
    squares: Vec<Square>,
    numbers: Vec<Option<u8>>,
}

impl SquareNumbers {
    pub(super) fn new(board: &Board) -> Self {
        let blocks = board.blocks();
        let squares: Vec<Square> =
            board.squares().filter(|&square| !blocks.contains(square)).collect();
        let mut numbers = vec![None; 256];
        for (&square, number) in squares.iter().zip(0..=u8::MAX) {
            numbers[square.index()] = Some(number);
        }
        Self { squares, numbers }
    }

    pub(super) const fn len(&self) -> usize {
        self.squares.len()
    }

    pub(super) fn square(&self, number: u8) -> Square {
        self.squares[usize::from(number)]
    }

    pub(super) fn number(&self, square: Square) -> Option<u8> {
        self.numbers[square.index()]
    }

    /// Returns the squares in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = Square> {
        self.squares.iter().copied()
    }
}

/// What stops a slide.
#[derive(Clone, Copy, Debug)]
pub(super) enum StopCause {
    /// A wall, a block or the border.
    Board,
    /// A piece on the square with this number.
    Piece(u8),
}

/// A square where a slide can have begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<const W: usize> {
    pub(super) square: u8,
    /// The squares that must be empty: the square of the origin and those up to the end.
    pub(super) empty: Set<W>,
    /// The axes along which the piece moves.
    pub(super) axes: Axes,
}

/// The slides that end on one square and arrive in one direction.
#[derive(Clone, Debug)]
pub(super) struct Arrival<const W: usize> {
    pub(super) cause: StopCause,
    /// Whether all slides are along the same axes.
    pub(super) is_straight: bool,
    /// The nearest first: each origin needs the empty squares of those before it.
    pub(super) origins: Vec<Origin<W>>,
}

/// The slides that end on one square.
#[derive(Clone, Debug)]
pub(super) struct Arrivals<const W: usize> {
    /// Those that the board stops are first.
    pub(super) all: Vec<Arrival<W>>,
    /// The squares of the pieces that stop the others.
    pub(super) stoppers: Set<W>,
}

/// The slides that end on each square, by its number.
pub(super) fn arrivals<const W: usize>(
    sliding: &SlidingPuzzle,
    diagonals: &[Diagonal],
    numbers: &SquareNumbers,
) -> Vec<Arrivals<W>> {
    let board = &sliding.board;
    let turn = |square: Square, direction: Direction| {
        let diagonal = diagonals.iter().find(|diagonal| diagonal.square == square);
        diagonal.map_or(direction, |diagonal| diagonal.kind.deflect(direction))
    };
    let arrival = |end: Square, arrives: Direction| {
        let leaves = turn(end, arrives);
        let cause = match board.step(end, leaves) {
            Ok(next) => StopCause::Piece(numbers.number(next)?),
            Err(Obstacle::Border) if !sliding.border_stops => return None,
            Err(_) => StopCause::Board,
        };
        let mut axes = Axes::of(arrives).union(Axes::of(leaves));
        let first_axes = axes;
        let (mut at, mut direction) = (end, arrives);
        let mut empty = [0; W];
        let mut origins = Vec::new();
        while let Some(from) = at.step(direction.opposite())
            && board.step(from, direction) == Ok(at)
            && let Some(square) = numbers.number(from)
        {
            insert(&mut empty, square);
            origins.push(Origin { square, empty, axes });
            // A deflection and its way back are the same.
            (at, direction) = (from, turn(from, direction));
            axes = axes.union(Axes::of(direction));
            if (at, direction) == (end, arrives) {
                break;
            }
        }
        let is_straight = origins.iter().all(|origin: &Origin<W>| origin.axes == first_axes);
        (!origins.is_empty()).then_some(Arrival { cause, is_straight, origins })
    };
    let of_square = |end| {
        let arrivals = Direction::ALL.into_iter();
        let mut all: Vec<_> = arrivals.filter_map(|arrives| arrival(end, arrives)).collect();
        let mut stoppers = [0; W];
        all.sort_by_key(|arrival| match arrival.cause {
            StopCause::Board => 0,
            StopCause::Piece(piece) => {
                insert(&mut stoppers, piece);
                1
            }
        });
        Arrivals { all, stoppers }
    };
    numbers.iter().map(of_square).collect()
}

#[inline]
pub(super) const fn insert<const W: usize>(set: &mut Set<W>, number: u8) {
    set[number as usize / 32] |= 1 << (number % 32);
}

#[inline]
pub(super) const fn contains<const W: usize>(set: &Set<W>, number: u8) -> bool {
    set[number as usize / 32] & (1 << (number % 32)) != 0
}

#[inline]
pub(super) fn intersect<const W: usize>(one: &Set<W>, other: &Set<W>) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

#[inline]
pub(super) fn without<const W: usize>(mut set: Set<W>, other: &Set<W>) -> Set<W> {
    for (word, other) in set.iter_mut().zip(other) {
        *word &= !other;
    }
    set
}

#[inline]
pub(super) fn is_empty<const W: usize>(set: &Set<W>) -> bool {
    set.iter().all(|&word| word == 0)
}

/// Calls `visit` with each number of a set.
#[inline]
pub(super) fn each<const W: usize>(set: &Set<W>, mut visit: impl FnMut(u8)) {
    for (&word, base) in set.iter().zip((0_u8..).step_by(32)) {
        let mut rest = word;
        while rest != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "below 32")]
            let bit = rest.trailing_zeros() as u8;
            visit(base + bit);
            rest &= rest - 1;
        }
    }
}
