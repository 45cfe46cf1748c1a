//! Compares the solver with a reference crate on the given puzzle files: `cargo bench --bench
//! ricochet -- FILE…`
//!
//! The reference is `ricochetrobots` 0.0.0, which plays `direct` on boards without diagonals,
//! always with five robots: missing robots are parked in sealed cells. Its answers for any-robot
//! targets are sometimes too long. Times are the minimum of three runs, or of one if it is long.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::time::{Duration, Instant};

use carom::analysis::{FileHead, Puzzle};
use carom::board::{Direction, Square};
use carom::games::ricochet::{self, Rules, Setup};
use carom::games::{GameRules, Position};
use carom::search::{Budget, Outcome, solve};
use carom::syntax::sections;

fn positions(text: &str) -> Vec<Position> {
    let mut sections = sections(text).into_iter();
    let head = sections.next().unwrap_or_default();
    let head = FileHead::read(head.slice(text));
    let read = sections.map(|span| Puzzle::read(span.slice(text), &head));
    read.filter_map(|puzzle| puzzle.position().cloned()).collect()
}

/// Returns the minimum time of three runs, or of one if it is long.
fn timed<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let run = |work: &mut dyn FnMut() -> T| {
        let begin = Instant::now();
        (work(), begin.elapsed())
    };
    let mut best = run(&mut work);
    for _ in 0..2 {
        if best.1 < Duration::from_millis(50) {
            let again = run(&mut work);
            best = (again.0, best.1.min(again.1));
        }
    }
    best
}

fn ours(position: &Position) -> (Option<usize>, u64) {
    let mut budget = Budget::new(1 << 30, 200_000_000);
    let answer = solve(position, &mut budget);
    let moves = match answer.outcome {
        Outcome::Solved(solution) => Some(solution.moves.len()),
        _ => None,
    };
    (moves, answer.positions)
}

/// Converts a board for the reference crate, if it supports the board.
fn reference(position: &ricochet::Position) -> Option<ricochetrobots::Game> {
    use ricochetrobots as reference;
    let rules = position.rules();
    if rules.bounce || rules.no_rebound || !position.diagonals().is_empty() {
        return None;
    }
    let board = position.board();
    let place = |square: Square| reference::Position::new(square.column(), 15 - square.row());
    let mut walls = reference::Board::empty();
    let mut sealed = Vec::new();
    for square in (0..=255).map(Square::from_index) {
        let is_floor = board.contains(square) && !board.blocks().contains(square);
        if !is_floor {
            sealed.push(square);
        }
        for (direction, theirs) in [
            (Direction::Up, reference::Direction::N),
            (Direction::Right, reference::Direction::E),
            (Direction::Down, reference::Direction::S),
            (Direction::Left, reference::Direction::W),
        ] {
            if !is_floor || board.step(square, direction).is_err() {
                walls.set_wall(place(square), theirs);
            }
        }
    }
    let names: Vec<char> = position.robots().map(|robot| robot.name).collect();
    let squares = position.robots().map(|robot| robot.square);
    let robots: Vec<_> = squares.chain(sealed).take(5).map(place).collect();
    let [target] = position.targets() else {
        return None;
    };
    let robot = match target.robot {
        Some(name) => Some(*reference::ROBOTS.get(names.iter().position(|&n| n == name)?)?),
        None => None,
    };
    let target = reference::Target { position: place(target.square), robot };
    Some(reference::Game::new(walls, robots.try_into().ok()?, target))
}

/// Returns the same board under `bounce`.
fn with_bounce(position: &ricochet::Position) -> Position {
    let setup = Setup {
        board: position.board().clone(),
        rules: Rules { bounce: true, ..position.rules() },
        robots: position.robots().collect(),
        targets: position.targets().to_vec(),
        diagonals: position.diagonals().to_vec(),
    };
    Position::Ricochet(setup.position().unwrap())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The sums of two times over the same puzzles.
#[derive(Default)]
struct Pair(Duration, Duration);

impl Pair {
    fn add(&mut self, one: Duration, other: Duration) {
        self.0 += one;
        self.1 += other;
    }

    fn ratio(&self) -> f64 {
        self.0.as_secs_f64() / self.1.as_secs_f64()
    }
}

fn report(path: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut times = Vec::new();
    let (mut to_reference, mut to_direct) = (Pair::default(), Pair::default());
    let mut positions_searched = 0;
    for position in positions(&text) {
        let ((moves, searched), time) = timed(|| ours(&position));
        times.push(time);
        positions_searched += searched;
        let Position::Ricochet(board) = &position else {
            continue;
        };
        let Some(game) = reference(board) else {
            continue;
        };
        let (solution, their_time) = timed(|| ricochetrobots::solve(game.clone()));
        to_reference.add(time, their_time);
        if board.targets().iter().all(|target| target.robot.is_some()) {
            assert_eq!(moves, Some(solution.len()), "the solvers disagree in {path}");
        }
        let bounce = with_bounce(board);
        to_direct.add(timed(|| ours(&bounce)).1, time);
    }
    if times.is_empty() {
        return;
    }
    times.sort_unstable();
    let sum: Duration = times.iter().sum();
    let name = std::path::Path::new(path).file_name().unwrap();
    println!(
        "{}: {} puzzles, {:.1} ms, mean {:.3} ms, median {:.4} ms, {} positions",
        name.display(),
        times.len(),
        milliseconds(sum),
        milliseconds(sum) / times.len() as f64,
        times.get(times.len() / 2).map_or(0.0, |&time| milliseconds(time)),
        positions_searched,
    );
    if !to_reference.1.is_zero() {
        println!(
            "    {:.3} of the reference crate's {:.1} ms; bounce {:.2} of direct",
            to_reference.ratio(),
            milliseconds(to_reference.1),
            to_direct.ratio(),
        );
    }
}

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for path in paths.iter().filter(|path| !path.starts_with('-')) {
        report(path);
    }
}
