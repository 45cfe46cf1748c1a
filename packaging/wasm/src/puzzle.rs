//! Functions about the puzzle at a position of a text.

use carom::analysis::{
    self, AnswerState, Author, CompletionKind, Demands, EditOperation, Frame, Handle, Levels,
    Policy, Puzzle, View, WhatIfSource, WhatIfSquare, apply_and_read, handle_at, handles,
};
use carom::json::{Board, PieceMap, Position, Range, Solution, UnfinishedPlay, WrittenMoves};
use carom::solving::{SearchEnd, Wants};
use carom::syntax::{self, Key};
use js_sys::Function;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::convert::{from_js, observer, to_js};
use crate::file::{File, PuzzleAt};
use crate::search::{Known, SearchOptions, Searcher};

/// The extras that an editor shows.
fn wants() -> Wants {
    Policy::new(Levels::default(), Demands::default(), true).editor_wants()
}

/// The puzzle at the position of a call.
struct Context<'a> {
    file: &'a File<'a>,
    at: PuzzleAt<'a>,
    text: &'a str,
    puzzle: Puzzle,
    known: Known,
    searcher: Searcher,
}

impl<'a> Context<'a> {
    /// Reads the puzzle at an offset, and solves it as far as the options allow.
    fn new(
        file: &'a File<'a>,
        offset: u32,
        options: SearchOptions,
        observer: Option<Function>,
    ) -> Option<Self> {
        let at = file.puzzle_at(offset)?;
        let puzzle = at.section.read(file.text, &file.source.head);
        let searcher = Searcher::new(options, observer);
        searcher.begin(at.number);
        let known = searcher.solve(&puzzle, wants());
        Some(Self { file, text: at.section.text(file.text), at, puzzle, known, searcher })
    }

    fn view(&self) -> View<'_> {
        self.known.view(self.text, &self.puzzle)
    }
}

/// Calls `work` with the puzzle at a position; returns `null` if there is none.
fn at_puzzle<T: Serialize>(
    text: &str,
    position: &JsValue,
    options: &JsValue,
    work: impl FnOnce(&Context<'_>) -> Result<Option<T>, JsError>,
) -> Result<JsValue, JsError> {
    let position: Position = from_js(position)?;
    let file = File::new(text, "", None);
    let context = Context::new(&file, file.offset(position), from_js(options)?, observer(options));
    match context {
        Some(context) => to_js(&work(&context)?),
        None => Ok(JsValue::NULL),
    }
}

#[derive(Serialize)]
struct Hover {
    markdown: String,
    range: Range,
}

/// Returns the hover text at a position; `null` if there is none.
///
/// # Errors
///
/// An argument has the wrong type.
#[wasm_bindgen(unchecked_return_type = "Hover | null")]
pub fn hover(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let file = File::new(text, "", None);
    let offset = file.offset(from_js(&position)?);
    let context = Context::new(&file, offset, from_js(&options)?, observer(&options));
    let (hover, start) = match &context {
        Some(context) => {
            (analysis::hover(&context.view(), context.at.offset), context.at.section.span.start)
        }
        None => (analysis::hover_head(&syntax::parse(file.head()), offset), 0),
    };
    to_js(&hover.map(|hover| Hover {
        range: file.range(hover.span.shifted(start)),
        markdown: hover.markdown,
    }))
}

#[derive(Deserialize)]
struct CompletionOptions {
    /// Whether the user invoked completion, rather than typed a character.
    #[serde(default = "yes")]
    explicit: bool,
    #[serde(flatten)]
    search: SearchOptions,
}

const fn yes() -> bool {
    true
}

#[derive(Serialize)]
struct Completion {
    label: String,
    kind: &'static str,
    detail: String,
    documentation: Option<String>,
    range: Range,
    insert: String,
}

const fn kind_name(kind: CompletionKind) -> &'static str {
    match kind {
        CompletionKind::Game => "game",
        CompletionKind::Key => "key",
        CompletionKind::Rule => "rule",
        CompletionKind::Glyph => "glyph",
        CompletionKind::Piece => "piece",
        CompletionKind::Move => "move",
        CompletionKind::Value => "value",
    }
}

/// Returns the completions at a position, the best first.
///
/// # Errors
///
/// An argument has the wrong type.
#[wasm_bindgen(unchecked_return_type = "Completion[]")]
pub fn complete(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions & { explicit?: boolean }")]
    options: JsValue,
) -> Result<JsValue, JsError> {
    let file = File::new(text, "", None);
    let offset = file.offset(from_js(&position)?);
    let parsed: CompletionOptions = from_js(&options)?;
    let context = Context::new(&file, offset, parsed.search, observer(&options));
    let (items, start) = match &context {
        Some(context) => (
            analysis::completion(&context.view(), context.at.offset, parsed.explicit),
            context.at.section.span.start,
        ),
        None => {
            let head = file.head();
            let items = analysis::completion_head(head, &syntax::parse(head), offset);
            (items, 0)
        }
    };
    to_js(
        &items
            .into_iter()
            .map(|item| Completion {
                range: file.range(item.span.shifted(start)),
                insert: item.insert.unwrap_or_else(|| item.label.clone()),
                label: item.label,
                kind: kind_name(item.kind),
                detail: item.detail,
                documentation: item.documentation,
            })
            .collect::<Vec<_>>(),
    )
}

/// Returns the board of the puzzle at a position; `null` if there is no puzzle.
///
/// # Errors
///
/// An argument has the wrong type.
#[wasm_bindgen(unchecked_return_type = "Board | null")]
pub fn board(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    at_puzzle(text, &position, &options, |context| {
        let view = context.view();
        let heading = context.file.heading(&context.at, &view);
        let (board, start) = Board::new(heading, &view, &context.file.source.head);
        Ok(Some(match start {
            Some(start) => board.drawn(&start),
            None => board,
        }))
    })
}

/// Returns the solution of the puzzle at a position, drawn move by move; `null` if there is no
/// puzzle. `of` is `solver` (the default) or `file`.
///
/// # Errors
///
/// An argument has the wrong type.
#[wasm_bindgen(unchecked_return_type = "Solution | null")]
pub fn solution(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "'solver' | 'file'")] of: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let source = match of.is_undefined() {
        true => Author::default(),
        false => from_js(&of)?,
    };
    at_puzzle(text, &position, &options, |context| {
        let view = context.view();
        let frames: Vec<Frame> = analysis::frames(&view, source);
        let heading = context.file.heading(&context.at, &view);
        let written = WrittenMoves::new(&view, context.at.offset, |span| {
            context.file.range(span.shifted(context.at.section.span.start))
        });
        Ok(Some(Solution::new(heading, written, frames)))
    })
}

/// Plays moves by hand from the start of the puzzle at a position; `null` if there is no puzzle.
///
/// # Errors
///
/// An argument has the wrong type.
#[wasm_bindgen(unchecked_return_type = "Play | null")]
pub fn play(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
    moves: Vec<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    at_puzzle(text, &position, &options, |context| {
        let view = context.view();
        let heading = context.file.heading(&context.at, &view);
        let limits = Some(context.searcher.limits());
        let mut play = UnfinishedPlay::new(heading, &view, &moves, limits);
        if let Some(question) = play.question.take() {
            play.set_remaining(context.searcher.end(&question).as_ref());
        }
        Ok(Some(play.drawn()))
    })
}

/// Returns the text of a puzzle's file with moves played by hand as its solution, or the reason
/// why they are none.
///
/// # Errors
///
/// An argument has the wrong type.
#[wasm_bindgen(unchecked_return_type = "Edited | null", js_name = insertMoves)]
pub fn insert_moves(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
    moves: Vec<String>,
) -> Result<JsValue, JsError> {
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &"search".into(), &JsValue::FALSE);
    at_puzzle(text, &position, &options, |context| {
        let edit = analysis::insert_moves(&context.view(), &moves);
        Ok(Some(match edit {
            Ok(edit) => {
                let text = context.file.edited(&context.at, vec![edit]);
                Edited::Applied { text, now: None, also: None }
            }
            Err(refused) => Edited::Refused { refused },
        }))
    })
}

#[derive(Serialize)]
#[serde(untagged)]
enum Edited {
    Applied { text: String, now: Option<String>, also: Option<String> },
    Refused { refused: String },
}

/// Applies an operation to the puzzle at a position. Its claims follow, as far as they were proved
/// and new ones are. Returns the new text, or why the operation is impossible; `null` if there is no
/// puzzle.
///
/// # Errors
///
/// An argument has the wrong type.
#[wasm_bindgen(unchecked_return_type = "Edited | null")]
pub fn edit(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
    #[wasm_bindgen(unchecked_param_type = "EditOperation")] operation: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let operation: EditOperation = from_js(&operation)?;
    let file = File::new(text, "", None);
    let Some(at) = file.puzzle_at(file.offset(from_js(&position)?)) else {
        return Ok(JsValue::NULL);
    };
    let head = &file.source.head;
    let puzzle = at.section.read(text, head);
    let section = at.section.text(text);
    let searcher = Searcher::new(from_js(&options)?, observer(&options));
    searcher.begin(at.number);
    let answer = |puzzle: &Puzzle| {
        let question = puzzle.question(searcher.limits(), Wants::default())?;
        searcher.answer(&question)
    };
    let mut claims = [Key::Moves, Key::Result, Key::Solution].into_iter();
    let has_claims = claims.any(|key| puzzle.section.field(key).is_some());
    to_js(&match apply_and_read(section, &puzzle, head, &operation) {
        Ok((edited, after)) => {
            let before = has_claims.then(|| answer(&puzzle)).flatten();
            let known = before.as_deref().map_or(AnswerState::Nothing, AnswerState::Answer);
            let view = View::new(section, &puzzle, known);
            let found = analysis::has_proved_claims(&view).then(|| answer(&after)).flatten();
            let edited = edited.with_claims(&view, &after, found.as_deref());
            let text = file.edited(&at, edited.edits);
            Edited::Applied { text, now: edited.now, also: edited.also }
        }
        Err(refused) => Edited::Refused { refused },
    })
}

/// Returns the answer of the puzzle at a position with one piece on each square. Without the id
/// of the piece, it is the one at the position. Returns `null` if there is none.
///
/// # Errors
///
/// An argument has the wrong type.
#[wasm_bindgen(unchecked_return_type = "PieceMap | null")]
pub fn map(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Position")] position: JsValue,
    piece: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    at_puzzle(text, &position, &options, |context| {
        let view = context.view();
        let item = match piece {
            Some(id) => {
                let all = handles(&context.puzzle).unwrap_or_default();
                all.into_iter().find(|item| item.id == id)
            }
            None => handle_at(&view, context.at.offset),
        };
        Ok(item.and_then(|item| piece_map(context, &view, &item)))
    })
}

fn piece_map(context: &Context<'_>, view: &View<'_>, item: &Handle) -> Option<PieceMap> {
    let source = WhatIfSource {
        text: context.text,
        puzzle: &context.puzzle,
        file: &context.file.source.head,
        limits: context.searcher.limits(),
    };
    let variants = source.variants(item).into_iter();
    let ends: Vec<_> = variants
        .map(|variant| {
            let question = variant.question;
            let end = question.map(|question| context.searcher.end(&question));
            (variant.square, end)
        })
        .collect();
    let squares: Vec<_> = ends
        .iter()
        .map(|(square, end)| {
            let state = match end {
                None => WhatIfSquare::Taken,
                Some(end) => WhatIfSquare::State(state(end.as_ref())),
            };
            (*square, state)
        })
        .collect();
    let open = ends.iter().filter(|(_, end)| matches!(end, Some(None)));
    let position = context.puzzle.position()?;
    let text = analysis::what_if_text(position, &item.square, &squares);
    let place = context.file.location(&context.at, view);
    Some(PieceMap::new(place, item, &squares, open.count(), text))
}

fn state(end: Option<&SearchEnd>) -> analysis::AnswerState<'_> {
    match end {
        Some(SearchEnd::Answer(answer)) => analysis::AnswerState::Answer(answer),
        Some(SearchEnd::Cancelled) => analysis::AnswerState::Cancelled,
        Some(SearchEnd::Failed(failed)) => analysis::AnswerState::Failed(failed),
        None => analysis::AnswerState::Working { positions: 0, at_least: 0 },
    }
}
