//! Generated puzzles that are accepted: no two are alike.

use std::collections::HashSet;

use super::names::name;
use super::puzzle::{Generated, POSITIONS};
use crate::NamedPosition;
use crate::solving::{Goal, Identity, glance, shape};

/// The puzzles of a run. They differ in more than symmetry and names, and so do their solutions.
#[derive(Debug, Default)]
pub struct Selection {
    identities: HashSet<Identity>,
    shapes: HashSet<Vec<u8>>,
    names: HashSet<String>,
    puzzles: Vec<Generated>,
}

impl Selection {
    /// Creates a selection that accepts nothing like these puzzles, and no name of theirs.
    pub fn unlike(puzzles: &[NamedPosition]) -> Self {
        let mut selection = Self::default();
        for NamedPosition { name, position } in puzzles {
            selection.names.extend(name.clone());
            selection.identities.insert(Identity::of(position));
            let mut left = POSITIONS;
            let answer = glance(position, &mut left).ok();
            let solution = answer.as_ref().and_then(|answer| answer.outcome.solution());
            let shape = solution
                .and_then(|solution| shape(position, std::slice::from_ref(&solution.moves)));
            selection.shapes.extend(shape);
        }
        selection
    }

    /// Adds a puzzle, and gives it a name of its own. Returns whether it is not like another.
    pub fn accept(&mut self, mut generated: Generated) -> bool {
        if self.identities.contains(&generated.identity) || self.shapes.contains(&generated.shape) {
            return false;
        }
        self.identities.insert(generated.identity);
        self.shapes.insert(generated.shape.clone());
        // The same puzzle gets the same name in other runs, unless another one has it.
        let number = generated.identity.to_bits();
        let mut names = (1..).map(|round| name(number, round));
        generated.name =
            names.find(|name| !self.names.contains(name)).expect("there are endless names");
        self.names.insert(generated.name.clone());
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
        self.puzzles.sort_by_cached_key(|puzzle| (puzzle.difficulty(), puzzle.identity));
        let all = self.puzzles.len();
        let count = count.min(all);
        let texts = (0..count).filter_map(|place| {
            let bin = &self.puzzles[place * all / count..(place + 1) * all / count];
            let best =
                bin.iter().max_by_key(|puzzle| (puzzle.quality.score(goal), puzzle.identity));
            best.expect("no bin is empty").text()
        });
        texts.collect()
    }
}
