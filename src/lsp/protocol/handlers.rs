//! The handlers of the protocol's requests and notifications.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::Value;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::*;

use super::capabilities::{capabilities, negotiate};
use super::parent;
use super::sources;
use super::workspace;
use crate::lsp::guarded::guarded;
use crate::lsp::requests::{Cursor, actions, features, lenses, navigation, outline, tokens};
use crate::lsp::session::{ChangeError, Server, file_path, invalid};
use crate::text::Span;

impl Server {
    pub(super) fn scan(&self) {
        let shared = Arc::clone(&self.shared);
        let client = self.client.clone();
        tokio::spawn(async move {
            let scanned = Arc::clone(&shared);
            let scan = tokio::task::spawn_blocking(move || workspace::scan(&scanned));
            if scan.await.is_ok() {
                sources::sync(&client, &shared).await;
            }
        });
    }

    /// `window/workDoneProgress/cancel`
    pub(crate) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        let work = self.shared.lock().published.progress.get(&params.token).cloned();
        if let Some(work) = work {
            work.cancel();
            self.shared.updated.send_replace(());
        }
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let mut state = self.shared.lock();
        state.client.encoding = negotiate(&params.capabilities);
        let info = params.client_info.as_ref();
        let capabilities = capabilities(state.client.encoding, &state.client.capabilities, info);
        let folders = params.workspace_folders.into_iter().flatten();
        state.workspace.folders.paths =
            folders.filter_map(|folder| file_path(&folder.uri)).collect();
        #[expect(deprecated, reason = "some clients know nothing newer")]
        if let (true, Some(root)) = (state.workspace.folders.paths.is_empty(), &params.root_uri) {
            state.workspace.folders.paths.extend(file_path(root));
        }
        drop(state);
        if let Some(settings) = &params.initialization_options {
            self.set_settings(settings);
        }
        if let Some(id) = params.process_id {
            let shared = Arc::clone(&self.shared);
            parent::watch(id, move || shared.exit());
        }
        Ok(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: "carom".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            ..InitializeResult::default()
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        let watches = self.shared.lock().client.capabilities.watches_files();
        if watches {
            let client = self.client.clone();
            tokio::spawn(async move {
                let registered = client.register_capability(vec![workspace::watchers()]);
                if let Err(error) = registered.await {
                    tracing::warn!("the client does not watch files: {error}");
                }
            });
        }
        match self.can_fetch_settings() {
            true => self.fetch_settings(),
            false => self.report_settings(),
        }
        self.scan();
    }

    async fn shutdown(&self) -> Result<()> {
        self.shared.is_shut_down.store(true, Ordering::Relaxed);
        // Some clients kill the server as soon as it has answered.
        let shared = Arc::clone(&self.shared);
        let _ = tokio::task::spawn_blocking(move || shared.keep_answers()).await;
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let TextDocumentItem { uri, version, text, .. } = params.text_document;
        self.shared.lock().open(uri, version, &text);
        self.shared.edited.notify_one();
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        let changes = &params.content_changes;
        let changed = self.shared.lock().change(&uri, version, changes);
        match changed {
            Ok(()) => {}
            Err(ChangeError::NotOpen) => {
                return tracing::warn!("edit of {}, which is not open", uri.as_str());
            }
            Err(ChangeError::OutOfOrder { name }) => {
                let message = format!(
                    "the editor sent changes of {name} in the wrong order; \
                     save or reopen the file so that carom knows its text again"
                );
                tracing::warn!("{message}");
                self.say(MessageType::WARNING, message);
            }
        }
        self.shared.edited.notify_one();
    }

    async fn will_save(&self, params: WillSaveTextDocumentParams) {
        let is_automatic = params.reason == TextDocumentSaveReason::AFTER_DELAY;
        let mut state = self.shared.lock();
        if let Some(document) = state.workspace.documents.get_mut(&params.text_document.uri) {
            document.saves_automatically = is_automatic;
        }
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        let uri = params.text_document.uri;
        if self.shared.lock().save(&uri, params.text) {
            self.shared.refresh.store(true, Ordering::Relaxed);
        }
        self.shared.edited.notify_one();
        // A client that does not watch files still reports that the configuration was saved.
        let path = file_path(&uri);
        if path.is_some_and(|path| path.ends_with(crate::config::FILE_NAME)) {
            self.reread_configs();
        }
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let mut state = self.shared.lock();
        if let Some(document) = state.workspace.documents.get_mut(&uri) {
            document.version = None;
        }
        workspace::load(&mut state, &uri);
        // The diagnostics of a closed file are cleared even if its text is unchanged.
        state.published.mark_changed(uri);
        drop(state);
        self.shared.edited.notify_one();
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        if self.can_fetch_settings() {
            self.fetch_settings();
        } else {
            self.set_settings(&params.settings);
            self.reconfigure();
        }
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let mut state = self.shared.lock();
        for folder in params.event.removed {
            if let Some(gone) = file_path(&folder.uri) {
                state.workspace.folders.paths.retain(|folder| *folder != gone);
            }
        }
        for folder in params.event.added {
            state.workspace.folders.paths.extend(file_path(&folder.uri));
        }
        state.reindex();
        drop(state);
        self.scan();
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let uris = params.changes.into_iter().map(|change| change.uri);
        let changes = workspace::apply_file_changes(&self.shared, uris);
        if changes.has_puzzle_files {
            self.shared.refresh.store(true, Ordering::Relaxed);
            self.shared.edited.notify_one();
        }
        if changes.needs_rescan {
            self.reread_configs();
        }
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        self.hover_at(params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.with(&params.text_document.uri, |state, document| {
            Some(lenses::lenses(state, document))
        })
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.with(&params.text_document.uri, |state, document| {
            let span = document.text.span(params.range, state.client.encoding);
            Some(features::hints(document, span, state))
        })
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        self.with_any(&params.text_document.uri, |state, document| {
            Some(actions::actions(state, document, &params))
        })
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let trigger = params.context.map(|context| context.trigger_kind);
        let is_asked = trigger != Some(CompletionTriggerKind::TRIGGER_CHARACTER);
        let at = &params.text_document_position;
        let cursor = self.at(at, |place| Cursor::new(place, is_asked))?;
        let work = move || guarded("a completion", || cursor.completion());
        let items = tokio::task::spawn_blocking(work)
            .await
            .ok()
            .flatten()
            .ok_or_else(Error::internal_error)?;
        Ok(Some(CompletionResponse::Array(items)))
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.with(&params.text_document.uri, |state, document| {
            Some(features::formatting(document, None, state.client.encoding))
        })
    }

    async fn range_formatting(
        &self,
        params: DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        self.with(&params.text_document.uri, |state, document| {
            let range = Some(params.range);
            Some(features::formatting(document, range, state.client.encoding))
        })
    }

    async fn on_type_formatting(
        &self,
        params: DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let edits = self.at(&params.text_document_position, |place| {
            Some(features::on_type_formatting(place, &params.ch))
        })?;
        if edits.as_ref().is_some_and(Vec::is_empty) {
            self.settle_typed(&params.text_document_position);
        }
        Ok(edits)
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.with(&params.text_document.uri, |state, document| {
            Some(outline::symbols(state, document))
        })
    }

    async fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> Result<Option<WorkspaceSymbolResponse>> {
        let state = self.shared.lock();
        Ok(Some(WorkspaceSymbolResponse::Nested(navigation::workspace_symbols(
            &state,
            &params.query,
        ))))
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.with(&params.text_document.uri, |_, document| Some(outline::folds(document)))
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        self.with(&params.text_document.uri, |state, document| {
            let ranges = params.positions.iter().map(|&position| {
                navigation::selection_range(document, position, state.client.encoding)
                    .ok_or_else(|| invalid("position outside the document"))
            });
            ranges.collect::<Result<Vec<_>>>().map(Some)
        })?
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = &params.text_document_position_params;
        self.at(at, |place| Some(navigation::highlights(place)))
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let with_place = params.context.include_declaration;
        self.at(&params.text_document_position, |place| {
            Some(navigation::references(place, with_place))
        })
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        self.at(&params.text_document_position_params, |place| {
            navigation::definition(place).map(GotoDefinitionResponse::Scalar)
        })
    }

    async fn linked_editing_range(
        &self,
        params: LinkedEditingRangeParams,
    ) -> Result<Option<LinkedEditingRanges>> {
        self.at(&params.text_document_position_params, navigation::linked_ranges)
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.with(&params.text_document.uri, |state, document| {
            Some(outline::links(document, state.client.encoding))
        })
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        self.at(&params, navigation::prepare_rename)
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        self.at(&params.text_document_position, |place| {
            let renamed = navigation::rename(place, &params.new_name);
            renamed.map(Some).map_err(|reason| invalid(&reason))
        })?
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.with(&params.text_document.uri, |state, document| {
            let whole = Span::new(0, document.len());
            Some(tokens::tokens(document, whole, state.client.encoding).into())
        })
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.with(&params.text_document.uri, |state, document| {
            let span = document.text.span(params.range, state.client.encoding);
            Some(tokens::tokens(document, span, state.client.encoding).into())
        })
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let mut state = self.shared.lock();
        let previous = params.previous_result_id.as_deref();
        let report = state.pull(&params.text_document.uri, previous);
        if state.begin_pulling() {
            self.shared.edited.notify_one();
        }
        Ok(DocumentDiagnosticReportResult::Report(report))
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let report = self.shared.lock().pull_workspace(params);
        Ok(WorkspaceDiagnosticReportResult::Report(report))
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        self.execute(&params).await
    }
}
