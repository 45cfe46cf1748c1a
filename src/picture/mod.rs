//! Pictures of positions: text, diagrams, SVG and descriptions.

mod description;
mod diagram;
mod map;
mod svg;
mod text;

pub use description::describe;
pub use diagram::{diagram, numbered};
pub use map::scene;
#[cfg(feature = "json")]
pub(crate) use svg::{Grid, grid};
pub use svg::{Picture, Style, Theme, animation, styled, svg};
pub use text::{board, drawing, rows};
