//! The lints: their table, levels and suppressions, and the checks.

pub(super) mod baseline;
pub(super) mod checks;
pub(super) mod demands;
pub(super) mod diagnostic;
pub(super) mod lint;
pub(super) mod policy;
pub(super) mod quiet;
pub(super) mod repeats;
pub(super) mod run;
pub(super) mod suppression;
