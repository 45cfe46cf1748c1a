//! The store on disk.

use std::fs;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::database::{Change, Database, Facts, Hit, carries_stamp};
use super::fault::Fault;
use super::key::Key;
use super::place::Place;
use super::record;
use super::state::{State, Warn};
use super::writer::Writer;
use crate::games::Position;
use crate::search::Scope;
use crate::solving::{Answer, Extras, Listed, Question, Store};

/// A store that outlives the process and is shared with other processes. Dropping it writes pending
/// entries.
#[derive(Debug)]
pub struct Disk {
    // Fields are dropped in this order. The last one to close the file tidies it up.
    readers: Mutex<Vec<Database>>,
    writer: OnceLock<Writer>,
    state: Arc<State>,
    positions_per_lookup: u64,
}

/// A lookup, together with the later write, takes about 50 µs.
const POSITIONS_PER_LOOKUP: u64 = 500;

impl Disk {
    /// Creates a store at this place, limited to about `max_size` bytes. It reads and
    /// writes nothing before the first request. `warn` is called at most once.
    pub fn new(place: Place, max_size: u64, warn: Warn) -> Self {
        Self {
            readers: Mutex::default(),
            writer: OnceLock::new(),
            state: Arc::new(State::new(place, max_size, warn)),
            positions_per_lookup: POSITIONS_PER_LOOKUP,
        }
    }

    /// Also stores answers whose search takes no longer than a lookup.
    #[must_use]
    pub const fn keeping_cheap_answers(mut self) -> Self {
        self.positions_per_lookup = 0;
        self
    }

    /// Returns information about the store at this place, if there is one.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be used.
    pub fn facts(place: &Place) -> Result<Option<Facts>, Fault> {
        let file = place.file();
        if !file.exists() {
            return Ok(None);
        }
        let entries = match Database::open(&file) {
            Err(Fault::Empty) => return Ok(None),
            database => database?.entries()?,
        };
        let mut size = 0;
        for file in place.files()? {
            size += fs::metadata(file).map_or(0, |metadata| metadata.len());
        }
        Ok(Some(Facts { entries, size }))
    }

    /// Removes all entries at this place. Removes a damaged database, and one that cannot be
    /// emptied because the disk is full. Leaves a file of another program alone.
    ///
    /// # Errors
    ///
    /// Fails if an entry or a file cannot be removed.
    pub fn clear(place: &Place) -> Result<(), Fault> {
        let file = place.file();
        let is_kept = file.exists();
        if is_kept {
            match Database::open(&file).and_then(|database| database.clear()) {
                Ok(()) => {}
                Err(fault) if fault.is_want_of_room() && carries_stamp(&file) => {
                    return remove(place, |_| true);
                }
                Err(_) if Database::is_damaged(&file) => return remove(place, |_| true),
                Err(fault) => return Err(fault),
            }
        }
        // Other processes may have the database open, so it stays.
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name.unwrap_or_default().to_owned();
        remove(place, |other| !other.starts_with(&name))
    }

    /// Writes pending entries, but waits at most this long.
    pub fn flush(&self, most: Duration) {
        if let Some(writer) = self.writer.get() {
            writer.flush(most);
        }
    }

    fn readers(&self) -> MutexGuard<'_, Vec<Database>> {
        // Each entry is added in one step, so a panic elsewhere leaves them usable.
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value that [`keep`](Self::keep) stored for a subject, in this version of
    /// carom.
    pub fn recall(&self, subject: &[u8]) -> Option<Vec<u8>> {
        self.find_by(&Key::of_subject(subject), |found| Some(found.to_vec()))
    }

    /// Stores a value that depends only on the bytes of a subject and the version of carom.
    pub fn keep(&self, subject: &[u8], found: Vec<u8>) {
        let key = Key::of_subject(subject);
        self.send(Change::Keep {
            place: key.only_place(),
            question: key.into_bytes(),
            found,
        });
    }

    /// Returns the first entry with this key that `read` can parse and that serves the question.
    fn find<T>(
        &self,
        question: &Question,
        key: &Key,
        read: impl Fn(&[u8], &Position) -> Option<T>,
        scope: impl Fn(&T) -> &Scope,
    ) -> Option<T> {
        self.find_by(key, |bytes| {
            let found = read(bytes, question.position())?;
            // The key covers the whole position, so the entry is about the same position.
            question.is_served(question, scope(&found)).then_some(found)
        })
    }

    /// Returns the result of `accept` for the first entry with this key that it accepts.
    fn find_by<T>(&self, key: &Key, accept: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        if self.state.is_off() {
            return None;
        }
        let kept = self.readers().pop();
        let reader = kept.or_else(|| self.state.open())?;
        match reader.find(key, accept) {
            Ok(hit) => {
                self.readers().push(reader);
                let Hit { found, stale } = hit?;
                if let Some(place) = stale {
                    self.send(Change::Touch(place));
                }
                Some(found)
            }
            Err(fault) => {
                self.state.settle(reader.file(), &fault);
                None
            }
        }
    }

    fn keep_found(&self, key: Key, scope: &Scope, found: Option<Vec<u8>>) {
        if let Some(found) = found {
            self.send(Change::Keep {
                place: key.place(scope),
                question: key.into_bytes(),
                found,
            });
        }
    }

    fn send(&self, change: Change) {
        if !self.state.is_off() {
            let start = || Writer::start(Arc::clone(&self.state));
            self.writer.get_or_init(start).send(change);
        }
    }
}

impl Store for Disk {
    fn answer(&self, question: &Question) -> Option<Arc<Answer>> {
        let key = Key::of_answer(question);
        let found = self.find(question, &key, record::read_answer, |answer| &answer.scope);
        found.map(Arc::new)
    }

    fn keep_answer(&self, question: &Question, answer: &Arc<Answer>) {
        if answer.positions < self.positions_per_lookup {
            return;
        }
        let key = Key::of_answer(question);
        self.keep_found(key, &answer.scope, record::write_answer(answer));
    }

    fn extras(&self, question: &Question) -> Option<Arc<Extras>> {
        let key = Key::of_extras(question);
        let found = self.find(question, &key, record::read_extras, |extras| &extras.scope);
        found.map(Arc::new)
    }

    fn keep_extras(&self, question: &Question, extras: &Arc<Extras>) {
        let key = Key::of_extras(question);
        self.keep_found(key, &extras.scope, record::write_extras(extras));
    }

    fn listed(&self, question: &Question, most: usize) -> Option<Arc<Listed>> {
        let key = Key::of_listed(question, most);
        let found = self.find(question, &key, record::read_listed, |listed| &listed.scope);
        found.map(Arc::new)
    }

    fn keep_listed(&self, question: &Question, most: usize, listed: &Arc<Listed>) {
        let key = Key::of_listed(question, most);
        self.keep_found(key, &listed.scope, record::write_listed(listed));
    }

    fn positions_per_lookup(&self) -> u64 {
        self.positions_per_lookup
    }
}

fn remove(place: &Place, is_gone: impl Fn(&str) -> bool) -> Result<(), Fault> {
    for file in place.files()? {
        let name = file.file_name().and_then(|name| name.to_str());
        if !name.is_some_and(&is_gone) {
            continue;
        }
        match fs::remove_file(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            result => result?,
        }
    }
    Ok(())
}
