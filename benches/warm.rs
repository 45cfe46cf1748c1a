//! Measures `carom check` on ten thousand puzzles in a hundred files, of all games and of small
//! Lunar Lockout boards only: without a cache, while it is filled, and unchanged with a full cache;
//! on one thread and on all cores.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const PUZZLES: usize = 10_000;
const FILES: usize = 100;
const RUNS: usize = 7;

/// Returns the text of a random puzzle.
type Make = fn(&mut Random) -> String;

/// `SplitMix64`, of Steele, Lea and Flood (2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }

    /// Returns a square board with these pieces on different squares.
    fn board(&mut self, side: usize, pieces: &str, walls: bool) -> String {
        let mut cells = vec!['.'; side * side];
        for piece in pieces.chars() {
            let mut cell = self.below(cells.len());
            while cells[cell] != '.' {
                cell = self.below(cells.len());
            }
            cells[cell] = piece;
        }
        let mut text = String::from("  board:\n");
        for row in cells.chunks(side) {
            text.push_str("    ");
            for (column, &cell) in row.iter().enumerate() {
                if column > 0 {
                    let is_wall = walls && self.below(16) == 0;
                    text.push(if is_wall { '|' } else { ' ' });
                }
                text.push(cell);
            }
            text.push('\n');
        }
        text
    }
}

fn lunar(random: &mut Random) -> String {
    let robots = 6 + random.below(3);
    let board = random.board(5, &"@+ABCDEF"[..robots], false);
    format!("puzzle lunar \"NAME\"\n{board}")
}

fn any(random: &mut Random) -> String {
    match random.below(20) {
        0..=10 => lunar(random),
        11..=15 => {
            let side = 8 + 2 * random.below(3);
            let blocks = "#".repeat(side / 2);
            let board = random.board(side, &format!("RGBYr{blocks}"), true);
            format!("puzzle ricochet \"NAME\"\n  rules: direct\n{board}")
        }
        16..=17 => format!("puzzle slider \"NAME\"\n{}", random.board(4, "HHVV", false)),
        _ => {
            let tiles: Vec<char> = "═║╔╗╚╝╠╣╦╩╬".chars().collect();
            let mut tile = || tiles[random.below(tiles.len())];
            let rows: Vec<String> = (0..7)
                .map(|_| "    ".chars().chain((0..7).map(|_| tile())).collect())
                .collect();
            let hand = tile();
            let (column, row) = (random.below(3), 2 + random.below(5));
            let player = ["a", "b", "c"][column];
            format!(
                "puzzle rush \"NAME\"\n  player: {player}{row}\n  hand: {hand}\n  \
                 items: KEY e4\n  board:\n{}\n",
                rows.join("\n")
            )
        }
    }
}

fn carom(arguments: &[&str], folder: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    let output = command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Writes the files: easy puzzles with their claims, without duplicates.
fn write(folder: &Path, make: Make) {
    let mut random = Random(5);
    let (mut puzzles, mut seen) = (Vec::new(), HashSet::new());
    while puzzles.len() < PUZZLES {
        let made: Vec<String> = (0..4_000).map(|_| make(&mut random)).collect();
        fs::write(folder.join("made.carom"), made.join("\n")).unwrap();
        let limits = ["--no-cache", "--max-positions", "20000", "made.carom"];
        let arguments = [&["solve", "--format", "json"][..], &limits].concat();
        for (line, text) in carom(&arguments, folder).lines().zip(made) {
            let identity = line.split("\"identity\":").nth(1).unwrap();
            let identity = identity[..20.min(identity.len())].to_owned();
            if line.contains("\"status\":\"solved\"") && seen.insert(identity) {
                puzzles.push(text.replace("NAME", &format!("Board {}", puzzles.len())));
            }
        }
    }
    fs::remove_file(folder.join("made.carom")).unwrap();
    for (number, puzzles) in puzzles[..PUZZLES].chunks(PUZZLES / FILES).enumerate() {
        fs::write(
            folder.join(format!("{number:03}.carom")),
            puzzles.join("\n"),
        )
        .unwrap();
    }
    let flags = ["--fix=claims", "--record", "moves,solution", "--no-cache"];
    carom(&[&["check"][..], &flags].concat(), folder);
}

fn time(arguments: &[&str], folder: &Path) -> Duration {
    let begin = Instant::now();
    carom(arguments, folder);
    begin.elapsed()
}

fn main() {
    let repositories: [(_, Make); 2] = [("all games", any), ("lunar", lunar)];
    for (name, make) in repositories {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), make);
        for jobs in [&["--jobs", "1"][..], &[]] {
            let cache = tempfile::tempdir().unwrap();
            let cached = ["check", "--cache-dir", cache.path().to_str().unwrap()];
            let (cached, alone) = ([&cached, jobs].concat(), ["check", "--no-cache"]);
            let alone = time(&[&alone, jobs].concat(), folder.path());
            let cold = time(&cached, folder.path());
            let warm = (0..RUNS).map(|_| time(&cached, folder.path())).min();
            let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
            println!(
                "{name:<10} {:<8} no cache {:>8.1} ms, cold {:>8.1} ms, warm {:>6.1} ms",
                jobs.join(" "),
                milliseconds(alone),
                milliseconds(cold),
                milliseconds(warm.unwrap())
            );
        }
    }
}
