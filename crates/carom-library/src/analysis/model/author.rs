//! The author of a puzzle.

use crate::analysis::Puzzle;
use crate::syntax::{self, Key, ParsedSection};

/// Returns the author of a file, given by the keys before the first puzzle. It applies to all
/// puzzles without an author of their own.
pub fn author_of_file(text: &str) -> Option<&str> {
    let head = syntax::sections(text).into_iter().next()?;
    let head = head.slice(text);
    author(head, &syntax::parse(head))
}

/// Returns the author of a puzzle, if it names one; `text` is its section.
pub fn author_of_puzzle<'a>(text: &'a str, puzzle: &Puzzle) -> Option<&'a str> {
    author(text, &puzzle.section)
}

fn author<'a>(text: &'a str, section: &ParsedSection) -> Option<&'a str> {
    let span = section.field(Key::Author)?.value_span;
    let said = text.get(span.start as usize..span.end as usize)?.trim();
    (!said.is_empty()).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::FileHead;

    #[test]
    fn puzzle_may_repeat_a_key_of_its_file() {
        let text =
            "author: Anna ; of old\n\npuzzle lunar\n  author: Ben\n\npuzzle lunar\n  author:\n";
        assert_eq!(author_of_file(text), Some("Anna"));
        let sections = syntax::sections(text).into_iter().skip(1);
        let authors = sections.map(|span| {
            let section = span.slice(text);
            author_of_puzzle(section, &Puzzle::read(section, &FileHead::default()))
        });
        assert_eq!(authors.collect::<Vec<_>>(), [Some("Ben"), None]);
    }
}
