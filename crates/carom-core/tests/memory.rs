//! The peak memory of each search, forwards under a limit of 64 MiB. The binary is apart because it counts all
//! bytes that are allocated.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

use carom_core::games::Position;
use carom_core::search::{self, BackwardSearch, Budget, CancelFlag, Watch};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const LIMIT: u64 = 64 << 20;

/// The bytes that a search may take beside those that it counts: its model, and lists of a layer.
const OVERHEAD: u64 = 1 << 20;

/// Returns the position of a text with `glyphs` on random squares of a board.
fn random(header: &str, size: usize, glyphs: &str, seed: u64) -> Position {
    let mut state = seed;
    let mut below = |end: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    let mut squares = vec!['.'; size * size];
    for glyph in glyphs.chars() {
        loop {
            let square = &mut squares[below(size * size)];
            if *square == '.' {
                *square = glyph;
                break;
            }
        }
    }
    let mut text = format!("{header}\n  board:\n");
    for row in squares.chunks(size) {
        let glyphs: Vec<String> = row.iter().map(char::to_string).collect();
        text.push_str(&format!("    {}\n", glyphs.join(" ")));
    }
    carom::read(&text).expect(&text).remove(0).position
}

/// Returns a duel on a square board with so many men of each side.
fn duel(size: usize) -> Position {
    let men = |row: usize| if row + 1 < size { "H" } else { "." };
    let mut text = "puzzle slider\n  board:\n".to_owned();
    for row in 0..size {
        let other = if row + 1 < size { " ." } else { " V" };
        text.push_str(&format!("    {}{}\n", men(row), other.repeat(size - 1)));
    }
    carom::read(&text).expect(&text).remove(0).position
}

/// Runs searches to a limit, and compares the peak of what they take with what they count. Returns
/// what they count.
fn check(name: &str, positions: impl Iterator<Item = Position>) -> u64 {
    let mut most = 0;
    for position in positions {
        let mut budget = Budget::new(LIMIT, 4_000_000);
        let before = ALLOCATOR.current_usage() as u64;
        ALLOCATOR.reset_peak_usage();
        let answer = search::solve(&position, &mut budget);
        if let Some(solution) = answer.outcome.solution() {
            search::optima(&position, solution.moves.len(), 2, &mut budget);
        }
        let (peak, counted) =
            (ALLOCATOR.peak_usage() as u64 - before, budget.scope().peak_memory());
        assert!(counted <= LIMIT, "{name}: {counted}");
        assert!(peak <= counted + OVERHEAD, "{name}: counted {counted}, took {peak}");
        most = most.max(counted);
    }
    println!("{name}: counted {} KiB", most >> 10);
    most
}

/// Compares the peak of a backward search with what it counts.
fn check_backward(is_recorded: bool) {
    let position = random("puzzle ricochet", 8, "RGBYr", 1);
    let sliding = position.sliding().unwrap();
    let new = || BackwardSearch::new(&sliding, 3, LIMIT).unwrap();
    let table = new().bytes();
    assert!(new().recording(&sliding, 2 * table).is_err());
    let before = ALLOCATOR.current_usage() as u64;
    ALLOCATOR.reset_peak_usage();
    let mut search = match is_recorded {
        true => new().recording(&sliding, LIMIT).unwrap(),
        false => new(),
    };
    assert_eq!(search.bytes() > 4 * table, is_recorded);
    while search.advance(1, &CancelFlag::default(), &Watch::default()) {}
    let (peak, counted) = (ALLOCATOR.peak_usage() as u64 - before, search.bytes());
    assert!(peak <= counted + OVERHEAD, "counted {counted}, took {peak}");
}

#[test]
fn every_search_counts_the_memory_that_it_takes() {
    let ricochet = |rules: &str, glyphs: &'static str, size| {
        let header = format!("puzzle ricochet{rules}");
        move |seed| random(&header, size, glyphs, seed)
    };
    let grouped = "\n  rules: grouped";
    let searches: [(&str, Box<dyn Iterator<Item = Position>>); 7] = [
        ("A*", Box::new((0..1).map(ricochet("", "RGBYSrg", 16)))),
        ("A* over sets of states", Box::new((0..1).map(ricochet("", "RGBYSr", 16)))),
        ("grouped", Box::new((0..1).map(ricochet(grouped, "RGBYSr", 16)))),
        ("grouped, small", Box::new((0..50).map(ricochet(grouped, "RGBr", 7)))),
        (
            "Lunar Lockout",
            Box::new((0..50).map(|seed| random("puzzle lunar", 7, "ABCDEFGH@+", seed))),
        ),
        ("proof", Box::new([duel(7)].into_iter())),
        ("retrograde", Box::new([duel(5), duel(4)].into_iter())),
    ];
    for (name, positions) in searches {
        let counted = check(name, positions);
        // Otherwise the boards are too easy to say much.
        assert!(counted > 1 << 20, "{name}: {counted}");
    }
    check_backward(false);
    check_backward(true);
}
