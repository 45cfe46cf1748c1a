//! The language server: a thin shell over [`analysis`](crate::analysis).
//!
//! `transport` reads and writes messages, `handlers` answers them from `state`,
//! which holds each `document` as a rope cut into puzzles; `asking` asks
//! [`solving`](crate::solving) about them, as `questions` says; `publish`,
//! `progress`, `status` and `news` send what comes of it. `folders` knows which
//! puzzles stand in several files. What an author asks about a puzzle is answered
//! by `analysis`, in byte offsets, and `convert` puts it into the protocol's
//! positions. What is told of all puzzles of a document is kept with each
//! `section` as a `fragment` of JSON, and joined by `large`; what depends on several
//! of them is counted as they come and go (`repeated`), and of proofs the client is
//! told what differs from what it knows (`told`).
//!
//! - Document state changes before a handler's first `await`, so that edits
//!   keep their order. No lock is held across an `await`, and no handler awaits
//!   the client but those of the commands that tell whether their edit was
//!   applied, for which nothing else waits.
//! - A panic costs the puzzle it is about, and is logged.

mod actions;
mod asking;
mod capabilities;
mod client;
mod commands;
mod completion;
mod convert;
mod desk;
mod document;
mod edits;
mod execute;
mod features;
mod folders;
mod fragment;
mod guarded;
mod handlers;
mod inline;
mod large;
mod left;
mod lenses;
mod map;
mod mapping;
mod markup;
mod navigation;
mod new_puzzle;
mod news;
mod outline;
mod parent;
mod play;
mod progress;
mod proofs;
mod prove;
mod publish;
mod pull;
mod questions;
mod ranges;
mod repeated;
mod reports;
mod section;
mod sent;
mod server;
mod session;
mod settings;
mod shared;
mod solution;
mod sources;
mod state;
mod status;
mod stop;
mod token_list;
mod tokens;
mod told;
mod transport;
mod typed;
mod wishes;
mod workspace;

pub(crate) use session::run;
pub use session::run_answering;
