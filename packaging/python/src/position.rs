//! Positions for Python.

use carom::NamedPosition;
use carom::analysis::{AnswerState, FileHead, Puzzle, View, animated_picture};
use carom::picture::{self, Style, Theme};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interrupt;
use crate::run::{Input, starting_at};

/// A position of a puzzle. It never changes: `play` returns a new one.
#[pyclass(frozen, eq, module = "carom")]
#[derive(Clone, PartialEq)]
pub(crate) struct Position(NamedPosition);

impl From<NamedPosition> for Position {
    fn from(named: NamedPosition) -> Self {
        Self(named)
    }
}

impl From<carom::games::Position> for Position {
    fn from(position: carom::games::Position) -> Self {
        Self(NamedPosition { name: None, position })
    }
}

impl Position {
    /// Returns the position as a puzzle to solve.
    pub(crate) fn input(&self) -> PyResult<Input> {
        Ok(Input { text: self.to_carom()?, position: Some(self.0.position.clone()) })
    }
}

#[pymethods]
impl Position {
    /// The name of the puzzle, if it has one.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// The game: `lunar`, `ricochet`, `slider`, `rush` or `tilt`.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.position.game().name()
    }

    /// Whether the goal is reached.
    #[getter]
    fn is_solved(&self) -> bool {
        self.0.position.is_solved()
    }

    /// The board as text.
    #[getter]
    fn board(&self) -> String {
        picture::board(&self.0.position)
    }

    /// The legal moves, always in the same order. In X-mas Rush these are the pushes: each turn
    /// may add a walk.
    fn moves(&self) -> Vec<String> {
        let moves = self.0.position.legal_moves().into_iter();
        moves.map(|played| played.to_string()).collect()
    }

    /// The position after moves, each written as in a `solution`.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: Vec<String>) -> PyResult<Self> {
        let mut after = self.0.clone();
        for text in moves {
            let illegal = |reason: String| PyValueError::new_err(format!("{text}: {reason}"));
            let played = after.position.game().move_from_text(&text);
            let played = played
                .ok_or_else(|| illegal("expected a move such as those of `moves()`".to_owned()))?;
            let next = after.position.play(played);
            after.position = next.map_err(|error| illegal(error.to_string()))?;
        }
        Ok(Self(after))
    }

    /// The puzzle that starts here, as carom text. The text cannot express what a position
    /// remembers of earlier moves, such as the axes that a robot moved along.
    fn to_carom(&self) -> PyResult<String> {
        let text = self.0.to_carom();
        text.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The puzzle that starts here as an object of the format `json`.
    fn to_object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = carom::to_json(&self.to_carom()?)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let objects = py.import("json")?.call_method1("loads", (text,))?;
        objects.get_item(0)
    }

    /// A picture as SVG; with `solution`, animated if there is one.
    #[pyo3(signature = (*, solution = false, theme = "light", width = None))]
    fn picture(
        &self,
        py: Python<'_>,
        solution: bool,
        theme: &str,
        width: Option<u32>,
    ) -> PyResult<String> {
        let theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            "print" => Theme::Print,
            _ => {
                let message = "theme: expected \"light\", \"dark\" or \"print\"";
                return Err(PyValueError::new_err(message));
            }
        };
        let style = Style { theme, width };
        let answer = match solution {
            true => Some(interrupt::run(py, |cancel| {
                carom::Task::new(&self.0.position).cancel(cancel).run()
            })?),
            false => None,
        };
        let Input { text, .. } = self.input()?;
        let puzzle = Puzzle::read(&text, &FileHead::default());
        let view = View {
            text: &text,
            puzzle: &starting_at(puzzle, &self.0.position),
            known: answer.as_ref().map_or(AnswerState::Nothing, AnswerState::Answer),
            extras: None,
            time: None,
        };
        Ok(animated_picture(&view, style).unwrap_or_default())
    }

    /// The picture for notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.picture(py, false, "light", Some(300))
    }

    fn __str__(&self) -> String {
        self.board()
    }

    fn __repr__(&self) -> String {
        let name = self.name().map(|name| format!(" {name:?}"));
        format!("<carom.Position {}{}>", self.game(), name.unwrap_or_default())
    }
}
