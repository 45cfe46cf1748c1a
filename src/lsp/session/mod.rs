//! What a session holds from its first message on: the documents, what the client can
//! do, and what is asked of the solver.
//!
//! `state` is all that changes, behind the one lock of `shared`; a handler starts from
//! a `server`. `asking` asks [`solving`](crate::solving) about the puzzles that
//! changed, as `questions` says. `left`, `mapping` and `sent` are what a panel or an
//! answer left there to go on from.
//!
//! - The state changes before a handler's first `await`, so that edits keep their order.
//! - No lock is held across an `await`.

mod asking;
mod chosen;
mod client;
mod left;
mod mapping;
mod questions;
mod sent;
mod server;
mod shared;
mod state;
mod stop;

pub(super) use client::{Abilities, NO_EDITS, Newer, ProofsOf, SHOW_SOLUTION};
pub(super) use left::Left;
pub(super) use mapping::{Mapping, Maps, Subject, Wanted};
pub(super) use sent::PublishedTokens;
pub(super) use server::{Place, Server, failed, invalid};
pub(super) use shared::Shared;
pub(super) use state::{State, file_path};
pub(super) use stop::Stop;
