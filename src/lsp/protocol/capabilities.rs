//! The capabilities of the server.

use tower_lsp::ls_types::{
    self, ClientInfo, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities,
    DocumentLinkOptions, DocumentOnTypeFormattingOptions, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, LinkedEditingRangeServerCapabilities,
    OneOf, RenameOptions, SaveOptions, SelectionRangeProviderCapability, SemanticTokenModifier,
    SemanticTokenType, SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use crate::analysis::TokenKind;
use crate::lsp::documents::convert::encoding_kind;
use crate::lsp::requests::PREVIEW_KIND;
use crate::lsp::requests::{NEW_PUZZLE, commands};
use crate::lsp::session::ClientCapabilities;
use crate::picture::Colour;
use crate::text::Encoding;

/// Returns the client's first encoding that the server supports.
pub(super) fn negotiate(client: &ls_types::ClientCapabilities) -> Encoding {
    let general = client.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_ref());
    let supported = offered.into_iter().flatten().find_map(|kind| {
        let mut encodings = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32].into_iter();
        encodings.find(|&encoding| encoding_kind(encoding) == *kind)
    });
    supported.unwrap_or(Encoding::Utf16)
}

/// Returns the token type; every theme has these types.
fn token_type(kind: TokenKind) -> SemanticTokenType {
    match kind {
        TokenKind::Keyword => SemanticTokenType::KEYWORD,
        TokenKind::Game => SemanticTokenType::TYPE,
        TokenKind::Name => SemanticTokenType::STRING,
        TokenKind::Comment => SemanticTokenType::COMMENT,
        TokenKind::Key => SemanticTokenType::PROPERTY,
        TokenKind::Piece => SemanticTokenType::VARIABLE,
        TokenKind::Target => SemanticTokenType::ENUM_MEMBER,
        TokenKind::Block => SemanticTokenType::STRUCT,
        TokenKind::Wall => SemanticTokenType::OPERATOR,
        TokenKind::Rule => SemanticTokenType::PARAMETER,
        TokenKind::Move => SemanticTokenType::FUNCTION,
        TokenKind::Number => SemanticTokenType::NUMBER,
    }
}

/// Returns a modifier for the colour of a piece; the protocol has none.
fn token_modifier(colour: Colour) -> SemanticTokenModifier {
    SemanticTokenModifier::new(colour.name())
}

/// Returns the options for diagnostic requests, or `None` if the client does not support refresh
/// requests. To such a client the server publishes diagnostics.
fn diagnostics(
    client: &ClientCapabilities,
    info: Option<&ClientInfo>,
) -> Option<DiagnosticServerCapabilities> {
    // After a refresh, Neovim 0.12 requests workspace diagnostics if it can, and ignores them for
    // open documents.
    let is_neovim = info.is_some_and(|client| client.name == "Neovim");
    let options = DiagnosticOptions {
        identifier: Some("carom".to_owned()),
        inter_file_dependencies: true,
        workspace_diagnostics: !is_neovim,
        ..DiagnosticOptions::default()
    };
    let refreshes = client.refreshes_diagnostics();
    refreshes.then_some(DiagnosticServerCapabilities::Options(options))
}

/// Returns the options for code actions.
fn actions() -> CodeActionProviderCapability {
    CodeActionProviderCapability::Options(CodeActionOptions {
        code_action_kinds: Some(vec![
            CodeActionKind::QUICKFIX,
            CodeActionKind::REFACTOR_REWRITE,
            CodeActionKind::SOURCE_FIX_ALL,
            NEW_PUZZLE,
            PREVIEW_KIND,
        ]),
        ..CodeActionOptions::default()
    })
}

/// Returns the options for renaming. Only clients that prepare renames accept options.
fn renames(client: &ClientCapabilities) -> OneOf<bool, RenameOptions> {
    if !client.prepares_renames() {
        return OneOf::Left(true);
    }
    OneOf::Right(RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: Default::default(),
    })
}

pub(super) fn capabilities(
    encoding: Encoding,
    client: &ClientCapabilities,
    info: Option<&ClientInfo>,
) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding_kind(encoding)),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            will_save: Some(true),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                include_text: Some(true),
            })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", ":"].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(actions()),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: Some([":", ".", "#", "|"].map(str::to_owned).to_vec()),
        }),
        linked_editing_range_provider: Some(LinkedEditingRangeServerCapabilities::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        rename_provider: Some(renames(client)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        inline_completion_provider: client.completes_inline().then_some(OneOf::Left(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::ALL.iter().copied().map(str::to_owned).collect(),
            work_done_progress_options: WorkDoneProgressOptions { work_done_progress: Some(true) },
        }),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: TokenKind::ALL.map(token_type).to_vec(),
                    token_modifiers: Colour::ALL.map(token_modifier).to_vec(),
                },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                range: Some(true),
                ..SemanticTokensOptions::default()
            },
        )),
        diagnostic_provider: diagnostics(client, info),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            ..WorkspaceServerCapabilities::default()
        }),
        ..ServerCapabilities::default()
    }
}
