//! The file: an SQLite database with one table.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, Row, TransactionBehavior, params};

use super::fault::Fault;
use super::key::{Key, checksum};
use super::place::{LAYOUT, Place, UNFINISHED};

/// Identifies carom's databases: `caro` in ASCII.
const APPLICATION: i32 = 0x6361_726f;

/// The time to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(2);

/// The seconds after which another use of an entry is recorded.
const STALE: i64 = 24 * 60 * 60;

const SCHEMA: &str = "
    CREATE TABLE entries (
        place INTEGER PRIMARY KEY,
        used INTEGER NOT NULL,
        question BLOB NOT NULL,
        found BLOB NOT NULL,
        checksum INTEGER NOT NULL
    ) STRICT";
const FIND: &str = "
    SELECT place, used, question, found, checksum FROM entries WHERE place BETWEEN ?1 AND ?2";
const KEEP: &str = "
    INSERT OR REPLACE INTO entries (place, used, question, found, checksum)
    VALUES (?1, ?2, ?3, ?4, ?5)";
const TOUCH: &str = "UPDATE entries SET used = ?2 WHERE place = ?1";
const DROP_OLDEST: &str = "
    DELETE FROM entries WHERE place IN (SELECT place FROM entries ORDER BY used LIMIT ?1)";

/// A change to the database.
#[derive(Debug)]
pub(super) enum Change {
    /// A new entry.
    Keep {
        place: i64,
        question: Vec<u8>,
        found: Vec<u8>,
    },
    /// A use of an entry.
    Touch(i64),
}

/// An entry from the database.
#[derive(Debug)]
pub(super) struct Hit<T> {
    pub(super) found: T,
    /// Its place, if this use should be recorded.
    pub(super) stale: Option<i64>,
}

/// Information about a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The number of entries.
    pub entries: u64,
    /// The bytes of the file and the files next to it.
    pub size: u64,
}

/// A connection to the file, for one thread at a time.
#[derive(Debug)]
pub(super) struct Database {
    connection: Connection,
    file: PathBuf,
}

impl Database {
    /// Opens the file, and creates it if there is none.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be used.
    pub(super) fn open_or_create(place: &Place, file: &Path) -> Result<Self, Fault> {
        if !file.exists() {
            create(place, file)?;
        }
        Self::open(file)
    }

    /// Opens an existing file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be used.
    pub(super) fn open(file: &Path) -> Result<Self, Fault> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(PATIENCE)?;
        // Do not trust the schema of a damaged file.
        connection.execute_batch(
            "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = NORMAL",
        )?;
        let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
        let (application, layout): (i32, i32) =
            (pragma("application_id")?, pragma("user_version")?);
        if (application, layout) != (APPLICATION, LAYOUT) {
            // An empty file belongs to no program. A database is never empty, but a power failure
            // can lose data that was not on the disk yet.
            let is_empty = fs::metadata(file).is_ok_and(|metadata| metadata.len() == 0);
            return Err(if is_empty {
                Fault::Empty
            } else {
                Fault::Foreign
            });
        }
        Ok(Self {
            connection,
            file: file.to_owned(),
        })
    }

    /// Returns the file.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Checks the whole file: whether it is a damaged database of carom, so that it has to be
    /// replaced.
    pub(super) fn is_damaged(file: &Path) -> bool {
        match Self::open(file).and_then(|database| database.inspect()) {
            Ok(()) => false,
            // The identification may be damaged, too.
            Err(Fault::Foreign) => carries_stamp(file),
            Err(fault) => fault.is_damage(),
        }
    }

    /// # Errors
    ///
    /// Fails if the file is damaged or cannot be read.
    fn inspect(&self) -> Result<(), Fault> {
        for statement in [FIND, KEEP, TOUCH, DROP_OLDEST] {
            self.connection.prepare(statement)?;
        }
        let told: String = self
            .connection
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if told == "ok" {
            Ok(())
        } else {
            Err(Fault::Damaged)
        }
    }

    /// Returns the first entry of a question that `accept` accepts.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub(super) fn find<T>(
        &self,
        key: &Key,
        mut accept: impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<Option<Hit<T>>, Fault> {
        let mut statement = self.connection.prepare_cached(FIND)?;
        let mut rows = statement.query(key.places())?;
        while let Some(row) = rows.next()? {
            let Some((found, place, used)) = entry(row, key) else {
                continue;
            };
            if let Some(found) = accept(found) {
                let is_stale = used.saturating_add(STALE) < now();
                return Ok(Some(Hit {
                    found,
                    stale: is_stale.then_some(place),
                }));
            }
        }
        Ok(None)
    }

    /// Applies all of the changes or none.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub(super) fn write(&mut self, changes: &[Change]) -> Result<(), Fault> {
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        {
            let mut keep = transaction.prepare_cached(KEEP)?;
            let mut touch = transaction.prepare_cached(TOUCH)?;
            let now = now();
            for change in changes {
                match change {
                    Change::Keep {
                        place,
                        question,
                        found,
                    } => {
                        let sum = checksum(question, found);
                        keep.execute(params![place, now, question, found, sum])?
                    }
                    Change::Touch(place) => touch.execute([*place, now])?,
                };
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// If the entries take more than `max_size` bytes, drops the least recently used ones.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub(super) fn trim(&self, max_size: u64) -> Result<(), Fault> {
        let goal = max_size / 5 * 4;
        let mut size = self.used_bytes()?;
        if size <= max_size {
            return Ok(());
        }
        // The number of entries to drop is an estimate: entries differ in size, and only whole
        // pages are freed.
        while size > max_size {
            let entries = u128::from(self.entries()?);
            let surplus = (entries * u128::from(size - goal)).div_ceil(u128::from(size));
            let surplus = i64::try_from(surplus).unwrap_or(i64::MAX);
            if self.connection.execute(DROP_OLDEST, [surplus])? == 0 {
                break;
            }
            size = self.used_bytes()?;
        }
        self.shrink()
    }

    /// Drops all entries.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub(super) fn clear(&self) -> Result<(), Fault> {
        self.connection.execute("DELETE FROM entries", [])?;
        self.shrink()
    }

    /// Returns the number of entries.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub(super) fn entries(&self) -> Result<u64, Fault> {
        let count = "SELECT count(*) FROM entries";
        let entries: i64 = self.connection.query_row(count, [], |row| row.get(0))?;
        Ok(u64::try_from(entries).unwrap_or_default())
    }

    /// Returns the bytes of the pages in use.
    fn used_bytes(&self) -> Result<u64, Fault> {
        let pragma = |name| {
            let value = self
                .connection
                .pragma_query_value(None, name, |row| row.get::<_, i64>(0));
            value.map(|value| u64::try_from(value).unwrap_or_default())
        };
        let pages = pragma("page_count")?.saturating_sub(pragma("freelist_count")?);
        Ok(pages.saturating_mul(pragma("page_size")?))
    }

    /// Returns unused space of the file to the system.
    fn shrink(&self) -> Result<(), Fault> {
        // Each step frees a page.
        let mut vacuum = self.connection.prepare("PRAGMA incremental_vacuum")?;
        let mut pages = vacuum.query([])?;
        while pages.next()?.is_some() {}
        // If another process is reading now, a later call does it.
        let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
        self.connection.query_row(checkpoint, [], |_| Ok(()))?;
        Ok(())
    }
}

/// Returns the value, the place and the last use of an entry, or `None` if it is damaged or
/// belongs to another question.
fn entry<'a>(row: &'a Row<'_>, key: &Key) -> Option<(&'a [u8], i64, i64)> {
    let place = row.get_ref(0).ok()?.as_i64().ok()?;
    let used = row.get_ref(1).ok()?.as_i64().ok()?;
    let question = row.get_ref(2).ok()?.as_blob().ok()?;
    let found = row.get_ref(3).ok()?.as_blob().ok()?;
    let sum = row.get_ref(4).ok()?.as_i64().ok()?;
    let is_whole = question == key.bytes() && sum == checksum(question, found);
    is_whole.then_some((found, place, used))
}

/// Whether the start of a file identifies it as a database of carom.
pub(super) fn carries_stamp(file: &Path) -> bool {
    let mut head = [0; 72];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut head));
    let has_number = |at: usize, number: i32| {
        let found = head.get(at..at + 4);
        found == Some(number.to_be_bytes().as_slice())
    };
    read.is_ok() && has_number(60, LAYOUT) && has_number(68, APPLICATION)
}

/// Creates an empty database under another name and renames it, unless one exists by then. So no
/// process sees an incomplete file.
///
/// # Errors
///
/// Fails if it cannot be written.
pub(super) fn create(place: &Place, to: &Path) -> Result<(), Fault> {
    fs::create_dir_all(place.folder())?;
    let (prefix, suffix) = UNFINISHED;
    let file = tempfile::Builder::new()
        .prefix(prefix)
        .suffix(suffix)
        .tempfile_in(place.folder())?
        .into_temp_path();
    let connection = Connection::open(&file)?;
    connection.execute_batch(&format!(
        "PRAGMA auto_vacuum = INCREMENTAL;
         PRAGMA application_id = {APPLICATION};
         PRAGMA user_version = {LAYOUT};
         {SCHEMA};
         PRAGMA journal_mode = WAL;"
    ))?;
    connection.close().map_err(|(_, error)| error)?;
    match file.persist_noclobber(to) {
        // Another process was quicker.
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        result => result.map_err(|error| Fault::Io(error.error)),
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}
