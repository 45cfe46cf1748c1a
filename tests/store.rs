//! The cache returns what a search would find, whatever happens to its file.

use crate::reference;

use std::fs;
use std::hash::Hasher;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use carom::analysis::{FileHead, Puzzle};
use carom::config::CACHE_SIZE;
use carom::games::Position;
use carom::search::{self, Answer, Budget, Yielded};
use carom::solving::{Call, Extras, Limits, NoStore, Question, Solver, Store, Wants};
use carom::store::{Disk, Place};
use carom::syntax;
use reference::random::Random;
use siphasher::sip::SipHasher13;
use tempfile::TempDir;

/// These files must not change: their answers are pinned.
const FILES: [&str; 4] = [
    include_str!("suite/lunar-lockout.carom"),
    include_str!("suite/ricochet-robots.carom"),
    include_str!("suite/slider.carom"),
    include_str!("suite/x-mas-rush.carom"),
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
                    let limits = Limits {
                        max_positions,
                        max_memory,
                        time: None,
                    };
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

fn find(solver: &Solver, question: &Question) -> Found {
    let call = Call::default();
    let answer = solver.answer(question, &call);
    let extras = solver.extras(question, &answer, &call).unwrap();
    ((*answer).clone(), (*extras).clone())
}

fn solver(store: impl Store + 'static) -> Solver {
    Solver::new(NonZeroUsize::MIN, store)
}

fn fresh(questions: &[Question]) -> Vec<Found> {
    let solver = solver(NoStore);
    questions
        .iter()
        .map(|question| find(&solver, question))
        .collect()
}

fn panicking_search(_: &Position, _: &mut Budget<'_>) -> Result<Answer, Yielded> {
    panic!("cached answer was searched")
}

/// Opens the store in a folder. Returns it with its counter of warnings.
fn disk(folder: &Path) -> (Disk, Arc<AtomicUsize>) {
    let warnings = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&warnings);
    let warn = Box::new(move |_: &str| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    let disk = Disk::new(Place::new(folder.to_owned()), CACHE_SIZE, warn);
    let disk = disk.keeping_cheap_answers();
    (disk, warnings)
}

/// Returns a folder with a store that has the answers to all questions.
fn filled(questions: &[Question]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (disk, warnings) = disk(folder.path());
    let solver = solver(disk);
    for question in questions {
        find(&solver, question);
    }
    drop(solver);
    assert_eq!(warnings.load(Ordering::Relaxed), 0);
    folder
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for at in (1..items.len()).rev() {
        items.swap(at, random.below(at + 1));
    }
}

#[test]
fn stored_answers_match_search() {
    let questions = questions();
    let fresh = fresh(&questions);
    let mut order: Vec<usize> = (0..questions.len()).collect();
    let mut random = Random(3);
    for _ in 0..3 {
        shuffle(&mut random, &mut order);
        let folder = tempfile::tempdir().unwrap();
        let solver = solver(disk(folder.path()).0);
        for &at in &order {
            assert_eq!(find(&solver, &questions[at]), fresh[at]);
        }
    }
}

#[test]
fn stored_answers_are_not_searched() {
    let questions = questions();
    let fresh = fresh(&questions);
    let folder = filled(&questions);
    let solver = solver(disk(folder.path()).0).with_search(panicking_search);
    for (question, expected) in questions.iter().zip(&fresh) {
        assert_eq!(find(&solver, question), *expected);
    }
}

#[test]
fn proved_answer_serves_every_sufficient_limit() {
    let questions = questions();
    let folder = filled(&questions);
    let cached = solver(disk(folder.path()).0).with_search(panicking_search);
    for question in &questions {
        let (answer, _) = find(&cached, question);
        if !answer.outcome.is_settled() {
            continue;
        }
        let scope = &answer.scope;
        for max_positions in [*scope.positions().start(), *scope.positions().end()] {
            for max_memory in [*scope.memory().start(), *scope.memory().end()] {
                let limits = Limits {
                    max_positions,
                    max_memory,
                    time: None,
                };
                let position = question.position().clone();
                let wider = Question::new(position, question.identity(), limits);
                assert_eq!(find(&cached, &wider).0, answer);
            }
        }
    }
}

#[test]
fn oldest_answers_are_evicted() {
    let questions = questions();
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path().to_owned());
    let most = 24 << 10;
    let keep = |questions: &[Question]| {
        let solver = solver(Disk::new(
            place.clone(),
            most,
            Box::new(|warning| panic!("{warning}")),
        ));
        for question in questions {
            find(&solver, question);
        }
    };
    keep(&questions);
    let facts = Disk::facts(&place).unwrap().unwrap();
    assert!(facts.entries > 0 && facts.size <= most + 4096, "{facts:?}");
}

#[test]
fn flipped_bits_change_no_answer() {
    let questions = questions();
    let fresh = fresh(&questions);
    let folder = filled(&questions);
    let file = Place::new(folder.path().to_owned()).file();
    let intact = fs::read(&file).unwrap();
    let mut random = Random(11);
    let mut served = 0;
    for round in 0..60 {
        let folder = tempfile::tempdir().unwrap();
        let mut bytes = intact.clone();
        for _ in 0..1 << (round % 8) {
            let bit = random.below(8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        let file = Place::new(folder.path().to_owned()).file();
        fs::write(&file, bytes).unwrap();
        let (disk, warnings) = disk(folder.path());
        for (question, (answer, extras)) in questions.iter().zip(&fresh) {
            let found = disk.answer(question);
            served += usize::from(found.is_some());
            assert!(found.is_none_or(|found| *found == *answer));
            assert!(disk.extras(question).is_none_or(|found| *found == *extras));
        }
        assert!(warnings.load(Ordering::Relaxed) <= 1);
    }
    // Most of the file is still readable.
    assert!(served > 30 * questions.len(), "{served}");
}

#[test]
fn foreign_file_is_left_alone() {
    let questions = questions();
    for text in ["SQLite format 3\0 and so on", "a diary of mine\n"] {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::new(folder.path().to_owned());
        fs::write(place.file(), text).unwrap();
        let (disk, warnings) = disk(folder.path());
        let solver = solver(disk);
        for question in &questions[..3] {
            find(&solver, question);
        }
        drop(solver);
        assert_eq!(warnings.load(Ordering::Relaxed), 1);
        assert!(Disk::clear(&place).is_err());
        assert_eq!(fs::read_to_string(place.file()).unwrap(), text);
    }
}

#[test]
fn empty_file_is_used() {
    let questions = questions();
    let fresh = fresh(&questions[..3]);
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path().to_owned());
    let empty = || fs::write(place.file(), "").unwrap();
    empty();
    assert_eq!(Disk::facts(&place).unwrap(), None);
    Disk::clear(&place).unwrap();
    assert!(!place.file().exists());
    empty();
    for warned in [1, 0] {
        let (disk, warnings) = disk(folder.path());
        let solver = solver(disk);
        for (question, expected) in questions.iter().zip(&fresh) {
            assert_eq!(find(&solver, question), *expected);
        }
        drop(solver);
        assert_eq!(warnings.load(Ordering::Relaxed), warned);
    }
    assert!(
        Disk::facts(&place)
            .unwrap()
            .is_some_and(|facts| facts.entries > 0)
    );
}

/// Asks all questions in random order, checks the answers, and returns the number of warnings.
/// Processes that have the damaged file open continue with its successor.
fn ask_all(folder: &Path, seed: u64, questions: &[Question], expected: &[Found]) -> usize {
    let (disk, warnings) = disk(folder);
    let solver = solver(disk);
    let mut order: Vec<usize> = (0..questions.len()).collect();
    shuffle(&mut Random(seed), &mut order);
    for at in order {
        assert_eq!(find(&solver, &questions[at]), expected[at]);
    }
    drop(solver);
    warnings.load(Ordering::Relaxed)
}

#[test]
fn damaged_file_is_replaced_once() {
    let questions = questions();
    let fresh = fresh(&questions);
    let folder = filled(&questions);
    let place = Place::new(folder.path().to_owned());
    let file = place.file();
    let mut bytes = fs::read(&file).unwrap();
    bytes[4096..].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let warned: Vec<usize> = thread::scope(|scope| {
        let threads = (1..=4).map(|seed| {
            let (questions, fresh, folder) = (&questions, &fresh, folder.path());
            scope.spawn(move || ask_all(folder, seed, questions, fresh))
        });
        let threads: Vec<_> = threads.collect();
        let warned = threads.into_iter().map(|thread| thread.join().unwrap());
        warned.collect()
    });
    assert!(warned.iter().all(|&warnings| warnings <= 1), "{warned:?}");
    assert!(warned.contains(&1));
    assert!(!file.exists());
    let successor = place.file();
    assert!(successor.ends_with("answers-1-1.sqlite"), "{successor:?}");
    // The successor has all answers.
    let (disk, warnings) = disk(folder.path());
    let cached = solver(disk).with_search(panicking_search);
    for (question, expected) in questions.iter().zip(&fresh) {
        assert_eq!(find(&cached, question), *expected);
    }
    assert_eq!(warnings.load(Ordering::Relaxed), 0);
}

#[test]
fn flush_writes_pending_answers() {
    let questions = questions();
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(disk(folder.path()).0);
    let solver = solver(Arc::clone(&disk));
    let expected = find(&solver, &questions[0]);
    disk.flush(Duration::from_secs(120));
    let place = Place::new(folder.path().to_owned());
    assert!(Disk::facts(&place).unwrap().unwrap().entries > 0);
    let other = self::solver(self::disk(folder.path()).0).with_search(panicking_search);
    assert_eq!(find(&other, &questions[0]), expected);
}

#[test]
fn threads_and_stores_share_a_file() {
    let questions = questions();
    let fresh = fresh(&questions);
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for seed in 1..=4 {
            let (questions, fresh, folder) = (&questions, &fresh, folder.path());
            scope.spawn(move || {
                let warnings = ask_all(folder, seed, questions, fresh);
                assert_eq!(warnings, 0);
            });
        }
    });
    let place = Place::new(folder.path().to_owned());
    assert!(Disk::facts(&place).unwrap().unwrap().entries > 0);
    Disk::clear(&place).unwrap();
    assert_eq!(Disk::facts(&place).unwrap().unwrap().entries, 0);
}

/// Each version of the search, with a digest of its answers.
const VERSIONS: [(u32, u64); 17] = [
    (1, 8_041_542_584_515_858_197),
    (2, 10_462_632_499_875_688_189),
    // With equal memory, more is proved about larger boards than these.
    (3, 10_462_632_499_875_688_189),
    // No expansion after a solution is known; larger layers are searched in another order.
    // layers than these are searched in another order.
    (4, 2_920_263_600_186_640_295),
    // Slides of blockers are generated in another order.
    (5, 858_384_135_341_417_238),
    // Placements of larger boards than these are distributed differently.
    (6, 858_384_135_341_417_238),
    // The look-ahead from a slide of a blocker may find another optimal solution, on one of ten
    // thousand random boards.
    // ten thousand random boards.
    (7, 858_384_135_341_417_238),
    // A lone human among many pieces is searched differently; the suite contains one now.
    // suite now.
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
