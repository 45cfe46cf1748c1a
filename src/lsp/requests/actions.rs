//! Code actions: fixes, rewrites, new puzzles and suggestions.

use tower_lsp::ls_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams};

use super::by_command::{PREVIEW_KIND, by_command, generated, make_solvable, preview};
use super::new_puzzle::{NEW_PUZZLE, new_puzzles};
use crate::analysis::{self, FileDiagnostic, Lint, Safety};
use crate::exchange;
use crate::lsp::documents::Document;
use crate::lsp::results::DiagnosticList;
use crate::lsp::session::State;
use crate::syntax::conflict;
use crate::text::{Edit, Span};

/// Whether the client requested actions of this kind.
fn is_wanted(params: &CodeActionParams, kind: &CodeActionKind) -> bool {
    params.context.only.as_ref().is_none_or(|only| {
        let mut kinds = only.iter().map(CodeActionKind::as_str);
        kinds.any(|prefix| {
            let rest = kind.as_str().strip_prefix(prefix);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) || prefix.is_empty()
        })
    })
}

pub(crate) fn actions(
    state: &State,
    document: &Document,
    params: &CodeActionParams,
) -> Vec<CodeActionOrCommand> {
    let span = document.text.span(params.range, state.client.encoding);
    let mut commands = match is_wanted(params, &CodeActionKind::REFACTOR_REWRITE) {
        true => by_command(state, document, span),
        false => Vec::new(),
    };
    if is_wanted(params, &NEW_PUZZLE) && !new_puzzles(document, span.start).is_empty() {
        commands.extend(generated(state, document));
    }
    if is_wanted(params, &PREVIEW_KIND) {
        commands.extend(preview(state, document, span));
    }
    let diagnostics = DiagnosticList::complete(state, document);
    let solvable = is_wanted(params, &CodeActionKind::QUICKFIX)
        .then(|| make_solvable(state, document, span))
        .flatten();
    let mut actions: Vec<_> = solvable.into_iter().collect();
    let mut add =
        |title: String, kind: CodeActionKind, edits: Vec<Edit>, of: Option<&FileDiagnostic>| {
            if edits.is_empty() || !is_wanted(params, &kind) {
                return;
            }
            let diagnostic = of.map(|reported| diagnostics.diagnostic(state, reported));
            let is_safe = of.is_some_and(|reported| {
                let mut fixes = reported.diagnostic.fixes.iter();
                fixes.any(|fix| fix.title == title && fix.safety <= Safety::Claim)
            });
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                is_preferred: is_safe.then_some(true),
                title,
                kind: Some(kind),
                diagnostics: diagnostic.map(|diagnostic| vec![diagnostic]),
                edit: Some(state.workspace_edit(document, &edits)),
                ..CodeAction::default()
            }));
        };
    let meets = |other: Span| other.start <= span.end && span.start <= other.end;
    for reported in &diagnostics.all {
        if !meets(reported.diagnostic.span) {
            continue;
        }
        for fix in &reported.diagnostic.fixes {
            let edits = fix.edits.clone();
            let title = fix.title.clone();
            add(title, CodeActionKind::QUICKFIX, edits, Some(reported));
        }
    }
    let has_fix = is_wanted(params, &CodeActionKind::QUICKFIX)
        && diagnostics.all.iter().any(|reported| {
            reported.diagnostic.lint == Lint::ForeignFormat && meets(reported.diagnostic.span)
        });
    // The fix of the diagnostic does the same.
    if !has_fix && let Some((title, edit)) = turn_into_puzzle(document, span) {
        add(title, CodeActionKind::REFACTOR_REWRITE, vec![edit], None);
    }
    if is_wanted(params, &NEW_PUZZLE) {
        for (title, edit) in new_puzzles(document, span.start) {
            add(title, NEW_PUZZLE, vec![edit], None);
        }
    }
    for (title, edits) in rewrites(document, span.start) {
        add(title, CodeActionKind::REFACTOR_REWRITE, edits, None);
    }
    let mut safe = analysis::Fixes::new(Safety::Safe);
    if is_wanted(params, &CodeActionKind::SOURCE_FIX_ALL) && conflict(&document.text).is_none() {
        for reported in &diagnostics.all {
            safe.take(&reported.diagnostic);
        }
    }
    let title = "apply all safe fixes".to_owned();
    add(title, CodeActionKind::SOURCE_FIX_ALL, safe.into_edits(), None);
    actions.extend(commands);
    actions
}

/// Returns the rewrites of the puzzle at an offset, with their titles: none in a foreign format.
fn rewrites(document: &Document, offset: u32) -> Vec<(String, Vec<Edit>)> {
    let number = document.section_at(offset).filter(|_| document.format.is_none());
    let Some(section) = number.and_then(|number| document.sections.get(number)) else {
        return Vec::new();
    };
    let view = section.view();
    let titled = |title: &str, edit: Edit| (title.to_owned(), vec![edit]);
    let moves = analysis::record_moves(&view);
    let solution = analysis::insert_solution(&view);
    let transforms = analysis::transforms(&view, offset - section.start).into_iter();
    (moves.map(|edit| titled("record the optimum as `moves`", edit)).into_iter())
        .chain(solution.map(|edit| titled("write the optimal solution", edit)))
        .chain(transforms.map(|transform| (transform.title, transform.edits)))
        .map(|(title, edits)| (title, section.shifted(edits)))
        .collect()
}

/// Returns the edit that converts lines in a foreign format to a puzzle.
fn turn_into_puzzle(document: &Document, span: Span) -> Option<(String, Edit)> {
    if document.format.is_some() {
        return None;
    }
    let (format, edit) = exchange::pasted(&document.text, span)?;
    Some((format!("convert to a puzzle (from {})", format.name), edit))
}
