//! Asking for answers: what is asked, in which order, and what is kept of it.
//!
//! A [`Question`] is a position with the limits of its own file. A [`Solver`]
//! answers it on the thread that asks, in the turn of its [`Call`], and asks
//! again where a search had to give way to one of an earlier turn: so a run
//! asks on many threads. A [`Service`] has threads of its own for an editor; it
//! takes what is looked at first, and drops what nobody waits for any more.
//! Answers that are known already come out of a [`Store`].
//!
//! The answer to a question depends on its position and its own limits alone:
//! not on what else is asked, on the number of threads, or on what is kept.

mod extras;
mod glance;
mod identity;
mod idle;
mod job;
mod layered;
mod question;
mod queue;
mod service;
mod solver;
mod store;

pub use crate::search::{Answer, CancelFlag, Limit, Optima, Outcome, Watch, Yielded};
pub use extras::Extras;
pub use glance::glance;
pub use identity::Identity;
pub use idle::Minimal;
pub use job::{Asked, Found, Running};
pub use layered::Layered;
pub use question::{Limits, Question, Wants};
pub use service::Service;
pub use solver::{Call, Search, Solver};
pub use store::{Listed, Memory, NoStore, Store, Stored};
