//! Pictures of positions: text, diagrams, SVG and descriptions.

mod colour;
mod description;
#[cfg(feature = "png")]
mod raster;
mod svg;
mod text;

#[doc(hidden)]
pub use colour::Colour;
pub use description::describe;
#[cfg(feature = "png")]
pub use raster::{RasterError, apng, png};
pub use svg::{Grid, grid};
pub use svg::{Picture, SheetEntry, Still, Style, Theme, animation, sheet, stills, styled, svg};
pub use text::scene;
pub use text::{board, drawing, rows};
pub use text::{diagram, numbered};
