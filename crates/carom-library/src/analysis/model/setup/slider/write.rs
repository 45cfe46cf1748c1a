//! Writing a Slider puzzle.

use crate::analysis::model::setup::write::{Canvas, Unwritable, WriteSetup};
use crate::games::Game;
use crate::games::slider::{Setup, Side};
use crate::syntax::{Draft, Key};

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Slider
    }

    fn rules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        let mut canvas = Canvas::new(&self.board);
        for man in &self.men {
            canvas.place(man.square, man.side.glyph())?;
        }
        if self.to_move != Side::default() {
            draft.set(Key::ToMove, self.to_move.to_string());
        }
        draft.set(Key::Board, canvas.drawing());
        Ok(())
    }
}
