//! Compares maps and suggestions with the plain reference.

use carom::analysis::WriteSetup;
use carom::board::Square;
use carom::games::slider::Setup;
use carom::search::Value;

use crate::slider::draw::Random;
use crate::slider::maps::{Board, Cell, Counts, Optimum, compare, name};
use crate::slider::reference::Reference;

fn cell(square: Square) -> Cell {
    (square.column().into(), square.row().into())
}

impl Board for Setup {
    /// The index of a piece.
    type BoardObject = usize;

    fn size(&self) -> Cell {
        (self.board.columns().into(), self.board.rows().into())
    }

    fn setup(&self) -> impl WriteSetup {
        self.clone()
    }

    fn things(&self) -> Vec<(String, Option<Cell>, usize)> {
        let men = self.men.iter().enumerate().map(|(number, man)| {
            let at = cell(man.square);
            (format!("{}@{}", man.side.glyph(), name(at)), Some(at), number)
        });
        men.collect()
    }

    fn moved(&self, &man: &usize, (column, row): Cell) -> Option<Self> {
        let to = Square::new(u8::try_from(column).unwrap(), u8::try_from(row).unwrap());
        let is_taken =
            self.board.blocks().contains(to) || self.men.iter().any(|other| other.square == to);
        let mut moved = self.clone();
        moved.men[man].square = to;
        (!is_taken).then_some(moved)
    }

    fn optimum(&self) -> Option<Optimum> {
        let position = self.position().unwrap();
        Some(match Reference::new(&position).value(&position) {
            Value::Win(plies) => Optimum::Win(plies),
            Value::Loss(plies) => Optimum::Loss(plies),
            Value::Draw => Optimum::Draw,
        })
    }
}

#[test]
fn slider_maps_match_plain_search() {
    let mut random = Random(63);
    let mut counts = Counts::default();
    for number in 0..12 {
        let men = [[1, 1], [2, 1], [1, 2]][number % 3];
        let start = random.position(4, men, 3);
        // Blocks would have maps as well, which the tests of other games cover.
        let setup = Setup::from(&start);
        if setup.board.blocks().is_empty() {
            assert!(compare(&setup, &mut counts));
        }
    }
    assert!(counts.solved > 100 && counts.taken > 10, "{counts:?}");
    assert!(counts.harder.min(counts.easier) > 0, "{counts:?}");
}
