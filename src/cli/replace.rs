//! Replaces files that have not changed since they were read.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::Path;

use super::input::Paths;
use super::output;
use super::output_file::{is_special, temporary_beside, write_new};
use crate::limited::{self, MAX_WRITTEN};
use crate::project::{Failure, File as TextFile, Source, reason};
use crate::words::{display_path, path_name};

/// Whether a file was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replaced {
    /// The file has the new text.
    Yes,
    /// The file has changed since it was read, and was left as it is.
    Changed,
}

/// Replaces the contents `read` of a file by `new`. A file with other contents was changed by
/// another program in the meantime, and is left as it is.
///
/// The new text is written to a temporary file in the same folder, which is then renamed. So
/// another program always reads the whole old or the whole new text. The mode and, if the system
/// allows it, the owner are kept. A symbolic link stays one. Other names of the file (hard links)
/// keep the old text, which is a warning.
///
/// # Errors
///
/// Fails if it is not a regular file, is read-only, or cannot be read or replaced.
pub(super) fn replace_if_unchanged(path: &Path, read: &[u8], new: &[u8]) -> io::Result<Replaced> {
    let target = dunce::canonicalize(path)?;
    let metadata = fs::metadata(&target)?;
    if !metadata.is_file() {
        return Err(io::Error::other(NO_FILE));
    }
    if metadata.permissions().readonly() {
        return Err(io::Error::other("the file is read-only"));
    }
    let mut temporary = temporary_beside(&target)?;
    temporary.write_all(new)?;
    keep_owner(temporary.as_file(), &metadata);
    temporary.as_file().set_permissions(metadata.permissions())?;
    Ok(match temporary.replace(&target, read)? {
        true => {
            warn_of_hard_links(path, &metadata);
            Replaced::Yes
        }
        false => Replaced::Changed,
    })
}

#[cfg(unix)]
fn warn_of_hard_links(path: &Path, old: &Metadata) {
    use std::os::unix::fs::MetadataExt;
    if old.nlink() > 1 {
        let path = display_path(path);
        output::warn(&format!("{path}: other hard links to this file keep the old text"));
    }
}

#[cfg(not(unix))]
fn warn_of_hard_links(_: &Path, _: &Metadata) {}

/// Copies the owner of the old file, as far as the system allows it.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(new, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Writes a new file, or replaces one that carom wrote, as `is_own` says of its bytes.
///
/// # Errors
///
/// Fails if another file exists there or changes meanwhile, or if the file cannot be written.
pub(super) fn write_own(path: &Path, new: &[u8], is_own: fn(&[u8]) -> bool) -> io::Result<()> {
    let old = limited::read_regular(path, MAX_WRITTEN);
    let Some(old) = old.filter(|old| is_own(old)) else {
        return write_new(path, new);
    };
    match replace_if_unchanged(path, &old, new) {
        Ok(Replaced::Yes) => Ok(()),
        Ok(Replaced::Changed) => Err(io::Error::other(format!(
            "{}: the file was saved in the meantime; run again",
            display_path(path)
        ))),
        Err(error) => Err(output::named(path, &error)),
    }
}

/// Replaces the text of a file as [`replace_if_unchanged`] does.
///
/// # Errors
///
/// Fails if that fails, and for standard input.
pub(super) fn replace(file: &TextFile, new: &str) -> Result<Replaced, Failure> {
    let Source::File(path) = &file.source else {
        return Err(file.failure("standard input cannot be replaced"));
    };
    replace_if_unchanged(path, file.text.as_bytes(), new.as_bytes())
        .map_err(|error| file.failure(reason(&error)))
}

/// The reason for not writing a pipe or a device. Reading it again would wait for another
/// writer.
const NO_FILE: &str = "not a regular file, so it cannot be rewritten";

/// Checks, before a source is read, that it is not a pipe or a device.
///
/// # Errors
///
/// Fails if it is one. Standard input and missing files are not.
pub(super) fn is_replaceable(source: &Source) -> Result<(), Failure> {
    match source {
        Source::File(path) if is_special(path) => Err(Failure::new(path_name(path), NO_FILE)),
        _ => Ok(()),
    }
}

/// The reason for skipping a file that another program keeps saving.
pub(super) const SAVED_MEANWHILE: &str = "skipped: someone saved it at the same time";

/// The number of attempts if another program saves the file at the same time.
pub(super) const TRIES: usize = 5;

/// Computes the new text of `file` with `work` and replaces the file. If another program has saved
/// the file in the meantime, both steps are repeated. Returns the file as it was last read, and the
/// result of `work`. An unchanged text is not written.
///
/// # Errors
///
/// Fails if the file cannot be replaced, or if another program saves it again and again. It then
/// has the text of that program. Standard input cannot be replaced.
pub(super) fn rewrite<T: AsRef<str>>(
    paths: &Paths,
    mut file: TextFile,
    mut work: impl FnMut(&TextFile) -> T,
) -> Result<(TextFile, T), Failure> {
    for _ in 0..TRIES {
        let new = work(&file);
        if new.as_ref() == file.text {
            return Ok((file, new));
        }
        match replace(&file, new.as_ref())? {
            Replaced::Yes => return Ok((file, new)),
            Replaced::Changed => file = paths.read(file.source)?,
        }
    }
    Err(file.failure(SAVED_MEANWHILE))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        paths: Paths,
    }

    /// Rewrites a file in capital letters. After each read another program saves the next text of
    /// `saves`, the last one first.
    fn capitals(path: &Path, mut saves: Vec<&str>) -> Result<String, Failure> {
        let paths = Line::parse_from(["carom"]).paths;
        let file = paths.read(Source::File(path.to_owned()))?;
        let work = |file: &TextFile| {
            if let Some(saved) = saves.pop() {
                fs::write(path, saved).unwrap();
            }
            file.text.to_uppercase()
        };
        rewrite(&paths, file, work).map(|(_, new)| new)
    }

    #[test]
    fn file_saved_meanwhile_is_processed_again() {
        let (_folder, path) = file("one");
        assert_eq!(capitals(&path, vec!["three", "two"]).unwrap(), "THREE");
        assert_eq!(fs::read(&path).unwrap(), b"THREE");
    }

    #[test]
    fn file_that_keeps_changing_is_left_alone() {
        let (_folder, path) = file("one");
        let saves = ["a", "b"].repeat(TRIES);
        let failure = capitals(&path, saves).unwrap_err();
        assert_eq!(failure.reason, SAVED_MEANWHILE);
        assert!(["a", "b"].contains(&&*fs::read_to_string(&path).unwrap()));
    }

    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.carom");
        fs::write(&path, text).unwrap();
        (folder, path)
    }

    /// Returns the number of files in the folder of a file.
    fn names(path: &Path) -> usize {
        fs::read_dir(path.parent().unwrap()).unwrap().count()
    }

    #[test]
    fn unchanged_file_is_replaced() {
        let (_folder, path) = file("old and long");
        let replaced = replace_if_unchanged(&path, b"old and long", b"new");
        assert_eq!(replaced.unwrap(), Replaced::Yes);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(&path), 1, "nothing is left behind");
    }

    #[test]
    fn file_saved_by_others_is_not_overwritten() {
        let (_folder, path) = file("saved");
        for read in ["old", "save", "saved ", ""] {
            let replaced = replace_if_unchanged(&path, read.as_bytes(), b"new");
            assert_eq!(replaced.unwrap(), Replaced::Changed);
            assert_eq!(fs::read(&path).unwrap(), b"saved");
        }
        assert_eq!(names(&path), 1, "nothing is left behind");
        let gone = path.with_file_name("gone.carom");
        let error = replace_if_unchanged(&gone, b"", b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn replace_keeps_mode_owner_and_links() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
        let (_folder, path) = file("old");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        // Only root can change the owner.
        let is_given = chown(&path, Some(12), Some(34)).is_ok();
        let link = path.with_file_name("link.carom");
        symlink("a.carom", &link).unwrap();
        let replaced = replace_if_unchanged(&link, b"old", b"new");
        assert_eq!(replaced.unwrap(), Replaced::Yes);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let metadata = fs::metadata(&path).unwrap();
        assert_eq!(metadata.mode() & 0o777, 0o640);
        if is_given {
            assert_eq!((metadata.uid(), metadata.gid()), (12, 34));
        }
    }
}
