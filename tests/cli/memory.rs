//! Memory grows at most linearly with the file.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use super::folder::{CLEAN, carom};
use super::since::repository;

/// Returns puzzles of about `bytes` bytes, each with a diagnostic.
fn puzzles(bytes: usize) -> String {
    let mut text = String::new();
    let mut state = 1_u64;
    while text.len() < bytes {
        let mut cells = ['.'; 25];
        for piece in "@+ABCD".chars() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
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

/// Returns the peak memory of the command in kilobytes, when it begins to write its output. The
/// output must be longer than a pipe holds, so that the command waits until the measurement is
/// taken.
fn peak(arguments: &[&str], input: &str) -> u64 {
    let mut command = carom();
    command.args(arguments);
    peak_of(command, input)
}

fn peak_of(mut command: Command, input: &str) -> u64 {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0]).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    child.wait().unwrap();
    line.unwrap().trim().trim_end_matches(" kB").parse().unwrap()
}

/// Returns the least peak of up to three runs, the first one below `most` kilobytes. While a thread
/// is paused on a busy machine, the results of the others wait in memory.
fn least_peak(arguments: &[&str], input: &str, most: u64) -> u64 {
    let mut least = u64::MAX;
    for _ in 0..3 {
        least = least.min(peak(arguments, input));
        if least < most {
            break;
        }
    }
    least
}

#[test]
fn memory_grows_linearly_with_file() {
    let (little, small, large) = (puzzles(150_000), puzzles(500_000), puzzles(2_000_000));
    for arguments in [
        &["check", "--fix", "--jobs", "1", "-"][..],
        &["check", "--fix", "--jobs", "4", "-"],
        &["fmt", "-"],
    ] {
        let (itself, less) = (peak(arguments, &little), peak(arguments, &small));
        // Ten times the file, in addition to the program itself.
        let most = itself + 20_000;
        let more = least_peak(arguments, &large, most.min(4 * less));
        assert!(more < 4 * less, "{arguments:?}: {less} kB, then {more} kB");
        assert!(more < most, "{arguments:?}: {more} kB for 2 MB, {itself} kB for a little");
    }
}

/// The large file is 1 GiB of nothing.
#[test]
fn since_reads_no_large_file() {
    let folder = repository(&[("a.carom", CLEAN), ("b.carom", CLEAN)]);
    folder.write("a.carom", puzzles(200_000).as_bytes());
    let file = fs::File::options().write(true).open(folder.path("b.carom")).unwrap();
    file.set_len(1 << 30).unwrap();
    let peak = peak_of(folder.command(&["check", "--since", "HEAD", "-j", "1"]), "");
    assert!(peak < 300_000, "{peak} kB");
}
