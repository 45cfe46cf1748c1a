//! A what-if map as text.

use super::square::WhatIfSquare;
use crate::analysis::AnswerState;
use crate::board::Square;
use crate::games::Position;
use crate::search::{Outcome, Value};

const UNSOLVABLE: &str = "×";
const UNKNOWN: &str = "?";
const PENDING: &str = "…";
const DRAW: &str = "=";

/// Returns a map as text: the numbers on the squares, the glyphs of occupied squares, the square
/// `here` between brackets, and a legend below.
pub fn what_if_text(
    position: &Position,
    here: &str,
    spots: &[(Square, WhatIfSquare<'_>)],
) -> String {
    let board = position.board();
    let marks: Vec<(Square, String)> = spots
        .iter()
        .map(|&(square, spot)| (square, mark(spot).unwrap_or(position.glyph(square).into())))
        .collect();
    let lengths = marks.iter().map(|(_, mark)| mark.chars().count());
    let width = lengths.max().unwrap_or(1);
    let mut text = String::new();
    for row in marks.chunks(usize::from(board.columns())) {
        let rank = row.first().map_or(0, |(square, _)| square.row());
        text.push_str(&format!("{:2}", rank + 1));
        let mut is_after = false;
        for (square, mark) in row {
            let is_here = square.to_string() == here;
            text.push(match (is_here, is_after) {
                (true, _) => '[',
                (_, true) => ']',
                _ => ' ',
            });
            text.push_str(&format!("{mark:>width$}"));
            is_after = is_here;
        }
        text.push_str(if is_after { "]\n" } else { "\n" });
    }
    text.push_str("  ");
    for file in (b'a'..).take(usize::from(board.columns())) {
        text.push_str(&format!(" {:>width$}", char::from(file)));
    }
    let legend = legend(position.game().is_duel(), &marks);
    if !legend.is_empty() {
        text.push_str(&format!("\n\n{}", legend.join(", ")));
    }
    text
}

/// Returns the answer of a square in few characters; `None` if the square is occupied.
fn mark(spot: WhatIfSquare<'_>) -> Option<String> {
    let WhatIfSquare::State(known) = spot else {
        return None;
    };
    let AnswerState::Answer(answer) = known else {
        let is_pending = matches!(known, AnswerState::Working { .. });
        return Some(if is_pending { PENDING } else { UNKNOWN }.to_owned());
    };
    Some(match &answer.outcome {
        Outcome::Solved(solution) => solution.length.to_string(),
        Outcome::Unsolvable(_) => UNSOLVABLE.to_owned(),
        Outcome::Unknown { .. } => UNKNOWN.to_owned(),
        Outcome::Evaluated { verdict, .. } => match verdict.value() {
            None => UNKNOWN.to_owned(),
            Some(Value::Win(plies)) => format!("+{plies}"),
            Some(Value::Loss(plies)) => format!("-{plies}"),
            Some(Value::Draw) => DRAW.to_owned(),
        },
    })
}

fn legend(is_duel: bool, marks: &[(Square, String)]) -> Vec<&'static str> {
    let has = |wanted: &str| marks.iter().any(|(_, mark)| mark == wanted);
    let legend = [
        (is_duel, "+N a win in N plies, -N a loss"),
        (is_duel && has(DRAW), "= a draw"),
        (has(UNSOLVABLE), "× unsolvable"),
        (has(UNKNOWN), "? a limit was reached"),
        (has(PENDING), "… not proved yet"),
    ];
    let legend = legend.into_iter();
    legend
        .filter_map(|(is_there, words)| is_there.then_some(words))
        .collect()
}
