//! The question to the solver about a puzzle, under the configuration.

use std::collections::HashMap;

use crate::config::Config;
use crate::lsp::documents::Section;
use crate::solving::{Identity, Limits, Question, Wants};

/// The default limits of a search in an editor.
const LIMITS: Limits = Limits {
    max_positions: 20_000_000,
    max_memory: 1 << 30,
    time: None,
};

/// Returns the question of a puzzle, or `None` if it is malformed.
pub(super) fn question_of(
    section: &Section,
    limits: Limits,
    wants: Wants,
    raised: &HashMap<Identity, u64>,
) -> Option<Question> {
    let puzzle = &section.read.puzzle;
    let raised = raised.get(&puzzle.identity?).copied().unwrap_or_default();
    let limits = Limits {
        max_positions: limits.max_positions.max(raised),
        ..limits
    };
    puzzle.question(limits, wants)
}

/// Returns the limits of a search under a configuration.
pub(super) fn limits(config: &Config) -> Limits {
    Limits {
        max_positions: *config.max_positions.get().unwrap_or(&LIMITS.max_positions),
        max_memory: config
            .max_memory
            .get()
            .map_or(LIMITS.max_memory, |size| size.0),
        time: config.time_limit.get().map(|time| time.0).or(LIMITS.time),
    }
}
