//! Different names for things that may share one.

use std::collections::{HashMap, HashSet};

/// Makes names different by numbers, in time that does not depend on how many share one.
#[derive(Default)]
pub struct DistinctNames {
    used: HashSet<String>,
    /// The last number tried for each name.
    numbers: HashMap<String, usize>,
}

impl DistinctNames {
    /// Reserves a name, and returns whether it was free.
    pub fn reserve(&mut self, name: &str) -> bool {
        self.used.insert(name.to_owned())
    }

    /// Reserves `name`, or `numbered` with the first free number from 2, which it returns.
    pub fn number(&mut self, name: &str, numbered: impl Fn(usize) -> String) -> Option<usize> {
        if self.reserve(name) {
            return None;
        }
        let mut number = self.numbers.get(name).copied().unwrap_or(1) + 1;
        while !self.reserve(&numbered(number)) {
            number += 1;
        }
        self.numbers.insert(name.to_owned(), number);
        Some(number)
    }

    /// Returns `name`, or `numbered` if it is used.
    pub fn name(&mut self, name: String, numbered: impl Fn(usize) -> String) -> String {
        self.number(&name, &numbered).map_or(name, numbered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_numbers_are_the_first_free_ones() {
        let mut names = DistinctNames::default();
        let mut named =
            |name: &str| names.name(name.to_owned(), |number| format!("{name}-{number}"));
        let all = ["a", "a-3", "a", "a", "b", "a", "a-2"].map(&mut named);
        assert_eq!(all, ["a", "a-3", "a-2", "a-4", "b", "a-5", "a-2-2"]);
        // Trying all numbers again would take hours.
        let last = (0..200_000).map(|_| named("c")).last();
        assert_eq!(last.as_deref(), Some("c-200000"));
    }
}
