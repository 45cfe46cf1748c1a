//! Diagnostics that the client asks for.

use std::collections::{HashMap, HashSet};

use tower_lsp::ls_types::{Uri, WorkspaceDiagnosticParams};

use super::reports::Json;
use crate::lsp::documents::fragment::{part, write_value};
use crate::lsp::session::State;

impl State {
    /// Takes in that the client asks for diagnostics; whether that is new, so
    /// that what it was sent is taken back: shown twice would be once too often.
    pub(in crate::lsp) fn begin_pulling(&mut self) -> bool {
        let is_new = self.client.pulls() && !self.is_pulled;
        if is_new {
            self.is_pulled = true;
            self.unsent = self.documents.keys().cloned().collect();
        }
        is_new
    }

    fn note_reported(&mut self, uri: &Uri, found: &Json) {
        if found.is_none() {
            self.reported.remove(uri);
        } else if !self.reported.contains(uri) {
            self.reported.insert(uri.clone());
        }
    }
}

/// The answer to `textDocument/diagnostic`, as JSON. A client asks a last time about a
/// document that it has closed: what is known of the file is told then, and of a file that
/// is no more, that there is nothing.
pub(in crate::lsp) fn write(
    state: &mut State,
    uri: &Uri,
    previous: Option<&str>,
    json: &mut Vec<u8>,
) {
    let found = state.diagnostics(uri);
    state.note_reported(uri, &found);
    json.push(b'{');
    write_report(&found, previous, json);
    json.push(b'}');
}

/// The members of a report: whether it is as it was, and if not, what it is.
fn write_report(found: &Json, previous: Option<&str>, json: &mut Vec<u8>) {
    let id = found.digest.to_string();
    let is_same = previous == Some(id.as_str());
    let kind = if is_same { "unchanged" } else { "full" };
    json.extend_from_slice(format!("\"kind\":\"{kind}\",\"resultId\":\"{id}\"").as_bytes());
    if !is_same {
        json.extend_from_slice(b",\"items\":");
        json.extend_from_slice(&found.array);
    }
}

/// The answer to `workspace/diagnostic`, as JSON: the diagnostics of all
/// documents, open or on disk.
pub(in crate::lsp) fn write_workspace(
    state: &mut State,
    params: WorkspaceDiagnosticParams,
    json: &mut Vec<u8>,
) {
    let previous = params.previous_result_ids.into_iter();
    let previous: HashMap<Uri, String> = previous.map(|id| (id.uri, id.value)).collect();
    if !state.is_workspace_pulled {
        state.is_workspace_pulled = true;
        let uris: Vec<Uri> = state.documents.keys().cloned().collect();
        for uri in uris {
            state.ask(&uri, None);
        }
    }
    json.extend_from_slice(b"{\"items\":[");
    let mut uris: Vec<Uri> = state.documents.keys().cloned().collect();
    uris.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
    for uri in &uris {
        let document = state.documents.get(uri);
        let version = document.and_then(|document| document.version);
        begin(uri, version, json);
        let found = state.diagnostics(uri);
        state.note_reported(uri, &found);
        write_report(&found, previous.get(uri).map(String::as_str), json);
        json.push(b'}');
    }
    // What is no more has nothing to report, though a client that has closed it may show
    // what it was told, and not say so.
    let reported = std::mem::take(&mut state.reported);
    let (reported, mut gone): (HashSet<Uri>, HashSet<Uri>) = reported
        .into_iter()
        .partition(|uri| state.documents.contains_key(uri));
    state.reported = reported;
    gone.extend(previous.into_keys());
    for uri in gone
        .iter()
        .filter(|uri| !state.documents.contains_key(*uri))
    {
        begin(uri, None, json);
        json.extend_from_slice(b"\"kind\":\"full\",\"items\":[]}");
    }
    json.extend_from_slice(b"]}");
}

/// Begins the report of a document.
fn begin(uri: &Uri, version: Option<i32>, json: &mut Vec<u8>) {
    part(json);
    json.extend_from_slice(b"{\"uri\":");
    write_value(uri, json);
    json.extend_from_slice(b",\"version\":");
    write_value(&version, json);
    json.push(b',');
}
