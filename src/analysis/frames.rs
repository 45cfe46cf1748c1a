//! A solution as it is watched: a picture for each part of each move.

use super::words::{State, headline};
use super::{Known, View};
use crate::games::{Motion, Move, Position};
use crate::picture::{self, Picture};
use crate::search::Outcome;

/// Whose moves are watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Author {
    /// The solver's: an optimal solution, or best play.
    #[default]
    Solver,
    /// The file's own `solution:`, as far as it is legal.
    File,
}

/// A puzzle and its solution, to be watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Show {
    /// What is known.
    pub state: State,
    /// The same in a line.
    pub summary: String,
    /// The pictures; none of a malformed puzzle, else the start before all
    /// others.
    pub frames: Vec<Frame>,
}

/// A picture of a position and of how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The move that this is a part of; none at the start.
    pub played: Option<Move>,
    /// The part as the notation writes it, or `start`.
    pub label: String,
    /// The number of the move from 1, or 0 at the start.
    pub turn: usize,
    /// What happens, as a sentence.
    pub description: String,
    /// The board as text.
    pub text: String,
    /// The board as an SVG document.
    pub svg: String,
}

/// The puzzle and the moves of `author`, as far as they are known.
pub fn show(view: &View<'_>, author: Author) -> Show {
    let frames = view.puzzle.position().map(|start| {
        let moves = match (author, view.known) {
            (Author::File, _) => {
                let played = view.puzzle.played.as_ref();
                played.map_or(&[][..], |played| &played.moves)
            }
            (Author::Solver, Known::Answer(answer)) => moves_of(&answer.outcome),
            (Author::Solver, _) => &[],
        };
        frames(view, start, moves)
    });
    Show {
        state: State::from(view.known),
        summary: headline(view.known),
        frames: frames.unwrap_or_default(),
    }
}

/// The moves of an answer that can be watched.
pub(super) fn moves_of(outcome: &Outcome) -> &[Move] {
    match outcome {
        Outcome::Solved(solution) => &solution.moves,
        Outcome::Evaluated { line, .. } => line,
        Outcome::Unsolvable | Outcome::Unknown { .. } => &[],
    }
}

fn frames(view: &View<'_>, start: &Position, moves: &[Move]) -> Vec<Frame> {
    let name = view.puzzle.name().unwrap_or(start.game().title());
    let mut frames = vec![draw(name, start, None, "start", picture::words(start))];
    let mut position = start.clone();
    for (turn, &played) in (1..).zip(moves) {
        let Ok(stages) = position.stages(played) else {
            break;
        };
        for stage in stages {
            let title = format!("{name}, move {turn}: {}", stage.label);
            let motion = Some(&stage.motion);
            let frame = draw(
                &title,
                &stage.position,
                motion,
                &stage.label,
                stage.description,
            );
            frames.push(Frame {
                played: Some(played),
                turn,
                ..frame
            });
            position = stage.position;
        }
    }
    frames
}

fn draw(
    title: &str,
    position: &Position,
    motion: Option<&Motion>,
    label: &str,
    description: String,
) -> Frame {
    Frame {
        played: None,
        label: label.to_owned(),
        turn: 0,
        text: picture::diagram(position),
        svg: picture::svg(&Picture {
            position,
            motion,
            title,
            description: &description,
        }),
        description,
    }
}
