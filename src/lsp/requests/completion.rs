//! Completion.
//!
//! Completing moves needs a short search for each, so the inputs are copied while the state is
//! locked, and the work is done later, on a thread that no message waits for.

use std::sync::Arc;

use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionTextEdit,
    InlineCompletionItem, MarkupKind, TextEdit,
};

use super::markup::documentation;
use crate::analysis::{self, Completion, CompletionKind};
use crate::lsp::documents::{IndexedText, Read, view};
use crate::lsp::session::PositionContext;
use crate::solving::AnswerHandle;
use crate::syntax;
use crate::text::Encoding;

/// A snapshot of the position to complete.
pub(crate) struct Cursor {
    text: Arc<IndexedText>,
    part: Part,
    /// The start of the part.
    start: u32,
    /// The offset of the cursor in it.
    offset: u32,
    encoding: Encoding,
    markup: Option<MarkupKind>,
    /// Whether the client shows details on every row of its list.
    has_label_details: bool,
    /// Whether the user invoked completion, rather than typed a trigger character.
    is_asked: bool,
}

/// The part of the document around the cursor.
enum Part {
    Head(Arc<str>),
    Puzzle(Arc<Read>, Option<Arc<AnswerHandle>>),
}

impl Cursor {
    pub(crate) fn new(place: &PositionContext<'_>, is_asked: bool) -> Self {
        let document = place.document;
        let (part, start, offset) = match place.puzzle() {
            Some((section, offset)) => {
                let part = Part::Puzzle(Arc::clone(&section.read), section.handle.clone());
                (part, section.start, offset)
            }
            None => {
                let head = Part::Head(Arc::clone(&document.head.text));
                (head, 0, place.offset)
            }
        };
        Self {
            text: Arc::clone(&document.text),
            part,
            start,
            offset,
            encoding: place.encoding,
            markup: place.state.client.capabilities.completion_markup(),
            has_label_details: place.state.client.capabilities.has_label_details(),
            is_asked,
        }
    }

    /// Returns the completions, the best first.
    pub(crate) fn completion(&self) -> Vec<CompletionItem> {
        let items = match &self.part {
            Part::Puzzle(read, handle) => {
                analysis::completion(&view(read, handle.as_deref()), self.offset, self.is_asked)
            }
            Part::Head(text) => analysis::completion_head(text, &syntax::parse(text), self.offset),
        };
        let numbered = items.into_iter().enumerate();
        numbered.map(|(number, item)| self.item(number, item)).collect()
    }

    pub(super) fn inline_completion(&self) -> Option<InlineCompletionItem> {
        let Part::Puzzle(read, handle) = &self.part else {
            return None;
        };
        let (span, insert_text) = analysis::next_move(&view(read, handle.as_deref()), self.offset)?;
        let span = span.shifted(self.start);
        Some(InlineCompletionItem {
            insert_text,
            filter_text: None,
            range: Some(self.text.range(span, self.encoding)),
            command: None,
            insert_text_format: None,
        })
    }

    fn item(&self, number: usize, item: Completion) -> CompletionItem {
        let span = item.span.shifted(self.start);
        let range = self.text.range(span, self.encoding);
        let new_text = item.insert.unwrap_or_else(|| item.label.clone());
        let is_move = item.kind == CompletionKind::Move;
        let on_row = (is_move && self.has_label_details).then(|| item.detail.clone());
        CompletionItem {
            label_details: on_row.map(|description| CompletionItemLabelDetails {
                detail: None,
                description: Some(description),
            }),
            kind: Some(match item.kind {
                CompletionKind::Game => CompletionItemKind::CLASS,
                CompletionKind::Key => CompletionItemKind::PROPERTY,
                CompletionKind::Rule => CompletionItemKind::KEYWORD,
                CompletionKind::Glyph => CompletionItemKind::ENUM_MEMBER,
                CompletionKind::Piece => CompletionItemKind::VARIABLE,
                CompletionKind::Move => CompletionItemKind::FUNCTION,
                CompletionKind::Value => CompletionItemKind::VALUE,
            }),
            detail: Some(item.detail),
            documentation: item.documentation.map(|text| documentation(self.markup.clone(), text)),
            // Keep the order: the best first, not alphabetical.
            sort_text: Some(format!("{number:04}")),
            filter_text: Some(item.label.clone()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
            label: item.label,
            ..CompletionItem::default()
        }
    }
}
