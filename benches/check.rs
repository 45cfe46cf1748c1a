//! Measures `carom check` on a file of ten thousand Lunar Lockout puzzles with claims and
//! solutions, on one core.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation
)]

use std::fmt::Write;
use std::process::Command;
use std::time::{Duration, Instant};

use carom::board::{Board, Square};
use carom::games::lunar::{Rule, Setup};
use carom::games::{Piece, Position};
use carom::search::{Budget, Outcome, solve};

const PUZZLES: usize = 10_000;
const RUNS: usize = 5;

/// `SplitMix64`, of Steele, Lea and Flood (2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end
    }
}

/// Returns a random board of the printed game with a human, a target and four to six robots: its
/// cells from the lower left.
fn board(random: &mut Random) -> [char; 25] {
    let mut cells = ['.'; 25];
    let robots = 4 + random.below(3) as usize;
    for &piece in &['@', '+', 'A', 'B', 'C', 'D', 'E', 'F'][..2 + robots] {
        let free = |cell: &usize, cells: &[char; 25]| cells[*cell] == '.';
        let mut cell = random.below(25) as usize;
        while !free(&cell, &cells) {
            cell = random.below(25) as usize;
        }
        cells[cell] = piece;
    }
    cells
}

fn position(cells: &[char; 25]) -> Position {
    let square = |cell: usize| Square::new((cell % 5) as u8, (cell / 5) as u8);
    let mut setup = Setup {
        board: Board::new(5, 5).unwrap(),
        rule: Rule::Exit,
        is_grouped: false,
        pieces: Vec::new(),
        targets: Vec::new(),
    };
    for (cell, &name) in cells.iter().enumerate() {
        match name {
            '.' => {}
            '+' => setup.targets.push(square(cell)),
            name => setup.pieces.push(Piece { name, square: square(cell) }),
        }
    }
    Position::Lunar(setup.position().unwrap())
}

/// Returns the file, and the total number of moves of its solutions.
fn file() -> (String, usize) {
    let mut random = Random(5);
    let (mut text, mut puzzles, mut moves) = (String::new(), 0, 0);
    while puzzles < PUZZLES {
        let cells = board(&mut random);
        let mut budget = Budget::new(1 << 30, 1_000_000);
        let answer = solve(&position(&cells), &mut budget);
        let Outcome::Solved(solution) = answer.outcome else {
            continue;
        };
        puzzles += 1;
        moves += solution.moves.len();
        writeln!(text, "puzzle lunar \"Board {puzzles}\"").unwrap();
        writeln!(text, "  moves: {}\n  board:", solution.moves.len()).unwrap();
        for cells in cells.chunks(5).rev() {
            let row: Vec<String> = cells.iter().map(char::to_string).collect();
            writeln!(text, "    {}", row.join(" ")).unwrap();
        }
        let line: Vec<String> = solution.moves.iter().map(ToString::to_string).collect();
        writeln!(text, "  solution: {}\n", line.join(" ")).unwrap();
    }
    // The layout has no blank line at the end.
    text.pop();
    (text, moves)
}

fn main() {
    let (text, moves) = file();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deck.carom"), &text).unwrap();
    println!(
        "{PUZZLES} puzzles, {:.1} moves each, {} kB",
        moves as f64 / PUZZLES as f64,
        text.len() / 1000
    );
    for arguments in [
        &["check", "--jobs", "1"][..],
        &["check", "--jobs", "1", "--hints"],
        &["solve", "--jobs", "1"],
        &["fmt", "--check"],
    ] {
        let mut best = Duration::MAX;
        for _ in 0..RUNS {
            let begin = Instant::now();
            let output = Command::new(env!("CARGO_BIN_EXE_carom"))
                .args(arguments)
                .current_dir(folder.path())
                .output()
                .unwrap();
            best = best.min(begin.elapsed());
            assert!(output.status.success(), "{output:?}");
        }
        println!(
            "{:<24} {:>8.1} ms, {:>6.2} µs a puzzle",
            arguments.join(" "),
            best.as_secs_f64() * 1e3,
            best.as_secs_f64() * 1e6 / PUZZLES as f64
        );
    }
}
