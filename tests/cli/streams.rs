//! Closed pipes and colours.

use std::io::Read;
use std::process::Stdio;

use super::folder::{CLEAN, DIRTY, Folder};

/// A file with more diagnostics than a pipe holds.
fn large() -> Folder {
    Folder::of(&[("a.carom", &"nonsense\n".repeat(5000))])
}

/// A closed pipe does not change the exit status.
#[test]
fn closed_pipe_ends_quietly() {
    let folder = large();
    std::fs::write(folder.path("clean.carom"), CLEAN).unwrap();
    for (arguments, code) in [
        (&["check"][..], 1),
        (&["check", "--format", "json"], 1),
        (&["check", "--format", "github"], 1),
        (&["check", "--format", "junit"], 1),
        (&["check", "--warn", "unknown-key,syntax"], 0),
        (&["solve", "-q", "--allow-empty"], 0),
        (&["stats", "--allow-empty"], 0),
        (&["explain"], 0),
        (&["minimise", "-q", "clean.carom"], 0),
    ] {
        let mut command = folder.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut messages = String::new();
        child.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
        let status = child.wait().unwrap();
        assert_eq!((status.code(), messages.as_str()), (Some(code), ""), "{arguments:?}");
    }
}

#[test]
fn closed_pipe_keeps_other_reports() {
    let folder = Folder::of(&[
        ("a.carom", &"nonsense\n".repeat(5000)),
        ("b.carom", DIRTY),
        ("c.carom", CLEAN),
    ]);
    let to = |format: &str, place: &str| {
        let place = folder.path(place);
        format!("{format}={}", place.to_str().unwrap())
    };
    let formats = ["sarif", "json", "junit"];
    let read = |ending: &str| {
        let read = formats.map(|format| {
            let place = folder.path(&format!("{format}{ending}"));
            let text = std::fs::read_to_string(place).unwrap();
            // Times of a test suite differ between runs.
            let parts = text.split(' ').filter(|part| !part.starts_with("time"));
            parts.map(str::to_owned).collect::<Vec<_>>()
        });
        read.map(|parts| parts.join(" "))
    };
    let arguments = |ending: &str| {
        let files = formats.map(|format| to(format, &format!("{format}{ending}")));
        let flags = files.iter().map(|file| format!("--format={file}"));
        flags.collect::<Vec<_>>()
    };
    let complete = folder.command(&["check"]).args(arguments(".whole")).output();
    assert_eq!(complete.unwrap().status.code(), Some(1));
    let mut command = folder.command(&["check", "--format", "text"]);
    command.args(arguments(".cut")).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(read(".cut"), read(".whole"));
}

#[test]
fn closed_stderr_does_not_stop_output() {
    let folder = Folder::of(&[("dirty.carom", DIRTY)]);
    let mut command = folder.command(&["check", "missing.carom", "dirty.carom"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(out.starts_with("error[moves-mismatch]: "), "{out}");
}

#[test]
fn colours_follow_flags_and_environment() {
    let folder = Folder::of(&[("dirty.carom", DIRTY)]);
    let is_coloured = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = folder.command(arguments);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        output.stdout.contains(&0x1b)
    };
    assert!(!is_coloured(&["check"], None), "a pipe is not a terminal");
    assert!(!is_coloured(&["check", "--color", "never"], None));
    assert!(is_coloured(&["check", "--color", "always"], None));
    assert!(!is_coloured(&["check"], Some("1")));
    assert!(is_coloured(&["--color", "always", "check"], Some("1")));
    for (variables, is_forced) in [
        (&[("CLICOLOR_FORCE", "1")][..], true),
        (&[("FORCE_COLOR", "1")], true),
        (&[("FORCE_COLOR", "0")], false),
        (&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], false),
    ] {
        let mut command = folder.command(&["check"]);
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert_eq!(output.stdout.contains(&0x1b), is_forced, "{variables:?}");
    }
    let json = &["check", "--format", "json", "--color", "always"];
    assert!(!is_coloured(json, None), "JSON has no colours");
}

#[test]
fn diff_is_coloured_on_request() {
    let folder = Folder::of(&[("a.carom", "title:x\n")]);
    let out = "\u{1b}[31m--- a.carom\u{1b}[0m\n";
    let diff = folder.run(&["fmt", "--diff", "--color", "always"]).out;
    assert!(diff.starts_with(out), "{diff:?}");
    assert!(diff.contains("\u{1b}[32m+title: x\u{1b}[0m\n"), "{diff:?}");
}

/// Output can be written to a named pipe, which remains a pipe.
#[cfg(unix)]
#[test]
fn output_can_be_a_pipe() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::of(&[("a.carom", DIRTY)]);
    let fifo = folder.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    for (to_pipe, to_output) in [
        (&["check", "--format=json=pipe"][..], &["check", "--format=json"][..]),
        (&["check", "--output=pipe"], &["check"]),
        (
            &["convert", "--to=jsonl", "--output=pipe", "a.carom"],
            &["convert", "--to=jsonl", "a.carom"],
        ),
    ] {
        let reader = std::thread::spawn({
            let fifo = fifo.clone();
            move || std::fs::read_to_string(fifo).unwrap()
        });
        let ended = folder.run(to_pipe);
        let file_type = std::fs::metadata(&fifo).unwrap().file_type();
        assert!(file_type.is_fifo(), "{to_pipe:?}");
        let expected = folder.run(to_output);
        assert_eq!(reader.join().unwrap(), expected.out, "{to_pipe:?}");
        assert_eq!((ended.code, ended.out.as_str()), (expected.code, ""));
    }
}

/// Output redirected to a file keeps the previous content, even if the file is named by its path.
#[cfg(unix)]
#[test]
fn output_path_may_be_standard_output() {
    for path in ["/dev/stdout", "link"] {
        let folder = Folder::of(&[("a.carom", DIRTY)]);
        std::fs::write(folder.path("out"), "before\n").unwrap();
        std::os::unix::fs::symlink("/dev/stdout", folder.path("link")).unwrap();
        let out = std::fs::File::options().append(true).open(folder.path("out"));
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_carom"));
        command
            .args(["check", "a.carom", &format!("--format=json={path}")])
            .current_dir(folder.path(""))
            .env("CAROM_NO_CACHE", "1")
            .stdout(out.unwrap());
        command.status().unwrap();
        let found = std::fs::read_to_string(folder.path("out")).unwrap();
        let expected = folder.run(&["check", "a.carom", "--format=json"]).out;
        assert_eq!(found, format!("before\n{expected}"), "{path}");
    }
}

/// A pipe that was read cannot be written back.
#[cfg(unix)]
#[test]
fn input_pipe_is_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    for arguments in [&["fmt", "pipe.carom"][..], &["check", "--fix=claims", "pipe.carom"]] {
        let folder = Folder::of(&[]);
        let fifo = folder.path("pipe.carom");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.unwrap().success());
        // A writer waits for a reader, perhaps forever.
        std::thread::spawn({
            let fifo = fifo.clone();
            move || std::fs::write(fifo, DIRTY.replace("  ", " "))
        });
        let ended = folder.run(arguments);
        assert_eq!(ended.code, Some(2), "{arguments:?} {ended:?}");
        assert!(ended.err.contains("not a regular file, so it cannot be rewritten"));
        let file_type = std::fs::metadata(&fifo).unwrap().file_type();
        assert!(file_type.is_fifo());
    }
}

#[test]
fn results_are_flushed_before_long_searches() {
    use std::io::{BufRead, BufReader};
    let mut rows = vec![". ".repeat(16); 16];
    for (robot, (row, column)) in
        [(0, 5), (5, 15), (6, 0), (15, 9), (11, 15), (12, 0)].into_iter().enumerate()
    {
        let glyph = ["A", "B", "C", "D", "E", "F"][robot];
        rows[row].replace_range(2 * column..=2 * column, glyph);
    }
    rows[8].replace_range(14..=14, "a");
    let open = format!("puzzle ricochet\n  board:\n    {}\n", rows.join("\n    "));
    let folder = Folder::of(&[("a.carom", DIRTY), ("open.carom", &open)]);
    for format in ["text", "json", "github"] {
        let mut command = folder.command(&["check", "--format", format]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut first = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut first).unwrap();
        assert!(first.contains("moves-mismatch"), "{format}: {first}");
        assert!(child.try_wait().unwrap().is_none(), "{format} is at its end");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
