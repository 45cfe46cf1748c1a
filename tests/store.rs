//! The cache returns what a search would find, whatever happens to its files.

use crate::reference;
use crate::solving::with_memory;

use std::fs;
use std::hash::Hasher;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use carom::analysis::{FileHead, Puzzle};
use carom::config::CACHE_SIZE;
use carom::games::Position;
use carom::search::{self, Answer, Budget};
use carom::solving::{Call, Extras, Limits, NoStore, Question, Solver, Store, Wants};
use carom::store::{Cache, CacheFile, CacheInfo};
use carom::syntax;
use reference::random::Random;
use siphasher::sip::SipHasher13;
use tempfile::TempDir;

/// These files must not change: their answers are pinned.
const FILES: [&str; 5] = [
    include_str!("suite/lunar-lockout.carom"),
    include_str!("suite/ricochet-robots.carom"),
    include_str!("suite/slider.carom"),
    include_str!("suite/x-mas-rush.carom"),
    include_str!("suite/tilt.carom"),
];

/// Returns questions about puzzles of all games with extra results, some of them cut short by
/// limits.
fn questions() -> Vec<Question> {
    let mut questions = Vec::new();
    for file in FILES {
        let mut sections = syntax::sections(file).into_iter();
        let head = FileHead::read(sections.next().unwrap().slice(file));
        for section in sections {
            let puzzle = Puzzle::read(section.slice(file), &head);
            for max_positions in [1, 40, 3_000] {
                for max_memory in [1 << 14, 1 << 30] {
                    let limits = Limits { max_positions, max_memory, time: None };
                    for redundant_pieces in [false, true] {
                        let wants = Wants {
                            redundant_pieces,
                            line_values: redundant_pieces,
                            uniqueness: redundant_pieces,
                            movers: redundant_pieces,
                            ..Wants::default()
                        };
                        questions.push(puzzle.question(limits, wants).unwrap());
                    }
                }
            }
        }
    }
    questions
}

type Found = (Answer, Extras);

fn solver() -> Solver {
    Solver::new(NonZeroUsize::MIN, NoStore)
}

fn find(solver: &Solver, question: &Question, cache: Option<&Arc<CacheFile>>) -> Found {
    let call =
        Call { cache: cache.map(|cache| Arc::clone(cache) as Arc<dyn Store>), ..Call::default() };
    let answer = solver.answer(question, &call).unwrap();
    let extras = solver.extras(question, &answer, &call).unwrap().unwrap();
    ((*answer).clone(), (*extras).clone())
}

fn fresh(questions: &[Question]) -> Vec<Found> {
    let solver = solver();
    let found = questions.iter();
    found.map(|question| find(&solver, question, None)).collect()
}

fn panicking_search(_: &Position, _: &mut Budget<'_>) -> Answer {
    panic!("cached answer was searched")
}

/// Opens the cache in a folder. A warning fails the test.
fn cache(folder: &Path) -> Cache {
    let warn = Box::new(|warning: &str| panic!("{warning}"));
    Cache::new(folder.to_owned(), CACHE_SIZE, warn)
}

/// Opens the answers of the only puzzle file of these tests.
fn open(folder: &Path) -> Arc<CacheFile> {
    cache(folder).open(Path::new("deck.carom"))
}

/// Returns a folder with the answers to all questions.
fn filled(questions: &[Question]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (solver, file) = (solver(), open(folder.path()));
    for question in questions {
        find(&solver, question, Some(&file));
    }
    folder
}

/// Returns the only cache file of a folder.
fn only_file(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder).unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert!(files.next().is_none());
    file
}

/// Whether the search takes so long that its answer is kept.
fn is_kept((answer, _): &Found) -> bool {
    answer.positions >= 500
}

/// Returns the questions whose answers are kept, with their answers.
fn kept() -> Vec<(Question, Found)> {
    let questions = questions();
    let fresh = fresh(&questions);
    let mut kept: Vec<_> = questions.into_iter().zip(fresh).collect();
    kept.retain(|(_, found)| is_kept(found));
    assert!(kept.len() > 20, "{}", kept.len());
    kept
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for at in (1..items.len()).rev() {
        items.swap(at, random.below(at + 1));
    }
}

/// Asks all questions in random order and checks the answers.
fn ask_all(folder: &Path, seed: u64, questions: &[Question], expected: &[Found]) {
    let (solver, file) = (solver(), open(folder));
    let mut order: Vec<usize> = (0..questions.len()).collect();
    shuffle(&mut Random(seed), &mut order);
    for at in order {
        assert_eq!(find(&solver, &questions[at], Some(&file)), expected[at]);
    }
}

#[test]
fn stored_answers_match_search() {
    let questions = questions();
    let fresh = fresh(&questions);
    for seed in 1..=3 {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            ask_all(folder.path(), seed, &questions, &fresh);
        }
    }
}

#[test]
fn stored_answers_are_not_searched() {
    let folder = filled(&questions());
    let (solver, file) = (solver().with_search(panicking_search), open(folder.path()));
    for (question, expected) in &kept() {
        assert_eq!(find(&solver, question, Some(&file)), *expected);
    }
}

#[test]
fn cheap_answers_are_not_stored() {
    let questions = questions();
    let cheap: Vec<&Question> = questions
        .iter()
        .zip(fresh(&questions))
        .filter(|(_, found)| !is_kept(found))
        .map(|(question, _)| question)
        .collect();
    assert!(!cheap.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let (solver, file) = (solver(), open(folder.path()));
    for &question in &cheap {
        find(&solver, question, Some(&file));
        assert_eq!(file.answer(question), None);
    }
}

#[test]
fn proved_answer_serves_every_sufficient_limit() {
    let folder = filled(&questions());
    let (cached, file) = (solver().with_search(panicking_search), open(folder.path()));
    let mut served = 0;
    for (question, (answer, _)) in &kept() {
        if !answer.outcome.is_settled() {
            continue;
        }
        let scope = &answer.scope;
        for max_positions in [*scope.positions().start(), *scope.positions().end()] {
            for max_memory in [*scope.memory().start(), *scope.memory().end()] {
                let limits = with_memory(max_memory, max_positions);
                let position = question.position().clone();
                let wider = Question::new(position, question.identity(), limits);
                assert_eq!(find(&cached, &wider, Some(&file)).0, *answer);
                served += 1;
            }
        }
    }
    assert!(served > 0);
}

#[test]
fn oldest_answers_are_evicted() {
    let kept = kept();
    let questions: Vec<Question> = kept.iter().map(|(question, _)| question.clone()).collect();
    let full = filled(&questions);
    // A file may take a quarter of the size, so that it has half of these answers.
    let max_size = 2 * Cache::info(full.path()).unwrap().size;
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str| {
        let warn = Box::new(|warning: &str| panic!("{warning}"));
        Cache::new(folder.path().to_owned(), max_size, warn).open(Path::new(name))
    };
    let is_stored = |name: &str| {
        let file = open(name);
        let stored = kept.iter().map(|(question, (answer, _))| {
            let stored = file.answer(question);
            assert!(stored.as_deref().is_none_or(|stored| stored == answer));
            stored.is_some()
        });
        stored.collect::<Vec<bool>>()
    };
    let solver = solver();
    for number in 0..6 {
        let name = format!("{number}.carom");
        let file = open(&name);
        for question in &questions {
            find(&solver, question, Some(&file));
        }
        drop(file);
        let stored = is_stored(&name);
        assert!(!stored[0] && stored[stored.len() - 1], "{stored:?}");
        let CacheInfo { size, .. } = Cache::info(folder.path()).unwrap();
        assert!(size <= max_size, "{size}");
    }
    assert!(!is_stored("0.carom").contains(&true));
    assert!(Cache::info(folder.path()).unwrap().files >= 3);
}

#[test]
fn damaged_file_counts_as_missing() {
    let questions = questions();
    let fresh = fresh(&questions);
    let folder = filled(&questions);
    let path = only_file(folder.path());
    let intact = fs::read(&path).unwrap();
    let mut random = Random(11);
    for round in 0..40 {
        let mut bytes = intact.clone();
        match round {
            0 => bytes.clear(),
            1 => bytes = b"a diary of mine\n".to_vec(),
            2 => bytes.truncate(intact.len() / 2),
            3 => bytes.extend([0; 16]),
            _ => {
                for _ in 0..1 << (round % 8) {
                    let bit = random.below(8 * bytes.len());
                    bytes[bit / 8] ^= 1 << (bit % 8);
                }
            }
        }
        assert_ne!(bytes, intact);
        fs::write(&path, bytes).unwrap();
        let file = open(folder.path());
        for question in &questions {
            assert_eq!(file.answer(question), None);
            assert_eq!(file.extras(question), None);
        }
    }
    // It is replaced by an intact one.
    ask_all(folder.path(), 1, &questions, &fresh);
    assert_eq!(only_file(folder.path()), path);
    assert!(Cache::info(folder.path()).unwrap().entries > 0);
}

#[test]
fn flush_writes_pending_answers() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache(folder.path());
    let file = cache.open(Path::new("deck.carom"));
    let (question, expected) = &kept()[0];
    find(&solver(), question, Some(&file));
    cache.flush(Duration::from_secs(120));
    let other = open(folder.path());
    assert_eq!(other.answer(question).as_deref(), Some(&expected.0));
}

/// The last one that writes the file wins.
#[test]
fn threads_and_processes_share_a_folder() {
    let questions = questions();
    let fresh = fresh(&questions);
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for seed in 1..=4 {
            let (questions, fresh, folder) = (&questions, &fresh, folder.path());
            scope.spawn(move || ask_all(folder, seed, questions, fresh));
        }
    });
    assert!(Cache::info(folder.path()).unwrap().entries > 0);
    let foreign = folder.path().join("diary.answers");
    fs::write(&foreign, "mine").unwrap();
    Cache::clear(folder.path()).unwrap();
    assert_eq!(only_file(folder.path()), foreign);
    assert_eq!(Cache::info(folder.path()).unwrap(), CacheInfo::default());
}

/// Each version of the search, with a digest of its answers.
const VERSIONS: [(u32, u64); 21] = [
    (1, 8_041_542_584_515_858_197),
    (2, 10_462_632_499_875_688_189),
    // With equal memory, more is proved about larger boards than these.
    (3, 10_462_632_499_875_688_189),
    // No expansion after a solution is known; larger layers are searched in another order.
    (4, 2_920_263_600_186_640_295),
    // Slides of blockers are generated in another order.
    (5, 858_384_135_341_417_238),
    // Placements of larger boards than these are distributed differently.
    (6, 858_384_135_341_417_238),
    // The look-ahead from a slide of a blocker may find another optimal solution, on one of ten
    // thousand random boards.
    (7, 858_384_135_341_417_238),
    // A lone human among many pieces is searched differently; the suite contains one now.
    (8, 3_363_510_521_453_593_249),
    // If a human is at least 32 slides from the target, the earlier search is used.
    (9, 3_363_510_521_453_593_249),
    // States of a placement are grouped under `bounce`.
    (10, 8_589_332_826_670_329_733),
    // Large layers of boards like that of version 8 expand nodes together.
    (11, 8_589_332_826_670_329_733),
    // All other boards without set search do so, too.
    (12, 8_589_332_826_670_329_733),
    // Solutions of X-mas Rush are counted by their pushes.
    (13, 12_003_499_072_208_082_059),
    // With full memory, more of a layer fits at a time.
    (14, 12_003_499_072_208_082_059),
    // A layer is split by everything gathered, and merged even if it is not kept.
    (15, 12_003_499_072_208_082_059),
    // Solutions have a length in grouped moves.
    (16, 4_652_272_999_680_472_822),
    // A drawn Slider has a line; no question here asks for it.
    (17, 4_652_272_999_680_472_822),
    // Large layers of an active robot are not distributed, and a lone human among many pieces is
    // searched like other boards.
    (18, 3_457_740_270_391_939_484),
    // States that a shorter way reaches are left out of the count of optimal solutions.
    (19, 5_722_054_280_362_874_664),
    // More memory is counted: batches of successors, and the nodes on optimal paths. A part of it
    // is for attempts. The suite contains Tilt, too.
    (20, 17_923_250_161_990_305_627),
    // Searches for grouped slides take less memory, and count all of it on 32 bits, too.
    (21, 17_923_250_161_990_305_627),
];

#[test]
fn answers_change_only_with_search_version() {
    let mut hasher = SipHasher13::new();
    for found in fresh(&questions()) {
        hasher.write(format!("{found:?}").as_bytes());
    }
    let now = (search::VERSION, hasher.finish());
    assert_eq!(
        VERSIONS.last(),
        Some(&now),
        "answers have changed: raise `search::VERSION`, and add a line to VERSIONS"
    );
    let mut pairs = VERSIONS.windows(2);
    assert!(pairs.all(|pair| pair[0].0 < pair[1].0));
}
