//! Objects of `json` for Tilt.

use crate::exchange::json::Notation;
use crate::games::tilt::Setup;

pub(super) const JSON: Notation = Notation::drawn("`G` or `B`", |reader| {
    let setup: Setup = reader.setup()?;
    reader.position(setup.position())
});
