//! Diagnostics requested by the client.

use std::collections::{HashMap, HashSet};

use tower_lsp::ls_types::{
    DocumentDiagnosticReport, FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Uri,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::diagnostics::DocumentDiagnostics;
use crate::lsp::session::State;

impl State {
    /// Notes that the client requests diagnostics, and returns whether that is new. Published
    /// diagnostics are then cleared, so that none is shown twice.
    pub(crate) fn begin_pulling(&mut self) -> bool {
        let is_new = self.client.capabilities.pulls() && !self.client.pulls_diagnostics;
        if is_new {
            self.client.pulls_diagnostics = true;
            self.published.pending_diagnostics = self.workspace.documents.keys().cloned().collect();
        }
        is_new
    }

    fn note_reported(&mut self, uri: &Uri, found: &DocumentDiagnostics) {
        if found.items.is_empty() {
            self.published.with_diagnostics.remove(uri);
        } else if !self.published.with_diagnostics.contains(uri) {
            self.published.with_diagnostics.insert(uri.clone());
        }
    }

    /// Answers `textDocument/diagnostic`. A client sends a last request for a document that it has
    /// closed: the answer has the diagnostics of the file, or none if the file is gone.
    pub(crate) fn pull(&mut self, uri: &Uri, previous: Option<&str>) -> DocumentDiagnosticReport {
        match self.report(uri, previous) {
            Report::Full(report) => {
                DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
                    related_documents: None,
                    full_document_diagnostic_report: report,
                })
            }
            Report::Unchanged(report) => {
                DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                    related_documents: None,
                    unchanged_document_diagnostic_report: report,
                })
            }
        }
    }

    fn report(&mut self, uri: &Uri, previous: Option<&str>) -> Report {
        let found = self.diagnostics(uri);
        self.note_reported(uri, &found);
        let id = found.hash.to_string();
        if previous == Some(id.as_str()) {
            return Report::Unchanged(UnchangedDocumentDiagnosticReport { result_id: id });
        }
        Report::Full(FullDocumentDiagnosticReport { result_id: Some(id), items: found.items })
    }

    /// Answers `workspace/diagnostic`: the diagnostics of all documents, open or on disk.
    pub(crate) fn pull_workspace(
        &mut self,
        params: WorkspaceDiagnosticParams,
    ) -> WorkspaceDiagnosticReport {
        let previous: HashMap<Uri, String> =
            params.previous_result_ids.into_iter().map(|id| (id.uri, id.value)).collect();
        let mut uris: Vec<Uri> = self.workspace.documents.keys().cloned().collect();
        uris.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
        if !self.client.pulls_workspace {
            self.client.pulls_workspace = true;
            for uri in &uris {
                self.ask(uri, None);
            }
        }
        let mut items = Vec::new();
        for uri in uris {
            let document = self.workspace.documents.get(&uri);
            let version = document.and_then(|document| document.version);
            let report = self.report(&uri, previous.get(&uri).map(String::as_str));
            items.push(report.of_workspace(uri, version));
        }
        // A client may still show diagnostics of a deleted file and not name it here.
        let reported = std::mem::take(&mut self.published.with_diagnostics);
        let (reported, mut gone): (HashSet<Uri>, HashSet<Uri>) =
            reported.into_iter().partition(|uri| self.workspace.documents.contains_key(uri));
        self.published.with_diagnostics = reported;
        gone.extend(previous.into_keys());
        gone.retain(|uri| !self.workspace.documents.contains_key(uri));
        let none = || Report::Full(FullDocumentDiagnosticReport::default());
        items.extend(gone.into_iter().map(|uri| none().of_workspace(uri, None)));
        WorkspaceDiagnosticReport { items }
    }
}

/// The diagnostics of a document, or that they are unchanged.
enum Report {
    Full(FullDocumentDiagnosticReport),
    Unchanged(UnchangedDocumentDiagnosticReport),
}

impl Report {
    fn of_workspace(self, uri: Uri, version: Option<i32>) -> WorkspaceDocumentDiagnosticReport {
        let version = version.map(i64::from);
        match self {
            Self::Full(report) => {
                WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                    uri,
                    version,
                    full_document_diagnostic_report: report,
                })
            }
            Self::Unchanged(report) => WorkspaceDocumentDiagnosticReport::Unchanged(
                WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version,
                    unchanged_document_diagnostic_report: report,
                },
            ),
        }
    }
}
