//! Moves of a line of play that give the game's value away.

use crate::analysis::{Diagnostic, Lint, Puzzle};
use crate::search::{LineNode, Value};
use crate::syntax::MoveKind;

/// Returns the blunders of an author's line of play, from the values of its positions.
pub(super) fn blunders(puzzle: &Puzzle, nodes: &[LineNode]) -> Vec<Diagnostic> {
    let (Some(played), Some(tokens)) = (&puzzle.played, puzzle.section.solution()) else {
        return Vec::new();
    };
    let tokens = tokens.iter().filter(|token| token.kind != MoveKind::Bad);
    let moves = tokens.zip(&played.moves).zip(nodes);
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
