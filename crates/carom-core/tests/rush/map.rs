//! Compares maps and suggestions with the plain reference.

use carom::analysis::WriteSetup;

use crate::rush::boards::{Kind, Random, random_node, setup};
use crate::rush::maps::{Board, Cell, Counts, Optimum, compare};
use crate::rush::reference::{At, Node, Push, Verdict};

/// A board and the coming opponent pushes.
#[derive(Clone, Debug)]
struct Start {
    node: Node,
    script: Vec<Push>,
}

/// A movable object: the player, or an item by its number.
#[derive(Debug)]
enum BoardObject {
    Player,
    Item(usize),
}

fn cell((column, row): (usize, usize)) -> Cell {
    (i32::try_from(column).unwrap(), i32::try_from(row).unwrap())
}

impl Board for Start {
    type BoardObject = BoardObject;

    fn size(&self) -> Cell {
        cell((self.node.rows[0].len(), self.node.rows.len()))
    }

    fn setup(&self) -> impl WriteSetup {
        setup(&self.node, &self.script)
    }

    fn things(&self) -> Vec<(String, Option<Cell>, BoardObject)> {
        let items = self.node.items.iter().enumerate().map(|(number, &at)| {
            let at = match at {
                At::Board(column, row) => Some(cell((column, row))),
                At::Hand(_) | At::Collected => None,
            };
            (format!("item:ITEM{number}"), at, BoardObject::Item(number))
        });
        let player = Some(cell(self.node.player));
        let player = ("player".to_owned(), player, BoardObject::Player);
        items.chain([player]).collect()
    }

    fn moved(&self, thing: &BoardObject, (column, row): Cell) -> Option<Self> {
        let (column, row) = (usize::try_from(column).unwrap(), usize::try_from(row).unwrap());
        let mut moved = self.clone();
        match *thing {
            BoardObject::Player => moved.node.player = (column, row),
            BoardObject::Item(number) => moved.node.items[number] = At::Board(column, row),
        }
        Some(moved)
    }

    fn optimum(&self) -> Option<Optimum> {
        match self.node.solve(&self.script, 20_000) {
            Verdict::Turns(turns) => Some(Optimum::Moves(turns)),
            Verdict::Never => Some(Optimum::Unsolvable),
            Verdict::AtLeast(_) => None,
        }
    }
}

#[test]
fn rush_maps_match_plain_search() {
    let mut random = Random(64);
    let mut counts = Counts::default();
    let mut compared = 0;
    while compared < 12 {
        let kind = Kind {
            columns: [2, 3],
            rows: [2, 3],
            tiles: "0123456789abcdef",
            random_tiles: 1,
            items: [1, 2],
            script: [0, 1],
            nodes: 0,
        };
        let (node, script) = random_node(&mut random, &kind);
        compared += usize::from(compare(&Start { node, script }, &mut counts));
    }
    assert!(counts.solved > 100 && counts.unsolved > 0, "{counts:?}");
    assert!(counts.harder.min(counts.easier) > 0, "{counts:?}");
}
