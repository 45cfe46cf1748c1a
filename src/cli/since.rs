//! Comparison of puzzle files with a git revision, for `--since`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::check::CheckOptions;
use crate::analysis::{Baseline, NewPuzzles};
use crate::config::{Config, FILE_NAME};
use crate::exchange::{Format, SourceFile};
use crate::limited;
use crate::project::{Configs, Failure, File, MAX_FILE, Revision, Source, Staged, is_puzzle_file};
use crate::words::path_name;

/// The puzzles at a revision, in all repositories of a run.
pub(super) struct Since {
    /// The format of all files; `None` if their configurations decide.
    format: Option<&'static Format>,
    given: GivenConfig,
    /// The files in the git index, if they are compared with the revision.
    staged: Option<Arc<Staged>>,
    /// The repositories by their root folders; `None` for a submodule that did
    /// not exist at the revision.
    repositories: HashMap<PathBuf, Option<Repository>>,
}

/// A repository at a revision.
struct Repository {
    revision: Revision,
    texts: Mutex<Baseline<PathBuf, Arc<Config>>>,
}

/// The configuration file of `--config` if it is in a repository. `None` if the files above
/// each puzzle file apply.
type GivenConfig = Option<Option<Place>>;

/// The location of a file in its repository.
struct Place {
    /// The root folder of the repository.
    root: PathBuf,
    /// The path from there.
    path: PathBuf,
}

impl Since {
    /// Reads the revision that `--since` names, if it is given, in the repositories of these
    /// sources.
    ///
    /// # Errors
    ///
    /// Fails if a file is in no repository, or the repository has no such revision.
    pub(super) fn of(
        options: &CheckOptions,
        sources: &[Result<Source, Failure>],
    ) -> Result<Option<Self>, Failure> {
        let Some(name) = options.since.as_deref() else {
            return Ok(None);
        };
        let configs = &options.paths.configs();
        let mut since = Self {
            format: options.from.format(),
            given: configs.given().map(|file| place(file?)),
            staged: options.paths.staged(),
            repositories: HashMap::new(),
        };
        for source in sources.iter().flatten() {
            let Source::File(path) = source else {
                continue;
            };
            let Some(Place { root, .. }) = place(path) else {
                let path = path_name(path);
                let why = format!("--since {name}: the file is in no git repository");
                return Err(Failure::new(path, why));
            };
            since.open(&root, name, configs)?;
        }
        Ok(Some(since))
    }

    /// Opens the repository in a folder. A submodule, or another repository inside the repository,
    /// is compared with the commit that the outer repository had for it, and is new if it had none.
    /// If the repository contains the current folder, `name` is its own revision.
    fn open(&mut self, root: &Path, name: &str, configs: &Configs) -> Result<(), Failure> {
        if self.repositories.contains_key(root) {
            return Ok(());
        }
        let here = std::env::current_dir().and_then(dunce::canonicalize);
        let is_here = here.is_ok_and(|here| here.starts_with(root));
        let around = place(root).filter(|_| !is_here || Revision::is_submodule(root));
        let repository = match around {
            None => Some(Repository::new(root, name, configs, self)?),
            Some(around) => {
                self.open(&around.root, name, configs)?;
                let outer = self.repositories.get(&around.root).and_then(Option::as_ref);
                let commit = outer.and_then(|outer| outer.revision.submodule(&around.path));
                commit.and_then(|commit| Repository::new(root, commit, configs, self).ok())
            }
        };
        self.repositories.insert(root.to_owned(), repository);
        Ok(())
    }

    /// Compares a file with the revision. A puzzle that was moved into several
    /// files is new in all but the first.
    pub(super) fn news(&self, file: &File, deck: &SourceFile, config: &Arc<Config>) -> NewPuzzles {
        // Standard input is in no revision.
        let place = match &file.source {
            Source::StandardInput => None,
            Source::File(path) => place(path),
        };
        let known = place.and_then(|place| {
            let repository = self.repositories.get(&place.root)?.as_ref()?;
            Some((repository, place))
        });
        let Some((repository, Place { root, path })) = known else {
            return NewPuzzles::all(deck.sections.len());
        };
        if self.is_config_changed(&repository.revision, &root, &path) {
            return NewPuzzles::all(deck.sections.len());
        }
        if repository.revision.is_same(&path) {
            return NewPuzzles::none(deck.sections.len());
        }
        let mut texts = repository.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.compare(&path, &deck.to_compare(&file.text), config)
    }

    /// Returns the current text of a file.
    fn text(&self, path: &Path) -> Option<String> {
        let bytes = match &self.staged {
            Some(staged) => staged.contents(path)?.to_vec(),
            None => limited::read(path, MAX_FILE).ok()?,
        };
        String::from_utf8(bytes).ok()
    }

    /// Whether a configuration of a file was changed, added or removed.
    fn is_config_changed(&self, revision: &Revision, root: &Path, path: &Path) -> bool {
        let files: Vec<PathBuf> = match &self.given {
            None => {
                let folders = path.ancestors().skip(1);
                folders.map(|folder| folder.join(FILE_NAME)).collect()
            }
            Some(given) => {
                let given = given.iter().filter(|given| given.root == root);
                given.map(|given| given.path.clone()).collect()
            }
        };
        files.iter().any(|file| {
            let path = root.join(file);
            // A given configuration is always read from disk.
            let is_there = match (&self.staged, &self.given) {
                (Some(staged), None) => staged.contents(&path).is_some(),
                _ => path.is_file(),
            };
            is_there != revision.contains(file) || (is_there && !revision.is_same(file))
        })
    }
}

impl Repository {
    fn new(root: &Path, name: &str, configs: &Configs, since: &Since) -> Result<Self, Failure> {
        let Since { format, given, .. } = since;
        let format_of = |path: &Path| format.or_else(|| configs.format_of(&root.join(path)));
        // With `--from`, any file may be a puzzle file.
        let has_puzzles = |path: &Path| is_puzzle_file(path) || format_of(path).is_some();
        let is_given = |path: &Path| match given {
            Some(Some(given)) => given.root == root && given.path == path,
            _ => false,
        };
        let is_wanted =
            |path: &Path| has_puzzles(path) || path.ends_with(FILE_NAME) || is_given(path);
        let revision = Revision::open(root, name, since.staged.is_some(), is_wanted)?;
        let mut texts = Baseline::default();
        for (path, before) in revision.texts_of_changed()? {
            if !has_puzzles(path) || since.is_config_changed(&revision, root, path) {
                continue;
            }
            let here = root.join(path);
            // A malformed configuration is reported when the files are checked.
            let Ok(config) = configs.of_file(&here) else {
                continue;
            };
            let now = since.text(&here);
            let sections = |text: &str| SourceFile::split(text, format_of(path)).to_compare(text);
            texts.insert(
                path.to_owned(),
                sections(&before),
                now.as_deref().map(sections).as_ref(),
                &config,
            );
        }
        Ok(Self { revision, texts: Mutex::new(texts) })
    }
}

/// Locates a file in its repository.
fn place(path: &Path) -> Option<Place> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // The file itself is not resolved: git tracks the link.
    // A file in the index may be in a folder that does not exist on disk.
    let canonical = dunce::canonicalize(folder);
    let folder = canonical.or_else(|_| std::path::absolute(folder)).ok()?;
    let path = folder.join(path.file_name()?);
    let root = Revision::root(&folder)?;
    Some(Place { path: path.strip_prefix(root).ok()?.to_owned(), root: root.to_owned() })
}
