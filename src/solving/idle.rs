//! What a puzzle can do without: walls and pieces without which the fewest
//! moves and the number of solutions that have as many are the same.

use crate::games::{Move, Position, Removable};
use crate::search::Scope;

/// Positions that it may take to solve a puzzle without something and to count
/// the solutions.
pub(super) const MOST: u64 = 10_000;

/// Positions that all searches for idle things may take, and again those for
/// what is left without them.
const MOST_IN_ALL: u64 = 200_000;

/// As many positions as it costs to set up a search.
const SET_UP: u64 = 100;

/// What the solutions of a puzzle are, as far as idle things leave them alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Optimum {
    /// One of the shortest solutions.
    pub(super) moves: Vec<Move>,
    /// How many there are.
    pub(super) number: u64,
}

/// What a search for the [`Optimum`] of a position came to.
pub(super) struct Tried {
    /// The optimum, if it was found with few positions.
    pub(super) optimum: Option<Optimum>,
    /// The positions it took.
    pub(super) positions: u64,
    /// The limits under which it would have come to the same.
    pub(super) scope: Scope,
}

/// A puzzle without all that is idle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// What was taken away; without any one of the walls, pieces and blocks
    /// that are left, or any two of the pieces and blocks, the fewest moves or
    /// the number of solutions that have as many are others, or could not be
    /// found at little cost.
    pub gone: Vec<Removable>,
    /// One of the shortest solutions of what is left.
    pub solution: Vec<Move>,
}

/// Looks for what is idle in a puzzle.
pub(super) struct Idle<'a, S> {
    optimum: &'a Optimum,
    /// Whether the board may be changed, not only the pieces on it.
    changes_board: bool,
    solve: S,
    left: u64,
    pub(super) scope: Scope,
}

impl<'a, S: FnMut(&Position) -> Tried> Idle<'a, S> {
    /// A search for what leaves `optimum` alone; `solve` finds that of a
    /// position, if it takes few positions.
    pub(super) fn new(optimum: &'a Optimum, changes_board: bool, solve: S) -> Self {
        Self {
            optimum,
            changes_board,
            solve,
            left: MOST_IN_ALL,
            scope: Scope::ANY,
        }
    }

    /// The walls that are idle, as far as few positions show it.
    pub(super) fn walls(&mut self, position: &Position) -> Vec<Removable> {
        let walls = self.candidates(position).into_iter();
        walls
            .filter(|one| one.is_wall() && self.stays_without(position, &[*one]).is_some())
            .collect()
    }

    /// The pieces and blocks that are idle, alone or, where neither is alone,
    /// two of them together, as far as few positions show it.
    pub(super) fn pieces(&mut self, position: &Position) -> Vec<Vec<Removable>> {
        let mut pieces = self.candidates(position);
        pieces.retain(|one| !one.is_wall());
        let is_idle = |one: &Removable| self.stays_without(position, &[*one]).is_some();
        let (idle, needed): (Vec<_>, Vec<_>) = pieces.into_iter().partition(is_idle);
        let pairs = pairs(&needed).filter(|pair| self.stays_without(position, pair).is_some());
        let pairs: Vec<_> = pairs.map(Vec::from).collect();
        idle.into_iter().map(|one| vec![one]).chain(pairs).collect()
    }

    /// Takes away what is idle, thing by thing, each time looking again at what
    /// is left; nothing where that takes too many positions, or nothing is
    /// idle.
    pub(super) fn minimal(&mut self, position: &Position) -> Option<Minimal> {
        self.left = MOST_IN_ALL;
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
            // What goes last may have been what needed something before.
            if gone.len() > before {
                continue;
            }
            let mut pieces = self.candidates(&position);
            pieces.retain(|one| !one.is_wall());
            let found = pairs(&pieces).find_map(|pair| {
                let found = self.stays_without(&position, &pair)?;
                Some((pair, found))
            });
            let Some((pair, (without, moves))) = found else {
                break;
            };
            position = without;
            solution = Some(moves);
            gone.extend(pair);
        }
        let solution = solution.filter(|_| self.left > 0)?;
        Some(Minimal { gone, solution })
    }

    fn candidates(&self, position: &Position) -> Vec<Removable> {
        let mut candidates = position.removable();
        candidates.retain(|one| self.changes_board || matches!(one, Removable::Piece(_)));
        candidates
    }

    /// The position without these things, and a shortest solution of it, if
    /// they are idle.
    fn stays_without(
        &mut self,
        position: &Position,
        gone: &[Removable],
    ) -> Option<(Position, Vec<Move>)> {
        if self.left == 0 {
            return None;
        }
        let mut without = position.clone();
        for &one in gone {
            // The last robot that could solve it cannot go.
            if !without.removable().contains(&one) {
                return None;
            }
            without = without.without(one)?;
        }
        let Tried {
            optimum,
            positions,
            scope,
        } = (self.solve)(&without);
        self.left = self.left.saturating_sub(positions + SET_UP);
        self.scope = self.scope.and(&scope);
        let Optimum { moves, number } = optimum?;
        let is_same = moves.len() == self.optimum.moves.len() && number == self.optimum.number;
        is_same.then_some((without, moves))
    }
}

/// Any two of these, each two once.
fn pairs(of: &[Removable]) -> impl Iterator<Item = [Removable; 2]> {
    let firsts = of.iter().enumerate();
    firsts.flat_map(|(place, &first)| {
        let seconds = of.iter().skip(place + 1);
        seconds.map(move |&second| [first, second])
    })
}
