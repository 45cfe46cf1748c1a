//! `carom generate`: new puzzles with a proved optimum.

use std::collections::{BTreeSet, HashSet};

use carom::board::{Board, Direction, Square, Symmetry};
use carom::games::{Move, Position};
use carom::search::{Budget, optima};
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
        ("ricochet --keep-walls --target b2 --size 6x6 --seed 3", 5, 99),
        ("ricochet --robots 1 --size 8x8 --moves 4.. --seed 3", 4, 99),
        ("lunar --moves 6.. --robots 4 --unique --seed 4", 6, 99),
        ("lunar --rules grouped,stay --moves 3..4 --seed 5", 3, 4),
        ("lunar --moves 4..6 --score 40..60 --unique=plan --seed 6", 4, 6),
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
            let number = answer["optimal_solutions"].as_u64().unwrap();
            assert!(number <= 256, "{words}: {answer}");
            assert!(!words.contains("unique ") || number == 1, "{words}: {answer}");
        }
        let puzzles = carom::read(&ended.out).unwrap();
        for puzzle in &puzzles {
            let target = puzzle.position.scene().targets[0].0.to_string();
            assert!(!words.contains("target") || target == "b2", "{words}: {target}");
        }
        for rated in ratings(&folder, &ended.out) {
            let score = rated["score"].as_u64().unwrap();
            assert!(!words.contains("score") || (40..=60).contains(&score), "{words}: {rated}");
            // The mean of the parts of a puzzle in which something happens.
            let is_alone = words.contains("robots 1 ");
            assert!(is_alone || rated["quality"].as_u64().unwrap() > 20, "{words}: {rated}");
        }
        // Walls may mislead, and a robot that is alone can stop on few squares.
        let check = if words.contains("robots 1 ") {
            "check --hints --allow idle-wall,unreachable-area -"
        } else {
            "check --hints --allow idle-wall -"
        };
        folder.feed(&check.split(' ').collect::<Vec<_>>(), ended.out.as_bytes()).is(
            0,
            "",
            "6 puzzles in 1 file: 0 errors, 0 warnings\n",
        );
        let formatted = folder.feed(&["fmt", "-"], ended.out.as_bytes());
        assert_eq!(formatted.out, ended.out, "{words}");
    }
}

/// Returns the features of the puzzles of a text.
fn ratings(folder: &Folder, text: &str) -> Vec<Value> {
    let rated = folder.feed(&["rate", "--format", "json", "-"], text.as_bytes()).out;
    rated.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns all optimal solutions of a puzzle.
fn solutions(position: &Position) -> Vec<Vec<Move>> {
    let answer = carom::Task::new(position).run();
    let moves = answer.outcome.solution().unwrap().moves.len();
    let mut budget = Budget::new(64 << 20, 10_000_000);
    let all = optima(position, moves, 1_000, &mut budget).unwrap().unwrap();
    assert_eq!(all.number, all.solutions.len() as u64);
    all.solutions
}

/// The squares where a piece started and stops, and the piece that stops it by its first square.
type Stop = (Square, Square, Option<Square>);

/// Returns the stops of a solution, in order: a slow reference.
fn stops(position: &Position, moves: &[Move]) -> Vec<Stop> {
    let mut state = position.clone();
    let squares = |state: &Position| -> Vec<Square> {
        state.pieces().iter().map(|piece| piece.square).collect()
    };
    let first = squares(position);
    let stops = moves.iter().map(|&played| {
        let before = squares(&state);
        let Move::Slide(slide) = played else { panic!("{played}") };
        let piece = state
            .pieces()
            .iter()
            .position(|&piece| state.game().mover(piece) == slide.piece)
            .unwrap();
        let mut to = before[piece];
        let beyond = loop {
            match state.board().step(to, slide.direction) {
                Ok(next) if !before.contains(&next) => to = next,
                beyond => break beyond.ok(),
            }
        };
        let stopper = before.iter().position(|&square| Some(square) == beyond);
        state = state.play(played).unwrap();
        (first[piece], to, stopper.map(|stopper| first[stopper]))
    });
    stops.collect()
}

/// No solution ends with a walk of one piece, and no other piece makes most moves. Plans that a
/// solver could choose at will do not occur: one piece that goes anywhere, or either of two.
#[test]
fn generated_puzzles_are_not_dull() {
    let folder = Folder::of(&[]);
    for words in [
        "lunar --moves 4..7 --count 15 --seed 1",
        "ricochet --size 6x6 --robots 3 --moves 5..7 --count 15 --seed 1",
        "ricochet --size 6x6 --robots 3 --unique=plan --moves 5..7 --count 8 --seed 2",
    ] {
        let ended = generate(&folder, words);
        assert_eq!(ended.code, Some(0), "{words}: {ended:?}");
        for puzzle in carom::read(&ended.out).unwrap() {
            let position = &puzzle.position;
            let solutions: Vec<_> =
                solutions(position).iter().map(|moves| stops(position, moves)).collect();
            let active = solutions[0].last().unwrap().0;
            for stops in &solutions {
                let walk = stops.iter().rev().take_while(|stop| stop.0 == active).count();
                assert!(walk <= 3, "{words}: {:?}", puzzle.name);
                for piece in position.pieces() {
                    let moves = stops.iter().filter(|stop| stop.0 == piece.square).count();
                    let is_other = piece.square != active;
                    assert!(!is_other || 2 * moves <= stops.len(), "{words}: {:?}", puzzle.name);
                }
            }
            let plans: BTreeSet<BTreeSet<Stop>> =
                solutions.into_iter().map(|stops| stops.into_iter().collect()).collect();
            if words.contains("plan") {
                // A second one is a mirror image of the first.
                let sizes: HashSet<usize> = plans.iter().map(BTreeSet::len).collect();
                assert!(plans.len() <= 2 && sizes.len() == 1, "{words}: {:?}", puzzle.name);
            }
        }
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

/// Whether a board looks the same under one of these symmetries.
fn is_symmetric(board: &Board, symmetries: &[usize]) -> bool {
    symmetries.iter().any(|&symmetry| Symmetry::ALL[symmetry].board(board) == *board)
}

#[test]
fn symmetric_board_has_paired_walls() {
    let folder = Folder::of(&[]);
    // Numbers of `Symmetry::ALL`.
    for (kind, symmetries) in
        [("", &[2][..]), ("=half-turn", &[2]), ("=mirror", &[4, 6]), ("=diagonal", &[5, 7])]
    {
        let words = "--walls 10 --size 6x6 --moves 4.. --count 4 --seed 6";
        let ended = generate(&folder, &format!("ricochet --symmetric{kind} {words}"));
        for puzzle in carom::read(&ended.out).unwrap() {
            assert!(is_symmetric(puzzle.position.board(), symmetries), "{kind}: {ended:?}");
        }
    }
    // Without walls, the pieces are symmetric.
    let ended = generate(&folder, "lunar --symmetric=mirror --moves 4.. --count 4 --seed 6");
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for puzzle in carom::read(&ended.out).unwrap() {
        let position = &puzzle.position;
        let board = position.board();
        let squares: HashSet<Square> = position.pieces().iter().map(|piece| piece.square).collect();
        let is_kept = |symmetry: Symmetry| {
            squares.iter().all(|&square| squares.contains(&symmetry.square(board, square)))
        };
        assert!([4, 6].iter().any(|&mirror| is_kept(Symmetry::ALL[mirror])), "{ended:?}");
    }
}

/// Walls look designed: on half of the boards, most of them have a copy under a symmetry or in
/// another quarter, but not on all boards each of them.
#[test]
fn walls_are_laid_in_patterns() {
    let folder = Folder::of(&[]);
    let ended = generate(&folder, "ricochet --size 8x8 --robots 3 --count 24 --seed 1");
    let mut percent = Vec::new();
    for puzzle in carom::read(&ended.out).unwrap() {
        let board = puzzle.position.board();
        let walls: Vec<(Square, Direction)> = board.all_walls().collect();
        assert!((9..=16).contains(&walls.len()), "{ended:?}");
        let symmetric = Symmetry::ALL[1..].iter().map(|symmetry| {
            let image = symmetry.board(board);
            walls.iter().filter(|&&(square, side)| image.walls(square).contains(side)).count()
        });
        let shifted = walls.iter().filter(|&&(square, side)| {
            let shifts = [(4, 0), (4, 4), (0, 4)].into_iter();
            let copies = shifts.map(|(right, up)| {
                Square::new((square.column() + right) % 8, (square.row() + up) % 8)
            });
            copies.filter(|&copy| board.walls(copy).contains(side)).count() >= 2
        });
        percent.push(100 * symmetric.max().unwrap().max(shifted.count()) / walls.len());
    }
    percent.sort_unstable();
    assert!(percent[0] < 70 && percent[12] >= 60 && percent[23] == 100, "{percent:?}");
}

#[test]
fn impossible_request_is_refused() {
    let folder = Folder::of(&[]);
    for (words, error) in [
        ("lunar --rules flying", "unknown rule `flying`; Lunar Lockout has exit, stay and grouped"),
        ("lunar --rules stay,exit", "`exit` contradicts `stay`"),
        ("ricochet --size 20x20", "no board has 20x20 squares; the most are 16x16"),
        ("ricochet --size 2x2 --robots 4", "4 robots do not fit on 2x2 squares"),
        ("ricochet --moves 0..0", "a puzzle needs at least one move"),
        ("lunar --moves 3 --score 90..", "no puzzle with so many moves has such a score"),
        ("lunar --target f1", "the target is not on a board of 5x5 squares"),
        // The human and the target would both be in the middle.
        ("lunar --symmetric", "the pieces, the target and the symmetry do not fit on such a board"),
    ] {
        generate(&folder, words).is(2, "", &format!("error: {error}\n"));
    }
    for words in ["lunar --rules grouped --score 101.. --pack 5", "lunar --score 90..150"] {
        let ended = generate(&folder, words);
        assert!(
            ended.code == Some(2) && ended.err.contains("scores are from 0 to 100"),
            "{ended:?}"
        );
    }
    // All boards of these sizes are searched.
    for words in [
        "lunar --size 2x2 --robots 1 --moves 9..",
        "ricochet --size 4x4 --robots 2 --walls 2 --moves 60.. --rules direct",
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
    let limit = "error: 0 puzzles found; the limit of 200,000 positions (`--total-positions`) was \
                 reached without another, and the longest solution had ";
    assert!(ended.err.starts_with(limit), "{ended:?}");
    let advice =
        ". Ask for fewer moves, more robots or walls, or a larger board, or raise the limit\n";
    assert!(ended.err.ends_with(advice), "{ended:?}");
    // Layouts without a single search count too, and other conditions than the moves are named.
    let words =
        "ricochet --size 8x8 --target a1 --walls 0 --robots 2 --moves 1.. --unique --score 90..";
    let ended = generate(&folder, &format!("{words} --seed 1 --total-positions 50000"));
    assert!(ended.err.starts_with("error: 0 puzzles found; the limit of 50,000"), "{ended:?}");
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
        ("lunar --moves 4..7 --seed 1", "@ABCDE"),
        ("lunar --moves 3..8 --unique --pack 12 --seed 2", "@ABCDE"),
        ("ricochet --size 6x6 --robots 3 --moves 5..8 --unique --seed 1", "RGBYS"),
    ] {
        let number = if words.contains("pack") { "" } else { " --count 12" };
        let ended = generate(&folder, &format!("{words}{number}"));
        let puzzles = puzzles(&ended.out);
        let names: HashSet<_> = puzzles.iter().map(|(_, name, _)| name).collect();
        assert_eq!(names.len(), 12, "{}", ended.out);
        // No solution of one puzzle has the shape of a solution of another.
        let (mut shapes, mut boards) = (HashSet::new(), HashSet::new());
        for puzzle in carom::read(&ended.out).unwrap() {
            let solutions = solutions(&puzzle.position).into_iter().map(|moves| {
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                shape(&moves.join(" "))
            });
            for own in solutions.collect::<HashSet<_>>() {
                assert!(shapes.insert(own), "{:?}: {}", puzzle.name, ended.out);
            }
            let board = puzzle.position.board();
            let is_new =
                Symmetry::ALL.iter().all(|symmetry| !boards.contains(&symmetry.board(board)));
            assert!(is_new || words.contains("lunar"), "{:?}: {}", puzzle.name, ended.out);
            boards.insert(board.clone());
        }
        for (pieces, ..) in &puzzles {
            let mut first: Vec<char> = letters.chars().take(pieces.chars().count()).collect();
            first.sort_unstable();
            assert_eq!(*pieces, first.into_iter().collect::<String>(), "{}", ended.out);
        }
    }
}

/// Returns the scores of the puzzles of a text.
fn scores(folder: &Folder, text: &str) -> Vec<u64> {
    ratings(folder, text).iter().map(|rated| rated["score"].as_u64().unwrap()).collect()
}

#[test]
fn pack_runs_from_easy_to_hard() {
    let folder = Folder::of(&[]);
    let ended = generate(&folder, "lunar --unique --pack 10 --seed 2");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    folder.write("pack.carom", ended.out.as_bytes());
    folder.run(&["check", "-q", "--hints", "pack.carom"]).is(0, "", "");
    let all = scores(&folder, &ended.out);
    assert!(all.len() == 10 && all.is_sorted(), "{all:?}");
    // The first three suit a beginner, and no two neighbours are far apart.
    assert!(all[2] <= 27 && all[9] >= 80, "{all:?}");
    assert!(all.windows(2).all(|pair| pair[1] - pair[0] <= 30), "{all:?}");
    // Each week runs from easy to hard.
    let ended = generate(&folder, "lunar --unique --score 20..70 --pack 10 --week --seed 2");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let all = scores(&folder, &ended.out);
    assert!(all.iter().all(|score| (20..=70).contains(score)), "{all:?}");
    assert!(all[..7].is_sorted() && all[7..].is_sorted() && all[7] < all[6], "{all:?}");
    assert!(all[6] > all[0] + 30, "{all:?}");
    // A pack that is not whole says so, after its puzzles.
    let words =
        "lunar --robots 3 --moves 4 --score 40.. --pack 100 --seed 2 --total-positions 4000000";
    let ended = generate(&folder, words);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    let found = scores(&folder, &ended.out).len();
    assert!(found > 0, "{ended:?}");
    let start = format!("error: {found} puzzle");
    assert!(ended.err.starts_with(&start), "{ended:?}");
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

/// The sizes, targets, pieces, walls and moves are those of a puzzle of the file, and no puzzle or
/// name of it comes again.
#[test]
fn generated_puzzles_keep_style_of_file() {
    let folder = Folder::of(&[]);
    let small = "ricochet --rules direct --size 5x7 --robots 3 --walls 9 --symmetric=mirror --target c3 \
                 --moves 4..5 --seed 1 --count 3";
    let large = "ricochet --size 8x6 --robots 2 --walls 6 --moves 4 --seed 2 --count 3";
    let model = generate(&folder, small).out + &generate(&folder, large).out;
    folder.write("model.carom", model.as_bytes());
    let ended = generate(&folder, "--like model.carom --count 6 --seed 3");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let first = "; carom generate ricochet --like model.carom --moves 4..5 --count 6 --seed 3\n";
    assert!(ended.out.starts_with(first), "{ended:?}");
    let style = |position: &Position| {
        let board = position.board();
        let moves = carom::Task::new(position).run().outcome.solution().unwrap().length;
        let target = position.scene().targets[0].0;
        let style = (board.columns(), board.rows(), target, position.pieces().len(), moves);
        (style, board.all_walls().count())
    };
    let models = carom::read(&model).unwrap();
    let styles: Vec<_> = models.iter().map(|model| style(&model.position)).collect();
    let names: HashSet<_> = models.iter().map(|model| model.name.clone()).collect();
    let new = carom::read(&ended.out).unwrap();
    assert_eq!(new.len(), 6);
    for puzzle in &new {
        let (kept, walls) = style(&puzzle.position);
        let most = styles.iter().filter(|(style, _)| *style == kept).map(|&(_, walls)| walls).max();
        // Walls are added in pairs.
        assert!(most.is_some_and(|most| walls <= most), "{:?}", puzzle.name);
        assert!(kept.2.to_string() != "c3" || is_symmetric(puzzle.position.board(), &[4, 6]));
        assert!(!names.contains(&puzzle.name), "{:?}", puzzle.name);
    }
    // Each style has its share.
    let small = new.iter().filter(|puzzle| puzzle.position.board().columns() == 5).count();
    assert!((2..=4).contains(&small), "{small}");
    let rules = new.iter().map(|puzzle| puzzle.position.rules_in_words());
    assert_eq!(rules.collect::<HashSet<_>>().len(), 2);
    folder.write("both.carom", (model + &ended.out).as_bytes());
    folder.run(&["check", "-q", "both.carom"]).is(0, "", "");
    // The file decides the game.
    folder.write("lunar.carom", b"puzzle lunar\n  board:\n    @ . + A\n");
    let error = "error: lunar.carom has no puzzle of Ricochet Robots\n";
    generate(&folder, "ricochet --like lunar.carom").is(2, "", error);
    let error = "error: cannot read `none.carom`: no such file or folder\n";
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
