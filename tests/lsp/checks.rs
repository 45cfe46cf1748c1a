//! Helpers for the codes of errors and diagnostics.

use serde_json::Value;

use crate::lsp::client::Client;

impl Client {
    /// Sends a request that must fail, and returns the error code.
    pub fn error(&mut self, method: &str, params: Value) -> i64 {
        let id = self.ask(method, params);
        self.answer(id)["error"]["code"].as_i64().unwrap()
    }
}

/// Returns the code of a diagnostic.
pub fn code(diagnostic: &Value) -> &str {
    diagnostic["code"].as_str().unwrap()
}
