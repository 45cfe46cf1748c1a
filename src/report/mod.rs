//! Report formats for people and programs.
//!
//! Commands send events to [`Reporters`], which count them and forward them to each
//! [`Reporter`]. `check` and `solve` differ only in their reporters.

mod answer;
mod config;
mod fingerprint;
mod github;
mod gitlab;
mod json;
mod junit;
mod lint_pages;
mod paint;
mod paths;
mod rdjson;
mod reporter;
mod reporters;
mod sarif;
mod short;
mod stats;
mod summary;
mod text;
mod verbose;

pub use answer::{AnswerJson, AnswerText, ShownBoards};
pub use config::config_failure;
pub use github::GitHub;
pub use gitlab::GitLab;
pub use json::Json;
pub use junit::JUnit;
pub use lint_pages::lint_page;
pub use paths::RepositoryPaths;
pub use rdjson::RdJson;
pub use reporter::Reporter;
pub use reporters::Reporters;
pub use sarif::Sarif;
pub use short::Short;
pub use stats::Stats;
pub use summary::Summary;
pub use text::Text;
pub use verbose::Verbose;
