//! The placements of one side's men, numbered without gaps.
//!
//! No man ever moves back. So within the first columns (for V, the first rows) there are at most as
//! many men as at the start. Placements with this property are numbered by the combinatorial number
//! system (Knuth, *The Art of Computer Programming* 7.2.1.3), with counts that exclude all others.
//! The number of a placement is the number of smaller ones, compared by their furthest men first.

use std::collections::VecDeque;

use super::{Position, Side};
use crate::board::{Bitboard, Board, Obstacle, Square};
use crate::games::{ArmyPlacement, ArmyStep, GameRules};

/// The army of one side: the placements of its men that can occur in a game.
#[derive(Clone, Debug)]
pub struct Army {
    side: Side,
    board: Board,
    men: usize,
    /// The squares that a man can reach, in the direction of the side.
    squares: Vec<Square>,
    /// The index of each square in `squares`.
    places: Vec<Option<u8>>,
    /// The number of men that can be on each of `squares` and those before it.
    allowed: Vec<usize>,
    /// The number of ways to place some men on the first squares, row by row for each number of
    /// squares; `u64::MAX` if they are more. Of an army with so many, no placement is numbered.
    ways: Vec<u64>,
}

/// Returns the moves that a man of `side` needs from each square to leave the board with no
/// other man on it.
pub(super) fn distances(board: &Board, side: Side) -> Vec<Option<u16>> {
    let mut distances = vec![None; 256];
    let mut queue = VecDeque::new();
    for square in board.squares() {
        if !board.blocks().contains(square)
            && board.step(square, side.forward()) == Err(Obstacle::Border)
        {
            queue.push_back((square, 1));
        }
    }
    while let Some((square, distance)) = queue.pop_front() {
        if distances[square.index()].is_some() {
            continue;
        }
        distances[square.index()] = Some(distance);
        for direction in side.directions() {
            // From there a step in this direction leads here.
            if let Ok(from) = board.step(square, direction.opposite()) {
                queue.push_back((from, distance + 1));
            }
        }
    }
    distances
}

/// Returns the squares that men of `side` can reach.
fn region(board: &Board, side: Side, men: Bitboard) -> Bitboard {
    let mut region = men;
    let mut stack: Vec<Square> = men.iter().collect();
    while let Some(square) = stack.pop() {
        for direction in side.directions() {
            if let Ok(next) = board.step(square, direction)
                && region.insert(next)
            {
                stack.push(next);
            }
        }
    }
    region
}

impl Army {
    pub(super) fn new(position: &Position, side: Side) -> Self {
        let board = position.board();
        let men = position.men(side);
        let mut squares: Vec<Square> = region(board, side, men).iter().collect();
        // In the direction of the side, then across it: from `a1` for both sides.
        squares.sort_unstable_by_key(|&square| (side.progress(square), square));
        let mut places = vec![None; 256];
        for (place, &square) in (0..=u8::MAX).zip(&squares) {
            places[square.index()] = Some(place);
        }
        let up_to = |square: &Square| {
            let progress = side.progress(*square);
            let behind = |man: &Square| side.progress(*man) <= progress;
            men.iter().filter(behind).count()
        };
        let allowed: Vec<usize> = squares.iter().map(up_to).collect();
        let mut row = vec![0_u64; men.len() + 1];
        row[0] = 1;
        let mut ways = row.clone();
        for &allowed in &allowed {
            let last = row.clone();
            for (men, (ways, fewer)) in row.iter_mut().skip(1).zip(&last).enumerate() {
                if men < allowed {
                    *ways = fewer.saturating_add(*ways);
                }
            }
            ways.extend_from_slice(&row);
        }
        Self { side, board: board.clone(), men: men.len(), squares, places, allowed, ways }
    }

    /// Returns the number of ways to place `men` men on the first `squares` squares.
    fn ways(&self, squares: usize, men: usize) -> u64 {
        self.ways[squares * (self.men + 1) + men]
    }

    /// Returns the number of the placement whose men are on these indices of `squares`, in
    /// ascending order.
    fn rank(&self, places: &[u8]) -> u64 {
        self.rank_after(0, places)
    }

    /// Returns what `places` add to the number if `others` men precede them.
    fn rank_after(&self, others: usize, places: &[u8]) -> u64 {
        let places = places.iter().zip(others + 1..);
        places.map(|(&place, men)| self.ways(usize::from(place), men)).sum()
    }

    /// Returns the number of the placement with one more man on `place`, at index `at`.
    fn rank_with(&self, places: &[u8], at: usize, place: u8) -> u64 {
        let (lower, higher) = places.split_at(at);
        let own = self.ways(usize::from(place), at + 1);
        self.rank(lower) + own + self.rank_after(at + 1, higher)
    }

    /// Returns the indices of the squares of a placement, in ascending order.
    fn places(&self, placement: ArmyPlacement) -> Vec<u8> {
        let mut rank = placement.rank;
        let mut places = Vec::with_capacity(placement.men);
        let mut last = self.squares.len();
        for men in (1..=placement.men).rev() {
            // The furthest man is after as many squares as leave no more ways for the men than
            // there are smaller placements.
            while last > 0 && self.ways(last, men) > rank {
                last -= 1;
            }
            rank -= self.ways(last, men);
            places.push(u8::try_from(last).expect("the index of one of 256 squares"));
        }
        places.reverse();
        places
    }

    /// Returns the placement of men on `squares`, or `None` if there are no men.
    pub(super) fn placement(&self, squares: impl Iterator<Item = Square>) -> Option<ArmyPlacement> {
        let place = |square: Square| self.places[square.index()];
        let place = |square| place(square).expect("a man stands where its army can be");
        let mut places: Vec<u8> = squares.map(place).collect();
        places.sort_unstable();
        (!places.is_empty()).then(|| ArmyPlacement { men: places.len(), rank: self.rank(&places) })
    }

    /// Whether `other` is this army with columns and rows exchanged, so that its placements
    /// have the same numbers.
    pub(super) fn mirrors(&self, other: &Self) -> bool {
        let mirror = crate::board::Symmetry::DIAGONAL;
        let images = self.squares.iter().map(|&square| mirror.square(&self.board, square));
        self.side != other.side
            && images.eq(other.squares.iter().copied())
            && self.allowed == other.allowed
            && mirror.board(&self.board) == other.board
    }

    /// Returns the number of men at the start.
    pub const fn men(&self) -> usize {
        self.men
    }

    /// Returns the number of placements of `men` men, or `u64::MAX` if it is at least that.
    /// They include all placements that can occur.
    pub fn placements(&self, men: usize) -> u64 {
        if men <= self.men { self.ways(self.squares.len(), men) } else { 0 }
    }

    /// Returns the squares of a placement.
    pub fn squares(&self, placement: ArmyPlacement) -> Vec<Square> {
        let places = self.places(placement).into_iter();
        places.map(|place| self.squares[usize::from(place)]).collect()
    }

    /// Returns the steps from a placement on an otherwise empty board, at most three for each
    /// man.
    pub fn steps(&self, placement: ArmyPlacement) -> Vec<ArmyStep> {
        let places = self.places(placement);
        let mut steps = Vec::new();
        let mut others = Vec::with_capacity(places.len());
        for (man, &place) in places.iter().enumerate() {
            let from = self.squares[usize::from(place)];
            others.clone_from(&places);
            others.remove(man);
            for direction in self.side.directions() {
                match self.board.step(from, direction) {
                    Err(Obstacle::Border) if direction == self.side.forward() => {
                        let rank = self.rank(&others);
                        steps.push(ArmyStep::Leave { rank });
                    }
                    Err(_) => {}
                    Ok(square) => {
                        if let Some(place) = self.places[square.index()]
                            && let Err(at) = others.binary_search(&place)
                        {
                            let rank = self.rank_with(&others, at, place);
                            steps.push(ArmyStep::To { rank, square });
                        }
                    }
                }
            }
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::slider::{Man, Setup};

    #[test]
    fn placements_and_numbers_are_inverse() {
        let mut board = Board::new(5, 5).unwrap();
        board.add_block(Square::new(2, 2));
        let squares = [(0, 4), (0, 1), (1, 1), (3, 0)];
        let men = squares.map(|(column, rank)| Square::new(column, rank));
        let setup = Setup {
            board,
            to_move: Side::H,
            men: men.map(|square| Man { side: Side::H, square }).to_vec(),
        };
        let army = Army::new(&setup.position().unwrap(), Side::H);
        assert_eq!(army.placements(0), 1);
        assert_eq!(army.placements(1), 24);
        assert_eq!(army.placements(5), 0);
        for men in 1..=4 {
            let mut seen = std::collections::HashSet::new();
            for rank in 0..army.placements(men) {
                let placement = ArmyPlacement { men, rank };
                let squares = army.squares(placement);
                assert_eq!(army.placement(squares.iter().copied()), Some(placement));
                assert!(seen.insert(squares));
                for step in army.steps(placement) {
                    match step {
                        ArmyStep::To { rank, .. } => assert!(rank < army.placements(men)),
                        ArmyStep::Leave { rank } => assert!(rank < army.placements(men - 1)),
                    }
                }
            }
        }
    }

    #[test]
    fn numbering_covers_all_placements_from_the_start_position() {
        let men = (1..5).map(|rank| Man { side: Side::H, square: Square::new(0, rank) });
        let setup =
            Setup { board: Board::new(5, 5).unwrap(), to_move: Side::H, men: men.collect() };
        let army = Army::new(&setup.position().unwrap(), Side::H);
        let counts = (1..=4).map(|men| army.placements(men));
        assert_eq!(counts.collect::<Vec<_>>(), [25, 300, 2300, 12650]);
    }
}
