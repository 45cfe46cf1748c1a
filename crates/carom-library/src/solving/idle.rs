//! Searches for idle objects: walls, pieces and blocks whose removal changes neither the optimum
//! nor the number of optimal solutions.

use itertools::Itertools;

use crate::games::{Move, Position, Removable};
use crate::search::{Scope, Solution};

/// The maximum number of positions to solve and count a puzzle without one object.
pub(super) const MOST: u64 = 10_000;

/// The effort of a search for idle objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Whether blocks and walls may be removed, not only pieces.
    pub(super) changes_board: bool,
    /// Whether the number of optimal solutions has to stay the same.
    pub(super) keeps_number: bool,
    /// The maximum number of pieces and blocks that are removed at once.
    pub(super) group: usize,
    /// Whether two walls, or a wall and a piece or a block, are removed at once.
    pub(super) pairs_walls: bool,
    /// The maximum number of positions of all searches for idle objects, and again of the searches
    /// for the reduced puzzle.
    pub(super) positions: u64,
}

impl Effort {
    /// Returns the effort for hints, which must be cheap.
    pub(super) const fn for_hints(changes_board: bool) -> Self {
        Self { changes_board, keeps_number: true, group: 2, pairs_walls: false, positions: 200_000 }
    }
}

/// The cost of setting up a search, in positions.
const SET_UP: u64 = 100;

/// The properties of a puzzle that stay the same if an idle object is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Optimum {
    /// One optimal solution.
    pub(super) solution: Solution,
    /// The number of optimal solutions.
    pub(super) number: u64,
}

/// The result of a search for the [`Optimum`] of a position.
pub(super) struct Tried {
    /// The optimum, if few positions were enough and the position is solvable.
    pub(super) optimum: Option<Optimum>,
    /// Whether no limit cut off the search.
    pub(super) is_settled: bool,
    /// The number of positions searched.
    pub(super) positions: u64,
    /// The limits under which the result is the same.
    pub(super) scope: Scope,
}

/// A puzzle without its idle objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// The removed objects. If another wall, piece or block were removed, or a few pieces and
    /// blocks, the optimum or the number of optimal solutions would change, or the search for them
    /// would cost too much.
    pub gone: Vec<Removable>,
    /// An optimal solution of the reduced puzzle.
    pub solution: Vec<Move>,
}

/// The result of removing idle objects one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The reduced puzzle, unless no object is idle.
    pub minimal: Option<Minimal>,
    /// Whether the removal of everything that remains was tried. Otherwise a limit was reached, and
    /// more objects may be idle.
    pub is_complete: bool,
}

/// A search for the idle objects of a puzzle.
pub(super) struct Idle<'a, S> {
    optimum: &'a Optimum,
    effort: Effort,
    solve: S,
    left: u64,
    /// Whether no limit cut off a search so far.
    is_complete: bool,
    pub(super) scope: Scope,
}

impl<'a, S: FnMut(&Position) -> Tried> Idle<'a, S> {
    /// Creates a search for objects whose removal keeps `optimum`. `solve` finds the optimum of a
    /// position, if that takes few positions.
    pub(super) fn new(optimum: &'a Optimum, effort: Effort, solve: S) -> Self {
        Self {
            optimum,
            effort,
            solve,
            left: effort.positions,
            is_complete: true,
            scope: Scope::ANY,
        }
    }

    /// Returns the walls that are proved idle with few positions.
    pub(super) fn walls(&mut self, position: &Position) -> Vec<Removable> {
        let walls = self.candidates(position).into_iter();
        walls
            .filter(|one| one.is_wall() && self.stays_without(position, &[*one]).is_some())
            .collect()
    }

    /// Returns the pieces and blocks that are proved idle with few positions: single ones, or pairs
    /// in which neither is idle alone.
    pub(super) fn pieces(&mut self, position: &Position) -> Vec<Vec<Removable>> {
        let mut pieces = self.candidates(position);
        pieces.retain(|one| !one.is_wall());
        let is_idle = |one: &Removable| self.stays_without(position, &[*one]).is_some();
        let (idle, needed): (Vec<_>, Vec<_>) = pieces.into_iter().partition(is_idle);
        let pairs = needed.into_iter().combinations(2);
        idle.into_iter()
            .map(|one| vec![one])
            .chain(pairs.filter(|pair| self.stays_without(position, pair).is_some()))
            .collect()
    }

    /// Like [`reduce`](Self::reduce), for hints: returns `None` if nothing is idle, or if all
    /// searches together took too many positions.
    pub(super) fn minimal(&mut self, position: &Position) -> Option<Minimal> {
        let Reduction { minimal, .. } = self.reduce(position);
        minimal.filter(|_| self.left > 0)
    }

    /// Removes idle objects one after the other, and searches again after each.
    pub(super) fn reduce(&mut self, position: &Position) -> Reduction {
        self.left = self.effort.positions;
        self.is_complete = true;
        let mut position = position.clone();
        let mut gone = Vec::new();
        let mut solution = None;
        loop {
            let before = gone.len();
            for one in self.candidates(&position) {
                if let Some((without, moves)) = self.stays_without(&position, &[one]) {
                    position = without;
                    solution = Some(moves);
                    gone.push(one);
                }
            }
            // An object that was needed before may be idle now.
            if gone.len() > before {
                continue;
            }
            let objects = self.candidates(&position);
            let walls = objects.iter().filter(|one| one.is_wall()).count();
            // Walls are last.
            let pieces = &objects[..objects.len() - walls];
            let sizes = 2..=self.effort.group;
            let groups = sizes.flat_map(|size| pieces.iter().copied().combinations(size));
            let pairs_walls = self.effort.pairs_walls;
            let has_wall = |pair: &Vec<Removable>| pair.iter().any(|one| one.is_wall());
            let pairs = objects.iter().copied().combinations(2);
            let found = groups.chain(pairs.filter(|pair| pairs_walls && has_wall(pair))).find_map(
                |group| {
                    let found = self.stays_without(&position, &group)?;
                    Some((group, found))
                },
            );
            let Some((group, (without, moves))) = found else {
                break;
            };
            position = without;
            solution = Some(moves);
            gone.extend(group);
        }
        Reduction {
            minimal: solution.map(|solution| Minimal { gone, solution }),
            is_complete: self.is_complete,
        }
    }

    fn candidates(&self, position: &Position) -> Vec<Removable> {
        let mut candidates = position.removable();
        candidates.retain(|one| self.effort.changes_board || matches!(one, Removable::Piece(_)));
        candidates
    }

    /// Returns the position without `objects` and an optimal solution of it, if they are idle.
    fn stays_without(
        &mut self,
        position: &Position,
        gone: &[Removable],
    ) -> Option<(Position, Vec<Move>)> {
        if self.left == 0 {
            self.is_complete = false;
            return None;
        }
        let mut without = position.clone();
        for &one in gone {
            // The last robot that can solve the puzzle cannot be removed.
            if !without.removable().contains(&one) {
                return None;
            }
            without = without.without(one)?;
        }
        let Tried { optimum, is_settled, positions, scope } = (self.solve)(&without);
        self.left = self.left.saturating_sub(positions + SET_UP);
        self.is_complete &= is_settled;
        self.scope = self.scope.and(&scope);
        let Optimum { solution, number } = optimum?;
        let is_same = solution.length == self.optimum.solution.length
            && solution.slides == self.optimum.solution.slides
            && (number == self.optimum.number || !self.effort.keeps_number);
        is_same.then_some((without, solution.moves))
    }
}
