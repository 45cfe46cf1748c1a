//! Which files are meant by the paths that somebody gives.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::{Failure, Walk};

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The standard input of the process.
    StandardInput,
    /// A file.
    File(PathBuf),
}

/// The files that the paths mean, each once: a file itself, and of a folder all
/// that a [`Walk`] finds. They come in the order of the paths, and within a
/// folder in the order of theirs; `-` is standard input.
pub fn sources(paths: &[PathBuf]) -> Vec<Result<Source, Failure>> {
    let mut sources = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            sources.push(Ok(Source::StandardInput));
        } else if path.is_dir() {
            let files = Walk::new(path).files();
            sources.extend(files.map(|file| file.map(Source::File)));
        } else {
            sources.push(Ok(Source::File(path.clone())));
        }
    }
    let mut seen = HashSet::new();
    sources.retain(|source| match source {
        Ok(Source::File(path)) => seen.insert(path.strip_prefix(".").unwrap_or(path).to_owned()),
        _ => true,
    });
    sources
}

/// The same sources in an order that does not depend on how their paths are
/// given: standard input and what cannot be read before all files.
#[must_use]
pub fn in_order_of_paths(
    mut sources: Vec<Result<Source, Failure>>,
) -> Vec<Result<Source, Failure>> {
    sources.sort_by_cached_key(|source| match source {
        Ok(Source::File(path)) => Some(absolute(path)),
        _ => None,
    });
    sources
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_paths() {
        let file = |path: &str| Ok(Source::File(PathBuf::from(path)));
        let given = vec![
            file("b.carom"),
            Ok(Source::StandardInput),
            file("a/c.carom"),
        ];
        let expected = vec![
            Ok(Source::StandardInput),
            file("a/c.carom"),
            file("b.carom"),
        ];
        assert_eq!(in_order_of_paths(given), expected);
    }
}
