//! The capabilities of the client.

use serde_json::Value;
use tower_lsp::ls_types::MarkupKind;

/// The command that shows a solution. The client executes it.
pub(crate) const SHOW_SOLUTION: &str = "carom.showSolution";

/// The command that asks for a game and a size, and writes a new puzzle. The client executes it.
pub(crate) const NEW_PUZZLE_COMMAND: &str = "carom.newPuzzle";

/// The refusal if the client does not apply edits.
pub(crate) const NO_EDITS: &str =
    "the editor applies no edits: it has not declared `workspace.applyEdit`";

/// The capabilities that the client has declared, as sent: the protocol's types lack newer ones.
#[derive(Default)]
pub(crate) struct ClientCapabilities(Value);

/// The documents whose proofs are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProofScope {
    /// Open documents.
    Open,
    /// Open documents and files on disk.
    All,
}

impl ClientCapabilities {
    /// Reads the parameters of `initialize`.
    pub(crate) fn of(params: &Value) -> Self {
        Self(params.get("capabilities").cloned().unwrap_or_default())
    }

    /// Returns a declared member, such as `workspace/applyEdit`.
    fn member(&self, path: &str) -> Option<&Value> {
        let mut names = path.split('/');
        let member = names.try_fold(&self.0, |member, name| member.get(name));
        member.filter(|member| !member.is_null())
    }

    fn is_declared(&self, path: &str) -> bool {
        self.member(path).is_some()
    }

    /// Whether a member is `true`.
    fn is_true(&self, path: &str) -> bool {
        self.member(path).and_then(Value::as_bool) == Some(true)
    }

    fn list(&self, path: &str) -> &[Value] {
        let list = self.member(path).and_then(Value::as_array);
        list.map_or(&[], Vec::as_slice)
    }

    /// Returns the preferred markup of a list, or `None` if the client declares none.
    fn markup(&self, path: &str) -> Option<MarkupKind> {
        let kinds = self.list(path);
        (!kinds.is_empty()).then(|| match kinds.iter().any(|kind| kind == "markdown") {
            true => MarkupKind::Markdown,
            false => MarkupKind::PlainText,
        })
    }

    pub(crate) fn applies_edits(&self) -> bool {
        self.is_true("workspace/applyEdit")
    }

    pub(crate) fn prepares_renames(&self) -> bool {
        self.is_true("textDocument/rename/prepareSupport")
    }

    /// Whether it supports inline completion.
    pub(crate) fn completes_inline(&self) -> bool {
        self.is_declared("textDocument/inlineCompletion")
    }

    /// Whether it supports edits of a document version.
    pub(crate) fn takes_versions(&self) -> bool {
        self.is_true("workspace/workspaceEdit/documentChanges")
    }

    /// Returns the markup of hovers: plain text unless declared otherwise.
    pub(crate) fn hover_markup(&self) -> MarkupKind {
        let markup = self.markup("textDocument/hover/contentFormat");
        markup.unwrap_or(MarkupKind::PlainText)
    }

    /// Returns the markup for the documentation of completions, or `None` if it declares none.
    pub(crate) fn completion_markup(&self) -> Option<MarkupKind> {
        self.markup("textDocument/completion/completionItem/documentationFormat")
    }

    /// Whether it shows the details of completions on every row.
    pub(crate) fn has_label_details(&self) -> bool {
        self.is_true("textDocument/completion/completionItem/labelDetailsSupport")
    }

    /// Whether it supports nested symbols.
    pub(crate) fn nests_symbols(&self) -> bool {
        self.is_true("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport")
    }

    /// Whether it requests diagnostics.
    pub(crate) fn pulls(&self) -> bool {
        self.is_declared("textDocument/diagnostic")
    }

    /// Whether it supports dynamic registration of text synchronisation.
    pub(crate) fn syncs_on_request(&self) -> bool {
        self.is_true("textDocument/synchronization/dynamicRegistration")
    }

    /// Whether it supports registration of file watchers.
    pub(crate) fn watches_files(&self) -> bool {
        self.is_true("workspace/didChangeWatchedFiles/dynamicRegistration")
    }

    /// Whether it supports requests for its settings.
    pub(crate) fn has_settings(&self) -> bool {
        self.is_true("workspace/configuration")
    }

    /// Whether it supports refreshing lenses.
    pub(crate) fn refreshes_lenses(&self) -> bool {
        self.is_true("workspace/codeLens/refreshSupport")
    }

    /// Whether it supports refreshing inlay hints.
    pub(crate) fn refreshes_hints(&self) -> bool {
        self.is_true("workspace/inlayHint/refreshSupport")
    }

    /// Whether it supports refreshing diagnostics.
    pub(crate) fn refreshes_diagnostics(&self) -> bool {
        self.is_true("workspace/diagnostics/refreshSupport")
    }

    /// Whether it shows documents and web pages.
    pub(crate) fn shows_documents(&self) -> bool {
        self.is_true("window/showDocument/support")
    }

    /// Whether it shows the progress of searches.
    pub(crate) fn wants_progress(&self) -> bool {
        self.is_true("window/workDoneProgress")
    }

    /// Whether it shows the state of solving.
    pub(crate) fn wants_solving(&self) -> bool {
        self.is_true("experimental/carom/solving")
    }

    /// Whether it shows wrong settings.
    pub(crate) fn shows_settings(&self) -> bool {
        self.is_true("experimental/carom/settings")
    }

    /// Whether it shows maps and wants updates of them.
    pub(crate) fn wants_maps(&self) -> bool {
        self.is_true("experimental/carom/map")
    }

    /// Returns the documents whose proofs it shows.
    pub(crate) fn wants_proofs(&self) -> Option<ProofScope> {
        match self.member("experimental/carom/proofs")? {
            Value::Bool(true) => Some(ProofScope::Open),
            Value::String(scope) if scope == "workspace" => Some(ProofScope::All),
            _ => None,
        }
    }

    pub(crate) fn shows_lenses(&self) -> bool {
        self.is_declared("textDocument/codeLens")
    }

    /// Whether it has a command that shows a solution.
    pub(crate) fn shows_solutions(&self) -> bool {
        self.executes(SHOW_SOLUTION)
    }

    /// Whether it has this command.
    pub(crate) fn executes(&self, name: &str) -> bool {
        let commands = self.list("experimental/carom/commands");
        commands.iter().any(|command| command == name)
    }
}
