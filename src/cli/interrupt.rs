//! What is done when somebody or the system stops the process: the progress bar and
//! files that were to take the place of others are cleared away, and answers are kept.

use std::collections::BTreeMap;
#[cfg(unix)]
use std::fs;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, mpsc};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;
use tempfile::TempPath;

use super::output;
use crate::store::Disk;

/// The number that shells add to a signal for the exit status of a process that it ended.
const SIGNALLED: i32 = 128;

/// The time to remove the progress bar and to print the progress. Both wait while another
/// thread writes to a pipe that nobody reads.
const PRINTING: Duration = Duration::from_millis(300);

/// How long it may take to write the last answers down.
const KEEPING: Duration = Duration::from_millis(300);

/// The files to remove.
static HELD: Mutex<Held> = Mutex::new(Held {
    bar: None,
    store: None,
    progress: None,
    temporaries: BTreeMap::new(),
    next: 0,
});

struct Held {
    bar: Option<ProgressBar>,
    store: Option<Weak<Disk>>,
    progress: Option<Box<dyn Fn() -> Vec<String> + Send>>,
    temporaries: BTreeMap<u64, TempPath>,
    next: u64,
}

fn held() -> MutexGuard<'static, Held> {
    // Entries are put in whole, so a panic elsewhere leaves them usable.
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Clears away what there is and ends the process when it is interrupted, told to
/// end, or left by its terminal. A signal that whoever started it set aside, as `nohup`
/// does, stays so.
#[cfg(unix)]
pub(super) fn prepare() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let aside = set_aside();
    let ours = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let ours = ours.filter(|signal| aside >> (signal - 1) & 1 == 0);
    if let Ok(mut signals) = Signals::new(ours) {
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                end(SIGNALLED + signal);
            }
        });
    }
}

#[cfg(not(unix))]
pub(super) fn prepare() {
    let _ = ctrlc::try_set_handler(|| end(SIGNALLED + 2));
}

/// A bit for each signal that is to have no effect, the first for signal 1.
#[cfg(unix)]
fn set_aside() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let told = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let told = told.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    // Where the system does not tell, it is all of them if it is any: this takes none then.
    told.unwrap_or_else(|| match ctrlc::try_set_handler(|| ()) {
        Ok(()) => 0,
        Err(_) => u64::MAX,
    })
}

/// Clears away what there is and ends the process.
fn end(status: i32) -> ! {
    // What is held is never let go, so that no other file is begun or put
    // in its place meanwhile.
    let mut held = held();
    held.temporaries.clear();
    let bar = held.bar.take();
    let lines = held.progress.as_ref().map(|lines| lines());
    let (sender, printed) = mpsc::channel();
    thread::spawn(move || {
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        for line in lines.unwrap_or_default() {
            output::say(&format!("stopped: {}", line.trim_end()));
        }
        let _ = sender.send(());
    });
    // A full pipe must not keep the process alive.
    let _ = printed.recv_timeout(PRINTING);
    if let Some(store) = held.store.as_ref().and_then(Weak::upgrade) {
        store.flush(KEEPING);
    }
    process::exit(status);
}

/// Has a file that would grow beyond what the system allows refused with an error, like
/// one on a full disk, instead of ending the process in the midst of writing it.
#[cfg(unix)]
pub(super) fn survive_large_files() {
    use std::sync::atomic::AtomicBool;
    let is_refused = Arc::new(AtomicBool::new(false));
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, is_refused);
}

#[cfg(not(unix))]
pub(super) const fn survive_large_files() {}

/// Does some work that is not cut off where the process is interrupted.
pub(super) fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    let _held = held();
    work()
}

/// Makes this the bar that is wiped.
pub(super) fn wipe(bar: &ProgressBar) {
    held().bar = Some(bar.clone());
}

/// Sets the function that returns the progress of the searches, a line each.
pub(super) fn report_progress(lines: impl Fn() -> Vec<String> + Send + 'static) {
    held().progress = Some(Box::new(lines));
}

/// Makes this the store whose answers are kept.
pub(super) fn keep(store: &Arc<Disk>) {
    held().store = Some(Arc::downgrade(store));
}

/// A file that is to take the place of another. It is removed when it is
/// dropped, and when the process is interrupted.
#[derive(Debug)]
pub(super) struct Temporary {
    file: File,
    number: u64,
}

impl Temporary {
    /// A file in `folder`.
    ///
    /// # Errors
    ///
    /// Where the folder takes none.
    pub(super) fn new(builder: &tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<Self> {
        let mut held = held();
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        let number = held.next;
        held.next += 1;
        held.temporaries.insert(number, path);
        Ok(Self { file, number })
    }

    /// The file, to be written.
    pub(super) const fn as_file(&self) -> &File {
        &self.file
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// Where that cannot be done; then the file is gone.
    pub(super) fn persist(self, place: &Path) -> io::Result<()> {
        let mut held = held();
        let Some(path) = held.temporaries.remove(&self.number) else {
            return Ok(());
        };
        path.persist(place).map_err(|error| error.error)
    }
}

impl Temporary {
    /// The same, if no file stands in that place.
    ///
    /// # Errors
    ///
    /// Where one does, or that cannot be done; then the file is gone.
    pub(super) fn persist_new(self, place: &Path) -> io::Result<()> {
        let mut held = held();
        let Some(path) = held.temporaries.remove(&self.number) else {
            return Ok(());
        };
        path.persist_noclobber(place).map_err(|error| error.error)
    }
}

impl Write for Temporary {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.file.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let path = held().temporaries.remove(&self.number);
        drop(path);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_put_in_its_place_or_removed() {
        let folder = tempfile::tempdir().unwrap();
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let builder = tempfile::Builder::new();
        let place = folder.path().join("place");
        for _ in 0..2 {
            let dropped = Temporary::new(&builder, folder.path()).unwrap();
            let mut kept = Temporary::new(&builder, folder.path()).unwrap();
            kept.write_all(b"text").unwrap();
            drop(dropped);
            kept.persist(&place).unwrap();
            assert_eq!(fs::read(&place).unwrap(), b"text");
            assert_eq!(names(), 1);
        }
    }
}
