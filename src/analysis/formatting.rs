//! A file in the standard layout.

use super::Diagnostic;
use super::diagnostics::syntax;
use crate::games::Game;

/// `text` in the standard layout.
///
/// # Errors
///
/// The diagnostics of what hides the layout; the text must then be left as it
/// is.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    crate::syntax::format(text, |game, glyph| {
        Game::from_name(game).map_or(glyph, |game| game.standard_glyph(glyph))
    })
    .map_err(|faults| {
        let faults = faults.iter();
        faults
            .map(|fault| syntax::diagnostic(text, fault))
            .collect()
    })
}
