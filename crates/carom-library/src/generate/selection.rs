//! Generated puzzles that are accepted: no two are alike.

use std::collections::{HashMap, HashSet};

use super::names::name;
use super::options::Style;
use super::puzzle::{Generated, POSITIONS};
use crate::NamedPosition;
use crate::board::{Board, Symmetry};
use crate::search::{self, Budget};
use crate::solving::{Failed, Identity, MOST_SOLUTIONS, quick_answer, shapes};

/// The most puzzles of a run that are compared by all their optimal solutions, and by their walls.
/// In larger runs, one solution of each is compared: few shapes are left.
const MOST_COMPARED: usize = 100;

/// The memory for all optimal solutions of another puzzle, in bytes.
const MEMORY: u64 = 64 << 20;

/// The puzzles of a run. They differ in more than symmetry and names, and so do their solutions.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The number of puzzles that are wanted, if it is known.
    wanted: usize,
    identities: HashSet<Identity>,
    shapes: HashSet<Vec<u8>>,
    walls: HashSet<Vec<u8>>,
    names: HashSet<String>,
    styles: HashMap<Style, usize>,
    puzzles: Vec<Generated>,
}

impl Selection {
    /// Creates a selection of so many puzzles that accepts nothing like `others`, and no name of
    /// theirs.
    pub fn new(wanted: usize, others: &[NamedPosition]) -> Self {
        let mut selection = Self { wanted, ..Self::default() };
        for NamedPosition { name, position } in others {
            selection.names.extend(name.clone());
            selection.identities.insert(Identity::of(position));
            let mut left = POSITIONS;
            let answer = quick_answer(position, &mut left).ok();
            if let Some(solution) = answer.as_ref().and_then(|answer| answer.outcome.solution()) {
                let mut budget = Budget::new(MEMORY, left);
                let most = MOST_SOLUTIONS;
                let all = Failed::catch(|| {
                    search::optima(position, solution.moves.len(), most, &mut budget)
                });
                let solutions = match all {
                    Ok(Some(Ok(optima))) if !optima.solutions.is_empty() => optima.solutions,
                    _ => vec![solution.moves.clone()],
                };
                selection.shapes.extend(shapes(position, &solutions).into_iter().flatten());
            }
        }
        selection
    }

    /// Adds a puzzle, and gives it a name of its own. Returns whether it is not like another. Each
    /// style that is kept has its quota of the puzzles, unless `any_style` is accepted.
    pub fn accept(&mut self, mut generated: Generated, any_style: bool) -> bool {
        let compares_all = self.wanted <= MOST_COMPARED;
        let mut shapes = generated.shapes.clone();
        shapes.sort_unstable();
        shapes.truncate(if compares_all { shapes.len() } else { 1 });
        let walls = Some(walls(generated.position.board())).filter(|walls| {
            // Without walls, or on boards of the printed game, boards are few.
            compares_all && !generated.is_printed && !walls.is_empty()
        });
        let is_full = generated.quota.as_ref().is_some_and(|(style, part, whole)| {
            let most = (self.wanted * part).div_ceil(*whole);
            self.styles.get(style).is_some_and(|&number| number >= most)
        });
        if self.identities.contains(&generated.identity)
            || shapes.iter().any(|shape| self.shapes.contains(shape))
            || walls.as_ref().is_some_and(|walls| self.walls.contains(walls))
            || is_full && !any_style
        {
            return false;
        }
        self.identities.insert(generated.identity);
        self.shapes.extend(shapes);
        self.walls.extend(walls);
        if let Some((style, ..)) = &generated.quota {
            *self.styles.entry(style.clone()).or_default() += 1;
        }
        // The same puzzle gets the same name in other runs, unless another one has it.
        let number = generated.identity.to_bits();
        let mut names = (1..).map(|round| name(number, round));
        let name = names.find(|name| !self.names.contains(name));
        generated.name = name.expect("there are more names than puzzles");
        self.names.insert(generated.name.clone());
        self.puzzles.push(generated);
        true
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether it has as many puzzles as are wanted.
    pub fn is_complete(&self) -> bool {
        self.count() >= self.wanted
    }

    /// Returns the puzzles, the easiest first.
    pub(super) fn into_sorted(mut self) -> Vec<Generated> {
        self.puzzles.sort_by_key(|puzzle| (puzzle.difficulty, puzzle.identity));
        self.puzzles
    }

    /// Returns the last puzzle as text.
    pub fn last(&self) -> Option<String> {
        self.puzzles.last()?.text()
    }
}

/// Returns bytes that are equal for two boards exactly if they have the same walls, up to symmetry.
fn walls(board: &Board) -> Vec<u8> {
    let images = Symmetry::ALL.into_iter().map(|symmetry| {
        let image = symmetry.board(board);
        let walls = image.all_walls().map(|(square, side)| [square.to_u8(), side as u8]);
        let mut walls: Vec<_> = walls.collect();
        walls.sort_unstable();
        walls.concat()
    });
    images.min().expect("there are eight symmetries")
}
