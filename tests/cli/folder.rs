//! A temporary folder for each test, and the binary run in it.

use std::fs;
use std::io::Write;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::{Command, Stdio};

/// A puzzle of one move without a claim.
pub const CLEAN: &str = "puzzle lunar \"One slide\"\n  moves: 1\n  board:\n    @ . + A\n";

/// A puzzle with a wrong claim.
pub const DIRTY: &str = "puzzle lunar \"Two off\"\n  moves: 3\n  board:\n    @ . . + A\n";

/// A puzzle with a move after its solution.
pub const WARNED: &str =
    "puzzle lunar \"Long\"\n  moves: 1\n  board:\n    @ . . . + A\n  solution: @> A<\n";

pub struct Folder(tempfile::TempDir);

/// The exit status and the output of a command.
#[derive(Debug, PartialEq, Eq)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ended {
    #[track_caller]
    pub fn is(self, code: i32, out: &str, err: &str) {
        assert_eq!(self.out, out);
        assert_eq!(self.err, err);
        assert_eq!(self.code, Some(code));
    }
}

pub fn carom() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "GITHUB_WORKSPACE"] {
        command.env_remove(variable);
    }
    command
}

impl Folder {
    /// Creates a folder with these files.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns the names of the folder's entries.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = carom();
        command.args(arguments).current_dir(self.0.path());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ended {
        self.feed(arguments, b"")
    }

    /// Runs the binary with `input` on standard input.
    pub fn feed(&self, arguments: &[&str], input: &[u8]) -> Ended {
        end(self.command(arguments), input)
    }
}

/// Returns a path as carom prints it.
pub fn path_name(path: &Path) -> String {
    path.to_str().unwrap().replace(MAIN_SEPARATOR, "/")
}

pub fn end(mut command: Command, input: &[u8]) -> Ended {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input closes it early.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
