//! What tests alone look at: the codes of errors and of diagnostics.

use serde_json::Value;

use crate::lsp::client::Client;

impl Client {
    /// The code of the error that a request leads to.
    pub fn error(&mut self, method: &str, params: Value) -> i64 {
        let id = self.ask(method, params);
        self.answer(id)["error"]["code"].as_i64().unwrap()
    }
}

/// A diagnostic's code.
pub fn code(diagnostic: &Value) -> &str {
    diagnostic["code"].as_str().unwrap()
}
