//! X-mas Rush: pushes move the tiles that a player walks on.
//!
//! ```text
//! ╔═╦╗   A turn is one push, then a walk of 0 to 20 steps between tiles that
//! ║╚╬╣   are both open to each other. A push moves a line by one: the hand
//! ╠═╩╝   tile enters, and the tile that falls off is the new hand tile. Items
//! ╚╗·╵   and player ride along; a player that falls off comes in again.
//! ```
//!
//! The search branches on pushes only. A state contains the board as planes of bits (`state`) and
//! every square on which the player may be. Walks are followed in groups that have collected the
//! same items (`walks`). A bound excludes items that no last push can reach (`bound`). The shortest
//! walks between the pushes of a solution are found at the end (`replay`).

mod bound;
mod illegal;
mod notation;
mod position;
mod puzzle;
mod replay;
mod setup;
mod stages;
mod state;
mod tiles;
mod turn;
mod walks;

pub use illegal::{Barrier, Illegal, Step};
pub use position::Position;
pub use setup::{MAX_ITEMS, Setup};
pub use tiles::Tiles;
pub use turn::{MAX_STEPS, ParseTurnError, Turn, Walk, WalkTooLong};
