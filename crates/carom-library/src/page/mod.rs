//! Web pages with puzzles to play, each in one HTML file.
//!
//! The caller passes the [`Program`], which is built from `editors/web/page` and
//! `packaging/wasm/page`: the command line contains one, and the playground downloads it.

mod guide;
mod html;
mod puzzle;

pub use guide::Guide;
pub use html::{Page, Program, is_page};
pub use puzzle::{MALFORMED, PagePuzzle, errors, head_values, section_title};
