//! Requests whose answers grow with the document. They are written as JSON at
//! once, from what is kept of each puzzle: to build them as values first costs
//! ten times as much in a file of thousands.

use std::sync::atomic::Ordering;

use serde::Deserialize;
use tower_lsp::jsonrpc::{Error, Request, Response};
use tower_lsp::ls_types::{LSPAny, Range, TextDocumentIdentifier, WorkspaceDiagnosticParams};

use crate::lsp::documents::fragment::write_value;
use crate::lsp::findings::pull;
use crate::lsp::guarded::guarded;
use crate::lsp::requests::{lenses, outline, tokens};
use crate::lsp::session::{Server, Shared, State};

/// What these requests have of parameters.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    text_document: TextDocumentIdentifier,
    range: Option<Range>,
    previous_result_id: Option<String>,
}

/// The requests.
#[derive(Clone, Copy, Debug)]
enum Large {
    Lenses,
    Symbols,
    Folds,
    Links,
    Tokens,
    TokensDelta,
    TokensRange,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
enum Asked {
    /// The diagnostics of all documents.
    Workspace,
    /// The diagnostics of a document.
    Diagnostics,
    /// Something else of a document.
    Other(Large),
}

impl Asked {
    fn of(method: &str) -> Option<Self> {
        match method {
            "workspace/diagnostic" => Some(Self::Workspace),
            "textDocument/diagnostic" => Some(Self::Diagnostics),
            _ => Large::of(method).map(Self::Other),
        }
    }
}

impl Large {
    fn of(method: &str) -> Option<Self> {
        Some(match method {
            "textDocument/codeLens" => Self::Lenses,
            "textDocument/documentSymbol" => Self::Symbols,
            "textDocument/foldingRange" => Self::Folds,
            "textDocument/documentLink" => Self::Links,
            "textDocument/semanticTokens/full" => Self::Tokens,
            "textDocument/semanticTokens/full/delta" => Self::TokensDelta,
            "textDocument/semanticTokens/range" => Self::TokensRange,
            _ => return None,
        })
    }

    /// Writes the answer for an open document; nothing where a parameter is
    /// missing.
    fn write(self, shared: &Shared, params: &Params, json: &mut Vec<u8>) -> Option<()> {
        let mut guard = shared.lock();
        let state: &mut State = &mut guard;
        let uri = &params.text_document.uri;
        let document = state.documents.get(uri)?;
        document.version?;
        // Of another form nothing is told but diagnostics.
        let blank = document.form.map(|_| document.blank());
        let document = blank.as_ref().unwrap_or(document);
        let encoding = state.encoding;
        match self {
            Self::Lenses => lenses::write(state, document, json),
            Self::Symbols => outline::write_symbols(state, document, json),
            Self::Folds => outline::write_folds(state, document, json),
            Self::Links => outline::write_links(state, document, json),
            Self::Tokens => {
                let tokens = tokens::all(&mut state.tokens, document, encoding);
                write_value(&tokens, json);
            }
            Self::TokensDelta => {
                let previous = params.previous_result_id.as_ref()?;
                match tokens::delta(&mut state.tokens, document, encoding, previous) {
                    Ok(delta) => write_value(&delta, json),
                    Err(tokens) => write_value(&tokens, json),
                }
            }
            Self::TokensRange => {
                let tokens = tokens::within(document, encoding, params.range?);
                write_value(&tokens, json);
            }
        }
        Some(())
    }
}

/// Writes the answer to `textDocument/diagnostic`; nothing before a client said what it
/// can do.
fn write_diagnostics(shared: &Shared, params: &Params, json: &mut Vec<u8>) -> Option<()> {
    let mut state = shared.lock();
    if !state.is_initialized {
        return None;
    }
    let previous = params.previous_result_id.as_deref();
    pull::write(&mut state, &params.text_document.uri, previous, json);
    if state.begin_pulling() {
        shared.edited.notify_one();
    }
    Some(())
}

/// Writes the answer to `workspace/diagnostic`.
fn write_workspace(shared: &Shared, params: &LSPAny, json: &mut Vec<u8>) -> Option<()> {
    let params = WorkspaceDiagnosticParams::deserialize(params).ok()?;
    let mut state = shared.lock();
    // Before a client said what it can do, there is nothing to tell it.
    state
        .is_initialized
        .then(|| pull::write_workspace(&mut state, params, json))
}

/// The answer to a request of these, about documents that are open or their diagnostics.
/// Whatever else there is to say is said by the handlers.
pub(super) fn answer(server: &Server, request: &Request) -> Option<Vec<u8>> {
    let asked = Asked::of(request.method())?;
    if server.shared.is_shut_down.load(Ordering::Relaxed) {
        return None;
    }
    let (id, params) = (request.id()?, request.params()?);
    let mut json = b"{\"jsonrpc\":\"2.0\",\"result\":".to_vec();
    let written = guarded("a request", || {
        if let Asked::Workspace = asked {
            return write_workspace(&server.shared, params, &mut json);
        }
        let params = Params::deserialize(params).ok()?;
        match asked {
            Asked::Other(large) => large.write(&server.shared, &params, &mut json),
            _ => write_diagnostics(&server.shared, &params, &mut json),
        }
    });
    if written.is_none() {
        let error = Response::from_error(id.clone(), Error::internal_error());
        return serde_json::to_vec(&error).ok();
    }
    written.flatten()?;
    json.extend_from_slice(b",\"id\":");
    write_value(id, &mut json);
    json.push(b'}');
    Some(json)
}
