//! The selection of files by the paths of the command line.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::overrides::{Override, OverrideBuilder};

use super::canonical::CanonicalPaths;
use super::{Configs, Failure, Source, Staged, Walk};

/// The options of a selection.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The extensions of files in folders; by default that of puzzle files.
    pub extensions: Option<Vec<&'static str>>,
    /// Whether to include files whose configuration names another format.
    pub takes_forms: bool,
    /// Whether to include ignored and hidden files.
    pub takes_ignored: bool,
    /// Files to exclude, even if named: globs as in `.gitignore`, relative to the
    /// current folder, without negation.
    pub exclude: Vec<String>,
    /// Whether to skip named files that their configuration excludes.
    pub force_exclude: bool,
    /// The files in the git index, if only they count.
    pub staged: Option<Arc<Staged>>,
}

/// The files at some paths.
#[derive(Debug, Default)]
pub struct Selected {
    /// The files, each once.
    pub sources: Vec<Result<Source, Failure>>,
    /// Files in folders that look like puzzle files, with the reason why they are skipped. If
    /// ignored files are included, these are failures.
    pub skipped: Vec<Failure>,
}

/// Returns the files at the paths, each once: named files, and for a folder all that a
/// [`Walk`] finds. A path without links is preferred. The order is that of the paths,
/// and sorted within a folder; `-` is standard input.
pub fn sources(paths: &[PathBuf], selection: &Selection, configs: &Configs) -> Selected {
    let excluded = match excluded(&selection.exclude) {
        Ok(excluded) => excluded,
        Err(failure) => {
            return Selected { sources: vec![Err(failure)], ..Selected::default() };
        }
    };
    let (mut sources, mut skipped) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" {
            sources.push(Ok(Source::StandardInput));
        } else if is_excluded(&excluded, path) {
        } else if path.is_dir() {
            let walk = selection.walk(path, paths, &excluded, configs);
            let found = walk.search();
            sources.extend(found.files.into_iter().map(|file| file.map(Source::File)));
            skipped.extend(found.skipped);
            let staged = selection.staged.iter();
            let not_on_disk = staged.flat_map(|staged| staged.not_on_disk(path));
            let selected = not_on_disk.filter(|file| {
                walk.names(file) && configs.take(file) && !is_excluded(&excluded, file)
            });
            sources.extend(selected.map(|file| Ok(Source::File(file))));
        } else if !selection.force_exclude || configs.take(path) {
            sources.push(Ok(Source::File(path.clone())));
        }
    }
    if let Some(staged) = &selection.staged {
        sources.retain(|source| match source {
            Ok(Source::File(file)) => paths.contains(file) || staged.contents(file).is_some(),
            _ => true,
        });
    }
    if selection.takes_ignored {
        sources.extend(skipped.drain(..).map(Err));
    }
    Selected { sources: each_once(sources), skipped }
}

impl Selection {
    fn walk<'a>(
        &self,
        folder: &Path,
        paths: &[PathBuf],
        excluded: &Override,
        configs: &'a Configs,
    ) -> Walk<'a> {
        let walk = Walk::new(folder, configs).trusting(paths);
        Walk {
            takes_ignored: self.takes_ignored,
            takes_forms: self.takes_forms,
            excluded: excluded.clone(),
            extensions: self.extensions.clone().unwrap_or(walk.extensions),
            ..walk
        }
    }
}

fn is_excluded(excluded: &Override, path: &Path) -> bool {
    let absolute = std::path::absolute(path);
    let path = absolute.as_deref().unwrap_or(path);
    let is_meant = |path: &Path| matches!(excluded.matched(path, path.is_dir()), Match::Ignore(_));
    // A glob that matches a folder matches everything in it.
    let folders = path.ancestors().skip(1);
    let is_inside = |folder: &&Path| {
        let inner = folder.strip_prefix(excluded.path());
        inner.is_ok_and(|inner| inner.file_name().is_some())
    };
    is_meant(path) || folders.take_while(is_inside).any(is_meant)
}

/// Removes duplicates. Of the paths of one file, the first that is not a link stays,
/// because its configuration is next to it.
fn each_once(sources: Vec<Result<Source, Failure>>) -> Vec<Result<Source, Failure>> {
    let mut paths = CanonicalPaths::default();
    let mut places: HashMap<Option<PathBuf>, usize> = HashMap::new();
    let mut each: Vec<Result<Source, Failure>> = Vec::with_capacity(sources.len());
    for source in sources {
        let file = match &source {
            Ok(Source::File(path)) => Some(paths.file(path)),
            Ok(Source::StandardInput) => None,
            Err(_) => {
                each.push(source);
                continue;
            }
        };
        match places.entry(file) {
            Entry::Vacant(vacant) => {
                vacant.insert(each.len());
                each.push(source);
            }
            Entry::Occupied(occupied) => {
                if let Some(before) = each.get_mut(*occupied.get())
                    && is_link(before)
                    && !is_link(&source)
                {
                    *before = source;
                }
            }
        }
    }
    each
}

fn is_link(source: &Result<Source, Failure>) -> bool {
    matches!(source, Ok(Source::File(path)) if path.is_symlink())
}

/// Compiles the globs for the walker.
fn excluded(globs: &[String]) -> Result<Override, Failure> {
    let mut builder = OverrideBuilder::new(std::path::absolute(".").unwrap_or_default());
    for glob in globs {
        if glob.trim().is_empty() {
            let error = "--exclude: an empty glob means no file".to_owned();
            return Err(Failure::unnamed(error));
        }
        if glob.starts_with('!') {
            let error = format!(
                "--exclude {glob}: nothing is taken back here; \
                 a name that begins with `!` is `\\{glob}`"
            );
            return Err(Failure::unnamed(error));
        }
        builder
            .add(&format!("!{glob}"))
            .map_err(|error| Failure::unnamed(format!("--exclude {glob}: {error}")))?;
    }
    builder.build().map_err(|error| Failure::unnamed(error.to_string()))
}

/// Sorts sources by path, independently of the order of the arguments. Standard input
/// and failures come first.
#[must_use]
pub fn in_order_of_paths(
    mut sources: Vec<Result<Source, Failure>>,
) -> Vec<Result<Source, Failure>> {
    let mut paths = CanonicalPaths::default();
    sources.sort_by_cached_key(|source| match source {
        Ok(Source::File(path)) => Some(paths.file(path)),
        _ => None,
    });
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_sorted_by_path() {
        let file = |path: &str| Ok(Source::File(PathBuf::from(path)));
        let given = vec![file("b.carom"), Ok(Source::StandardInput), file("a/c.carom")];
        let expected = vec![Ok(Source::StandardInput), file("a/c.carom"), file("b.carom")];
        assert_eq!(in_order_of_paths(given), expected);
    }
}
