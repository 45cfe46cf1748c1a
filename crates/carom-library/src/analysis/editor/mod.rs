//! Editor features, one file each.

pub(super) mod completion;
pub(super) mod folding;
pub(super) mod frames;
pub(super) mod hints;
pub(super) mod hover;
pub(super) mod lens;
pub(super) mod links;
pub(super) mod occurrences;
pub(super) mod play;
pub(super) mod proof;
pub(super) mod rename;
pub(super) mod selection;
pub(super) mod symbols;
pub(super) mod tokens;
pub(super) mod what_if;
