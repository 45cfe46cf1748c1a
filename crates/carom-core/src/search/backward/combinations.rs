//! Numbers for the sets of squares on which blockers can be.

/// The sets of `size` of the numbers below `count`, numbered in colexicographic order (the
/// combinatorial number system; Knuth, The Art of Computer Programming 4A, 7.2.1.3).
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    count: usize,
    /// By the place of a member, from 0, and then by the member: the sets of smaller numbers.
    below: Vec<Vec<u64>>,
    len: u64,
}

impl Combinations {
    /// Returns `None` if there are more sets than a `u64` can number.
    pub(super) fn new(count: usize, size: usize) -> Option<Self> {
        let mut below: Vec<Vec<u64>> = Vec::with_capacity(size);
        let mut row = vec![1_u64; count + 1];
        for _ in 0..size {
            // C(n, k) is the sum of C(m, k - 1) over all m < n.
            let mut sum = 0_u64;
            let mut next = Vec::with_capacity(row.len());
            for number in row {
                next.push(sum);
                sum = sum.checked_add(number)?;
            }
            below.push(next.clone());
            row = next;
        }
        Some(Self { count, len: row[count], below })
    }

    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// Returns the part of a set's number that comes from its member at `place`.
    #[inline]
    pub(super) fn part(&self, place: usize, member: u8) -> u64 {
        self.below[place][usize::from(member)]
    }

    /// Returns the number of a set, whose members are in ascending order.
    pub(super) fn rank(&self, members: &[u8]) -> u64 {
        let parts = members.iter().enumerate();
        parts.map(|(place, &member)| self.part(place, member)).sum()
    }

    /// Returns the set with this number.
    pub(super) fn unrank(&self, mut rank: u64) -> Vec<u8> {
        let mut members = Vec::with_capacity(self.below.len());
        for below in self.below.iter().rev() {
            let member = below.partition_point(|&less| less <= rank) - 1;
            rank -= below[member];
            members.push(u8::try_from(member).expect("the number of a square"));
        }
        members.reverse();
        members
    }

    /// Changes a set to the one with the next number. The last set has no next one and changes
    /// to something else.
    pub(super) fn advance(&self, members: &mut [u8]) {
        for place in 0..members.len() {
            let above = members.get(place + 1);
            let limit = above.map_or(self.count, |&above| usize::from(above));
            if usize::from(members[place]) + 1 < limit {
                members[place] += 1;
                for (lower, number) in members.iter_mut().take(place).zip(0..=u8::MAX) {
                    *lower = number;
                }
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Combinations;

    #[test]
    fn numbers_are_consecutive() {
        for (count, size) in [(1, 0), (5, 0), (5, 1), (9, 4), (9, 9), (252, 2)] {
            let combinations = Combinations::new(count, size).unwrap();
            let mut members = combinations.unrank(0);
            for rank in 0..combinations.len() {
                assert_eq!(combinations.rank(&members), rank);
                assert_eq!(combinations.unrank(rank), members);
                assert!(members.is_sorted_by(|a, b| a < b));
                combinations.advance(&mut members);
            }
        }
        assert_eq!(Combinations::new(252, 3).unwrap().len(), 2_635_500);
        assert!(Combinations::new(255, 100).is_none());
    }
}
