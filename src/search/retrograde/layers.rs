//! The layers of a duel: how many men each side has, and who is to move.

use super::bits::{BitMatrix, words};
use super::graph::{Graph, Standing};
use crate::games::{Armies, Army, ArmyPlacement, DuelPlacement};
use crate::search::limits::{Budget, Stop};

/// All states in which the same army is to move and both have so many men. A
/// row is a placement of the army to move, a column one of the other.
#[derive(Debug)]
pub(super) struct Layer {
    army: usize,
    /// Men of the army to move.
    own: usize,
    /// Men of the other army.
    other: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The layer of the same states with the other army to move; in it, rows
    /// are columns.
    pub(super) twin: usize,
    /// The layer with one man less for the army to move.
    pub(super) below: Option<usize>,
    graph: usize,
    standing: usize,
}

/// The layers, and what their moves are made of.
#[derive(Debug)]
pub(super) struct Layers {
    mirrored: bool,
    pub(super) all: Vec<Layer>,
    graphs: Vec<Graph>,
    standings: Vec<Standing>,
}

/// Sizes known before anything is built.
#[derive(Clone, Copy, Debug)]
struct Plan {
    mirrored: bool,
    men: [usize; 2],
}

impl Plan {
    fn new<D: Armies>(duel: &D) -> Self {
        Self {
            mirrored: duel.are_mirrored(),
            men: duel.armies().map(Army::men),
        }
    }

    /// Returns the layers as army to move, its men, the other's men. Where the
    /// armies are mirror images, one of them to move stands for both.
    fn layers(self) -> impl Iterator<Item = (usize, usize, usize)> {
        let [first, second] = self.men;
        let of = move |army, own, other| {
            (1..=own).flat_map(move |own| (1..=other).map(move |other| (army, own, other)))
        };
        let seconds = of(1, if self.mirrored { 0 } else { second }, first);
        of(0, first, second).chain(seconds)
    }
}

impl Layers {
    /// Returns the bytes that the graphs, the sets of placements and the tables
    /// of states take, with `plies` bytes for each distance; `None` where the
    /// numbers do not even fit.
    pub(super) fn bytes<D: Armies>(duel: &D, plies: u64) -> Option<u64> {
        let plan = Plan::new(duel);
        let armies = duel.armies();
        let mut bytes = 0_u64;
        for army in armies {
            for men in 1..=army.men() {
                bytes = bytes.checked_add(Graph::bytes(army, men)?)?;
                bytes = bytes.checked_add(Standing::bytes(army, men))?;
            }
        }
        let [first, second] = armies;
        for (army, own, other) in plan.layers() {
            let (rows, columns) = match army {
                0 => (first.placements(own), second.placements(other)),
                _ => (second.placements(own), first.placements(other)),
            };
            // Four matrices of bits, two flags a row, and the distances.
            let bits = BitMatrix::bytes(rows, columns).checked_mul(4)?;
            let distances = rows.checked_mul(columns)?.checked_mul(plies)?;
            let layer = bits.checked_add(rows.checked_mul(2)?)?;
            bytes = bytes.checked_add(layer.checked_add(distances)?)?;
        }
        usize::try_from(bytes).ok()?;
        Some(bytes)
    }

    /// Builds them. Their bytes are reserved before.
    pub(super) fn new<D: Armies>(duel: &D, budget: &Budget<'_>) -> Result<Self, Stop> {
        let plan = Plan::new(duel);
        let (mut graphs, mut standings) = (Vec::new(), Vec::new());
        for (number, army) in duel.armies().into_iter().enumerate() {
            for men in 1..=army.men() {
                if number == 0 || !plan.mirrored {
                    graphs.push(Graph::new(army, men, budget)?);
                }
                standings.push(Standing::new(army, men, budget)?);
            }
        }
        let [first, second] = duel.armies();
        let mut layers = Self {
            mirrored: plan.mirrored,
            all: Vec::new(),
            graphs,
            standings,
        };
        for (army, own, other) in plan.layers() {
            // The sizes were multiplied in `bytes`, and they fit.
            let size = |army: &D::Army, men| usize::try_from(army.placements(men)).unwrap_or(0);
            let (mover, waiter) = if army == 0 {
                (first, second)
            } else {
                (second, first)
            };
            let offset = |army| if army == 0 { 0 } else { first.men() };
            layers.all.push(Layer {
                army,
                own,
                other,
                rows: size(mover, own),
                columns: size(waiter, other),
                twin: 0,
                below: None,
                graph: offset(army) + own - 1,
                standing: offset(1 - army) + other - 1,
            });
        }
        let twins: Vec<usize> = layers.all.iter().map(|layer| layers.twin(layer)).collect();
        let below: Vec<Option<usize>> = layers
            .all
            .iter()
            .map(|layer| layers.find(layer.army, layer.own - 1, layer.other))
            .collect();
        for (layer, (twin, below)) in layers.all.iter_mut().zip(twins.into_iter().zip(below)) {
            layer.twin = twin;
            layer.below = below;
        }
        Ok(layers)
    }

    fn find(&self, army: usize, own: usize, other: usize) -> Option<usize> {
        let army = if self.mirrored { 0 } else { army };
        let is_it = |layer: &Layer| (layer.army, layer.own, layer.other) == (army, own, other);
        self.all.iter().position(is_it)
    }

    fn twin(&self, layer: &Layer) -> usize {
        // For each layer there is one with the other army to move.
        self.find(1 - layer.army, layer.other, layer.own)
            .unwrap_or(0)
    }

    /// Returns the layer, the row and the column of a state.
    pub(super) fn place(&self, location: DuelPlacement) -> Option<(usize, usize, usize)> {
        let (own, other) = (location.own, location.other);
        let number = self.find(location.to_move, own.men, other.men)?;
        let layer = self.all.get(number)?;
        let row = usize::try_from(own.rank).ok()?;
        let column = usize::try_from(other.rank).ok()?;
        (row < layer.rows && column < layer.columns).then_some((number, row, column))
    }

    /// Returns whether the first army is to move in all states of the layer.
    /// These layers have each way for both armies to stand once.
    pub(super) fn is_first_to_move(&self, layer: &Layer) -> bool {
        layer.army == 0
    }

    /// Returns for how many layers in which the armies have so many men this one
    /// stands: in a mirror image it stands for two.
    pub(super) fn stands_for(&self, layer: &Layer, [first, second]: [usize; 2]) -> u64 {
        let men = (layer.own, layer.other);
        let as_first = layer.army == 0 && men == (first, second);
        let as_second = (layer.army == 1 || self.mirrored) && men == (second, first);
        u64::from(as_first) + u64::from(as_second)
    }

    /// Returns the steps of the army to move.
    // A layer is made with the places of its graph and its sets.
    #[expect(clippy::indexing_slicing)]
    pub(super) fn graph(&self, layer: &Layer) -> &Graph {
        &self.graphs[layer.graph]
    }

    /// Returns where the other army stands.
    #[expect(clippy::indexing_slicing)]
    fn standing(&self, layer: &Layer) -> &Standing {
        &self.standings[layer.standing]
    }

    /// Makes `set` the columns in which the army to move, on the placement
    /// `row`, has no move; `false` where there are none.
    pub(super) fn stuck(&self, layer: &Layer, row: usize, set: &mut [u64]) -> bool {
        let graph = self.graph(layer);
        graph.leaves(row).is_empty() && self.standing(layer).covering(graph.entered(row), set)
    }

    /// Returns whether the last man of the army to move can leave.
    pub(super) fn finishes(&self, layer: &Layer, row: usize) -> bool {
        layer.own == 1 && !self.graph(layer).leaves(row).is_empty()
    }

    /// Adds to `set` the columns that are no states, since two men would stand
    /// on one square or since there is no such column.
    pub(super) fn add_impossible<D: Armies>(
        &self,
        duel: &D,
        layer: &Layer,
        row: usize,
        set: &mut [u64],
    ) {
        let [first, second] = duel.armies();
        let army = if layer.army == 0 { first } else { second };
        let placement = ArmyPlacement {
            men: layer.own,
            rank: row as u64,
        };
        let standing = self.standing(layer);
        standing.add_overlapping(&army.squares(placement), set);
        let used = layer.columns % 64;
        if used > 0
            && let Some(last) = set.get_mut(words(layer.columns) - 1)
        {
            *last |= u64::MAX << used;
        }
    }
}
