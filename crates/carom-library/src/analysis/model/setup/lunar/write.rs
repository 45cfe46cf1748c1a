//! Writing a Lunar Lockout puzzle.

use crate::analysis::model::setup::write::{Canvas, Unwritable, WriteSetup};
use crate::games::Game;
use crate::games::lunar::{Rule, Setup, is_human, is_robot};
use crate::syntax::{Draft, Key};

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Lunar
    }

    fn rules(&self) -> Vec<&'static str> {
        let stay = (self.rule == Rule::Stay).then_some("stay");
        let grouped = self.is_grouped.then_some("grouped");
        stay.into_iter().chain(grouped).collect()
    }

    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        let mut canvas = Canvas::new(&self.board);
        for piece in &self.pieces {
            if !is_human(piece.name) && !is_robot(piece.name) {
                return Err(Unwritable::Name(piece.name.to_string()));
            }
            canvas.place(piece.square, piece.name)?;
        }
        let targets = self.targets.iter();
        let covered = targets.filter(|&&square| !canvas.put(square, '+'));
        let covered: Vec<String> = covered.map(ToString::to_string).collect();
        if !covered.is_empty() {
            draft.set(Key::Target, vec![covered]);
        }
        draft.set(Key::Board, canvas.drawing());
        Ok(())
    }
}
