//! Diagnostics, fixes and editor features, computed from text as plain data.
//!
//! Functions take text and configuration and return data over byte offsets: no disk, no protocol,
//! and no clock, except that [`suggest`] stops after some seconds. The unit of work is a puzzle;
//! the caller decides where and when it is solved.
//!
//! | module | contents |
//! |---|---|
//! | `model` | puzzles as read from text: tree, position, spans of both; writing puzzles |
//! | `lints` | the lints, their levels, and the checks in four stages |
//! | `editor` | one file for each editor feature: hover, completion, rename, … Most take a [`View`] |
//! | `edits` | changes of the text: fixes, layout, transformations, the board editor |

mod editor;
mod edits;
mod lints;
mod model;

pub use crate::board::Square;
pub use crate::games::Game;
pub use editor::completion::{Completion, CompletionKind, completion, completion_head, next_move};
pub use editor::folding::{Fold, folds, folds_of_section};
pub use editor::frames::{
    Author, Frame, animated_picture, frames, notes, start, still_pictures, turn_at,
};
pub use editor::hints::{Hint, hints};
pub use editor::hover::{Hover, hover, hover_head};
pub use editor::lens::{Lens, LensCommand, deck_title, lenses, unfinished_lens};
pub use editor::links::links;
pub use editor::occurrences::{Occurrence, Role, definition, occurrences};
pub use editor::play::{HandPlay, LegalMove, MotionInfo, hand_play, insert_moves, moves_left};
pub use editor::proof::{Contradiction, Proof, contradiction};
pub use editor::rename::{Renamable, puzzle_name, renamable, rename};
pub use editor::selection::selection;
pub use editor::symbols::{Symbol, SymbolKind, symbol};
pub use editor::tokens::{Token, TokenKind, tokens};
pub use editor::what_if::{
    SuggestedChange, Suggestion, SuggestionGoal, SuggestionProgress, Variant, WhatIfSource,
    WhatIfSquare, suggest, what_if_text,
};
pub use edits::actions::{insert_solution, record_moves};
pub use edits::board_editor::{
    BoardEdit, BoardEditor, EditOperation, Handle, PaletteEntry, SquareFault, apply_and_read,
    apply_operation, board_editor, error, handle_at, handles, moved_objects, square_faults,
    stand_in,
};
pub use edits::claims::{WrongClaims, has_proved_claims, wrong_claims};
pub use edits::fixes::Fixes;
pub use edits::formatting::{Formatted, UnformattedPuzzle, format, formatting};
pub use edits::removal::without_field;
pub use edits::restart::{Restarted, with_start, without_comments};
pub use edits::template::{new_puzzle, usual_sizes};
pub use edits::transform::{Transform, count_removed, minimise, transforms};
pub use lints::baseline::{Baseline, NewPuzzles, Sections};
pub(crate) use lints::check_run::MAX_OF_FILE;
pub use lints::check_run::{CheckRun, Entry, FileDiagnostic, FileLimit, Severity};
pub use lints::checks::{PlayedSolution, check_answer, check_answered, check_extras};
pub use lints::demands::{Demands, MovesRange, NoRange};
pub use lints::diagnostic::{Diagnostic, Fix, Related, RelatedPlace, Safety};
pub use lints::duplicates::Duplicates;
pub use lints::lint::{Level, Levels, Lint, UnknownCode};
pub use lints::policy::Policy;
pub use model::file::FileHead;
pub use model::file::{FileText, Location};
pub use model::file::{author_of_file, author_of_puzzle};
pub use model::foreign::Origin;
pub use model::puzzle::Puzzle;
pub use model::setup::{
    LocatedPosition, ObjectInfo, PlacedObject, Unwritable, WritablePuzzle, WriteSetup, setup_of,
    write_puzzle,
};
pub use model::view::{AnswerState, View};
pub use model::words;
pub use model::words::{PuzzleState, claim, headline, solution_line};

pub(crate) use model::moves::read_move;
pub use model::quoted::quoted;
pub use model::quoted::{is_typing_error, nearest};
pub(crate) use model::setup::example;
