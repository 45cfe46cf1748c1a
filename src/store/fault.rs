//! Reasons why a store cannot be used.

use std::fmt;
use std::io;

/// A reason why a store cannot be used.
#[derive(Debug)]
pub enum Fault {
    /// The file belongs to another program.
    Foreign,
    /// The file is empty.
    Empty,
    /// The database has wrong contents.
    Damaged,
    /// An error of the database.
    Database(rusqlite::Error),
    /// An error of the system.
    Io(io::Error),
}

impl Fault {
    /// Whether the file may be a damaged database of carom, so that it has to be replaced.
    pub(super) fn is_damage(&self) -> bool {
        match self {
            Self::Empty | Self::Damaged => true,
            Self::Database(error) => matches!(
                error.sqlite_error_code(),
                None | Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::Unknown)
            ),
            Self::Foreign | Self::Io(_) => false,
        }
    }

    /// Whether the disk may be full.
    pub(super) fn is_want_of_room(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, DiskFull, SystemIoFailure};
        match self {
            Self::Database(error) => matches!(
                error.sqlite_error_code(),
                Some(DiskFull | SystemIoFailure | CannotOpen)
            ),
            Self::Foreign | Self::Empty | Self::Damaged | Self::Io(_) => false,
        }
    }

    /// Whether another process has locked the file, so that a later attempt may succeed.
    pub(super) fn is_passing(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        match self {
            Self::Database(error) => matches!(
                error.sqlite_error_code(),
                Some(DatabaseBusy | DatabaseLocked)
            ),
            Self::Foreign | Self::Empty | Self::Damaged | Self::Io(_) => false,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("it is no cache of carom's"),
            Self::Empty => f.write_str("it is empty"),
            Self::Damaged => f.write_str("it is damaged"),
            Self::Database(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => Self::Foreign,
            _ => Self::Database(error),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
