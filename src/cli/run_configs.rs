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
    told: HashSet<PathBuf>,
}

impl RunConfigs {
    /// The configurations alone.
    pub(super) const fn configs(&self) -> &Configs {
        &self.configs
    }

    /// The configuration of a source.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as far as it was not told yet.
    pub(super) fn of(&mut self, source: &Source) -> Result<Arc<Config>, Vec<Failure>> {
        self.configs.of(source).map_err(|mut unusable| {
            unusable.retain(|unusable| self.told.insert(unusable.path.clone()));
            unusable.iter().flat_map(|one| failures(one)).collect()
        })
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
