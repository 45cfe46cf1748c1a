//! Web pages with puzzles to play.

use carom::analysis::{Diagnostic, FileDiagnostic, Severity};
use carom::exchange::Note;
use carom::json::DiagnosticObject;
use carom::page::{MALFORMED, Page, PagePuzzle, Program, errors, head_values, section_title};
use carom::solving::Wants;
use carom::text::Span;
use js_sys::{Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::convert::{from_js, observer, to_js};
use crate::file::File;
use crate::formats::notes;
use crate::search::Searcher;
use crate::text::FileOptions;

#[derive(Deserialize)]
struct PageOptions {
    title: Option<String>,
    image: Option<String>,
    #[serde(flatten)]
    file: FileOptions,
}

#[derive(Serialize)]
struct WrittenPage {
    html: Option<String>,
    errors: Vec<DiagnosticObject>,
    warnings: Vec<DiagnosticObject>,
}

/// The parts of a program, in the memory of this module.
struct Parts {
    script: String,
    core: Vec<u8>,
    style: String,
    loader: String,
}

impl Parts {
    fn of(program: &JsValue) -> Result<Self, JsError> {
        let member = |name: &str| Reflect::get(program, &name.into()).unwrap_or_default();
        let text = |name: &str| {
            let text = member(name).as_string();
            text.ok_or_else(|| JsError::new(&format!("the program has no text `{name}`")))
        };
        let core = member("core")
            .dyn_into::<Uint8Array>()
            .map_err(|_| JsError::new("the program has no Uint8Array `core`"))?;
        Ok(Self {
            script: text("script")?,
            core: core.to_vec(),
            style: text("style")?,
            loader: text("loader")?,
        })
    }

    fn program(&self) -> Program<'_> {
        Program { script: &self.script, core: &self.core, style: &self.style, loader: &self.loader }
    }
}

/// Returns a web page with the puzzles of a text, as `carom page` does.
///
/// # Errors
///
/// An argument has the wrong type, the format is unknown, or the text has no puzzles.
#[wasm_bindgen(unchecked_return_type = "WrittenPage")]
pub fn page(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "PageProgram")] program: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "PageOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let parts = Parts::of(&program)?;
    let PageOptions { title, image, file: parsed } = from_js(&options)?;
    let file = File::new(text, &parsed.name, parsed.format()?);
    let (own_title, author) = head_values(text);
    let heading = section_title(own_title.as_deref(), &parsed.name);
    let head = &file.source.head;
    let objects = |name: Option<&str>, offset: u32, diagnostics: &[Diagnostic]| {
        let objects = errors(diagnostics).map(|error| {
            let found = FileDiagnostic {
                diagnostic: error.clone().shifted(offset),
                severity: Severity::Error,
                puzzle: name.map(ToOwned::to_owned),
            };
            DiagnosticObject::new(file.view(), &found, None)
        });
        objects.collect::<Vec<_>>()
    };
    let note = |place: Span, message: String, severity: Severity| {
        notes(&file, &[Note::new(place, message)], severity)
    };
    let mut found = WrittenPage {
        html: None,
        errors: objects(None, 0, head.diagnostics()),
        warnings: Vec::new(),
    };
    let mut puzzles = Vec::new();
    for (section, number) in file.source.sections.iter().zip(1..) {
        let puzzle = section.read(text, head);
        if puzzle.position().is_none() {
            let own = objects(puzzle.name(), section.offset(), puzzle.diagnostics());
            found.errors.extend(own);
            if found.errors.is_empty() {
                let place = puzzle.place(section.offset());
                found.errors = note(place, MALFORMED.to_owned(), Severity::Error);
            }
        }
        puzzles.push((number, section, puzzle));
    }
    if !found.errors.is_empty() {
        return to_js(&found);
    }
    if puzzles.is_empty() {
        return Err(JsError::new("no puzzles found"));
    }
    let searcher = Searcher::new(parsed.search.searching(), observer(&options));
    let mut solved = Vec::new();
    for (number, section, puzzle) in &puzzles {
        searcher.begin(number - 1);
        let known = searcher.solve(puzzle, Wants::default());
        let view = known.view(section.text(text), puzzle);
        let place = puzzle.place(section.offset());
        match PagePuzzle::new(&view, *number, &heading, author.as_deref()) {
            Ok(puzzle) => {
                if let Some(why) = puzzle.without_par() {
                    found.warnings.extend(note(place, why, Severity::Warning));
                }
                solved.push(puzzle);
            }
            Err(why) => found.errors.extend(note(place, why, Severity::Error)),
        }
    }
    if found.errors.is_empty() {
        let page = Page::new(title.or(own_title), image, None, solved, parts.program())?;
        found.html = Some(page.to_string());
    }
    to_js(&found)
}
