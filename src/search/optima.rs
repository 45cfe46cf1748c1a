//! All optimal solutions.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::limits::{Budget, Limit, Reservation, Stop};
use super::solve::{Yielded, solves};
use crate::board::Bitboard;
use crate::games::{Armies, Move, Position, Puzzle, Visitor};

/// The optimal solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optima {
    /// The first of them, in the order of the legal moves.
    pub solutions: Vec<Vec<Move>>,
    /// How many there are. Moves that lead to the same state and that the game
    /// does not tell apart, such as the walks of a turn that end on the same
    /// square, count once.
    pub number: u64,
    /// The squares that moves of them leave, of all and not of the first alone,
    /// in a game in which pieces slide. A piece moves in one of them exactly if
    /// the square where it starts is among these: it stands there until a move
    /// leaves the square, and that move is its own.
    pub origins: Bitboard,
}

/// Returns the solutions of `position` that have `moves` moves, which are the
/// fewest, and of them the first `most`; `None` where two sides play.
///
/// It goes forward layer by layer, leaving out what is further from a solution
/// than there are moves left, and counts the ways to the goal on its way back,
/// so that no move is tried in vain when the solutions are written down. A
/// position of the budget is an expanded state of either way.
///
/// # Errors
///
/// The limit that was reached; [`Yielded`] where the memory is needed
/// elsewhere.
pub fn optima(
    position: &Position,
    moves: usize,
    most: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Result<Optima, Limit>>, Yielded> {
    let search = Search {
        position,
        moves,
        most,
        budget,
    };
    match position.visit(search) {
        Ok(optima) => Ok(optima.map(Ok)),
        Err(Stop::Limit(limit)) => Ok(Some(Err(limit))),
        Err(Stop::Yield) => Err(Yielded),
    }
}

struct Search<'a, 'b, 'pool> {
    position: &'a Position,
    moves: usize,
    most: usize,
    budget: &'b mut Budget<'pool>,
}

/// The states after so many moves, each with the number of ways from it to the
/// goal in the moves that are left.
type Layer<S> = FxHashMap<S, u64>;

impl Visitor for Search<'_, '_, '_> {
    type Output = Result<Option<Optima>, Stop>;

    fn visit_puzzle<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let mut memory = Reservation::default();
        let mut layers = forward(puzzle, self.moves, &mut memory, self.budget)?;
        let origins = count_back(puzzle, &mut layers, self.budget)?;
        let start = puzzle.start();
        let first = layers.first().and_then(|layer| layer.get(&start));
        let mut listing = Listing {
            puzzle,
            position: self.position,
            layers: &layers,
            most: self.most,
            played: Vec::new(),
            solutions: Vec::new(),
        };
        listing.list(&start);
        Ok(Some(Optima {
            solutions: listing.solutions,
            number: first.copied().unwrap_or(0),
            origins,
        }))
    }

    fn visit_duel<D: Armies>(self, _: &D) -> Self::Output {
        Ok(None)
    }
}

/// The states from which the goal may still be reached in time.
fn forward<P: Puzzle>(
    puzzle: &P,
    moves: usize,
    memory: &mut Reservation,
    budget: &mut Budget<'_>,
) -> Result<Vec<Layer<P::State>>, Stop> {
    let mut layers = vec![Layer::from_iter([(puzzle.start(), 0)])];
    for left in (0..moves).rev() {
        let mut next = Layer::default();
        for state in layers.last().into_iter().flat_map(Layer::keys) {
            budget.count_position()?;
            let before = next.capacity();
            let _: ControlFlow<()> = puzzle.successors(state, |_, child| {
                let bound = puzzle.lower_bound(&child);
                if bound.is_some_and(|bound| bound as usize <= left) {
                    next.insert(child, 0);
                }
                ControlFlow::Continue(())
            });
            let grown = next.capacity() - before;
            let entry = size_of::<(P::State, u64)>() + 1;
            // A table that doubles is there twice for a moment.
            memory.grow(2 * (grown * entry) as u64, budget)?;
        }
        layers.push(next);
    }
    if let Some(last) = layers.last_mut() {
        last.retain(|state, ways| {
            *ways = 1;
            puzzle.is_solved(state)
        });
    }
    Ok(layers)
}

/// Counts the ways to the goal, and leaves out what has none. Returns the
/// squares that the moves on these ways leave.
fn count_back<P: Puzzle>(
    puzzle: &P,
    layers: &mut [Layer<P::State>],
    budget: &mut Budget<'_>,
) -> Result<Bitboard, Stop> {
    let mut origins = Bitboard::EMPTY;
    for place in (1..layers.len()).rev() {
        let (before, after) = layers.split_at_mut(place);
        let (Some(layer), Some(next)) = (before.last_mut(), after.first()) else {
            break;
        };
        for (state, ways) in layer.iter_mut() {
            budget.count_position()?;
            let _: ControlFlow<()> = puzzle.successors(state, |played, child| {
                let of_child = next.get(&child).copied().unwrap_or(0);
                if of_child > 0
                    && let Some(origin) = P::origin(&played)
                {
                    origins.insert(origin);
                }
                *ways = ways.saturating_add(of_child);
                ControlFlow::Continue(())
            });
        }
        layer.retain(|_, ways| *ways > 0);
    }
    Ok(origins)
}

/// Writes down solutions, depth first.
struct Listing<'a, P: Puzzle> {
    puzzle: &'a P,
    position: &'a Position,
    layers: &'a [Layer<P::State>],
    most: usize,
    played: Vec<P::Move>,
    solutions: Vec<Vec<Move>>,
}

impl<P: Puzzle> Listing<'_, P> {
    fn list(&mut self, state: &P::State) {
        let Some(next) = self.layers.get(self.played.len() + 1) else {
            let named = self.puzzle.name_moves(self.position, &self.played);
            // As of any solution, the rules have the last word.
            let named = named.filter(|moves| solves(self.position, moves));
            self.solutions.extend(named);
            return;
        };
        let mut children = Vec::new();
        let _: ControlFlow<()> = self.puzzle.successors(state, |played, child| {
            if next.contains_key(&child) {
                children.push((played, child));
            }
            ControlFlow::Continue(())
        });
        for (played, child) in children {
            if self.solutions.len() >= self.most {
                return;
            }
            self.played.push(played);
            self.list(&child);
            self.played.pop();
        }
    }
}
