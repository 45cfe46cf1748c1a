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
    matcher: Gitignore,
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
        // What is matched is a path from there on.
        let mut builder = GitignoreBuilder::new("");
        let mut wrong = Vec::new();
        for (number, glob) in written.iter().enumerate() {
            // In a list nothing is a comment.
            let line = match glob.starts_with('#') {
                true => format!("\\{glob}"),
                false => glob.clone(),
            };
            if glob.trim().is_empty() {
                wrong.push((number, "an empty glob means no file".to_owned()));
            } else if let Err(error) = builder.add_line(None, &line) {
                wrong.push((number, reason(&error)));
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let matcher = builder.build().map_err(|error| vec![(0, reason(&error))])?;
        Ok(Self {
            written,
            folder: folder.to_owned(),
            matcher,
        })
    }

    /// Whether they mean the file at `path`, which is absolute.
    pub fn mean(&self, path: &Path) -> bool {
        let inner = path.strip_prefix(&self.folder);
        inner.is_ok_and(|inner| {
            let matched = self.matcher.matched_path_or_any_parents(inner, false);
            matched.is_ignore()
        })
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
