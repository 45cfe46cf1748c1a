//! Reads the positions of a file.

use std::fmt;

use thiserror::Error;

use super::Task;
use crate::analysis::{FileHead, Puzzle};
use crate::games::Position;
use crate::search::Answer;
use crate::syntax::sections;
use crate::text::{Encoding, LineIndex, Span};

/// A position and the name of its puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPosition {
    /// The name, if the puzzle has one.
    pub name: Option<String>,
    /// The position.
    pub position: Position,
}

/// The problems of a text that is no valid puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The problems in the order of the text; at least one.
    pub problems: Vec<Problem>,
}

/// A problem of a text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}, column {column}: {message}")]
pub struct Problem {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in Unicode scalar values, counted from 1.
    pub column: u32,
    /// The stable code of its lint, which `carom explain` describes.
    pub code: &'static str,
    /// The message, a clause without a full stop.
    pub message: String,
}

impl Problem {
    /// Creates a problem at the start of a span of a text.
    pub(super) fn new(
        (text, index): (&str, &LineIndex),
        span: Span,
        code: &'static str,
        message: String,
    ) -> Self {
        let place = index.place(text, span.start, Encoding::Utf32);
        Self { line: place.line + 1, column: place.column + 1, code, message }
    }
}

/// Writes one problem on each line.
impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Invalid {}

/// Returns the positions of all puzzles of a file, in the order of the text.
///
/// Ignores what does not change a position, such as a wrong claim about its answer.
///
/// # Errors
///
/// The problems that leave a position undefined, if there are any.
pub fn read(text: &str) -> Result<Vec<NamedPosition>, Invalid> {
    let indexed = (text, &LineIndex::new(text));
    let mut named = Vec::new();
    let mut problems = Vec::new();
    let mut spans = sections(text).into_iter();
    let head = spans.next().map(|span| FileHead::read(span.slice(text))).unwrap_or_default();
    for span in spans {
        let puzzle = Puzzle::read(span.slice(text), &head);
        if let Some(position) = puzzle.position() {
            named.push(NamedPosition {
                name: puzzle.name().map(str::to_owned),
                position: position.clone(),
            });
            continue;
        }
        problems.extend(puzzle.errors().map(|fault| {
            let message = fault.message.clone();
            Problem::new(indexed, fault.span.shifted(span.start), fault.lint.code(), message)
        }));
    }
    if problems.is_empty() { Ok(named) } else { Err(Invalid { problems }) }
}

/// Solves a puzzle: returns the fewest moves or, in a duel, its value, with proof, within the
/// default limits of a [`Task`].
///
/// The puzzle is written as in a file. [`Task`] solves positions without text.
///
/// ```
/// let answer = carom::solve(
///     r#"
///     puzzle lunar "First contact"
///       board:
///         . . . . A
///         . . B . .
///         . C + . .
///         . . . D .
///         . . . . @
///     "#,
/// )?;
/// let solution = answer.outcome.solution().expect("it can be solved");
/// assert_eq!(solution.moves.len(), 4);
/// assert_eq!(solution.to_string(), "@^ @< @v @<");
/// # Ok::<(), carom::Invalid>(())
/// ```
///
/// # Errors
///
/// The problems of the text, or that it does not contain exactly one puzzle.
pub fn solve(text: &str) -> Result<Answer, Invalid> {
    Ok(Task::new(&read_one(text)?.position).run())
}

/// Returns the position of a text with exactly one puzzle.
///
/// # Errors
///
/// The problems that leave the position undefined, or that the text does not contain exactly
/// one puzzle.
pub fn read_one(text: &str) -> Result<NamedPosition, Invalid> {
    let named = read(text)?;
    <[NamedPosition; 1]>::try_from(named).map(|[one]| one).map_err(|others| {
        let message = format!("this is {} puzzles, and one is solved", others.len());
        let second = sections(text).get(2).copied().unwrap_or_default();
        let problems = vec![Problem::new((text, &LineIndex::new(text)), second, "syntax", message)];
        Invalid { problems }
    })
}
