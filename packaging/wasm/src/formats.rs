//! The formats of other programs.

use carom::analysis::{Diagnostic, FileDiagnostic, Game, Lint, Severity};
use carom::exchange::{FORMATS, Format, Note, format, recognise};
use carom::json::DiagnosticObject;
use carom::text::Span;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::convert::{from_js, to_js};
use crate::file::File;

#[derive(Deserialize)]
struct ConvertOptions {
    from: Option<String>,
    to: String,
    name: Option<String>,
}

#[derive(Serialize)]
struct Converted {
    from: &'static str,
    /// `None` for several puzzles in a format whose texts hold one.
    text: Option<String>,
    puzzles: Vec<ConvertedPuzzle>,
    errors: Vec<DiagnosticObject>,
    warnings: Vec<DiagnosticObject>,
}

#[derive(Serialize)]
struct ConvertedPuzzle {
    name: Option<String>,
    text: String,
    losses: Vec<String>,
}

fn named(name: &str) -> Result<&'static Format, JsError> {
    format(name).ok_or_else(|| JsError::new(&format!("unknown format {name:?}")))
}

/// Converts the puzzles of a text to another format, as `carom convert` does.
///
/// # Errors
///
/// A format is unknown, or the text has none that is recognised.
#[wasm_bindgen(unchecked_return_type = "Converted")]
pub fn convert(
    #[wasm_bindgen(unchecked_param_type = "Puzzles")] text: &str,
    #[wasm_bindgen(unchecked_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let options: ConvertOptions = from_js(&options)?;
    let to = named(&options.to)?;
    let from = match &options.from {
        Some(name) => named(name)?,
        None => recognise(text).ok_or_else(|| JsError::new("unknown format of the text"))?,
    };
    let read = from
        .read
        .ok_or_else(|| JsError::new(&format!("carom writes {} but does not read it", from.name)))?;
    let mut import = read(text);
    if let Some(name) = &options.name {
        from.name_after(name, &mut import.records);
    }
    let file = File::new(text, "", None);
    let mut errors = notes(&file, &import.faults, Severity::Error);
    let mut puzzles = Vec::new();
    for record in &import.records {
        match to.export(record) {
            Ok(export) => puzzles.push(ConvertedPuzzle {
                name: record.name.clone(),
                text: export.text,
                losses: export.losses.iter().map(ToString::to_string).collect(),
            }),
            Err(refusal) => {
                let note = Note::new(record.head, refusal.to_string());
                errors.extend(notes(&file, &[note], Severity::Error));
            }
        }
    }
    let has_text = to.between.is_some() || puzzles.len() <= 1;
    let texts = puzzles.iter().map(|puzzle| puzzle.text.as_str());
    to_js(&Converted {
        from: from.name,
        text: has_text.then(|| to.join(texts)),
        puzzles,
        errors,
        warnings: notes(&file, &import.warnings, Severity::Warning),
    })
}

/// Converts notes to the diagnostics that `check` has for a file in a foreign format.
pub(crate) fn notes(file: &File<'_>, notes: &[Note], severity: Severity) -> Vec<DiagnosticObject> {
    let objects = notes.iter().map(|note| {
        let span: Span = note.span;
        let diagnostic = Diagnostic::new(Lint::Syntax, span, &*note.message);
        let diagnostic = match &note.help {
            Some(help) => diagnostic.with_help(&**help),
            None => diagnostic,
        };
        let found = FileDiagnostic { diagnostic, severity, puzzle: None };
        DiagnosticObject::new(file.view(), &found, None)
    });
    objects.collect()
}

/// Returns the name of the format of a text; `undefined` if none recognises it.
#[wasm_bindgen]
#[must_use]
pub fn recognize(text: &str) -> Option<String> {
    recognise(text).map(|format| format.name.to_owned())
}

#[derive(Serialize)]
struct FormatObject {
    name: &'static str,
    about: &'static str,
    game: Option<&'static str>,
    extensions: &'static [&'static str],
    reads: bool,
    writes: bool,
}

/// Returns all formats.
///
/// # Errors
///
/// Never fails in practice.
#[wasm_bindgen(unchecked_return_type = "Format[]")]
pub fn formats() -> Result<JsValue, JsError> {
    let formats = FORMATS.iter().map(|format| FormatObject {
        name: format.name,
        about: format.about,
        game: format.game.map(Game::name),
        extensions: format.extensions,
        reads: format.read.is_some(),
        writes: format.write.is_some(),
    });
    to_js(&formats.collect::<Vec<_>>())
}
