//! `carom generate`: new puzzles with a proved optimum.

use std::collections::HashSet;

use serde_json::Value;

use super::folder::{Ended, Folder};

fn generate(folder: &Folder, words: &str) -> Ended {
    folder.run(&[&["generate"][..], &words.split(' ').collect::<Vec<_>>()].concat())
}

/// Returns the answers to the puzzles of a text.
fn answers(folder: &Folder, text: &str) -> Vec<Value> {
    let ended = folder.feed(&["solve", "-", "--all", "--format", "json"], text.as_bytes());
    let lines = ended.out.lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn generated_puzzles_match_request() {
    let folder = Folder::of(&[]);
    for (words, least, most) in [
        ("ricochet --size 6x6 --moves 5..7 --unique --seed 1", 5, 7),
        ("ricochet --rules direct,no-rebound --size 7x5 --moves 4..6 --seed 2", 4, 6),
        ("ricochet --symmetric --walls 8 --size 6x6 --moves 4.. --seed 3", 4, 99),
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
        let check =
            if words.contains("symmetric") { &allow[..] } else { &["check", "--hints", "-"] };
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
    let text = texts.collect::<Vec<_>>().join("\n");
    let comment = "; carom generate ricochet --size 6x6 --moves 5.. --count 8 --seed 9\n\n";
    assert_eq!(format!("{comment}{text}"), one.out);
    // The comment is a command that gives the same puzzles.
    let ended = generate(&folder, "lunar --moves 3.. --unique --goal traps");
    let first = ended.out.lines().next().unwrap();
    let words = first.strip_prefix("; carom generate ").unwrap();
    assert!(words.starts_with("lunar --moves 3.. --unique --goal traps --seed "));
    assert_eq!(generate(&folder, words), ended);
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
            let turned = board.walls(square).iter().map(carom::board::Direction::opposite);
            let here: HashSet<_> = turned.collect();
            assert_eq!(board.walls(opposite).iter().collect::<HashSet<_>>(), here);
        }
    }
}

#[test]
fn impossible_request_is_refused() {
    let folder = Folder::of(&[]);
    for (words, error) in [
        ("lunar --rules flying", "unknown rule `flying`; Lunar Lockout has exit, stay and grouped"),
        ("lunar --rules stay,exit", "`exit` contradicts `stay`"),
        ("ricochet --size 20x20", "no board has 20x20 squares; the most are 16x16"),
        ("ricochet --size 2x2 --robots 4", "4 robots do not fit on 2x2 squares"),
    ] {
        generate(&folder, words).is(2, "", &format!("error: {error}\n"));
    }
    // All boards of these sizes are searched.
    for words in [
        "lunar --size 2x2 --robots 1 --moves 9..",
        "ricochet --size 4x4 --robots 2 --moves 60.. --rules direct",
    ] {
        let ended = generate(&folder, words);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
        let start = "error: no such board needs so many moves; the most are ";
        assert!(ended.err.starts_with(start), "{ended:?}");
    }
    // Others are given up after a number of positions, the same for any number of threads.
    let words = "ricochet --size 6x6 --robots 2 --moves 90.. --seed 1 --total-positions 200000";
    let ended = generate(&folder, words);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    let longest = "gave no other, and the longest solution had ";
    assert!(ended.err.starts_with("error: 0 puzzles found; "), "{ended:?}");
    assert!(ended.err.contains(longest), "{ended:?}");
    assert_eq!(generate(&folder, &format!("{words} --jobs 3")), ended);
}

/// The letters, names and solutions of a text.
fn puzzles(text: &str) -> Vec<(String, String, String)> {
    let puzzles = carom::read(text).unwrap().into_iter().map(|puzzle| {
        let pieces = puzzle.position.pieces();
        let mut letters: Vec<char> = pieces.iter().map(|piece| piece.name).collect();
        letters.sort_unstable();
        let section =
            text.split("puzzle ").find(|one| one.contains(&*puzzle.name.clone().unwrap()));
        let solution = section.unwrap().lines().find_map(|line| line.strip_prefix("  solution: "));
        (letters.iter().collect(), puzzle.name.unwrap(), solution.unwrap().to_owned())
    });
    puzzles.collect()
}

/// Returns the shape of a solution, from its text: pieces by their first moves, under the symmetry
/// that gives the lowest directions.
fn shape(solution: &str) -> Vec<(usize, usize)> {
    let images = (0..8).map(|image| {
        let mut names: Vec<char> = Vec::new();
        let slides = solution.split(' ').map(|slide| {
            let (name, arrow) = (slide.chars().next().unwrap(), slide.chars().last().unwrap());
            let number = names.iter().position(|&known| known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            let to = "^>v<".find(arrow).unwrap();
            let mirrored = if image < 4 { to } else { 4 - to };
            (number, (mirrored + image) % 4)
        });
        slides.collect()
    });
    images.min().unwrap()
}

#[test]
fn puzzles_have_names_and_letters_and_shapes_of_their_own() {
    let folder = Folder::of(&[]);
    for (words, letters) in [
        ("lunar --moves 4..7 --unique --seed 1", "@ABCDE"),
        ("ricochet --size 6x6 --robots 3 --moves 5..8 --unique --seed 1", "RGBYS"),
    ] {
        let ended = generate(&folder, &format!("{words} --count 12"));
        let puzzles = puzzles(&ended.out);
        let names: HashSet<_> = puzzles.iter().map(|(_, name, _)| name).collect();
        let shapes: HashSet<_> = puzzles.iter().map(|(.., solution)| shape(solution)).collect();
        assert_eq!((names.len(), shapes.len()), (12, 12), "{}", ended.out);
        for (pieces, ..) in &puzzles {
            let mut first: Vec<char> = letters.chars().take(pieces.chars().count()).collect();
            first.sort_unstable();
            assert_eq!(*pieces, first.into_iter().collect::<String>(), "{}", ended.out);
        }
    }
}

#[test]
fn pack_runs_from_easy_to_hard() {
    let folder = Folder::of(&[]);
    let ended = generate(&folder, "lunar --moves 3..8 --unique --pack 6 --seed 2");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    folder.write("pack.carom", ended.out.as_bytes());
    folder.run(&["check", "-q", "--hints", "pack.carom"]).is(0, "", "");
    let rated = folder.run(&["rate", "--format", "json", "pack.carom"]).out;
    let scores: Vec<u64> = rated
        .lines()
        .map(|line| {
            let rated: Value = serde_json::from_str(line).unwrap();
            rated["score"].as_u64().unwrap()
        })
        .collect();
    assert!(scores.len() == 6 && scores.is_sorted(), "{scores:?}");
    assert!(scores[5] > scores[0] + 20, "{scores:?}");
}

#[test]
fn puzzles_on_tiles_are_generated() {
    let folder = Folder::of(&[]);
    let ended = generate(&folder, "ricochet --tiles --moves 4..6 --count 2 --seed 3");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    assert_eq!(ended.out.matches("\n  tiles: ").count(), 2, "{ended:?}");
    folder.write("a.carom", ended.out.as_bytes());
    folder.run(&["check", "-q", "a.carom"]).is(0, "", "");
    let error = "error: Lunar Lockout has no boards of tiles\n";
    generate(&folder, "lunar --tiles").is(2, "", error);
}

/// The sizes, pieces, walls and moves are those of a puzzle of the file, and no puzzle or name of it
/// comes again.
#[test]
fn generated_puzzles_keep_style_of_file() {
    let folder = Folder::of(&[]);
    let small =
        "ricochet --rules direct --size 5x7 --robots 3 --walls 9 --moves 4..5 --seed 1 --count 3";
    let large = "ricochet --size 8x6 --robots 2 --walls 4 --moves 3 --seed 2 --count 3";
    let model = generate(&folder, small).out + &generate(&folder, large).out;
    folder.write("model.carom", model.as_bytes());
    let ended = generate(&folder, "--like model.carom --count 12 --seed 3");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let first = "; carom generate ricochet --like model.carom --moves 3..5 --count 12 --seed 3\n";
    assert!(ended.out.starts_with(first), "{ended:?}");
    let style = |position: &carom::games::Position| {
        let board = position.board();
        let walls = board.all_walls().count();
        (board.columns(), board.rows(), position.pieces().len(), walls)
    };
    let models = carom::read(&model).unwrap();
    let styles: HashSet<_> = models.iter().map(|model| style(&model.position)).collect();
    let names: HashSet<_> = models.iter().map(|model| model.name.clone()).collect();
    let new = carom::read(&ended.out).unwrap();
    assert_eq!(new.len(), 12);
    for puzzle in &new {
        let (columns, rows, pieces, walls) = style(&puzzle.position);
        // Pieces that no solution needs are removed.
        let is_kept = |&(columns_of, rows_of, most, walls_of): &(u8, u8, usize, usize)| {
            (columns_of, rows_of) == (columns, rows) && pieces <= most && walls <= walls_of
        };
        assert!(styles.iter().any(is_kept), "{:?}", puzzle.name);
        assert!(!names.contains(&puzzle.name), "{:?}", puzzle.name);
    }
    let rules = new.iter().map(|puzzle| puzzle.position.rules_in_words());
    assert_eq!(rules.collect::<HashSet<_>>().len(), 2);
    folder.write("both.carom", (model + &ended.out).as_bytes());
    folder.run(&["check", "-q", "both.carom"]).is(0, "", "");
    // The file decides the game.
    folder.write("lunar.carom", b"puzzle lunar\n  board:\n    @ . + A\n");
    let error = "error: lunar.carom has no puzzle of Ricochet Robots\n";
    generate(&folder, "ricochet --like lunar.carom").is(2, "", error);
    let error = "error: cannot read `none.carom`: No such file or directory (os error 2)\n";
    generate(&folder, "--like none.carom").is(2, "", error);
}

/// Two packs in one file have different names.
#[test]
fn names_differ_between_seeds() {
    let folder = Folder::of(&[]);
    let mut names = HashSet::new();
    for seed in 1..=4 {
        let words = format!("ricochet --size 6x6 --robots 2 --moves 4..6 --count 25 --seed {seed}");
        for (_, name, _) in puzzles(&generate(&folder, &words).out) {
            names.insert(name);
        }
    }
    assert_eq!(names.len(), 100);
}
