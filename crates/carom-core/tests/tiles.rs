//! Compares the printed faces with drawings of them.

use std::collections::{BTreeMap, BTreeSet};

use carom::analysis::{FileHead, Puzzle};
use carom::analysis::{WritablePuzzle, setup_of, write_puzzle};
use carom::board::{Direction, Square};
use carom::games::ricochet::{self, Face};
use carom::games::{Diagonal, GameRules, Position};
use carom::search::{Budget, Outcome, solve};

use crate::reference::random::Random;
use crate::reference::ricochet::Ricochet;
use crate::reference::{Grid, Truth};

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
                assert_eq!(target.robot, robot.map(|letter| letter.to_ascii_uppercase()));
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

/// The diagonals of `tiles: 1D 2D 3D 4D`, of each tile in turn.
const DIAGONALS: [&str; 8] =
    ["Y\\ f9", "G/ e15", "B\\ o14", "R/ l9", "B\\ l2", "Y\\ j4", "R/ b3", "G/ g4"];

/// A cell of the reference, whether its diagonal runs like `/`, and its robot.
type Turned = ((i32, i32), bool, char);

/// Returns the diagonals of a tile after quarter turns clockwise from its corner in [`DIAGONALS`].
fn diagonals_of(tile: usize, turns: usize) -> Vec<Turned> {
    let all = DIAGONALS[2 * tile..][..2].iter().map(|text| {
        let (glyphs, name) = text.split_once(' ').unwrap();
        let at: Square = name.parse().unwrap();
        let mut cell = (i32::from(at.column()), i32::from(at.row()));
        let mut is_slash = glyphs.ends_with('/');
        for _ in 0..turns {
            cell = (cell.1, 15 - cell.0);
            is_slash = !is_slash;
        }
        (cell, is_slash, glyphs.chars().next().unwrap())
    });
    all.collect()
}

/// Returns a puzzle of the reference on the tiles of a text. `diagonals` are on the board.
fn plain(position: &ricochet::Position, diagonals: &[Turned]) -> Ricochet {
    let board = position.board();
    let cell = |square: Square| (i32::from(square.column()), i32::from(square.row()));
    let mut grid = Grid { columns: 16, rows: 16, ..Grid::default() };
    for square in board.squares() {
        if board.blocks().contains(square) {
            grid.blocks.push(cell(square));
        }
    }
    for (square, side) in board.all_walls() {
        match side {
            Direction::Up => grid.walls_above.push(cell(square)),
            _ => grid.walls_right.push(cell(square)),
        }
    }
    let names: Vec<char> = position.robots().map(|robot| robot.name).collect();
    // A robot that is not on the board passes nothing.
    let index = |name: char| names.iter().position(|other| *other == name).unwrap_or(99);
    let diagonals = diagonals.iter();
    Ricochet {
        grid,
        bounce: position.rules().bounce,
        robots: position.robots().map(|robot| cell(robot.square)).collect(),
        targets: position
            .targets()
            .iter()
            .map(|target| (cell(target.square), target.robot.map(index)))
            .collect(),
        diagonals: diagonals
            .map(|&(cell, is_slash, robot)| (cell, is_slash, Some(index(robot))))
            .collect(),
        ..Ricochet::default()
    }
}

/// Returns the optimum, proved and replayed, or none if there is no solution.
fn optimum(position: &ricochet::Position) -> Option<usize> {
    let mut budget = Budget::new(1 << 30, 2_000_000);
    let start = Position::Ricochet(position.clone());
    match solve(&start, &mut budget).outcome {
        Outcome::Solved(solution) => {
            let mut played = start;
            for &slide in &solution.moves {
                played = played.play(slide).unwrap();
            }
            assert!(played.is_solved());
            Some(solution.moves.len())
        }
        Outcome::Unsolvable(_) => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn boards_of_sides_d_match_plain_search() {
    let mut random = Random(48);
    let (mut changed, mut solved) = (0, 0);
    for round in 0..40 {
        let mut tiles = [0, 1, 2, 3];
        for last in (1..4).rev() {
            tiles.swap(last, random.below(last + 1));
        }
        let diagonals: Vec<Turned> =
            (0..4).flat_map(|at| diagonals_of(tiles[at], (4 + at - tiles[at]) % 4)).collect();
        let names = tiles.map(|tile| format!("{}D", tile + 1)).join(" ");
        let all: Vec<_> = ricochet::Symbol::all().collect();
        let target = all[random.below(all.len())];
        let robot = target.robot().unwrap_or('R');
        // One or two robots keep the plain search short.
        let other = ['R', 'G', 'B', 'Y'][random.below(4)];
        let free = ["a1", "p16", "c5", "n9", "h12", "k6", "b14", "m2"];
        let mut robots = format!("{robot} {}", free[random.below(4)]);
        if round % 4 == 0 && other != robot {
            robots.push_str(&format!(", {other} {}", free[4 + random.below(4)]));
        }
        let rule = ["direct", "bounce"][random.below(2)];
        let text = |line: &str| {
            format!(
                "puzzle ricochet\n  rules: {rule}\n  tiles: {names}\n  target: {}\n  \
                 robots: {robots}\n{line}",
                target.name()
            )
        };
        let position = |text: &str| match Puzzle::read(text, &FileHead::default()).position() {
            Some(Position::Ricochet(position)) => position.clone(),
            other => panic!("{other:?}: {text}"),
        };
        let printed = position(&text(""));
        let bare = position(&text("  diagonals: none\n"));
        assert_eq!((printed.diagonals().len(), bare.diagonals().len()), (8, 0));
        let mut optima = Vec::new();
        for (position, diagonals) in [(&printed, &diagonals[..]), (&bare, &[])] {
            let found = optimum(position);
            let expected = match plain(position, diagonals).truth(200_000) {
                Truth::Solved(moves, _) => Some(moves),
                Truth::Unsolvable => None,
                deeper @ Truth::DeeperThan(_) => panic!("{deeper:?}"),
            };
            assert_eq!(found, expected, "{}", text(""));
            solved += usize::from(found.is_some());
            optima.push(found);
        }
        changed += usize::from(optima[0] != optima[1]);
    }
    assert!(changed >= 10 && solved >= 50, "{changed} {solved}");
}

#[test]
fn printed_diagonals_are_written_only_if_one_is_missing() {
    let puzzle = |line: &str| {
        format!("puzzle ricochet\n  tiles: 1D 2A 4C 3B\n  robots: R a1\n  target: red-star\n{line}")
    };
    let diagonals = |text: &str| match Puzzle::read(text, &FileHead::default()).position() {
        Some(Position::Ricochet(position)) => position.diagonals().to_vec(),
        other => panic!("{other:?}: {text}"),
    };
    let printed: Vec<Diagonal> = diagonals(&puzzle(""));
    assert_eq!(printed.len(), 2);
    for (line, number, is_written) in [
        ("", 2, false),
        ("  diagonals: R/ c5\n", 3, true),
        ("  diagonals: none\n", 0, true),
        ("  diagonals: none, G/ e15\n", 1, true),
        ("  diagonals: R/ c5, none\n", 1, true),
    ] {
        let text = puzzle(line);
        let read = diagonals(&text);
        assert_eq!(read.len(), number, "{text}");
        let position = Puzzle::read(&text, &FileHead::default());
        let setup = setup_of(position.position().unwrap());
        let written = write_puzzle(&WritablePuzzle::new(&*setup)).unwrap();
        assert_eq!(written.contains("diagonals:"), is_written, "{written}");
        assert_eq!(diagonals(&written), read, "{written}");
        let again = Puzzle::read(&written, &FileHead::default());
        assert_eq!(again.position(), position.position(), "{written}");
    }
    let drawn = "puzzle ricochet\n  diagonals: none\n  board:\n    R . r\n";
    let puzzle = Puzzle::read(drawn, &FileHead::default());
    let messages = puzzle.diagnostics().iter().map(|d| d.message.as_str());
    assert_eq!(messages.collect::<Vec<_>>(), ["a drawn board has no printed diagonals"]);
}

#[test]
fn a_puzzle_on_tiles_turns_with_its_diagonals() {
    let text =
        |tiles: &str, squares: &str| format!("puzzle ricochet\n  tiles: {tiles}\n  {squares}\n");
    let identity = |text: &str| {
        let puzzle = Puzzle::read(text, &FileHead::default());
        puzzle.position().unwrap().canonical()
    };
    let upright = identity(&text("1D 2D 3D 4D", "robots: R a1, G c5\n  target: r f12"));
    let turned = identity(&text("4D 1D 2D 3D", "robots: R a16, G e14\n  target: r l11"));
    assert_eq!(upright, turned);
}
