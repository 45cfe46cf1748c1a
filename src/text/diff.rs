//! The lines in which two texts differ.
//!
//! Lines that only one text has are set aside. Of the others, the fewest changes
//! are found as Myers does: *An O(ND) Difference Algorithm and Its Variations*
//! (1986), in space that grows with the lines alone.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// Lines of one text, by their numbers, and those in their place in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineChange {
    /// The lines that go.
    pub(crate) old: Range<usize>,
    /// The lines that come.
    pub(crate) new: Range<usize>,
}

/// The changes that lead from lines to others, in order and with lines that stay
/// between them: the fewest lines, up to a thousand. Lines that come or go
/// alone do so as far down as they can.
pub(crate) fn diff_lines(old: &[&str], new: &[&str]) -> Vec<LineChange> {
    let mut texts = FxHashMap::default();
    for line in new {
        let next = texts.len();
        texts.entry(*line).or_insert((next, false));
    }
    let mut shared_old = Vec::new();
    for (number, line) in old.iter().enumerate() {
        if let Some((text, is_shared)) = texts.get_mut(line) {
            *is_shared = true;
            let text = *text;
            shared_old.push(Line { text, number });
        }
    }
    let mut shared_new = Vec::new();
    for (number, line) in new.iter().enumerate() {
        if let Some(&(text, true)) = texts.get(line) {
            shared_new.push(Line { text, number });
        }
    }
    let mut kept = Vec::new();
    align(&shared_old, &shared_new, &mut kept);
    slide_down(changes_between(&kept, old.len(), new.len()), old, new)
}

/// A line that both texts have.
#[derive(Clone, Copy)]
struct Line {
    /// The same for lines that are the same.
    text: usize,
    /// Its number in its text.
    number: usize,
}

/// Adds the numbers of the lines that stay, in both texts.
fn align(old: &[Line], new: &[Line], kept: &mut Vec<(usize, usize)>) {
    let same = common(old.iter().zip(new));
    let ((old_prefix, old), (new_prefix, new)) = (old.split_at(same), new.split_at(same));
    keep(old_prefix, new_prefix, kept);
    let same = common(old.iter().rev().zip(new.iter().rev()));
    let (old, old_suffix) = old.split_at(old.len() - same);
    let (new, new_suffix) = new.split_at(new.len() - same);
    if !old.is_empty() && !new.is_empty() {
        let (x, y) = split(old, new);
        let ((old, old_after), (new, new_after)) = (old.split_at(x), new.split_at(y));
        align(old, new, kept);
        align(old_after, new_after, kept);
    }
    keep(old_suffix, new_suffix, kept);
}

fn keep(old: &[Line], new: &[Line], kept: &mut Vec<(usize, usize)>) {
    kept.extend(
        old.iter()
            .zip(new)
            .map(|(old, new)| (old.number, new.number)),
    );
}

/// Counts the lines that are the same before the first that differ.
fn common<'a>(lines: impl Iterator<Item = (&'a Line, &'a Line)>) -> usize {
    lines.take_while(|(old, new)| old.text == new.text).count()
}

/// As many changes are looked for from either end before the fewest are given
/// up, since the work grows with their square.
const MAX_CHANGES: usize = 512;

/// Returns how many of the old lines and of the new ones are before a place in
/// the middle of the fewest changes. Both have lines, and the first differ as do
/// the last, so it is not at either end.
fn split(old: &[Line], new: &[Line]) -> (usize, usize) {
    let mut forwards = Paths::new(old.iter(), new.iter());
    let mut backwards = Paths::new(old.iter().rev(), new.iter().rev());
    for _ in 0..MAX_CHANGES {
        if let Some(place) = forwards.advance(&backwards) {
            return place;
        }
        if let Some((x, y)) = backwards.advance(&forwards) {
            return (old.len() - x, new.len() - y);
        }
    }
    forwards.furthest()
}

/// The paths from one end on that get furthest with so many changes.
struct Paths {
    /// The texts of the old lines.
    old: Vec<usize>,
    /// The texts of the new lines.
    new: Vec<usize>,
    /// The number of changes.
    changes: usize,
    /// On each diagonal, how many old lines are behind. The diagonal of *x* old
    /// lines and *y* new ones is *x* − *y*, counted from that of all new ones.
    reached: Vec<Option<usize>>,
}

impl Paths {
    fn new<'a>(old: impl Iterator<Item = &'a Line>, new: impl Iterator<Item = &'a Line>) -> Self {
        let old: Vec<_> = old.map(|line| line.text).collect();
        let new: Vec<_> = new.map(|line| line.text).collect();
        let mut reached = vec![None; old.len() + new.len() + 1];
        if let Some(start) = reached.get_mut(new.len()) {
            *start = Some(0);
        }
        Self {
            old,
            new,
            changes: 0,
            reached,
        }
    }

    /// Makes one change more. Returns where a path meets one from the other end.
    fn advance(&mut self, other: &Self) -> Option<(usize, usize)> {
        self.changes += 1;
        let (width, height) = (self.old.len(), self.new.len());
        // Diagonals outside are left out, with every other one as usual.
        let first = match height.checked_sub(self.changes) {
            Some(first) => first,
            None => (self.changes - height) % 2,
        };
        let last = match width.checked_sub(self.changes) {
            Some(_) => height + self.changes,
            None => width + height - (self.changes - width) % 2,
        };
        for diagonal in (first..=last).step_by(2) {
            let reached = |diagonal| self.reached.get(diagonal).copied().flatten();
            let deleted = diagonal.checked_sub(1).and_then(reached).map(|x| x + 1);
            let deleted = deleted.filter(|x| *x <= width);
            let inserted = reached(diagonal + 1).filter(|x| *x <= diagonal);
            let Some(x) = deleted.max(inserted) else {
                continue;
            };
            let old = self.old.get(x..).unwrap_or_default().iter();
            let new = self.new.get(x + height - diagonal..).unwrap_or_default();
            let same = old.zip(new).take_while(|(old, new)| old == new).count();
            let x = x + same;
            if let Some(reached) = self.reached.get_mut(diagonal) {
                *reached = Some(x);
            }
            let opposite = other.reached.get(width + height - diagonal);
            if opposite
                .copied()
                .flatten()
                .is_some_and(|behind| x + behind >= width)
            {
                return Some((x, x + height - diagonal));
            }
        }
        None
    }

    /// Returns the place with the most lines behind.
    fn furthest(&self) -> (usize, usize) {
        let reached = self.reached.iter().enumerate();
        let places = reached.filter_map(|(diagonal, x)| {
            let x = (*x)?;
            Some((x, x + self.new.len() - diagonal))
        });
        places.max_by_key(|(x, y)| x + y).unwrap_or_default()
    }
}

/// Returns the lines between those that stay.
fn changes_between(kept: &[(usize, usize)], old_len: usize, new_len: usize) -> Vec<LineChange> {
    let mut changes = Vec::new();
    let (mut old_start, mut new_start) = (0, 0);
    for (old_end, new_end) in kept.iter().copied().chain([(old_len, new_len)]) {
        if old_start < old_end || new_start < new_end {
            changes.push(LineChange {
                old: old_start..old_end,
                new: new_start..new_end,
            });
        }
        (old_start, new_start) = (old_end + 1, new_end + 1);
    }
    changes
}

/// Moves lines that come or go alone down, past lines that are the same. Those
/// that meet the next ones become one change with them.
fn slide_down(changes: Vec<LineChange>, old: &[&str], new: &[&str]) -> Vec<LineChange> {
    // The last first.
    let mut done: Vec<LineChange> = Vec::new();
    for mut change in changes.into_iter().rev() {
        loop {
            if let Some(next) = done.pop_if(|next| next.old.start == change.old.end) {
                change.old.end = next.old.end;
                change.new.end = next.new.end;
            }
            let (lines, range) = match (change.old.is_empty(), change.new.is_empty()) {
                (true, false) => (new, &change.new),
                (false, true) => (old, &change.old),
                _ => break,
            };
            let next = lines.get(range.end);
            if next.is_none() || next != lines.get(range.start) {
                break;
            }
            for range in [&mut change.old, &mut change.new] {
                range.start += 1;
                range.end += 1;
            }
        }
        done.push(change);
    }
    done.reverse();
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of lines that stay at most.
    fn longest_common(old: &[&str], new: &[&str]) -> usize {
        let mut above = vec![0; new.len() + 1];
        for line in old {
            let mut row = vec![0];
            for (at, other) in new.iter().enumerate() {
                let longer = above[at] + usize::from(line == other);
                row.push(longer.max(above[at + 1]).max(row[at]));
            }
            above = row;
        }
        above[new.len()]
    }

    /// Follows the changes, and returns how many lines stayed.
    fn check(old: &[&str], new: &[&str]) -> usize {
        let mut stayed = 0;
        let (mut old_at, mut new_at) = (0, 0);
        let end = LineChange {
            old: old.len()..old.len(),
            new: new.len()..new.len(),
        };
        let changes = diff_lines(old, new);
        for (number, change) in changes.iter().chain([&end]).enumerate() {
            let (kept, same) = (
                &old[old_at..change.old.start],
                &new[new_at..change.new.start],
            );
            assert_eq!(kept, same, "{old:?} {new:?}");
            let is_last = number == changes.len();
            assert!(number == 0 || is_last || !kept.is_empty());
            assert!(is_last || !change.old.is_empty() || !change.new.is_empty());
            stayed += kept.len();
            (old_at, new_at) = (change.old.end, change.new.end);
        }
        stayed
    }

    #[test]
    fn the_fewest_lines_are_changed() {
        let mut texts: Vec<Vec<&str>> = vec![vec![]];
        let mut longest = 0..1;
        for _ in 0..5 {
            let longer = texts[longest].iter();
            let longer =
                longer.flat_map(|text| ["a", "b", "c"].map(|line| [text, &[line][..]].concat()));
            let longer: Vec<_> = longer.collect();
            longest = texts.len()..texts.len() + longer.len();
            texts.extend(longer);
        }
        for old in &texts {
            for new in &texts {
                assert_eq!(check(old, new), longest_common(old, new), "{old:?} {new:?}");
            }
        }
    }

    #[test]
    fn lines_that_come_or_go_do_so_as_far_down_as_they_can() {
        let short = ["a", "", "b", "", "c"];
        let long = ["a", "", "b", "", "b", "", "c"];
        let (old, new) = (4..4, 4..6);
        assert_eq!(
            diff_lines(&short, &long),
            [LineChange {
                old: old.clone(),
                new: new.clone()
            }]
        );
        assert_eq!(
            diff_lines(&long, &short),
            [LineChange { old: new, new: old }]
        );
        let merged = [LineChange {
            old: 1..3,
            new: 1..1,
        }];
        assert_eq!(diff_lines(&["a", "a", "a"], &["a"]), merged);
    }

    #[test]
    fn long_texts_with_little_in_common_are_compared_too() {
        let lines = |step: usize| (0..9000).map(move |at: usize| (at * at / step % 97).to_string());
        let texts: [Vec<_>; 2] = [3, 5].map(|step| lines(step).collect());
        let [old, new] = texts
            .each_ref()
            .map(|text| text.iter().map(String::as_str).collect::<Vec<_>>());
        let stayed = check(&old, &new);
        assert!(stayed > longest_common(&old, &new) * 9 / 10);
    }
}
