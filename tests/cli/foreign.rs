//! Checking and solving files in foreign formats.

use super::folder::Folder;

/// Two cards, the second with a wrong claim, and a malformed card.
const CARDS: &str = "0000100100010000001000002s4\n\
                     0010010000000100000002010s4\n\
                     00100100000001000000020\n";

/// The first card, mirrored.
const MIRRORED: &str = "puzzle lunar \"Mirrored\"\n  board:\n    A . . . .\n    . . B . .\n    . . + C .\n    . D . . .\n    @ . . . .\n";

const LEVEL: &str = "board:4,1;\nrr0,0;\ntr3,0;\nsolution:rE rE\nnum_moves:2\n";

const SOURCE: &str = "[[source]]\nformat = \"lunar-digits\"\ninclude = [\"cards/*.txt\"]\n";

#[test]
fn diagnostics_point_into_foreign_file() {
    let folder = Folder::of(&[("cards.txt", CARDS)]);
    let ended = folder.run(&["check", "--from", "lunar-digits", "cards.txt"]);
    let out = "error[syntax]: expected 25 digits 0, 1 or 2, found a blank \
               or the end of the line\n \
               --> cards.txt:3:24\n  |\n\
               3 | 00100100000001000000020\n  |                        ^\n\n\
               error[moves-mismatch]: claimed 4 moves, but the optimum is 5\n \
               --> cards.txt:2:27\n  |\n\
               2 | 0010010000000100000002010s4\n  |                           ^\n  |\n  \
               = help: the shortest solution is D< D^ D< @^ @>\n  \
               = help: write 5 (`--fix=claims` does it)\n\n";
    let summary =
        "2 puzzles in 1 file: 2 errors, 0 warnings; 1 with `--fix=claims` can be corrected\n";
    ended.is(1, out, summary);
    let args = ["check", "--from", "lunar-digits", "--format", "github", "cards.txt"];
    let ended = folder.run(&args);
    assert!(ended.out.contains("file=cards.txt,line=2,endLine=2,col=27,"), "{ended:?}");
}

#[test]
fn source_setting_selects_format() {
    let files = [
        ("carom.toml", SOURCE),
        ("cards/a.txt", CARDS),
        ("other.txt", CARDS),
        ("z.carom", MIRRORED),
    ];
    let folder = Folder::of(&files);
    folder.run(&["check", "--files"]).is(0, "cards/a.txt\nz.carom\n", "");
    let ended = folder.run(&["check", "--format", "json"]);
    let repeated = ended.out.lines().find(|line| line.contains("duplicate-puzzle")).unwrap();
    assert!(repeated.contains("duplicate of the puzzle in cards/a.txt:1,"), "{repeated}");
    // `fmt` formats only files in carom's own format.
    folder.run(&["fmt", "--check"]).is(
        0,
        "",
        "0 files of the current folder would change, 1 would not\n",
    );
    let found = folder.run(&["solve", "cards/a.txt", "--puzzle", "1"]);
    assert!(found.out.starts_with("cards/a.txt:1: "), "{found:?}");
    let folder =
        Folder::of(&[("carom.toml", "[[source]]\nformat = \"lunar-digit\"\ninclude = [\"*\"]\n")]);
    let ended = folder.run(&["check", "."]);
    assert!(ended.err.contains("unknown format `lunar-digit`"), "{ended:?}");
    assert!(ended.err.contains("did you mean `lunar-digits`?"), "{ended:?}");
}

#[test]
fn folder_yields_only_files_of_format() {
    let folder = Folder::of(&[("a/cards.txt", CARDS), ("a/README.txt", "Read me.\n")]);
    let args = ["check", "--files", "--from", "lunar-digits", "a"];
    folder.run(&args).is(0, "a/cards.txt\n", "");
    let ended = folder.run(&["check", "--from", "melbourne", "a"]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.contains("no melbourne file found in a"), "{ended:?}");
    // Beside instances lies what they are solved with.
    let encoding = "dir(west,-1,0).\npos(R,1,I,0) :- pos(R,I,_).\nbarrier(I+1,J,west) :- \
        barrier(I,J,east).\n";
    let folder = Folder::of(&[("encoding.asp", encoding), ("one.asp", PLACES_ASP)]);
    for format in ["asp", "auto"] {
        folder.run(&["check", "--files", "--from", format, "."]).is(0, "one.asp\n", "");
    }
    let ended = folder.run(&["check", "--format", "short", "--from", "asp", "encoding.asp"]);
    let expected = "encoding.asp:1:1: error[syntax] expected facts of a board, found only an \
        encoding\n";
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), expected), "{ended:?}");
}

/// A board of 4 by 4 with R in a corner and its target in the next, and an idle robot and wall.
const PLACES_ROBOYARD: &str = "board:4,4;\nv2,1;\ntr3,0;\nrr0,0;rb0,3;\n";

const PLACES_ASP: &str = "dim(1). dim(2).\ndim(3). dim(4). barrier(2,2,east).\n\
    pos(red,1,1). pos(blue,1,4).\ntarget(red,4,1).\n";

const ROBOTS: &str = "board 4 4\nB N N N\nW C C C\nW C W C\nW C C C\nrobots 5\n3 3\n0 0\n1 3\n\
    2 3\n0 3\ntarget 0 3 0 1\nsolution 1\nmove 1 3 0\n";

const SKUB: &str = "---\nminMoves: 1\n---\n\n```\n\
    + A B C D E F G H +\n\
    1 @             X |\n\
    2                 |\n\
    3                 |\n\
    4    |  #         |\n\
    5                 |\n\
    6                 |\n\
    7                 |\n\
    8                 |\n\
    +-----------------+\n```\n";

const PLACES_JSON: &str =
    "{\"id\":2, \"text\":\"puzzle lunar\\n  board:\\n    @ . + A\\n    . .|. B\\n\"}\n";

const FIXES_REMAIN: &str = "fixes remain in 1 file of other formats, where `--fix` corrects only claimed \
    numbers; convert to puzzle files with `carom convert --to carom`\n";

#[test]
fn fix_changes_only_claims_in_foreign_files() {
    let folder = Folder::of(&[("cards.txt", CARDS)]);
    let fix = |arguments: &[&str]| {
        let check = ["check", "--from", "lunar-digits", "cards.txt"];
        folder.run(&[&check[..], arguments].concat())
    };
    // Claims are corrected only on request.
    let ended = fix(&["--fix"]);
    assert!(!ended.err.contains(FIXES_REMAIN), "{ended:?}");
    assert_eq!(folder.read("cards.txt"), CARDS);
    let ended = fix(&["--fix=claims", "--diff"]);
    assert!(ended.out.contains("+0010010000000100000002010s5\n"), "{ended:?}");
    assert_eq!(folder.read("cards.txt"), CARDS);
    let ended = fix(&["--fix=claims"]);
    assert!(!ended.err.contains(FIXES_REMAIN), "{ended:?}");
    assert_eq!(folder.read("cards.txt"), CARDS.replace("10s4", "10s5"));
    // Missing claims are not added.
    let cards = folder.read("cards.txt").replace("s4", "");
    folder.write("cards.txt", cards.as_bytes());
    let ended = fix(&["--fix=claims", "--record", "moves"]);
    assert!(ended.err.contains(FIXES_REMAIN), "{ended:?}");
    assert_eq!(folder.read("cards.txt"), cards);
}

/// In each format with a claimed number of moves, only that number changes.
#[test]
fn fix_corrects_claim_in_place() {
    let level = "board:4,1;\nrr0,0;\ntr3,0;\nsolution:rE\n  num_moves: 7;  \n";
    let robots = ROBOTS.replace("solution 1\n", "solution 7 \n");
    let skub = SKUB.replace("minMoves: 1", "minMoves:  7 ");
    let json = PLACES_JSON.replace("  board", "  moves:  7 ; so\\n  board");
    for (format, name, text, right) in [
        ("roboyard", "a.txt", level, "1"),
        ("skub", "a.md", &skub, "1"),
        ("ricochetrobots", "a.txt", &robots, "1"),
        ("lunar-digits", "a.txt", "0000100100010000001000002:1s7\n", "4"),
        ("jsonl", "a.jsonl", &json, "1"),
    ] {
        let folder = Folder::of(&[(name, text)]);
        let ended = folder.run(&["check", "--from", format, "--fix=claims", name]);
        assert_eq!(ended.code, Some(0), "{format} {ended:?}");
        assert_eq!(folder.read(name), text.replacen('7', right, 1), "{format}");
    }
}

/// Diagnostics about the position point into the text.
#[test]
fn diagnostics_point_at_squares_and_walls() {
    let lints = "redundant-piece,idle-wall,idle-pieces,unreachable-area";
    for (format, name, text, expected) in [
        ("roboyard", "a.txt", PLACES_ROBOYARD, &["rb0,3;", "v2,1;"][..]),
        ("asp", "a.asp", PLACES_ASP, &["pos(blue,1,4).", "barrier(2,2,east)."]),
        ("ricochetrobots", "a.txt", ROBOTS, &["0 3", "W"]),
        ("skub", "a.md", SKUB, &["#", "|"]),
        ("jsonl", "a.jsonl", PLACES_JSON, &["B", "|"]),
    ] {
        let folder = Folder::of(&[(name, text)]);
        let args = ["check", "--from", format, "--warn", lints, "--format", "json", name];
        let ended = folder.run(&args);
        let reports =
            ended.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let reports: Vec<(String, String)> = reports
            .filter(|report| report.get("code").is_some())
            .map(|report| {
                let at =
                    |end: &str| usize::try_from(report[end]["byte"].as_u64().unwrap()).unwrap();
                let code = report["code"].as_str().unwrap().to_owned();
                (code, text[at("start")..at("end")].to_owned())
            })
            .collect();
        for place in expected {
            let is_there = reports.iter().any(|(_, there)| there == place);
            assert!(is_there, "{format}: {place} {reports:?}");
        }
    }
}

#[test]
fn diagnostics_point_at_moves() {
    let folder = Folder::of(&[("level.txt", LEVEL)]);
    let ended = folder.run(&["check", "--from", "roboyard", "level.txt", "--format", "json"]);
    let lines: Vec<&str> = ended.out.lines().collect();
    let report = |code: &str| {
        let line = lines.iter().find(|line| line.contains(code)).unwrap();
        serde_json::from_str::<serde_json::Value>(line).unwrap()
    };
    assert_eq!(report("\"moves-mismatch\"")["start"]["line"], 5);
    // The second of two moves is trailing.
    let second = report("\"trailing-moves\"");
    assert_eq!((&second["start"]["line"], &second["start"]["column"]), (&4.into(), &13.into()));
}

#[test]
fn auto_detects_the_format_of_each_file() {
    let wrong = MIRRORED.replace("  board:", "  moves: 9\n  board:");
    let folder = Folder::of(&[
        ("a/cards.txt", "0010010000000100000002010s4\n"),
        ("a/level.txt", LEVEL),
        ("a/README.md", "# A collection\n"),
        ("a/deck.carom", &wrong),
        ("a/broken.carom", "puzle lunar\n"),
    ]);
    let files = "a/broken.carom\na/cards.txt\na/deck.carom\na/level.txt\n";
    folder.run(&["check", "--from", "auto", "--files", "a"]).is(0, files, "");
    let ended = folder.run(&["check", "--from", "auto", "--format", "github", "a"]);
    for place in [
        "file=a/broken.carom,line=1,",
        "file=a/cards.txt,line=1,",
        "file=a/deck.carom,line=2,",
        "file=a/level.txt,",
    ] {
        assert!(ended.out.contains(place), "{place} {ended:?}");
    }
    let ended = folder.run(&["solve", "--from", "auto", "a/level.txt", "a/deck.carom"]);
    assert!(ended.out.contains("R>") && ended.out.contains("Mirrored"), "{ended:?}");
    let ended = folder.run(&["check", "--from", "auto", "a/README.md"]);
    let fault = "error[syntax]: cannot detect the format: name it with `--from`";
    assert!(ended.out.starts_with(fault), "{ended:?}");
    let ended =
        folder.run(&["check", "--from", "auto", "--fix=claims", "a/cards.txt", "a/deck.carom"]);
    assert!(ended.code == Some(0), "{ended:?}");
    assert_eq!(folder.read("a/cards.txt"), "0010010000000100000002010s5\n");
}

#[test]
fn missing_files_are_named_by_extension() {
    let folder = Folder::of(&[("a/notes.rs", "")]);
    let ended = folder.run(&["convert", "--to", "carom", "a"]);
    let error = "error: no .carom, .asp, .json, .jsonl, .llp, .lp, .md, .ndjson, .pddl, .py or .txt \
                 file found in a; add `--allow-empty` if that is fine\n";
    ended.is(2, "", error);
}
