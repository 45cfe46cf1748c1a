//! Globs of a configuration.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Globs as in a `.gitignore` in the folder of the configuration. A glob without a slash matches at
/// any depth. A trailing slash matches a folder with all its files. A leading `!` excludes files
/// that an earlier glob matched.
#[derive(Clone, Debug)]
pub struct Globs {
    patterns: Vec<String>,
    folder: PathBuf,
    /// One matcher per glob. A matcher with several globs would prefer a match of the file itself
    /// to a match of a folder above it, whatever the order of the globs.
    matchers: Vec<Gitignore>,
}

impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        (&self.patterns, &self.folder) == (&other.patterns, &other.folder)
    }
}

impl Eq for Globs {}

impl<'de> Deserialize<'de> for Globs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let patterns = Vec::<String>::deserialize(deserializer)?;
        let matchers = patterns.iter().map(|glob| {
            let invalid = |reason| D::Error::custom(format!("invalid glob `{glob}`: {reason}"));
            matcher(glob).map_err(invalid)
        });
        Ok(Self {
            matchers: matchers.collect::<Result<_, _>>()?,
            patterns,
            folder: PathBuf::new(),
        })
    }
}

impl Serialize for Globs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.patterns.serialize(serializer)
    }
}

impl Globs {
    /// Sets the folder that the globs are relative to.
    pub(super) fn set_folder(&mut self, folder: &Path) {
        folder.clone_into(&mut self.folder);
    }

    /// Whether the globs match the file at the absolute path `path`.
    pub fn is_match(&self, path: &Path) -> bool {
        let Ok(inner) = path.strip_prefix(&self.folder) else {
            return false;
        };
        self.matchers.iter().fold(false, |is_match, matcher| {
            let matched = matcher.matched_path_or_any_parents(inner, false);
            (is_match || matched.is_ignore()) && !matched.is_whitelist()
        })
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

fn matcher(glob: &str) -> Result<Gitignore, String> {
    if glob.trim().is_empty() {
        return Err("it is empty".to_owned());
    }
    // Matched paths are relative to the folder.
    let mut builder = GitignoreBuilder::new("");
    // A list has no comments.
    let escape = if glob.starts_with('#') { "\\" } else { "" };
    let added = builder.add_line(None, &format!("{escape}{glob}"));
    let built = added.and_then(|builder| builder.build());
    built.map_err(|error| match error {
        ignore::Error::Glob { err, .. } => err,
        error => error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_like_gitignore() {
        let is_match = |globs: &[&str], path: &str| {
            let globs = serde_json::json!(globs);
            let mut globs: Globs = serde_json::from_value(globs).unwrap();
            globs.set_folder(Path::new("/a/b"));
            globs.is_match(Path::new(path))
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
