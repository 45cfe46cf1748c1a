//! The capabilities of the client.

use tower_lsp::ls_types::{
    self, MarkupKind, TextDocumentClientCapabilities, WorkspaceClientCapabilities,
};

/// The command that shows a solution. The client executes it.
pub(in crate::lsp) const SHOW_SOLUTION: &str = "carom.showSolution";

/// The command that asks for a game and a size, and writes a new puzzle. The client executes it.
pub(in crate::lsp) const NEW_PUZZLE_COMMAND: &str = "carom.newPuzzle";

/// The refusal if the client does not apply edits.
pub(in crate::lsp) const NO_EDITS: &str =
    "the editor applies no edits: it has not declared `workspace.applyEdit`";

/// The capabilities that the client has declared.
#[derive(Default)]
pub(in crate::lsp) struct ClientCapabilities {
    declared: ls_types::ClientCapabilities,
    resolves_lenses: bool,
}

/// Capabilities that the protocol's types do not have yet.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lsp) struct ExtraCapabilities {
    resolves_lenses: bool,
}

impl ExtraCapabilities {
    /// Reads them from the parameters of `initialize`.
    pub(in crate::lsp) fn of(params: &serde_json::Value) -> Self {
        let resolved = "/capabilities/textDocument/codeLens/resolveSupport/properties";
        let resolved = params.pointer(resolved).and_then(|list| list.as_array());
        let mut resolved = resolved.into_iter().flatten();
        Self {
            resolves_lenses: resolved.any(|property| property == "command"),
        }
    }
}

/// The documents whose proofs are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lsp) enum ProofScope {
    /// Open documents.
    Open,
    /// Open documents and files on disk.
    All,
}

impl ClientCapabilities {
    pub(in crate::lsp) const fn new(
        declared: ls_types::ClientCapabilities,
        extra: ExtraCapabilities,
    ) -> Self {
        Self {
            declared,
            resolves_lenses: extra.resolves_lenses,
        }
    }

    /// Whether it resolves the commands of visible lenses. Clients declare this since version 3.18
    /// of the protocol.
    pub(in crate::lsp) const fn resolves_lenses(&self) -> bool {
        self.resolves_lenses
    }

    fn text_document(&self) -> Option<&TextDocumentClientCapabilities> {
        self.declared.text_document.as_ref()
    }

    fn workspace(&self) -> Option<&WorkspaceClientCapabilities> {
        self.declared.workspace.as_ref()
    }

    /// Whether it applies edits.
    pub(in crate::lsp) fn applies_edits(&self) -> bool {
        self.workspace().and_then(|w| w.apply_edit) == Some(true)
    }

    /// Whether it supports code actions with edits, not just commands.
    pub(in crate::lsp) fn takes_actions(&self) -> bool {
        let actions = self.text_document();
        let actions = actions.and_then(|client| client.code_action.as_ref());
        actions.is_some_and(|client| client.code_action_literal_support.is_some())
    }

    /// Whether it prepares renames.
    pub(in crate::lsp) fn prepares_renames(&self) -> bool {
        let renames = self.text_document();
        let renames = renames.and_then(|client| client.rename.as_ref());
        renames.and_then(|client| client.prepare_support) == Some(true)
    }

    /// Whether it supports inline completion.
    pub(in crate::lsp) fn completes_inline(&self) -> bool {
        self.text_document()
            .is_some_and(|client| client.inline_completion.is_some())
    }

    /// Whether it supports edits of a document version.
    pub(in crate::lsp) fn takes_versions(&self) -> bool {
        let edits = self.workspace().and_then(|w| w.workspace_edit.as_ref());
        edits.and_then(|edits| edits.document_changes) == Some(true)
    }

    /// Returns the markup of hovers: plain text unless declared otherwise.
    pub(in crate::lsp) fn hover_markup(&self) -> MarkupKind {
        let hover = self
            .text_document()
            .and_then(|client| client.hover.as_ref());
        let known = markup(hover.and_then(|hover| hover.content_format.as_ref()));
        known.unwrap_or(MarkupKind::PlainText)
    }

    /// Returns the markup for the documentation of completions, or `None` if it declares none.
    pub(in crate::lsp) fn completion_markup(&self) -> Option<MarkupKind> {
        let client = self.text_document();
        let items = client.and_then(|client| client.completion.as_ref()?.completion_item.as_ref());
        markup(items.and_then(|items| items.documentation_format.as_ref()))
    }

    /// Whether it shows the details of completions on every row.
    pub(in crate::lsp) fn has_label_details(&self) -> bool {
        let client = self.text_document();
        let items = client.and_then(|client| client.completion.as_ref()?.completion_item.as_ref());
        items.and_then(|items| items.label_details_support) == Some(true)
    }

    /// Whether it supports nested symbols.
    pub(in crate::lsp) fn nests_symbols(&self) -> bool {
        let symbols = self.text_document();
        let symbols = symbols.and_then(|client| client.document_symbol.as_ref());
        symbols.and_then(|client| client.hierarchical_document_symbol_support) == Some(true)
    }

    /// Whether it requests diagnostics.
    pub(in crate::lsp) fn pulls(&self) -> bool {
        self.text_document()
            .is_some_and(|client| client.diagnostic.is_some())
    }

    /// Whether it supports dynamic registration of text synchronisation.
    pub(in crate::lsp) fn syncs_on_request(&self) -> bool {
        let client = self.text_document();
        let sync = client.and_then(|client| client.synchronization.as_ref());
        sync.and_then(|sync| sync.dynamic_registration) == Some(true)
    }

    /// Whether it supports registration of file watchers.
    pub(in crate::lsp) fn watches_files(&self) -> bool {
        let watched = self.workspace();
        let watched = watched.and_then(|w| w.did_change_watched_files.as_ref());
        watched.and_then(|watched| watched.dynamic_registration) == Some(true)
    }

    /// Whether it supports requests for its settings.
    pub(in crate::lsp) fn has_settings(&self) -> bool {
        self.workspace().and_then(|w| w.configuration) == Some(true)
    }

    /// Whether it supports refreshing lenses.
    pub(in crate::lsp) fn refreshes_lenses(&self) -> bool {
        let lens = self.workspace().and_then(|w| w.code_lens.as_ref());
        lens.and_then(|lens| lens.refresh_support) == Some(true)
    }

    /// Whether it supports refreshing inlay hints.
    pub(in crate::lsp) fn refreshes_hints(&self) -> bool {
        let hint = self.workspace().and_then(|w| w.inlay_hint.as_ref());
        hint.and_then(|hint| hint.refresh_support) == Some(true)
    }

    /// Whether it supports refreshing diagnostics.
    pub(in crate::lsp) fn refreshes_diagnostics(&self) -> bool {
        let pulled = self.workspace().and_then(|w| w.diagnostics.as_ref());
        pulled.and_then(|pulled| pulled.refresh_support) == Some(true)
    }

    /// Whether it shows documents and web pages.
    #[cfg(feature = "preview")]
    pub(in crate::lsp) fn shows_documents(&self) -> bool {
        let window = self.declared.window.as_ref();
        let shown = window.and_then(|window| window.show_document.as_ref());
        shown.is_some_and(|shown| shown.support)
    }

    /// Whether it shows the progress of searches.
    pub(in crate::lsp) fn wants_progress(&self) -> bool {
        let window = self.declared.window.as_ref();
        window.and_then(|window| window.work_done_progress) == Some(true)
    }

    /// Returns an experimental capability for carom.
    fn experimental(&self, name: &str) -> Option<&serde_json::Value> {
        self.declared.experimental.as_ref()?.get("carom")?.get(name)
    }

    /// Whether it shows the state of solving.
    pub(in crate::lsp) fn wants_solving(&self) -> bool {
        let wanted = self.experimental("solving");
        wanted.and_then(serde_json::Value::as_bool) == Some(true)
    }

    /// Whether it shows maps and wants updates of them.
    pub(in crate::lsp) fn wants_maps(&self) -> bool {
        let wanted = self.experimental("map");
        wanted.and_then(serde_json::Value::as_bool) == Some(true)
    }

    /// The documents whose proofs it shows.
    pub(in crate::lsp) fn wants_proofs(&self) -> Option<ProofScope> {
        match self.experimental("proofs")? {
            serde_json::Value::Bool(true) => Some(ProofScope::Open),
            wanted if wanted == "workspace" => Some(ProofScope::All),
            _ => None,
        }
    }

    /// Whether it shows lenses.
    pub(in crate::lsp) fn shows_lenses(&self) -> bool {
        let document = self.declared.text_document.as_ref();
        document.is_some_and(|document| document.code_lens.is_some())
    }

    /// Whether it has a command that shows a solution.
    pub(in crate::lsp) fn shows_solutions(&self) -> bool {
        self.executes(SHOW_SOLUTION)
    }

    /// Whether it has this command.
    pub(in crate::lsp) fn executes(&self, name: &str) -> bool {
        let commands = self.experimental("commands");
        let mut commands = commands
            .and_then(|list| list.as_array())
            .into_iter()
            .flatten();
        commands.any(|command| command == name)
    }
}

/// Returns the preferred markup of a client that supports these.
fn markup(known: Option<&Vec<MarkupKind>>) -> Option<MarkupKind> {
    let known = known.filter(|known| !known.is_empty())?;
    Some(if known.contains(&MarkupKind::Markdown) {
        MarkupKind::Markdown
    } else {
        MarkupKind::PlainText
    })
}
