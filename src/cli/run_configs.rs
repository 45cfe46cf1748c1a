//! Configurations of a run. Each malformed one is reported once.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::config::Config;
use crate::project::{Configs, Failure, MalformedConfig, Source};
use crate::report::draw_fault;
use crate::text::LineIndex;

/// The configurations of a run.
#[derive(Debug)]
pub(super) struct RunConfigs {
    configs: Configs,
    reported: ReportedConfigs,
}

/// The malformed configuration files that were already reported.
#[derive(Debug, Default)]
pub(super) struct ReportedConfigs(HashSet<PathBuf>);

impl ReportedConfigs {
    /// Returns the faults of those that were not reported yet.
    pub(super) fn failures(&mut self, mut malformed: Vec<Arc<MalformedConfig>>) -> Vec<Failure> {
        let Self(reported) = self;
        malformed.retain(|malformed| reported.insert(malformed.path.clone()));
        malformed.iter().flat_map(|one| failures(one)).collect()
    }
}

impl RunConfigs {
    /// Returns the configurations of a run, of which none was reported.
    pub(super) fn new(configs: Configs) -> Self {
        Self {
            configs,
            reported: ReportedConfigs::default(),
        }
    }

    /// Returns the configuration of a source.
    ///
    /// # Errors
    ///
    /// Returns its faults if it was not reported yet.
    pub(super) fn of(&mut self, source: &Source) -> Result<Arc<Config>, Vec<Failure>> {
        let config = self.configs.of(source);
        config.map_err(|malformed| self.reported.failures(malformed))
    }
}

/// Returns each fault of a malformed configuration with its lines.
pub(super) fn failures(MalformedConfig { path, text, error }: &MalformedConfig) -> Vec<Failure> {
    let name = path.display().to_string();
    let index = LineIndex::new(text);
    let failures = error.faults.iter().map(|fault| {
        let start = fault.span.as_ref().map(|span| span.start);
        Failure {
            line: start.map(|start| index.line(u32::try_from(start).unwrap_or(u32::MAX)) + 1),
            drawn: Some(draw_fault(&name, text, fault)),
            ..Failure::new(&name, fault.to_string())
        }
    });
    failures.collect()
}
