//! Which files a configuration speaks of.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Globs as in a `.gitignore` of the folder that the configuration lies in: one
/// without a slash is looked for at any depth, one that ends in a slash means a
/// folder with all that is in it, and a leading `!` takes back what a glob
/// before it means.
#[derive(Clone, Debug)]
pub struct Globs {
    written: Vec<String>,
    folder: PathBuf,
    /// One for each glob: a matcher of several takes what means a file itself before what
    /// means a folder above it, whichever is written last.
    matchers: Vec<Gitignore>,
}

/// Where the globs are the same, so are the files.
impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        (&self.written, &self.folder) == (&other.written, &other.folder)
    }
}

impl Eq for Globs {}

impl Globs {
    /// Globs of the configuration in `folder`.
    ///
    /// # Errors
    ///
    /// Each glob that cannot be meant: its number, and why.
    pub(super) fn new(folder: &Path, written: Vec<String>) -> Result<Self, Vec<(usize, String)>> {
        let mut matchers = Vec::with_capacity(written.len());
        let mut wrong = Vec::new();
        for (number, glob) in written.iter().enumerate() {
            if glob.trim().is_empty() {
                wrong.push((number, "an empty glob means no file".to_owned()));
                continue;
            }
            match matcher(glob) {
                Ok(matcher) => matchers.push(matcher),
                Err(error) => wrong.push((number, reason(&error))),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        Ok(Self {
            written,
            folder: folder.to_owned(),
            matchers,
        })
    }

    /// Whether they mean the file at `path`, which is absolute.
    pub fn mean(&self, path: &Path) -> bool {
        let inner = path.strip_prefix(&self.folder);
        let mut is_meant = false;
        if let Ok(inner) = inner {
            for matcher in &self.matchers {
                let matched = matcher.matched_path_or_any_parents(inner, false);
                is_meant = (is_meant || matched.is_ignore()) && !matched.is_whitelist();
            }
        }
        is_meant
    }

    /// The folder that they are relative to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The globs as they are written.
    pub fn written(&self) -> &[String] {
        &self.written
    }
}

fn matcher(glob: &str) -> Result<Gitignore, ignore::Error> {
    // What is matched is a path from the folder on.
    let mut builder = GitignoreBuilder::new("");
    // In a list nothing is a comment.
    let escape = if glob.starts_with('#') { "\\" } else { "" };
    builder.add_line(None, &format!("{escape}{glob}"))?;
    builder.build()
}

fn reason(error: &ignore::Error) -> String {
    match error {
        ignore::Error::Glob { err, .. } => err.clone(),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_mean_what_a_gitignore_of_the_folder_would() {
        let mean = |globs: &[&str], path: &str| {
            let written = globs.iter().map(|&glob| glob.to_owned()).collect();
            let globs = Globs::new(Path::new("/a/b"), written).unwrap();
            globs.mean(Path::new(path))
        };
        assert!(mean(&["puzzles/hard/**"], "/a/b/puzzles/hard/c/d.carom"));
        assert!(!mean(&["puzzles/hard/**"], "/a/b/c/puzzles/hard/d.carom"));
        assert!(!mean(&["puzzles/hard/**"], "/a/puzzles/hard/d.carom"));
        assert!(mean(&["hard/"], "/a/b/c/hard/d.carom"));
        assert!(!mean(&["hard/"], "/a/b/hard"));
        assert!(mean(&["*.draft.carom"], "/a/b/c/x.draft.carom"));
        assert!(!mean(&["*.carom", "!d.carom"], "/a/b/d.carom"));
        for globs in [
            &["!d.carom", "c/"][..],
            &["!c/", "*.carom"],
            &["!d.carom", "c/*"],
        ] {
            assert!(
                mean(globs, "/a/b/c/d.carom"),
                "{globs:?}: nothing is before"
            );
        }
        for globs in [
            &["c/", "!d.carom"][..],
            &["*.carom", "!c/"],
            &["c/**", "!c/"],
        ] {
            assert!(
                !mean(globs, "/a/b/c/d.carom"),
                "{globs:?}: it is taken back"
            );
        }
        assert!(mean(&["c/", "!d.carom", "d*"], "/a/b/c/d.carom"));
        assert!(mean(&["#1.carom"], "/a/b/#1.carom"));
        assert!(!mean(&[], "/a/b/d.carom"));
        let wrong = Globs::new(Path::new("/"), vec!["a".into(), "{b".into(), " ".into()]);
        let wrong: Vec<usize> = wrong
            .unwrap_err()
            .iter()
            .map(|(number, _)| *number)
            .collect();
        assert_eq!(wrong, [1, 2]);
    }
}
