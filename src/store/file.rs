//! The cache file of a puzzle file.
//!
//! Its name is a hash of the puzzle file's path and of the version of carom. It has a line with the
//! version of its layout, the entries, and a hash of all bytes before. An entry is a key of 16
//! bytes, the length of the value in 4 bytes, and the value; numbers are little-endian. Entries
//! that were used last come last.

use std::fs::File;
use std::hash::Hash;
use std::mem;
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use rustc_hash::FxHashMap;
use siphasher::sip128::{Hasher128, SipHasher13};

use super::folder::Folder;
use super::record;
use crate::games::Position;
use crate::limited;
use crate::search::{self, Scope};
use crate::solving::{Answer, Extras, Listed, Question, Store};

const HEADER: &[u8] = b"carom cache 2\n";

/// The time after which new answers are written, although more may follow.
const INTERVAL: Duration = Duration::from_secs(2);

/// A file that is read after this time was used again.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Answers that take fewer positions, about 100 µs, are not kept.
const MIN_POSITIONS: u64 = 500;

/// The same for the largest of the searches for extras.
const MIN_POSITIONS_OF_EXTRAS: u64 = 100;

/// The most entries with one key. They differ in the limits for which they are valid.
const MAX_ENTRIES: usize = 4;

/// The answers of a puzzle file. Dropping it writes the new ones.
#[derive(Debug)]
pub struct CacheFile {
    folder: Arc<Folder>,
    puzzle_file: PathBuf,
    /// The entries, once they were read.
    contents: Mutex<Option<Contents>>,
}

#[derive(Debug)]
struct Contents {
    path: PathBuf,
    entries: FxHashMap<u128, Vec<Entry>>,
    /// The number of uses so far.
    uses: usize,
    is_changed: bool,
    written: Instant,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The number of its last use. Those before this process follow from the order in the file.
    last_use: usize,
    value: Arc<[u8]>,
}

impl CacheFile {
    pub(super) const fn new(folder: Arc<Folder>, puzzle_file: PathBuf) -> Self {
        Self { folder, puzzle_file, contents: Mutex::new(None) }
    }

    /// Writes new answers.
    pub(super) fn write(&self) {
        if let Some(contents) = &mut *self.lock()
            && contents.is_changed
            && !self.folder.is_off()
        {
            contents.is_changed = false;
            contents.written = Instant::now();
            let bytes = encode(&contents.entries, self.folder.max_file_size());
            self.folder.write(&contents.path, &bytes);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Contents>> {
        // Each entry is added in one step, so a panic elsewhere leaves them usable.
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `work` with the contents, and reads the file the first time.
    fn with<T>(&self, work: impl FnOnce(&mut Contents) -> T) -> T {
        let mut contents = self.lock();
        work(contents.get_or_insert_with(|| Contents::load(&self.folder, &self.puzzle_file)))
    }

    fn values(&self, key: u128) -> Vec<Arc<[u8]>> {
        self.with(|contents| {
            let last_use = contents.next_use();
            let entries = contents.entries.get_mut(&key).into_iter().flatten();
            let values = entries.map(|entry| {
                entry.last_use = last_use;
                Arc::clone(&entry.value)
            });
            values.collect()
        })
    }

    fn insert(&self, key: u128, value: &[u8]) {
        let is_due = self.with(|contents| {
            let last_use = contents.next_use();
            let entries = contents.entries.entry(key).or_default();
            if entries.iter().any(|entry| *entry.value == *value) {
                return false;
            }
            if entries.len() == MAX_ENTRIES {
                entries.remove(0);
            }
            entries.push(Entry { last_use, value: value.into() });
            contents.is_changed = true;
            contents.written.elapsed() > INTERVAL
        });
        if is_due {
            self.write();
        }
    }

    /// Returns the first value with this key that `read` can parse and that serves the question.
    fn find<T>(
        &self,
        question: &Question,
        key: u128,
        read: impl Fn(&[u8], &Position) -> Option<T>,
        scope: impl Fn(&T) -> &Scope,
    ) -> Option<Arc<T>> {
        self.values(key).iter().find_map(|value| {
            let found = read(value, question.position())?;
            // The key covers the whole position, so the entry is about the same position.
            let serves = question.is_served(question, scope(&found));
            serves.then(|| Arc::new(found))
        })
    }
}

impl Drop for CacheFile {
    fn drop(&mut self) {
        self.write();
    }
}

impl Store for CacheFile {
    fn answer(&self, question: &Question) -> Option<Arc<Answer>> {
        let key = key(0, question.position());
        self.find(question, key, record::read_answer, |found| &found.scope)
    }

    fn keep_answer(&self, question: &Question, answer: &Arc<Answer>) {
        if answer.positions >= MIN_POSITIONS
            && let Some(value) = record::write_answer(answer)
        {
            self.insert(key(0, question.position()), &value);
        }
    }

    fn extras(&self, question: &Question) -> Option<Arc<Extras>> {
        let key = extras_key(question);
        self.find(question, key, record::read_extras, |found| &found.scope)
    }

    fn keep_extras(&self, question: &Question, extras: &Arc<Extras>) {
        if *extras.scope.positions().start() >= MIN_POSITIONS_OF_EXTRAS
            && let Some(value) = record::write_extras(extras)
        {
            self.insert(extras_key(question), &value);
        }
    }

    fn listed(&self, question: &Question, most: usize) -> Option<Arc<Listed>> {
        let key = key(2, (question.position(), most));
        self.find(question, key, record::read_listed, |found| &found.scope)
    }

    fn keep_listed(&self, question: &Question, most: usize, listed: &Arc<Listed>) {
        if *listed.scope.positions().start() >= MIN_POSITIONS
            && let Some(value) = record::write_listed(listed)
        {
            self.insert(key(2, (question.position(), most)), &value);
        }
    }
}

fn extras_key(question: &Question) -> u128 {
    key(1, (question.position(), question.wants(), question.line()))
}

/// Returns the key of a subject. The kinds of subjects have different numbers.
fn key(kind: u8, subject: impl Hash) -> u128 {
    // A release may correct an answer without a change of the search's version.
    hash((search::VERSION, env!("CARGO_PKG_VERSION"), kind, subject))
}

fn hash(subject: impl Hash) -> u128 {
    let mut hasher = SipHasher13::new();
    subject.hash(&mut hasher);
    hasher.finish128().as_u128()
}

impl Contents {
    /// Reads the cache file of a puzzle file. If it is missing or damaged, there are no entries.
    fn load(folder: &Folder, puzzle_file: &Path) -> Self {
        let absolute = dunce::canonicalize(puzzle_file);
        // A file that an editor has not saved yet does not exist.
        let path = folder.file(key(
            3,
            absolute.or_else(|_| path::absolute(puzzle_file)).as_deref().unwrap_or(puzzle_file),
        ));
        let mut entries: FxHashMap<u128, Vec<Entry>> = FxHashMap::default();
        let bytes = read_and_touch(&path, folder.max_file_size()).unwrap_or_default();
        let stored = read(&bytes).unwrap_or_default();
        let uses = stored.len();
        for (last_use, (key, value)) in stored.into_iter().enumerate() {
            let value = value.into();
            let entry = Entry { last_use, value };
            entries.entry(key).or_default().push(entry);
        }
        Self { path, entries, uses, is_changed: false, written: Instant::now() }
    }

    const fn next_use(&mut self) -> usize {
        self.uses += 1;
        self.uses
    }
}

/// Reads a cache file, and marks it as used.
fn read_and_touch(path: &Path, limit: u64) -> Option<Vec<u8>> {
    let bytes = limited::read_regular(path, limit)?;
    let file = File::options().read(true).open(path).ok()?;
    let (now, modified) = (SystemTime::now(), file.metadata().ok()?.modified().ok()?);
    if now.duration_since(modified).is_ok_and(|age| age > DAY) {
        let _ = file.set_modified(now);
    }
    Some(bytes)
}

/// Returns the keys and values of a cache file, or `None` if it is damaged.
pub(super) fn read(bytes: &[u8]) -> Option<Vec<(u128, &[u8])>> {
    let (content, checksum) = bytes.split_last_chunk()?;
    (u128::from_le_bytes(*checksum) == hash(content)).then_some(())?;
    let mut rest = content.strip_prefix(HEADER)?;
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let (key, behind) = rest.split_first_chunk()?;
        let (length, behind) = behind.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (value, behind) = behind.split_at_checked(length)?;
        entries.push((u128::from_le_bytes(*key), value));
        rest = behind;
    }
    Some(entries)
}

/// Returns a cache file of at most `max_size` bytes: without the entries that were not used for
/// the longest time.
fn encode(entries: &FxHashMap<u128, Vec<Entry>>, max_size: u64) -> Vec<u8> {
    let mut sorted: Vec<(usize, u128, &[u8])> = entries
        .iter()
        .flat_map(|(&key, of_key)| {
            of_key.iter().map(move |Entry { last_use, value }| (*last_use, key, &**value))
        })
        .collect();
    sorted.sort_unstable();
    let size = |value: &[u8]| (mem::size_of::<u128>() + mem::size_of::<u32>() + value.len()) as u64;
    let mut room = max_size.saturating_sub((HEADER.len() + mem::size_of::<u128>()) as u64);
    let kept = sorted
        .iter()
        .rev()
        .take_while(|(_, _, value)| {
            let left = room.checked_sub(size(value));
            room = left.unwrap_or_default();
            left.is_some()
        })
        .count();
    let mut bytes = HEADER.to_vec();
    for (_, key, value) in sorted.iter().skip(sorted.len() - kept) {
        let Ok(length) = u32::try_from(value.len()) else {
            continue;
        };
        bytes.extend(key.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(*value);
    }
    let checksum = hash(bytes.as_slice());
    bytes.extend(checksum.to_le_bytes());
    bytes
}
