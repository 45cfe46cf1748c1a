//! Markup in the kind that the client supports.

use tower_lsp::ls_types::{Documentation, MarkupContent, MarkupKind};

/// Converts Markdown to the kind of a client.
pub(crate) fn markup(kind: MarkupKind, markdown: String) -> MarkupContent {
    let value = match kind {
        MarkupKind::Markdown => markdown,
        MarkupKind::PlainText => plain(&markdown),
    };
    MarkupContent { kind, value }
}

/// Converts the documentation of a completion to the kind of a client, if any.
pub(super) fn documentation(kind: Option<MarkupKind>, markdown: String) -> Documentation {
    match kind {
        Some(kind) => Documentation::MarkupContent(markup(kind, markdown)),
        None => Documentation::String(plain(&markdown)),
    }
}

/// Strips the Markdown that `analysis` writes: strong text, code, fences and escapes.
fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut is_fenced = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
            continue;
        }
        if is_fenced {
            text.push_str(line);
        } else {
            add_plain_line(&mut text, line);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

fn add_plain_line(text: &mut String, line: &str) {
    let mut is_code = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '`' => is_code = !is_code,
            '*' if !is_code && characters.peek() == Some(&'*') => {
                characters.next();
            }
            '\\' if !is_code => text.extend(characters.next()),
            _ => text.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_keeps_the_marked_words() {
        let markdown = "**Slider** a\\*b\\`c\n\n`B\\ d7` **x**\n\n```text\n**`\\. .\n```\n";
        assert_eq!(plain(markdown), "Slider a*b`c\n\nB\\ d7 x\n\n**`\\. .");
    }
}
