//! What may be written at a place, in the protocol's shapes.
//!
//! Moves are completed with a short search of what comes of each, so all that
//! it takes is copied while the state is locked, and the work is done when it
//! no longer is, where no message waits for it.

use std::sync::Arc;

use ropey::Rope;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, InlineCompletionItem, MarkupKind,
    TextEdit,
};

use super::markup::documentation;
use crate::analysis::{self, Completion, CompletionKind};
use crate::lsp::documents::{Read, convert, view};
use crate::lsp::session::Place;
use crate::solving::Asked;
use crate::syntax;
use crate::text::Encoding;

/// A place as it was when somebody asked what may be written there.
pub(in crate::lsp) struct Cursor {
    rope: Rope,
    part: Part,
    /// Where the part starts.
    start: u32,
    /// Where the cursor is in it.
    offset: u32,
    encoding: Encoding,
    markup: Option<MarkupKind>,
    /// Whether somebody asked, or only typed a character.
    is_asked: bool,
}

/// The part of the document that the place is in.
enum Part {
    Head(Arc<str>),
    Puzzle(Arc<Read>, Option<Arc<Asked>>),
}

impl Cursor {
    pub(in crate::lsp) fn new(place: &Place<'_>, is_asked: bool) -> Self {
        let document = place.document;
        let (part, start, offset) = match place.puzzle() {
            Some((section, offset)) => {
                let part = Part::Puzzle(Arc::clone(&section.read), section.asked.clone());
                (part, section.start, offset)
            }
            None => {
                let head = Part::Head(Arc::clone(&document.head.text));
                (head, 0, place.offset)
            }
        };
        Self {
            rope: document.rope.clone(),
            part,
            start,
            offset,
            encoding: place.encoding,
            markup: place.state.client.completion_markup(),
            is_asked,
        }
    }

    /// What may be written there, the best first.
    pub(in crate::lsp) fn completion(&self) -> Vec<CompletionItem> {
        let items = match &self.part {
            Part::Puzzle(read, asked) => {
                analysis::completion(&view(read, asked.as_deref()), self.offset, self.is_asked)
            }
            Part::Head(text) => analysis::completion_head(text, &syntax::parse(text), self.offset),
        };
        let items = items.into_iter().enumerate();
        items
            .map(|(number, item)| self.item(number, item))
            .collect()
    }

    /// What is shown behind the cursor as if it was written.
    pub(super) fn inline_completion(&self) -> Option<InlineCompletionItem> {
        let Part::Puzzle(read, asked) = &self.part else {
            return None;
        };
        let (span, insert_text) = analysis::next_move(&view(read, asked.as_deref()), self.offset)?;
        let span = span.shifted(self.start);
        Some(InlineCompletionItem {
            insert_text,
            filter_text: None,
            range: Some(convert::range(&self.rope, span, self.encoding)),
            command: None,
            insert_text_format: None,
        })
    }

    fn item(&self, number: usize, item: Completion) -> CompletionItem {
        let span = item.span.shifted(self.start);
        let range = convert::range(&self.rope, span, self.encoding);
        let new_text = item.insert.unwrap_or_else(|| item.label.clone());
        CompletionItem {
            kind: Some(match item.kind {
                CompletionKind::Game => CompletionItemKind::CLASS,
                CompletionKind::Key => CompletionItemKind::PROPERTY,
                CompletionKind::Rule => CompletionItemKind::KEYWORD,
                CompletionKind::Glyph => CompletionItemKind::ENUM_MEMBER,
                CompletionKind::Piece => CompletionItemKind::VARIABLE,
                CompletionKind::Move => CompletionItemKind::FUNCTION,
                CompletionKind::Value => CompletionItemKind::VALUE,
            }),
            detail: item.detail,
            documentation: item
                .documentation
                .map(|text| documentation(self.markup.clone(), text)),
            // The order is the best first, not that of the alphabet.
            sort_text: Some(format!("{number:04}")),
            filter_text: Some(item.label.clone()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
            label: item.label,
            ..CompletionItem::default()
        }
    }
}
