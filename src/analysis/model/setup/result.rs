//! The claim about a game for two sides.

use crate::search::Value;
use crate::syntax::{FieldValue, Key, ParsedSection};
use crate::text::Span;

/// The value of a `result` line, and the result it claims if it is one.
pub(in crate::analysis) fn claimed_result(
    section: &ParsedSection,
) -> Option<(Span, Option<Value>)> {
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
