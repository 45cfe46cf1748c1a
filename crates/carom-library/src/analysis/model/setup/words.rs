//! Reads the words of values, and reports invalid ones.

use super::Source;
use crate::analysis::lints::checks::syntax::{contradiction, unknown_rule};
use crate::analysis::{Diagnostic, Lint, quoted};
use crate::board::Square;
use crate::search::Value;
use crate::syntax::{FieldValue, Key, ParsedSection, Word};
use crate::text::Span;

impl Source<'_> {
    /// Returns the groups of a key's value; no groups if the key is not given.
    pub(super) fn groups(&self, key: Key) -> Vec<Vec<Word>> {
        match self.section.field(key).map(|field| &field.value) {
            Some(FieldValue::Groups(groups)) => groups.clone(),
            Some(FieldValue::Words(words)) => vec![words.clone()],
            _ => Vec::new(),
        }
    }

    /// Returns the square that `word` names, on the board or not.
    pub(super) fn square(&mut self, word: &Word) -> Option<Square> {
        if let Ok(square) = word.text.parse() {
            return Some(square);
        }
        let message = format!("expected a square, found {}", quoted(&word.text));
        let diagnostic = Diagnostic::new(Lint::BadSquare, word.span, message)
            .with_help("write a column letter and a row number, from `a1` to `p16`");
        let lower = word.text.to_ascii_lowercase();
        self.report(match lower.parse::<Square>() {
            Ok(_) => diagnostic.with_safe_word(&lower),
            Err(_) => diagnostic,
        });
        None
    }

    /// Returns whether a word is one of the rules in force: those of the puzzle, or else those of
    /// the file.
    pub(super) fn rules(&mut self) -> impl Fn(&str) -> bool + use<> {
        let words = self.rule_words();
        move |text| words.iter().any(|word| word == text)
    }

    /// Returns the words of these rules, and reports unknown ones.
    pub(super) fn rule_words(&mut self) -> Vec<String> {
        if self.section.field(Key::Rules).is_none() {
            // The file may have words for other games.
            let words = self.file.rules.iter();
            return words.map(|word| word.text.clone()).collect();
        }
        let words = self.groups(Key::Rules).concat();
        let known: Vec<&str> = self.game.rule_words().collect();
        for word in &words {
            if !known.contains(&word.text.as_str()) {
                let message =
                    format!("unknown rule {} for {}", quoted(&word.text), self.game.title());
                let report = unknown_rule(word, message, known.iter().copied());
                self.report(report.with_help(match known.is_empty() {
                    true => "this game has one set of rules: remove the word".to_owned(),
                    false => format!("use one of: {}", known.join(", ")),
                }));
            }
        }
        self.diagnostics.extend(contradiction(self.game, &words));
        words.into_iter().map(|word| word.text).collect()
    }
}

/// Recognises `R=a1`, `KEY: hand` or `ra1` in the place of a piece and its square. Returns the
/// correct notation, with the name as `spelled`.
pub(super) fn parted(found: &str, spelled: impl Fn(&str) -> String) -> Option<String> {
    let is_place =
        |text: &str| text.parse::<Square>().is_ok() || matches!(text, "hand" | "opponent");
    let by_sign = found.split_once(['=', ':', '@']);
    let after_first = || {
        let first = found.chars().next()?;
        found.split_at_checked(first.len_utf8())
    };
    let (name, place) = by_sign.or_else(after_first)?;
    let (name, place) = (name.trim(), place.trim());
    let is_name = !name.is_empty() && name.chars().all(char::is_alphanumeric) || name == "*";
    let meant = format!("{} {place}", spelled(name));
    (is_name && is_place(place) && meant != found).then_some(meant)
}

/// Adds the fix that writes `meant`, if it is known.
pub(super) fn with_meant(diagnostic: Diagnostic, meant: Option<String>) -> Diagnostic {
    match meant {
        Some(meant) => diagnostic.with_unsafe_word(&meant),
        None => diagnostic,
    }
}

/// Returns the span from the first word of a group to its last.
pub(super) fn span_of(group: &[Word]) -> Span {
    let spans = group.iter().map(|word| word.span);
    spans.reduce(Span::cover).unwrap_or_default()
}

/// Returns the span of a `result` value, and the claimed result if it is valid.
pub(crate) fn claimed_result(section: &ParsedSection) -> Option<(Span, Option<Value>)> {
    let field = section.field(Key::Result)?;
    let FieldValue::Words(words) = &field.value else {
        return None;
    };
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let plies = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+'));
    let value = match words.as_slice() {
        [] => return None,
        ["draw"] => Some(Value::Draw),
        ["win", number] => plies(number).map(Value::Win),
        ["loss", number] => plies(number).map(Value::Loss),
        _ => None,
    };
    Some((field.value_span, value))
}
