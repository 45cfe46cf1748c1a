//! The state of a session: client, workspace, published results, panel, and requests to the solver.
//!
//! `shared` holds the `state` behind one lock; a handler starts from a `server`. `searches` sends
//! the questions of changed puzzles to the [solver](crate::solving).
//!
//! - The state changes before a handler's first `await`, so that edits keep their order.
//! - No lock is held across an `await`.

mod client;
mod history;
mod map_search;
mod panel_state;
mod preview;
mod published;
mod searches;
mod server;
mod shared;
mod state;

pub(super) use client::{
    ClientCapabilities, NEW_PUZZLE_COMMAND, NO_EDITS, ProofScope, SHOW_SOLUTION,
};
pub(super) use history::Direction;
pub(super) use map_search::{CHANGED, MapRequest, MapSearch, Maps, PuzzleSnapshot};
pub(super) use panel_state::{PanelState, RemainingSearch};
pub(crate) use preview::PreviewedFile;
pub(super) use published::Cancellable;
pub(super) use server::{Outcome, PositionContext, Refusal, Server, failed, invalid, response};
pub(super) use shared::Shared;
pub(super) use state::{ChangeError, State, Workspace, document_uri, file_path};
