//! Questions, their answers, and the order in which they are answered.
//!
//! A [`Question`] is a position with the limits of its file. A [`Solver`] answers it on the calling
//! thread; the command line calls it from many threads. A [`Service`] has its own threads, for an
//! editor: it first answers what the user looks at, and drops questions that nobody waits for. A
//! [`Store`] stores answers.
//!
//! An answer depends only on the position and the limits of the question: not on other
//! questions, the number of threads, or the store.
//!
//! A search that stops at a broken invariant has [`Failed`]: its puzzle has no answer, and the
//! others do not notice.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "what cannot happen stops the search with a sentence"
)]

mod difficulty;
mod extras;
mod failed;
mod hardest;
mod identity;
mod idle;
mod job;
mod plan;
mod quality;
mod question;
mod queue;
mod quick;
mod service;
mod solver;
mod store;

pub use crate::search::{Answer, CancelFlag, Limit, Optima, Outcome, Watch};
pub use difficulty::{Difficulty, score};
pub use extras::Extras;
pub use failed::Failed;
pub use hardest::{HardestOptions, HardestStart, HardestStarts, NoHardest, restarted};
pub use identity::Identity;
pub use idle::{Minimal, Reduction};
pub use job::{AnswerHandle, Running, SearchEnd};
pub use plan::{Plans, is_dull};
pub use quality::{Goal, MOST_SOLUTIONS, Quality, shapes};
pub use question::{Limits, Question, Wants};
pub use quick::quick_answer;
pub use service::Service;
pub use solver::{Call, Search, Solver, replace_search};
pub use store::{Listed, Memory, NoStore, Store, Stored};
