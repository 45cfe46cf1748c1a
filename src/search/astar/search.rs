//! The layers of A*.

use super::generation::{Parent, Successor};
use super::look_ahead::Incumbent;
use super::nodes::{Hashed, Inserted, NodeId, NodeTable};
use super::pass::Pass;
use crate::games::SearchHints;
use crate::search::limits::{Budget, Limit, Stop};
use crate::search::result::SearchResult;
use crate::search::tables::OpenList;

/// Searches `puzzle`; returns the states of a shortest solution, from the start
/// to the solved one.
///
/// # Errors
///
/// [`Stop::Yield`] alone; a limit is one of the results.
pub(in crate::search) fn search<P: SearchHints>(
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<P::State>>, Stop> {
    search_with(puzzle, Sizes::MEASURED, budget)
}

/// The same with other sizes.
pub(super) fn search_with<P: SearchHints>(
    puzzle: &P,
    sizes: Sizes,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<P::State>>, Stop> {
    let start = puzzle.start();
    let Some(mut bound) = puzzle.lower_bound(&start) else {
        return Ok(SearchResult::Failure);
    };
    let found =
        AStar::new(puzzle, bound, sizes, budget).and_then(|search| search.run(&mut bound, budget));
    SearchResult::of(found, bound)
}

/// The sizes from which on it pays to do things in another way.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// Only after a layer of more nodes does the next one look ahead: the
    /// successors of a small one are kept as quickly.
    pub(super) small_layer: usize,
    /// Where so many successors were generated in a layer, nodes are taken together.
    pub(super) together_from: usize,
    /// Successors for each thread, at least. One takes some fifty nanoseconds, and to start a
    /// thread a hundred microseconds.
    pub(super) min_each: usize,
}

impl Sizes {
    const MEASURED: Self = Self {
        small_layer: 1 << 8,
        together_from: 1 << 15,
        min_each: 1 << 11,
    };
}

/// Of the nodes that have been expanded in a layer, as many as this part are taken together,
/// since what one leads to may be the goal.
const SHARE: usize = 1 << 4;

/// The bytes of all successors of the nodes taken together, about, of which no budget counts
/// those that are held: where a pass keeps all, the new ones alone.
const TOGETHER_BYTES: usize = 1 << 22;

/// A search, layer by layer.
///
/// While the layer *n* is expanded:
///
/// 1. Every solution of fewer than *n* moves would have been returned: there is
///    none.
/// 2. A node waits in the bucket of `open` that has the number of its bound,
///    once for each time that it was reached in fewer moves. Only the first of
///    these entries is expanded, since that closes it.
/// 3. Of a node of an earlier layer all successors are known, but for those it
///    will generate when its entry in `unfinished` is expanded once more.
/// 4. `incumbent` is a solution, and none that a look-ahead has seen is shorter.
/// 5. Of nodes that are taken together no successor is kept before all are closed. What is
///    kept, and in which order, does not depend on the number of threads.
pub(super) struct AStar<'p, P: SearchHints> {
    pub(super) puzzle: &'p P,
    pub(super) sizes: Sizes,
    pub(super) nodes: NodeTable<P::State>,
    pub(super) open: OpenList,
    /// The nodes of this layer that were expanded in part, and have to be once
    /// more to fill the layers after it: all of them in one bucket.
    unfinished: OpenList,
    pub(super) incumbent: Option<Incumbent<P::State>>,
    pub(super) done: LayerProgress,
}

/// The progress within a layer.
#[derive(Clone, Copy, Default)]
pub(super) struct LayerProgress {
    /// The nodes expanded.
    nodes: usize,
    /// The successors generated.
    pub(super) successors: usize,
    /// The most that one node had, in this layer and those before.
    pub(super) most: usize,
}

impl LayerProgress {
    /// Returns the successors of a node, about, at least one.
    pub(super) const fn successors_each(self) -> usize {
        match self.successors.checked_div(self.nodes) {
            None | Some(0) => 1,
            Some(each) => each,
        }
    }
}

impl<'p, P: SearchHints> AStar<'p, P> {
    fn new(puzzle: &'p P, bound: u32, sizes: Sizes, budget: &Budget<'_>) -> Result<Self, Stop> {
        let mut search = Self {
            puzzle,
            sizes,
            nodes: NodeTable::new(budget)?,
            open: OpenList::default(),
            unfinished: OpenList::default(),
            incumbent: None,
            done: LayerProgress::default(),
        };
        if let Inserted::Open(id) =
            search
                .nodes
                .insert(Hashed::new(puzzle.start()), 0, 0, budget)?
        {
            search.open.push(bound, id, budget)?;
        }
        Ok(search)
    }

    /// Returns the states of a shortest solution; `bound` is what is proved.
    fn run(
        mut self,
        bound: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<P::State>>, Stop> {
        // The nodes expanded in the layer before.
        let mut before = 0;
        let mut layer = *bound;
        let mut is_goal_free = false;
        loop {
            *bound = layer + u32::from(is_goal_free);
            budget.report_bound(*bound);
            let looks_ahead = self.puzzle.looks_ahead()
                && self.done.nodes > self.sizes.small_layer
                && self.done.nodes > before + before / 2;
            let pass = if looks_ahead {
                Pass::First
            } else {
                Pass::Single {
                    looks_ahead: self.puzzle.looks_ahead(),
                }
            };
            before = self.done.nodes;
            self.done = LayerProgress {
                most: self.done.most,
                ..LayerProgress::default()
            };
            if let Some(path) = self.expand_layer(layer, *bound, pass, budget)? {
                return Ok(Some(path));
            }
            if self.has_incumbent_of(layer + 1) {
                return Ok(self.incumbent_path());
            }
            *bound = layer + 1 + u32::from(looks_ahead);
            budget.report_bound(*bound);
            self.finish_layer(layer, budget)?;
            match self.open.next_bound(layer + 1) {
                Some(next) => {
                    is_goal_free = looks_ahead && next == layer + 1;
                    layer = next;
                }
                None => return Ok(self.incumbent_path()),
            }
        }
    }

    /// Expands the nodes of a layer; returns the states of a solution of no more
    /// than `bound` moves as soon as there is one.
    fn expand_layer(
        &mut self,
        layer: u32,
        bound: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<P::State>>, Stop> {
        let mut taken = Vec::new();
        loop {
            if self.has_incumbent_of(bound) {
                return Ok(self.incumbent_path());
            }
            taken.clear();
            let room = self.room();
            let mut solved = self.take(layer, room, &mut taken, budget)?;
            if solved.is_none() {
                if taken.is_empty() {
                    return Ok(None);
                }
                self.done.nodes += taken.len();
                solved = self.expand_all(&taken, layer, pass, budget)?;
            }
            if let Some(solved) = solved {
                return Ok(Some(self.nodes.path(solved)));
            }
            if pass == Pass::First {
                for parent in &taken {
                    self.unfinished.push(0, parent.id, budget)?;
                }
            }
        }
    }

    /// Fills the layers after one that was expanded in part.
    fn finish_layer(&mut self, layer: u32, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut taken = Vec::new();
        loop {
            taken.clear();
            while taken.len() < self.room()
                && let Some(id) = self.unfinished.pop(0)
            {
                taken.push(self.parent(id)?);
            }
            if taken.is_empty() {
                return Ok(());
            }
            self.expand_all(&taken, layer, Pass::Second, budget)?;
        }
    }

    /// Returns how many nodes of the layer are to be taken together next.
    fn room(&self) -> usize {
        if self.done.successors < self.sizes.together_from {
            return 1;
        }
        let room = TOGETHER_BYTES / size_of::<Successor<P::State>>();
        // Nodes with many stand together.
        let room = room / self.done.successors_each().max(self.done.most / 4);
        room.min(self.done.nodes / SHARE).max(1)
    }

    /// Takes the next nodes of a layer, and closes them; returns one that is solved.
    fn take(
        &mut self,
        layer: u32,
        room: usize,
        taken: &mut Vec<Parent<P::State>>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Stop> {
        while taken.len() < room
            && let Some(id) = self.open.pop(layer)
        {
            let node = self.nodes.get_mut(id);
            if node.closed {
                // It waited here too before a shorter way to it was found.
                continue;
            }
            if self.puzzle.is_solved(&node.state) {
                return Ok(Some(id));
            }
            match budget.count_position() {
                Ok(()) => {}
                // The counted nodes are expanded first.
                Err(Stop::Limit(Limit::Positions)) if !taken.is_empty() => {
                    self.open.push(layer, id, budget)?;
                    break;
                }
                Err(stop) => return Err(stop),
            }
            node.closed = true;
            taken.push(self.parent(id)?);
        }
        Ok(None)
    }

    /// Returns what is needed to expand a node.
    fn parent(&self, id: NodeId) -> Result<Parent<P::State>, Stop> {
        let node = self.nodes.get(id);
        Ok(Parent {
            id,
            state: node.state,
            // Nodes have no room for longer paths.
            next_depth: node
                .depth
                .checked_add(1)
                .ok_or(Stop::Limit(Limit::Memory))?,
        })
    }

    /// Returns whether a look-ahead has found a solution of so many moves at
    /// most.
    pub(super) fn has_incumbent_of(&self, length: u32) -> bool {
        let incumbent = self.incumbent.as_ref();
        incumbent.is_some_and(|incumbent| incumbent.length <= length)
    }

    /// Returns the states of the incumbent.
    fn incumbent_path(&self) -> Option<Vec<P::State>> {
        let incumbent = self.incumbent.as_ref()?;
        let mut states = self.nodes.path(incumbent.node);
        states.extend(incumbent.tail.iter().rev());
        Some(states)
    }
}
