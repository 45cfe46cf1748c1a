//! Line differences between two texts.

use std::ops::Range;

use rustc_hash::FxHashMap;
use similar::DiffTag;
use similar::algorithms::{Capture, Compact, Replace, myers};

/// A range of changed lines in two texts, by line numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// The removed lines.
    pub old: Range<usize>,
    /// The added lines.
    pub new: Range<usize>,
}

/// Returns the changes from `old` to `new` in order, with unchanged lines
/// between them. Their number is minimal, except for long texts with little in
/// common. Pure insertions and deletions move down as far as possible.
pub fn diff_lines(old: &[&str], new: &[&str]) -> Vec<LineChange> {
    // The library is generic over lines and algorithms. Numbers and one named
    // algorithm keep the compiled code small.
    let mut numbers = FxHashMap::default();
    let (old, new) = (number(old, &mut numbers), number(new, &mut numbers));
    let mut found = Compact::new(Replace::new(Capture::new()), &old, &new);
    let Ok(()) = myers::diff(&mut found, &old, 0..old.len(), &new, 0..new.len());
    let found = found.into_inner().into_inner().into_ops();
    let changed = found.iter().filter(|op| op.tag() != DiffTag::Equal);
    let changes = changed.map(|op| LineChange { old: op.old_range(), new: op.new_range() });
    changes.collect()
}

/// Numbers lines, with the same number for equal lines.
fn number<'t>(lines: &[&'t str], numbers: &mut FxHashMap<&'t str, usize>) -> Vec<usize> {
    let numbered = lines.iter().map(|line| {
        let next = numbers.len();
        *numbers.entry(*line).or_insert(next)
    });
    numbered.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the length of the longest common subsequence.
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

    /// Checks the changes and returns the number of unchanged lines.
    fn check(old: &[&str], new: &[&str]) -> usize {
        let mut unchanged = 0;
        let (mut old_at, mut new_at) = (0, 0);
        let end = LineChange { old: old.len()..old.len(), new: new.len()..new.len() };
        let changes = diff_lines(old, new);
        for (number, change) in changes.iter().chain([&end]).enumerate() {
            let (kept, same) = (&old[old_at..change.old.start], &new[new_at..change.new.start]);
            assert_eq!(kept, same, "{old:?} {new:?}");
            let is_last = number == changes.len();
            assert!(number == 0 || is_last || !kept.is_empty());
            assert!(is_last || !change.old.is_empty() || !change.new.is_empty());
            unchanged += kept.len();
            (old_at, new_at) = (change.old.end, change.new.end);
        }
        unchanged
    }

    #[test]
    fn diff_is_minimal_for_short_texts() {
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
    fn insertions_and_deletions_move_down() {
        let short = ["a", "", "b", "", "c"];
        let long = ["a", "", "b", "", "b", "", "c"];
        let (old, new) = (4..4, 4..6);
        assert_eq!(diff_lines(&short, &long), [LineChange { old: old.clone(), new: new.clone() }]);
        assert_eq!(diff_lines(&long, &short), [LineChange { old: new, new: old }]);
        let merged = [LineChange { old: 1..3, new: 1..1 }];
        assert_eq!(diff_lines(&["a", "a", "a"], &["a"]), merged);
    }

    #[test]
    fn diff_of_long_different_texts_is_nearly_minimal() {
        let lines = |step: usize| (0..9000).map(move |at: usize| (at * at / step % 97).to_string());
        let texts: [Vec<_>; 2] = [3, 5].map(|step| lines(step).collect());
        let [old, new] =
            texts.each_ref().map(|text| text.iter().map(String::as_str).collect::<Vec<_>>());
        let unchanged = check(&old, &new);
        assert!(unchanged > longest_common(&old, &new) * 9 / 10);
    }
}
