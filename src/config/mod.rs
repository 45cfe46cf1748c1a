//! The configuration of a project: levels of lints, limits of searches, and which files
//! are puzzle files.
//!
//! A [`Layer`] is one parsed `carom.toml`. The [`Config`] of a file merges the layers above
//! it; for each setting, the nearest layer that sets it wins. An editor's `carom.*`
//! settings are read into the same [`Config`].

mod error;
mod globs;
mod layer;
mod settings;
mod values;

pub use error::ConfigError;
pub use globs::Globs;
pub use layer::{Layer, MAX_FILE_SIZE, WrongSetting, schema};
pub use settings::{
    CACHE_SIZE, Cache, Config, EditorSettings, FormatSettings, Limits, MAX_MEMORY, MAX_POSITIONS,
    Require,
};
pub use values::{AnswerPlaces, RequiredKey, Size, Time};

/// The name of a configuration file.
pub const FILE_NAME: &str = "carom.toml";

#[cfg(test)]
mod tests;
