//! What a board beside the text shows and does: a `solution` move by move, a `desk` on
//! which the puzzle is edited, a `play` by hand, the `map` of a piece, and `wishes` for
//! a harder puzzle or an easier one.
//!
//! - The text is what counts: every gesture is an edit of it, and a board is drawn anew
//!   from it.
//! - What takes long is searched while nobody waits for another answer, and is given up
//!   once something newer is wanted.

mod desk;
pub(super) mod map;
mod play;
mod solution;
mod wishes;
