//! `carom check`: output and exit status.

use carom::analysis::Lint;
use carom::report::lint_page;

use super::folder::{CLEAN, DIRTY, Folder, WARNED, carom, end};

const MISMATCH: &str = "\
error[moves-mismatch]: claimed 3 moves, but the optimum is 1
 --> dirty.carom:2:10
  |
2 |   moves: 3
  |          ^
  |
  = note: in puzzle \"Two off\"
  = help: the shortest solution is @>
  = help: record `moves: 1` (`--fix=claims` does it)

";

const TRAILING: &str = "\
warning[trailing-moves]: the puzzle is solved after 1 move; 1 move too many
 --> warned.carom:5:16
  |
5 |   solution: @> A<
  |                ^^
  |
  = note: in puzzle \"Long\"
  = help: remove the moves after the end

";

fn folder() -> Folder {
    Folder::of(&[("clean.carom", CLEAN), ("dirty.carom", DIRTY), ("warned.carom", WARNED)])
}

#[test]
fn exit_status_and_report_follow_the_worst_diagnostic() {
    let fixable = "1 with `--fix=claims` can be corrected";
    for (file, code, out, counts) in [
        ("clean.carom", 0, "", "0 errors, 0 warnings".to_owned()),
        ("dirty.carom", 1, MISMATCH, format!("1 error, 0 warnings; {fixable}")),
        ("warned.carom", 0, TRAILING, "0 errors, 1 warning".to_owned()),
    ] {
        let err = format!("1 puzzle in 1 file: {counts}\n");
        folder().run(&["check", file]).is(code, out, &err);
    }
}

#[test]
fn level_flags_change_single_lints() {
    let folder = folder();
    folder.run(&["check", "warned.carom", "--deny", "trailing-moves"]).is(
        1,
        &TRAILING.replace("warning[", "error["),
        "1 puzzle in 1 file: 1 error, 0 warnings\n",
    );
    folder.run(&["check", "dirty.carom", "--warn", "moves-mismatch"]).is(
        0,
        &MISMATCH.replace("error[", "warning["),
        "1 puzzle in 1 file: 0 errors, 1 warning; 1 with `--fix=claims` can be corrected\n",
    );
    let none = "2 puzzles in 2 files: 0 errors, 0 warnings\n";
    folder
        .run(&[
            "check",
            "dirty.carom",
            "warned.carom",
            "--allow",
            "trailing-moves",
            "--allow=moves-mismatch",
        ])
        .is(0, "", none);
}

#[test]
fn unknown_lint_is_an_error() {
    let ended = folder().run(&["check", "--deny", "raged-board"]);
    ended.is(
        2,
        "",
        "error: invalid value 'raged-board' for '--deny <LINT,…>': unknown lint; \
         did you mean `ragged-board`?\n\nFor more information, try '--help'.\n",
    );
}

#[test]
fn hints_need_a_flag() {
    let text =
        "puzzle lunar \"B\"\n  moves: 1\n  board:\n    @ . + A\n    B . . .\n  solution: @→\n";
    let folder = Folder::of(&[("b.carom", text)]);
    let none = "1 puzzle in 1 file of the current folder: 0 errors, 0 warnings\n";
    folder.run(&["check"]).is(0, "", none);
    let hints = "\
hint[redundant-piece]: without B the optimum is the same
 --> b.carom:5:5
  |
5 |     B . . .
  |     ^
  |
  = note: in puzzle \"B\"
  = help: remove B

hint[glyph-alias]: the standard layout writes directions as ^ v < >
 --> b.carom:6:13
  |
6 |   solution: @→
  |             ^^
  |
  = note: in puzzle \"B\"
  = help: write the standard characters (`--fix` does it)

";
    let counted = "1 puzzle in 1 file of the current folder: 0 errors, 0 warnings; 1 with `--fix` \
                   can be corrected\n";
    folder.run(&["check", "--hints"]).is(0, hints, counted);
    let denied = folder.run(&["check", "--deny", "glyph-alias"]);
    assert_eq!(denied.code, Some(1));
    assert!(denied.out.starts_with("error[glyph-alias]: "));
}

#[test]
fn report_is_written_to_named_file() {
    let folder = folder();
    let err = "3 puzzles in 3 files of the current folder: 1 error, 1 warning; 1 with `--fix=claims` can be corrected\n";
    folder.run(&["check", "--output", "report.txt"]).is(1, "", err);
    assert_eq!(folder.read("report.txt"), format!("{MISMATCH}{TRAILING}"));
    let ended = folder.run(&["check", "--output", "no/such/folder"]);
    ended.is(2, "", "error: no/such/folder: no such file or folder\n");
}

#[test]
fn json_has_one_object_per_line() {
    let out = |help: &str| {
        let help = serde_json::to_string(help).unwrap();
        format!(
            "{{\"file\":\"dirty.carom\",\"puzzle\":\"Two off\",\"code\":\"moves-mismatch\",\
             \"severity\":\"error\",\"message\":\"claimed 3 moves, but the optimum is 1\",\
             \"start\":{{\"line\":2,\"column\":10,\"byte\":32}},\
             \"end\":{{\"line\":2,\"column\":11,\"byte\":33}},\"related\":[],\
             \"fixes\":[{{\"title\":\"record `moves: 1`\",\"safe\":false,\
             \"edits\":[{{\"start\":{{\"line\":2,\"column\":10,\"byte\":32}},\
             \"end\":{{\"line\":2,\"column\":11,\"byte\":33}},\"text\":\"1\"}}]}}],\
             \"help\":{help}}}\n\
             {{\"summary\":{{\"files\":2,\"puzzles\":2,\"errors\":1,\"warnings\":0,\
             \"hints\":0,\"fixable\":0,\"fixed\":0,\"unreadable\":0,\"unknown\":0,\"malformed\":0}}}}\n"
        )
    };
    let arguments = ["check", "--format", "json", "clean.carom", "dirty.carom"];
    let folder = folder();
    folder.run(&arguments).is(1, &out("the shortest solution is @>"), "");
    let explained = [&arguments[..], &["--explain"]].concat();
    folder.run(&explained).is(1, &out(lint_page(Lint::MovesMismatch)), "");
}

#[test]
fn summary_counts_unreadable_unknown_and_fixed() {
    let folder = Folder::of(&[("dirty.carom", DIRTY), ("clean.carom", CLEAN)]);
    let summary = |arguments: &[&str]| {
        let arguments = [&["check", "--format", "json"][..], arguments].concat();
        let out = folder.run(&arguments).out;
        let last = out.lines().next_back().unwrap();
        let mut object: serde_json::Value = serde_json::from_str(last).unwrap();
        object["summary"].take()
    };
    let unknown = summary(&["clean.carom", "missing.carom", "--max-positions", "0"]);
    assert_eq!((&unknown["unreadable"], &unknown["unknown"]), (&1.into(), &1.into()));
    let fixed = summary(&["--fix=claims"]);
    assert_eq!((&fixed["errors"], &fixed["fixed"]), (&0.into(), &1.into()));
}

#[test]
fn unnamed_puzzle_has_no_name() {
    let folder = Folder::of(&[("a.carom", "titel: x\n\npuzzle lunar\n")]);
    let out = folder.run(&["check", "--format", "json"]).out;
    let reports: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), 3);
    assert!(reports[0]["puzzle"].is_null() && reports[1]["puzzle"].is_null());
}

#[test]
fn github_format_prints_annotations() {
    let odd = "puzzle lunar \"100%, or: less\"\n  moves: 2\n  board:\n    @ . . . . + A\n";
    let folder = Folder::of(&[("a,b.carom", odd), ("warned.carom", WARNED)]);
    let out = "\
::error file=a%2Cb.carom,line=2,endLine=2,col=10,endColumn=10,title=carom moves-mismatch\
::100%25, or: less: claimed 2 moves, but the optimum is 1%0Athe shortest solution is @>
::warning file=warned.carom,line=5,endLine=5,col=16,endColumn=17,title=carom trailing-moves\
::Long: the puzzle is solved after 1 move; 1 move too many
";
    folder.run(&["check", "--format", "github"]).is(1, out, "");
}

#[test]
fn annotation_paths_start_at_repository_root() {
    let folder = Folder::of(&[
        ("levels/dirty.carom", DIRTY),
        ("levels/sub/carom.toml", "[limits]\njobs = \"many\"\n"),
        ("levels/sub/a.carom", CLEAN),
    ]);
    folder.write("latin.carom", b"caf\xe9");
    let annotated = |root: Option<&str>| {
        let mut command = folder.command(&[
            "check",
            "--format",
            "github",
            "./dirty.carom",
            "../levels/sub",
            "../latin.carom",
        ]);
        command.current_dir(folder.path("levels"));
        if let Some(root) = root {
            command.env("GITHUB_WORKSPACE", folder.path(root));
        }
        let out = end(command, b"").out;
        let lines = out.lines().map(|line| {
            let (place, _) = line.split_once(",title=").unwrap();
            place.replace(",endLine=2,col=10,endColumn=10", "")
        });
        lines.collect::<Vec<_>>()
    };
    // Sorted by path, whatever the order of the arguments.
    let expected = [
        "::error file=latin.carom",
        "::error file=levels/dirty.carom,line=2",
        "::error file=levels/sub/carom.toml,line=2",
    ];
    assert_eq!(annotated(Some(".")), expected);
    folder.write(".git/HEAD", b"");
    assert_eq!(annotated(None), expected);
    let outside = annotated(Some("levels/sub"));
    assert_eq!(outside[0], "::error file=../latin.carom");
    assert_eq!(outside[1], "::error file=dirty.carom,line=2");
    assert_eq!(outside[2], "::error file=carom.toml,line=2");
}

#[test]
fn duplicate_points_at_first_puzzle() {
    let again = format!("; Again.\n\n{}", CLEAN.replace("@ . + A", "A + . 1"));
    let folder = Folder::of(&[("a/one.carom", CLEAN), ("b.carom", &again)]);
    let out = "\
warning[duplicate-puzzle]: duplicate of the puzzle in a/one.carom:1, perhaps mirrored, turned or with other letters
 --> b.carom:3:1
  |
3 | puzzle lunar \"One slide\"
  | ^^^^^^^^^^^^^^^^^^^^^^^^
  |
note: first occurrence
 --> a/one.carom:1:1

";
    let err = "2 puzzles in 2 files of the current folder: 0 errors, 1 warning\n";
    folder.run(&["check"]).is(0, out, err);
}

#[test]
fn output_is_independent_of_thread_count() {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let checked = |jobs: &str| {
        let mut command = carom();
        command.args(["check", "--hints", "--jobs", jobs, fixtures]);
        end(command, b"")
    };
    let solved = |jobs: &str| {
        let mut command = carom();
        command.args(["solve", "--jobs", jobs, "--max-positions", "3", fixtures]);
        end(command, b"")
    };
    assert!(checked("1").out.len() > 10_000);
    assert_eq!(checked("1"), checked("4"));
    assert!(solved("1").out.contains("the limit of positions was reached"));
    assert_eq!(solved("1"), solved("4"));
}

#[test]
fn explain_lists_lints_and_prints_pages() {
    let folder = Folder::of(&[]);
    let list = folder.run(&["explain"]);
    let (lints, pages) = list.out.split_once("\n\n").unwrap();
    assert_eq!(lints.lines().count(), Lint::ALL.len());
    assert!(pages.lines().any(|line| line.starts_with("ci ")), "{pages}");
    for (line, lint) in list.out.lines().zip(Lint::ALL) {
        assert!(line.starts_with(&format!("{lint} ")), "{line}");
    }
    let page = lint_page(Lint::MovesMismatch);
    folder.run(&["explain", "moves-mismatch"]).is(0, page, "");
    let unknown = folder.run(&["explain", "moves-mismatched"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("did you mean `moves-mismatch`?"), "{unknown:?}");
}

#[test]
fn every_help_has_an_example_and_headings_in_words() {
    fn check(path: &str, command: &clap::Command) {
        let help = command.get_after_help().unwrap().to_string();
        let (_, examples) = help.split_once("Example").unwrap();
        assert!(examples.contains(path), "{path}");
        for heading in command.get_arguments().filter_map(clap::Arg::get_help_heading) {
            assert!(!heading.chars().skip(1).any(char::is_uppercase), "{path}: {heading}");
        }
        for command in command.get_subcommands() {
            check(&format!("{path} {}", command.get_name()), command);
        }
    }
    check("carom", &carom::command());
    let folder = Folder::of(&[]);
    let help = folder.run(&["check", "--help"]);
    assert_eq!((help.code, help.err.as_str()), (Some(0), ""));
    assert!(help.out.contains("Examples:\n  carom check "));
    assert_eq!(folder.run(&[]).code, Some(2));
    assert_eq!(folder.run(&["frobnicate"]).code, Some(2));
}

#[test]
fn configuration_errors_are_reported_once_with_lines() {
    let folder = Folder::of(&[
        ("carom.toml", "root = true\n[lints]\nno-humans = \"allow\"\n"),
        ("a.carom", CLEAN),
        ("b.carom", CLEAN),
    ]);
    let ended = folder.run(&["check"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    for message in
        ["unknown lint `no-humans`", "carom.toml:3:1", "= help: did you mean `no-human`?"]
    {
        assert_eq!(ended.err.matches(message).count(), 1, "{}", ended.err);
    }
}

/// Other systems do not allow such file names.
#[cfg(target_os = "linux")]
#[test]
fn file_names_are_printed_as_given() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::of(&[("a\u{1b}.carom", CLEAN)]);
    let file = folder.path("").join(OsStr::from_bytes(b"l\xff.carom"));
    std::fs::write(file, CLEAN).unwrap();
    let listed = folder.command(&["check", "--files"]).output().unwrap();
    assert_eq!(listed.stdout, "a\\u{1b}.carom\nl\u{fffd}.carom\n".as_bytes());
    assert_eq!(listed.status.code(), Some(0));
}

#[test]
fn report_overwrites_no_puzzle_file() {
    let folder = Folder::of(&[("dirty.carom", DIRTY), ("report.txt", "old")]);
    for (output, why) in [
        ("dirty.carom", "a puzzle file is not overwritten"),
        ("new.carom", "a puzzle file is not overwritten"),
        ("input.txt", "it is one of the files that are read"),
        ("./input.txt", "it is one of the files that are read"),
    ] {
        folder.write("input.txt", DIRTY.as_bytes());
        let ended = folder.run(&["check", "--output", output, "dirty.carom", "input.txt"]);
        let err = format!("error: --output {output}: {why}; name another file\n");
        ended.is(2, "", &err);
        assert_eq!(folder.read("dirty.carom"), DIRTY);
        assert_eq!(folder.read("input.txt"), DIRTY);
        assert_eq!(folder.read("report.txt"), "old");
    }
    // Written to standard output.
    let ended = folder.run(&["check", "--output", "-", "dirty.carom"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), MISMATCH));
    assert_eq!(folder.run(&["check", "--output", "report.txt"]).code, Some(1));
    assert_eq!(folder.read("report.txt"), MISMATCH);
    assert_eq!(folder.names(), ["dirty.carom", "input.txt", "report.txt"]);
}

#[test]
fn no_puzzle_file_is_an_error() {
    let folder = Folder::of(&[("notes.txt", "no puzzle"), ("levels/x.txt", "")]);
    let error = |place: &str| {
        format!("error: no .carom file found in {place}; add `--allow-empty` if that is fine\n")
    };
    let last = "0 puzzles in 0 files of the current folder: 0 errors, 0 warnings\n";
    let here = error("the current folder");
    folder.run(&["check"]).is(2, "", &here);
    folder.run(&["solve", "levels"]).is(2, "", &error("levels"));
    assert_eq!(folder.run(&["fmt", "--check"]).code, Some(2));
    folder.run(&["check", "--allow-empty"]).is(0, "", last);
    assert_eq!(folder.run(&["fmt", "--allow-empty"]).code, Some(0));
}

#[test]
fn unknown_answers_are_counted_and_can_be_denied() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let limited = ["check", "--max-positions", "0"];
    let ended = folder.run(&limited);
    assert_eq!(ended.code, Some(0));
    let last = "1 puzzle in 1 file of the current folder: 0 errors, 1 warning; 1 puzzle not settled within the limits\n";
    assert_eq!(ended.err, last);
    for flags in [
        &["--deny", "warnings"][..],
        &["--deny", "blunder,unknown-answer"],
        &["--allow", "unknown-answer", "--deny", "unknown-answer"],
    ] {
        let ended = folder.run(&[&limited[..], flags].concat());
        assert_eq!(ended.code, Some(1), "{flags:?}: {ended:?}");
    }
    let last_wins = ["--deny", "unknown-answer", "--allow", "unknown-answer"];
    let ended = folder.run(&[&limited[..], &last_wins].concat());
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

#[test]
fn claimed_unsolvable_needs_no_length() {
    let past = "puzzle ricochet \"Past\"\n  rules: direct\n  moves: none\n  board:\n    \
                . . . . .\n    . b . . .\n    . . . . .\n    . . . . .\n    . . B .|.\n";
    let config = "root = true\n[require]\nmoves = \"..3\"\n";
    let folder = Folder::of(&[("past.carom", past), ("carom.toml", config)]);
    assert_eq!(folder.run(&["check"]).code, Some(0));
    let ended = folder.run(&["check", "--max-positions", "1"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.starts_with("warning[unknown-answer]"), "{ended:?}");
}

/// The usual mistake in Ricochet Robots: the robot need not ricochet.
#[test]
fn straight_solution_suggests_rule_direct() {
    let text = "puzzle ricochet \"Line\"\n  board:\n    R . r\n";
    let folder = Folder::of(&[("a.carom", text)]);
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(run.code, Some(1));
    let first = run.out.lines().next().unwrap();
    let found: serde_json::Value = serde_json::from_str(first).unwrap();
    let titles: Vec<&str> = found["fixes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fix| fix["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["add `rules: direct`", "record `moves: none`"]);
    let edit = &found["fixes"][0]["edits"][0];
    let at = edit["start"]["byte"].as_u64().unwrap() as usize;
    let new = edit["text"].as_str().unwrap();
    let fixed = format!("{}{new}{}", &text[..at], &text[at..]);
    let folder = Folder::of(&[("a.carom", &fixed)]);
    assert_eq!(folder.run(&["check"]).code, Some(0), "{fixed}");
}

#[test]
fn requirement_names_its_setting() {
    let config = "[require]\nkeys = [\"author\"]\nmoves = \"5..9\"\nunique = true\n";
    let folder = Folder::of(&[("carom.toml", config), ("clean.carom", CLEAN)]);
    let ended = folder.run(&["check"]);
    for key in ["keys", "moves"] {
        let help = format!("  = help: required by `require.{key}`\n");
        assert!(ended.out.contains(&help), "{ended:?}");
    }
    let ended = folder.run(&["check", "--format", "gitlab"]);
    assert!(ended.out.contains("`author` (help: required by `require.keys`)"), "{ended:?}");
    let ended = folder.run(&["check", "--format", "junit"]);
    assert!(ended.out.contains("`author`\n  help: required by `require.keys`"), "{ended:?}");
}

#[test]
fn verbosity_flags_work_for_every_command() {
    let folder = Folder::of(&[("clean.carom", CLEAN), ("empty.carom", "")]);
    let ended = folder.run(&["solve", "-v", "clean.carom"]);
    assert!(ended.err.contains("  line 1: solved, "), "{ended:?}");
    assert_eq!(folder.run(&["solve", "--allow-empty", "empty.carom"]).err, "");
    for command in ["check", "fmt", "stats", "config", "explain"] {
        assert_eq!(folder.run(&[command, "-q"]).err, "", "{command}");
    }
    let ended = folder.run(&["check", "missing.carom"]);
    ended.is(2, "", "error: missing.carom: no such file or folder\n");
    let ended = folder.run(&["solve", "--jobs", "0"]);
    assert!(ended.err.contains("without `--jobs`, all cores are used"), "{ended:?}");
}

#[test]
fn utf_16_is_detected() {
    let folder = Folder::of(&[]);
    folder.write("a.carom", b"\xFF\xFEp\0u\0");
    let ended = folder.run(&["check", "a.carom"]);
    ended.is(2, "", "error: a.carom: the file is UTF-16; save it as UTF-8\n");
}

/// Reads lines until one contains `part`.
fn read_until(lines: &mut impl Iterator<Item = std::io::Result<String>>, part: &str) {
    let mut seen = String::new();
    for line in lines {
        seen += &line.unwrap();
        if seen.contains(part) {
            return;
        }
        seen.push('\n');
    }
    panic!("{part} is not in {seen}");
}

#[test]
fn watch_checks_again_after_changes() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = Folder::of(&[("sub/a.carom", CLEAN)]);
    for path in [".", "sub/a.carom"] {
        folder.write("sub/a.carom", CLEAN.as_bytes());
        let mut command = folder.command(&["check", "--watch", path]);
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        read_until(&mut lines, "1 puzzle in 1 file: 0 errors, 0 warnings");
        read_until(&mut lines, "waiting for changes; Ctrl-C ends");
        // Nobody needs a check after this.
        folder.write("sub/notes.txt", b"");
        folder.write("sub/a.carom", DIRTY.as_bytes());
        read_until(&mut lines, "1 puzzle in 1 file: 1 error, 0 warnings");
        read_until(&mut lines, "waiting for changes");
        // Editors write a new file and rename it.
        folder.write("sub/a.carom~", WARNED.as_bytes());
        std::fs::rename(folder.path("sub/a.carom~"), folder.path("sub/a.carom")).unwrap();
        read_until(&mut lines, "1 puzzle in 1 file: 0 errors, 1 warning");
        read_until(&mut lines, "waiting for changes");
        folder.write("sub/carom.toml", b"lints.trailing-moves = \"deny\"\n");
        read_until(&mut lines, "1 puzzle in 1 file: 1 error, 0 warnings");
        std::fs::remove_file(folder.path("sub/carom.toml")).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let refused = folder.run(&["check", "--watch", "-"]);
    refused.is(2, "", "error: `--watch` needs files or folders\n");
}

#[test]
fn mistyped_commands_get_tips() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    for (arguments, tip) in [
        (&["a.carom"][..], "tip: `carom check a.carom` checks it"),
        (&["play", "a.carom"], "tip: `carom preview`"),
        (&["share", "a.carom"], "tip: `carom page`"),
        (&["html"], "tip: `carom page`"),
        (&["print"], "tip: `carom render --sheet`"),
        (&["format"], "tip: `carom fmt`"),
        (&["verify"], "tip: `carom check`"),
        (&["docs"], "tip: `carom explain`"),
        (&["server"], "tip: `carom lsp`"),
        (&["version"], "tip: `carom --version`"),
        (&["check", "--threads", "2"], "tip: a similar argument exists: '--jobs'"),
        (&["check", "--dry-run"], "tip: a similar argument exists: '--diff'"),
        (&["check", "--formt", "json"], "tip: a similar argument exists: '--format'"),
        (&["minimise", "."], "error: .: "),
        (&["init"], "tip: `carom new`"),
        (&["fix"], "tip: `carom check --fix`"),
        (&["watch"], "tip: `carom check --watch`"),
        (&["svg", "a.carom"], "tip: `carom render`"),
        (&["lint"], "tip: `carom check`"),
        (&["levels"], "tip: `carom stats`"),
        (&["slove"], "tip: a similar subcommand exists: 'solve'"),
        (&["new"], "tip: write `lunar`, `ricochet`, `slider`, `rush` or `tilt`"),
        (&["generate", "tilt"], "tip: `carom generate` does not support Tilt"),
        (&["census", "rush"], "tip: `carom census` does not support X-mas Rush"),
        (&["generate"], "tip: write `lunar` or `ricochet`"),
        (&["convert", "a.carom"], "tip: write `carom`, "),
        (&["render", "a.carom", "x.svg"], "did you mean `-o x.svg`?"),
        (&["page", "a.carom", "-o", "."], ". is a folder; name a file, such as `-o ./page.html`"),
        (&["config", "--json"], "unexpected argument '--json'"),
    ] {
        let ended = folder.run(arguments);
        assert_eq!(ended.code, Some(2), "{arguments:?}");
        assert!(ended.err.contains(tip), "{arguments:?}: {}", ended.err);
    }
    // A tip never goes by letters alone.
    for arguments in [&["sharp"][..], &["sole"], &["checkers"], &["check", "--fixture"]] {
        let ended = folder.run(arguments);
        assert_eq!(ended.code, Some(2), "{arguments:?}");
        assert!(arguments == ["sole"] || !ended.err.contains("tip:"), "{}", ended.err);
    }
    let pages = folder.run(&["explain"]).out;
    assert!(pages.contains("\ncommands              page  "), "{pages}");
    let ragged = folder.run(&["explain", "ragged-board"]);
    assert_eq!(folder.run(&["explain", "ragged"]), ragged);
    assert_eq!(folder.run(&["explain", "moves"]).code, Some(2));
    let json = folder.run(&["check", "--format", "json", "a.carom"]);
    assert_eq!(folder.run(&["check", "--json", "a.carom"]), json);
    assert_eq!(folder.run(&["check", "-j4", "-o", "out.txt", "a.carom"]).code, Some(0));
    assert_eq!(folder.read("out.txt"), "");
    let three = folder.run(&["generate", "lunar", "--moves", "2..3", "-n", "3", "--seed", "1"]);
    assert_eq!(three.out.matches("puzzle lunar").count(), 3, "{}", three.err);
}
