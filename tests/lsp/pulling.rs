//! Who may pull diagnostics: a client that asks once and is never told to ask
//! again would not see what the solver finds.

use serde_json::{Value, json};

use crate::client::Client;
use crate::texts::{FIRST, URI};

fn provider(capabilities: Value, name: &str) -> Value {
    let info = json!({"name": name});
    let params = json!({"processId": null, "capabilities": capabilities, "clientInfo": info});
    let client = Client::with_params(params);
    client.initialized["capabilities"]["diagnosticProvider"].clone()
}

#[test]
fn only_clients_that_can_be_told_to_pull_again_may_pull() {
    let pulls = json!({"diagnostic": {"dynamicRegistration": false}});
    let told = json!({"diagnostics": {"refreshSupport": true}});
    let able = json!({"textDocument": pulls, "workspace": told});
    assert_eq!(
        provider(able.clone(), "editor")["workspaceDiagnostics"],
        true
    );
    // It would ask for the workspace and leave open documents as they are.
    assert_eq!(provider(able, "Neovim")["workspaceDiagnostics"], false);
    let never = json!({"textDocument": pulls});
    assert_eq!(provider(never, "editor"), Value::Null);
    // Helix writes `diagnostic` where the protocol has `diagnostics`.
    let unheard = json!({"diagnostic": {"refreshSupport": true}});
    let helix = json!({"textDocument": pulls, "workspace": unheard});
    assert_eq!(provider(helix, "helix"), Value::Null);
}

#[test]
fn who_may_not_pull_is_sent_what_the_solver_finds() {
    let pulls = json!({"diagnostic": {"dynamicRegistration": false}});
    let mut client = Client::with(json!({"textDocument": pulls}));
    client.open(URI, FIRST);
    client.published(URI, 1, |reports| {
        reports
            .iter()
            .any(|report| report["code"] == "moves-mismatch")
    });
}
