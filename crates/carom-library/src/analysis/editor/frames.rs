//! The frames of a played solution, one for each part of each move.

use serde::Deserialize;

use crate::analysis::{AnswerState, View, solution_line};
use crate::games::{Motion, Move, Position};
use crate::picture::{self, Picture, Still, Style};
use crate::search::Outcome;
use crate::syntax::Key;

/// The author of the moves to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Author {
    /// The solver: an optimal solution, or best play.
    #[default]
    Solver,
    /// The file: its `solution:`, as far as it is legal.
    File,
}

/// A position to draw, and the part of a move that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The move of which this is a part; `None` at the start.
    pub played: Option<Move>,
    /// The part as the notation writes it, or `start`.
    pub label: String,
    /// The number of the move from 1, or 0 at the start.
    pub turn: usize,
    /// The title of its picture.
    pub title: String,
    /// The move, as a sentence; at the start, the places of the pieces.
    pub description: String,
    /// What moves, and where; nothing at the start.
    pub motions: Vec<Motion>,
    /// The position that is reached.
    pub position: Position,
}

impl Frame {
    /// The position to draw.
    pub fn picture(&self) -> Picture<'_> {
        Picture {
            position: &self.position,
            motions: &self.motions,
            title: &self.title,
            description: &self.description,
        }
    }
}

/// Returns the start and a frame for each part of the moves of `author`, as far as they are known.
/// Returns no frames for a malformed puzzle.
pub fn frames(view: &View<'_>, author: Author) -> Vec<Frame> {
    let moves = match (author, view.known) {
        (Author::File, _) => {
            let played = view.puzzle.played.as_ref();
            played.map_or(&[][..], |played| &played.moves)
        }
        (Author::Solver, AnswerState::Answer(answer)) => moves_of(&answer.outcome),
        (Author::Solver, _) => &[],
    };
    played(view, moves)
}

/// Returns the start as a frame; `None` for a malformed puzzle.
pub fn start(view: &View<'_>) -> Option<Frame> {
    played(view, &[]).into_iter().next()
}

/// Returns the number of the move of the file's solution at `offset`, from 1.
pub fn turn_at(view: &View<'_>, offset: u32) -> Option<usize> {
    view.move_at(offset).map(|(number, _)| number + 1)
}

/// Returns the notes of the puzzle, a line each, if it has some.
pub fn notes(view: &View<'_>) -> Option<String> {
    let fields = view.puzzle.section.fields.iter();
    let notes = fields.filter(|field| field.key == Some(Key::Notes));
    let lines = notes.flat_map(|field| field.value_span.slice(view.text).lines());
    let lines: Vec<_> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns a puzzle as an SVG document: animated if a solution is known, otherwise its start.
/// Returns `None` for a malformed puzzle.
pub fn animated_picture(view: &View<'_>, style: Style) -> Option<String> {
    let frames = frames(view, Author::Solver);
    let solution = match view.known {
        AnswerState::Answer(answer) => solution_line(answer),
        _ => None,
    };
    Some(match (frames.as_slice(), solution) {
        ([], _) => return None,
        ([start], _) => picture::styled(&start.picture(), style),
        (_, solution) => {
            let description = solution.unwrap_or_default();
            picture::animation(&captioned(&frames), &description, style)
        }
    })
}

/// Returns the pictures of a solution as a document each; only the start if no solution is known.
/// Returns no pictures for a malformed puzzle.
pub fn still_pictures(view: &View<'_>, style: Style) -> Vec<Still> {
    match frames(view, Author::Solver).as_slice() {
        [start] => vec![Still { svg: picture::styled(&start.picture(), style), tenths: 0 }],
        frames => picture::stills(&captioned(frames), style),
    }
}

/// Returns the pictures of frames, each with its caption: the title, or the number of the move.
fn captioned(frames: &[Frame]) -> Vec<(Picture<'_>, String)> {
    let moves = frames.last().map_or(0, |frame| frame.turn);
    let caption = |frame: &Frame| match frame.turn {
        0 => frame.title.clone(),
        turn => format!("{turn} of {moves}: {}", frame.label),
    };
    let pictures = frames.iter();
    pictures.map(|frame| (frame.picture(), caption(frame))).collect()
}

/// Returns the moves of an answer that can be played.
pub(crate) fn moves_of(outcome: &Outcome) -> &[Move] {
    match outcome {
        Outcome::Solved(solution) => &solution.moves,
        Outcome::Evaluated { line, .. } => line,
        Outcome::Unsolvable(_) | Outcome::Unknown { .. } => &[],
    }
}

/// Returns the start and a frame for each part of `moves`, as far as they are legal.
pub(crate) fn played(view: &View<'_>, moves: &[Move]) -> Vec<Frame> {
    let Some(start) = view.puzzle.position() else {
        return Vec::new();
    };
    let name = view.puzzle.name().unwrap_or(start.game().title());
    let mut position = start.clone();
    let mut frames = vec![Frame {
        played: None,
        label: "start".to_owned(),
        turn: 0,
        title: name.to_owned(),
        description: picture::describe(start),
        motions: Vec::new(),
        position: position.clone(),
    }];
    for (turn, &played) in (1..).zip(moves) {
        let Ok(stages) = position.stages(played) else {
            break;
        };
        for stage in stages {
            position = stage.position;
            let description = match repeated(&frames, &position) {
                Some(0) => format!("{}; this is the start again", stage.description),
                Some(earlier) => {
                    format!("{}; this is the board after move {earlier} again", stage.description)
                }
                None => stage.description,
            };
            frames.push(Frame {
                played: Some(played),
                title: format!("{name}, move {turn}: {}", stage.label),
                label: stage.label,
                turn,
                description,
                motions: stage.motions,
                position: position.clone(),
            });
        }
    }
    frames
}

/// Returns the number of the move after which a duel had this position before: a drawn line ends
/// where it repeats.
fn repeated(frames: &[Frame], position: &Position) -> Option<usize> {
    frames
        .iter()
        .filter(|_| position.game().is_duel())
        .find(|frame| frame.position == *position)
        .map(|frame| frame.turn)
}
