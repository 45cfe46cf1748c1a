//! `carom census`: all positions of a family, counted by depth.

use serde_json::Value;

use super::folder::Folder;

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The counts come from an independent program.
#[test]
fn census_matches_known_counts() {
    let folder = Folder::of(&[]);
    let ended = folder.run(&["census", "lunar", "--robots", "1..5", "--format", "json"]);
    assert_eq!((ended.code, &*ended.err), (Some(0), ""));
    let found = lines(&ended.out);
    let expected = [
        (576, 8, 1, 8),
        (6_624, 240, 2, 68),
        (48_576, 3_924, 5, 816),
        (255_024, 49_964, 12, 11_520),
        (1_020_096, 401_572, 14, 45_496),
    ];
    for (line, (boards, solvable, deepest, minimal)) in found.iter().zip(expected) {
        assert_eq!(line["boards"], boards);
        assert_eq!(line["solvable"], solvable);
        assert_eq!(line["deepest"], deepest);
        assert_eq!(line["minimal"], minimal);
    }
    assert_eq!(found.len(), expected.len());
    let by_depth = serde_json::json!([
        0, 53200, 72116, 78940, 72536, 54524, 32248, 17920, 10640, 5512, 2368, 884, 428, 188, 68
    ]);
    assert_eq!(found[4]["by_depth"], by_depth);
}

#[test]
fn census_is_independent_of_threads_partition_and_interruption() {
    let folder = Folder::of(&[]);
    let census = |more: &[&str]| {
        let arguments = ["census", "lunar", "--size", "4x4", "--robots", "1..6"];
        let ended = folder.run(&[&arguments[..], &["--format", "json"], more].concat());
        assert_eq!((ended.code, &*ended.err), (Some(0), ""));
        ended.out
    };
    let expected = census(&["--jobs", "1"]);
    assert_eq!(census(&["--jobs", "3"]), expected);
    let shares =
        ["slice:1/3", "slice:2/3", "slice:3/3"].map(|share| census(&["--partition", share]));
    let mut shared: Vec<&str> = shares.iter().flat_map(|share| share.lines()).collect();
    shared.sort_unstable();
    let mut all: Vec<&str> = expected.lines().collect();
    all.sort_unstable();
    assert_eq!(shared, all);
    // Each start of the lines is completed; nothing is counted if all are there.
    for counted in 0..=6 {
        let start: String = expected.split_inclusive('\n').take(counted).collect();
        folder.write("lines.jsonl", start.as_bytes());
        let rest = census(&["--resume", "lines.jsonl"]);
        assert_eq!(start + &rest, expected);
    }
    let nothing = census(&["--resume", "lines.jsonl", "--max-memory", "1"]);
    assert_eq!(nothing, "");
    assert_eq!(census(&["--resume", "missing.jsonl"]), expected);
}

#[test]
fn invalid_arguments_are_errors() {
    let folder = Folder::of(&[("lines.txt", "lunar 5x5, target c3, 1 robot: 576 boards\n")]);
    for (arguments, error) in [
        (
            &["lunar", "--resume", "lines.txt"][..],
            "lines.txt:1: expected a line of `carom census --format json`",
        ),
        (
            &["lunar", "--tiles", "1A,2A,3A,4A"],
            "this game has neither tiles nor another target than the middle",
        ),
        (&["ricochet", "--tiles", "1A,2A,3A,3B"], "a board has one face of each of the four tiles"),
        (
            &["ricochet", "--tiles", "1A,2A,3D,4A"],
            "face 3D has diagonals, which a census cannot count",
        ),
        (&["ricochet", "--size", "8x8"], "this game has boards of tiles, 16x16 squares large"),
        (&["lunar", "--size", "17x2"], "no board has 17x2 squares; the most are 16x16"),
        (&["lunar", "--robots", "40"], "a family has 1 to 26 robots"),
        (
            &["lunar", "--robots", "6", "--max-memory", "1KiB"],
            "lunar 5x5, target c3, 6 robots: the table takes 1 MiB; give it with `--max-memory`",
        ),
    ] {
        let ended = folder.run(&[&["census"][..], arguments].concat());
        ended.is(2, "", &format!("error: {error}\n"));
    }
}
