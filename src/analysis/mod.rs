//! What an editor or a build wants to know about a file, as plain data.
//!
//! Text and configuration in, data over byte offsets out: no clock, no disk,
//! no protocol. The unit of work is a puzzle. [`Puzzle::read`] says at once
//! what can be said without solving; [`judge`] adds what an [`Answer`] shows;
//! [`Run`] adds what only the puzzles before it show, and applies levels and
//! suppressions. Whoever calls decides where and when the solving is done.
//!
//! [`Answer`]: crate::search::Answer

mod diagnostic;
mod diagnostics;
mod file;
mod formatting;
mod identity;
mod moves;
mod nearest;
mod puzzle;
mod quoted;
mod rule;
mod run;
mod setup;
mod suppression;

pub use diagnostic::{Diagnostic, Fix, Related, RelatedPlace};
pub use diagnostics::{blunders, judge, redundant_pieces};
pub use file::FileHead;
pub use formatting::format;
pub use identity::Identity;
pub use puzzle::{Played, Puzzle};
pub use rule::{Level, Levels, Rule, UnknownCode};
pub use run::{FileText, Location, Reported, Run, Severity};
pub use setup::Placed;

use nearest::nearest;
use quoted::quoted;
