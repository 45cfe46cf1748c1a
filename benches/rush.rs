//! Measures the solver of X-mas Rush: `cargo bench --bench rush`.
//!
//! Random 7×7 boards with three quests are grouped by their number of turns. Small boards are
//! compared with a plain breadth-first search in the same run, so that the ratio does not depend on
//! the machine.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::print_stdout,
    reason = "a bench prints what it measured, and panics where it cannot"
)]

#[path = "../crates/carom-core/tests/rush/boards.rs"]
mod boards;
#[allow(dead_code, reason = "some of it is for the tests alone")]
#[path = "../crates/carom-core/tests/rush/reference.rs"]
mod reference;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use boards::{Kind, Random, random_node, setup};
use carom::games::Position;
use carom::search::{Budget, Outcome, solve};
use reference::Verdict;

/// Tiles in about the proportions of the game: half of them have two openings.
const MIXED: &str = "55555aaaaa3333699997bde7bdef";
/// Tiles with two openings, which give the longest solutions.
const TWO_OPENINGS: &str = "5a369c";

fn kind(side: usize, tiles: &'static str) -> Kind {
    Kind {
        columns: [side, side],
        rows: [side, side],
        tiles,
        random_tiles: 1,
        items: [3, 3],
        script: [0, 0],
        nodes: usize::MAX,
    }
}

/// Solves a position, and returns the turns and the time.
fn time(position: &Position) -> (Vec<String>, Duration) {
    let started = Instant::now();
    let answer = solve(position, &mut Budget::new(1 << 30, u64::MAX));
    match answer.outcome {
        Outcome::Solved(solution) => {
            let time = started.elapsed();
            let turns = solution.moves.iter().map(ToString::to_string);
            (turns.collect(), time)
        }
        outcome => panic!("{outcome:?}"),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn main() {
    for (name, tiles) in [("mixed tiles", MIXED), ("two openings", TWO_OPENINGS)] {
        let mut random = Random(1);
        let mut by_turns: BTreeMap<usize, Vec<Duration>> = BTreeMap::new();
        for _ in 0..400 {
            let (node, _) = random_node(&mut random, &kind(7, tiles));
            let (turns, time) = time(&Position::Rush(setup(&node, &[]).position().unwrap()));
            by_turns.entry(turns.len()).or_default().push(time);
        }
        let all = by_turns.values().flatten().copied().collect();
        println!("7×7, {name}: median {:?}", median(all));
        for (turns, times) in by_turns {
            println!("  {turns} turns: {} boards, median {:?}", times.len(), median(times));
        }
    }
    let mut random = Random(2);
    let (mut ours, mut plain) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..10 {
        let kind = kind(4, TWO_OPENINGS);
        let (node, script) = random_node(&mut random, &kind);
        let (turns, time) = time(&Position::Rush(setup(&node, &script).position().unwrap()));
        let started = Instant::now();
        let fewest = node.solve(&script, kind.nodes);
        plain += started.elapsed();
        assert_eq!(fewest, Verdict::Turns(turns.len()));
        assert!(node.is_solved_by(&turns.join(" "), &script));
        ours += time;
    }
    let ratio = plain.as_secs_f64() / ours.as_secs_f64();
    println!("4×4: {ratio:.0} times as fast as breadth-first search step by step");
}
