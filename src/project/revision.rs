//! What stood in a repository at a revision.
//!
//! The `git` program is asked, not a library: whoever has a clone has it, and
//! it alone knows all that a clone can be, such as shallow, partial, sparse, a
//! worktree, or one whose line ends are converted. A library that does would
//! be larger than all of carom.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use super::{Failure, reason};

/// A revision of a repository, and which of its files are otherwise now.
#[derive(Clone, Debug)]
pub struct Revision {
    root: PathBuf,
    /// The files by their paths from the root, with the names of their blobs.
    files: HashMap<PathBuf, String>,
    /// The submodules by their paths, with their commits.
    submodules: HashMap<PathBuf, String>,
    /// The paths whose files are other than then, or gone.
    changed: HashSet<PathBuf>,
}

impl Revision {
    /// The folder of the repository that holds `folder`: the nearest above with
    /// a `.git`, a folder or, in a worktree, a file.
    pub fn root(folder: &Path) -> Option<&Path> {
        folder.ancestors().find(|above| above.join(".git").exists())
    }

    /// Whether the repository whose folder is `root` is a submodule of the one
    /// around it.
    pub fn is_submodule(root: &Path) -> bool {
        // A repository of its own has a folder there.
        let around = ["rev-parse", "--show-superproject-working-tree"];
        root.join(".git").is_file() && git(root, &around).is_ok_and(|around| !around.is_empty())
    }

    /// The revision that git knows as `name`, in the repository whose folder is
    /// `root`; of its files those that `is_wanted`, given their paths from
    /// there.
    ///
    /// # Errors
    ///
    /// Where there is no such revision, or git cannot be asked.
    pub fn open(
        root: &Path,
        name: &str,
        is_wanted: impl Fn(&Path) -> bool,
    ) -> Result<Self, Failure> {
        let commit = commit(root, name)?;
        let listed = git(root, &["ls-tree", "-r", "-z", "--full-tree", &commit])?;
        let (mut files, mut submodules) = (HashMap::new(), HashMap::new());
        for entry in parts(&listed) {
            let mut halves = entry.splitn(2, |&byte| byte == b'\t');
            let (Some(about), Some(path)) = (halves.next(), halves.next()) else {
                continue;
            };
            let about = String::from_utf8_lossy(about);
            let mut about = about.split(' ');
            let (Some(mode), Some(object)) = (about.next(), about.nth(1)) else {
                continue;
            };
            let path = path_of(path);
            // A link may lead anywhere: what it leads to is always new.
            match mode {
                "100644" | "100755" if is_wanted(&path) => {
                    files.insert(path, object.to_owned());
                }
                "160000" => {
                    submodules.insert(path, object.to_owned());
                }
                _ => {}
            }
        }
        let differ = [
            "diff",
            "--name-only",
            "-z",
            "--no-renames",
            "--no-ext-diff",
            "--ignore-submodules",
            &commit,
            "--",
        ];
        let changed = git(root, &differ)?;
        let changed = parts(&changed).map(path_of).collect();
        Ok(Self {
            root: root.to_owned(),
            files,
            submodules,
            changed,
        })
    }

    /// Whether there was a file at `path`, which counts from the root.
    pub fn had(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    /// Whether the file at `path` is what it was, if it was there.
    pub fn is_same(&self, path: &Path) -> bool {
        self.had(path) && !self.changed.contains(path)
    }

    /// The commit of the submodule at `path`, if there was one.
    pub fn submodule(&self, path: &Path) -> Option<&str> {
        self.submodules.get(path).map(String::as_str)
    }

    /// The files that are other than then or gone, with what stood in them, in
    /// the order of their paths.
    ///
    /// # Errors
    ///
    /// Where git cannot be asked, or a text is not in the clone.
    pub fn texts_of_changed(&self) -> Result<Vec<(&Path, String)>, Failure> {
        let changed = self.files.iter();
        let changed = changed.filter(|(path, _)| self.changed.contains(*path));
        let mut changed: Vec<(&Path, &str)> = changed
            .map(|(path, blob)| (path.as_path(), blob.as_str()))
            .collect();
        changed.sort_unstable();
        if changed.is_empty() {
            return Ok(Vec::new());
        }
        let texts = self.read(&changed);
        texts.map_err(|error| Failure::unnamed(format!("git cat-file: {}", reason(&error))))
    }

    fn read<'a>(&self, files: &[(&'a Path, &str)]) -> io::Result<Vec<(&'a Path, String)>> {
        let mut child = command(&self.root)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(mut input), Some(output)) = (input, output) else {
            return Err(io::Error::other("it has no input and output"));
        };
        let mut output = BufReader::new(output);
        let texts = thread::scope(|scope| {
            // Git answers while it is still being asked.
            scope.spawn(move || {
                files
                    .iter()
                    .try_for_each(|(_, blob)| writeln!(input, "{blob}"))
            });
            let files = files.iter();
            let texts = files.map(|(path, _)| Ok((*path, blob(&mut output)?)));
            texts.collect::<io::Result<Vec<_>>>()
        });
        // After an error it may still be writing.
        drop(output);
        child.wait()?;
        texts
    }
}

/// The next blob: a line `NAME blob SIZE`, so many bytes, and a line feed.
fn blob(output: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    output.read_line(&mut line)?;
    let size = line
        .trim_end()
        .rsplit(' ')
        .next()
        .and_then(|size| size.parse().ok());
    let size: u64 = size.ok_or_else(|| {
        let line = line.trim_end();
        io::Error::other(format!("the clone lacks what stood in a file ({line})"))
    })?;
    let mut bytes = Vec::new();
    output.take(size + 1).read_to_end(&mut bytes)?;
    bytes.pop();
    // What was no text then is other than any text now.
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

/// The name of the commit that git knows as `name`.
fn commit(root: &Path, name: &str) -> Result<String, Failure> {
    let refused = |why: &str| Failure::unnamed(format!("--since {name}: {why}"));
    // Git would take it for an option.
    if name.is_empty() || name.starts_with('-') {
        return Err(refused("that is no revision"));
    }
    let wanted = format!("{name}^{{commit}}");
    let found = run(root, &["rev-parse", "--verify", "--quiet", &wanted])?;
    if found.status.success() {
        return Ok(String::from_utf8_lossy(&found.stdout).trim_end().to_owned());
    }
    let is_shallow = git(root, &["rev-parse", "--is-shallow-repository"])?;
    Err(if is_shallow.trim_ascii_end() == b"true" {
        refused(
            "the clone does not go back to that revision: it is shallow. Fetch more of it, as \
             with `git fetch --deepen 50`, or in a GitHub workflow with `fetch-depth: 0` under \
             actions/checkout",
        )
    } else {
        refused("the repository has no such revision; `git log` shows which it has")
    })
}

/// What ends in a zero byte each.
fn parts(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = output.split(|&byte| byte == 0);
    parts.filter(|part| !part.is_empty())
}

/// A path as git writes it, which need not be UTF-8.
fn path_of(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
    }
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// What git writes.
fn git(root: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let output = run(root, arguments)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let command = arguments.first().copied().unwrap_or_default();
    Err(Failure::unnamed(format!("git {command}: {}", said.trim())))
}

fn run(root: &Path, arguments: &[&str]) -> Result<Output, Failure> {
    let output = command(root).args(arguments).stdin(Stdio::null()).output();
    output.map_err(|error| {
        let why = reason(&error);
        Failure::unnamed(format!(
            "--since asks the program git, which cannot be run: {why}"
        ))
    })
}

fn command(root: &Path) -> Command {
    let mut command = Command::new("git");
    // A hook is told which repository it runs in: this may be another.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    command
        .arg("-C")
        .arg(root)
        // It only reads, so it need not lock out another.
        .env("GIT_OPTIONAL_LOCKS", "0");
    command
}
