//! Report formats of services, and several reports of one run.

use serde_json::Value;

use super::folder::{CLEAN, DIRTY, Folder, WARNED};

/// All formats except text.
const FORMATS: [&str; 7] = ["short", "json", "rdjson", "sarif", "junit", "github", "gitlab"];

/// Returns a folder with many errors.
fn faulty_folder() -> Folder {
    let unsettled = "puzzle lunar \"Wide\"\n  board:\n    . A . . .\n    . . . . .\n    \
                     . . + . B\n    C . . . .\n    . . @ . D\n";
    let folder = Folder::of(&[
        ("a.carom", &[CLEAN, DIRTY, "puzzle lunar\n"].join("\n")),
        ("b c.carom", &format!("titel: x\n; carom: allow syntax\n\n{WARNED}\n{DIRTY}")),
        ("d/e.carom", unsettled),
        ("f/carom.toml", "[limits]\nmax-positions = \"none\"\n"),
        ("f/f.carom", CLEAN),
    ]);
    folder.write("g.carom", b"\xFF");
    folder
}

const LIMITED: [&str; 3] = ["check", "--max-positions", "3"];

#[test]
fn several_reports_match_single_reports() {
    let folder = faulty_folder();
    let texts: Vec<String> = FORMATS
        .iter()
        .map(|format| folder.run(&[&LIMITED[..], &["--format", format]].concat()).out)
        .collect();
    let text = folder.run(&LIMITED);
    let files: Vec<String> =
        FORMATS.iter().map(|format| format!("--format={format}=out.{format}")).collect();
    let mut arguments = LIMITED.to_vec();
    arguments.extend(files.iter().map(String::as_str));
    arguments.push("--format=text");
    let all = folder.run(&arguments);
    // Times differ between runs.
    let untimed =
        |text: &str| text.split(" time=\"").map(|part| part[5..].to_owned()).collect::<Vec<_>>();
    for (format, expected) in FORMATS.iter().zip(&texts) {
        let written = folder.read(&format!("out.{format}"));
        if *format == "junit" {
            assert_eq!(untimed(&written), untimed(expected));
        } else {
            assert_eq!(&written, expected);
        }
        assert!(expected.contains("moves-mismatch"), "{format}");
    }
    assert_eq!(all, text);
    assert_eq!(all.code, Some(2));
}

/// Vim, Emacs and grep read `file:line:column: `.
#[test]
fn short_report_has_one_line_for_each_diagnostic() {
    let folder = faulty_folder();
    let short = folder.run(&[&LIMITED[..], &["--format", "short"]].concat());
    let json = folder.run(&[&LIMITED[..], &["--format", "json"]].concat());
    let lines = json.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let expected = lines.filter(|line| line["code"].is_string()).map(|line| {
        let text = |name: &str| line[name].as_str().unwrap().to_owned();
        let (place, code) = (&line["start"], text("code"));
        let (file, severity, message) = (text("file"), text("severity"), text("message"));
        format!("{file}:{}:{}: {severity}[{code}] {message}", place["line"], place["column"])
    });
    assert_eq!(short.out.lines().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    assert_eq!(short.code, json.code);
}

#[test]
fn report_paths_never_overwrite_other_files() {
    let folder = Folder::of(&[("a.carom", DIRTY), ("out", "old")]);
    for (arguments, message) in [
        (&["--format=sarif=a.carom"][..], "a puzzle file is not overwritten"),
        (&["--output=carom.toml"], "would be a configuration"),
        (&["--format=sarif=./sub/carom.toml"], "would be a configuration"),
        (&["--format=text", "--format=json"], "both go to standard output"),
        (&["--format=json=out", "--format=text=./out"], "two reports"),
        (&["--format=json=out", "--output=x"], "already has a file"),
        (&["--format=json=out", "--diff"], "`--diff` cannot be combined"),
        (&["--format=json=out", "--format=sarif=no/such"], "no/such"),
    ] {
        let ended = folder.run(&[&["check"][..], arguments].concat());
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
        assert!(ended.err.contains(message), "{}", ended.err);
        assert_eq!(folder.names(), ["a.carom", "out"]);
        assert_eq!(folder.read("out"), "old");
    }
}

#[test]
fn fixed_diagnostics_are_in_no_report() {
    let folder = Folder::of(&[("a.carom", DIRTY)]);
    let flags = ["check", "--fix=claims", "--format=gitlab=out", "--format=text"];
    folder.run(&flags).is(
        0,
        "",
        "1 puzzle in 1 file of the current folder: 0 errors, 0 warnings; 1 fix applied\n",
    );
    assert_eq!(folder.read("out"), "[]\n");
}

#[cfg(unix)]
#[test]
fn report_path_is_checked_through_links() {
    let folder = Folder::of(&[("a.carom", DIRTY), ("b.carom", CLEAN), ("carom.toml", "")]);
    for (file, message) in [
        ("b.carom", "a puzzle file is not overwritten"),
        ("carom.toml", "would be a configuration"),
    ] {
        let link = folder.path("link");
        std::os::unix::fs::symlink(file, &link).unwrap();
        let before = folder.read(file);
        let ended = folder.run(&["check", "a.carom", "--output=link"]);
        assert_eq!(ended.code, Some(2));
        assert!(ended.err.contains(message), "{}", ended.err);
        assert_eq!(folder.read(file), before);
        std::fs::remove_file(link).unwrap();
    }
}

/// A single brace has another meaning in SARIF.
#[test]
fn sarif_messages_escape_braces() {
    let text = "puzzle lunar \"a{0}\nb\"\n\npuzzle lunar {1}\n  moves: 3\n  \
                board:\n    @ { + A\n";
    let folder = Folder::of(&[("{2}.carom", text)]);
    folder.write("x{3}/carom.toml", b"[\"{4}\"]\n");
    folder.write("x{3}/a.carom", CLEAN.as_bytes());
    let log = folder.run(&["check", "--format", "sarif"]).out;
    let log: Value = serde_json::from_str(&log).unwrap();
    let run = &log["runs"][0];
    let notification = &run["invocations"][0]["toolExecutionNotifications"][0];
    let message = notification["message"]["text"].as_str().unwrap();
    assert!(message.contains("{{4}}"), "{message}");
    let json = folder.run(&["check", "--format", "json"]).out;
    let lines = json.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.filter(|line: &Value| line["code"].is_string()).collect();
    let doubled = |text: &Value| text.as_str().unwrap().replace('{', "{{").replace('}', "}}");
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), lines.len());
    let mut written = String::new();
    for (result, line) in results.iter().zip(&lines) {
        let message = result["message"]["text"].as_str().unwrap();
        assert!(message.contains(&doubled(&line["message"])), "{message}");
        let fixes = result["fixes"].as_array().into_iter().flatten();
        for (fix, other) in fixes.zip(line["fixes"].as_array().unwrap()) {
            assert_eq!(fix["description"]["text"], doubled(&other["title"]));
            let change = &fix["artifactChanges"][0]["replacements"][0];
            assert_eq!(change["insertedContent"]["text"], other["edits"][0]["text"]);
            written.push_str(change["insertedContent"]["text"].as_str().unwrap());
        }
    }
    assert!(written.contains("{1}"), "{written}");
    assert!(results.iter().any(|result| result.to_string().contains("`{{`")));
}

/// File names must not be interpreted by a terminal, or by a workflow that reads its log.
#[cfg(unix)]
#[test]
fn file_names_are_escaped() {
    const NAME: &str = "x\u{1b}[31m\n::error::x.carom";
    let text = format!(" {CLEAN}\n{DIRTY}\npuzzle lunar\n  bo\u{1b}ard:\n");
    let folder = Folder::of(&[
        ("a.carom", CLEAN),
        (NAME, &text),
        ("y\n::error::y.carom", &format!("\n{CLEAN}")),
        ("zz.carom", DIRTY),
        ("kept.carom", super::cache::PUZZLE),
        ("sub\n::error::/carom.toml", "nothing\n"),
        ("sub\n::error::/a.carom", CLEAN),
    ]);
    std::os::unix::fs::symlink("none", folder.path("z\n::error::z.carom")).unwrap();
    folder.write("z\n::error::.jsonl", b"{}\n");
    let out = format!("--output={NAME}");
    let within = format!("--output=no\n::error::/{NAME}");
    for (arguments, told) in [
        (&["check", "--no-cache", "--hints"][..], "x\\u{1b}[31m\\n::error::x.carom:7:10"),
        (&["check", "--no-cache", "-v"], "z\\n::error::z.carom: the link"),
        (&["check", "--no-cache", "--fix=claims", "--diff"], "\"x\\033[31m\\012::error"),
        (&["check", "--no-cache", &out], "--output x\\u{1b}"),
        (&["check", "--no-cache", &within], "no\\n::error::/x\\u{1b}"),
        (&["solve", "--no-cache"], "x\\u{1b}[31m\\n::error::x.carom:6: Two off"),
        (&["stats", "--no-cache"], "x\\u{1b}[31m\\n::error::x.carom:6 Two off"),
        (&["fmt", "--check"], "y\\n::error::y.carom\n"),
        (&["fmt", "--diff"], "\"y\\012::error"),
        (&["find", "a1b2e71f"], "x\\u{1b}[31m\\n::error::x.carom:6 Two off"),
        (&["convert", "--to", "roboyard"], "x\\u{1b}[31m\\n::error::x.carom: line"),
        (&["convert", "--to", "lunar-rows", "--check", "a.carom", NAME], ""),
        (&["config", "sub\n::error::/a.carom"], "sub\\n::error::/carom.toml"),
        (&["config", NAME], "x\\u{1b}[31m"),
        (&["solve", "--jsonl", "--no-cache", "no\n::error::"], "no\\n::error::"),
        (&["check", "--cache-dir=a.carom/\n::error::"], "kept in a.carom/\\n::error::"),
        (&["cache", "info", "--cache-dir=no\n::error::"], "no\\n::error::"),
    ] {
        let mut command = folder.command(arguments);
        command.env_remove("CAROM_NO_CACHE");
        let ended = super::folder::end(command, b"");
        let message = format!("{}{}", ended.out, ended.err);
        let is_diff = arguments.contains(&"--diff");
        // A diff shows the content of a file as it is.
        let mut lines = message.lines().filter(|line| !(is_diff && line.contains("bo\u{1b}ard")));
        let obeyed =
            |line: &&str| line.contains('\u{1b}') || line.trim_start().starts_with("::error");
        assert_eq!(lines.find(obeyed), None, "{arguments:?}: {message}");
        assert!(message.contains(told), "{arguments:?}: {message}");
    }
}

/// Returns the fingerprints of a report, each with its lint.
fn fingerprints(folder: &Folder) -> Vec<String> {
    let out = folder.run(&["check", "--format", "sarif"]).out;
    let log: Value = serde_json::from_str(&out).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let name = |result: &Value| {
        let fingerprint = &result["partialFingerprints"]["primaryLocationLineHash"];
        format!("{} {fingerprint}", result["ruleId"])
    };
    let mut names: Vec<String> = results.iter().map(name).collect();
    names.sort();
    names
}

#[test]
fn fingerprints_survive_moved_lines() {
    let texts = [CLEAN, DIRTY, WARNED, "puzzle lunar \"None\"\n", "puzzle lunar\n"];
    let before = fingerprints(&Folder::of(&[("a.carom", &texts.join("\n"))]));
    let mut moved = texts;
    moved.reverse();
    let after = format!("; more\n\n{}", moved.join("\n\n"));
    assert_eq!(before, fingerprints(&Folder::of(&[("a.carom", &after)])));
    let mut unique = before.clone();
    unique.dedup();
    assert_eq!(unique.len(), before.len());
    assert_eq!(before.len(), 4, "{before:?}");
}

/// Other systems do not allow such file names.
#[cfg(target_os = "linux")]
#[test]
fn sarif_uris_resolve_for_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::of(&[]);
    let file = folder.path("").join(OsStr::from_bytes(b"l\xff.carom"));
    std::fs::write(&file, DIRTY).unwrap();
    let sarif = folder.run(&["check", "--format", "sarif"]).out;
    assert!(sarif.contains("\"uri\": \"l%FF.carom\""), "{sarif}");
}

/// Direction marks can make text look different from its content.
#[test]
fn text_escapes_direction_marks() {
    let puzzle = CLEAN.replace("One slide", "One \u{202e}slide");
    let folder = Folder::of(&[("a.carom", &puzzle.replace("moves: 1", "moves: 2"))]);
    for command in ["check", "solve", "stats"] {
        let ended = folder.run(&[command, "a.carom"]);
        assert!(!ended.out.contains('\u{202e}'), "{ended:?}");
    }
}

#[test]
fn annotations_escape_controls() {
    let name = "Two\u{1b}[31m\u{7}\u{202e}off";
    let folder = Folder::of(&[("a.carom", &DIRTY.replace("Two off", name))]);
    let out = folder.run(&["check", "--format", "github"]).out;
    assert!(out.starts_with("::error file=a.carom,"), "{out}");
    assert!(!out.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{out:?}");
    assert!(out.contains("\\u{1b}[31m"), "{out}");
}

#[test]
fn github_limit_is_mentioned() {
    let lines = |puzzles: usize| {
        let folder = Folder::of(&[("a.carom", &"puzzle lunar\n\n".repeat(puzzles))]);
        let out = folder.run(&["check", "--format", "github"]).out;
        let is_command = |line: &&str| line.starts_with("::");
        let (commands, others): (Vec<&str>, Vec<&str>) = out.lines().partition(is_command);
        (commands.len(), others.join("\n"))
    };
    assert_eq!(lines(10), (10, String::new()));
    let (commands, others) = lines(11);
    assert_eq!(commands, 11);
    assert!(others.starts_with("GitHub shows the first 10 annotations"), "{others}");
}
