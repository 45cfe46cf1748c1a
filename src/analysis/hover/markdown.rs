//! Text that is shown as it is.

/// Text that shows as it is in Markdown.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if character.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A block that keeps its columns.
pub(super) fn fenced(text: &str) -> String {
    format!("\n\n```text\n{text}\n```\n")
}
