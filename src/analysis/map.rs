//! What a puzzle would be with one thing on another square.

use super::setup::{Standing, StandingId, StandingKind, setup_of};
use super::view::{places, words};
use super::words::State;
use super::{Known, View};
use crate::board::Square;
use crate::games::Position;
use crate::search::{Answer, Outcome, Value};
use crate::solving::{Identity, Limits, Question};
use crate::syntax::Key;

/// What would be if a thing stood on some square.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The square.
    pub square: Square,
    /// The puzzle with it there; none where it cannot stand.
    pub question: Option<Question>,
}

/// The puzzle that asks for the map of its pieces: its position, and the limits
/// under which it is solved itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: Position,
    /// The limits.
    pub limits: Limits,
}

impl Start {
    /// What stands on the board: what moves, then targets, then what stands for
    /// good, each in the order of the text.
    pub fn standing(&self) -> Vec<Standing> {
        setup_of(&self.position).standing()
    }

    /// The thing that others know by this name.
    pub fn named(&self, id: &str) -> Option<Standing> {
        let mut all = self.standing().into_iter();
        all.find(|one| one.id.to_string() == id)
    }

    /// Every square of the board, row by row from the top, with the puzzle as
    /// it would be with `one` there.
    pub fn elsewhere(&self, one: &Standing) -> Vec<Elsewhere> {
        let setup = setup_of(&self.position);
        let board = self.position.board();
        let squares = (0..board.ranks()).rev();
        let squares = squares.flat_map(|rank| {
            let files = 0..board.files();
            files.map(move |file| Square::new(file, rank))
        });
        let elsewhere = squares.map(|square| {
            let position = match square == one.square {
                true => Some(self.position.clone()),
                false => setup.moved(&one.id, square),
            };
            let question = position.map(|position| {
                let identity = Identity::of(&position);
                Question::new(position, identity, self.limits)
            });
            Elsewhere { square, question }
        });
        elsewhere.collect()
    }
}

/// What of a puzzle stands under the cursor: on the square of a cell, or named
/// by a key.
pub fn standing_at(view: &View<'_>, offset: u32) -> Option<Standing> {
    let placed = view.puzzle.placed.as_ref()?;
    let all = setup_of(&placed.position).standing();
    if let Some(cell) = view.cell_at(offset) {
        let mut cells = placed.cells.iter();
        let (square, _) = cells.find(|(_, span)| *span == cell.span)?;
        return all.into_iter().find(|one| one.square == *square);
    }
    let field = view.field_at(offset)?;
    let fits = |one: &Standing| match field.key {
        Some(Key::Target) => one.kind == StandingKind::Target,
        Some(Key::Robots) => one.kind == StandingKind::Robot,
        Some(Key::Diagonals) => one.kind == StandingKind::Diagonal,
        Some(Key::Player) => one.kind == StandingKind::Player,
        Some(Key::Items) => one.kind == StandingKind::Item,
        _ => false,
    };
    let word = words(field).into_iter();
    let mut word = word.filter(|word| word.span.touches(offset));
    let word = word.next()?;
    let is_place = places(field).iter().any(|place| place.span == word.span);
    let square = word.text.parse::<Square>().ok().filter(|_| is_place);
    let is_meant = |one: &Standing| match (&one.id, square) {
        (_, Some(square)) => one.square == square,
        (StandingId::Item(name), None) => **name == word.text,
        (StandingId::Named(name), None) => word.text.chars().eq([*name]),
        _ => false,
    };
    all.into_iter().find(|one| fits(one) && is_meant(one))
}

/// What is known of a square of a map.
#[derive(Clone, Copy, Debug)]
pub enum Spot<'a> {
    /// It cannot stand there.
    Taken,
    /// So much is known of the puzzle with it there.
    Known(Known<'a>),
}

impl Spot<'_> {
    /// The same in a word.
    pub fn state(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Known(known) => match State::from(known) {
                State::Solving => "pending",
                state => state.name(),
            },
        }
    }

    /// Whether there is nothing left to find out.
    pub const fn is_done(self) -> bool {
        !matches!(self, Self::Known(Known::Working { .. }))
    }

    /// The fewest moves, or of two sides the plies to the end.
    pub fn moves(self) -> Option<u32> {
        match self {
            Self::Known(Known::Answer(answer)) => moves(answer),
            _ => None,
        }
    }

    /// The answer as it is told: `6 moves`, `win 5`; none where there is no
    /// number and no draw.
    pub fn answer(self) -> Option<String> {
        match self {
            Self::Known(known) if self.state() == State::Solved.name() => {
                Some(super::headline(known))
            }
            _ => None,
        }
    }

    /// The same in as few characters as will do.
    fn mark(self) -> String {
        let Self::Known(known) = self else {
            return String::new();
        };
        let Known::Answer(answer) = known else {
            return match self.is_done() {
                true => UNKNOWN,
                false => PENDING,
            }
            .to_owned();
        };
        match &answer.outcome {
            Outcome::Solved(solution) => solution.moves.len().to_string(),
            Outcome::Unsolvable(_) => UNSOLVABLE.to_owned(),
            Outcome::Unknown { .. } => UNKNOWN.to_owned(),
            Outcome::Evaluated { verdict, .. } => match verdict.value() {
                None => UNKNOWN.to_owned(),
                Some(Value::Win(plies)) => format!("+{plies}"),
                Some(Value::Loss(plies)) => format!("-{plies}"),
                Some(Value::Draw) => DRAW.to_owned(),
            },
        }
    }
}

const UNSOLVABLE: &str = "×";
const UNKNOWN: &str = "?";
const PENDING: &str = "…";
const DRAW: &str = "=";

/// The fewest moves that an answer gives, or of two sides the plies to the end.
pub(super) fn moves(answer: &Answer) -> Option<u32> {
    match &answer.outcome {
        Outcome::Solved(solution) => u32::try_from(solution.moves.len()).ok(),
        Outcome::Evaluated { verdict, .. } => match verdict.value()? {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        },
        Outcome::Unsolvable(_) | Outcome::Unknown { .. } => None,
    }
}

/// A map in characters: the numbers on the squares, what cannot be stood on as
/// it is drawn, the square where `one` stands between brackets, and below it
/// what the marks mean.
pub fn map_text(position: &Position, one: &Standing, spots: &[(Square, Spot<'_>)]) -> String {
    let mark = |square: Square| {
        let spot = spots.iter().find(|(at, _)| *at == square);
        match spot {
            Some((_, Spot::Taken)) | None => position.glyph(square).to_string(),
            Some((_, spot)) => spot.mark(),
        }
    };
    let board = position.board();
    let rows = (0..board.ranks()).rev();
    let rows: Vec<(u8, Vec<String>)> = rows
        .map(|rank| {
            let files = (0..board.files()).map(|file| mark(Square::new(file, rank)));
            (rank, files.collect())
        })
        .collect();
    let marks = rows.iter().flat_map(|(_, marks)| marks);
    let width = marks.map(|mark| mark.chars().count()).max().unwrap_or(1);
    let mut text = String::new();
    for (rank, marks) in &rows {
        text.push_str(&format!("{:2}", rank + 1));
        let mut is_after = false;
        for (file, mark) in (0..).zip(marks) {
            let is_here = one.square == Square::new(file, *rank);
            text.push(match (is_here, is_after) {
                (true, _) => '[',
                (_, true) => ']',
                _ => ' ',
            });
            text.push_str(&format!("{mark:>width$}"));
            is_after = is_here;
        }
        if is_after {
            text.push(']');
        }
        text.push('\n');
    }
    let files = (b'a'..).take(usize::from(board.files()));
    let files: String = files
        .map(|file| format!(" {:>width$}", char::from(file)))
        .collect();
    text.push_str(&format!("  {files}"));
    let has = |wanted: &str| {
        let mut marks = rows.iter().flat_map(|(_, marks)| marks);
        marks.any(|mark| mark == wanted)
    };
    let is_duel = position.game().is_duel();
    let legend = [
        (is_duel, "+N a win in N plies, -N a loss"),
        (is_duel && has(DRAW), "= a draw"),
        (has(UNSOLVABLE), "× unsolvable"),
        (has(UNKNOWN), "? a limit was reached"),
        (has(PENDING), "… not proved yet"),
    ];
    let legend: Vec<&str> = legend
        .into_iter()
        .filter_map(|(is_there, words)| is_there.then_some(words))
        .collect();
    if !legend.is_empty() {
        text.push_str(&format!("\n\n{}", legend.join(", ")));
    }
    text
}
