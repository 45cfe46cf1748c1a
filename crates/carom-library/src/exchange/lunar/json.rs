//! Objects of `json`.

use crate::exchange::json::Notation;
use crate::games::lunar::Setup;

pub(crate) const JSON: Notation =
    Notation::drawn("a human `@` or `1` to `9`, or a robot `A` to `Z` or `0`", |reader| {
        let setup: Setup = reader.setup()?;
        reader.position(setup.position())
    });
