//! Gestures on a drawn board, such as dragging a robot: what there is to take
//! hold of, and the change of the text that each gesture is.
//!
//! The text is the truth. A gesture changes as few characters of it as it can,
//! and what comes out is read again: one that would leave a malformed puzzle is
//! refused.

mod desk;
mod hold;
mod palette;
mod sheet;
mod tiles;
mod walls;
mod work;

pub use desk::{Desk, Handle, desk, handle_at, handles};
pub use palette::Choice;
pub(in crate::analysis) use work::gestured;
pub use work::{Edited, Gesture, error, gesture};
