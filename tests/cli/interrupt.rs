//! What is left when somebody or the system stops the binary.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::folder::{CLEAN, Folder};

/// The signals that end a run, and the status that shells have for each.
const ENDING: [(Signal, i32); 3] = [(Signal::HUP, 129), (Signal::INT, 130), (Signal::TERM, 143)];

/// Returns the command with the default action for signals. `nohup` and jobs in the
/// background of a script start the tests with signals ignored.
fn with_default_signals(command: &Command) -> Command {
    // Only the `env` of GNU can do this.
    let mut words = vec![];
    if cfg!(target_os = "linux") {
        words.extend([
            OsStr::new("env"),
            OsStr::new("--default-signal=HUP,INT,TERM"),
        ]);
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
fn a_run_that_is_interrupted_ends_at_once_and_says_so() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    for (signal, status) in ENDING {
        let mut command = with_default_signals(&folder.command(&["solve", "a.carom", "-"]));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut first).unwrap();
        assert_eq!(first, "a.carom:1: One slide: 1 move  @>\n");
        // It waits for its standard input, which waiting for it would close.
        let _input = child.stdin.take();
        send(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        let mut said = String::new();
        let mut err = child.stderr.take().unwrap();
        err.read_to_string(&mut said).unwrap();
        assert_eq!(said, "");
    }
}

#[test]
fn a_signal_that_was_set_aside_stays_so_and_the_others_end_the_run() {
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
fn files_are_old_or_new_and_nothing_else_is_left() {
    const FILES: usize = 1_000;
    let old = CLEAN.replace("  moves", "      moves");
    let [hang_up, interrupt, end] = ENDING;
    // A file with another name is overwritten in its place.
    for ((signal, status), has_names) in [
        (interrupt, false),
        (end, false),
        (hang_up, false),
        (interrupt, true),
    ] {
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
fn a_file_that_may_not_grow_keeps_its_text() {
    let old = "puzzle lunar\nboard:\n@ . + A\n\n".repeat(1_000);
    for has_names in [false, true] {
        let folder = Folder::of(&[("a.carom", &old)]);
        if has_names {
            fs::hard_link(folder.path("a.carom"), folder.path("b.carom")).unwrap();
        }
        let before = folder.names();
        let fmt = folder.command(&["fmt", "a.carom"]);
        // In blocks of 512 bytes: more than the text has, and less than its layout.
        let limit = (old.len() / 512 + 2).to_string();
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -f \"$0\" && exec \"$@\"", &limit]);
        command.arg(fmt.get_program()).args(fmt.get_args());
        command.current_dir(fmt.get_current_dir().unwrap());
        let ended = command.output().unwrap();
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(said.starts_with("error: a.carom: "), "{said}");
        assert!(folder.read("a.carom") == old, "{has_names}");
        assert_eq!(folder.names(), before, "nothing is left behind");
    }
}

#[test]
fn a_search_that_is_interrupted_says_what_it_proved() {
    let rows = "    . . . . . . . . . . . . . . . .\n".repeat(15);
    let board = format!(
        "puzzle ricochet \"Far\"\n  target: a h8\n  board:\n    A B C D E F G H I J K L . . . .\n{rows}"
    );
    let folder = Folder::of(&[("a.carom", &board)]);
    let limits = ["--max-memory", "64MiB", "--max-positions", "99999999999"];
    // A busy machine may take a while until the search has begun.
    for tenths in [5, 20, 80, 200] {
        let solve = folder.command(&[&["solve", "a.carom"][..], &limits].concat());
        let mut child = with_default_signals(&solve)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(100 * tenths));
        send(&child, Signal::INT);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let mut said = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        if !said.is_empty() {
            assert!(
                said.starts_with("stopped: ") && said.ends_with("Far\n"),
                "{said}"
            );
            return;
        }
    }
    panic!("nothing was proved in 20 seconds");
}
