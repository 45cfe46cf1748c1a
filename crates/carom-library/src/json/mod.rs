//! The JSON of answers, diagnostics and boards. The command line, the server and the
//! WebAssembly package send the same objects.
//!
//! A function takes what `analysis` and `solving` found, and returns a value that can be
//! serialized. Where a puzzle is in its document is the caller's knowledge.

mod answer;
mod board;
mod diagnostic;
mod heading;
mod solution;

pub use answer::{AnswerObject, Answered};
pub use board::{Board, PieceMap};
pub use diagnostic::DiagnosticObject;
pub use heading::{Heading, Position, PuzzleLocation, Range};
pub use solution::{DrawnFrame, Play, Solution, UnfinishedPlay, WrittenMoves};
