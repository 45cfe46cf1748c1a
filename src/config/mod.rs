//! The configuration of a project: levels of lints, limits of searches, and which files
//! are puzzle files.
//!
//! A [`Layer`] is one parsed `carom.toml`. The [`Config`] of a file merges the layers above
//! it; for each setting, the nearest layer that sets it wins. An editor's `carom.*`
//! settings are read into the same [`Config`]. One table in `settings.rs` declares all
//! settings.

mod globs;
mod layer;
mod reader;
mod schema;
mod settings;
mod values;

pub use globs::Globs;
pub use layer::Layer;
pub use reader::{ConfigError, Fault};
pub use schema::schema;
pub use settings::{
    CACHE_SIZE, Config, MAX_MEMORY, MAX_POSITIONS, SETTINGS, Scope, SettingInfo, ShownSetting,
};
pub use values::{AnswerPlaces, Origin, RequiredKeys, Setting, SettingValue, Size, Time};

/// The name of a configuration file.
pub const FILE_NAME: &str = "carom.toml";

#[cfg(test)]
mod tests;
