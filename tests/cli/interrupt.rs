//! What is left when somebody stops the binary.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::folder::{CLEAN, Folder};

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

#[test]
fn a_run_that_is_interrupted_ends_at_once_and_says_so() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    for signal in [Signal::INT, Signal::TERM] {
        let mut command = folder.command(&["solve", "a.carom", "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut first).unwrap();
        assert_eq!(first, "a.carom:1: One slide: 1 move  @>\n");
        // It waits for its standard input, which waiting for it would close.
        let _input = child.stdin.take();
        send(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let mut said = String::new();
        let mut err = child.stderr.take().unwrap();
        err.read_to_string(&mut said).unwrap();
        assert_eq!(said, "");
    }
}

#[test]
fn files_are_old_or_new_and_nothing_else_is_left() {
    const FILES: usize = 1_000;
    let old = CLEAN.replace("  moves", "      moves");
    for signal in [Signal::INT, Signal::TERM] {
        let folder = Folder::of(&[]);
        for number in 0..FILES {
            folder.write(&format!("{number:04}.carom"), old.as_bytes());
        }
        let mut command = folder.command(&["fmt", "."]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        while folder.read("0000.carom") == old {
            thread::sleep(Duration::from_micros(100));
        }
        send(&child, signal);
        let code = child.wait().unwrap().code();
        assert!([Some(130), Some(0)].contains(&code), "{code:?}");
        let names = folder.names();
        assert_eq!(names.len(), FILES);
        for name in names {
            let text = folder.read(&name);
            assert!(text == old || text == CLEAN, "{name}: {text}");
        }
    }
}
