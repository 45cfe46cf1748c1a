//! Every position of a family of puzzles, counted by the moves of its shortest solution.
//!
//! A family is a board with a target and a number of robots. Each game defines its families.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::games::{Family, Position};
use crate::search::{BackwardSearch, CancelFlag, TooLarge, Watch};
use crate::solving::Failed;
use crate::words::{count, group_digits};

/// The counts of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FamilyCounts {
    /// The board: `5x5`, or the names of four faces.
    pub board: String,
    /// The square of the target.
    pub target: String,
    /// The robots.
    pub robots: u8,
    /// All positions of the pieces.
    pub boards: u64,
    /// Those with a solution.
    pub solvable: u64,
    /// The most moves of a shortest solution, or `None` if no position has a solution.
    pub deepest: Option<u32>,
    /// The number of positions whose optimum grows if any robot is removed. Not counted in Ricochet
    /// Robots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<u64>,
    /// By number of moves: the positions with this optimum.
    pub by_depth: Vec<u64>,
    /// The same for minimal boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal_by_depth: Option<Vec<u64>>,
    /// A hash of the depths of all states, to compare runs.
    pub digest: String,
}

/// The members of [`FamilyCounts`] that identify a family.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
pub struct FamilyKey {
    board: String,
    target: String,
    robots: u8,
}

impl FamilyKey {
    /// Returns the key of a family.
    pub fn of(family: &Family) -> Self {
        Self {
            board: family.name.clone(),
            target: family.target.to_string(),
            robots: family.robots,
        }
    }
}

/// The reason why a family was not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCensus {
    /// The search failed.
    Failed(Failed),
    /// The pieces do not fit on the board.
    DoesNotFit,
    /// The table exceeds the memory limit. Its size in bytes, or `None` if it exceeds any machine.
    Memory(Option<u64>),
}

impl fmt::Display for NoCensus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(failed) => failed.fmt(f),
            Self::DoesNotFit => f.write_str("the pieces and the target do not fit on the board"),
            Self::Memory(Some(bytes)) => write!(
                f,
                "the table takes {} MiB; give it with `--max-memory`",
                group_digits(bytes.div_ceil(1 << 20))
            ),
            Self::Memory(None) => f.write_str("there are too many boards"),
        }
    }
}

/// Returns the name of a family in messages.
pub fn name(family: &Family) -> String {
    let Family { game, name, target, robots, .. } = family;
    format!("{} {name}, target {target}, {}", game.name(), count(*robots, "robot"))
}

/// Starts the search of a family.
fn search(family: &Family, max_memory: u64) -> Result<FamilySearch, NoCensus> {
    let position = family.position().ok_or(NoCensus::DoesNotFit)?;
    let sliding = position.sliding().map_err(|_| NoCensus::DoesNotFit)?;
    let blockers = position.pieces().len() - 1;
    let search = BackwardSearch::new(&sliding, blockers, max_memory)
        .map_err(|TooLarge { bytes }| NoCensus::Memory(bytes))?;
    Ok(FamilySearch { position, search, by_depth: Vec::new(), minimal_by_depth: Vec::new() })
}

/// The search of a family, and its counts so far.
struct FamilySearch {
    position: Position,
    search: BackwardSearch,
    by_depth: Vec<u64>,
    minimal_by_depth: Vec<u64>,
}

impl FamilySearch {
    /// Counts the current layer. `smaller` is the search with one robot less, at the same depth.
    fn count_layer(&mut self, smaller: Option<&BackwardSearch>, threads: usize) {
        self.by_depth.push(self.search.size().starts);
        if let Some(smaller) = smaller {
            let minimal = self.search.count_minimal(smaller, threads);
            self.minimal_by_depth.push(minimal);
        }
    }

    /// Returns the counts of the completed search.
    fn counted(self, family: &Family, has_minimal: bool) -> FamilyCounts {
        let Self { mut by_depth, mut minimal_by_depth, .. } = self;
        for counts in [&mut by_depth, &mut minimal_by_depth] {
            while counts.last() == Some(&0) {
                counts.pop();
            }
        }
        let minimal = has_minimal.then_some(minimal_by_depth);
        let sum = |counts: &[u64]| counts.iter().sum();
        FamilyCounts {
            board: family.name.clone(),
            target: family.target.to_string(),
            robots: family.robots,
            boards: self.search.starts(),
            solvable: sum(&by_depth),
            deepest: (0..).zip(&by_depth).map(|(depth, _)| depth).last(),
            minimal: minimal.as_deref().map(sum),
            by_depth,
            minimal_by_depth: minimal,
            digest: format!("{:016x}", self.search.digest()),
        }
    }
}

/// Counts the first families, at least one, and as many as can be counted together. Families with
/// consecutive numbers of robots are searched together, layer by layer, because each determines the
/// minimal positions of the next.
///
/// # Errors
///
/// The reason if the first family cannot be counted.
pub fn count_families(
    families: &[Family],
    threads: usize,
    max_memory: u64,
    watch: &Watch,
) -> Result<Vec<FamilyCounts>, NoCensus> {
    let counted = Failed::catch(|| count_all(families, threads, max_memory, watch));
    counted.map_err(NoCensus::Failed)?
}

fn count_all(
    families: &[Family],
    threads: usize,
    max_memory: u64,
    watch: &Watch,
) -> Result<Vec<FamilyCounts>, NoCensus> {
    let Some(first) = families.first() else {
        return Ok(Vec::new());
    };
    let mut left = max_memory;
    let mut searches: Vec<FamilySearch> = Vec::new();
    // The smaller family of the first one is searched, but not counted.
    let below = first.smaller();
    let has_minimal = first.counts_minimal;
    if let Some(below) = &below {
        searches.push(search(below, left)?);
    }
    let uncounted = searches.len();
    for family in families {
        let follows = |last: &FamilySearch| {
            let robots = last.position.pieces().len();
            has_minimal && family.robots as usize == robots
        };
        if searches.len() > uncounted && !searches.last().is_some_and(follows) {
            break;
        }
        left = left.saturating_sub(searches.last().map_or(0, |last| last.search.bytes()));
        match search(family, left) {
            Ok(search) => searches.push(search),
            Err(reason) if searches.len() == uncounted => return Err(reason),
            Err(_) => break,
        }
    }
    let never = CancelFlag::default();
    loop {
        let mut below: Option<&BackwardSearch> = None;
        for (number, one) in searches.iter_mut().enumerate() {
            if number >= uncounted {
                one.count_layer(below, threads);
            }
            below = Some(&one.search);
        }
        let mut is_over = true;
        for one in &mut searches {
            is_over &= !one.search.advance(threads, &never, watch);
        }
        if is_over {
            break;
        }
    }
    let counted = families
        .iter()
        .zip(searches.into_iter().skip(uncounted))
        .map(|(family, search)| search.counted(family, has_minimal));
    Ok(counted.collect())
}
