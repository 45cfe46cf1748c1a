//! Puts a file in the place of another one that must not have changed.

use std::io::{self, ErrorKind};
use std::path::Path;

use tempfile::TempPath;

use crate::limited::{self, MAX_WRITTEN};
use crate::project::persist_if;

/// Moves the file `path` to `place`, where there must be a file with the contents `old`. Returns
/// whether there was; if not, nothing changes.
///
/// No save of another program is lost, at whatever moment it comes: the two files are exchanged in
/// one step, and only then the old one is compared. If it is another one, it gets its place back.
/// On systems without such a step, such as Windows, the old file is compared just before it is
/// replaced.
///
/// # Errors
///
/// Fails if a file cannot be read or moved.
pub(super) fn replace_expected(path: TempPath, place: &Path, old: &[u8]) -> io::Result<bool> {
    let read = |path: &Path| limited::read(path, MAX_WRITTEN);
    if read(place)? != old {
        return Ok(false);
    }
    // The file at `place` after an exchange, and the one that should have been there before.
    let mut new = Some(read(&path)?);
    let mut expected = Some(old.to_vec());
    match exchange(&path, place) {
        Ok(()) => {}
        // The file system cannot exchange files.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            return persist_if(path, place, || Ok(read(place)? == old));
        }
        Err(error) => return Err(error),
    }
    let mut is_replaced = true;
    loop {
        let displaced = read(&path).ok();
        if displaced == expected {
            return Ok(is_replaced);
        }
        is_replaced = false;
        (expected, new) = (new, displaced);
        if exchange(&path, place).is_err() {
            // `place` is gone, or another program has just saved it again.
            return match path.persist_noclobber(place) {
                Ok(()) => Ok(false),
                Err(error) => {
                    error.path.keep()?;
                    Err(error.error)
                }
            };
        }
    }
}

#[cfg(any(target_vendor = "apple", target_os = "linux", target_os = "android"))]
fn exchange(one: &Path, two: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, two, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_vendor = "apple", target_os = "linux", target_os = "android")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    /// Whenever another program saves the file, its last save is there in the end.
    #[test]
    fn concurrent_saves_are_never_lost() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a.carom");
        for round in 0..2_000 {
            fs::write(&place, "old").unwrap();
            let saves = ["first", "second"].map(|text| {
                let path = folder.path().join(text);
                fs::write(&path, text).unwrap();
                path
            });
            let mut temporary = tempfile::NamedTempFile::new_in(&folder).unwrap();
            io::Write::write_all(&mut temporary, b"new").unwrap();
            let start = Barrier::new(2);
            thread::scope(|scope| {
                scope.spawn(|| {
                    start.wait();
                    for _ in 0..round % 500 {
                        std::hint::spin_loop();
                    }
                    for save in &saves {
                        fs::rename(save, &place).unwrap();
                    }
                });
                start.wait();
                replace_expected(temporary.into_temp_path(), &place, b"old").unwrap();
            });
            assert_eq!(fs::read_to_string(&place).unwrap(), "second");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        }
    }
}
