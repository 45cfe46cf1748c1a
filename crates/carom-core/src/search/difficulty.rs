//! Facts about all shortest solutions of a puzzle, from which its difficulty can be rated.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::SquareSet;
use crate::games::{Duel, Position, Puzzle, Visitor};

/// The most states of each search. Some puzzles have more; their facts are unknown.
const MAX_STATES: usize = 200_000;

/// Facts about the states of a puzzle near its start. Each is `None` if there are too many
/// states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathFacts {
    /// The states that fewer moves reach than a shortest solution has, the start included.
    /// Pieces that are alike are not told apart.
    pub states: Option<u64>,
    /// The share of the legal moves that keep the puzzle on a shortest solution, as the mean
    /// over all states of shortest solutions, 0 to 1.
    pub optimal_share: Option<f64>,
    /// The expected number of moves of a greedy random walk. Its walker takes each move that
    /// shortens the distance to the solution with twice the probability of each other move, and
    /// starts again after as many moves as a shortest solution has.
    ///
    /// It is a model of human solvers after P. Jarušek and R. Pelánek, "Difficulty Rating of
    /// Sokoban Puzzle" (2010), made exact by the restarts: only walks along shortest solutions
    /// count.
    pub walk: Option<f64>,
}

/// Returns the facts about a position whose shortest solutions have so many moves. A duel and a
/// puzzle with grouped moves have none.
pub fn path_facts(position: &Position, moves: u32) -> PathFacts {
    if position.grouping().is_grouped() {
        return PathFacts::default();
    }
    position.visit(FindFacts { moves })
}

struct FindFacts {
    moves: u32,
}

impl Visitor for FindFacts {
    type Output = PathFacts;

    fn visit_puzzle<P: Puzzle>(self, puzzle: &P) -> PathFacts {
        let mut paths = OptimalPaths {
            puzzle,
            known: FxHashMap::default(),
            shares: Vec::new(),
        };
        let probability = paths.probability(puzzle.start(), self.moves);
        let sum: f64 = paths.shares.iter().sum();
        let states = paths.shares.len();
        #[expect(clippy::cast_precision_loss, reason = "few enough to be exact")]
        let share = (states > 0).then(|| sum / states as f64);
        let is_known = probability.is_some_and(|probability| probability > 0.0);
        PathFacts {
            states: states_within(puzzle, self.moves),
            optimal_share: share.filter(|_| is_known),
            walk: probability
                .filter(|_| is_known)
                .map(|probability| f64::from(self.moves) / probability),
        }
    }

    fn visit_duel<S: SquareSet>(self, _: &Duel<S>) -> PathFacts {
        PathFacts::default()
    }
}

/// Returns the number of states that fewer than `moves` moves reach.
fn states_within<P: Puzzle>(puzzle: &P, moves: u32) -> Option<u64> {
    let mut seen: FxHashSet<P::State> = FxHashSet::default();
    seen.insert(puzzle.start());
    let mut layer = vec![puzzle.start()];
    for _ in 1..moves {
        let mut next = Vec::new();
        for state in layer {
            let flow = puzzle.successors(&state, |_, child| {
                if seen.insert(child) {
                    next.push(child);
                }
                match seen.len() > MAX_STATES {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            if flow.is_break() {
                return None;
            }
        }
        layer = next;
    }
    Some(seen.len() as u64)
}

/// The states of shortest solutions.
struct OptimalPaths<'p, P: Puzzle> {
    puzzle: &'p P,
    /// By state and moves left: the probability of a walk that solves the puzzle.
    known: FxHashMap<(P::State, u32), f64>,
    /// For each state on a shortest solution, the share of its moves that stay on one.
    shares: Vec<f64>,
}

impl<P: Puzzle> OptimalPaths<'_, P> {
    /// Returns the probability that a walk of `left` moves solves the puzzle, 0 if no solution
    /// has so few moves, or `None` if there are too many states.
    fn probability(&mut self, state: P::State, left: u32) -> Option<f64> {
        let bound = self.puzzle.lower_bound(&state);
        if bound.is_none_or(|bound| bound > left) {
            return Some(0.0);
        }
        if left == 0 {
            return Some(f64::from(u8::from(self.puzzle.is_solved(&state))));
        }
        if let Some(&known) = self.known.get(&(state, left)) {
            return Some(known);
        }
        if self.known.len() >= MAX_STATES {
            return None;
        }
        let mut children = Vec::new();
        let flow: ControlFlow<()> = self.puzzle.successors(&state, |_, child| {
            children.push(child);
            ControlFlow::Continue(())
        });
        debug_assert!(flow.is_continue());
        let (mut nearer, mut sum) = (0_u32, 0.0);
        for &child in &children {
            let probability = self.probability(child, left - 1)?;
            nearer += u32::from(probability > 0.0);
            sum += probability;
        }
        let all = u32::try_from(children.len()).unwrap_or(u32::MAX);
        let probability = match nearer {
            0 => 0.0,
            _ => {
                self.shares.push(f64::from(nearer) / f64::from(all));
                2.0 * sum / f64::from(all + nearer)
            }
        };
        self.known.insert((state, left), probability);
        Some(probability)
    }
}
