//! The what-if map: the answer of a puzzle with one object on every other square.

use crate::analysis::editor::play::length;
use crate::analysis::edits::board_editor::{EditOperation, apply_and_read};
use crate::analysis::model::words::{PuzzleState, headline};
use crate::analysis::{AnswerState, FileHead, Handle, Puzzle};
use crate::board::Square;
use crate::games::Position;
use crate::search::{Outcome, Value};
use crate::solving::{Identity, Limits, Question};

mod suggestions;

pub use suggestions::{SuggestedChange, Suggestion, SuggestionGoal, SuggestionProgress, suggest};

/// The state of a square of a what-if map.
#[derive(Clone, Copy, Debug)]
pub enum WhatIfSquare<'a> {
    /// The object cannot be there.
    Taken,
    /// The answer of the puzzle with the object there.
    State(AnswerState<'a>),
}

impl WhatIfSquare<'_> {
    /// The name of the state in the protocol.
    pub fn state(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::State(known) => match PuzzleState::from(known) {
                PuzzleState::Solving => "pending",
                state => state.name(),
            },
        }
    }

    /// Returns the fewest moves or, in a duel, the plies to the end.
    pub fn moves(self) -> Option<u32> {
        match self {
            Self::State(AnswerState::Answer(answer)) => length(&answer.outcome),
            _ => None,
        }
    }

    /// Returns the answer, such as `6 moves` or `win 5`.
    pub fn answer(self) -> Option<String> {
        match self {
            Self::State(known) => {
                (PuzzleState::from(known) == PuzzleState::Solved).then(|| headline(known))
            }
            Self::Taken => None,
        }
    }
}

/// A puzzle and its variants.
#[derive(Clone, Copy, Debug)]
pub struct WhatIfSource<'a> {
    /// Its text.
    pub text: &'a str,
    /// The parsed puzzle.
    pub puzzle: &'a Puzzle,
    /// The head of its file.
    pub file: &'a FileHead,
    /// The limits of each search.
    pub limits: Limits,
}

/// A puzzle with an object moved to a square.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The square.
    pub square: Square,
    /// The puzzle with the object there; `None` if it cannot be there.
    pub question: Option<Question>,
}

impl WhatIfSource<'_> {
    /// Returns the variant for every square of the board, row by row from the top:
    /// the text is edited and parsed again.
    pub fn variants(&self, one: &Handle) -> Vec<Variant> {
        let variants =
            self.squares().map(|square| Variant { square, question: self.question(one, square) });
        variants.collect()
    }

    /// Returns the squares of the board, row by row from the top.
    fn squares(&self) -> impl Iterator<Item = Square> {
        let board = self.puzzle.position().map(Position::board);
        let (columns, rows) = board.map_or((0, 0), |board| (board.columns(), board.rows()));
        let rows = (0..rows).rev();
        rows.flat_map(move |row| (0..columns).map(move |column| Square::new(column, row)))
    }

    /// Returns the puzzle with an object on a square, unless it cannot be there.
    fn question(&self, one: &Handle, square: Square) -> Option<Question> {
        let to = square.to_string();
        let ask = |puzzle: &Puzzle| {
            let position = puzzle.position()?.clone();
            let identity = Identity::of(&position);
            Some(Question::new(position, identity, self.limits))
        };
        if one.square == to {
            return ask(self.puzzle);
        }
        let id = one.id.clone();
        let gesture = EditOperation::Move { id, to };
        let (_, moved) = apply_and_read(self.text, self.puzzle, self.file, &gesture).ok()?;
        ask(&moved)
    }
}

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
    ]
    .into_iter();
    legend.filter_map(|(is_there, words)| is_there.then_some(words)).collect()
}
