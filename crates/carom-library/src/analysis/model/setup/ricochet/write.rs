//! Writing a Ricochet Robots puzzle.

use super::keyed;
use super::keys::NONE;
use crate::analysis::model::setup::write::{Unwritable, WriteSetup, draw, place};
use crate::games::ricochet::{Face, Setup, Symbol, faces_of, printed_diagonals, standard_board};
use crate::games::{BoardObject, BoardSetup, Diagonal, Game, Placement};
use crate::syntax::{Draft, Key};

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Ricochet
    }

    /// A board of the printed game is written as its tiles, any other is drawn. The diagonals of
    /// the tiles are not written, unless one is missing.
    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        let Some(faces) = faces_of(&self.board) else {
            return draw(self, draft);
        };
        draft.set(Key::Tiles, faces.map(Face::name).join(" "));
        let (symbols, printed) = (standard_board(faces).1, printed_diagonals(faces));
        let printed: Vec<Placement> = printed.into_iter().map(Diagonal::placement).collect();
        let (mut objects, mut groups) = (self.objects(), Vec::new());
        if printed.iter().all(|diagonal| objects.contains(diagonal)) {
            objects.retain(|object| !printed.contains(object));
        } else {
            groups.push((Key::Diagonals, vec![vec![NONE.to_owned()]]));
        }
        let words = |object: &BoardObject, square| {
            let mut symbols = symbols.iter();
            let is_it = |(symbol, at): &&(Symbol, _)| {
                *at == square && *object == BoardObject::Target(symbol.glyph())
            };
            let symbol = symbols.find(is_it).map(|(symbol, _)| symbol.name().to_owned());
            symbol.map(|name| (Key::Target, name)).or_else(|| keyed(object, square))
        };
        place(self.game(), &objects, |_, _| false, words, groups, draft)
    }
}
