//! The lints: their table, levels and suppressions, and the checks.
//!
//! Everything about a lint has its code or its variant in it: `lint.rs` has the row of
//! `RaggedBoard`, `docs/lints/ragged-board.md` is its page,
//! `tests/fixtures/ragged-board.carom` its fixture, and a search for `Lint::RaggedBoard`
//! finds its check. A check belongs to the earliest stage that knows enough:
//!
//! | stage | called by | knows | checks |
//! |---|---|---|---|
//! | reading | [`Puzzle::read`], [`FileHead::read`] | the text of one puzzle, or of the head of the file | `checks/`: `syntax`, `solution`; `suppression`; the setup of each game in `model/setup` |
//! | answer | [`check_answer`] | the answer of the puzzle | `checks/`: `answer`, `demands` |
//! | extras | [`check_extras`] | the analyses besides the answer | `checks/`: `extras`, `demands` |
//! | file | [`CheckRun`] | the puzzles before it, the policy | `checks/`: `duplicates`, `demands::missing_keys`; unused suppressions |
//!
//! [`check_answered`] makes the second and the third stage together. The last stage also applies
//! suppressions and levels.
//!
//! [`Puzzle::read`]: crate::analysis::Puzzle::read
//! [`FileHead::read`]: crate::analysis::FileHead::read
//! [`check_answer`]: crate::analysis::check_answer
//! [`check_answered`]: crate::analysis::check_answered
//! [`check_extras`]: crate::analysis::check_extras
//! [`CheckRun`]: crate::analysis::CheckRun

pub(super) mod baseline;
pub(super) mod check_run;
pub(super) mod checks;
pub(super) mod demands;
pub(super) mod diagnostic;
pub(super) mod duplicates;
pub(super) mod lint;
pub(super) mod policy;
pub(super) mod suppression;
