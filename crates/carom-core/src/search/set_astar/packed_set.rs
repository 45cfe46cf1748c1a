//! The states of one placement in as few bytes as they need.

use super::cross::Cross;
use super::state_set::StateSet;
use crate::board::{Bitboard, Square};

/// The bytes of a whole set. Squares are listed where they are fewer.
const WHOLE: usize = 32;

/// Set in the number of squares where a cross comes before them.
const HAS_CROSS: u8 = 1 << 7;

/// States are written as the number of squares of active robots that have slid along both axes,
/// the bytes of the cross, if it has any square, and those squares; where they are 32 or
/// more, that number is 32, and the set follows as 32 bytes.
impl<const C: usize> StateSet<C> {
    /// They never take more bytes.
    pub(super) const MAX_BYTES: usize = C * Cross::BYTES + 1 + WHOLE;

    /// Appends these states to `bytes`.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let mut squares = [0; WHOLE];
        let mut number = 0_u8;
        for (to, square) in squares.iter_mut().zip(self.both().iter()) {
            *to = square.to_u8();
            number += 1;
        }
        if usize::from(number) == WHOLE {
            squares = self.both().to_bytes();
        }
        if self.cross().is_empty() {
            bytes.push(number);
        } else {
            bytes.push(number | HAS_CROSS);
            bytes.extend_from_slice(&self.cross().to_bytes());
        }
        bytes.extend_from_slice(&squares[..usize::from(number)]);
    }

    /// Takes states from the front of `bytes`.
    #[inline]
    pub(super) fn read(bytes: &mut &[u8]) -> Self {
        let (&number, mut rest) = bytes.split_first().expect("a number of squares");
        let mut cross = Cross::EMPTY;
        if C > 0 && number & HAS_CROSS != 0 {
            let (own, behind) = rest.split_first_chunk().expect("the bytes of a cross");
            (cross, rest) = (Cross::from_bytes(*own), behind);
        }
        let (squares, rest) = rest.split_at(usize::from(number & !HAS_CROSS));
        *bytes = rest;
        let both = match squares.first_chunk() {
            Some(whole) => Bitboard::from_bytes(*whole),
            None => squares.iter().map(|&one| Square::from_index(one)).collect(),
        };
        Self::new(both, cross)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::Random;
    use super::*;

    fn check<const C: usize>() {
        let mut random = Random(5);
        for round in 0..2_000 {
            let start = random.square([16, 16]);
            let mut sets = StateSet::<C>::EMPTY;
            let mut listed = std::collections::HashSet::new();
            for _ in 0..random.below(1 + round % 80) {
                let (active, axes) = random.active(start);
                let axes = StateSet::<C>::tracked(axes);
                assert_eq!(sets.insert(active, axes), listed.insert((active, axes)));
                assert!(sets.contains(active, axes));
                let (active, axes) = random.active(start);
                let other = (active, StateSet::<C>::tracked(axes));
                assert_eq!(sets.contains(other.0, other.1), listed.contains(&other));
            }
            let mut bytes = vec![7; 3];
            sets.write(&mut bytes);
            assert!(bytes.len() <= 3 + StateSet::<C>::MAX_BYTES);
            bytes.push(9);
            let mut rest = &bytes[3..];
            let mut read = StateSet::<C>::read(&mut rest);
            assert_eq!(rest, [9]);
            let cut_off = || StateSet::<C>::read(&mut &bytes[3..bytes.len() - 2]);
            assert!(std::panic::catch_unwind(cut_off).is_err());

            let area = [(); 40].map(|()| random.square([16, 16])).into_iter().collect();
            let mut within = sets.within(area, start);
            let left = sets.without(&within);
            assert!(left.within(area, start).is_empty());
            assert!(left.with(&within) == sets);
            while let Some((active, _)) = within.pop(start) {
                assert!(area.contains(active));
            }
            let squares: Bitboard = listed.iter().map(|(active, _)| *active).collect();
            assert_eq!(sets.squares(start), squares);
            while let Some(state) = read.pop(start) {
                assert!(listed.remove(&state));
            }
            assert!(listed.is_empty());
        }
    }

    #[test]
    fn packed_sets_round_trip() {
        check::<0>();
        check::<1>();
    }
}
