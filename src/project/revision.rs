//! The files of a repository at a git revision and in its index.
//!
//! Runs the `git` program, which supports every kind of clone, such as shallow, partial and sparse
//! ones, worktrees, and converted line endings. A library with this support would be larger than
//! carom.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::failure::display;
use super::{Failure, MAX_FILE, reason};
use crate::words::count;

/// A revision of a repository, with the files that have changed since.
#[derive(Clone, Debug)]
pub struct Revision {
    root: PathBuf,
    /// The blob names of the files by their paths from the root.
    files: HashMap<PathBuf, String>,
    /// The commits of the submodules by their paths.
    submodules: HashMap<PathBuf, String>,
    /// The paths of changed and deleted files.
    changed: HashSet<PathBuf>,
}

impl Revision {
    /// Returns the root of the repository of `folder`: the nearest folder with a
    /// `.git`, which is a file in worktrees.
    pub fn root(folder: &Path) -> Option<&Path> {
        folder.ancestors().find(|above| above.join(".git").exists())
    }

    /// Whether the repository at `root` is a submodule.
    pub fn is_submodule(root: &Path) -> bool {
        // A repository that is not a submodule has a folder there.
        let around = ["rev-parse", "--show-superproject-working-tree"];
        root.join(".git").is_file() && git(root, &around).is_ok_and(|around| !around.is_empty())
    }

    /// Opens the revision `name` of the repository at `root`, with the files that
    /// `is_wanted` selects by their paths from there. It is compared with the index if
    /// `is_staged`, otherwise with the files on disk. Before the first commit of a branch, `HEAD`
    /// has no files.
    ///
    /// # Errors
    ///
    /// Fails if there is no such revision or git cannot be run.
    pub fn open(
        root: &Path,
        name: &str,
        is_staged: bool,
        is_wanted: impl Fn(&Path) -> bool,
    ) -> Result<Self, Failure> {
        let tree = tree(root, name)?;
        let listed = git(root, &["ls-tree", "-r", "-z", "--full-tree", &tree])?;
        let (mut files, mut submodules) = (HashMap::new(), HashMap::new());
        for (about, path) in entries(&listed) {
            let [mode, _, object] = about.as_slice() else {
                continue;
            };
            match mode.as_str() {
                _ if is_file(mode) && is_wanted(&path) => {
                    files.insert(path, object.clone());
                }
                "160000" => {
                    submodules.insert(path, object.clone());
                }
                _ => {}
            }
        }
        let without_filters = without_filters(root)?;
        let mut differ: Vec<&str> = without_filters.iter().map(String::as_str).collect();
        differ.extend([
            "diff",
            "--name-only",
            "-z",
            "--no-renames",
            "--no-ext-diff",
            "--no-textconv",
            "--ignore-submodules",
        ]);
        differ.extend(is_staged.then_some("--cached"));
        differ.extend([tree.as_str(), "--"]);
        let differing = git(root, &differ)?;
        let mut changed: HashSet<PathBuf> = parts(&differing).map(path_of).collect();
        if !is_staged {
            changed.extend(assumed_unchanged(root)?);
        }
        Ok(Self { root: root.to_owned(), files, submodules, changed })
    }

    /// Whether the revision has a file at `path` from the root.
    pub fn contains(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    /// Whether the file at `path` is unchanged.
    pub fn is_same(&self, path: &Path) -> bool {
        self.contains(path) && !self.changed.contains(path)
    }

    /// Returns the commit of the submodule at `path`.
    pub fn submodule(&self, path: &Path) -> Option<&str> {
        self.submodules.get(path).map(String::as_str)
    }

    /// Returns the old texts of changed and deleted files, sorted by path.
    ///
    /// # Errors
    ///
    /// Fails if git cannot be run or the clone lacks a text.
    pub fn texts_of_changed(&self) -> Result<Vec<(&Path, String)>, Failure> {
        let files = self.files.iter();
        let mut changed: Vec<(&Path, &str)> = files
            .filter(|(path, _)| self.changed.contains(*path))
            .map(|(path, blob)| (path.as_path(), blob.as_str()))
            .collect();
        changed.sort_unstable();
        let contents = read(&self.root, &changed)?.into_iter();
        // A file that was not text differs from any text.
        let texts =
            contents.map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap_or_default()));
        Ok(texts.collect())
    }
}

/// The index of a repository: the files of the next commit.
#[derive(Debug)]
pub(super) struct Index {
    root: PathBuf,
    /// The blob names of the files by their paths from the root.
    files: HashMap<PathBuf, String>,
}

impl Index {
    /// Lists the files in the index of the repository at `root`, without submodules and links.
    ///
    /// # Errors
    ///
    /// Fails if git cannot be run or a merge has left a conflict.
    pub(super) fn open(root: &Path) -> Result<Self, Failure> {
        let listed = git(root, &["ls-files", "--stage", "-z"])?;
        let mut files = HashMap::new();
        for (about, path) in entries(&listed) {
            match about.as_slice() {
                [mode, object, stage] if is_file(mode) && stage == "0" => {
                    files.insert(path, object.clone());
                }
                [mode, _, stage] if is_file(mode) && stage != "0" => {
                    let why = "the file has a merge conflict in the git index";
                    return Err(Failure::new(display(&path), why));
                }
                _ => {}
            }
        }
        Ok(Self { root: root.to_owned(), files })
    }

    /// Returns the contents of the files that `is_wanted` selects, by their absolute paths.
    ///
    /// # Errors
    ///
    /// Fails if git cannot be run or the clone lacks a file.
    pub(super) fn contents(
        &self,
        is_wanted: impl Fn(&Path) -> bool,
    ) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
        let files = self.files.iter().map(|(path, blob)| (self.root.join(path), blob));
        let wanted: Vec<(PathBuf, &str)> = files
            .filter(|(path, _)| is_wanted(path))
            .map(|(path, blob)| (path, blob.as_str()))
            .collect();
        read(&self.root, &wanted)
    }
}

/// Whether this is the mode of a regular file. A link may lead anywhere, so its target always counts
/// as new.
fn is_file(mode: &str) -> bool {
    matches!(mode, "100644" | "100755")
}

/// Parses entries of `git ls-tree` and `git ls-files`: words, a tab and a path.
fn entries(listed: &[u8]) -> impl Iterator<Item = (Vec<String>, PathBuf)> {
    parts(listed).filter_map(|entry| {
        let tab = entry.iter().position(|&byte| byte == b'\t')?;
        let (about, path) = (entry.get(..tab)?, entry.get(tab + 1..)?);
        let about = String::from_utf8_lossy(about);
        Some((about.split(' ').map(str::to_owned).collect(), path_of(path)))
    })
}

/// Reads blobs by their names.
fn read<P: Clone + Sync>(root: &Path, files: &[(P, &str)]) -> Result<Vec<(P, Vec<u8>)>, Failure> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let contents = read_blobs(root, files);
    contents.map_err(|error| Failure::unnamed(format!("git cat-file: {}", reason(&error))))
}

fn read_blobs<P: Clone + Sync>(root: &Path, files: &[(P, &str)]) -> io::Result<Vec<(P, Vec<u8>)>> {
    let mut child = command(root)
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
    // The output is closed at the end: after an error git may still be writing.
    let talk = move || {
        thread::scope(|scope| {
            // Write on another thread: git answers before it has read all requests.
            scope.spawn(move || files.iter().try_for_each(|(_, blob)| writeln!(input, "{blob}")));
            let contents = files.iter().map(|(path, _)| Ok((path.clone(), blob(&mut output)?)));
            contents.collect::<io::Result<Vec<_>>>()
        })
    };
    Ok(watched(child, MAX_TIME, talk)?.0)
}

/// Parses the next blob: a line `NAME blob SIZE`, SIZE bytes, and a line feed.
fn blob(output: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = String::new();
    output.read_line(&mut line)?;
    let size: u64 =
        line.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok()).ok_or_else(|| {
            let line = line.trim_end();
            io::Error::other(format!("the clone lacks what stood in a file ({line})"))
        })?;
    let (mut blob, mut bytes) = (output.by_ref().take(size), Vec::new());
    // One byte more shows that the file is too large.
    blob.by_ref().take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    io::copy(&mut blob, &mut io::sink())?;
    output.read_exact(&mut [0])?;
    Ok(bytes)
}

/// Resolves `name` to a commit, or to the empty tree.
fn tree(root: &Path, name: &str) -> Result<String, Failure> {
    let refused = |why: &str| Failure::unnamed(format!("--since {name}: {why}"));
    // Git would parse it as an option.
    if name.is_empty() || name.starts_with('-') {
        return Err(refused("that is no revision"));
    }
    let line = |output: &[u8]| String::from_utf8_lossy(output).trim_end().to_owned();
    let verify = ["rev-parse", "--verify", "--quiet"];
    let wanted = format!("{name}^{{commit}}");
    let found = run(root, &[&verify[..], &[&wanted]].concat())?;
    if found.status.success() {
        return Ok(line(&found.stdout));
    }
    // The branch has no commit yet: its name stands for none. A damaged one has a name.
    let is_head = ["HEAD", "@"].contains(&name);
    if is_head && !run(root, &[&verify[..], &["HEAD"]].concat())?.status.success() {
        return Ok(line(&git(root, &["hash-object", "-t", "tree", "--stdin"])?));
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

/// Returns the paths of existing files that git does not compare, because they are marked as
/// `assume-unchanged` or `skip-worktree`.
fn assumed_unchanged(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    let listed = git(root, &["ls-files", "-v", "-z"])?;
    let paths = parts(&listed).filter_map(|entry| match entry {
        // A lowercase tag marks a file that is assumed to be unchanged.
        [b'S' | b'a'..=b'z', b' ', path @ ..] => Some(path_of(path)),
        _ => None,
    });
    // In a sparse checkout, the other files do not exist.
    Ok(paths.filter(|path| root.join(path).exists()).collect())
}

/// Splits the output at zero bytes.
fn parts(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = output.split(|&byte| byte == 0);
    parts.filter(|part| !part.is_empty())
}

/// Converts a path from git, which may not be UTF-8.
fn path_of(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
    }
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The name of an empty environment variable.
const EMPTY: &str = "CAROM_EMPTY";

/// Returns options that disable the filters in the configuration of a repository, because filters
/// are commands. The user's own filters stay.
fn without_filters(root: &Path) -> Result<Vec<String>, Failure> {
    let names = r"^filter\..*\.(clean|process|required)$";
    let list = ["config", "--show-scope", "--name-only", "-z", "--get-regexp", names];
    // Git fails if there is none.
    let listed = run(root, &list)?.stdout;
    let parts: Vec<&[u8]> = parts(&listed).collect();
    let pairs = parts.chunks_exact(2);
    let local = pairs.filter(|pair| matches!(pair, [b"local" | b"worktree", _]));
    let names = local.filter_map(|pair| pair.get(1));
    let option = |name: &[u8]| format!("--config-env={}={EMPTY}", String::from_utf8_lossy(name));
    Ok(names.map(|name| option(name)).collect())
}

/// Runs git and returns its output.
fn git(root: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let output = run(root, arguments)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let mut commands = arguments.iter().filter(|argument| !argument.starts_with('-'));
    let command = commands.next().copied().unwrap_or_default();
    Err(Failure::unnamed(format!("git {command}: {}", message.trim())))
}

fn run(root: &Path, arguments: &[&str]) -> Result<Output, Failure> {
    run_within(MAX_TIME, root, arguments)
}

fn run_within(limit: Duration, root: &Path, arguments: &[&str]) -> Result<Output, Failure> {
    let mut git = command(root);
    git.args(arguments).stdin(Stdio::null());
    git.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = git.spawn().map_err(|error| {
        let why = reason(&error);
        Failure::unnamed(format!("the program git cannot be run: {why}"))
    })?;
    let (out, error) = (child.stdout.take(), child.stderr.take());
    let read = move || {
        thread::scope(|scope| {
            let errors = scope.spawn(move || read_to_end(error));
            let stdout = read_to_end(out)?;
            Ok((stdout, errors.join().unwrap_or_else(|_| Ok(Vec::new()))?))
        })
    };
    let ended = watched(child, limit, read);
    let ((stdout, stderr), status) =
        ended.map_err(|error| Failure::unnamed(format!("git: {}", reason(&error))))?;
    Ok(Output { status, stdout, stderr })
}

fn read_to_end(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes))?;
    Ok(bytes)
}

/// The longest time that git may take. A pipe among its files would block it forever, and the
/// settings of a repository name files in many ways.
const MAX_TIME: Duration = Duration::from_secs(300);

/// Runs `talk`, which uses the pipes of a process, and waits for the process. After the time limit,
/// the process is ended, which is an error.
fn watched<T>(
    child: Child,
    limit: Duration,
    talk: impl FnOnce() -> io::Result<T>,
) -> io::Result<(T, ExitStatus)> {
    let child = Mutex::new(child);
    let lock = || child.lock().unwrap_or_else(PoisonError::into_inner);
    let (running, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watchdog = scope.spawn(move || {
            let is_late = ended.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            is_late && lock().kill().is_ok()
        });
        let result = talk();
        drop(running);
        let is_late = watchdog.join().unwrap_or(true);
        let status = lock().wait()?;
        match is_late {
            true => Err(io::Error::other(format!(
                "it was ended after {}; perhaps a file of the repository is a pipe",
                count(limit.as_secs(), "second")
            ))),
            false => Ok((result?, status)),
        }
    })
}

fn command(root: &Path) -> Command {
    let mut command = Command::new("git");
    // Git sets these variables for hooks. They may refer to another repository.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    // `git commit --all` and `git commit PATH` write an index of their own.
    let here = std::env::current_dir().unwrap_or_default();
    if let Some(index) = std::env::var_os("GIT_INDEX_FILE")
        && Revision::root(&here) == Some(root)
    {
        command.env("GIT_INDEX_FILE", root.join(index));
    }
    // The configuration of a repository may name programs for git to run.
    for setting in [
        "core.fsmonitor=false",
        "core.hooksPath=/dev/null",
        "protocol.ext.allow=never",
        // They may also name files without an end.
        "core.attributesFile=/dev/null",
        "diff.orderFile=/dev/null",
    ] {
        command.args(["-c", setting]);
    }
    command
        .arg("-C")
        .arg(root)
        .env(EMPTY, "")
        // Reading needs no lock, which could block another process.
        .env("GIT_OPTIONAL_LOCKS", "0")
        // A missing object of a partial clone is not fetched: the configuration names programs
        // for that, too.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        // A replaced object could hide a change.
        .env("GIT_NO_REPLACE_OBJECTS", "1");
    command
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Git opens these files on the way to a revision, and carom does not find them first.
    #[test]
    fn blocked_git_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        git(root, &["init", "-q"]).unwrap();
        std::fs::write(root.join("a"), "").unwrap();
        git(root, &["add", "a"]).unwrap();
        let pipe = root.join("pipe");
        let other = root.join("other/objects/info");
        std::fs::create_dir_all(&other).unwrap();
        for pipe in [&pipe, &other.join("alternates")] {
            let made = Command::new("mkfifo").arg(pipe).status().unwrap();
            assert!(made.success());
        }
        let config = std::fs::read_to_string(root.join(".git/config")).unwrap();
        let pipe = pipe.display();
        let alternate = root.join("other/objects").display().to_string() + "\n";
        for (setting, alternate, arguments) in [
            (format!("[include]\n\tpath = {pipe}\n"), "", vec!["status"]),
            (String::new(), alternate.as_str(), vec!["cat-file", "-e", MISSING]),
        ] {
            std::fs::write(root.join(".git/config"), config.clone() + &setting).unwrap();
            std::fs::write(root.join(".git/objects/info/alternates"), alternate).unwrap();
            let failure = run_within(Duration::from_secs(1), root, &arguments).unwrap_err();
            assert!(failure.reason.contains("ended after 1 second"), "{setting}: {failure}");
        }
    }

    /// The name of an object that the repository lacks.
    const MISSING: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5392";
}
