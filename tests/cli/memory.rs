//! Memory grows with the file, and no faster.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use super::folder::carom;

/// Puzzles of about `bytes` bytes, every one with something to report.
fn deck(bytes: usize) -> String {
    let mut text = String::new();
    let mut state = 1_u64;
    while text.len() < bytes {
        let mut cells = ['.'; 25];
        for piece in "@+ABCD".chars() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            cells[(state >> 33) as usize % 25] = piece;
        }
        let rows: Vec<String> = cells.chunks(5).map(|row| row.iter().collect()).collect();
        let number = text.len();
        writeln!(
            text,
            "puzzle lunar \"Board {number}\"\n  moves: 99\n  titel: x\n  board:\n    {}\n",
            rows.join("\n    ")
        )
        .unwrap();
    }
    text
}

/// The most memory that the command held, in kilobytes, when it began to write
/// the text that it writes at its end. The text must be longer than a pipe holds,
/// so that the command waits until it was looked at.
fn peak(arguments: &[&str], input: &str) -> u64 {
    let mut child = carom()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0]).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    child.wait().unwrap();
    line.unwrap()
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .unwrap()
}

#[test]
fn memory_grows_with_the_file_and_no_faster() {
    let (little, small, large) = (deck(150_000), deck(500_000), deck(2_000_000));
    for arguments in [
        &["check", "--fix", "--jobs", "1", "-"][..],
        &["check", "--fix", "--jobs", "4", "-"],
        &["fmt", "-"],
    ] {
        let (less, more) = (peak(arguments, &small), peak(arguments, &large));
        assert!(more < 4 * less, "{arguments:?}: {less} kB, then {more} kB");
        // Ten times the file beside what the program itself takes.
        let itself = peak(arguments, &little);
        assert!(
            more < itself + 20_000,
            "{arguments:?}: {more} kB for 2 MB, {itself} kB for a little"
        );
    }
}
