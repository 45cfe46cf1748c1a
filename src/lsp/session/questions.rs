//! What is to be asked about a puzzle, as the configuration says.

use std::collections::HashMap;

use crate::analysis::Policy;
use crate::config::Config;
use crate::lsp::documents::Section;
use crate::solving::{Identity, Limits, Question, Wants};

/// What a search may spend where nothing else is set.
const LIMITS: Limits = Limits {
    max_positions: 20_000_000,
    max_memory: 1 << 30,
    time: None,
};

/// What an editor shows of every puzzle beside its answer.
pub(super) fn wants(policy: &Policy) -> Wants {
    let wants = policy.wants();
    Wants {
        minimal: wants.idle_walls && wants.idle_pieces,
        line_values: true,
        move_values: true,
        ..wants
    }
}

/// What the puzzle of a section asks; nothing where it is malformed.
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

/// What the search of a puzzle may spend.
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
