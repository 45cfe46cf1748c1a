//! The search is compared with the one in memory, on boards of all rules that it takes.

use super::merge::Merge;
use super::run::{Reader, Run, RunStorage, Writer};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, CancelFlag, Limit, MemoryPool, Spill, Stop};
use crate::search::result::SearchResult;
use crate::search::set_astar;
use crate::search::set_astar::placement::PlacementKey;
use crate::search::set_astar::samples::{Random, Sample};
use crate::search::set_astar::state::Entry;
use crate::search::set_astar::state_set::StateSet;

/// The result within this memory in bytes, and the positions it took.
fn search_runs(
    puzzles: &[ActiveRobotPuzzle],
    at_least: u32,
    bytes: u64,
    spill: Option<Spill>,
) -> (SearchResult<Vec<SlideFrom>>, u64) {
    let pool = MemoryPool::new(bytes);
    let mut budget = Budget::new(&pool, 0, 2_000_000).with_spill(spill);
    let found = set_astar::search_with_runs(puzzles, at_least, &mut budget).unwrap();
    assert_eq!(budget.reserved(), 0);
    (found, budget.positions())
}

fn disk() -> Spill {
    Spill::new(tempfile::tempfile, |error| panic!("{error}"))
}

/// Memory sizes in bytes: ample, tight, and close to the minimum.
const SIZES: [u64; 4] = [1 << 28, 1 << 20, 300 << 10, 1 << 18];

#[derive(Debug, Default)]
struct Counts {
    solved: usize,
    unsolvable: usize,
    /// Searched to the end in the two smallest sizes.
    small: usize,
    /// Searched to the end with files.
    spilled: usize,
    cut_off: usize,
}

/// Compares both searches on one board.
fn compare(seen: &mut Counts, random: &mut Random, sample: &Sample) {
    let puzzles = &sample.puzzles;
    let pool = MemoryPool::new(1 << 28);
    let mut budget = Budget::new(&pool, 0, 20_000);
    let truth = set_astar::search(puzzles, &mut budget).unwrap();
    let optimum = match &truth {
        SearchResult::Solution(slides) => Some(u32::try_from(slides.len()).unwrap()),
        SearchResult::Failure => None,
        SearchResult::Cutoff { .. } => return,
    };
    let proved = match optimum {
        Some(optimum) => random.below(optimum as usize + 1),
        None => [0, random.below(20)][random.below(2)],
    };
    let proved = u32::try_from(proved).unwrap();
    let mut first = None;
    for (size, is_small) in SIZES.into_iter().zip([false, false, true, true]) {
        for spill in [None, Some(disk())] {
            let is_spilled = spill.is_some();
            let (found, _) = search_runs(puzzles, proved, size, spill);
            let is_settled = !matches!(found, SearchResult::Cutoff { .. });
            match &found {
                SearchResult::Solution(slides) => {
                    assert_eq!(Some(slides.len()), optimum.map(|moves| moves as usize));
                    assert!(sample.is_solved_by(slides), "{sample:?}: {slides:?}");
                    seen.solved += 1;
                }
                SearchResult::Failure => {
                    assert_eq!(optimum, None, "{sample:?}");
                    seen.unsolvable += 1;
                }
                SearchResult::Cutoff { at_least, limit } => {
                    assert!(
                        optimum.is_none_or(|optimum| *at_least <= optimum),
                        "{sample:?}"
                    );
                    assert!(*at_least >= proved);
                    assert_eq!(*limit, Limit::Memory);
                    assert_ne!(size, 1 << 28);
                    seen.cut_off += 1;
                }
            }
            if is_settled {
                // The same solution, however it was found.
                assert_eq!(*first.get_or_insert_with(|| found.clone()), found);
                seen.small += usize::from(is_small);
                seen.spilled += usize::from(is_spilled);
            }
        }
    }
}

fn agrees(seed: u64, boards: usize, max_side: usize, pieces: usize) -> Counts {
    let mut random = Random(seed);
    let mut seen = Counts::default();
    for _ in 0..boards {
        if let Some(sample) = random.sample(max_side, pieces) {
            compare(&mut seen, &mut random, &sample);
        }
    }
    seen
}

#[test]
fn runs_agree_with_tables_on_small_boards() {
    for pieces in 1..=5 {
        let seen = agrees(pieces as u64, 40, 5, pieces);
        assert!(seen.solved > 100, "{pieces} pieces: {seen:?}");
        assert!(
            pieces > 2 || seen.unsolvable > 5,
            "{pieces} pieces: {seen:?}"
        );
        assert!(seen.spilled > 60, "{pieces} pieces: {seen:?}");
    }
}

#[test]
fn runs_agree_with_tables_on_large_boards() {
    for pieces in 4..=8 {
        let seen = agrees(10 + pieces as u64, 8, 16, pieces);
        assert!(seen.solved > 20, "{pieces} pieces: {seen:?}");
        assert!(seen.small > 10, "{pieces} pieces: {seen:?}");
    }
}

/// The states of each placement, by its key.
type Entries = std::collections::BTreeMap<PlacementKey, StateSet<1>>;

fn unite(entries: &mut Entries, key: PlacementKey, sets: &StateSet<1>) {
    let united = entries.entry(key).or_insert(StateSet::EMPTY);
    *united = united.with(sets);
}

#[test]
fn merged_runs_contain_all_states() {
    let pool = MemoryPool::new(1 << 24);
    let budget = Budget::new(&pool, 0, 0);
    let mut random = Random(5);
    for round in 0..60 {
        let storage = RunStorage {
            spill: (round % 2 == 0).then(disk),
            block_len: RunStorage::MIN_BLOCK << random.below(4),
        };
        let start = random.square([16, 16]);
        let mut truth = Entries::new();
        let mut runs = Vec::new();
        for _ in 0..random.below(9) {
            let mut run = Entries::new();
            for _ in 0..random.below(200) {
                let keys = [300, 1 << 56][random.below(2)];
                let key = PlacementKey::from_word(random.below(keys) as u64);
                let mut sets = StateSet::EMPTY;
                let most = [3, 60][random.below(2)];
                for _ in 0..1 + random.below(most) {
                    let (active, axes) = random.active(start);
                    sets.insert(active, axes);
                }
                unite(&mut run, key, &sets);
            }
            let mut writer = Writer::new(&storage);
            for (&key, sets) in &run {
                writer.push(&Entry { key, sets: *sets }, &budget).unwrap();
                unite(&mut truth, key, sets);
            }
            let written = writer.finish(&budget).unwrap();
            assert_eq!(written.is_empty(), run.is_empty());
            let mut reader = Reader::<&Run, 1>::new(&written, &budget).unwrap();
            for key in run.keys() {
                assert_eq!(reader.key(), Some(*key));
                reader.advance(&budget).unwrap();
            }
            assert_eq!(reader.key(), None);
            runs.push(written);
        }
        let mut merge = Merge::<1>::new(runs.into_iter(), &budget).unwrap();
        for (key, sets) in truth {
            assert_eq!(merge.key(), Some(key));
            let merged = merge.next(&budget).unwrap().unwrap();
            assert!(merged.sets == sets);
        }
        assert!(merge.next(&budget).unwrap().is_none());
        drop(merge);
        assert_eq!(budget.reserved(), 0);
    }
}

/// An open board on which layers soon are large.
fn open_board() -> Vec<ActiveRobotPuzzle> {
    let mut random = Random(1);
    loop {
        if let Some(Sample { puzzles, .. }) = random.sample(16, 8) {
            let pool = MemoryPool::new(1 << 21);
            let mut budget = Budget::new(&pool, 0, 50_000);
            let found = set_astar::search(&puzzles, &mut budget).unwrap();
            if matches!(found, SearchResult::Cutoff { .. }) {
                return puzzles;
            }
        }
    }
}

#[test]
fn disk_error_stops_the_search_like_full_memory() {
    let puzzles = open_board();
    for fault in 0..2 {
        let open = move || match fault {
            0 => Err(std::io::ErrorKind::StorageFull.into()),
            // Nothing can be written to it.
            _ => std::fs::File::open("Cargo.toml"),
        };
        let warnings = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&warnings);
        let spill = Spill::new(open, move |_| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        let (found, _) = search_runs(&puzzles, 0, 300 << 10, Some(spill));
        let is_full = |found| {
            matches!(
                found,
                SearchResult::Cutoff {
                    limit: Limit::Memory,
                    ..
                }
            )
        };
        assert!(is_full(found));
        assert_eq!(warnings.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn cancel_flag_and_position_limit_stop_the_search() {
    let puzzles = open_board();
    let pool = MemoryPool::new(1 << 20);
    let cancel = CancelFlag::default();
    cancel.cancel();
    let mut budget = Budget::new(&pool, 0, 1_000_000).with_cancel(cancel);
    let found = set_astar::search_with_runs(&puzzles, 0, &mut budget).unwrap();
    let limit = |found| match found {
        SearchResult::Cutoff { limit, .. } => Some(limit),
        _ => None,
    };
    assert_eq!(limit(found), Some(Limit::Cancelled));
    let mut budget = Budget::new(&pool, 0, 5_000);
    let found = set_astar::search_with_runs(&puzzles, 0, &mut budget).unwrap();
    assert_eq!(
        (limit(found), budget.positions()),
        (Some(Limit::Positions), 5_000)
    );
}

#[test]
fn it_yields_to_an_earlier_search() {
    let puzzles = open_board();
    let pool = MemoryPool::new(1 << 20);
    let earlier = Budget::new(&pool, 0, 0);
    let _held = crate::search::limits::Reservation::new(1 << 20, &earlier).unwrap();
    let mut budget = Budget::new(&pool, 1, 1_000_000);
    let stop = set_astar::search_with_runs(&puzzles, 0, &mut budget).err();
    assert_eq!(stop, Some(Stop::Yield));
}
