//! Over folders the server and `carom check` report the same: which files are
//! compared, which limits hold, and what is found where memory is short.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::client::{Client, PATIENCE};

/// A puzzle of four moves, and the same mirrored.
const BOARD: &str = "    . . . . A\n    . . B . .\n    . C + . .\n    . . . D .\n    . . . . @\n";
const MIRRORED: &str =
    "    A . . . .\n    . . B . .\n    . . + C .\n    . D . . .\n    @ . . . .\n";

/// A game for two sides of which the line of play throws the win away. It is
/// known by a table of nearly 64 KiB, and by less memory not at all.
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

/// A puzzle of one move with a robot that could go.
const SPARE: &str = "    @ . + #\n    . . . .\n    A . . .\n";

/// The files of the folder.
fn files() -> Vec<(&'static str, String)> {
    let limits = |limits: &str| format!("[limits]\nmax-positions = 300000\n{limits}");
    let blunders = ["a3>", "a4> b1^ b4v", "a4> b1^ a3>"].map(blunder).concat();
    vec![
        ("carom.toml", limits("max-memory = \"64MiB\"\n")),
        (
            "a.carom",
            lunar("First", BOARD, "  moves: 5\n") + LARGE + &blunder("a3>"),
        ),
        ("short/carom.toml", limits("max-memory = \"64KiB\"\n")),
        (
            "short/b.carom",
            lunar("First", MIRRORED, "") + LARGE + &blunders,
        ),
        (
            "short/few/carom.toml",
            "[limits]\nmax-positions = 3\n".to_owned(),
        ),
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
        (
            "wanted/two/carom.toml",
            "require.moves = \"..1\"\n".to_owned(),
        ),
        (
            "wanted/two/b.carom",
            "author: me\n\npuzzle ricochet\n  board:\n    R . .\n    . G .\n    . . r\n".to_owned(),
        ),
        ("tree/hard/own/g.carom", LARGE.to_owned()),
        ("tree/hard/own/h.carom", LARGE.to_owned()),
        (
            "short/few/c.carom",
            lunar("First", BOARD, "") + &lunar("First", MIRRORED, "") + LARGE,
        ),
        ("short.carom", lunar("Last", BOARD, "  moves: 3\n")),
        ("ignored/d.carom", lunar("Ignored", BOARD, "")),
        (".ignore", "ignored/\n".to_owned()),
    ]
}

/// What a report says: where it starts and ends, its code, its severity, its
/// message, and the other places that it names.
type Said = (u64, u64, u64, u64, String, u64, String, Vec<(String, u64)>);

/// What is said of each file, by its path in the folder; nothing of those of
/// which nothing is said.
type All = BTreeMap<String, Vec<Said>>;

fn sorted(mut all: All) -> All {
    all.retain(|_, said| !said.is_empty());
    for said in all.values_mut() {
        said.sort();
    }
    all
}

/// The first line of a message, without the help that editors show below it.
fn message(report: &Value) -> String {
    let message = report["message"].as_str().unwrap();
    message.lines().next().unwrap_or_default().to_owned()
}

/// What `carom check` says when it is called in `here` with `argument`; files
/// are named from the folder on, whatever stands before that.
fn checked(here: &Path, argument: &str, before: &str) -> All {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    let arguments = ["check", "--hints", "--format", "json", argument];
    let output = command.args(arguments).current_dir(here).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let objects = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut all = All::new();
    for report in objects.filter(|object| object.get("code").is_some()) {
        let at = |end: &str, what: &str| report[end][what].as_u64().unwrap() - 1;
        let inner = |file: &Value| file.as_str().unwrap().replacen(before, "", 1);
        let related = report["related"].as_array().into_iter().flatten();
        let related = related.map(|place| {
            let line = place["start"]["line"].as_u64().unwrap() - 1;
            let file = place.get("file").unwrap_or(&report["file"]);
            (inner(file), line)
        });
        let said = (
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
        all.entry(inner(&report["file"])).or_default().push(said);
    }
    sorted(all)
}

fn uri(folder: &Path, file: &str) -> String {
    format!("file://{}/{file}", folder.display())
}

fn said(folder: &Path, item: &Value) -> Said {
    let at = |end: &str, what: &str| item["range"][end][what].as_u64().unwrap();
    let related = item["relatedInformation"].as_array().into_iter().flatten();
    let related = related.map(|place| {
        let location = &place["location"];
        let file = location["uri"].as_str().unwrap();
        let file = file.replacen(&uri(folder, ""), "", 1);
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

/// What the server says of all files of the folder, open or not.
fn served(client: &mut Client, folder: &Path) -> All {
    let params = json!({"previousResultIds": []});
    let report = client.request("workspace/diagnostic", params);
    let mut all = All::new();
    for file in report["items"].as_array().unwrap() {
        let name = file["uri"].as_str().unwrap();
        let name = name.replacen(&uri(folder, ""), "", 1);
        let items = file["items"].as_array().unwrap().iter();
        let items: Vec<Said> = items.map(|item| said(folder, item)).collect();
        assert_eq!(all.insert(name, items), None);
    }
    sorted(all)
}

/// What the server says of an open file.
fn served_of(client: &mut Client, folder: &Path, file: &str) -> Vec<Said> {
    let document = json!({"textDocument": {"uri": uri(folder, file)}});
    let report = client.request("textDocument/diagnostic", document);
    let items = report["items"].as_array().unwrap().iter();
    let mut items: Vec<Said> = items.map(|item| said(folder, item)).collect();
    items.sort();
    items
}

/// Asks until the server has found all that it is going to find.
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
    let folders = json!([{"uri": format!("file://{}", folder.display()), "name": "f"}]);
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
fn over_folders_the_server_says_what_check_says_from_anywhere() {
    let outer = TempDir::new().unwrap();
    let outer = outer.path().canonicalize().unwrap();
    let folder = &outer.join("folder");
    for (file, text) in files() {
        write(folder, file, &text);
    }
    let expected = checked(folder, ".", "");
    assert_eq!(checked(&outer, "folder", "folder/"), expected);
    assert_eq!(checked(&folder.join("short"), "..", "../"), expected);
    let absolute = folder.to_str().unwrap();
    assert_eq!(checked(&outer, absolute, &format!("{absolute}/")), expected);
    // What the limits of each folder and its neighbours lead to.
    let has = |file: &str, codes: &[&str]| {
        for code in codes {
            let mut said = expected[file].iter();
            assert!(said.any(|said| said.4 == *code), "{code}: {expected:?}");
        }
    };
    has("a.carom", &["blunder", "moves-mismatch", "redundant-piece"]);
    has(
        "short/b.carom",
        &["blunder", "duplicate-puzzle", "unknown-answer"],
    );
    has("short/few/c.carom", &["duplicate-name", "duplicate-puzzle"]);
    has("short.carom", &["duplicate-puzzle", "moves-mismatch"]);
    let limits = |file: &str| {
        let said = expected[file].iter();
        let unknown = said.filter(|said| said.4 == "unknown-answer");
        unknown.map(|said| said.6.split(" was").next().unwrap().to_owned())
    };
    assert!(limits("a.carom").next().is_none());
    assert!(limits("short/b.carom").eq(["the limit of memory"]));
    assert!(limits("short/few/c.carom").all(|limit| limit == "the limit of positions"));
    // What overrides say of some files, and which are not taken.
    let severity = |file: &str, code: &str| {
        let mut said = expected[file].iter();
        said.find(|said| said.4 == code).map(|said| said.5)
    };
    assert_eq!(severity("tree/a.carom", "moves-mismatch"), Some(1));
    assert_eq!(severity("tree/a.carom", "redundant-piece"), None);
    assert_eq!(severity("tree/loud.carom", "moves-mismatch"), Some(4));
    assert_eq!(severity("tree/loud.carom", "redundant-piece"), Some(2));
    assert_eq!(severity("tree/hard/f.carom", "unknown-answer"), Some(1));
    assert_eq!(severity("tree/hard/own/g.carom", "unknown-answer"), Some(2));
    // What is demanded, where it is known whether it holds.
    has(
        "wanted/a.carom",
        &["required-key", "moves-out-of-range", "idle-robot"],
    );
    has("wanted/few.carom", &["required-key", "unknown-answer"]);
    assert_eq!(severity("wanted/few.carom", "idle-robot"), None);
    has(
        "wanted/two/b.carom",
        &["moves-out-of-range", "not-unique", "idle-robot"],
    );
    assert!(!expected.contains_key("tree/out/e.carom"));
    assert!(!expected.contains_key("tree/hard/own/h.carom"));
    let blunders = expected["short/b.carom"].iter();
    assert_eq!(blunders.filter(|said| said.4 == "blunder").count(), 3);

    // Whichever file is opened first, and whichever is not open at all.
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
            wait_until(&expected[*file], || served_of(&mut client, folder, file));
        }
        wait_until(&expected, || served(&mut client, folder));
    }
}

#[test]
fn an_edit_shows_in_the_other_files_that_it_concerns() {
    let folder = TempDir::new().unwrap();
    let folder = &folder.path().canonicalize().unwrap();
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
    // A line more above it.
    client.change_all(&uri(folder, "a.carom"), 2, &format!("; note\n{text}"));
    client.published(c, 1, names("a.carom", 2));
    // Another board.
    let other = text.replace("A", ".");
    client.change_all(&uri(folder, "a.carom"), 3, &other);
    client.published(c, 1, names("b.carom", 1));
    // A file that is not open changes, and is there no more.
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
    // Closed, a file is again what stands on disk.
    let document = json!({"textDocument": {"uri": uri(folder, "a.carom")}});
    client.notify("textDocument/didClose", document);
    client.published(c, 1, names("a.carom", 1));
}

#[test]
fn a_changed_configuration_shows_in_the_files_that_it_means_and_in_no_other() {
    let folder = TempDir::new().unwrap();
    let folder = &folder.path().canonicalize().unwrap();
    for (file, text) in files() {
        write(folder, file, &text);
    }
    let mut client = client_in(folder);
    let opened = ["tree/loud.carom", "a.carom"];
    for file in opened {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        client.open(&uri(folder, file), &text);
    }
    wait_until(&checked(folder, ".", ""), || served(&mut client, folder));
    let changes = [
        // Other levels, limits and files.
        (
            "tree/carom.toml",
            Some("exclude = [\"a.carom\"]\nlints.moves-mismatch = \"warn\"\n"),
        ),
        ("tree/hard/own/carom.toml", None),
        (
            "carom.toml",
            Some("include = [\"tree/\"]\nlimits.max-positions = 2\n"),
        ),
        ("tree/out/carom.toml", Some("root = true\n")),
    ];
    for (file, text) in changes {
        let path = folder.join(file);
        match text {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let change = json!({"uri": uri(folder, file), "type": if text.is_some() { 2 } else { 3 }});
        client.notify(
            "workspace/didChangeWatchedFiles",
            json!({"changes": [change]}),
        );
        // What is open is shown though a folder does not take it.
        let mut expected = checked(folder, ".", "");
        if file == "carom.toml" || file == "tree/out/carom.toml" {
            assert!(!expected.contains_key("a.carom"));
            expected.extend(checked(folder, "a.carom", ""));
        }
        wait_until(&expected, || served(&mut client, folder));
    }
}

#[test]
fn of_a_closed_file_nothing_is_shown_wherever_it_stands() {
    let outer = TempDir::new().unwrap();
    let outer = outer.path().canonicalize().unwrap();
    let folder = &outer.join("folder");
    let text = lunar("One", BOARD, "  moves: 5\n");
    write(folder, "carom.toml", "exclude = [\"out/\"]\n");
    for file in ["saved.carom", "out/excluded.carom", "../elsewhere.carom"] {
        write(folder, file, &text);
    }
    write(folder, "other.carom", &format!("; more\n{text}"));
    let mut client = client_in(folder);
    for file in [
        "saved.carom",
        "other.carom",
        "new.carom",
        "out/excluded.carom",
        "../elsewhere.carom",
    ] {
        let path = folder.join(file);
        let path = path.canonicalize().unwrap_or(path);
        let uri = format!("file://{}", path.display());
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
            // What was shown before it was closed says nothing of the next time.
            client.unread.clear();
        }
    }
}

#[test]
fn a_folder_that_comes_or_goes_brings_or_takes_its_files() {
    let folder = TempDir::new().unwrap();
    let folder = &folder.path().canonicalize().unwrap();
    let text = lunar("One", BOARD, "");
    write(folder, "a/deep/one.carom", &text);
    write(folder, "a/carom.toml", "exclude = [\"deep/\"]\n");
    write(folder, "z.carom", &text);
    write(folder, ".ignore", "ignored/\n");
    let folders = json!([{"uri": format!("file://{}", folder.display()), "name": "f"}]);
    let mut client = Client::with_params(json!({
        "processId": null,
        "capabilities": {
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
        },
        "workspaceFolders": folders,
    }));
    let asked = client.wait(|message| message["method"] == "client/registerCapability");
    let watchers = &asked["params"]["registrations"][0]["registerOptions"]["watchers"];
    // Whatever comes or goes, 1 and 4, may be a folder.
    assert_eq!(watchers[2], json!({"globPattern": "**/*", "kind": 5}));
    let z = &uri(folder, "z.carom");
    client.open(z, &text);
    let told = |client: &mut Client, changes: &[(&str, u8)]| {
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
    // It is another folder of this name, without a configuration.
    fs::remove_dir_all(folder.join("a")).unwrap();
    told(&mut client, &[("a", 3)]);
    write(folder, "a/deep/one.carom", &text);
    told(&mut client, &[("a", 1)]);
    client.published(z, 1, twin(Some("a/deep/one.carom")));
    fs::rename(folder.join("a"), folder.join("b")).unwrap();
    told(&mut client, &[("a", 3), ("b", 1), ("notes.txt", 1)]);
    client.published(z, 1, twin(Some("b/deep/one.carom")));
    fs::rename(folder.join("b"), folder.join("ignored")).unwrap();
    told(&mut client, &[("ignored", 1), ("b", 3)]);
    client.published(z, 1, twin(None));
    fs::rename(folder.join("ignored"), folder.join("c")).unwrap();
    told(&mut client, &[("ignored", 3), ("c", 1)]);
    client.published(z, 1, twin(Some("c/deep/one.carom")));
    fs::remove_dir_all(folder.join("c")).unwrap();
    told(&mut client, &[("c", 3)]);
    client.published(z, 1, twin(None));
}

#[cfg(unix)]
#[test]
fn what_comes_and_is_no_file_is_not_read_for_it_may_have_no_end() {
    let folder = TempDir::new().unwrap();
    let folder = &folder.path().canonicalize().unwrap();
    let text = lunar("One", BOARD, "");
    let mut client = client_in(folder);
    // Nobody writes into it, so that to open it takes for ever.
    let pipe = std::process::Command::new("mkfifo")
        .arg(folder.join("pipe.carom"))
        .status();
    assert!(pipe.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.carom")).unwrap();
    write(folder, "b.carom", &text);
    let files = ["pipe.carom", "zero.carom", "b.carom"];
    let changes = files.map(|file| json!({"uri": uri(folder, file), "type": 1}));
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": changes}),
    );
    let c = &uri(folder, "c.carom");
    client.open(c, &text);
    client.published(c, 1, |found| {
        found.iter().any(|d| d["code"] == "duplicate-puzzle")
    });
}
