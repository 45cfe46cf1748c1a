//! The state shared by the readers and the writer of a store.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::database::{Database, create};
use super::fault::Fault;
use super::place::Place;

/// A function that reports why answers are not stored.
pub type Warn = Box<dyn Fn(&str) + Send + Sync>;

/// The state shared by the readers and the writer.
pub(super) struct State {
    place: Place,
    max_size: u64,
    warn: Warn,
    has_warned: AtomicBool,
    is_off: AtomicBool,
    /// Whether a damaged file was replaced. If its successor is damaged too, the disk is at fault.
    is_renewed: Mutex<bool>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl State {
    pub(super) const fn new(place: Place, max_size: u64, warn: Warn) -> Self {
        Self {
            place,
            max_size,
            warn,
            has_warned: AtomicBool::new(false),
            is_off: AtomicBool::new(false),
            is_renewed: Mutex::new(false),
        }
    }

    /// Whether the file cannot be used.
    pub(super) fn is_off(&self) -> bool {
        self.is_off.load(Ordering::Relaxed)
    }

    pub(super) const fn max_size(&self) -> u64 {
        self.max_size
    }

    /// Opens the file.
    pub(super) fn open(&self) -> Option<Database> {
        loop {
            if self.is_off() {
                return None;
            }
            let file = self.place.file();
            match Database::open_or_create(&self.place, &file) {
                Ok(database) => return Some(database),
                Err(fault) => self.settle(&file, &fault),
            }
        }
    }

    /// Handles a fault of the file. A damaged file is replaced, unless another process has replaced
    /// it. After any other fault the store is off.
    pub(super) fn settle(&self, file: &Path, fault: &Fault) {
        // The flag is set in one step, so a panic elsewhere leaves it usable.
        let mut is_renewed = self
            .is_renewed
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if self.is_off() || self.place.file() != file {
            return;
        }
        let may_be_damage = fault.is_damage() || matches!(fault, Fault::Foreign);
        if *is_renewed || !may_be_damage || !Database::is_damaged(file) {
            return self.give_up(file, fault);
        }
        *is_renewed = true;
        match self.renew(file) {
            Ok(()) => self.say(&format!(
                "{} was damaged and is made anew: {fault}",
                file.display()
            )),
            Err(fault) => self.give_up(file, &fault),
        }
    }

    /// Replaces a damaged file by an empty one.
    fn renew(&self, damaged: &Path) -> Result<(), Fault> {
        let successor = self.place.successor(damaged).ok_or(Fault::Damaged)?;
        create(&self.place, &successor)?;
        // Processes that have them open can still use them. If that prevents their removal,
        // `carom cache clear` removes them later.
        for ending in ["", "-wal", "-shm"] {
            let mut file = damaged.as_os_str().to_owned();
            file.push(ending);
            let _ = fs::remove_file(PathBuf::from(file));
        }
        Ok(())
    }

    fn give_up(&self, file: &Path, fault: &Fault) {
        self.is_off.store(true, Ordering::Relaxed);
        let file = file.display();
        self.say(&format!("answers are not kept in {file}: {fault}"));
    }

    fn say(&self, warning: &str) {
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            (self.warn)(warning);
        }
    }
}
