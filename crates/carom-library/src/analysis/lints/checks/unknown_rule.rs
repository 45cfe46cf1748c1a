//! Words of `rules` lines that are unknown or contradict each other.

use crate::analysis::{Diagnostic, Lint, nearest};
use crate::games::Game;
use crate::syntax::Word;
use crate::text::Edit;

/// Reports two words of a `rules` line that contradict each other.
pub(crate) fn contradiction(game: Game, words: &[Word]) -> Option<Diagnostic> {
    let (one, other) = game.contradicting_rules()?;
    let find = |text: &str| words.iter().find(|word| word.text == text);
    let (one, other) = (find(one)?, find(other)?);
    let (first, second) = if one.span <= other.span {
        (one, other)
    } else {
        (other, one)
    };
    let message = format!("`{}` contradicts `{}`", second.text, first.text);
    let report = Diagnostic::new(Lint::UnknownRule, second.span, message);
    Some(report.with_related(first.span, "given here"))
}

/// Reports an unknown word of a `rules` line.
pub(crate) fn unknown_rule<'k>(
    word: &Word,
    message: String,
    known: impl Iterator<Item = &'k str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(Lint::UnknownRule, word.span, message);
    match nearest(&word.text, known) {
        Some(known) => diagnostic.with_unsafe_fix(
            format!("write `{known}`"),
            vec![Edit::replace(word.span, known)],
        ),
        None => diagnostic,
    }
}
