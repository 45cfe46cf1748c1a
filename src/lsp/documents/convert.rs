//! Conversion between byte offsets and the protocol's positions.

use std::sync::LazyLock;

use ropey::Rope;
use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Position, PositionEncodingKind, Range, TextEdit, Uri,
};

use super::document::Document;
use super::section::Section;
use crate::analysis::{self, FileDiagnostic, Lint, RelatedPlace, Severity};
use crate::json::{self, PuzzleLocation};
use crate::text::{Edit, Encoding, LineColumn, Span};

/// Returns the protocol's name of an encoding.
pub(in crate::lsp) const fn encoding_kind(encoding: Encoding) -> PositionEncodingKind {
    match encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
        Encoding::Utf32 => PositionEncodingKind::UTF32,
    }
}

const fn width(encoding: Encoding, character: char) -> usize {
    match encoding {
        Encoding::Utf8 => character.len_utf8(),
        Encoding::Utf16 => character.len_utf16(),
        Encoding::Utf32 => 1,
    }
}

/// Returns the line and column of a byte offset. An offset beyond the text counts as its end.
pub(in crate::lsp) fn place(rope: &Rope, offset: u32, encoding: Encoding) -> LineColumn {
    let offset = (offset as usize).min(rope.len_bytes());
    let line = rope.try_byte_to_line(offset).unwrap_or_default();
    let start = rope.try_line_to_byte(line).unwrap_or_default();
    let before = rope.get_byte_slice(start..offset);
    let widths = before.into_iter().flat_map(|slice| slice.chars());
    let column: usize = widths.map(|c| width(encoding, c)).sum();
    LineColumn {
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: u32::try_from(column).unwrap_or(u32::MAX),
    }
}

/// Returns the byte offset of a position. A column beyond the line counts as its end, one inside a
/// character as its start. A line beyond the text has no offset.
pub(super) fn offset(rope: &Rope, position: Position, encoding: Encoding) -> Option<u32> {
    let line = usize::try_from(position.line).ok()?;
    let start = rope.try_line_to_byte(line).ok()?;
    let text = rope.get_line(line);
    // The end of the text is not a line.
    let characters = text.into_iter().flat_map(|line| line.chars());
    let mut column = 0;
    let mut offset = start;
    for character in characters {
        column += width(encoding, character);
        if matches!(character, '\n' | '\r') || column > position.character as usize {
            break;
        }
        offset += character.len_utf8();
    }
    if line >= rope.len_lines() {
        return None;
    }
    u32::try_from(offset).ok()
}

/// Converts a span to a range.
pub(in crate::lsp) fn range(rope: &Rope, span: Span, encoding: Encoding) -> Range {
    let position = |offset| {
        let place = place(rope, offset, encoding);
        Position::new(place.line, place.column)
    };
    Range::new(position(span.start), position(span.end))
}

impl Document {
    pub(in crate::lsp) fn position(&self, offset: u32, encoding: Encoding) -> Position {
        let place = place(&self.rope, offset, encoding);
        Position::new(place.line, place.column)
    }

    pub(in crate::lsp) fn range(&self, span: Span, encoding: Encoding) -> Range {
        range(&self.rope, span, encoding)
    }

    /// Returns the line of the header of a puzzle.
    pub(in crate::lsp) fn line_of(&self, section: &Section, encoding: Encoding) -> u32 {
        let header = section.read.puzzle.header_span().shifted(section.start);
        self.position(header.start, encoding).line
    }

    /// Returns a range for an object in JSON.
    pub(in crate::lsp) fn json_range(&self, span: Span, encoding: Encoding) -> json::Range {
        let Range { start, end } = self.range(span, encoding);
        let position = |at: Position| json::Position {
            line: at.line,
            character: at.character,
        };
        json::Range {
            start: position(start),
            end: position(end),
        }
    }

    /// Returns the place of a puzzle.
    pub(in crate::lsp) fn puzzle_location(
        &self,
        section: &Section,
        encoding: Encoding,
    ) -> PuzzleLocation {
        let text = section.read.text.trim_end();
        let span = Span::from_range(0..text.len()).shifted(section.start);
        PuzzleLocation {
            version: self.version,
            range: self.json_range(span, encoding),
            line: self.line_of(section, encoding),
        }
    }

    pub(in crate::lsp) fn offset(&self, position: Position, encoding: Encoding) -> Option<u32> {
        offset(&self.rope, position, encoding)
    }

    /// Converts a range to a span. Positions beyond the text count as its end.
    pub(in crate::lsp) fn span(&self, range: Range, encoding: Encoding) -> Span {
        let offset = |position| self.offset(position, encoding).unwrap_or(self.len());
        let (start, end) = (offset(range.start), offset(range.end));
        Span::new(start.min(end), end.max(start))
    }

    pub(in crate::lsp) fn text_edits(&self, edits: &[Edit], encoding: Encoding) -> Vec<TextEdit> {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_unstable();
        let edits = edits.into_iter();
        let edits = edits.map(|edit| TextEdit {
            range: self.range(edit.span, encoding),
            new_text: edit.replacement.clone(),
        });
        edits.collect()
    }

    /// Returns a location for related messages of `analysis`.
    pub(in crate::lsp) fn location(&self, span: Span) -> analysis::Location {
        analysis::Location {
            file: self.name.clone(),
            span,
            start: place(&self.rope, span.start, Encoding::Utf32),
            end: place(&self.rope, span.end, Encoding::Utf32),
        }
    }
}

/// Converts a diagnostic of the document `uri`. `range` converts its spans, and `find` converts
/// locations in other files.
pub(in crate::lsp) fn diagnostic(
    uri: &Uri,
    reported: &FileDiagnostic,
    range: impl Fn(Span) -> Range,
    find: impl Fn(&analysis::Location) -> Location,
) -> Diagnostic {
    let diagnostic = &reported.diagnostic;
    let related = diagnostic.related.iter().map(|related| {
        let location = match &related.place {
            RelatedPlace::Here(span) => Location::new(uri.clone(), range(*span)),
            RelatedPlace::Elsewhere(location) => find(location),
        };
        DiagnosticRelatedInformation {
            location,
            message: related.message.clone(),
        }
    });
    let related: Vec<_> = related.collect();
    let message = match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    Diagnostic {
        range: range(diagnostic.span),
        severity: Some(match reported.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(diagnostic.lint.code().to_owned())),
        code_description: explanation(diagnostic.lint).map(|href| CodeDescription { href }),
        source: Some("carom".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: matches!(
            diagnostic.lint,
            Lint::RedundantPiece | Lint::IdleWall | Lint::IdlePieces
        )
        .then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

/// Returns the web page of a lint. Each address is parsed only once, because a large file may have
/// thousands of diagnostics.
fn explanation(lint: Lint) -> Option<Uri> {
    static PAGES: LazyLock<FxHashMap<Lint, Uri>> = LazyLock::new(|| {
        let page = "https://docs.rs/carom/latest/carom/analysis/enum.Lint.html";
        let address = |lint: Lint| format!("{page}#variant.{lint:?}").parse().ok();
        let pages = Lint::ALL.iter().copied();
        let pages = pages.filter_map(|lint| Some((lint, address(lint)?)));
        pages.collect()
    });
    PAGES.get(&lint).cloned()
}
