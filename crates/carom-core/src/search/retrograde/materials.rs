//! The materials of a duel: the number of men of each side, and the side to move.

use super::bits::{BitMatrix, words};
use super::graph::{Graph, Occupancy};
use crate::board::SquareSet;
use crate::games::{Army, ArmyPlacement, Duel, DuelPlacement};
use crate::search::limits::{Budget, Limit};

/// The states with the same army to move and the same number of men of each army. A row is a
/// placement of the army to move, a column a placement of the other army.
#[derive(Debug)]
pub(super) struct Material {
    army: usize,
    /// The number of men of the army to move.
    own: usize,
    /// The number of men of the other army.
    other: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The material of the same placements with the other army to move. Its rows are the columns of
    /// this one.
    pub(super) twin: usize,
    /// The material with one man less for the army to move.
    pub(super) below: Option<usize>,
    graph: usize,
    occupancy: usize,
}

/// The materials, and the data from which their moves follow.
#[derive(Debug)]
pub(super) struct Materials {
    mirrored: bool,
    pub(super) all: Vec<Material>,
    graphs: Vec<Graph>,
    occupancies: Vec<Occupancy>,
}

/// The numbers of men, from which the list of materials follows before any is built.
#[derive(Clone, Copy, Debug)]
struct MenCounts {
    mirrored: bool,
    men: [usize; 2],
}

impl MenCounts {
    fn new<S: SquareSet>(duel: &Duel<S>) -> Self {
        Self { mirrored: duel.are_mirrored(), men: duel.armies().map(Army::men) }
    }

    /// Returns for each material the army to move, the number of its men, and that of the other
    /// army. If the armies are mirror images, the materials with the first army to move serve both.
    fn materials(self) -> impl Iterator<Item = (usize, usize, usize)> {
        let [first, second] = self.men;
        let of = move |army, own, other| {
            (1..=own).flat_map(move |own| (1..=other).map(move |other| (army, own, other)))
        };
        let seconds = of(1, if self.mirrored { 0 } else { second }, first);
        of(0, first, second).chain(seconds)
    }
}

impl Materials {
    /// Returns the bytes of the graphs, the sets of placements and the tables of states, with
    /// `plies` bytes for each distance. Returns `None` if the number overflows.
    pub(super) fn bytes<S: SquareSet>(duel: &Duel<S>, plies: u64) -> Option<u64> {
        let men_counts = MenCounts::new(duel);
        let armies = duel.armies();
        let mut bytes = 0_u64;
        for army in armies {
            for men in 1..=army.men() {
                bytes = bytes.checked_add(Graph::bytes(army, men)?)?;
                bytes = bytes.checked_add(Occupancy::bytes(army, men)?)?;
            }
        }
        let [first, second] = armies;
        for (army, own, other) in men_counts.materials() {
            let (rows, columns) = match army {
                0 => (first.placements(own), second.placements(other)),
                _ => (second.placements(own), first.placements(other)),
            };
            // Four matrices of bits, two flags for each row, and the distances.
            let bits = BitMatrix::bytes(rows, columns)?.checked_mul(4)?;
            let distances = rows.checked_mul(columns)?.checked_mul(plies)?;
            let material = bits.checked_add(rows.checked_mul(2)?)?;
            bytes = bytes.checked_add(material.checked_add(distances)?)?;
        }
        usize::try_from(bytes).ok()?;
        Some(bytes)
    }

    /// Builds the materials. The caller has reserved their bytes.
    pub(super) fn new<S: SquareSet>(duel: &Duel<S>, budget: &Budget<'_>) -> Result<Self, Limit> {
        let men_counts = MenCounts::new(duel);
        let (mut graphs, mut occupancies) = (Vec::new(), Vec::new());
        for (number, army) in duel.armies().into_iter().enumerate() {
            for men in 1..=army.men() {
                if number == 0 || !men_counts.mirrored {
                    graphs.push(Graph::new(army, men, budget)?);
                }
                occupancies.push(Occupancy::new(army, men, budget)?);
            }
        }
        let [first, second] = duel.armies();
        let mut materials =
            Self { mirrored: men_counts.mirrored, all: Vec::new(), graphs, occupancies };
        for (army, own, other) in men_counts.materials() {
            let size = |army: &Army, men| {
                usize::try_from(army.placements(men)).expect("`bytes` has multiplied the sizes")
            };
            let (mover, waiter) = if army == 0 { (first, second) } else { (second, first) };
            let offset = |army| if army == 0 { 0 } else { first.men() };
            materials.all.push(Material {
                army,
                own,
                other,
                rows: size(mover, own),
                columns: size(waiter, other),
                twin: 0,
                below: None,
                graph: offset(army) + own - 1,
                occupancy: offset(1 - army) + other - 1,
            });
        }
        let twins: Vec<usize> =
            materials.all.iter().map(|material| materials.twin(material)).collect();
        let below: Vec<Option<usize>> = materials
            .all
            .iter()
            .map(|material| materials.find(material.army, material.own - 1, material.other))
            .collect();
        for (material, (twin, below)) in materials.all.iter_mut().zip(twins.into_iter().zip(below))
        {
            material.twin = twin;
            material.below = below;
        }
        Ok(materials)
    }

    fn find(&self, army: usize, own: usize, other: usize) -> Option<usize> {
        let army = if self.mirrored { 0 } else { army };
        let is_it = |material: &Material| {
            (material.army, material.own, material.other) == (army, own, other)
        };
        self.all.iter().position(is_it)
    }

    fn twin(&self, material: &Material) -> usize {
        let twin = self.find(1 - material.army, material.other, material.own);
        twin.expect("each material has a twin with the other army to move")
    }

    /// Returns the material, the row and the column of a state.
    pub(super) fn place(&self, location: DuelPlacement) -> (usize, usize, usize) {
        let (own, other) = (location.own, location.other);
        let number = self
            .find(location.to_move, own.men, other.men)
            .expect("there is a material for each number of men");
        let [row, column] = [own.rank, other.rank]
            .map(|rank| usize::try_from(rank).expect("less than the number of placements"));
        (number, row, column)
    }

    /// Whether the first army is to move in the material. Together, these materials have each pair
    /// of placements once.
    pub(super) fn is_first_to_move(&self, material: &Material) -> bool {
        material.army == 0
    }

    /// Returns the number of materials with these numbers of men that this material serves: two if
    /// it is its own mirror image, one or none otherwise.
    pub(super) fn multiplicity(&self, material: &Material, [first, second]: [usize; 2]) -> u64 {
        let men = (material.own, material.other);
        let as_first = material.army == 0 && men == (first, second);
        let as_second = (material.army == 1 || self.mirrored) && men == (second, first);
        u64::from(as_first) + u64::from(as_second)
    }

    // A material is created with the indices of its graph and its sets.
    pub(super) fn graph(&self, material: &Material) -> &Graph {
        &self.graphs[material.graph]
    }

    /// Returns the occupancy of the other army.
    fn occupancy(&self, material: &Material) -> &Occupancy {
        &self.occupancies[material.occupancy]
    }

    /// Sets `set` to the columns in which the army to move has no move from the placement `row`.
    /// Returns whether there are any.
    pub(super) fn stuck(&self, material: &Material, row: usize, set: &mut [u64]) -> bool {
        let graph = self.graph(material);
        graph.leaves(row).is_empty() && self.occupancy(material).covering(graph.entered(row), set)
    }

    /// Whether the last man of the army to move can leave.
    pub(super) fn finishes(&self, material: &Material, row: usize) -> bool {
        material.own == 1 && !self.graph(material).leaves(row).is_empty()
    }

    /// Adds to `set` the columns that are no states: those in which two men share a square, and the
    /// padding after the last column.
    pub(super) fn add_impossible<S: SquareSet>(
        &self,
        duel: &Duel<S>,
        material: &Material,
        row: usize,
        set: &mut [u64],
    ) {
        let [first, second] = duel.armies();
        let army = if material.army == 0 { first } else { second };
        let placement = ArmyPlacement { men: material.own, rank: row as u64 };
        let occupancy = self.occupancy(material);
        occupancy.add_overlapping(&army.squares(placement), set);
        let used = material.columns % 64;
        if used > 0 {
            set[words(material.columns) - 1] |= u64::MAX << used;
        }
    }
}
