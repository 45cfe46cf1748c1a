//! `carom generate`: new puzzles with a proved optimum.

use std::collections::HashSet;

use serde_json::Value;

use super::folder::{Ended, Folder};

fn generate(folder: &Folder, words: &str) -> Ended {
    let words = words.split(' ');
    folder.run(&[&["generate"][..], &words.collect::<Vec<_>>()].concat())
}

/// Returns the answers to the puzzles of a text.
fn answers(folder: &Folder, text: &str) -> Vec<Value> {
    let ended = folder.feed(
        &["solve", "-", "--all", "--format", "json"],
        text.as_bytes(),
    );
    let lines = ended.out.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn generated_puzzles_match_request() {
    let folder = Folder::of(&[]);
    for (words, least, most) in [
        ("ricochet --size 6x6 --moves 5..7 --unique --seed 1", 5, 7),
        (
            "ricochet --rules direct,no-rebound --size 7x5 --moves 4..6 --seed 2",
            4,
            6,
        ),
        (
            "ricochet --symmetric --walls 8 --size 6x6 --moves 4.. --seed 3",
            4,
            99,
        ),
        ("lunar --moves 6.. --robots 4 --unique --seed 4", 6, 99),
        ("lunar --rules grouped,stay --moves 3..4 --seed 5", 3, 4),
    ] {
        let ended = generate(&folder, &format!("{words} --count 6"));
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{words}");
        let answers = answers(&folder, &ended.out);
        assert_eq!(answers.len(), 6, "{words}");
        let identities: HashSet<_> = answers.iter().map(|answer| &answer["identity"]).collect();
        assert_eq!(identities.len(), 6, "{words}");
        for answer in &answers {
            let moves = answer["moves"].as_u64().unwrap();
            assert!(least <= moves && moves <= most, "{words}: {answer}");
            assert!(
                !words.contains("unique") || answer["optimal_solutions"] == 1,
                "{words}: {answer}"
            );
        }
        // Idle walls of a symmetric board are kept.
        let allow = ["check", "--hints", "--allow", "idle-wall", "-"];
        let check = if words.contains("symmetric") {
            &allow[..]
        } else {
            &["check", "--hints", "-"]
        };
        folder.feed(check, ended.out.as_bytes()).is(
            0,
            "",
            "6 puzzles in 1 file: 0 errors, 0 warnings\n",
        );
        let formatted = folder.feed(&["fmt", "-"], ended.out.as_bytes());
        assert_eq!(formatted.out, ended.out, "{words}");
    }
}

#[test]
fn output_depends_only_on_seed() {
    let folder = Folder::of(&[]);
    let words = "ricochet --size 6x6 --moves 5.. --count 8 --seed";
    let one = generate(&folder, &format!("{words} 9 --jobs 1"));
    for jobs in [2, 3, 8] {
        assert_eq!(generate(&folder, &format!("{words} 9 --jobs {jobs}")), one);
    }
    assert_ne!(generate(&folder, &format!("{words} 10")).out, one.out);
    let lines = generate(&folder, &format!("{words} 9 --jsonl")).out;
    let texts = lines.lines().map(|line| {
        let object: Value = serde_json::from_str(line).unwrap();
        object["text"].as_str().unwrap().to_owned()
    });
    assert_eq!(texts.collect::<Vec<_>>().join("\n"), one.out);
    let ended = generate(&folder, "lunar --moves 3..");
    let seed = ended.err.strip_prefix("seed ").unwrap().trim_end();
    assert_eq!(
        generate(&folder, &format!("lunar --moves 3.. --seed {seed}")).out,
        ended.out
    );
}

#[test]
fn symmetric_board_has_paired_walls() {
    let folder = Folder::of(&[]);
    let words = "ricochet --symmetric --walls 10 --size 6x6 --moves 4.. --count 4 --seed 6";
    let ended = generate(&folder, words);
    for puzzle in carom::read(&ended.out).unwrap() {
        let board = puzzle.position.board();
        for square in board.squares() {
            let (column, row) = (square.column(), square.row());
            let opposite = carom::board::Square::new(5 - column, 5 - row);
            let turned = board
                .walls(square)
                .iter()
                .map(carom::board::Direction::opposite);
            let here: HashSet<_> = turned.collect();
            assert_eq!(board.walls(opposite).iter().collect::<HashSet<_>>(), here);
        }
    }
}

#[test]
fn impossible_request_is_refused() {
    let folder = Folder::of(&[]);
    for (words, error) in [
        (
            "lunar --rules flying",
            "unknown rule `flying`; Lunar Lockout has exit, stay and grouped",
        ),
        ("lunar --rules stay,exit", "`exit` contradicts `stay`"),
        (
            "ricochet --size 20x20",
            "no board has 20x20 squares; the most are 16x16",
        ),
        (
            "ricochet --size 2x2 --robots 4",
            "4 robots do not fit on 2x2 squares",
        ),
    ] {
        generate(&folder, words).is(2, "", &format!("error: {error}\n"));
    }
    let ended = generate(&folder, "lunar --size 2x2 --robots 1 --moves 9.. --seed 1");
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.err.starts_with("error: 0 puzzles found; "),
        "{ended:?}"
    );
}
