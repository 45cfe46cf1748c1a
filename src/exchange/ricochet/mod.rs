//! The forms of Ricochet Robots.
//!
//! Elsewhere squares are counted from the top left, and a square on which no
//! robot can ever stand is walled off. Here it is a block.

mod claims;
mod placed;
mod roboyard;
mod walled;

pub(super) use roboyard::FORM as ROBOYARD;
