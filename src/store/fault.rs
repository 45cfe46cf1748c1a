//! Why a store cannot be used.

use std::fmt;
use std::io;

/// Why a store cannot be used.
#[derive(Debug)]
pub enum Fault {
    /// What stands in its place is the file of another program.
    Foreign,
    /// Nothing stands in it.
    Empty,
    /// What the database holds is not what it should be.
    Damaged,
    /// What the database says.
    Database(rusqlite::Error),
    /// What the system says.
    Io(io::Error),
}

impl Fault {
    /// Whether the file may be ours and broken within, so that only a new one
    /// helps.
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

    /// Whether it may be for want of room that the file cannot be used.
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

    /// Whether somebody else holds the file just now.
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
