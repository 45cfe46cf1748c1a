//! The binary on a terminal, with its progress bar.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use carom::words::is_invisible;

use super::folder::{CLEAN, Folder, carom};

/// A pseudo-terminal, and its output until all writers have closed it.
struct Terminal {
    user: File,
    shown: JoinHandle<Vec<u8>>,
}

impl Terminal {
    fn new() -> Self {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keyboard).unwrap();
        unlockpt(&keyboard).unwrap();
        let name = ptsname(&keyboard, Vec::new()).unwrap();
        let name = OsStr::from_bytes(name.to_bytes());
        let user = OpenOptions::new().read(true).write(true).open(name);
        let shown = thread::spawn(move || {
            let mut shown = Vec::new();
            // On some systems the end is an error.
            let _ = File::from(keyboard).read_to_end(&mut shown);
            shown
        });
        Self { user: user.unwrap(), shown }
    }

    fn end(&self) -> Stdio {
        self.user.try_clone().unwrap().into()
    }

    /// Returns the output without colours, once all writers have closed the terminal.
    fn shown(self) -> String {
        drop(self.user);
        let shown = String::from_utf8(self.shown.join().unwrap()).unwrap();
        anstream::adapter::strip_str(&shown).to_string()
    }
}

/// Waits for the end. A program that hangs is an error.
fn wait(child: &mut Child, arguments: &[&str]) -> ExitStatus {
    let late = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > late {
            child.kill().unwrap();
            panic!("{arguments:?} did not exit");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = folder.command(arguments);
    // A variable set by CI would hide the bar.
    command.env_remove("NO_COLOR").env("TERM", "xterm");
    command.stdin(Stdio::null());
    command
}

const BROKEN: &str = "\
puzzle lunar \"Too long\"
  moves:  3
  board:
    @ . +

puzzle lunar \"Ragged\"
  board:
    @ . +
    .
";

const RUNS: [&[&str]; 12] = [
    &["check", "."],
    &["check", "--hints", "clean.carom"],
    &["check", "-v", "--format", "json", "."],
    &["check", "--fix", "--diff", "."],
    &["solve", "."],
    &["solve", "--all", "--puzzle", "2", "."],
    &["stats", "."],
    &["find", "0000", "."],
    &["fmt", "--check", "."],
    &["fmt", "--diff", "."],
    &["convert", "--to", "jsonl", "."],
    &["config", "."],
];

/// Returns an output without times.
fn text(output: Vec<u8>) -> String {
    without_seconds(&String::from_utf8(output).unwrap())
}

/// Removes the number from each `0.002 s`.
fn without_seconds(text: &str) -> String {
    let ends = [" s\n", " s\r", " s "];
    ends.iter().fold(text.to_owned(), |text, end| {
        let parts = text.split(end);
        let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
        parts.map(|part| part.trim_end_matches(is_of_number)).collect::<Vec<_>>().join(end)
    })
}

#[test]
fn progress_bar_does_not_change_output() {
    let layout = CLEAN.replace("  moves", "      moves");
    let folder = Folder::of(&[
        ("clean.carom", CLEAN),
        ("broken.carom", BROKEN),
        ("layout.carom", &layout),
        ("empty.carom", ""),
    ]);
    for arguments in RUNS {
        let piped = command(&folder, arguments).output().unwrap();
        let terminal = Terminal::new();
        let mut child = command(&folder, arguments)
            .stdout(Stdio::piped())
            .stderr(terminal.end())
            .spawn()
            .unwrap();
        let mut out = child.stdout.take().unwrap();
        let out = thread::spawn(move || {
            let mut written = Vec::new();
            out.read_to_end(&mut written).unwrap();
            written
        });
        let status = wait(&mut child, arguments);
        assert_eq!(status.code(), piped.status.code(), "{arguments:?}");
        let (out, expected) = (text(out.join().unwrap()), text(piped.stdout));
        assert_eq!(out, expected, "{arguments:?}");
        let (shown, said) = (without_seconds(&terminal.shown()), text(piped.stderr));
        for line in said.lines() {
            assert!(shown.contains(line), "{arguments:?}: {shown:?}");
        }
    }
}

#[test]
fn run_exits_on_a_terminal() {
    let layout = CLEAN.replace("  moves", "      moves");
    for arguments in RUNS.into_iter().chain([&["fmt", "."][..], &["check", "--fix"]]) {
        let folder = Folder::of(&[
            ("clean.carom", CLEAN),
            ("broken.carom", BROKEN),
            ("layout.carom", &layout),
        ]);
        let terminal = Terminal::new();
        let mut child = command(&folder, arguments)
            .stdin(terminal.end())
            .stdout(terminal.end())
            .stderr(terminal.end())
            .spawn()
            .unwrap();
        let status = wait(&mut child, arguments);
        let shown = terminal.shown();
        assert!(status.code().is_some(), "{arguments:?}: {shown}");
    }
}

/// Everything that is shown on a terminal is visible, whatever a file contains.
#[test]
fn files_do_not_control_the_terminal() {
    let hostile = "\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{8}\u{2066}";
    let puzzle = CLEAN.replace("One slide", &format!("One {hostile}"));
    let clean = format!("; {hostile}\n{puzzle}  author: {hostile}\n  notes: {hostile}\n");
    let broken = format!("{hostile}\n{puzzle}  mov{hostile}es: 1\n  solution:{hostile} @>\n");
    let folder = Folder::of(&[("clean.carom", &clean), ("broken.carom", &broken)]);
    folder.write("settings.toml", format!("exclude = [\"a\"] # {hostile}\nx").as_bytes());
    for command in [
        "check",
        "check --fix --diff",
        "check --fix=claims --diff",
        "check --format json",
        "check --format junit",
        "check --format sarif",
        "check --format github",
        "check --config settings.toml",
        "check -v",
        "fmt --diff",
        "fmt --check",
        "solve",
        "solve --show=steps --all",
        "solve --format json",
        "rate",
        "stats",
        "find One",
        "minimise",
        "hardest",
        "convert --to carom",
        "convert --to json",
        "convert --to jsonl",
        "convert --from lunar-rows --to carom",
        "render",
        "page",
    ] {
        for name in ["clean.carom", "broken.carom"] {
            let arguments: Vec<&str> = command.split(' ').chain([name]).collect();
            let terminal = Terminal::new();
            let mut carom = carom();
            carom.current_dir(folder.path("")).args(&arguments).args(["--color", "never"]);
            carom.stdin(Stdio::null()).stdout(terminal.end()).stderr(terminal.end());
            let mut child = carom.spawn().unwrap();
            drop(carom);
            wait(&mut child, &arguments);
            drop(terminal.user);
            let shown = String::from_utf8(terminal.shown.join().unwrap()).unwrap();
            let raw = |c: char| is_invisible(c) && !matches!(c, '\n' | '\r' | '\t');
            assert!(!shown.contains(raw), "{arguments:?}: {shown:?}");
        }
    }
}
