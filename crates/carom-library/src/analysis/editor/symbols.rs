//! The outline of a puzzle.

use crate::analysis::model::view::field_span;
use crate::analysis::model::words::summary;
use crate::analysis::{Puzzle, View};
use crate::text::Span;

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// A description.
    pub detail: Option<String>,
    /// Whether it is a puzzle or a key of one.
    pub kind: SymbolKind,
    /// Its whole span.
    pub span: Span,
    /// The span of its name.
    pub selection: Span,
    /// Its children.
    pub children: Vec<Symbol>,
}

/// The kind of an entry of the outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A puzzle.
    Puzzle,
    /// A key line.
    Key,
}

/// Returns the span from the first line of a puzzle to the end of its last key.
pub(crate) fn whole(puzzle: &Puzzle) -> Span {
    let fields = puzzle.section.fields.iter().map(field_span);
    fields.fold(puzzle.header_span(), Span::cover)
}

/// Returns the entry of a puzzle, with its key lines as children. Its description is the answer, or
/// the game until that is known.
pub fn symbol(view: &View<'_>) -> Symbol {
    let (text, puzzle) = (view.text, view.puzzle);
    let header = puzzle.header_span();
    let game = puzzle.section.game().map(|word| word.text.clone());
    let name = puzzle.name().filter(|name| !name.trim().is_empty());
    let fields = puzzle.section.fields.iter().map(|field| {
        let span = field_span(field);
        let value = field.value_span.slice(text);
        let is_short = !value.contains(['\n', '\r']) && !value.is_empty();
        Symbol {
            name: field.key_span.slice(text).to_owned(),
            detail: is_short.then(|| value.to_owned()),
            kind: SymbolKind::Key,
            span,
            selection: field.key_span,
            children: Vec::new(),
        }
    });
    let children: Vec<Symbol> = fields.collect();
    Symbol {
        name: match (name, &game) {
            (Some(name), _) => name.to_owned(),
            (None, Some(game)) => game.clone(),
            (None, None) => "puzzle".to_owned(),
        },
        detail: match view.answer() {
            Some(_) => Some(summary(view.known)),
            None => game,
        },
        kind: SymbolKind::Puzzle,
        span: whole(puzzle),
        selection: header,
        children,
    }
}
