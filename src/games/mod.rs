//! The rules of the games.
//!
//! Each game has a `Setup`, which may be wrong in every way an author can be,
//! and a `Position`, which is legal. [`Game`] and [`Position`] are the one
//! table of games: what is the same for every game is reached through them,
//! and what differs lies in the game's own module. Text and spans are unknown
//! here; a fault names squares and pieces.

mod duel;
mod figures;
mod guide;
mod lower_bound;
pub mod lunar;
mod puzzle;
pub mod ricochet;
mod runner;
pub mod rush;
mod scene;
mod slide;
pub mod slider;
mod sorted;
mod stage;
mod table;

pub use duel::{Armies, Army, ArmyStep, Duel, DuelEnd, DuelVisitor, Location, Placement};
pub use figures::Item;
pub use guide::Glyph;
pub use lower_bound::LowerBound;
pub use puzzle::{Puzzle, PuzzleVisitor};
pub use runner::RunnerPuzzle;
pub use scene::{Border, Figure, Hand, Kind, Scene, Token};
pub use slide::{Blocker, Piece, Slide, SlideFrom};
pub use stage::{Motion, Stage};
pub use table::{Game, Illegal, Move, Position, Removable};
