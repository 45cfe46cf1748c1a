//! For folders, the server reports the same as `carom check`: which files are compared, which
//! limits apply, and what is found with little memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::folder::path_name;
use crate::lsp::client::{Client, PATIENCE};
use crate::lsp::equality::is_of_original;
use crate::lsp::file_uri;

/// A puzzle of four moves; the next one is its mirror image.
const BOARD: &str = "    . . . . A\n    . . B . .\n    . C + . .\n    . . . D .\n    . . . . @\n";
const MIRRORED: &str =
    "    A . . . .\n    . . B . .\n    . . + C .\n    . D . . .\n    @ . . . .\n";

/// A two-player game whose solution throws the win away. A table of nearly 64 KiB proves it; less
/// memory does not.
fn blunder(line: &str) -> String {
    format!(
        "\
puzzle slider
  board:
    H . . .
    H . # .
    . . . .
    . V V .
  solution: {line}
"
    )
}

/// A puzzle that takes more than 64 KiB.
const LARGE: &str = "\
puzzle lunar \"Large\"
  board:
    . . . . . . . . .
    . A . . . . . B .
    . . . . . . . . .
    . . . . . . . . .
    . . C . + . . . .
    . . . . . . . . D
    E . . . . @ . . .
    . . . F . . . G .
    . . . . . . . . .
";

fn lunar(name: &str, board: &str, more: &str) -> String {
    format!("puzzle lunar \"{name}\"\n{more}  board:\n{board}\n")
}

/// A puzzle of one move with an idle robot.
const SPARE: &str = "    @ . + #\n    . . . .\n    A . . .\n";

/// The files of the folder.
fn files() -> Vec<(&'static str, String)> {
    let limits = |limits: &str| format!("[limits]\nmax-positions = 300000\n{limits}");
    let blunders = ["a3>", "a4> b1^ b4v", "a4> b1^ a3>"].map(blunder).concat();
    vec![
        ("carom.toml", limits("max-memory = \"64MiB\"\n")),
        ("a.carom", lunar("First", BOARD, "  moves: 5\n") + LARGE + &blunder("a3>")),
        ("short/carom.toml", limits("max-memory = \"64KiB\"\n")),
        ("short/b.carom", lunar("First", MIRRORED, "") + LARGE + &blunders),
        ("short/few/carom.toml", "[limits]\nmax-positions = 3\n".to_owned()),
        (
            "tree/carom.toml",
            "exclude = [\"out/\"]\n[lints]\nredundant-piece = \"allow\"\n\
             [[overrides]]\npaths = [\"hard/**\"]\nlimits.max-positions = 3\n\
             lints.unknown-answer = \"deny\"\n[[overrides]]\npaths = [\"loud.carom\"]\n\
             lints = {redundant-piece = \"warn\", moves-mismatch = \"hint\"}\n"
                .to_owned(),
        ),
        ("tree/a.carom", lunar("Tree", SPARE, "  moves: 5\n")),
        ("tree/loud.carom", lunar("Loud", SPARE, "  moves: 5\n")),
        ("tree/out/e.carom", lunar("Out", BOARD, "  moves: 5\n")),
        ("tree/hard/f.carom", LARGE.to_owned()),
        (
            "tree/hard/own/carom.toml",
            "root = true\ninclude = [\"g.carom\"]\nlimits.max-positions = 2\n".to_owned(),
        ),
        (
            "wanted/carom.toml",
            "require = {keys = [\"author\"], moves = \"2..3\", unique = true, all-robots = true}\n\
             [[overrides]]\npaths = [\"few.carom\"]\nlimits.max-positions = 3\n"
                .to_owned(),
        ),
        (
            "wanted/a.carom",
            lunar("Wanted", BOARD, "") + &lunar("Wanted too", SPARE, "  author: me\n") + LARGE,
        ),
        ("wanted/few.carom", lunar("Few", BOARD, "  moves: 4\n")),
        ("wanted/two/carom.toml", "require.moves = \"..1\"\n".to_owned()),
        (
            "wanted/two/b.carom",
            "author: me\n\npuzzle ricochet\n  board:\n    R . .\n    . G .\n    . . r\n".to_owned(),
        ),
        ("tree/hard/own/g.carom", LARGE.to_owned()),
        ("tree/hard/own/h.carom", LARGE.to_owned()),
        ("short/few/c.carom", lunar("First", BOARD, "") + &lunar("First", MIRRORED, "") + LARGE),
        ("short.carom", lunar("Last", BOARD, "  moves: 3\n")),
        ("ignored/d.carom", lunar("Ignored", BOARD, "")),
        (".ignore", "ignored/\n".to_owned()),
    ]
}

/// A diagnostic: start, end, code, severity, message and related places.
type Found = (u64, u64, u64, u64, String, u64, String, Vec<(String, u64)>);

/// The diagnostics by the path of their file; files without diagnostics are left out.
type All = BTreeMap<String, Vec<Found>>;

fn sorted(mut all: All) -> All {
    all.retain(|_, found| !found.is_empty());
    for found in all.values_mut() {
        found.sort();
    }
    all
}

/// Returns the first line of a message, without the help that editors show below it.
fn message(report: &Value) -> String {
    let message = report["message"].as_str().unwrap();
    message.lines().next().unwrap_or_default().to_owned()
}

/// Returns the diagnostics of `carom check`, called in `here` with `argument`. Removes `before`
/// from the start of paths.
fn check_diagnostics(here: &Path, argument: &str, before: &str) -> All {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    let arguments = ["check", "--hints", "--format", "json", argument];
    let output = command.args(arguments).current_dir(here).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let objects = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut all = All::new();
    for report in objects.filter(|object| object.get("code").is_some()) {
        let at = |end: &str, what: &str| report[end][what].as_u64().unwrap() - 1;
        let inner = |file: &Value| file.as_str().unwrap().replacen(before, "", 1);
        let related = report["related"].as_array().into_iter().flatten().map(|place| {
            let line = place["start"]["line"].as_u64().unwrap() - 1;
            let file = place.get("file").unwrap_or(&report["file"]);
            (inner(file), line)
        });
        let found = (
            at("start", "line"),
            at("start", "column"),
            at("end", "line"),
            at("end", "column"),
            report["code"].as_str().unwrap().to_owned(),
            match report["severity"].as_str().unwrap() {
                "error" => 1,
                "warning" => 2,
                _ => 4,
            },
            message(&report).replacen(before, "", 1),
            related.collect(),
        );
        all.entry(inner(&report["file"])).or_default().push(found);
    }
    sorted(all)
}

fn uri(folder: &Path, file: &str) -> String {
    file_uri(&folder.join(file))
}

fn diagnostic(folder: &Path, item: &Value) -> Found {
    let at = |end: &str, what: &str| item["range"][end][what].as_u64().unwrap();
    let related = item["relatedInformation"].as_array().into_iter().flatten().map(|place| {
        let location = &place["location"];
        let file = location["uri"].as_str().unwrap().replacen(&uri(folder, ""), "", 1);
        (file, location["range"]["start"]["line"].as_u64().unwrap())
    });
    (
        at("start", "line"),
        at("start", "character"),
        at("end", "line"),
        at("end", "character"),
        item["code"].as_str().unwrap().to_owned(),
        item["severity"].as_u64().unwrap(),
        message(item),
        related.collect(),
    )
}

/// Returns the server's diagnostics for all files of the folder, open or not.
fn server_diagnostics(client: &mut Client, folder: &Path) -> All {
    let params = json!({"previousResultIds": []});
    let report = client.request("workspace/diagnostic", params);
    let mut all = All::new();
    for file in report["items"].as_array().unwrap() {
        let name = file["uri"].as_str().unwrap().replacen(&uri(folder, ""), "", 1);
        let items: Vec<Found> = file["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|item| !is_of_original(item))
            .map(|item| diagnostic(folder, item))
            .collect();
        assert_eq!(all.insert(name, items), None);
    }
    sorted(all)
}

/// Returns the server's diagnostics for an open file.
fn server_diagnostics_of(client: &mut Client, folder: &Path, file: &str) -> Vec<Found> {
    let document = json!({"textDocument": {"uri": uri(folder, file)}});
    let report = client.request("textDocument/diagnostic", document);
    let mut items: Vec<Found> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| !is_of_original(item))
        .map(|item| diagnostic(folder, item))
        .collect();
    items.sort();
    items
}

/// Asks until the server has found everything.
fn wait_until<T: PartialEq + std::fmt::Debug>(expected: &T, mut ask: impl FnMut() -> T) {
    let end = Instant::now() + PATIENCE;
    let mut now = ask();
    while now != *expected && Instant::now() < end {
        sleep(Duration::from_millis(20));
        now = ask();
    }
    assert_eq!(now, *expected);
}

fn client_in(folder: &Path) -> Client {
    let folders = json!([{"uri": file_uri(folder), "name": "f"}]);
    Client::with_params(json!({
        "processId": null,
        "capabilities": {"general": {"positionEncodings": ["utf-32"]}},
        "workspaceFolders": folders,
    }))
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn server_matches_check_from_any_folder() {
    let outer = dunce::canonicalize(TempDir::new().unwrap().path()).unwrap();
    let folder = &outer.join("folder");
    for (file, text) in files() {
        write(folder, file, &text);
    }
    let expected = check_diagnostics(folder, ".", "");
    assert_eq!(check_diagnostics(&outer, "folder", "folder/"), expected);
    assert_eq!(check_diagnostics(&folder.join("short"), "..", "../"), expected);
    let absolute = folder.to_str().unwrap();
    assert_eq!(check_diagnostics(&outer, absolute, &format!("{}/", path_name(folder))), expected);
    // The effects of the limits of each folder, and of the other files.
    let has = |file: &str, codes: &[&str]| {
        for code in codes {
            let mut found = expected[file].iter();
            assert!(found.any(|found| found.4 == *code), "{code}: {expected:?}");
        }
    };
    has("a.carom", &["blunder", "moves-mismatch", "redundant-piece"]);
    has("short/b.carom", &["blunder", "duplicate-puzzle", "unknown-answer"]);
    has("short/few/c.carom", &["duplicate-name", "duplicate-puzzle"]);
    has("short.carom", &["duplicate-puzzle", "moves-mismatch"]);
    let limits = |file: &str| {
        let found = expected[file].iter();
        let unknown = found.filter(|found| found.4 == "unknown-answer");
        unknown.map(|found| found.6.split(" was").next().unwrap().to_owned())
    };
    assert!(limits("a.carom").next().is_none());
    assert!(limits("short/b.carom").eq(["the limit of memory"]));
    assert!(limits("short/few/c.carom").all(|limit| limit == "the limit of positions"));
    // Overrides apply to some files; others are excluded.
    let severity = |file: &str, code: &str| {
        let mut found = expected[file].iter();
        found.find(|found| found.4 == code).map(|found| found.5)
    };
    assert_eq!(severity("tree/a.carom", "moves-mismatch"), Some(1));
    assert_eq!(severity("tree/a.carom", "redundant-piece"), None);
    assert_eq!(severity("tree/loud.carom", "moves-mismatch"), Some(4));
    assert_eq!(severity("tree/loud.carom", "redundant-piece"), Some(2));
    assert_eq!(severity("tree/hard/f.carom", "unknown-answer"), Some(1));
    assert_eq!(severity("tree/hard/own/g.carom", "unknown-answer"), Some(2));
    // Requirements are reported once it is known whether they hold.
    has("wanted/a.carom", &["required-key", "moves-out-of-range", "idle-robot"]);
    has("wanted/few.carom", &["required-key", "unknown-answer"]);
    assert_eq!(severity("wanted/few.carom", "idle-robot"), None);
    has("wanted/two/b.carom", &["moves-out-of-range", "not-unique", "idle-robot"]);
    assert!(!expected.contains_key("tree/out/e.carom"));
    assert!(!expected.contains_key("tree/hard/own/h.carom"));
    let blunders = expected["short/b.carom"].iter();
    assert_eq!(blunders.filter(|found| found.4 == "blunder").count(), 3);

    // The order of opening files does not matter, nor whether a file is open at all.
    for opened in [
        &["short/few/c.carom", "short/b.carom", "a.carom"][..],
        &["a.carom", "short/b.carom"],
        &["short.carom", "tree/loud.carom", "tree/hard/own/g.carom"],
    ] {
        let mut client = client_in(folder);
        for file in opened {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            client.open(&uri(folder, file), &text);
        }
        for file in opened {
            wait_until(&expected[*file], || server_diagnostics_of(&mut client, folder, file));
        }
        wait_until(&expected, || server_diagnostics(&mut client, folder));
    }
}

#[test]
fn edit_updates_diagnostics_of_other_files() {
    let folder = TempDir::new().unwrap();
    let folder = &dunce::canonicalize(folder.path()).unwrap();
    let text = lunar("One", BOARD, "");
    for file in ["a.carom", "b.carom", "c.carom"] {
        write(folder, file, &text);
    }
    let mut client = client_in(folder);
    client.open(&uri(folder, "a.carom"), &text);
    client.open(&uri(folder, "c.carom"), &text);
    let names = |file: &'static str, line: u64| {
        move |found: &[Value]| {
            let start = format!("duplicate of the puzzle in {file}:{line},");
            let mut messages = found.iter().map(|d| d["message"].as_str().unwrap());
            messages.any(|message| message.starts_with(&start))
        }
    };
    let c = &uri(folder, "c.carom");
    client.published(c, 1, names("a.carom", 1));
    // Insert a line above the puzzle.
    client.change_all(&uri(folder, "a.carom"), 2, &format!("; note\n{text}"));
    client.published(c, 1, names("a.carom", 2));
    // Change the board.
    let other = text.replace("A", ".");
    client.change_all(&uri(folder, "a.carom"), 3, &other);
    client.published(c, 1, names("b.carom", 1));
    // A file that is not open changes, and is deleted.
    let changed = |client: &mut Client, kind: u8| {
        let change = json!({"uri": uri(folder, "b.carom"), "type": kind});
        let changes = json!({"changes": [change]});
        client.notify("workspace/didChangeWatchedFiles", changes);
    };
    write(folder, "b.carom", &format!("\n\n{text}"));
    changed(&mut client, 2);
    client.published(c, 1, names("b.carom", 3));
    fs::remove_file(folder.join("b.carom")).unwrap();
    changed(&mut client, 3);
    client.published(c, 1, |found| {
        let mut codes = found.iter().map(|d| &d["code"]);
        codes.all(|code| code != "duplicate-puzzle")
    });
    // After closing, the content on disk counts.
    let document = json!({"textDocument": {"uri": uri(folder, "a.carom")}});
    client.notify("textDocument/didClose", document);
    client.published(c, 1, names("a.carom", 1));
}

#[test]
fn changed_configuration_updates_only_its_files() {
    let folder = TempDir::new().unwrap();
    let folder = &dunce::canonicalize(folder.path()).unwrap();
    for (file, text) in files() {
        write(folder, file, &text);
    }
    let mut client = client_in(folder);
    let opened = ["tree/loud.carom", "a.carom"];
    for file in opened {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        client.open(&uri(folder, file), &text);
    }
    wait_until(&check_diagnostics(folder, ".", ""), || server_diagnostics(&mut client, folder));
    let changes = [
        // Change levels, limits and selected files.
        ("tree/carom.toml", Some("exclude = [\"a.carom\"]\nlints.moves-mismatch = \"warn\"\n")),
        ("tree/hard/own/carom.toml", None),
        ("carom.toml", Some("include = [\"tree/\"]\nlimits.max-positions = 2\n")),
        ("tree/out/carom.toml", Some("root = true\n")),
    ];
    for (file, text) in changes {
        let path = folder.join(file);
        match text {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let change = json!({"uri": uri(folder, file), "type": if text.is_some() { 2 } else { 3 }});
        client.notify("workspace/didChangeWatchedFiles", json!({"changes": [change]}));
        // Open files are reported even if their folder excludes them.
        let mut expected = check_diagnostics(folder, ".", "");
        if file == "carom.toml" || file == "tree/out/carom.toml" {
            assert!(!expected.contains_key("a.carom"));
            expected.extend(check_diagnostics(folder, "a.carom", ""));
        }
        wait_until(&expected, || server_diagnostics(&mut client, folder));
    }
}

#[test]
fn closed_file_has_no_diagnostics() {
    let outer = dunce::canonicalize(TempDir::new().unwrap().path()).unwrap();
    let folder = &outer.join("folder");
    let text = lunar("One", BOARD, "  moves: 5\n");
    write(folder, "carom.toml", "exclude = [\"out/\"]\n");
    for file in ["saved.carom", "out/excluded.carom", "../elsewhere.carom"] {
        write(folder, file, &text);
    }
    write(folder, "other.carom", &format!("; more\n{text}"));
    let mut client = client_in(folder);
    for file in
        ["saved.carom", "other.carom", "new.carom", "out/excluded.carom", "../elsewhere.carom"]
    {
        let path = folder.join(file);
        let path = dunce::canonicalize(&path).unwrap_or(path);
        let uri = file_uri(&path);
        for _ in 0..2 {
            client.open(&uri, &text);
            client.published(&uri, 1, |found| !found.is_empty());
            let document = json!({"textDocument": {"uri": uri}});
            client.notify("textDocument/didClose", document);
            client.wait(|message| {
                let params = &message["params"];
                message["method"] == "textDocument/publishDiagnostics"
                    && params["uri"] == uri
                    && params["diagnostics"] == json!([])
                    && params.get("version").is_none()
            });
            // Diagnostics from before closing do not return after reopening.
            client.unread.clear();
        }
    }
}

#[test]
fn workspace_folder_changes_update_files() {
    let folder = TempDir::new().unwrap();
    let folder = &dunce::canonicalize(folder.path()).unwrap();
    let text = lunar("One", BOARD, "");
    write(folder, "a/deep/one.carom", &text);
    write(folder, "a/carom.toml", "exclude = [\"deep/\"]\n");
    write(folder, "z.carom", &text);
    write(folder, ".ignore", "ignored/\n");
    let folders = json!([{"uri": file_uri(folder), "name": "f"}]);
    let mut client = Client::with_params(json!({
        "processId": null,
        "capabilities": {
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
        },
        "workspaceFolders": folders,
    }));
    let registration = client.wait(|message| message["method"] == "client/registerCapability");
    let watchers = &registration["params"]["registrations"][0]["registerOptions"]["watchers"];
    // Created (1) and deleted (4) paths may be folders.
    assert_eq!(watchers[2], json!({"globPattern": "**/*", "kind": 5}));
    let z = &uri(folder, "z.carom");
    client.open(z, &text);
    let notify = |client: &mut Client, changes: &[(&str, u8)]| {
        let changes = changes.iter().map(|(file, kind)| {
            let uri = uri(folder, file);
            json!({"uri": uri, "type": kind})
        });
        let changes = json!({"changes": changes.collect::<Vec<_>>()});
        client.notify("workspace/didChangeWatchedFiles", changes);
    };
    let twin = |file: Option<&'static str>| {
        move |found: &[Value]| {
            let twins = found.iter().filter(|d| d["code"] == "duplicate-puzzle");
            let mut messages = twins.map(|d| d["message"].as_str().unwrap());
            match file {
                None => messages.next().is_none(),
                Some(file) => messages.any(|message| {
                    message.starts_with(&format!("duplicate of the puzzle in {file}:1,"))
                }),
            }
        }
    };
    client.published(z, 1, twin(None));
    // Another folder of this name, without a configuration.
    fs::remove_dir_all(folder.join("a")).unwrap();
    notify(&mut client, &[("a", 3)]);
    write(folder, "a/deep/one.carom", &text);
    notify(&mut client, &[("a", 1)]);
    client.published(z, 1, twin(Some("a/deep/one.carom")));
    fs::rename(folder.join("a"), folder.join("b")).unwrap();
    notify(&mut client, &[("a", 3), ("b", 1), ("notes.txt", 1)]);
    client.published(z, 1, twin(Some("b/deep/one.carom")));
    fs::rename(folder.join("b"), folder.join("ignored")).unwrap();
    notify(&mut client, &[("ignored", 1), ("b", 3)]);
    client.published(z, 1, twin(None));
    fs::rename(folder.join("ignored"), folder.join("c")).unwrap();
    notify(&mut client, &[("ignored", 3), ("c", 1)]);
    client.published(z, 1, twin(Some("c/deep/one.carom")));
    fs::remove_dir_all(folder.join("c")).unwrap();
    notify(&mut client, &[("c", 3)]);
    client.published(z, 1, twin(None));
}

#[cfg(unix)]
#[test]
fn special_files_are_not_read() {
    let folder = TempDir::new().unwrap();
    let folder = &dunce::canonicalize(folder.path()).unwrap();
    let text = lunar("One", BOARD, "");
    let mut client = client_in(folder);
    // Opening a pipe without a writer would block forever.
    let pipe = std::process::Command::new("mkfifo").arg(folder.join("pipe.carom")).status();
    assert!(pipe.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.carom")).unwrap();
    write(folder, "b.carom", &text);
    let files = ["pipe.carom", "zero.carom", "b.carom"];
    let changes = files.map(|file| json!({"uri": uri(folder, file), "type": 1}));
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    let c = &uri(folder, "c.carom");
    client.open(c, &text);
    client.published(c, 1, |found| found.iter().any(|d| d["code"] == "duplicate-puzzle"));
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_read() {
    let (folder, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let folder = &folder.path().canonicalize().unwrap();
    let text = lunar("One", BOARD, "");
    write(outside.path(), "a.carom", &text);
    std::os::unix::fs::symlink(outside.path().join("a.carom"), folder.join("a.carom")).unwrap();
    write(folder, "b.carom", &text);
    let mut client = client_in(folder);
    let changes = ["a.carom", "b.carom"].map(|file| json!({"uri": uri(folder, file), "type": 1}));
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    let c = &uri(folder, "c.carom");
    client.open(c, &text);
    let is_duplicate = |found: &Value| found["code"] == "duplicate-puzzle";
    let found = client.published(c, 1, |found| found.iter().any(is_duplicate));
    let duplicate = found.iter().find(|found| is_duplicate(found)).unwrap();
    // The first file with the puzzle.
    let first = &duplicate["relatedInformation"][0]["location"]["uri"];
    assert_eq!(*first, uri(folder, "b.carom"));
}
