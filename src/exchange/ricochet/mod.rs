//! The forms of Ricochet Robots.
//!
//! Elsewhere squares are counted from the top left, and a square on which no
//! robot can ever stand is walled off. Here it is a block.

mod asp;
mod claims;
mod document;
mod drifting;
mod pddl;
mod placed;
mod robots;
mod roboyard;
mod skub;
mod walled;

pub(super) use asp::FORM as ASP;
pub(super) use drifting::{DUMP as DRIFTING_DUMP, ID as DRIFTING_ID};
pub(super) use pddl::FORM as PDDL;
pub(super) use robots::FORM as ROBOTS;
pub(super) use roboyard::FORM as ROBOYARD;
pub(super) use skub::FORM as SKUB;
