//! The pictures in the manual, drawn by carom itself.
//!
//! For a block with `picture=NAME`, its page shows `pictures/NAME.svg`, the last puzzle of the
//! block, `pictures/NAME-N.svg`, the puzzle after N stages of its solution, and
//! `pictures/NAME-solution.png`, the animated solution.

use std::collections::BTreeSet;
use std::fs;

use carom::analysis::{FileHead, Puzzle};
use carom::games::ricochet::{Face, Symbol, standard_board};
use carom::games::{Motion, Position};
use carom::picture::{Picture, describe, svg};
use carom::syntax;

use super::Sandbox;
use super::pages::{blocks, check_or_update, links, name, pages, root};

/// Draws a position as an SVG document with a final line ending.
fn draw(position: &Position, motions: &[Motion], title: &str) -> String {
    let picture = svg(&Picture { position, motions, title, description: &describe(position) });
    format!("{}\n", picture.trim_end())
}

/// Returns the last puzzle of a file.
fn last(text: &str) -> Puzzle {
    let sections = syntax::sections(text);
    let head = FileHead::read(sections.first().unwrap().slice(text));
    Puzzle::read(sections.last().unwrap().slice(text), &head)
}

/// Draws a puzzle at the start, or after some stages of its solution.
fn picture(text: &str, parts: Option<usize>) -> String {
    let puzzle = last(text);
    let title = puzzle.name().unwrap();
    let start = puzzle.position().unwrap();
    let Some(parts) = parts else {
        return draw(start, &[], title);
    };
    let mut position = start.clone();
    let mut stages = Vec::new();
    for &played in &puzzle.played.as_ref().unwrap().moves {
        stages.extend(position.stages(played).unwrap());
        position = position.play(played).unwrap();
    }
    let stage = &stages[parts - 1];
    draw(&stage.position, &stage.motions, title)
}

/// Returns the solution of a puzzle as `carom render` draws it.
fn solution(text: &str) -> Vec<u8> {
    let sandbox = Sandbox::new();
    sandbox.write("deck.carom", text);
    let command = "carom render deck.carom --solution --format apng -o solution.png";
    let output = sandbox.run(command);
    assert!(output.status.success(), "{output:?}");
    fs::read(sandbox.0.path().join("solution.png")).unwrap()
}

/// Returns a board of one side of the four tiles, with all its targets.
fn printed_board(side: char) -> String {
    let tiles: Vec<_> = (1..=4).map(|tile| format!("{tile}{side}")).collect();
    let symbols: Vec<_> = Symbol::all().map(Symbol::name).collect();
    let text = format!(
        "puzzle ricochet \"{}\"\n  tiles: {}\n  robots: R a1, G a16, B p16, Y p1, S i1\n  target: {}\n",
        tiles.join(", "),
        tiles.join(" "),
        symbols.join(", ")
    );
    picture(&text, None)
}

#[test]
fn pictures_match_their_blocks() {
    let folder = root().join("docs/pictures");
    let mut shown = BTreeSet::new();
    for side in 'A'..='D' {
        let file = format!("tiles-{}.svg", side.to_ascii_lowercase());
        check_or_update(&folder.join(&file), printed_board(side));
        shown.insert(file);
    }
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let blocks = blocks(&text);
        for link in links(&text) {
            let Some((_, file)) = link.rsplit_once("pictures/") else {
                continue;
            };
            if let Some(stem) = file.strip_suffix("-solution.png") {
                let block = blocks.iter().find(|block| block.picture() == Some(stem));
                let block =
                    block.unwrap_or_else(|| panic!("{}: no block draws {file}", name(&page)));
                check_or_update(&folder.join(file), solution(block.body));
            } else if !file.starts_with("tiles-") && !file.starts_with("page-") {
                let stem = file.strip_suffix(".svg").unwrap();
                let of = |name: &str| match stem.strip_prefix(name)? {
                    "" => Some(None),
                    part => Some(Some(part.strip_prefix('-')?.parse().ok()?)),
                };
                let found = blocks.iter().find_map(|block| Some((block, of(block.picture()?)?)));
                let (block, parts) =
                    found.unwrap_or_else(|| panic!("{}: no block draws {file}", name(&page)));
                check_or_update(&folder.join(file), picture(block.body, parts));
            }
            shown.insert(file.to_owned());
        }
    }
    let there = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(there.collect::<BTreeSet<_>>(), shown, "docs/pictures");
}

/// The table on the format page lists the symbols of each board.
#[test]
fn symbol_table_matches_printed_boards() {
    const HEAD: &str = "| symbol | A | B | C | D |\n|---|---|---|---|---|\n";
    let path = root().join("docs/format.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, after) = text.split_once(HEAD).unwrap();
    let (_, after) = after.split_once("\n\n").unwrap();
    let boards = Face::ALL.chunks(4);
    let boards: Vec<_> = boards.map(|faces| standard_board(faces.try_into().unwrap()).1).collect();
    let rows: String = Symbol::all()
        .map(|symbol| {
            let squares = boards.iter().map(|board| {
                let (_, square) = board.iter().find(|(other, _)| *other == symbol).unwrap();
                format!(" `{square}` |")
            });
            format!("| `{}` |{}\n", symbol.name(), squares.collect::<String>())
        })
        .collect();
    check_or_update(&path, format!("{before}{HEAD}{rows}\n{after}"));
}

/// The output of `carom check` in the README.
#[test]
fn picture_of_the_check_is_current() {
    let command = "carom check examples/broken/broken.carom";
    let output = Sandbox::new().run(&format!("{command} --color always 2>&1"));
    let text = format!("$ {command}\n\n{}", String::from_utf8(output.stdout).unwrap());
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    check_or_update(&root().join("docs/check.svg"), terminal.render_svg(text.trim_end()));
}
