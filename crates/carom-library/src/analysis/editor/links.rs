//! Web addresses in a file.

use crate::syntax::{Key, ParsedSection};
use crate::text::Span;

/// Returns the web addresses in the `source` keys of a section with this `text`.
pub fn links(text: &str, section: &ParsedSection) -> Vec<Span> {
    let fields = section.fields.iter();
    let sources = fields.filter(|field| field.key == Some(Key::Source));
    let words = sources.flat_map(|field| field.value_span.slice(text).split([' ', '\t', '<', '>']));
    let pages = words.filter_map(|word| {
        let page = word.trim_start_matches('(').trim_end_matches(['.', ',', ';', ')']);
        let mut rest =
            ["https://", "http://"].iter().filter_map(|scheme| page.strip_prefix(scheme));
        rest.next().filter(|rest| !rest.is_empty())?;
        Some(Span::of(text, page))
    });
    pages.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    #[test]
    fn addresses_are_recognised_between_spaces_and_punctuation() {
        let text = "source: see (https://a.example/b), http:// and <http://c.example>.\ntitle: https://d\n";
        let found: Vec<&str> =
            links(text, &parse(text)).into_iter().map(|span| span.slice(text)).collect();
        assert_eq!(found, ["https://a.example/b", "http://c.example"]);
    }
}
