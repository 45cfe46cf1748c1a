//! Pull diagnostics are for clients that can be asked to pull again. Other clients would miss what
//! the solver finds.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::client::Client;
use crate::lsp::file_uri;
use crate::lsp::texts::{FIRST, URI};

fn provider(capabilities: Value, name: &str) -> Value {
    let info = json!({"name": name});
    let params = json!({"processId": null, "capabilities": capabilities, "clientInfo": info});
    let client = Client::with_params(params);
    client.initialized["capabilities"]["diagnosticProvider"].clone()
}

#[test]
fn pulling_needs_refresh_support() {
    let pulls = json!({"diagnostic": {"dynamicRegistration": false}});
    let capabilities = json!({"diagnostics": {"refreshSupport": true}});
    let able = json!({"textDocument": pulls, "workspace": capabilities});
    assert_eq!(provider(able.clone(), "editor")["workspaceDiagnostics"], true);
    // It would pull for the workspace and keep old results for open documents.
    assert_eq!(provider(able, "Neovim")["workspaceDiagnostics"], false);
    let never = json!({"textDocument": pulls});
    assert_eq!(provider(never, "editor"), Value::Null);
    // Helix writes `diagnostic` instead of the protocol's `diagnostics`.
    let unheard = json!({"diagnostic": {"refreshSupport": true}});
    let helix = json!({"textDocument": pulls, "workspace": unheard});
    assert_eq!(provider(helix, "helix"), Value::Null);
}

#[test]
fn clients_without_pull_receive_published_diagnostics() {
    let pulls = json!({"diagnostic": {"dynamicRegistration": false}});
    let mut client = Client::with(json!({"textDocument": pulls}));
    client.open(URI, FIRST);
    client.published(URI, 1, |reports| {
        reports.iter().any(|report| report["code"] == "moves-mismatch")
    });
}

/// The diagnostics that a client shows for each file, if it pulls as VS Code does.
#[derive(Default)]
struct Shown(BTreeMap<String, (Option<String>, usize)>);

impl Shown {
    fn take(&mut self, uri: &str, report: &Value) {
        if report["kind"] == "full" {
            let id = report["resultId"].as_str().map(str::to_owned);
            let number = report["items"].as_array().unwrap().len();
            self.0.insert(uri.to_owned(), (id, number));
        }
    }

    fn ask_of(&mut self, client: &mut Client, uri: &str) {
        let document = json!({"textDocument": {"uri": uri}});
        let report = client.request("textDocument/diagnostic", document);
        self.take(uri, &report);
    }

    /// Closes a document, pulls a last time, and forgets the result id.
    fn close(&mut self, client: &mut Client, uri: &str) {
        let document = json!({"textDocument": {"uri": uri}});
        client.notify("textDocument/didClose", document);
        self.ask_of(client, uri);
        if let Some((id, _)) = self.0.get_mut(uri) {
            *id = None;
        }
    }

    fn ask_of_all(&mut self, client: &mut Client) {
        let previous: Vec<Value> = self
            .0
            .iter()
            .filter_map(|(uri, (id, _))| {
                let id = id.as_ref()?;
                Some(json!({"uri": uri, "value": id}))
            })
            .collect();
        let report = client.request("workspace/diagnostic", json!({"previousResultIds": previous}));
        for item in report["items"].as_array().unwrap() {
            self.take(item["uri"].as_str().unwrap(), item);
        }
    }

    fn with_findings(&self) -> Vec<&str> {
        let shown = self.0.iter().filter(|(_, (_, number))| *number > 0);
        shown.map(|(uri, _)| uri.as_str()).collect()
    }
}

#[test]
fn deleted_file_has_no_diagnostics() {
    let folder = TempDir::new().unwrap();
    let folder = &dunce::canonicalize(folder.path()).unwrap();
    let elsewhere = TempDir::new().unwrap();
    let elsewhere = &dunce::canonicalize(elsewhere.path()).unwrap();
    let paths = [
        folder.join("stays.carom"),
        folder.join("goes.carom"),
        folder.join("goes-later.carom"),
        elsewhere.join("other.carom"),
    ];
    let uris = paths.each_ref().map(|path| file_uri(path));
    let pulls = json!({"diagnostic": {"dynamicRegistration": false}});
    let capabilities = json!({"diagnostics": {"refreshSupport": true}});
    let root = json!([{"uri": file_uri(folder), "name": "levels"}]);
    let mut client = Client::with_params(json!({
        "processId": null,
        "capabilities": {"textDocument": pulls, "workspace": capabilities},
        "workspaceFolders": root,
    }));
    let mut shown = Shown::default();
    for (path, uri) in paths.iter().zip(&uris) {
        fs::write(path, "puzzle lunar\n  board:\n    @ . + ?\n").unwrap();
        client.open(uri, &fs::read_to_string(path).unwrap());
        shown.ask_of(&mut client, uri);
    }
    assert_eq!(shown.with_findings().len(), 4);
    fs::remove_file(&paths[1]).unwrap();
    for uri in &uris {
        shown.close(&mut client, uri);
    }
    fs::remove_file(&paths[2]).unwrap();
    let change = json!({"uri": uris[2], "type": 3});
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [change]}));
    shown.ask_of_all(&mut client);
    assert_eq!(shown.with_findings(), [&uris[0]]);
}
