//! The names of files as a repository knows them.

use std::path::{Component, Path, PathBuf};

/// Names files by their paths from the root of a repository, with slashes, as
/// services do that show reports beside a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepositoryPaths {
    here: PathBuf,
    root: Option<PathBuf>,
}

impl RepositoryPaths {
    /// `here` is the folder that relative names start from, and `root` that of
    /// the repository, if there is one; both absolute.
    pub fn new(here: &Path, root: Option<&Path>) -> Self {
        Self {
            here: normalised(here),
            root: root.map(normalised),
        }
    }

    /// The path of `name` from the root. What is outside the repository, or no
    /// file at all such as `<stdin>`, keeps its name without the detours.
    pub fn name(&self, name: &str) -> String {
        let path = Path::new(name);
        if name.starts_with('<') {
            return name.to_owned();
        }
        let absolute = normalised(&self.here.join(path));
        let inside = self.root.as_ref();
        let inside = inside.and_then(|root| absolute.strip_prefix(root).ok());
        slashed(inside.unwrap_or(&normalised(path)))
    }
}

/// The path without `.` and, as far as it goes, without `..`.
fn normalised(path: &Path) -> PathBuf {
    let mut normalised = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match normalised.components().next_back() {
                Some(Component::Normal(_)) => {
                    normalised.pop();
                }
                Some(Component::RootDir) => {}
                _ => normalised.push(".."),
            },
            other => normalised.push(other),
        }
    }
    normalised
}

fn slashed(path: &Path) -> String {
    let name = path.display().to_string();
    if std::path::MAIN_SEPARATOR == '/' {
        name
    } else {
        name.replace(std::path::MAIN_SEPARATOR, "/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_from_the_root() {
        let paths = RepositoryPaths::new(Path::new("/r/levels"), Some(Path::new("/r/./x/..")));
        for (name, expected) in [
            ("a.carom", "levels/a.carom"),
            ("./sub//a.carom", "levels/sub/a.carom"),
            ("../b.carom", "b.carom"),
            ("/r/c.carom", "c.carom"),
            ("/elsewhere/./d.carom", "/elsewhere/d.carom"),
            ("../../../../e.carom", "../../../../e.carom"),
            ("<stdin>", "<stdin>"),
        ] {
            assert_eq!(paths.name(name), expected);
        }
    }

    #[test]
    fn without_a_root_a_name_only_loses_its_detours() {
        let paths = RepositoryPaths::new(Path::new("/r"), None);
        assert_eq!(paths.name("./a/../b.carom"), "b.carom");
        assert_eq!(paths.name("../b.carom"), "../b.carom");
    }
}
