//! The loop of A* over layers of equal *f*.

use super::generation::{Parent, Successor};
use super::look_ahead::Incumbent;
use super::nodes::{Hashed, Inserted, NodeId, NodeTable};
use super::pass::Pass;
use crate::games::SearchHints;
use crate::search::limits::{Budget, Limit};
use crate::search::result::SearchResult;
use crate::search::tables::OpenList;

/// Searches `puzzle`. Returns the states of a shortest solution, from the start to the goal.
pub(in crate::search) fn search<P: SearchHints>(
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> SearchResult<Vec<P::State>> {
    search_with(puzzle, Sizes::MEASURED, budget)
}

/// Searches like [`search`] with other sizes.
pub(super) fn search_with<P: SearchHints>(
    puzzle: &P,
    sizes: Sizes,
    budget: &mut Budget<'_>,
) -> SearchResult<Vec<P::State>> {
    let start = puzzle.start();
    let Some(mut proven) = puzzle.lower_bound(&start) else {
        return SearchResult::Unsolvable;
    };
    let found = AStar::new(puzzle, proven, sizes, budget)
        .and_then(|search| search.run(&mut proven, budget));
    SearchResult::of(found, proven)
}

/// The sizes from which on other methods pay.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// A layer is expanded in two passes only after a layer of more nodes. In a small layer,
    /// keeping successors is as fast as looking at them.
    pub(super) small_layer: usize,
    /// Nodes are expanded in batches once a layer has this many successors.
    pub(super) batch_from: usize,
}

impl Sizes {
    const MEASURED: Self = Self { small_layer: 1 << 8, batch_from: 1 << 15 };
}

/// A batch has one node for so many nodes already expanded in the layer. Larger batches would delay
/// a goal among the first successors.
const EXPANDED_PER_NODE: usize = 1 << 4;

/// The approximate bytes of all successors of a batch.
const BATCH_BYTES: usize = 1 << 22;

/// A search, layer by layer.
///
/// While layer *f* is expanded:
///
/// 1. No solution is shorter than *f*.
/// 2. An open node has an entry in the bucket of its *f* in `open`, for each time that it was
///    reached in fewer moves. The first entry that is taken closes it; the others are skipped.
/// 3. All successors of a node in an earlier layer are known, except those that the second pass
///    over its entry in `unfinished` will generate.
/// 4. `incumbent` is the shortest solution that a look-ahead has found.
/// 5. No successor of a batch is kept before all nodes of the batch are closed.
pub(super) struct AStar<'p, P: SearchHints> {
    pub(super) puzzle: &'p P,
    pub(super) sizes: Sizes,
    pub(super) nodes: NodeTable<P::State>,
    pub(super) open: OpenList,
    /// The nodes of this layer that wait for the second pass, all in bucket 0.
    unfinished: OpenList,
    pub(super) incumbent: Option<Incumbent<P::State>>,
    pub(super) done: LayerProgress,
}

#[derive(Clone, Copy, Default)]
pub(super) struct LayerProgress {
    /// The number of nodes expanded.
    nodes: usize,
    /// The number of successors generated.
    pub(super) successors: usize,
    /// The largest number of successors of one node, in this layer and all before.
    pub(super) most: usize,
}

impl LayerProgress {
    /// Returns the average number of successors of a node, at least one.
    pub(super) const fn successors_each(self) -> usize {
        match self.successors.checked_div(self.nodes) {
            None | Some(0) => 1,
            Some(each) => each,
        }
    }
}

impl<'p, P: SearchHints> AStar<'p, P> {
    fn new(puzzle: &'p P, f: u32, sizes: Sizes, budget: &Budget<'_>) -> Result<Self, Limit> {
        let mut search = Self {
            puzzle,
            sizes,
            nodes: NodeTable::new(budget)?,
            open: OpenList::default(),
            unfinished: OpenList::default(),
            incumbent: None,
            done: LayerProgress::default(),
        };
        let Inserted::Open(start) =
            search.nodes.insert(Hashed::new(puzzle.start()), 0, 0, budget)?
        else {
            unreachable!("the start is the first node");
        };
        search.open.push(f, start, budget)?;
        Ok(search)
    }

    /// Returns the states of a shortest solution. No solution is shorter than `proven`, which
    /// the search raises.
    fn run(
        mut self,
        proven: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<P::State>>, Limit> {
        // The number of nodes expanded in the last layer but one.
        let mut before = 0;
        let mut layer = *proven;
        let mut is_goal_free = false;
        loop {
            *proven = layer + u32::from(is_goal_free);
            budget.report_bound(*proven);
            let looks_ahead = self.puzzle.looks_ahead()
                && self.done.nodes > self.sizes.small_layer
                && self.done.nodes > before + before / 2;
            let pass = if looks_ahead {
                Pass::First
            } else {
                Pass::Single { looks_ahead: self.puzzle.looks_ahead() }
            };
            before = self.done.nodes;
            self.done = LayerProgress { most: self.done.most, ..LayerProgress::default() };
            if let Some(path) = self.expand_layer(layer, *proven, pass, budget)? {
                return Ok(Some(path));
            }
            if self.has_incumbent_of(layer + 1) {
                return Ok(self.incumbent_path());
            }
            *proven = layer + 1 + u32::from(looks_ahead);
            budget.report_bound(*proven);
            self.finish_layer(layer, budget)?;
            match self.open.next_f(layer + 1) {
                Some(next) => {
                    is_goal_free = looks_ahead && next == layer + 1;
                    layer = next;
                }
                None => return Ok(self.incumbent_path()),
            }
        }
    }

    /// Expands the nodes of a layer. Returns the states of a solution of at most `proven` moves
    /// as soon as there is one.
    fn expand_layer(
        &mut self,
        layer: u32,
        proven: u32,
        pass: Pass,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<P::State>>, Limit> {
        let mut taken = Vec::new();
        loop {
            if self.has_incumbent_of(proven) {
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

    /// Makes the second pass over a layer.
    fn finish_layer(&mut self, layer: u32, budget: &mut Budget<'_>) -> Result<(), Limit> {
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

    /// Returns the size of the next batch.
    fn room(&self) -> usize {
        if self.done.successors < self.sizes.batch_from {
            return 1;
        }
        let room = BATCH_BYTES / size_of::<Successor<P::State>>();
        // Nodes with many successors are often neighbours.
        let room = room / self.done.successors_each().max(self.done.most / 4);
        room.min(self.done.nodes / EXPANDED_PER_NODE).max(1)
    }

    /// Takes the next nodes of a layer, and closes them. Returns one that is solved, if there is
    /// one.
    fn take(
        &mut self,
        layer: u32,
        room: usize,
        taken: &mut Vec<Parent<P::State>>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<NodeId>, Limit> {
        while taken.len() < room
            && let Some(id) = self.open.pop(layer)
        {
            let node = self.nodes.get_mut(id);
            if node.closed {
                // This is the entry of a longer path to it.
                continue;
            }
            if self.puzzle.is_solved(&node.state) {
                return Ok(Some(id));
            }
            match budget.count_position() {
                Ok(()) => {}
                // The counted nodes are expanded first.
                Err(Limit::Positions) if !taken.is_empty() => {
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

    /// Returns a node with the data that its expansion needs.
    fn parent(&self, id: NodeId) -> Result<Parent<P::State>, Limit> {
        let node = self.nodes.get(id);
        Ok(Parent {
            id,
            state: node.state,
            // Nodes have no room for longer paths.
            next_depth: node.depth.checked_add(1).ok_or(Limit::Memory)?,
        })
    }

    /// Whether a look-ahead has found a solution of at most `length` moves.
    pub(super) fn has_incumbent_of(&self, length: u32) -> bool {
        let incumbent = self.incumbent.as_ref();
        incumbent.is_some_and(|incumbent| incumbent.length <= length)
    }

    fn incumbent_path(&self) -> Option<Vec<P::State>> {
        let incumbent = self.incumbent.as_ref()?;
        let mut states = self.nodes.path(incumbent.node);
        states.extend(incumbent.tail.iter().rev());
        Some(states)
    }
}
