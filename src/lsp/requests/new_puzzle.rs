//! New puzzles, as code actions on a blank line and as a command.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CodeActionKind, TextEdit, Uri};

use crate::analysis::{self, Game};
use crate::lsp::documents::Document;
use crate::lsp::session::{Server, invalid};
use crate::text::{self, Edit, Span};
use crate::words::join_list;

/// The kind of the actions that start a new puzzle.
pub(crate) const NEW_PUZZLE: CodeActionKind = CodeActionKind::new("source.newPuzzle");

/// Returns the new puzzles that can replace a blank line, with their titles. There are none inside
/// another puzzle.
pub(super) fn new_puzzles(document: &Document, at: u32) -> Vec<(String, Edit)> {
    let number = document.section_at(at);
    let section = number.and_then(|number| document.sections.get(number));
    let (text, start) =
        section.map_or((&document.head.text, 0), |section| (&section.read.text, section.start));
    let Some((before, after)) = text.split_at_checked((at - start) as usize) else {
        return Vec::new();
    };
    let line = before.trim_end_matches([' ', '\t']);
    let is_free = line.is_empty() || line.ends_with(['\n', '\r']);
    if document.format.is_some() || !is_free || !after.trim().is_empty() {
        return Vec::new();
    }
    let end = line_end(text);
    let above = line.strip_suffix(end).unwrap_or(line);
    let is_parted = above.is_empty() || above.ends_with(['\n', '\r']);
    let parting = if is_parted { "" } else { end };
    let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
    let from = Span::from_range(0..line.len()).end.saturating_add(start);
    let place = Span::new(from, at.saturating_add(Span::from_range(0..blanks).end));
    let sizes = Game::ALL.into_iter().flat_map(|game| {
        let sizes = analysis::usual_sizes(game).iter();
        sizes.map(move |&size| (game, size))
    });
    let puzzles = sizes.filter_map(|(game, size)| {
        let puzzle = analysis::new_puzzle(game, (size, size), None)?.replace('\n', end);
        let title = format!("new {} puzzle, {size} by {size}", game.name());
        Some((title, Edit::replace(place, format!("{parting}{puzzle}"))))
    });
    puzzles.collect()
}

fn line_end(text: &str) -> &'static str {
    let end = text::lines(text).find_map(|line| line.end);
    end.unwrap_or(text::LineEnd::Lf).as_str()
}

/// The argument of `carom.startPuzzle`.
#[derive(Debug, Deserialize)]
struct NewPuzzleParams {
    game: String,
    size: usize,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    uri: Option<Uri>,
}

impl Server {
    /// `carom.startPuzzle`: without an argument, returns the games and their sizes; otherwise, the
    /// edit that appends a new puzzle to a document.
    pub(crate) fn start_puzzle(&self, arguments: &[Value]) -> Result<Value> {
        let Some(argument) = arguments.first() else {
            let games = Game::ALL.into_iter().map(|game| {
                let sizes = analysis::usual_sizes(game);
                json!({"game": game.name(), "title": game.title(), "sizes": sizes})
            });
            return Ok(games.collect());
        };
        let wrong = "the argument is {\"game\": …, \"size\": …}, maybe with \"name\" and \"uri\"";
        let params = NewPuzzleParams::deserialize(argument).map_err(|_| invalid(wrong))?;
        let game = Game::from_name(&params.game).ok_or_else(|| {
            let games = join_list(Game::ALL.map(Game::name), "and");
            invalid(&format!("the games are {games}"))
        })?;
        let given = params
            .name
            .as_deref()
            .map(analysis::puzzle_name)
            .transpose()
            .map_err(|reason| invalid(&reason))?;
        let name = given.map(str::trim).filter(|name| !name.is_empty());
        let puzzle = analysis::new_puzzle(game, (params.size, params.size), name)
            .ok_or_else(|| invalid(&format!("{} has no board of that size", game.title())))?;
        let edit = match params.uri {
            None => json!(TextEdit { new_text: puzzle, ..TextEdit::default() }),
            Some(uri) => self.with(&uri, |state, document| {
                let edit = at_the_end(document, &puzzle);
                json!(document.text_edits(&[edit], state.client.encoding).first())
            })?,
        };
        Ok(edit)
    }
}

/// Returns the edit that appends a puzzle to a document, after a blank line.
pub(super) fn at_the_end(document: &Document, puzzle: &str) -> Edit {
    let text = &document.text;
    let kept = text.trim_end_matches([' ', '\t', '\n', '\r']);
    let end = line_end(text);
    let parting = if kept.is_empty() { String::new() } else { end.repeat(2) };
    let rest = Span::from_range(kept.len()..text.len());
    Edit::replace(rest, format!("{parting}{}", puzzle.replace('\n', end)))
}
