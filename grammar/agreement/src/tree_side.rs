//! What the tree says.

use tree_sitter::{Node, Parser, Tree};

use super::{Kind, Reading, part};

/// A parser for the grammar.
///
/// # Panics
///
/// If the library cannot load the grammar, that is, if its ABI is too old.
pub fn parser() -> Parser {
    let mut parser = Parser::new();
    let loaded = parser.set_language(&tree_sitter_carom::LANGUAGE.into());
    assert!(loaded.is_ok(), "{loaded:?}");
    parser
}

pub(super) fn read(text: &str, tree: &Tree) -> Reading {
    let mut reading = Reading::new();
    let mut open = vec![(tree.root_node(), false)];
    while let Some((node, is_in_error)) = open.pop() {
        read_node(text, node, is_in_error, &mut reading);
        let is_error = node.is_error();
        let mut cursor = node.walk();
        open.extend(node.children(&mut cursor).map(|child| (child, is_error)));
    }
    reading
}

fn read_node(text: &str, node: Node<'_>, is_in_error: bool, reading: &mut Reading) {
    let kind = match node.kind() {
        "fault" if is_in_error => Kind::Fault,
        // An error holds faults alone, all of one line, and a fault stands in an
        // error.
        "ERROR" if node.child_count() > 0 && is_in_one_line(text, node) => return,
        _ if node.is_missing() || is_in_error => Kind::Stray,
        "fault" | "ERROR" => Kind::Stray,
        "comment" => Kind::Comment,
        "puzzle" if !node.is_named() => Kind::Puzzle,
        "game" => Kind::Game,
        "string" => Kind::Name,
        "key" | "user_key" | "unknown_key" => Kind::Key,
        "text" => Kind::Text,
        "move" | "pass" => Kind::Move,
        "direction" => Kind::Direction,
        _ => match node.parent().map(|parent| parent.kind()) {
            Some("row") if node.kind() == "wall" => Kind::Wall,
            Some("row") => Kind::Cell,
            Some("field" | "group") if node.is_named() && node.kind() != "group" => {
                reading.insert(word(node));
                return;
            }
            _ => return,
        },
    };
    reading.insert(part(node.byte_range(), kind));
}

fn is_in_one_line(text: &str, node: Node<'_>) -> bool {
    let slice = text.get(node.byte_range());
    slice.is_some_and(|slice| !slice.contains(['\n', '\r']))
}

/// A word, of which the letter of a diagonal is a part.
fn word(node: Node<'_>) -> super::Part {
    let joins = |node: &Node<'_>| {
        node.kind() == "robot" || node.kind() == "diagonal" || node.kind() == "word"
    };
    let mut range = node.byte_range();
    if let Some(next) = node.next_sibling().filter(joins)
        && next.start_byte() == range.end
    {
        range.end = next.end_byte();
    }
    if let Some(before) = node.prev_sibling().filter(joins)
        && before.end_byte() == range.start
    {
        range.start = before.start_byte();
    }
    part(range, Kind::Word)
}
