//! Functions about a whole text.

use carom::analysis::{
    CheckRun, Demands, Entry, FileDiagnostic, Levels, Policy, Severity, TokenKind, check_answered,
    format as format_text, tokens as tokens_of,
};
use carom::exchange::{Format, format as format_named};
use carom::json::{AnswerObject, Answered, DiagnosticObject, Range};
use carom::solving::Wants;
use carom::syntax;
use carom::text::{LineEnding, Span};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::convert::{from_js, observer, to_js};
use crate::file::File;
use crate::search::{SearchOptions, Searcher};

#[derive(Deserialize)]
pub(crate) struct FileOptions {
    #[serde(default = "file_name")]
    pub(crate) name: String,
    from: Option<String>,
    #[serde(default)]
    hints: bool,
    #[serde(default)]
    all: bool,
    #[serde(flatten)]
    pub(crate) search: SearchOptions,
}

fn file_name() -> String {
    "puzzle.carom".to_owned()
}

impl FileOptions {
    pub(crate) fn format(&self) -> Result<Option<&'static Format>, JsError> {
        let named = |name: &str| {
            let unknown = || JsError::new(&format!("unknown format {name:?}"));
            format_named(name).ok_or_else(unknown)
        };
        self.from.as_deref().map(named).transpose()
    }
}

/// Returns all diagnostics of a text, as `carom check` does.
///
/// # Errors
///
/// An option has the wrong type, or the format is unknown.
#[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
pub fn check(
    #[wasm_bindgen(unchecked_param_type = "Puzzles")] text: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "CheckOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let parsed: FileOptions = from_js(&options)?;
    let file = File::new(text, &parsed.name, parsed.format()?);
    let policy = Policy::new(Levels::default(), Demands::default(), parsed.hints);
    let wants = match parsed.hints {
        true => policy.editor_wants(),
        false => policy.wants(),
    };
    let searcher = Searcher::new(parsed.search, observer(&options));
    let mut run = CheckRun::new(policy.clone());
    let mut found = run.begin_file(&file.source.head);
    for (number, section) in file.source.sections.iter().enumerate() {
        searcher.begin(number);
        let puzzle = section.read(text, &file.source.head);
        let known = searcher.solve(&puzzle, wants);
        let own_text = section.text(text);
        let checked = known.answer.as_ref().map(|answer| {
            let extras = known.extras.as_deref();
            check_answered(own_text, &puzzle, answer, extras, policy.demands())
        });
        let (from_answer, is_answered) = checked.unwrap_or_default();
        let entry = Entry {
            offset: section.offset(),
            text: own_text,
            puzzle: &puzzle,
            from_answer: &from_answer,
            is_answered,
            elsewhere: None,
        };
        found.extend(run.puzzle(entry, |span| file.view().location(span)));
    }
    found.extend(run.end_file(text));
    found.retain(|found| parsed.hints || found.severity != Severity::Hint);
    let objects = found.iter().map(|found| DiagnosticObject::new(file.view(), found, None));
    to_js(&objects.collect::<Vec<_>>())
}

/// Returns the answer of each puzzle, as `carom solve` does.
///
/// # Errors
///
/// An option has the wrong type, or the format is unknown.
#[wasm_bindgen(unchecked_return_type = "Answer[]")]
pub fn solve(
    #[wasm_bindgen(unchecked_param_type = "Puzzles")] text: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "SolveOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let parsed: FileOptions = from_js(&options)?;
    let file = File::new(text, &parsed.name, parsed.format()?);
    let searcher = Searcher::new(parsed.search.searching(), observer(&options));
    let mut objects = Vec::new();
    for (number, section) in file.source.sections.iter().enumerate() {
        searcher.begin(number);
        let puzzle = section.read(text, &file.source.head);
        let known = searcher.solve(&puzzle, Wants::default());
        let optima = match parsed.all {
            true => searcher.optima(&known),
            false => None,
        };
        let answered = Answered {
            puzzle: &puzzle,
            offset: section.offset(),
            text: section.text(text),
            answer: known.answer.as_deref(),
            failed: None,
            optima: optima.as_ref(),
            time: known.time,
        };
        objects.push(to_js(&AnswerObject::new(file.view(), &answered))?);
    }
    Ok(objects.into_iter().collect::<js_sys::Array>().into())
}

#[derive(Serialize)]
struct Formatted {
    text: String,
    errors: Vec<DiagnosticObject>,
}

/// Returns a text in the standard layout, as `carom fmt` does.
///
/// # Errors
///
/// Never fails in practice.
#[wasm_bindgen(unchecked_return_type = "Formatted")]
pub fn format(text: &str) -> Result<JsValue, JsError> {
    let file = File::new(text, &file_name(), None);
    let formatted = format_text(text, LineEnding::default());
    let left = formatted.left.into_iter();
    let errors = left.flat_map(|left| left.diagnostics).map(|diagnostic| {
        let error = FileDiagnostic { diagnostic, severity: Severity::Error, puzzle: None };
        DiagnosticObject::new(file.view(), &error, None)
    });
    to_js(&Formatted { errors: errors.collect(), text: formatted.text })
}

#[derive(Serialize)]
struct Token {
    range: Range,
    kind: &'static str,
}

const fn kind_name(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Keyword => "keyword",
        TokenKind::Game => "game",
        TokenKind::Name => "name",
        TokenKind::Comment => "comment",
        TokenKind::Key => "key",
        TokenKind::Piece => "piece",
        TokenKind::Target => "target",
        TokenKind::Block => "block",
        TokenKind::Wall => "wall",
        TokenKind::Rule => "rule",
        TokenKind::Move => "move",
        TokenKind::Number => "number",
    }
}

/// Returns the tokens of a text for its highlighting, in the order of the text.
///
/// # Errors
///
/// Never fails in practice.
#[wasm_bindgen(unchecked_return_type = "Token[]")]
pub fn tokens(text: &str) -> Result<JsValue, JsError> {
    let file = File::new(text, &file_name(), None);
    let head = syntax::parse(file.head());
    let mut found = tokens_of(file.head(), &head, None);
    for section in &file.source.sections {
        let puzzle = section.read(text, &file.source.head);
        let tokens = tokens_of(section.text(text), &puzzle.section, puzzle.game).into_iter();
        found.extend(tokens.map(|mut token| {
            token.span = token.span.shifted(section.span.start);
            token
        }));
    }
    let range = |span: Span| file.range(span);
    let found = found
        .into_iter()
        .map(|token| Token { range: range(token.span), kind: kind_name(token.kind) });
    to_js(&found.collect::<Vec<_>>())
}
