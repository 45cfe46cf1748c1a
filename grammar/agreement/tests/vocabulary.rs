//! The words and glyphs that the grammar knows are those of carom, and no
//! others.
#![allow(missing_docs, clippy::unwrap_used)]

use carom::games::Game;
use carom::syntax::Key;
use carom_grammar_agreement::parser;

/// The kind of the node that starts at the last occurrence of `part`.
fn kind(text: &str, part: &str) -> String {
    let tree = parser().parse(text, None).unwrap();
    let at = text.rfind(part).unwrap();
    let node = tree.root_node().descendant_for_byte_range(at, at + part.len());
    node.unwrap().kind().to_owned()
}

/// Characters that may stand for something on a board; the others are what the
/// format itself needs there.
fn glyphs() -> impl Iterator<Item = char> {
    let ascii = ('!'..='~').filter(|glyph| !"|:".contains(*glyph));
    ascii.chain('\u{a0}'..='\u{ff}').chain('\u{2500}'..='\u{25ff}')
}

#[test]
fn cells_are_what_the_game_says() {
    for game in Game::ALL {
        for glyph in glyphs() {
            let text = format!("puzzle {}\n  board:\n    %%{glyph}", game.name());
            let kind = kind(&text, &glyph.to_string());
            let expected = match glyph {
                _ if game == Game::Rush => &["tile"][..],
                '.' => &["floor"],
                '#' => &["block"],
                '/' | '\\' => &["diagonal"],
                // It has no name, and so it is no piece that a move names.
                '0' => &["robot"],
                _ if game.is_piece(glyph) => &["robot", "human"],
                _ if game.is_target(glyph) => &["target"],
                _ => &["piece"],
            };
            let expected = match game.glyph_meaning(glyph) {
                Some(_) => expected,
                None => &["unknown_cell"],
            };
            assert!(expected.contains(&kind.as_str()), "{glyph} in {}: {kind}", game.name());
        }
    }
}

#[test]
fn keys_are_known() {
    for key in Key::ALL {
        let text = format!("puzzle lunar\n  {}: 1", key.name());
        assert_eq!(kind(&text, key.name()), "key");
    }
    for (unknown, expected) in
        [("autor", "unknown_key"), ("Moves", "unknown_key"), ("x-a", "user_key")]
    {
        assert_eq!(kind(&format!("{unknown}: 1"), unknown), expected);
    }
}

#[test]
fn rule_words_are_known() {
    for word in Game::ALL.into_iter().flat_map(Game::rule_words) {
        assert_eq!(kind(&format!("rules: {word}"), word), "rule");
        assert_eq!(kind(&format!("rules: {word}s"), &format!("{word}s")), "word");
    }
}

#[test]
fn games_are_known() {
    for game in Game::ALL {
        // What a cell is shows that the game was recognised.
        let text = format!("puzzle {}\n  board:\n    1H\n  hand: 1", game.name());
        let cells = [kind(&text, "H"), kind(&text, "1")];
        assert_ne!(cells, ["unknown_cell", "unknown_cell"], "{}", game.name());
    }
}

#[test]
fn squares_are_those_of_the_largest_board() {
    for (word, expected) in [
        ("a1", "square"),
        ("p16", "square"),
        ("j10", "square"),
        ("q1", "word"),
        ("a17", "word"),
        ("a0", "word"),
        ("a01", "word"),
        ("A1", "word"),
        ("a", "word"),
    ] {
        assert_eq!(kind(&format!("puzzle rush\n  player: {word}"), word), expected);
    }
}
