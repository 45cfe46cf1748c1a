//! Tests the solving service: caching, sharing, priorities and cancellation.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{scope, sleep};
use std::time::Duration;

use carom::analysis::{FileHead, Puzzle};
use carom::games::Position;
use carom::project::{Configs, Selection, Source, sources};
use carom::search::{self, Answer, Budget, Limit, Scope};
use carom::solving::{
    AnswerHandle, Call, Extras, Limits, Memory, NoStore, Question, Search, SearchEnd, Service,
    Solver, Wants,
};
use carom::syntax;

const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

const ALL: Wants = Wants {
    redundant_pieces: true,
    idle_walls: true,
    idle_pieces: true,
    minimal: true,
    changed_boards: true,
    unreachable_squares: true,
    line_values: true,
    move_values: true,
    uniqueness: true,
    movers: true,
};

const EASY: &str = "puzzle lunar\n  board:\n    @ . + #\n";
const OTHER: &str = "puzzle lunar\n  board:\n    @ . . + #\n";

fn limits(max_positions: u64) -> Limits {
    Limits { max_positions, max_memory: 1 << 30, time: None }
}

fn question(text: &str, limits: Limits) -> Question {
    let puzzle = Puzzle::read(text, &FileHead::default());
    puzzle.question(limits, ALL).unwrap()
}

/// Returns the puzzles of the examples.
fn puzzles() -> Vec<Puzzle> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut puzzles = Vec::new();
    for source in sources(&[root], &Selection::default(), &Configs::default()).sources {
        let Ok(Source::File(path)) = source else {
            panic!("{source:?}");
        };
        let text = std::fs::read_to_string(path).unwrap();
        let spans = syntax::sections(&text);
        let head = FileHead::read(spans[0].slice(&text));
        let spans = spans[1..].iter();
        puzzles.extend(spans.map(|span| Puzzle::read(span.slice(&text), &head)));
    }
    puzzles
}

fn service(search: Search) -> Service {
    let solver = Solver::new(TWO, Memory::default()).with_search(search);
    Service::new(TWO, solver, || {})
}

fn found(handle: &AnswerHandle) -> SearchEnd {
    loop {
        if let Some(found) = handle.result() {
            return found.clone();
        }
        sleep(Duration::from_millis(1));
    }
}

/// Waits until all requested results are known.
fn finish(handle: &AnswerHandle) {
    while handle.stage() < 2 {
        sleep(Duration::from_millis(1));
    }
}

/// Returns limits that leave so many bytes for searches.
pub(crate) fn with_memory(bytes: u64, max_positions: u64) -> Limits {
    let first = bytes.saturating_add((bytes / 3).min(16 << 20)).saturating_sub(2);
    let limits =
        (first..=u64::MAX).map(|max_memory| Limits { max_positions, max_memory, time: None });
    let mut limits = limits.skip_while(|limits| limits.memory_of_searches() < bytes);
    // No limit leaves all bytes that a number can have.
    limits.next().unwrap_or(Limits { max_positions, max_memory: u64::MAX, time: None })
}

#[test]
fn cache_never_changes_answers() {
    let one = NonZeroUsize::MIN;
    let (cached, fresh) = (Solver::new(one, Memory::default()), Solver::new(one, NoStore));
    let call = Call::default();
    let (mut settled, mut cut) = (0, 0);
    for puzzle in puzzles() {
        for (max_positions, max_memory) in [
            (20_000, 1 << 30),
            (200_000, 1 << 30),
            (200_000, 1 << 20),
            (1_000, 1 << 20),
            (20_000, 1 << 16),
            (200_000, 1 << 18),
            (3, 1 << 30),
            (1_000, 1 << 30),
        ] {
            let limits = Limits { max_positions, max_memory, time: None };
            let Some(question) = puzzle.question(limits, ALL) else {
                continue;
            };
            let answer = cached.answer(&question, &call).unwrap();
            let expected = fresh.answer(&question, &call).unwrap();
            assert_eq!(answer.outcome, expected.outcome, "{question:?}");
            assert_eq!(answer.positions, expected.positions, "{question:?}");
            let memory = limits.memory_of_searches();
            assert!(answer.scope.holds(max_positions, memory));
            assert!(answer.scope.peak_memory() <= memory);
            match answer.outcome.is_settled() {
                true => settled += 1,
                false => cut += 1,
            }
            let extras = cached.extras(&question, &answer, &call).unwrap().unwrap();
            let expected = fresh.extras(&question, &expected, &call).unwrap().unwrap();
            // Each result is for its own limits.
            let unscoped = |extras: &Extras| Extras { scope: Scope::ANY, ..extras.clone() };
            assert_eq!(unscoped(&extras), unscoped(&expected), "{question:?}");
        }
    }
    assert!(settled > 20 && cut > 20, "{settled}, {cut}");
}

#[test]
fn proved_answer_serves_every_sufficient_limit() {
    static SEARCHED: AtomicU64 = AtomicU64::new(0);
    let search: Search = |position, budget| {
        SEARCHED.fetch_add(1, Ordering::Relaxed);
        search::solve(position, budget)
    };
    let solver = Solver::new(TWO, Memory::default()).with_search(search);
    let call = Call::default();
    let first = solver.answer(&question(EASY, limits(5_000)), &call).unwrap();
    assert!(first.outcome.is_settled());
    for max_positions in [first.positions, 4_000, u64::MAX] {
        let within = with_memory(first.scope.peak_memory(), max_positions);
        let again = solver.answer(&question(EASY, within), &call).unwrap();
        assert!(Arc::ptr_eq(&first, &again));
    }
    assert_eq!(SEARCHED.load(Ordering::Relaxed), 1);
    let below = limits(first.positions - 1);
    let cut = solver.answer(&question(EASY, below), &call).unwrap();
    assert_eq!(cut.outcome.limit(), Some(Limit::Positions));
    let short = with_memory(first.scope.peak_memory() - 1, 5_000);
    let cut = solver.answer(&question(EASY, short), &call).unwrap();
    assert_eq!(cut.outcome.limit(), Some(Limit::Memory));
    assert_eq!(SEARCHED.load(Ordering::Relaxed), 3);
}

#[test]
fn refused_search_runs_again_alone() {
    let calls = Call::default();
    let alone = Solver::new(NonZeroUsize::MIN, NoStore);
    let expected = alone.answer(&question(EASY, limits(5_000)), &calls).unwrap();
    let peak = expected.scope.peak_memory();
    for memory in [peak, peak * 3 / 2, peak - 1] {
        let limits = with_memory(memory, 5_000);
        let expected = alone.answer(&question(EASY, limits), &calls).unwrap();
        for threads in 1..5 {
            let solver = Solver::new(NonZeroUsize::new(threads).unwrap(), NoStore);
            scope(|scope| {
                for _ in 0..6 {
                    scope.spawn(|| {
                        let answer = solver.answer(&question(EASY, limits), &calls).unwrap();
                        assert_eq!(answer, expected, "{threads} threads");
                    });
                }
            });
        }
    }
}

#[test]
fn panic_fails_only_its_own_answer() {
    let service = service(|position, budget| {
        assert_ne!(position, question(OTHER, limits(1)).position());
        search::solve(position, budget)
    });
    for max_positions in 5..8 {
        let unlucky = service.ask(question(OTHER, limits(max_positions)), false);
        let lucky = service.ask(question(EASY, limits(max_positions)), false);
        assert!(matches!(found(&unlucky), SearchEnd::Failed(_)));
        assert!(matches!(found(&lucky), SearchEnd::Answer(_)));
    }
    let running = service.running();
    assert!(running.iter().all(|search| search.watch().is_none()));
}

#[test]
fn equal_questions_are_searched_once() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let service = service(|position, budget| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        search::solve(position, budget)
    });
    let first = service.ask(question(EASY, limits(50)), false);
    let again = service.ask(question(EASY, limits(50)), true);
    assert!(Arc::ptr_eq(&first, &again));
    finish(&first);
    drop((first, again));
    for max_positions in [50, 49, 51] {
        let cached = service.ask(question(EASY, limits(max_positions)), false);
        assert!(matches!(cached.result(), Some(SearchEnd::Answer(_))));
    }
    assert_eq!(ASKED.load(Ordering::Relaxed), 1);
}

#[test]
fn solution_line_does_not_affect_answer() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let service = service(|position, budget| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        search::solve(position, budget)
    });
    let board = "    . . . H\n    . . . .\n    . . . .\n    V . . .\n";
    for line in ["", "d4>", "d4v a1^"] {
        let text = format!("puzzle slider\n  board:\n{board}  solution: {line}\n");
        let handle = service.ask(question(&text, limits(5_000)), false);
        assert!(matches!(found(&handle), SearchEnd::Answer(_)));
        finish(&handle);
    }
    assert_eq!(ASKED.load(Ordering::Relaxed), 1);
}

#[test]
fn abandoned_search_is_cancelled() {
    static ENDED: AtomicU64 = AtomicU64::new(0);
    fn endless(_: &Position, budget: &mut Budget<'_>) -> Answer {
        while budget.poll() != Err(Limit::Cancelled) {
            sleep(Duration::from_millis(1));
        }
        ENDED.fetch_add(1, Ordering::Relaxed);
        search::solve(question(EASY, limits(1)).position(), budget)
    }
    let service = service(endless);
    let handle = service.ask(question(EASY, limits(50)), false);
    while service.running().is_empty() {
        sleep(Duration::from_millis(1));
    }
    drop(handle);
    while ENDED.load(Ordering::Relaxed) == 0 {
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn background_search_yields_and_restarts() {
    static STARTED: AtomicU64 = AtomicU64::new(0);
    static GAVE_WAY: AtomicU64 = AtomicU64::new(0);
    /// The first puzzle does not finish before another one is asked for.
    fn search(position: &Position, budget: &mut Budget<'_>) -> Answer {
        if position == question(EASY, limits(1)).position() {
            if STARTED.fetch_add(1, Ordering::Relaxed) == 0 {
                while budget.poll() != Err(Limit::Cancelled) {
                    sleep(Duration::from_millis(1));
                }
                GAVE_WAY.fetch_add(1, Ordering::Relaxed);
                // The result looks like an answer, but the search has yielded.
                return search::solve(question(OTHER, limits(1)).position(), budget);
            }
            assert_eq!(GAVE_WAY.load(Ordering::Relaxed), 1);
        }
        search::solve(position, budget)
    }
    let service = service(search);
    let spare = service.ask_in_spare_time(question(EASY, limits(1_000)));
    while STARTED.load(Ordering::Relaxed) == 0 {
        sleep(Duration::from_millis(1));
    }
    let usual = service.ask(question(OTHER, limits(1_000)), false);
    assert!(matches!(found(&usual), SearchEnd::Answer(_)));
    let SearchEnd::Answer(answer) = found(&spare) else {
        panic!("it was answered");
    };
    let solution = answer.outcome.solution().unwrap();
    assert!(search::solves(spare.question().position(), &solution.moves));
}

/// It yields even if the other question comes between its announcement and its start.
#[test]
fn background_search_yields_before_it_starts() {
    static ANNOUNCED: Mutex<()> = Mutex::new(());
    static STARTED: AtomicU64 = AtomicU64::new(0);
    fn search(position: &Position, budget: &mut Budget<'_>) -> Answer {
        let is_spare = position == question(EASY, limits(1)).position();
        if is_spare && STARTED.fetch_add(1, Ordering::Relaxed) == 0 {
            while budget.poll() != Err(Limit::Cancelled) {
                sleep(Duration::from_millis(1));
            }
        }
        search::solve(position, budget)
    }
    let solver = Solver::new(TWO, Memory::default()).with_search(search);
    let service = Service::new(TWO, solver, || drop(ANNOUNCED.lock()));
    let held = ANNOUNCED.lock();
    let spare = service.ask_in_spare_time(question(EASY, limits(1_000)));
    while service.running().is_empty() {
        sleep(Duration::from_millis(1));
    }
    let usual = service.ask(question(OTHER, limits(1_000)), false);
    drop(held);
    for handle in [usual, spare] {
        assert!(matches!(found(&handle), SearchEnd::Answer(_)));
    }
}

#[test]
fn background_questions_run_last() {
    static ORDER: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    fn search(position: &Position, budget: &mut Budget<'_>) -> Answer {
        let files = u64::from(position.board().columns());
        ORDER.lock().unwrap().push(files);
        search::solve(position, budget)
    }
    let service = service(search);
    // Start only after all questions are asked.
    let held = ORDER.lock().unwrap();
    let board = |files: usize| {
        let floor = ". ".repeat(files - 3);
        format!("puzzle lunar\n  board:\n    @ {floor}+ #\n")
    };
    let spare: Vec<_> = (8..12)
        .map(|files| service.ask_in_spare_time(question(&board(files), limits(1_000))))
        .collect();
    let usual: Vec<_> =
        (4..8).map(|files| service.ask(question(&board(files), limits(1_000)), false)).collect();
    // A background question can become a foreground question.
    let promoted = service.ask(question(&board(11), limits(1_000)), false);
    assert!(Arc::ptr_eq(&promoted, &spare[3]));
    drop(held);
    for handle in spare.iter().chain(&usual) {
        assert!(matches!(found(handle), SearchEnd::Answer(_)));
    }
    let order = ORDER.lock().unwrap();
    let place = |files| order.iter().rposition(|&other| other == files).unwrap();
    // The last foreground answer may arrive while its thread is overtaken.
    let later = [4, 5, 6, 7, 11].map(place).into_iter().filter(|&at| at > place(10)).count();
    assert!(later <= 1, "{order:?}");
}
