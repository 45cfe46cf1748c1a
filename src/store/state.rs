//! What the readers and the writer of a store share.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::database::Database;
use super::fault::Fault;
use super::place::Place;

/// Tells somebody why answers are not kept.
pub type Warn = Box<dyn Fn(&str) + Send + Sync>;

/// What the readers and the writer share.
pub(super) struct State {
    place: Place,
    max_size: u64,
    warn: Warn,
    is_off: AtomicBool,
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
            is_off: AtomicBool::new(false),
        }
    }

    /// Whether the file cannot be used.
    pub(super) fn is_off(&self) -> bool {
        self.is_off.load(Ordering::Relaxed)
    }

    pub(super) const fn max_size(&self) -> u64 {
        self.max_size
    }

    /// Uses the file no more, and says why, once.
    pub(super) fn give_up(&self, fault: &Fault) {
        if self.is_off.swap(true, Ordering::Relaxed) {
            return;
        }
        let file = self.place.file();
        let advice = if fault.is_damage() {
            "; `carom cache clear` makes a new one"
        } else {
            ""
        };
        let file = file.display();
        (self.warn)(&format!("answers are not kept in {file}: {fault}{advice}"));
    }

    pub(super) fn open(&self) -> Option<Database> {
        if self.is_off() {
            return None;
        }
        match Database::open_or_create(&self.place) {
            Ok(database) => Some(database),
            Err(fault) => {
                self.give_up(&fault);
                None
            }
        }
    }
}
