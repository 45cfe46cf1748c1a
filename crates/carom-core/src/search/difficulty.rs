//! Facts about all shortest solutions of a puzzle, from which its difficulty can be rated.
//!
//! No fact depends on the solution that a search happens to find first, so a puzzle and its
//! rotated, mirrored and renamed copies have the same facts.

use std::hash::Hash;
use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::{Bitboard, Square, SquareSet};
use crate::games::{Duel, GroupedPuzzle, Position, SearchHints, SearchModel, Visitor};

/// The usual limit on the states of each search. Some puzzles have more; their facts are unknown.
pub const MAX_STATES: usize = 200_000;

/// Facts about the shortest solutions of a puzzle and the states near its start. Each is `None`
/// if there are too many states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathFacts {
    /// The states that fewer moves reach than a shortest solution has, the start included.
    /// Pieces that are alike are not told apart. `None` under `grouped`.
    pub states: Option<u64>,
    /// The share of the legal moves that keep the puzzle on a shortest solution, as the mean
    /// over all states of shortest solutions, 0 to 1.
    pub optimal_share: Option<f64>,
    /// The number of legal moves, as the mean over all states of shortest solutions.
    pub branching: Option<f64>,
    /// The expected number of moves of a greedy random walk. Its walker takes each move that
    /// shortens the distance to the solution with twice the probability of each other move, and
    /// starts again after as many moves as a shortest solution has. `None` under `grouped`.
    ///
    /// It is a model of human solvers after P. Jarušek and R. Pelánek, "Difficulty Rating of
    /// Sokoban Puzzle" (2010), made exact by the restarts: only walks along shortest solutions
    /// count.
    pub walk: Option<f64>,
    /// The fewest groups of consecutive moves of one piece in a shortest solution. `None` if
    /// moves have no pieces.
    pub groups: Option<u32>,
    /// The fewest pieces that move in a shortest solution. `None` if moves have no pieces.
    pub pieces: Option<u32>,
    /// The fewest moves in a shortest solution that take the active piece further from its
    /// target, measured along rows and columns. `None` unless exactly one piece has to reach a
    /// target.
    pub away: Option<u32>,
}

/// Returns the facts about a position whose shortest solutions have so many moves and, under
/// `grouped`, slides. A duel has none. Each search is limited to `max_states` states.
pub fn path_facts(
    position: &Position,
    moves: u32,
    slides: Option<u32>,
    max_states: usize,
) -> PathFacts {
    position.visit(FindFacts { position, left: (moves, slides.unwrap_or(0)), max_states })
}

struct FindFacts<'a> {
    position: &'a Position,
    left: Left,
    max_states: usize,
}

/// The moves that are left and, under `grouped`, the slides.
type Left = (u32, u32);

/// A state and, under `grouped`, the square of the piece that moved last.
type Node<S> = (S, Option<Square>);

/// A move, the node behind it, and what is left there unless the solution is provably farther.
type Child<P> = (<P as SearchModel>::Move, Node<<P as SearchModel>::State>, Option<Left>);

impl Visitor for FindFacts<'_> {
    type Output = PathFacts;

    fn visit_puzzle<P: SearchHints>(self, puzzle: &P) -> PathFacts {
        let facts = self.facts(puzzle, (puzzle.start(), None), |(state, _), (moves, _)| {
            let mut children = Vec::new();
            let _: ControlFlow<()> = puzzle.successors(state, |played, child| {
                let bound = puzzle.lower_bound(&child);
                let is_near = bound.is_some_and(|bound| bound < moves);
                let left = is_near.then(|| (moves - 1, 0));
                children.push((played, (child, None), left));
                ControlFlow::Continue(())
            });
            children
        });
        PathFacts { states: states_within(puzzle, self.left.0, self.max_states), ..facts }
    }

    fn visit_grouped<P: GroupedPuzzle>(self, puzzle: &P) -> PathFacts {
        let start = (puzzle.start(), puzzle.last_moved());
        let facts = self.facts(puzzle, start, |(state, last_moved), (groups, slides)| {
            let mut children = Vec::new();
            let _: ControlFlow<()> = puzzle.slides(state, |slide, stop, child| {
                let groups = groups.checked_sub(u32::from(*last_moved != Some(slide.square)));
                let left = groups.zip(slides.checked_sub(1)).filter(|&(groups, slides)| {
                    puzzle.groups_left(&child, stop) <= groups
                        && puzzle.lower_bound(&child).is_some_and(|bound| bound <= slides)
                });
                children.push((slide, (child, stop), left));
                ControlFlow::Continue(())
            });
            children
        });
        // The walk counts moves, and the groups of a solution are its moves.
        PathFacts { walk: None, ..facts }
    }

    fn visit_duel<S: SquareSet>(self, _: &Duel<S>) -> PathFacts {
        PathFacts::default()
    }
}

impl FindFacts<'_> {
    fn facts<P: SearchModel>(
        &self,
        puzzle: &P,
        start: Node<P::State>,
        children: impl Fn(&Node<P::State>, Left) -> Vec<Child<P>>,
    ) -> PathFacts {
        let mut paths = OptimalPaths {
            puzzle,
            children,
            max_states: self.max_states,
            known: FxHashMap::default(),
            shares: Vec::new(),
            legal: 0,
        };
        let probability = paths.probability(start, self.left);
        let Some(probability) = probability.filter(|&probability| probability > 0.0) else {
            return PathFacts::default();
        };
        // Sums in a fixed order are the same for a rotated copy, to the last digit.
        paths.shares.sort_unstable_by(f64::total_cmp);
        let states = paths.shares.len();
        #[expect(clippy::cast_precision_loss, reason = "few enough to be exact")]
        let mean = |sum: f64| {
            if states == 0 { 0.0 } else { sum / states as f64 }
        };
        #[expect(clippy::cast_precision_loss, reason = "few enough to be exact")]
        let facts = PathFacts {
            optimal_share: (states > 0).then(|| mean(paths.shares.iter().sum())),
            branching: Some(mean(paths.legal as f64)),
            walk: Some(f64::from(self.left.0) / probability),
            ..PathFacts::default()
        };
        let traces = paths.traces(start, self.left, self.position);
        let Some(traces) = traces.filter(|traces| !traces.is_empty()) else {
            return facts;
        };
        let (keys, values) = (traces.keys(), traces.values());
        PathFacts {
            groups: values.clone().map(|trace| trace.groups).min(),
            pieces: keys.map(|(_, moved)| moved.pieces()).min(),
            away: values.map(|trace| trace.away).min().flatten(),
            ..facts
        }
    }
}

/// Returns the number of states that fewer than `moves` moves reach.
fn states_within<P: SearchModel>(puzzle: &P, moves: u32, max_states: usize) -> Option<u64> {
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
                match seen.len() > max_states {
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
struct OptimalPaths<'p, P: SearchModel, C> {
    puzzle: &'p P,
    /// Returns the children of a node.
    children: C,
    max_states: usize,
    /// By node and what is left: the probability of a walk that solves the puzzle.
    known: FxHashMap<(Node<P::State>, Left), f64>,
    /// For each state on a shortest solution, the share of its moves that stay on one.
    shares: Vec<f64>,
    /// The legal moves of all states on shortest solutions.
    legal: u64,
}

/// The pieces that have moved, by their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Moved {
    squares: Bitboard,
    /// The pieces that have left the board.
    departed: u32,
    /// The square of the piece that moved last.
    last: Option<Square>,
}

impl Moved {
    fn pieces(self) -> u32 {
        self.departed + self.squares.count()
    }
}

/// One of the lines that lead to a node with the same pieces moved.
struct Trace {
    position: Position,
    /// The fewest groups of all these lines.
    groups: u32,
    /// The fewest moves away from the target of all these lines.
    away: Option<u32>,
}

type Traces<S> = FxHashMap<(Node<S>, Moved), Trace>;

/// The lines of one length, each with what is left.
type Frontier<S> = FxHashMap<(Node<S>, Moved), (Left, Trace)>;

impl<P: SearchModel, C: Fn(&Node<P::State>, Left) -> Vec<Child<P>>> OptimalPaths<'_, P, C> {
    /// Returns the probability that a walk with so much left solves the puzzle, 0 if no solution
    /// is that short, or `None` if there are too many states.
    fn probability(&mut self, node: Node<P::State>, left: Left) -> Option<f64> {
        if left == (0, 0) {
            return Some(f64::from(u8::from(self.puzzle.is_solved(&node.0))));
        }
        if let Some(&known) = self.known.get(&(node, left)) {
            return Some(known);
        }
        if self.known.len() >= self.max_states {
            return None;
        }
        let children = (self.children)(&node, left);
        let mut nearer = Vec::new();
        for &(_, child, left) in &children {
            let Some(left) = left else {
                continue;
            };
            let probability = self.probability(child, left)?;
            if probability > 0.0 {
                nearer.push(probability);
            }
        }
        nearer.sort_unstable_by(f64::total_cmp);
        let [all, number] = [children.len(), nearer.len()]
            .map(|number| u32::try_from(number).expect("a state has fewer than 2³² moves"));
        let probability = match number {
            0 => 0.0,
            _ => {
                self.shares.push(f64::from(number) / f64::from(all));
                self.legal += u64::from(all);
                2.0 * nearer.iter().sum::<f64>() / f64::from(all + number)
            }
        };
        self.known.insert((node, left), probability);
        Some(probability)
    }

    /// Follows all shortest solutions from the start at once. Returns `None` if moves have no
    /// pieces or there are too many lines.
    fn traces(
        &self,
        start: Node<P::State>,
        left: Left,
        position: &Position,
    ) -> Option<Traces<P::State>> {
        let sliding = position.sliding().ok().filter(|sliding| !sliding.any_active);
        let first =
            Trace { position: position.clone(), groups: 0, away: sliding.is_some().then_some(0) };
        // All lines to a node have the same moves left.
        let mut frontier: Frontier<P::State> =
            FxHashMap::from_iter([((start, Moved::default()), (left, first))]);
        let mut lines = 0;
        while frontier.values().any(|(left, _)| *left != (0, 0)) {
            let mut next = FxHashMap::default();
            for ((node, moved), (left, trace)) in &frontier {
                for (played, child, left) in (self.children)(node, *left) {
                    let Some(left) = left.filter(|&left| self.is_on_path(child, left)) else {
                        continue;
                    };
                    let from = P::origin(&played)?;
                    let named = self.puzzle.name_moves(&trace.position, &[played]);
                    let after =
                        trace.position.play(named[0]).expect("the moves of a search are legal");
                    let squares = |position: &Position| {
                        let pieces = position.pieces().into_iter();
                        pieces.map(|piece| piece.square).collect::<Bitboard>()
                    };
                    let new = squares(&after) & !squares(&trace.position);
                    // Diagonals may lead a piece back to its square.
                    let stays = after.pieces().len() == trace.position.pieces().len();
                    let to = new.iter().next().or_else(|| stays.then_some(from));
                    let mut moved = *moved;
                    let is_same = moved.last == Some(from);
                    moved.squares.remove(from);
                    moved.departed += u32::from(to.is_none());
                    moved.squares |= to.into_iter().collect();
                    moved.last = to;
                    let is_away = sliding.as_ref().is_some_and(|sliding| {
                        // Until the end, all pieces are on the board.
                        trace.position.pieces()[sliding.active].square == from
                            && to.is_some_and(|to| {
                                distance(to, sliding.targets) > distance(from, sliding.targets)
                            })
                    });
                    let groups = trace.groups + u32::from(!is_same);
                    let away = trace.away.map(|away| away + u32::from(is_away));
                    let entry = next.entry((child, moved)).or_insert_with(|| {
                        let trace = Trace { position: after, groups, away };
                        (left, trace)
                    });
                    entry.1.groups = entry.1.groups.min(groups);
                    entry.1.away = entry.1.away.min(away);
                }
            }
            lines += next.len();
            if lines > self.max_states / 10 {
                return None;
            }
            frontier = next;
        }
        let traces = frontier.into_iter();
        Some(traces.map(|(key, (_, trace))| (key, trace)).collect())
    }

    /// Whether a shortest solution leads through a node.
    fn is_on_path(&self, node: Node<P::State>, left: Left) -> bool {
        match left {
            (0, 0) => self.puzzle.is_solved(&node.0),
            // The walk has visited all nodes that may be on one.
            _ => self.known[&(node, left)] > 0.0,
        }
    }
}

/// Returns the steps to the nearest target along rows and columns.
fn distance(from: Square, targets: Bitboard) -> u8 {
    let steps = targets
        .iter()
        .map(|target| from.column().abs_diff(target.column()) + from.row().abs_diff(target.row()));
    steps.min().expect("a puzzle has a target")
}
