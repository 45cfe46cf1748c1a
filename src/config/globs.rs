//! Globs of a configuration.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::{Serialize, Serializer};
use toml::Spanned;

use super::ConfigError;

/// Globs as in a `.gitignore` in the folder of the configuration. A glob without a slash matches at
/// any depth. A trailing slash matches a folder with all its files. A leading `!` excludes files
/// that an earlier glob matched.
#[derive(Clone, Debug)]
pub struct Globs {
    patterns: Arc<[String]>,
    folder: PathBuf,
    matcher: Arc<Gitignore>,
}

impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        (&self.patterns, &self.folder) == (&other.patterns, &other.folder)
    }
}

impl Eq for Globs {}

impl Serialize for Globs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.patterns.serialize(serializer)
    }
}

impl Globs {
    /// Compiles globs that are relative to `folder`.
    pub(super) fn new(folder: &Path, patterns: &[Spanned<String>]) -> Result<Self, ConfigError> {
        // Matched paths are relative to the folder.
        let mut builder = GitignoreBuilder::new("");
        for (index, pattern) in patterns.iter().enumerate() {
            let glob = pattern.get_ref();
            let invalid = |reason: String| ConfigError {
                span: Some(pattern.span()),
                ..ConfigError::new(format!("invalid glob `{glob}`: {reason}"))
            };
            if glob.trim().is_empty() {
                return Err(invalid("it is empty".to_owned()));
            }
            // A list has no comments.
            let escape = if glob.starts_with('#') { "\\" } else { "" };
            let added = builder.add_line(Some(position(index)), &format!("{escape}{glob}"));
            added.map_err(|error| match error {
                ignore::Error::Glob { err, .. } => invalid(err),
                error => invalid(error.to_string()),
            })?;
        }
        let matcher = builder.build();
        Ok(Self {
            patterns: patterns.iter().map(|one| one.get_ref().clone()).collect(),
            folder: folder.to_owned(),
            matcher: Arc::new(matcher.map_err(|error| ConfigError::new(error.to_string()))?),
        })
    }

    /// Whether the globs match the file at the absolute path `path`.
    pub fn is_match(&self, path: &Path) -> bool {
        let Ok(inner) = path.strip_prefix(&self.folder) else {
            return false;
        };
        // A glob that matches a folder matches everything in it. The last matching glob decides.
        let paths = inner.ancestors().enumerate();
        let paths = paths.filter(|(_, path)| *path != Path::new(""));
        let matches =
            paths.filter_map(
                |(level, path)| match self.matcher.matched(path, level > 0) {
                    Match::None => None,
                    Match::Ignore(glob) => Some((glob.from(), true)),
                    Match::Whitelist(glob) => Some((glob.from(), false)),
                },
            );
        matches.max().is_some_and(|(_, is_included)| is_included)
    }

    /// Returns the folder that the globs are relative to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the globs as they are written.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }
}

/// Returns the position of a glob in its list, in the form in which the matcher keeps the source
/// of each glob. Positions are ordered like their numbers.
fn position(index: usize) -> PathBuf {
    PathBuf::from(format!("{index:08}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_like_gitignore() {
        let is_match = |globs: &[&str], path: &str| {
            let globs = globs
                .iter()
                .map(|&glob| Spanned::new(0..0, glob.to_owned()));
            let globs = Globs::new(Path::new("/a/b"), &globs.collect::<Vec<_>>());
            globs.unwrap().is_match(Path::new(path))
        };
        assert!(is_match(
            &["puzzles/hard/**"],
            "/a/b/puzzles/hard/c/d.carom"
        ));
        assert!(!is_match(
            &["puzzles/hard/**"],
            "/a/b/c/puzzles/hard/d.carom"
        ));
        assert!(!is_match(&["puzzles/hard/**"], "/a/puzzles/hard/d.carom"));
        assert!(is_match(&["hard/"], "/a/b/c/hard/d.carom"));
        assert!(!is_match(&["hard/"], "/a/b/hard"));
        assert!(is_match(&["*.draft.carom"], "/a/b/c/x.draft.carom"));
        assert!(!is_match(&["*.carom", "!d.carom"], "/a/b/d.carom"));
        for globs in [
            &["!d.carom", "c/"][..],
            &["!c/", "*.carom"],
            &["!d.carom", "c/*"],
        ] {
            assert!(
                is_match(globs, "/a/b/c/d.carom"),
                "{globs:?}: no glob before `!` matches"
            );
        }
        for globs in [
            &["c/", "!d.carom"][..],
            &["*.carom", "!c/"],
            &["c/**", "!c/"],
        ] {
            assert!(!is_match(globs, "/a/b/c/d.carom"), "{globs:?}: excluded");
        }
        assert!(is_match(&["c/", "!d.carom", "d*"], "/a/b/c/d.carom"));
        assert!(is_match(&["#1.carom"], "/a/b/#1.carom"));
        assert!(!is_match(&[], "/a/b/d.carom"));
    }
}
