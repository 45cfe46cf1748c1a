//! Signals and failing writes must not damage files.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::folder::{CLEAN, Folder};

/// The signals that end a run, and their exit status in a shell.
const ENDING: [(Signal, i32); 3] = [(Signal::HUP, 129), (Signal::INT, 130), (Signal::TERM, 143)];

/// Returns the command with the default action for signals. `nohup` and background jobs of a script
/// start the tests with signals ignored.
fn with_default_signals(command: &Command) -> Command {
    // Only GNU `env` can do this.
    let mut words = vec![];
    if cfg!(target_os = "linux") {
        words.extend([OsStr::new("env"), OsStr::new("--default-signal=HUP,INT,TERM")]);
    }
    words.push(command.get_program());
    words.extend(command.get_args());
    let mut wrapped = Command::new(words.remove(0));
    wrapped.args(words);
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        wrapped.current_dir(folder);
    }
    wrapped
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

#[test]
fn interrupted_run_stops_and_reports_it() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    for (signal, status) in ENDING {
        let mut command = with_default_signals(&folder.command(&["solve", "a.carom", "-"]));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut first).unwrap();
        assert_eq!(first, "a.carom:1: One slide: 1 move  @>\n");
        // The child reads from standard input, which `wait` would close.
        let _input = child.stdin.take();
        send(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        let mut message = String::new();
        let mut err = child.stderr.take().unwrap();
        err.read_to_string(&mut message).unwrap();
        assert_eq!(message, "");
    }
}

#[test]
fn ignored_signals_stay_ignored() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    let solve = folder.command(&["solve", "a.carom", "-"]);
    for (aside, status) in ENDING {
        for (signal, ended) in ENDING {
            let mut command = Command::new("sh");
            let number = (status - 128).to_string();
            command.args(["-c", "trap '' \"$0\" && exec \"$@\"", &number]);
            command.arg(solve.get_program()).args(solve.get_args());
            command.current_dir(solve.get_current_dir().unwrap());
            let mut command = with_default_signals(&command);
            command.stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let mut first = String::new();
            let out = child.stdout.take().unwrap();
            BufReader::new(out).read_line(&mut first).unwrap();
            assert_eq!(first, "a.carom:1: One slide: 1 move  @>\n");
            let input = child.stdin.take();
            send(&child, signal);
            if signal == aside {
                thread::sleep(Duration::from_millis(100));
                assert_eq!(child.try_wait().unwrap(), None, "{signal:?}");
                drop(input);
                assert_eq!(child.wait().unwrap().code(), Some(0), "{signal:?}");
            } else {
                assert_eq!(child.wait().unwrap().code(), Some(ended), "{aside:?}");
            }
        }
    }
}

#[test]
fn interrupted_fmt_leaves_no_partial_files() {
    const FILES: usize = 1_000;
    let old = CLEAN.replace("  moves", "      moves");
    let [hang_up, interrupt, end] = ENDING;
    // A file of another name is overwritten in place.
    for ((signal, status), has_names) in
        [(interrupt, false), (end, false), (hang_up, false), (interrupt, true)]
    {
        let (folder, others) = (Folder::of(&[]), Folder::of(&[]));
        for number in 0..FILES {
            let name = format!("{number:04}.carom");
            folder.write(&name, old.as_bytes());
            if has_names {
                fs::hard_link(folder.path(&name), others.path(&name)).unwrap();
            }
        }
        let mut command = with_default_signals(&folder.command(&["fmt", "."]));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        while folder.read("0000.carom") == old {
            thread::sleep(Duration::from_micros(100));
        }
        send(&child, signal);
        let code = child.wait().unwrap().code();
        assert!([Some(status), Some(0)].contains(&code), "{code:?}");
        let names = folder.names();
        assert_eq!(names.len(), FILES);
        for name in names {
            let text = folder.read(&name);
            assert!(text == old || text == CLEAN, "{name}: {text}");
        }
    }
}

#[test]
fn file_size_limit_keeps_old_text() {
    let old = "puzzle lunar\nboard:\n@ . + A\n\n".repeat(1_000);
    for has_names in [false, true] {
        let folder = Folder::of(&[("a.carom", &old)]);
        if has_names {
            fs::hard_link(folder.path("a.carom"), folder.path("b.carom")).unwrap();
        }
        let before = folder.names();
        let fmt = folder.command(&["fmt", "a.carom"]);
        // In blocks of 512 bytes: larger than the text, smaller than its layout.
        let limit = (old.len() / 512 + 2).to_string();
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -f \"$0\" && exec \"$@\"", &limit]);
        command.arg(fmt.get_program()).args(fmt.get_args());
        command.current_dir(fmt.get_current_dir().unwrap());
        let ended = command.output().unwrap();
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        let message = String::from_utf8(ended.stderr).unwrap();
        assert!(message.starts_with("error: a.carom: "), "{message}");
        assert!(folder.read("a.carom") == old, "{has_names}");
        assert_eq!(folder.names(), before, "temporary files remain");
    }
}

#[test]
fn interrupted_search_reports_bound() {
    let rows = "    . . . . . . . . . . . . . . . .\n".repeat(15);
    let board = format!(
        "puzzle ricochet \"Far\"\n  target: a h8\n  board:\n    A B C D E F G H I J K L . . . .\n{rows}"
    );
    let folder = Folder::of(&[("a.carom", &board)]);
    let limits = ["--max-memory", "64MiB", "--max-positions", "99999999999"];
    // On a busy machine, the search may start late.
    for tenths in [5, 20, 80, 200] {
        let solve = folder.command(&[&["solve", "a.carom"][..], &limits].concat());
        let mut child = with_default_signals(&solve).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_millis(100 * tenths));
        send(&child, Signal::INT);
        let status = child.wait().unwrap();
        if status.signal() == Some(Signal::INT.as_raw()) {
            // It did not handle signals yet.
            continue;
        }
        assert_eq!(status.code(), Some(130));
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        if !message.is_empty() {
            assert!(message.starts_with("stopped: ") && message.ends_with("Far\n"), "{message}");
            return;
        }
    }
    panic!("nothing was proved in 20 seconds");
}

/// An interrupted pack prints the puzzles found so far.
#[test]
fn interrupted_pack_is_printed() {
    let folder = Folder::of(&[]);
    let pack = folder.command(&["generate", "lunar", "--pack", "400", "--jobs", "1"]);
    // Later and later, until there is a puzzle.
    for round in 1..100 {
        let mut command = with_default_signals(&pack);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        thread::sleep(round * Duration::from_millis(200));
        send(&child, Signal::INT);
        let ended = child.wait_with_output().unwrap();
        let out = String::from_utf8(ended.stdout).unwrap();
        if ended.status.code() == Some(130) && out.contains("\npuzzle lunar ") {
            let number = carom::read(&out).unwrap().len();
            let plural = if number == 1 { "" } else { "s" };
            // The command alone would print more.
            let stopped = format!("; stopped after {number} puzzle{plural}: ");
            let command = "carom generate lunar --moves 2.. --pack 400 --seed ";
            assert!(out.starts_with(&format!("{stopped}{command}")), "{out}");
            let summary = format!("{number} puzzle{plural} in 1 file: 0 errors, 0 warnings\n");
            folder.feed(&["check", "--hints", "-"], out.as_bytes()).is(0, "", &summary);
            return;
        }
        assert_eq!(out, "");
    }
    panic!("no puzzle was found");
}
