//! The cache of answers between runs.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::folder::{Ended, Folder, carom, path_name};
use crate::cases::cases;

const LUNAR: &str = include_str!("../../examples/lunar-lockout.carom");
const RICOCHET: &str = include_str!("../../examples/ricochet-robots.carom");
const SLIDER: &str = include_str!("../../examples/slider.carom");
const RUSH: &str = include_str!("../../examples/x-mas-rush.carom");
const BROKEN: &str = include_str!("../../examples/broken/broken.carom");

/// A puzzle whose search takes so long that its answer is kept: 716 positions.
pub const PUZZLE: &str = "\
puzzle ricochet \"One\"
  board:
    . . . . . . . .
    . # . . . R . .
    . . . . r . . .
    . . . . . . . .
    . . # . G . . Y
";
/// Its mirror image.
const MIRRORED: &str = "\
puzzle ricochet \"Other\"
  board:
    . . . . . . . .
    . . R . . . # .
    . . . r . . . .
    . . . . . . . .
    Y . . G . # . .
";

/// Puzzle files of all games, some of them wrong, with duplicates.
fn puzzle_files() -> Folder {
    Folder::of(&[
        ("lunar.carom", LUNAR),
        ("ricochet.carom", RICOCHET),
        ("slider.carom", SLIDER),
        ("rush.carom", RUSH),
        ("broken.carom", BROKEN),
        ("copy/lunar.carom", LUNAR),
        ("one.carom", PUZZLE),
        ("other.carom", MIRRORED),
    ])
}

/// Returns the command in a folder, with the cache in its subfolder `cache`.
fn with_cache(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = carom();
    command
        .args(arguments)
        .current_dir(folder.path(""))
        .env_remove("CAROM_NO_CACHE")
        .env("CAROM_CACHE_DIR", folder.path("cache"));
    command
}

fn run(mut command: impl std::borrow::BorrowMut<Command>) -> Ended {
    let output = command.borrow_mut().output().unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Returns the cache files of a folder.
fn cache_files(folder: &Folder) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.path("cache")).into_iter().flatten();
    files.map(|file| file.unwrap().path()).collect()
}

/// Returns the status and the output of a run, without times.
fn without_times(ended: &Ended) -> (Option<i32>, String, String) {
    let lines = ended.out.lines().map(|line| {
        let mut parts = line.split("\"seconds\":");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| {
            all + part.trim_start_matches(|c: char| !matches!(c, ',' | '}'))
        })
    });
    let out: Vec<String> = lines.collect();
    (ended.code, out.join("\n"), ended.err.clone())
}

fn check_same_output(folder: &Folder, arguments: &[&str]) {
    let without = run(with_cache(folder, &[arguments, &["--no-cache"]].concat()));
    for _ in 0..2 {
        let with = run(with_cache(folder, arguments));
        assert_eq!(without_times(&with), without_times(&without), "{arguments:?}");
    }
}

#[test]
fn reports_do_not_depend_on_cache() {
    let folder = puzzle_files();
    for most in ["30", "3000"] {
        let limits = ["--max-positions", most];
        for arguments in [
            &["check", "--hints"][..],
            &["check", "--format", "json", "--hints", "--jobs", "1"],
            &["solve", "--format", "json"],
            &["solve", "--show=steps", "--max-memory", "100KiB"],
            &["check", "--fix=claims", "--diff"],
        ] {
            check_same_output(&folder, &[arguments, &limits].concat());
        }
    }
}

#[test]
fn solving_commands_do_not_depend_on_cache() {
    let folder = puzzle_files();
    let lines = [LUNAR, RICOCHET, SLIDER, RUSH]
        .into_iter()
        .flat_map(|file| {
            let sections = carom::syntax::sections(file);
            let head = sections[0].slice(file);
            let texts =
                sections[1..].iter().map(|section| format!("{head}{}", section.slice(file)));
            texts.collect::<Vec<_>>()
        })
        .map(|text| serde_json::json!({"text": text}).to_string() + "\n");
    folder.write("lines.jsonl", lines.collect::<String>().as_bytes());
    for most in ["30", "3000"] {
        for arguments in [
            &["solve", "--all", "--format", "json"][..],
            &["solve", "--jsonl", "lines.jsonl"],
            &["solve", "--jsonl", "--all", "lines.jsonl"],
        ] {
            check_same_output(&folder, &[arguments, &["--max-positions", most]].concat());
        }
    }
}

#[test]
fn optimal_solutions_are_cached() {
    let folder = Folder::of(&[("one.carom", PUZZLE)]);
    let answers = |expected: &str| {
        let output = run(with_cache(&folder, &["cache", "info"])).out;
        assert!(output.contains(&format!("\nanswers: {expected}\n")), "{output}");
    };
    for (arguments, expected) in
        [(&["solve"][..], "1"), (&["solve", "--all"], "2"), (&["stats"], "2")]
    {
        run(with_cache(&folder, arguments));
        answers(expected);
    }
}

#[test]
fn empty_variable_counts_as_unset() {
    let folder = Folder::of(&[("one.carom", PUZZLE)]);
    let run = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = with_cache(&folder, arguments);
        let home = folder.path("home");
        command.env("HOME", &home).env("XDG_CACHE_HOME", &home);
        run(command.envs(variables.iter().copied()))
    };
    let empty = [("CAROM_CACHE_DIR", ""), ("CAROM_NO_CACHE", "")];
    let solved = run(&["solve"], &empty[1..]);
    assert_eq!((solved.code, &*solved.err), (Some(0), ""));
    assert!(folder.path("cache").exists());
    for arguments in [&["cache", "info"][..], &["solve", "--cache-dir=other"]] {
        let ended = run(arguments, &empty);
        assert_eq!((ended.code, &*ended.err), (Some(0), ""));
        assert!(!ended.out.contains(&path_name(&folder.path("cache"))));
    }
    assert!(folder.path("other").exists());
}

#[test]
fn configuration_limits_cache_size() {
    let folder = puzzle_files();
    folder.write("carom.toml", b"[cache]\nmax-size = \"2KiB\"\n");
    let held = run(with_cache(&folder, &["config"])).out;
    assert!(held.contains("\n[cache]\nmax-size = \"2KiB\""), "{held}");
    let size = |arguments: &[&str]| {
        let limits = ["--max-positions", "3000"];
        run(with_cache(&folder, &[arguments, &limits].concat()));
        let files = cache_files(&folder).into_iter();
        files.map(|file| fs::metadata(file).unwrap().len()).sum::<u64>()
    };
    let bounded = size(&["solve"]);
    assert!(bounded <= 2 << 10, "{bounded}");
    // A flag overrides the configuration.
    let large = size(&["solve", "--cache-size", "1MiB"]);
    assert!(large > 2 << 10, "{large} after {bounded}");
}

#[test]
fn cache_info_and_clear() {
    let folder = Folder::of(&[
        ("one.carom", PUZZLE),
        ("same.carom", PUZZLE),
        ("other.carom", MIRRORED),
        ("easy.carom", &slide("one", 1)),
    ]);
    let place = folder.path("cache");
    let info = |answers: usize| {
        let output = run(with_cache(&folder, &["cache", "info"]));
        assert_eq!((output.code, &*output.err), (Some(0), ""));
        let place = path_name(&place);
        let expected = format!("folder: {place}\nfiles: {answers}\nanswers: {answers}\nsize: ");
        assert!(output.out.starts_with(&expected), "{}", output.out);
        assert_eq!(cache_files(&folder).len(), answers);
    };
    info(0);
    assert!(!place.exists());
    // Each puzzle file has its own answers, except easy ones.
    let answers = run(with_cache(&folder, &["solve"])).out;
    info(3);
    assert_eq!(run(with_cache(&folder, &["solve"])).out, answers);
    info(3);
    run(with_cache(&folder, &["cache", "clear"])).is(0, "", "");
    info(0);
    run(with_cache(&folder, &["check", "--no-cache"]));
    // Standard input has no answers.
    run(with_cache(&folder, &["check", "-"]));
    info(0);
}

#[test]
fn unwritable_cache_gives_one_warning() {
    let folder = puzzle_files();
    let arguments = ["check", "--format", "json", "--max-positions", "3000"];
    let without = run(with_cache(&folder, &[&arguments[..], &["--no-cache"]].concat()));
    // A file is where the folder should be.
    fs::write(folder.path("cache"), "a diary").unwrap();
    let with = run(with_cache(&folder, &arguments));
    let (warning, rest) = with.err.split_once('\n').unwrap();
    assert!(warning.starts_with("warning: answers are not kept in "), "{warning}");
    assert_eq!(rest, without.err);
    assert_eq!(without_times(&with).1, without_times(&without).1);
    let quiet = run(with_cache(&folder, &["check", "-q", "--max-positions", "3000"]));
    assert_eq!(quiet.err, "");
    assert_eq!(fs::read_to_string(folder.path("cache")).unwrap(), "a diary");
}

#[test]
fn damaged_cache_counts_as_missing() {
    let folder = puzzle_files();
    let arguments = ["check", "--format", "json", "--max-positions", "3000"];
    run(with_cache(&folder, &arguments));
    for file in cache_files(&folder) {
        let intact = fs::read(&file).unwrap();
        fs::write(&file, &intact[..intact.len() / 2]).unwrap();
    }
    check_same_output(&folder, &arguments);
}

/// Removing files needs no space.
#[cfg(unix)]
#[test]
fn full_disk_gives_one_warning_and_can_be_cleared() {
    let folder = puzzle_files();
    let arguments = ["solve", "--max-positions", "3000"];
    let fresh = run(with_cache(&folder, &[&arguments[..], &["--no-cache"]].concat()));
    // No file may grow. Writes fail with an error instead of a signal.
    let on_full_disk = |arguments: &[&str]| {
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\" | cat";
        let mut command = Command::new("bash");
        command
            .args(["-c", script, env!("CARGO_BIN_EXE_carom")])
            .args(arguments)
            .current_dir(folder.path(""))
            .env_remove("CAROM_NO_CACHE")
            .env("CAROM_CACHE_DIR", folder.path("cache"));
        run(command)
    };
    let full = on_full_disk(&arguments);
    assert_eq!(full.out, fresh.out);
    assert_eq!(full.err.matches("answers are not kept in ").count(), 1, "{}", full.err);
    run(with_cache(&folder, &arguments));
    assert!(!cache_files(&folder).is_empty());
    on_full_disk(&["cache", "clear"]).is(0, "", "");
    assert!(cache_files(&folder).is_empty());
}

/// Returns a puzzle with this name, with `gap` squares before its target.
fn slide(name: &str, gap: usize) -> String {
    let gap = ". ".repeat(gap);
    format!("puzzle lunar \"{name}\"\n  moves: 1\n  board:\n    @ {gap}+ A\n\n")
}

fn start(folder: &Folder) -> Child {
    with_cache(folder, &["check", "--max-positions", "3000"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A shorter version of `.ci/cache`.
#[test]
fn killed_processes_leave_usable_cache() {
    let folder = puzzle_files();
    let mut state = 5_u64;
    for _ in 0..cases(2) {
        let mut children: Vec<Child> = (0..4).map(|_| start(&folder)).collect();
        for child in &mut children {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            sleep(Duration::from_millis((state >> 33) % 60));
            let _ = child.kill();
        }
        for child in &mut children {
            child.wait().unwrap();
        }
        check_same_output(&folder, &["check", "--format", "json", "--max-positions", "3000"]);
    }
    assert!(!cache_files(&folder).is_empty());
}

/// Whoever can write to the folder can also put a pipe or a device there.
#[cfg(target_os = "linux")]
#[test]
fn only_regular_cache_files_are_read() {
    let folder = Folder::of(&[("a.carom", PUZZLE)]);
    let run = |arguments: &[&str]| {
        let mut command = carom();
        command.current_dir(folder.path("")).env_remove("CAROM_NO_CACHE");
        command.env("CAROM_CACHE_DIR", folder.path("cache")).args(arguments);
        command.output().unwrap()
    };
    let solved = run(&["solve", "--format", "json"]);
    let file = cache_files(&folder).pop().unwrap();
    for make in [["mkfifo", "-m", "600"], ["ln", "-s", "/dev/zero"]] {
        fs::remove_file(&file).unwrap();
        assert!(Command::new(make[0]).args(&make[1..]).arg(&file).status().unwrap().success());
        let again = run(&["solve", "--format", "json"]);
        assert_eq!(again.status, solved.status);
        assert!(run(&["cache", "info"]).status.success());
    }
}
