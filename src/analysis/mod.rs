//! What an editor or a build wants to know about a file, as plain data.
//!
//! Text and configuration in, data over byte offsets out: no clock, no disk,
//! no protocol. The unit of work is a puzzle. [`Puzzle::read`] says at once
//! what can be said without solving; [`judge`] adds what an [`Answer`] shows;
//! [`Run`] adds what only its neighbours show, and applies levels and
//! suppressions; [`Repeats`] knows which puzzles stand in several files. What an
//! editor asks about a puzzle takes a [`View`] of it. Whoever calls decides
//! where and when the solving is done.
//!
//! [`Answer`]: crate::solving::Answer

mod editor;
mod edits;
mod lints;
mod model;

pub use crate::board::Square;
pub use crate::games::Game;
pub use editor::completion::{Completion, CompletionKind, completion, completion_head, next_move};
pub use editor::folding::{Fold, folds, folds_of_section};
pub use editor::frames::{Author, Frame, frames, start};
pub use editor::hints::{Hint, hints};
pub use editor::hover::{Hover, hover, hover_head};
pub use editor::lens::{Lens, LensCommand, deck_title, lenses};
pub use editor::links::links;
pub use editor::map::{Change, Changes, Elsewhere, Spot, Start, Wish, map_text};
pub use editor::occurrences::{Occurrence, Role, definition, occurrences};
pub use editor::play::{ByHand, Legal, by_hand, insert_moves, moves_left};
pub use editor::proof::{Contradiction, Proof, contradiction};
pub use editor::rename::{Renamable, puzzle_name, renamable, rename};
pub use editor::selection::selection;
pub use editor::symbols::{Symbol, SymbolKind, symbol};
pub use editor::tokens::{Token, TokenKind, tokens};
pub use edits::actions::{insert_solution, record_moves};
pub use edits::fixes::Fixes;
pub use edits::formatting::{Formatted, LeftPuzzle, format, formatting};
pub use edits::gesture::{
    Choice, Desk, Edited, Gesture, Handle, desk, error, gesture, handle_at, handles,
};
pub use edits::template::{new_puzzle, usual_sizes};
pub use edits::transform::{Transform, transforms};
pub use lints::baseline::{Baseline, News, Sections};
pub use lints::checks::{Played, judge, judge_extras};
pub use lints::demands::{Demands, MovesRange, NoRange};
pub use lints::diagnostic::{Diagnostic, Fix, Related, RelatedPlace, Safety};
pub use lints::lint::{Level, Levels, Lint, UnknownCode};
pub use lints::policy::Policy;
pub use lints::quiet::Quiet;
pub use lints::repeats::Repeats;
#[cfg(feature = "lsp")]
pub(crate) use lints::run::{Before, OwnReports};
pub use lints::run::{Entry, Reported, Run, Severity};
pub use model::author::{author_of_file, author_of_puzzle};
pub use model::colour::Colour;
pub use model::file::FileHead;
pub use model::location::{FileText, Location};
pub use model::origin::Origin;
pub use model::puzzle::Puzzle;
pub use model::setup::{
    Mark, Placed, Standing, StandingId, StandingKind, Thing, Unwritable, WriteSetup, Written,
    setup_of, write_puzzle,
};
pub use model::view::{Known, View};
pub use model::words;
pub use model::words::{State, claim, headline, solution_line};

pub(crate) use model::nearest::nearest;
pub(crate) use model::quoted::quoted;
