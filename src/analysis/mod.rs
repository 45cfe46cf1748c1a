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

mod actions;
mod author;
mod baseline;
mod colour;
mod completion;
mod demands;
mod diagnostic;
mod diagnostics;
mod file;
mod fixes;
mod folding;
mod foreign;
mod formatting;
mod frames;
mod gesture;
mod hints;
mod hover;
mod lens;
mod links;
mod lint;
mod location;
mod map;
mod moves;
mod name_hash;
mod nearest;
mod occurrences;
mod origin;
mod play;
mod policy;
mod proof;
mod puzzle;
mod quiet;
mod quoted;
mod removal;
mod rename;
mod repeats;
mod rule_words;
mod run;
mod selection;
mod setup;
mod suppression;
mod symbols;
mod template;
mod tokens;
mod transform;
mod view;
mod vocabulary;
pub mod words;

pub use crate::board::Square;
pub use crate::games::Game;
pub use actions::{insert_solution, record_moves};
pub use author::{author_of_file, author_of_puzzle};
pub use baseline::{Baseline, News, Sections};
pub use colour::Colour;
pub use completion::{Completion, CompletionKind, completion, completion_head, next_move};
pub use demands::{Demands, MovesRange, NoRange};
pub use diagnostic::{Diagnostic, Fix, Related, RelatedPlace, Safety};
pub use diagnostics::{Played, judge, judge_extras};
pub use file::FileHead;
pub use fixes::Fixes;
pub use folding::{Fold, folds, folds_of_section};
pub use formatting::{Formatted, LeftPuzzle, format, formatting};
pub use frames::{Author, Frame, frames, start};
pub use gesture::{
    Choice, Desk, Edited, Gesture, Handle, desk, error, gesture, handle_at, handles,
};
pub use hints::{Hint, hints};
pub use hover::{Hover, hover, hover_head};
pub use lens::{Lens, LensCommand, deck_title, lenses};
pub use links::links;
pub use lint::{Level, Levels, Lint, UnknownCode};
pub use location::{FileText, Location};
pub use map::{Change, Changes, Elsewhere, Spot, Start, Wish, map_text};
pub use occurrences::{Occurrence, Role, definition, occurrences};
pub use origin::Origin;
pub use play::{ByHand, Legal, by_hand, insert_moves, moves_left};
pub use policy::Policy;
pub use proof::{Contradiction, Proof, contradiction};
pub use puzzle::Puzzle;
pub use quiet::Quiet;
pub use rename::{Renamable, puzzle_name, renamable, rename};
pub use repeats::Repeats;
#[cfg(feature = "lsp")]
pub(crate) use run::{Before, OwnReports};
pub use run::{Entry, Reported, Run, Severity};
pub use selection::selection;
pub use setup::{
    Mark, Placed, Standing, StandingId, StandingKind, Thing, Unwritable, WriteSetup, Written,
    setup_of, write_puzzle,
};
pub use symbols::{Symbol, SymbolKind, symbol};
pub use template::{new_puzzle, usual_sizes};
pub use tokens::{Token, TokenKind, tokens};
pub use transform::{Transform, transforms};
pub use view::{Known, View};
pub use words::{State, claim, headline, solution_line};

pub(crate) use nearest::nearest;
pub(crate) use quoted::quoted;
