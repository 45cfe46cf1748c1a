//! Diagnostics that the client asks for.

use std::collections::HashMap;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::publish::digest;
use super::server::Server;
use super::state::State;

impl Server {
    /// `textDocument/diagnostic`
    pub(super) fn pull(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReport> {
        let uri = params.text_document.uri;
        let items = self.with(&uri, |state, _| state.diagnostics(&uri))?;
        let mut state = self.shared.lock();
        if state.client.pulls() && !state.is_pulled {
            // Shown twice would be once too often.
            state.is_pulled = true;
            state.unsent = state.documents.keys().cloned().collect();
            self.shared.edited.notify_one();
        }
        let id = digest(&items).to_string();
        let report = if params.previous_result_id.as_ref() == Some(&id) {
            DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                    result_id: id,
                },
            })
        } else {
            DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
                related_documents: None,
                full_document_diagnostic_report: FullDocumentDiagnosticReport {
                    result_id: Some(id),
                    items,
                },
            })
        };
        Ok(report)
    }

    /// `workspace/diagnostic`
    pub(super) fn pull_workspace(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> WorkspaceDiagnosticReport {
        let mut state = self.shared.lock();
        let previous = params.previous_result_ids.into_iter();
        let previous: HashMap<Uri, String> = previous.map(|id| (id.uri, id.value)).collect();
        if !state.is_workspace_pulled {
            state.is_workspace_pulled = true;
            let uris: Vec<Uri> = state.documents.keys().cloned().collect();
            for uri in uris {
                state.ask(&uri, None);
            }
        }
        WorkspaceDiagnosticReport {
            items: workspace_diagnostics(&state, &previous),
        }
    }
}

/// The diagnostics of all documents, open or on disk.
fn workspace_diagnostics(
    state: &State,
    previous: &HashMap<Uri, String>,
) -> Vec<WorkspaceDocumentDiagnosticReport> {
    let mut uris: Vec<&Uri> = state.documents.keys().collect();
    uris.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    let known = uris.into_iter().map(|uri| {
        let items = state.diagnostics(uri);
        let document = state.documents.get(uri);
        let version = document
            .and_then(|document| document.version)
            .map(i64::from);
        let id = digest(&items).to_string();
        if previous.get(uri) == Some(&id) {
            return WorkspaceDocumentDiagnosticReport::Unchanged(
                WorkspaceUnchangedDocumentDiagnosticReport {
                    uri: uri.clone(),
                    version,
                    unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                        result_id: id,
                    },
                },
            );
        }
        full(uri.clone(), version, Some(id), items)
    });
    // What is no more has nothing to report.
    let gone = previous
        .keys()
        .filter(|uri| !state.documents.contains_key(*uri));
    let gone = gone.map(|uri| full(uri.clone(), None, None, Vec::new()));
    known.chain(gone).collect()
}

fn full(
    uri: Uri,
    version: Option<i64>,
    result_id: Option<String>,
    items: Vec<Diagnostic>,
) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
}
