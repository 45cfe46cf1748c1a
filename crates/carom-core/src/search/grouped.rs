//! Shortest solutions where consecutive slides of one piece count as one move.
//!
//! A node is a state with the square of the piece that moved last. The cost of a path is a pair,
//! first its groups and then its slides, and pairs are compared in this order: of the solutions
//! with the fewest groups, the search finds those with the fewest slides. A slide costs (0, 1)
//! or, where it starts a group, (1, 1).
//!
//! The search is A* (Hart, Nilsson and Raphael, 1968) with such pairs. Both components of the
//! heuristic are consistent, so *f* never falls from a node to its successors, and a node is
//! expanded once. Among equal *f*, nodes with fewer slides go first. So when a node is expanded,
//! all nodes from which optimal paths lead to it have been expanded, and the number of these
//! paths is known.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::limits::{Budget, Limit, Reservation};
use super::result::{Optima, SearchResult, replayed};
use super::tables::{Chunks, Index, Vacancy, hash_of};
use crate::board::{Bitboard, Square};
use crate::games::{GroupedPuzzle, Move, Position, SlideFrom};

/// Groups and slides, compared in this order.
type Cost = (u32, u32);

/// A state and the square of the piece that moved last.
type Key<S> = (S, Option<Square>);

/// A node of the search.
struct Node<S> {
    key: Key<S>,
    cost: Cost,
    /// The number of paths of this cost.
    paths: u64,
    /// The last node of one of these paths and the slide from there.
    parent: Option<(u32, SlideFrom)>,
    is_closed: bool,
}

/// The nodes on optimal paths, and the squares that their slides leave.
struct Useful {
    nodes: FxHashSet<u32>,
    origins: Bitboard,
    /// The bytes of the nodes. Dropped after them.
    _memory: Reservation,
}

/// The nodes of a search.
struct Search<'p, P: GroupedPuzzle> {
    puzzle: &'p P,
    nodes: Chunks<Node<P::State>, 10>,
    /// The numbers of the nodes by their keys.
    index: Index,
    /// The open nodes by *f* and their slides. A node has another entry for each lower cost.
    open: BTreeMap<(Cost, u32), Vec<u32>>,
    /// The number of entries added to `open`.
    opened: usize,
    /// The bytes of `open`.
    memory: Reservation,
}

/// Returns an optimal solution of `puzzle`, which is `position` as the search sees it, and the
/// number of optimal solutions.
pub(super) fn search<P: GroupedPuzzle>(
    position: &Position,
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> SearchResult<(Vec<Move>, u64)> {
    let mut search = match Search::new(puzzle, budget) {
        Ok(search) => search,
        Err(limit) => return SearchResult::Cutoff { limit, at_least: 0 },
    };
    let mut proven = 0;
    let goals = search.goals(&mut proven, budget);
    let found = SearchResult::of(goals, proven);
    found.map(|goals| {
        let slides = search.path(goals[0]);
        let moves = puzzle.name_moves(position, &slides);
        (moves, search.number_of_paths(&goals))
    })
}

/// Returns the optimal solutions of a puzzle that has one, the first `most` of them listed.
///
/// # Errors
///
/// [`Limit`] if a limit is reached.
pub(super) fn optima<P: GroupedPuzzle>(
    position: &Position,
    puzzle: &P,
    most: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Optima>, Limit> {
    let mut search = Search::new(puzzle, budget)?;
    let Some(goals) = search.goals(&mut 0, budget)? else {
        return Ok(None);
    };
    let useful = search.useful(&goals, budget)?;
    let mut listing =
        Listing { search: &search, useful: &useful.nodes, position, most, solutions: Vec::new() };
    listing.list(0, &mut Vec::new());
    Ok(Some(Optima {
        solutions: listing.solutions,
        number: search.number_of_paths(&goals),
        origins: useful.origins,
    }))
}

impl<'p, P: GroupedPuzzle> Search<'p, P> {
    fn new(puzzle: &'p P, budget: &Budget<'_>) -> Result<Self, Limit> {
        Ok(Self {
            puzzle,
            nodes: Chunks::default(),
            index: Index::new(budget)?,
            open: BTreeMap::new(),
            opened: 0,
            memory: Reservation::default(),
        })
    }

    /// Expands nodes until some are solved. Returns the solved nodes of least cost, or `None` if
    /// there is no solution. `proven` is a lower bound on the groups of a solution.
    fn goals(
        &mut self,
        proven: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<u32>>, Limit> {
        let start = (self.puzzle.start(), self.puzzle.last_moved());
        self.reach(start, (0, 0), 1, None, budget)?;
        while let Some((((groups, _), _), mut numbers)) = self.open.pop_first() {
            if groups > *proven {
                *proven = groups;
                budget.report_bound(groups);
            }
            numbers.retain(|&number| !self.nodes[number].is_closed);
            let is_goal = |number: &u32| self.puzzle.is_solved(&self.nodes[*number].key.0);
            let goals: Vec<u32> = numbers.iter().copied().filter(is_goal).collect();
            if !goals.is_empty() {
                return Ok(Some(goals));
            }
            for number in numbers {
                self.expand(number, budget)?;
            }
        }
        Ok(None)
    }

    fn expand(&mut self, number: u32, budget: &mut Budget<'_>) -> Result<(), Limit> {
        let node = &mut self.nodes[number];
        if node.is_closed {
            return Ok(());
        }
        budget.count_position()?;
        node.is_closed = true;
        let (key, cost, paths) = (node.key, node.cost, node.paths);
        let flow = self.puzzle.slides(&key.0, |slide, stop, next| {
            let cost = cost_after(cost, key.1, slide);
            let parent = Some((number, slide));
            match self.reach((next, stop), cost, paths, parent, budget) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(stop),
            }
        });
        flow.break_value().map_or(Ok(()), Err)
    }

    /// Adds paths to a node.
    fn reach(
        &mut self,
        key: Key<P::State>,
        cost: Cost,
        paths: u64,
        parent: Option<(u32, SlideFrom)>,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let found = self.find(&key);
        if let Ok(number) = found {
            let node = &mut self.nodes[number];
            if cost == node.cost {
                node.paths = node.paths.saturating_add(paths);
            }
            if cost >= node.cost {
                return Ok(());
            }
            (node.cost, node.paths, node.parent) = (cost, paths, parent);
        }
        let Some(slides) = self.puzzle.lower_bound(&key.0) else {
            return Ok(());
        };
        let number = match found {
            Ok(number) => number,
            Err(vacancy) => {
                let node = Node { key, cost, paths, parent, is_closed: false };
                let number = self.nodes.push(node, budget)?;
                let hash_of = |number| hash_of(&self.nodes[number].key);
                self.index.insert(vacancy, number, hash_of, budget)?;
                number
            }
        };
        self.reserve(budget)?;
        let groups = self.puzzle.groups_left(&key.0, key.1);
        let f = (cost.0 + groups, cost.1 + slides);
        self.open.entry((f, cost.1)).or_default().push(number);
        Ok(())
    }

    fn find(&self, key: &Key<P::State>) -> Result<u32, Vacancy> {
        self.index.find(hash_of(key), |number| self.nodes[number].key == *key)
    }

    /// Reserves memory for open nodes, some thousand at a time.
    fn reserve(&mut self, budget: &Budget<'_>) -> Result<(), Limit> {
        const ENTRIES: usize = 1 << 12;
        self.opened += 1;
        if self.opened % ENTRIES != 1 {
            return Ok(());
        }
        // While a list doubles, it is there twice.
        self.memory.grow((ENTRIES * 3 * size_of::<u32>()) as u64, budget)
    }

    fn number_of_paths(&self, goals: &[u32]) -> u64 {
        goals.iter().fold(0, |sum: u64, &goal| sum.saturating_add(self.nodes[goal].paths))
    }

    /// Returns the slides of an optimal path to a node.
    fn path(&self, mut number: u32) -> Vec<SlideFrom> {
        let mut slides = Vec::new();
        while let Some((parent, slide)) = self.nodes[number].parent {
            slides.push(slide);
            number = parent;
        }
        slides.reverse();
        slides
    }

    /// Returns the slides of a node that belong to optimal paths, with the nodes they lead to.
    fn tight(&self, number: u32) -> Vec<(SlideFrom, u32)> {
        let mut tight = Vec::new();
        let node = &self.nodes[number];
        if !node.is_closed {
            return tight;
        }
        let (state, last_moved) = &node.key;
        let _: ControlFlow<()> = self.puzzle.slides(state, |slide, stop, next| {
            if let Ok(child) = self.find(&(next, stop))
                && self.nodes[child].cost == cost_after(node.cost, *last_moved, slide)
            {
                tight.push((slide, child));
            }
            ControlFlow::Continue(())
        });
        tight
    }

    /// Returns the nodes on optimal paths to `goals`, and the squares that their slides leave.
    fn useful(&self, goals: &[u32], budget: &mut Budget<'_>) -> Result<Useful, Limit> {
        // A list of the closed nodes, and a set that doubles.
        let each = size_of::<(Cost, u32)>() + 4 * (size_of::<u32>() + 1);
        let bytes = u64::from(self.nodes.len()) * each as u64;
        let memory = Reservation::new(bytes, budget)?;
        let mut useful: FxHashSet<u32> = goals.iter().copied().collect();
        let mut origins = Bitboard::EMPTY;
        let is_closed = |number: &u32| self.nodes[*number].is_closed;
        let numbers = (0..self.nodes.len()).filter(is_closed);
        let mut closed = Vec::with_capacity(self.nodes.len() as usize);
        closed.extend(numbers.map(|number| (self.nodes[number].cost, number)));
        closed.sort_unstable();
        for (_, number) in closed.into_iter().rev() {
            budget.count_position()?;
            for (slide, child) in self.tight(number) {
                if useful.contains(&child) {
                    useful.insert(number);
                    origins.insert(slide.square);
                }
            }
        }
        Ok(Useful { nodes: useful, origins, _memory: memory })
    }
}

/// Returns the cost of a path that is continued by a slide.
fn cost_after((groups, slides): Cost, last_moved: Option<Square>, slide: SlideFrom) -> Cost {
    let starts_group = last_moved != Some(slide.square);
    (groups + u32::from(starts_group), slides + 1)
}

/// Lists solutions, depth first.
struct Listing<'a, P: GroupedPuzzle> {
    search: &'a Search<'a, P>,
    useful: &'a FxHashSet<u32>,
    position: &'a Position,
    most: usize,
    solutions: Vec<Vec<Move>>,
}

impl<P: GroupedPuzzle> Listing<'_, P> {
    /// Lists the solutions that continue `played`, which leads to a node.
    fn list(&mut self, number: u32, played: &mut Vec<SlideFrom>) {
        if self.solutions.len() >= self.most {
            return;
        }
        let tight = self.search.tight(number);
        if tight.is_empty() {
            let moves = self.search.puzzle.name_moves(self.position, played);
            self.solutions.push(replayed(self.position, moves));
        }
        for (slide, child) in tight {
            if self.useful.contains(&child) {
                played.push(slide);
                self.list(child, played);
                played.pop();
            }
        }
    }
}
