//! Compares the printed faces with drawings of them.

use std::collections::{BTreeMap, BTreeSet};

use carom::analysis::{FileHead, Puzzle};
use carom::board::{Direction, Square};
use carom::games::Position;
use carom::games::ricochet::{self, Face};

const DRAWINGS: &str = include_str!("tiles/faces.txt");

/// The names in older editions.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("1A", "A3F"),
    ("2A", "A2F"),
    ("3A", "A4B"),
    ("4A", "A1F"),
    ("1B", "A3B"),
    ("2B", "A2B"),
    ("3B", "A4F"),
    ("4B", "A1B"),
];

/// A column from the left and a row from the top.
type Cell = (u8, u8);

/// The content of a drawing: pairs of cells with a wall between them, and symbols.
#[derive(Default)]
struct Drawing {
    walls: BTreeSet<(Cell, Cell)>,
    symbols: BTreeMap<String, Cell>,
}

fn drawings() -> BTreeMap<&'static str, Drawing> {
    let blocks = DRAWINGS.split("\n\n").skip(1);
    blocks
        .map(|block| {
            let mut lines = block.trim().lines();
            (lines.next().unwrap(), parse_drawing(lines.collect()))
        })
        .collect()
}

fn parse_drawing(mut lines: Vec<&str>) -> Drawing {
    let mut shapes = lines.pop().unwrap().split_whitespace();
    let mut drawn = Drawing::default();
    let mut row = 0;
    for line in lines {
        let line = line.strip_prefix("  ").unwrap();
        let is_wall_row = !line.contains('.');
        for (place, glyph) in line.chars().enumerate() {
            let column = u8::try_from(place / 2).unwrap();
            let wall = match glyph {
                '-' => Some(((column, row - 1), (column, row))),
                '|' => Some(((column, row), (column + 1, row))),
                _ => None,
            };
            drawn.walls.extend(wall);
            let colour = match glyph {
                'r' => "red-",
                'g' => "green-",
                'b' => "blue-",
                'y' => "yellow-",
                '*' => "",
                _ => continue,
            };
            let symbol = format!("{colour}{}", shapes.next().unwrap());
            drawn.symbols.insert(symbol, (column, row));
        }
        row += u8::from(!is_wall_row);
    }
    assert_eq!((row, shapes.next()), (8, None));
    drawn
}

/// Rotates a cell by quarter turns of the whole board.
fn turned(cell: Cell, turns: usize) -> Cell {
    (0..turns).fold(cell, |(column, row), _| (15 - row, column))
}

fn read(tiles: &str, target: &str) -> ricochet::Position {
    let text = format!("puzzle ricochet\n  tiles: {tiles}\n  robots: Z a1\n  target: {target}\n");
    // Each symbol gets its own robot.
    let text = text.replace("Z a1", "Z a1, R a2, G a3, B a4, Y a5");
    let puzzle = Puzzle::read(&text, &FileHead::read(""));
    assert_eq!(puzzle.diagnostics(), [], "{text}");
    match puzzle.position().unwrap() {
        Position::Ricochet(position) => position.clone(),
        other => unreachable!("{other:?}"),
    }
}

fn square((column, row): Cell) -> Square {
    Square::new(column, 15 - row)
}

#[test]
fn each_face_matches_its_drawing_in_each_corner() {
    let drawings = drawings();
    assert_eq!(drawings.len(), 16);
    for turn in 0..4 {
        for sides in ["ABCD", "BCDA", "CDAB", "DABC"] {
            let mut names = [String::new(), String::new(), String::new(), String::new()];
            let mut walls = BTreeSet::new();
            let mut symbols = BTreeMap::new();
            for (tile, side) in (1..=4).zip(sides.chars()) {
                let corner = (tile + turn) % 4;
                let name = format!("{tile}{side}");
                let drawn = &drawings[name.as_str()];
                for &(one, other) in &drawn.walls {
                    let mut between = [turned(one, corner), turned(other, corner)];
                    between.sort_unstable();
                    walls.insert(between);
                }
                for (symbol, &cell) in &drawn.symbols {
                    symbols.insert(symbol.clone(), turned(cell, corner));
                }
                names[corner] = name;
            }
            let tiles = names.join(" ");
            assert_eq!(symbols.len(), 17, "{tiles}");
            let board = read(&tiles, "* h1").board().clone();
            for column in 0..16 {
                for row in 0..16 {
                    let cell = (column, row);
                    let has = |other: Cell| walls.contains(&[cell, other]);
                    let built = board.walls(square(cell));
                    assert_eq!(built.contains(Direction::Right), has((column + 1, row)));
                    assert_eq!(built.contains(Direction::Down), has((column, row + 1)));
                    let is_middle = [7, 8].contains(&column) && [7, 8].contains(&row);
                    assert_eq!(board.blocks().contains(square(cell)), is_middle);
                }
            }
            for (symbol, cell) in symbols {
                let target = read(&tiles, &symbol).targets()[0];
                let robot = symbol.chars().next().filter(|_| symbol != "cosmic");
                assert_eq!(target.square, square(cell), "{tiles} {symbol}");
                assert_eq!(
                    target.robot,
                    robot.map(|letter| letter.to_ascii_uppercase())
                );
            }
        }
    }
}

#[test]
fn both_names_of_a_face_are_equal() {
    let face = |name: &str| name.parse::<Face>().unwrap();
    for (name, other) in OTHER_NAMES {
        assert_eq!(face(name), face(other));
        assert_eq!(face(name).name(), name);
        assert_eq!(face(name).other_name(), Some(other));
    }
    let named = Face::ALL.iter().filter(|face| face.other_name().is_some());
    assert_eq!(named.count(), OTHER_NAMES.len());
    let older = read("A1F A2B A3F A4B", "red-star");
    assert_eq!(older, read("4A 2B 1A 3A", "red-star"));
    assert_eq!(older, read("4A A2B A3F 3A", "red-star"));
}
