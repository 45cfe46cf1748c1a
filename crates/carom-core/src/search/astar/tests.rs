//! Searches of random graphs.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::search::{Sizes, search_with};
use crate::games::{Move, Position, SearchHints, SearchModel};
use crate::search::limits::{Budget, CancelFlag, Limit};
use crate::search::result::SearchResult;

/// A graph at random, of which the last node is the goal; the heuristic is
/// the distance in a graph of more edges.
struct Graph {
    edges: Vec<Vec<usize>>,
    distances: Vec<Option<u32>>,
    looks_ahead: bool,
    /// Every so many nodes, one has pauses before its successors.
    pauses: usize,
    /// Raised as the given number of nodes is expanded, with how many are yet.
    flag: Option<(CancelFlag, usize, AtomicUsize)>,
}

impl Graph {
    fn random(seed: u64, nodes: usize, looks_ahead: bool) -> Self {
        let mut state = seed;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
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
            pauses: usize::MAX,
            flag: None,
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

impl SearchModel for Graph {
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
        self.edges[*state].iter().try_for_each(|&next| visit((), next))
    }

    fn is_solved(&self, state: &usize) -> bool {
        state + 1 == self.edges.len()
    }

    fn lower_bound(&self, state: &usize) -> Option<u32> {
        self.distances[*state]
    }

    fn name_moves(&self, _: &Position, _: &[()]) -> Vec<Move> {
        unreachable!("nobody asks for the moves")
    }
}

impl SearchHints for Graph {
    fn successors_or_pauses<B>(
        &self,
        state: &usize,
        mut visit: impl FnMut(Option<((), usize)>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let Some((flag, at, expanded)) = &self.flag
            && expanded.fetch_add(1, Ordering::Relaxed) == *at
        {
            flag.cancel();
        }
        let rest = state % self.pauses;
        (0..rest / 2 * usize::from(rest < 7)).try_for_each(|_| visit(None))?;
        self.successors(state, |played, next| visit(Some((played, next))))
    }

    fn looks_ahead(&self) -> bool {
        self.looks_ahead
    }
}

/// Layers look ahead, and nodes are taken together, from the first ones on.
const SMALL: Sizes = Sizes { small_layer: 0, batch_from: 0 };

#[test]
fn paths_are_shortest() {
    let (mut solved, mut saved, mut limited) = (0, 0, 0);
    for seed in 0..1000 {
        let searched = [false, true].map(|looks_ahead| {
            let graph = Graph::random(seed, 200 + 2 * seed as usize, looks_ahead);
            let search = |budget: &mut Budget<'_>| search_with(&graph, SMALL, budget);
            let truth = distances_to(graph.edges.len() - 1, &graph.edges)[0];
            let mut budget = Budget::new(1 << 30, u64::MAX);
            match search(&mut budget) {
                SearchResult::Solution(path) => {
                    assert_eq!(path.first(), Some(&0));
                    let steps = path.iter().zip(path.iter().skip(1));
                    assert!(steps.clone().all(|(from, to)| graph.edges[*from].contains(to)));
                    assert!(path.last().is_some_and(|last| graph.is_solved(last)));
                    assert_eq!(Some(steps.count() as u32), truth, "graph {seed}");
                    solved += 1;
                }
                SearchResult::Unsolvable => assert_eq!(truth, None, "graph {seed}"),
                SearchResult::Cutoff { .. } => panic!("there is no limit"),
            }
            // The bound that is proved when a limit is reached is true.
            for (bytes, positions) in [(1 << 30, 5 + seed / 8), (20_000 + 30 * seed, u64::MAX)] {
                let mut budget = Budget::new(bytes, positions);
                let found = search(&mut budget);
                if let SearchResult::Cutoff { at_least, .. } = found {
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

#[test]
fn large_graphs_and_pauses_are_searched_exactly() {
    for looks_ahead in [false, true] {
        let (mut solved, mut limited) = (0, 0);
        for seed in 0..70 {
            let mut graph = Graph::random(seed, 10_000, looks_ahead);
            graph.pauses = if seed % 2 == 0 { 11 } else { usize::MAX };
            let truth = distances_to(graph.edges.len() - 1, &graph.edges)[0];
            let limits =
                [(1 << 30, u64::MAX), (1 << 30, 6 * seed), (20_000 + 600 * seed, u64::MAX)];
            for (bytes, positions) in limits {
                let mut budget = Budget::new(bytes, positions);
                match search_with(&graph, SMALL, &mut budget) {
                    SearchResult::Solution(path) => {
                        assert_eq!(Some(path.len() as u32 - 1), truth, "graph {seed}");
                        solved += 1;
                    }
                    SearchResult::Unsolvable => assert_eq!(truth, None, "graph {seed}"),
                    SearchResult::Cutoff { at_least, .. } => {
                        assert!(truth.is_none_or(|truth| at_least <= truth), "graph {seed}");
                        limited += 1;
                    }
                }
                assert_eq!(budget.reserved(), 0);
            }
        }
        assert!(solved > 100 && limited > 40, "{solved}, {limited} limited");
    }
}

#[test]
fn cancel_flag_stops_the_search_at_any_point() {
    let mut stopped = 0;
    for looks_ahead in [false, true] {
        for seed in 3..7 {
            for at in (50..8_000).step_by(331) {
                let flag = CancelFlag::default();
                let mut graph = Graph::random(seed, 20_000, looks_ahead);
                graph.flag = Some((flag.clone(), at, AtomicUsize::new(0)));
                // Nothing leads to the goal, and nothing tells how far it is.
                graph.distances.fill(Some(0));
                for next in &mut graph.edges {
                    next.retain(|&to| to + 1 < 20_000);
                }
                let mut budget = Budget::new(1 << 30, u64::MAX).with_cancel(flag);
                let found = search_with(&graph, SMALL, &mut budget);
                let (_, _, expanded) = graph.flag.unwrap();
                let expanded = expanded.into_inner();
                if let SearchResult::Cutoff { limit, .. } = found {
                    assert_eq!(limit, Limit::Cancelled);
                    stopped += 1;
                }
                // One by one, the flag is looked at from time to time.
                assert!(expanded <= at + 160, "{expanded} after {at}");
            }
        }
    }
    assert!(stopped > 60, "{stopped}");
}
