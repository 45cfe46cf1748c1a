//! The formats of Ricochet Robots.
//!
//! They count squares from the top left. A square that no robot can enter is enclosed by walls,
//! where carom has a block.

mod asp;
mod drifting;
mod items;
mod json;
mod lisbon;
mod pddl;
mod robots;
mod roboyard;
mod rpi;
mod skub;

pub(super) use asp::FORMAT as ASP;
pub(super) use drifting::{DUMP as DRIFTING_DUMP, ID as DRIFTING_ID};
pub(super) use json::JSON;
pub(super) use lisbon::FORMAT as LISBON;
pub(super) use pddl::FORMAT as PDDL;
pub(super) use robots::FORMAT as ROBOTS;
pub(super) use roboyard::FORMAT as ROBOYARD;
pub(super) use rpi::FORMAT as RPI;
pub(super) use skub::FORMAT as SKUB;
