//! Generated puzzles that are accepted: no two are alike.

use std::collections::HashSet;

use super::names::name;
use super::puzzle::Generated;
use crate::solving::{Goal, Identity};

/// The puzzles of a run. They differ in more than symmetry and names, and so do their solutions.
#[derive(Debug, Default)]
pub struct Selection {
    identities: HashSet<Identity>,
    shapes: HashSet<Vec<u8>>,
    names: HashSet<u128>,
    puzzles: Vec<Generated>,
}

impl Selection {
    /// Adds a puzzle, and gives it a name of its own. Returns whether it is not like another.
    pub fn accept(&mut self, mut generated: Generated) -> bool {
        if self.identities.contains(&generated.identity) || self.shapes.contains(&generated.shape) {
            return false;
        }
        self.identities.insert(generated.identity);
        self.shapes.insert(generated.shape.clone());
        // The same puzzle gets the same name in other runs, unless another one has it.
        let first = generated.identity.to_bits() % (48 * 48);
        let number = (0..).map(|round| first + round * 48 * 48);
        let mut numbers = number.filter(|number| !self.names.contains(number));
        let number = numbers.next().unwrap_or(first);
        self.names.insert(number);
        generated.name = name(number);
        self.puzzles.push(generated);
        true
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns the last puzzle as text.
    pub fn last(&self) -> Option<String> {
        self.puzzles.last()?.text()
    }

    /// Returns a pack of so many puzzles as texts, the easiest first. Of the puzzles that are about
    /// as hard, it takes the one with the highest quality.
    pub fn pack(mut self, count: usize, goal: Option<Goal>) -> Vec<String> {
        self.puzzles
            .sort_by_cached_key(|puzzle| (puzzle.difficulty(), puzzle.identity));
        let all = self.puzzles.len();
        let count = count.min(all);
        let texts = (0..count).filter_map(|place| {
            let bin = self
                .puzzles
                .get(place * all / count..(place + 1) * all / count)?;
            let best = bin
                .iter()
                .max_by_key(|puzzle| (puzzle.quality.score(goal), puzzle.identity));
            best?.text()
        });
        texts.collect()
    }
}
