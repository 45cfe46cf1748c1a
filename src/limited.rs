//! Reads files up to a limit, so that none takes more memory than that. No other code reads files,
//! as `clippy.toml` demands.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The limit of files that carom wrote, such as pages and pictures.
pub(crate) const MAX_WRITTEN: u64 = 256 << 20;

/// Reads a file.
///
/// # Errors
///
/// Fails if the file cannot be read or has more than `limit` bytes.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    #[expect(clippy::disallowed_methods, reason = "the limit follows")]
    let file = fs::File::open(path)?;
    let metadata = file.metadata().ok();
    read_from(file, metadata.as_ref(), limit)
}

/// Reads a file of text.
///
/// # Errors
///
/// Fails if the file cannot be read, has more than `limit` bytes, or is not UTF-8.
pub(crate) fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?)
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Reads a regular file, and waits for no pipe.
pub(crate) fn read_regular(path: &Path, limit: u64) -> Option<Vec<u8>> {
    path.metadata().ok().filter(Metadata::is_file)?;
    read(path, limit).ok()
}

/// Reads an open file or standard input, with its metadata if it has some.
///
/// # Errors
///
/// Fails if it cannot be read or has more than `limit` bytes.
pub(crate) fn read_from(
    from: impl Read,
    metadata: Option<&Metadata>,
    limit: u64,
) -> io::Result<Vec<u8>> {
    let size = metadata.map_or(0, Metadata::len);
    let mut bytes = Vec::new();
    if size <= limit {
        bytes.try_reserve_exact(usize::try_from(size).unwrap_or_default())?;
        from.take(limit + 1).read_to_end(&mut bytes)?;
    }
    if size.max(bytes.len() as u64) <= limit {
        return Ok(bytes);
    }
    let limit = match limit >> 20 {
        0 => format!("{} KiB", limit >> 10),
        mebibytes => format!("{mebibytes} MiB"),
    };
    Err(match metadata.is_some_and(is_device) {
        true => io::Error::other(format!("the device gives more than {limit}")),
        false => {
            let message = format!("the file is larger than {limit}");
            io::Error::new(ErrorKind::FileTooLarge, message)
        }
    })
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
const fn is_device(_: &Metadata) -> bool {
    false
}
