//! What configures a source; what is wrong with a configuration is told once.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::config::Config;
use crate::project::{Configs, Failure, Source, Unusable};
use crate::report::draw_fault;
use crate::text::LineIndex;

/// The configurations of a run, and which of them were told to be of no use.
#[derive(Debug, Default)]
pub(super) struct RunConfigs {
    configs: Configs,
    told: Told,
}

/// The configuration files that were told to be of no use.
#[derive(Debug, Default)]
pub(super) struct Told(HashSet<PathBuf>);

impl Told {
    /// What is wrong with these, as far as it was not told yet.
    pub(super) fn failures(&mut self, mut unusable: Vec<Arc<Unusable>>) -> Vec<Failure> {
        let Self(told) = self;
        unusable.retain(|unusable| told.insert(unusable.path.clone()));
        unusable.iter().flat_map(|one| failures(one)).collect()
    }
}

impl RunConfigs {
    /// The configuration of a source.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as far as it was not told yet.
    pub(super) fn of(&mut self, source: &Source) -> Result<Arc<Config>, Vec<Failure>> {
        let config = self.configs.of(source);
        config.map_err(|unusable| self.told.failures(unusable))
    }
}

/// All that is wrong with a configuration, each fault with its lines.
pub(super) fn failures(Unusable { path, text, broken }: &Unusable) -> Vec<Failure> {
    let name = path.display().to_string();
    let index = LineIndex::new(text);
    let failures = broken.faults.iter().map(|fault| {
        let start = fault.span.as_ref().map(|span| span.start);
        Failure {
            line: start.map(|start| index.line(u32::try_from(start).unwrap_or(u32::MAX)) + 1),
            drawn: Some(draw_fault(&name, text, fault)),
            ..Failure::new(&name, fault.to_string())
        }
    });
    failures.collect()
}
