//! The lints: their table, levels and suppressions, and the checks.

pub(super) mod baseline;
pub(super) mod cached_clean;
pub(super) mod checks;
pub(super) mod demands;
pub(super) mod diagnostic;
pub(super) mod duplicates;
pub(super) mod lint;
pub(super) mod policy;
pub(super) mod run;
pub(super) mod suppression;
