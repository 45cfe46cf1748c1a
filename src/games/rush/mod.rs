//! X-mas Rush: pushes move the tiles that a player walks on.
//!
//! ```text
//! ╔═╦╗   A turn is one push, then a walk of 0 to 20 steps between tiles that
//! ║╚╬╣   are both open to each other. A push moves a line by one: the hand
//! ╠═╩╝   tile enters, and the tile that falls off is the new hand tile. Items
//! ╚╗·╵   and player ride along; a player that falls off comes in again.
//! ```

mod illegal;
mod position;
mod setup;
mod tile;
mod tiles;
mod turn;

pub use illegal::{Barrier, Illegal, Step};
pub use position::{ItemState, Position};
pub use setup::{Fault, Item, MAX_ITEMS, Place, Setup};
pub use tile::Tile;
pub use tiles::Tiles;
pub use turn::{MAX_STEPS, NotATurn, Push, Turn, Walk, WalkTooLong};
