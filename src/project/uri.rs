//! URIs of files.

#[cfg(unix)]
use std::borrow::Cow;
use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

#[cfg(not(unix))]
use crate::words::path_name;

/// The characters that are escaped in the path of a URI.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Returns a relative path as a URI reference.
pub fn uri_path(path: &Path) -> String {
    percent_encode(&bytes(path), ESCAPED).to_string()
}

/// Returns the URI of a file at an absolute path. On Windows, it names a drive as `C%3A`, and the
/// server of a network path as host.
pub fn file_uri(path: &Path) -> String {
    let path = uri_path(path);
    match path.starts_with('/') {
        true if cfg!(windows) && path.starts_with("//") => format!("file:{path}"),
        true => format!("file://{path}"),
        false => format!("file:///{path}"),
    }
}

#[cfg(unix)]
fn bytes(path: &Path) -> Cow<'_, [u8]> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().into()
}

/// Returns the name of a path, without the prefix of canonical and of long paths.
#[cfg(not(unix))]
fn bytes(path: &Path) -> Vec<u8> {
    let name = path_name(path);
    match (name.strip_prefix("//?/UNC/"), name.strip_prefix("//?/")) {
        (Some(network), _) => format!("//{network}"),
        (None, Some(local)) => local.to_owned(),
        (None, None) => name,
    }
    .into_bytes()
}

#[cfg(all(test, windows))]
mod tests {
    use super::*;

    #[test]
    fn drives_and_servers_have_uris() {
        for (path, expected) in [
            (r"C:\a b\c.carom", "file:///C%3A/a%20b/c.carom"),
            (r"\\?\C:\a", "file:///C%3A/a"),
            (r"\\server\share\a", "file://server/share/a"),
            (r"\\?\UNC\server\share\a", "file://server/share/a"),
        ] {
            assert_eq!(file_uri(Path::new(path)), expected);
        }
    }
}
