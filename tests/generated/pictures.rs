//! The pictures of the manual are drawn by carom itself.
//!
//! A deck with `picture=NAME` is shown on its page as `pictures/NAME.svg`, which is
//! its last puzzle, and as `pictures/NAME-N.svg`, which is that after the Nth part
//! of its solution. `pictures/NAME-solution.png` is its solution, animated.

use std::collections::BTreeSet;
use std::fs;

use carom::analysis::{FileHead, Puzzle};
use carom::games::ricochet::{Face, Symbol, standard_board};
use carom::games::{Motion, Position};
use carom::picture::{Picture, describe, svg};
use carom::syntax;

use super::Sandbox;
use super::pages::{blocks, held, links, name, pages, root};

/// A document of its own, with a line end as other texts have.
fn drawn(position: &Position, motion: Option<&Motion>, title: &str) -> String {
    let picture = svg(&Picture {
        position,
        motion,
        title,
        description: &describe(position),
    });
    format!("{}\n", picture.trim_end())
}

/// The last puzzle of a deck.
fn last(deck: &str) -> Puzzle {
    let sections = syntax::sections(deck);
    let head = FileHead::read(sections.first().unwrap().slice(deck));
    Puzzle::read(sections.last().unwrap().slice(deck), &head)
}

/// The picture of a deck, or of what its solution has come to after some parts.
fn picture(deck: &str, parts: Option<usize>) -> String {
    let puzzle = last(deck);
    let title = puzzle.name().unwrap();
    let start = puzzle.position().unwrap();
    let Some(parts) = parts else {
        return drawn(start, None, title);
    };
    let mut position = start.clone();
    let mut stages = Vec::new();
    for &played in &puzzle.played.as_ref().unwrap().moves {
        stages.extend(position.stages(played).unwrap());
        position = position.play(played).unwrap();
    }
    let stage = &stages[parts - 1];
    drawn(&stage.position, Some(&stage.motion), title)
}

/// The solution of a deck as `carom render` draws it.
fn solution(deck: &str) -> Vec<u8> {
    let sandbox = Sandbox::new();
    sandbox.write("deck.carom", deck);
    let command = "carom render deck.carom --solution --format apng -o solution.png";
    let output = sandbox.run(command);
    assert!(output.status.success(), "{output:?}");
    fs::read(sandbox.0.path().join("solution.png")).unwrap()
}

/// The board of a side of the four tiles, with all its targets.
fn printed(side: char) -> String {
    let tiles: Vec<_> = (1..=4).map(|tile| format!("{tile}{side}")).collect();
    let symbols: Vec<_> = Symbol::all().map(Symbol::name).collect();
    let deck = format!(
        "puzzle ricochet \"{}\"\n  tiles: {}\n  robots: R a1, G a16, B p16, Y p1, S i1\n  target: {}\n",
        tiles.join(", "),
        tiles.join(" "),
        symbols.join(", ")
    );
    picture(&deck, None)
}

#[test]
fn pictures_show_what_stands_beside_them() {
    let folder = root().join("docs/pictures");
    let mut shown = BTreeSet::new();
    for side in 'A'..='D' {
        let file = format!("tiles-{}.svg", side.to_ascii_lowercase());
        held(&folder.join(&file), printed(side));
        shown.insert(file);
    }
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let blocks = blocks(&text);
        for link in links(&text) {
            let Some((_, file)) = link.rsplit_once("pictures/") else {
                continue;
            };
            if let Some(deck) = file.strip_suffix("-solution.png") {
                let block = blocks.iter().find(|block| block.picture() == Some(deck));
                let block =
                    block.unwrap_or_else(|| panic!("{}: no deck makes {file}", name(&page)));
                held(&folder.join(file), solution(block.body));
            } else if !file.starts_with("tiles-") {
                let stem = file.strip_suffix(".svg").unwrap();
                let of = |deck: &str| match stem.strip_prefix(deck)? {
                    "" => Some(None),
                    part => Some(Some(part.strip_prefix('-')?.parse().ok()?)),
                };
                let deck = blocks
                    .iter()
                    .find_map(|block| Some((block, of(block.picture()?)?)));
                let (block, parts) =
                    deck.unwrap_or_else(|| panic!("{}: no deck makes {file}", name(&page)));
                held(&folder.join(file), picture(block.body, parts));
            }
            shown.insert(file.to_owned());
        }
    }
    let there = fs::read_dir(folder).unwrap();
    let there = there.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(there.collect::<BTreeSet<_>>(), shown, "docs/pictures");
}

/// The table of the format's page tells where the symbols of each board are.
#[test]
fn the_symbols_of_the_printed_boards_are_where_the_manual_says() {
    const HEAD: &str = "| symbol | A | B | C | D |\n|---|---|---|---|---|\n";
    let path = root().join("docs/format.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, after) = text.split_once(HEAD).unwrap();
    let (_, after) = after.split_once("\n\n").unwrap();
    let boards = Face::ALL.chunks(4);
    let boards: Vec<_> = boards
        .map(|faces| standard_board(faces.try_into().unwrap()).1)
        .collect();
    let rows = Symbol::all().map(|symbol| {
        let squares = boards.iter().map(|board| {
            let (_, square) = board.iter().find(|(other, _)| *other == symbol).unwrap();
            format!(" `{square}` |")
        });
        format!("| `{}` |{}\n", symbol.name(), squares.collect::<String>())
    });
    let rows: String = rows.collect();
    held(&path, format!("{before}{HEAD}{rows}\n{after}"));
}
