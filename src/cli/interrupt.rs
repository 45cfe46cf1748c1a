//! Cleans up when a signal ends the process: removes the progress bar and temporary files, and
//! stores pending answers.

use std::collections::BTreeMap;
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
use super::swap::replace_expected;
#[cfg(unix)]
use crate::limited;
use crate::project::persist;
use crate::store::Cache;

/// Shells add the number of the signal to this to get an exit status.
const SIGNALLED: i32 = 128;

/// The time to remove the progress bar and to print the progress. Both may wait for a thread that
/// writes to a pipe without a reader.
const PRINTING: Duration = Duration::from_millis(300);

/// The time to print results that were found so far, which may go to a slow pipe.
const PRINTING_RESULTS: Duration = Duration::from_secs(5);

/// The time to store the last answers.
const KEEPING: Duration = Duration::from_millis(300);

/// The resources to clean up.
static HELD: Mutex<Held> = Mutex::new(Held {
    bar: None,
    cache: None,
    progress: None,
    results: None,
    temporaries: BTreeMap::new(),
    next: 0,
});

struct Held {
    bar: Option<ProgressBar>,
    cache: Option<Weak<Cache>>,
    progress: Option<Box<dyn Fn() -> Vec<String> + Send>>,
    results: Option<Box<dyn FnOnce() + Send>>,
    temporaries: BTreeMap<u64, TempPath>,
    next: u64,
}

fn held() -> MutexGuard<'static, Held> {
    // Each entry is added in one step, so a panic elsewhere leaves them usable.
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cleans up and ends the process on SIGINT, SIGTERM and SIGHUP. Signals that were ignored when
/// the process started, for example by `nohup`, stay ignored.
#[cfg(unix)]
pub(super) fn prepare() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let ignored = ignored_signals();
    let signals = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let handled = signals.filter(|signal| ignored >> (signal - 1) & 1 == 0);
    if let Ok(mut signals) = Signals::new(handled) {
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

/// Returns a bit for each ignored signal; the lowest is signal 1.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = limited::read_text(Path::new("/proc/self/status"), 64 << 10).unwrap_or_default();
    let mut lines = status.lines();
    let bits = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    // Other systems do not list ignored signals. If one is ignored, no signal is handled.
    ignored.unwrap_or_else(|| match ctrlc::try_set_handler(|| ()) {
        Ok(()) => 0,
        Err(_) => u64::MAX,
    })
}

/// Cleans up and ends the process.
fn end(status: i32) -> ! {
    // The lock is never released, so that no other thread begins or replaces a file.
    let mut held = held();
    held.temporaries.clear();
    let bar = held.bar.take();
    let print_results = held.results.take();
    let time = if print_results.is_some() { PRINTING_RESULTS } else { PRINTING };
    let lines = held.progress.as_ref().map(|lines| lines());
    let (sender, printed) = mpsc::channel();
    thread::spawn(move || {
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        if let Some(print_results) = print_results {
            print_results();
        }
        for line in lines.unwrap_or_default() {
            output::say(&format!("stopped: {}", line.trim_end()));
        }
        let _ = sender.send(());
    });
    // A full pipe must not keep the process alive.
    let _ = printed.recv_timeout(time);
    if let Some(cache) = held.cache.as_ref().and_then(Weak::upgrade) {
        cache.flush(KEEPING);
    }
    process::exit(status);
}

/// Makes writing beyond the size limit of the system an error, as on a full disk. By default,
/// it ends the process.
#[cfg(unix)]
pub(super) fn survive_large_files() {
    use std::sync::atomic::AtomicBool;
    let is_refused = Arc::new(AtomicBool::new(false));
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, is_refused);
}

#[cfg(not(unix))]
pub(super) const fn survive_large_files() {}

/// Sets the progress bar to remove.
pub(super) fn wipe(bar: &ProgressBar) {
    held().bar = Some(bar.clone());
}

/// Sets the function that returns the progress of the searches, one line each.
pub(super) fn report_progress(lines: impl Fn() -> Vec<String> + Send + 'static) {
    held().progress = Some(Box::new(lines));
}

/// Sets the function that prints the results found so far.
pub(super) fn print_results(print: impl FnOnce() + Send + 'static) {
    held().results = Some(Box::new(print));
}

/// Leaves the results to the caller. Does not return if a signal prints them already.
pub(super) fn forget_results() {
    held().results = None;
}

/// Sets the cache with answers to write.
pub(super) fn keep(cache: &Arc<Cache>) {
    held().cache = Some(Arc::downgrade(cache));
}

/// A file that will replace another. It is removed when it is dropped, and when the process is
/// interrupted.
#[derive(Debug)]
pub(super) struct Temporary {
    file: File,
    number: u64,
}

impl Temporary {
    /// Creates a file in `folder`, with the default mode.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be written.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let mut held = held();
        // The crate would create it with the mode and the attributes of a file that never stays.
        let made = tempfile::Builder::new().make_in(folder, |path| File::create_new(path))?;
        let (file, path) = made.into_parts();
        let number = held.next;
        held.next += 1;
        held.temporaries.insert(number, path);
        Ok(Self { file, number })
    }

    /// Returns the file for writing.
    pub(super) const fn as_file(&self) -> &File {
        &self.file
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be moved; then it is removed.
    pub(super) fn persist(self, place: &Path) -> io::Result<()> {
        self.moved(|path| persist(path, place))
    }

    /// Moves the file to its place if a file with the contents `old` is there. Returns whether it
    /// is.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or moved.
    pub(super) fn replace(self, place: &Path, old: &[u8]) -> io::Result<bool> {
        self.moved(|path| replace_expected(path, place, old))
    }

    /// Moves the file to its place if no file exists there.
    ///
    /// # Errors
    ///
    /// Fails if one exists or the file cannot be moved; then it is removed.
    pub(super) fn persist_new(self, place: &Path) -> io::Result<()> {
        // The file is beside its place, and its folder has a name without a limit of length.
        let name = place.file_name().unwrap_or_default();
        self.moved(|path| {
            let place = path.with_file_name(name);
            path.persist_noclobber(place).map_err(|error| error.error)
        })
    }

    /// Moves the file. No signal ends the process meanwhile.
    fn moved<T: Default>(&self, to: impl FnOnce(TempPath) -> io::Result<T>) -> io::Result<T> {
        let mut held = held();
        let path = held.temporaries.remove(&self.number);
        path.map_or_else(|| Ok(T::default()), to)
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
    fn output_file_is_completed_or_removed() {
        let folder = tempfile::tempdir().unwrap();
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let place = folder.path().join("place");
        for _ in 0..2 {
            let dropped = Temporary::new(folder.path()).unwrap();
            let mut kept = Temporary::new(folder.path()).unwrap();
            kept.write_all(b"text").unwrap();
            drop(dropped);
            kept.persist(&place).unwrap();
            assert_eq!(fs::read(&place).unwrap(), b"text");
            assert_eq!(names(), 1);
        }
    }
}
