//! Checks of the extras besides the answer of a puzzle: idle, redundant and unreachable parts of the
//! board, and blunders.

use super::demands::check_optima;
use crate::analysis::edits::removal::{name, place, removal};
use crate::analysis::{Demands, Diagnostic, Lint, Puzzle};
use crate::board::{Bitboard, Direction, Square};
use crate::games::{Border, Removable};
use crate::search::{LineNode, Value};
use crate::solving::Extras;
use crate::syntax::{Key, MoveKind};
use crate::text::Span;
use crate::words::{count, join_list};

/// The third stage: returns the diagnostics that follow from the extras besides the answer of a
/// puzzle with this `text`.
pub fn check_extras(
    text: &str,
    puzzle: &Puzzle,
    extras: &Extras,
    demands: &Demands,
) -> Vec<Diagnostic> {
    let mut diagnostics = blunders(puzzle, &extras.nodes);
    diagnostics.extend(redundant_pieces(text, puzzle, &extras.redundant));
    diagnostics.extend(idle(text, puzzle, extras));
    diagnostics.extend(unreachable_area(puzzle, extras.unreachable));
    if let Some(optima) = &extras.optima {
        diagnostics.extend(check_optima(puzzle, optima, demands));
    }
    diagnostics
}

/// Returns one diagnostic for all idle walls of a puzzle, and one for each group of idle
/// pieces.
fn idle(text: &str, puzzle: &Puzzle, extras: &Extras) -> Vec<Diagnostic> {
    let pieces = extras.idle_pieces.iter().filter_map(|pieces| {
        let names = join_list(pieces.iter().map(|&one| name(puzzle, one)), "and");
        let places = places(puzzle, pieces)?;
        let diagnostic = at_places(Lint::IdlePieces, &names, &places, "it can go only with this")?;
        Some(with_removal(diagnostic, text, puzzle, pieces))
    });
    idle_walls(text, puzzle, &extras.idle_walls).into_iter().chain(pieces).collect()
}

fn idle_walls(text: &str, puzzle: &Puzzle, walls: &[Removable]) -> Option<Diagnostic> {
    let mut walls: Vec<(Span, Removable)> =
        places(puzzle, walls)?.into_iter().zip(walls.iter().copied()).collect();
    walls.sort_by_key(|(place, _)| place.start);
    let places: Vec<Span> = walls.iter().map(|&(place, _)| place).collect();
    let &(_, first) = walls.first()?;
    if walls.len() == 1 {
        let diagnostic = at_places(Lint::IdleWall, &name(puzzle, first), &places, "")?;
        return Some(with_removal(diagnostic, text, puzzle, &[first]));
    }
    let walls = format!("any one of {} walls", walls.len());
    let diagnostic = at_places(Lint::IdleWall, &walls, &places, "and this one")?
        .with_help("remove one at a time: another may then be needed");
    Some(with_removal(diagnostic, text, puzzle, &[first]))
}

fn places(puzzle: &Puzzle, idle: &[Removable]) -> Option<Vec<Span>> {
    idle.iter().map(|&one| place(puzzle, one)).collect()
}

/// Returns a diagnostic at the first place, which points at the others.
fn at_places(lint: Lint, names: &str, places: &[Span], others_are: &str) -> Option<Diagnostic> {
    let (&first, others) = places.split_first()?;
    let message =
        format!("without {names} the optimum and the number of optimal solutions are the same");
    let diagnostic = Diagnostic::new(lint, first, message);
    Some(
        others
            .iter()
            .fold(diagnostic, |diagnostic, &other| diagnostic.with_related(other, others_are)),
    )
}

fn with_removal(
    diagnostic: Diagnostic,
    text: &str,
    puzzle: &Puzzle,
    removed: &[Removable],
) -> Diagnostic {
    let names = join_list(removed.iter().map(|&one| name(puzzle, one)), "and");
    match removal(text, puzzle, removed) {
        Some(edits) => diagnostic.with_unsafe_fix(format!("remove {names}"), edits),
        None => diagnostic,
    }
}

/// Returns the blunders of an author's line of play, from the values of its positions.
fn blunders(puzzle: &Puzzle, nodes: &[LineNode]) -> Vec<Diagnostic> {
    let (Some(played), Some(tokens)) = (&puzzle.played, puzzle.section.solution()) else {
        return Vec::new();
    };
    let moves =
        tokens.iter().filter(|token| token.kind != MoveKind::Bad).zip(&played.moves).zip(nodes);
    let blunders = moves.filter_map(|((token, &played), node)| {
        let blunder = node.blunder(played)?;
        let keeps: Vec<String> = blunder.keeps.iter().map(ToString::to_string).collect();
        Some(
            Diagnostic::new(
                Lint::Blunder,
                token.span,
                format!(
                    "{played} throws the value away: from {} to {}",
                    in_words(blunder.before),
                    in_words(blunder.after)
                ),
            )
            .with_help(format!("kept by {}", keeps.join(", "))),
        )
    });
    blunders.collect()
}

fn in_words(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("win in {plies}"),
        Value::Draw => "draw".to_owned(),
        Value::Loss(plies) => format!("loss in {plies}"),
    }
}

/// Returns a diagnostic for each redundant object, at the text that places it.
fn redundant_pieces(text: &str, puzzle: &Puzzle, redundant: &[Removable]) -> Vec<Diagnostic> {
    let diagnostics = redundant.iter().filter_map(|&removable| {
        let what = name(puzzle, removable);
        let span = place(puzzle, removable)?;
        let message = format!("without {what} the optimum is the same");
        let diagnostic = Diagnostic::new(Lint::RedundantPiece, span, message);
        Some(with_removal(diagnostic, text, puzzle, &[removable]))
    });
    diagnostics.collect()
}

/// Returns a diagnostic of these squares, at the first of them in the text.
fn unreachable_area(puzzle: &Puzzle, unreachable: Bitboard) -> Option<Diagnostic> {
    let placed = puzzle.placed.as_ref()?;
    // If the border does not stop pieces, most squares cannot be reached.
    if placed.position.scene().border == Border::Open {
        return None;
    }
    // Nor can the inner squares of a board that is not furnished yet.
    let board = placed.position.board();
    if board.blocks().is_empty() && !board.has_walls() {
        return None;
    }
    // A human that starts on a target was there, although it has left the board.
    let is_piece = |square| placed.pieces().any(|(piece, _)| piece.square == square);
    let unreachable: Bitboard = unreachable.iter().filter(|&at| !is_piece(at)).collect();
    let runs = runs(unreachable);
    let &(first, _) = runs.first()?;
    let tiles = puzzle
        .section
        .field(Key::Tiles)
        .map_or_else(|| puzzle.header_span(), |field| field.key_span);
    let span = placed.cell(first).unwrap_or(tiles);
    let runs: Vec<String> = runs
        .iter()
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        })
        .collect();
    let number = count(unreachable.len() as u64, "square");
    let message = format!("no piece can ever stand on {number}: {}", runs.join(", "));
    Some(Diagnostic::new(Lint::UnreachableArea, span, message))
}

/// Returns the first and last square of each run of neighbouring squares, in reading order.
fn runs(squares: Bitboard) -> Vec<(Square, Square)> {
    let mut sorted: Vec<Square> = squares.iter().collect();
    sorted.sort_unstable_by_key(|square| (u8::MAX - square.row(), square.column()));
    let mut runs: Vec<(Square, Square)> = Vec::new();
    for square in sorted {
        match runs.last_mut() {
            Some((_, last)) if last.step(Direction::Right) == Some(square) => *last = square,
            _ => runs.push((square, square)),
        }
    }
    runs
}
