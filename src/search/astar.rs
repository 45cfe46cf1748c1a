//! A* in layers.
//!
//! Hart, Nilsson, Raphael: *A Formal Basis for the Heuristic Determination of
//! Minimum Cost Paths* (1968). Every move costs one and the heuristic is
//! consistent, so the bound of a node, its depth plus its heuristic, never
//! falls from a node to its successors: nodes are expanded in layers of equal
//! bound, a node is closed once, and when a layer is empty no solution is as
//! short as its bound. No priority queue is needed.
//!
//! # One move more
//!
//! Most of the last layer would be filled for nothing. So where a puzzle can
//! tell quickly which moves may bring it nearer, the successors of a layer that
//! belong to the next one are not kept, but looked at: is one of them solved by
//! moves of which each brings it nearer? That solution is as long as the next
//! layer's number. The only other ones of that length go through successors
//! more than one layer on, which are looked at when they are kept. If there is
//! none, the nodes of the layer are expanded again, to fill the next one, in
//! which then is no solution: while it is expanded, the first solution of one
//! move more is optimal.
//!
//! Neither a second expansion nor a look counts as a position.

use std::ops::ControlFlow;

use super::frontier::Frontier;
use super::nodes::{Inserted, NodeId, Nodes};
use super::{Budget, Limit, Stop};
use crate::games::Puzzle;

/// What a search ends with.
pub(super) enum Found<P: Puzzle> {
    /// The states of an optimal solution, from the start to the solved one.
    Path(Vec<P::State>),
    /// There is no solution.
    Nothing,
    /// No solution is shorter than this; a limit was reached.
    AtLeast(u32, Limit),
}

/// Searches `puzzle`.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the answers.
pub(super) fn search<P: Puzzle>(puzzle: &P, budget: &mut Budget<'_>) -> Result<Found<P>, Stop> {
    search_looking_ahead(puzzle, MANY, budget)
}

/// The same with another number for [`MANY`].
fn search_looking_ahead<P: Puzzle>(
    puzzle: &P,
    many: usize,
    budget: &mut Budget<'_>,
) -> Result<Found<P>, Stop> {
    let start = puzzle.start();
    let Some(mut bound) = puzzle.lower_bound(&start) else {
        return Ok(Found::Nothing);
    };
    let found =
        AStar::new(puzzle, bound, many, budget).and_then(|search| search.run(&mut bound, budget));
    match found {
        Ok(Some(path)) => Ok(Found::Path(path)),
        Ok(None) => Ok(Found::Nothing),
        Err(Stop::Limit(limit)) => Ok(Found::AtLeast(bound, limit)),
        Err(Stop::Yield) => Err(Stop::Yield),
    }
}

/// Successors of one node between two looks at the flag and the clock: few
/// puzzles have so many.
const POLL_INTERVAL: u32 = 1 << 8;
/// Only after a layer of more nodes is the next one looked ahead of: the
/// successors of a small one are kept as quickly.
const MANY: usize = 1 << 8;

struct AStar<'p, P: Puzzle> {
    puzzle: &'p P,
    /// See [`MANY`].
    many: usize,
    nodes: Nodes<P::State>,
    frontier: Frontier,
    /// The nodes that were expanded and have to be once more, to fill the
    /// layer after theirs.
    again: Frontier,
    /// The solution found by a look ahead that is the shortest yet.
    ahead: Option<Ahead<P::State>>,
}

/// A solution found by a look ahead.
struct Ahead<S> {
    length: u32,
    /// The last node of it.
    node: NodeId,
    /// The states after that node, the last one first.
    tail: Vec<S>,
}

/// What becomes of the successors of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// All are kept; those more than one layer on are looked at.
    Only,
    /// Those of this layer are kept, those of the next one looked at. The rest
    /// is left to the second pass.
    First,
    /// Those of later layers are kept; those more than one on are looked at.
    Second,
}

impl<'p, P: Puzzle> AStar<'p, P> {
    fn new(puzzle: &'p P, bound: u32, many: usize, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let mut search = Self {
            puzzle,
            many,
            nodes: Nodes::new(budget)?,
            frontier: Frontier::default(),
            again: Frontier::default(),
            ahead: None,
        };
        if let Inserted::Open(id) = search.nodes.insert(puzzle.start(), 0, 0, budget)? {
            search.frontier.push(bound, id, budget)?;
        }
        Ok(search)
    }

    /// The states of an optimal solution; `bound` is what is proved.
    fn run(
        mut self,
        bound: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<P::State>>, Stop> {
        // Of the newest layer and of the one before.
        let (mut expanded, mut before) = (0, 0);
        let mut layer = *bound;
        let mut is_proved = false;
        loop {
            *bound = layer + u32::from(is_proved);
            budget.prove(*bound);
            let looks_ahead =
                self.puzzle.looks_ahead() && expanded > self.many && expanded > before + before / 2;
            before = std::mem::take(&mut expanded);
            loop {
                if self.ahead_by(*bound) {
                    return Ok(self.path_ahead());
                }
                let Some(id) = self.frontier.pop(layer, budget) else {
                    break;
                };
                let node = self.nodes.get_mut(id);
                if node.closed {
                    // It waited here too before a shorter way to it was found.
                    continue;
                }
                node.closed = true;
                if self.puzzle.is_solved(&node.state) {
                    return Ok(Some(self.path(id)));
                }
                expanded += 1;
                budget.count_position()?;
                let pass = if looks_ahead { Pass::First } else { Pass::Only };
                if let Some(solved) = self.expand(id, layer, pass, budget)? {
                    return Ok(Some(self.path(solved)));
                }
                if looks_ahead {
                    self.again.push(0, id, budget)?;
                }
            }
            if self.ahead_by(layer + 1) {
                return Ok(self.path_ahead());
            }
            *bound = layer + 1 + u32::from(looks_ahead);
            budget.prove(*bound);
            while let Some(id) = self.again.pop(0, budget) {
                budget.poll()?;
                self.expand(id, layer, Pass::Second, budget)?;
            }
            match self.frontier.next_layer(layer + 1) {
                Some(next) => {
                    is_proved = looks_ahead && next == layer + 1;
                    layer = next;
                }
                None => return Ok(self.path_ahead()),
            }
        }
    }

    /// Whether a look ahead has found a solution of so many moves at most.
    fn ahead_by(&self, length: u32) -> bool {
        self.ahead.as_ref().is_some_and(|one| one.length <= length)
    }

    /// Generates the successors of a node; returns one that is solved, if its
    /// bound is that of the layer.
    fn expand(
        &mut self,
        id: NodeId,
        layer: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Stop> {
        let node = *self.nodes.get(id);
        let Some(depth) = node.depth.checked_add(1) else {
            // Nodes have no room for longer paths.
            return Err(Stop::Limit(Limit::Memory));
        };
        let puzzle = self.puzzle;
        let mut successors = 0_u32;
        let flow = puzzle.successors_or_pauses(&node.state, |successor| {
            let Some((_, state)) = successor else {
                let polled = budget.count_position().and_then(|()| budget.poll());
                return match polled {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => ControlFlow::Break(Err(stop)),
                };
            };
            successors += 1;
            if successors.is_multiple_of(POLL_INTERVAL)
                && let Err(stop) = budget.poll()
            {
                return ControlFlow::Break(Err(stop));
            }
            match self.offer(state, id, depth, layer, pass, budget) {
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some(solved)) => ControlFlow::Break(Ok(solved)),
                Err(stop) => ControlFlow::Break(Err(stop)),
            }
        });
        match flow {
            ControlFlow::Continue(()) => Ok(None),
            ControlFlow::Break(broken) => broken.map(Some),
        }
    }

    /// Keeps the successor of a node, or looks at it; returns it if it is
    /// solved, and its bound is that of the layer.
    #[inline]
    fn offer(
        &mut self,
        state: P::State,
        parent: NodeId,
        depth: u16,
        layer: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Stop> {
        // Where all are kept, most are known, and need no bound.
        let mut kept = None;
        if pass == Pass::Only {
            kept = match self.nodes.insert(state, parent, depth, budget)? {
                Inserted::Open(child) => Some(child),
                Inserted::Known => return Ok(None),
            };
        }
        let Some(to_go) = self.puzzle.lower_bound(&state) else {
            if let Some(child) = kept {
                // It is never expanded, and need not be offered again.
                self.nodes.get_mut(child).closed = true;
            }
            return Ok(None);
        };
        let bound = u32::from(depth) + to_go;
        let (is_kept, is_looked_at) = match pass {
            Pass::Only => (true, self.puzzle.looks_ahead() && bound > layer + 1),
            Pass::First => (bound == layer, bound == layer + 1),
            Pass::Second => (bound > layer, bound > layer + 1),
        };
        if is_looked_at && !self.ahead_by(bound) {
            self.look_ahead(state, to_go, parent, bound);
        }
        if is_kept && pass != Pass::Only {
            kept = match self.nodes.insert(state, parent, depth, budget)? {
                Inserted::Open(child) => Some(child),
                Inserted::Known => None,
            };
        }
        let Some(child) = kept else {
            return Ok(None);
        };
        if bound == layer && self.puzzle.is_solved(&state) {
            return Ok(Some(child));
        }
        self.frontier.push(bound, child, budget)?;
        Ok(None)
    }

    /// Notes the solution that goes on from `state` with moves of which each
    /// brings it nearer, if there is one.
    fn look_ahead(&mut self, state: P::State, to_go: u32, node: NodeId, length: u32) {
        let mut tail = Vec::new();
        if gets_home(self.puzzle, &state, to_go, &mut tail) {
            tail.push(state);
            self.ahead = Some(Ahead { length, node, tail });
        }
    }

    /// The states from the start to a node.
    fn path(&self, id: NodeId) -> Vec<P::State> {
        let mut node = self.nodes.get(id);
        let mut states = vec![node.state];
        while node.depth > 0 {
            node = self.nodes.get(node.parent);
            states.push(node.state);
        }
        states.reverse();
        states
    }

    /// The states of the solution that was found by a look ahead.
    fn path_ahead(&self) -> Option<Vec<P::State>> {
        let ahead = self.ahead.as_ref()?;
        let mut states = self.path(ahead.node);
        states.extend(ahead.tail.iter().rev());
        Some(states)
    }
}

/// Whether moves of which each brings it nearer solve `state`; puts the states
/// after it in `tail`, the last one first. Two such ways hardly ever meet, so
/// what was seen is not remembered.
fn gets_home<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    to_go: u32,
    tail: &mut Vec<P::State>,
) -> bool {
    if to_go == 0 {
        return puzzle.is_solved(state);
    }
    let flow = puzzle.may_bring_nearer(state, |next| {
        if puzzle.lower_bound(&next) == Some(to_go - 1) && gets_home(puzzle, &next, to_go - 1, tail)
        {
            tail.push(next);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    flow.is_break()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Move, Position};
    use crate::search::MemoryPool;

    /// A graph at random, of which the last node is the goal; the heuristic is
    /// the distance in a graph of more edges.
    struct Graph {
        edges: Vec<Vec<usize>>,
        distances: Vec<Option<u32>>,
        looks_ahead: bool,
    }

    impl Graph {
        fn random(seed: u64, nodes: usize, looks_ahead: bool) -> Self {
            let mut state = seed;
            let mut below = |limit: usize| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (state >> 33) as usize % limit
            };
            let mut edges = vec![Vec::new(); nodes];
            let mut join = |edges: &mut Vec<Vec<usize>>, number| {
                for _ in 0..number {
                    let (one, other) = (below(nodes), below(nodes));
                    edges[one].push(other);
                    edges[other].push(one);
                }
            };
            join(&mut edges, nodes + nodes / 4);
            for from in 0..nodes / 4 {
                edges[4 * from].push((seed as usize * from + 7 * from) % nodes);
            }
            // The more edges are added, the less the heuristic knows.
            let mut relaxed = edges.clone();
            join(&mut relaxed, nodes * (1 + seed as usize % 8) / 2);
            Self {
                distances: distances_to(nodes - 1, &relaxed),
                edges,
                looks_ahead,
            }
        }
    }

    fn distances_to(goal: usize, edges: &[Vec<usize>]) -> Vec<Option<u32>> {
        let mut back = vec![Vec::new(); edges.len()];
        for (from, next) in edges.iter().enumerate() {
            for &to in next {
                back[to].push(from);
            }
        }
        let mut distances = vec![None; edges.len()];
        distances[goal] = Some(0);
        let mut queue = std::collections::VecDeque::from([goal]);
        while let Some(node) = queue.pop_front() {
            for &from in &back[node] {
                if distances[from].is_none() {
                    distances[from] = distances[node].map(|distance| distance + 1);
                    queue.push_back(from);
                }
            }
        }
        distances
    }

    impl Puzzle for Graph {
        type State = usize;
        type Move = ();

        fn start(&self) -> usize {
            0
        }

        fn successors<B>(
            &self,
            state: &usize,
            mut visit: impl FnMut((), usize) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            self.edges[*state]
                .iter()
                .try_for_each(|&next| visit((), next))
        }

        fn is_solved(&self, state: &usize) -> bool {
            state + 1 == self.edges.len()
        }

        fn lower_bound(&self, state: &usize) -> Option<u32> {
            self.distances[*state]
        }

        fn looks_ahead(&self) -> bool {
            self.looks_ahead
        }

        fn name_moves(&self, _: &Position, _: &[()]) -> Option<Vec<Move>> {
            None
        }
    }

    #[test]
    fn paths_are_the_shortest() {
        let (mut solved, mut saved, mut limited) = (0, 0, 0);
        for seed in 0..1000 {
            let searched = [false, true].map(|looks_ahead| {
                let graph = Graph::random(seed, 200 + 2 * seed as usize, looks_ahead);
                let truth = distances_to(graph.edges.len() - 1, &graph.edges)[0];
                let pool = MemoryPool::new(1 << 30);
                let mut budget = Budget::new(&pool, 0, u64::MAX);
                match search_looking_ahead(&graph, 0, &mut budget).ok().unwrap() {
                    Found::Path(path) => {
                        assert_eq!(path.first(), Some(&0));
                        let steps = path.iter().zip(path.iter().skip(1));
                        assert!(
                            steps
                                .clone()
                                .all(|(from, to)| graph.edges[*from].contains(to))
                        );
                        assert!(path.last().is_some_and(|last| graph.is_solved(last)));
                        assert_eq!(Some(steps.count() as u32), truth, "graph {seed}");
                        solved += 1;
                    }
                    Found::Nothing => assert_eq!(truth, None, "graph {seed}"),
                    Found::AtLeast(..) => panic!("there is no limit"),
                }
                // What is proved when a limit is reached is true.
                for (bytes, positions) in [(1 << 30, 5 + seed / 8), (20_000 + 30 * seed, u64::MAX)]
                {
                    let pool = MemoryPool::new(bytes);
                    let mut budget = Budget::new(&pool, 0, positions);
                    let found = search_looking_ahead(&graph, 0, &mut budget).ok().unwrap();
                    if let Found::AtLeast(at_least, _) = found {
                        assert!(truth.is_none_or(|truth| at_least <= truth), "graph {seed}");
                        limited += 1;
                    }
                }
                budget.positions()
            });
            saved += usize::from(searched[1] < searched[0]);
        }
        assert!(
            solved > 1500 && saved > 500 && limited > 500,
            "{solved} solved, {saved} with less, {limited} limited"
        );
    }
}
