//! One configuration file.

use std::path::Path;

use super::{Config, Globs};
use crate::exchange::Form;

/// The name of a configuration file, which applies to the files in its folder and below.
pub const FILE_NAME: &str = "carom.toml";

/// What one `carom.toml` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// Whether those above it have no say.
    pub is_root: bool,
    /// What it says of all files.
    pub(super) all: Config,
    /// What it says of some files, in the order of the text.
    pub(super) overrides: Vec<Override>,
    /// Which files are of other forms, in the order of the text.
    pub(super) sources: Vec<FormOf>,
}

/// The form of some files.
#[derive(Clone, Debug)]
pub(super) struct FormOf {
    pub(super) include: Globs,
    pub(super) form: &'static Form,
}

impl PartialEq for FormOf {
    fn eq(&self, other: &Self) -> bool {
        (&self.include, self.form.name) == (&other.include, other.form.name)
    }
}

impl Eq for FormOf {}

/// What is said of some files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Override {
    pub(super) paths: Globs,
    pub(super) config: Config,
}

impl Layer {
    /// What it says of the file at `path`, which is absolute: of what it says of
    /// some files the last that means this one, and else what it says of all.
    pub fn of(&self, path: &Path) -> Config {
        let meant = self.overrides.iter().filter(|one| one.paths.mean(path));
        meant.fold(self.all.clone(), |config, one| one.config.or(&config))
    }

    /// The form that it says the file at `path` is of; that is absolute.
    pub fn form_of(&self, path: &Path) -> Option<&'static Form> {
        let mut sources = self.sources.iter();
        let source = sources.find(|source| source.include.mean(path))?;
        Some(source.form)
    }

    /// The globs of the files that it says to be of other forms, with the folder
    /// that they are relative to.
    pub fn sources(&self) -> impl Iterator<Item = &Globs> {
        self.sources.iter().map(|source| &source.include)
    }

    /// Whether it says something of some files that it does not say of all.
    pub fn has_overrides(&self) -> bool {
        !self.overrides.is_empty()
    }
}
