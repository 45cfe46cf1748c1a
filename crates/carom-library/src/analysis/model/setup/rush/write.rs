//! Writing an X-mas Rush puzzle.

use crate::analysis::model::setup::write::{Unwritable, WriteSetup};
use crate::games::rush::Setup;
use crate::games::{Game, Item, ItemPlace};
use crate::picture;
use crate::syntax::{BoardStyle, Draft, Key};

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Rush
    }

    fn rules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        if let Some(player) = self.player {
            draft.set(Key::Player, player.to_string());
        }
        if let Some(hand) = self.hand {
            draft.set(Key::Hand, hand.to_string());
        }
        let items = self.items.iter().map(item_words);
        let items = items.collect::<Result<Vec<_>, _>>()?;
        if !items.is_empty() {
            draft.set(Key::Items, items);
        }
        if let Some(quests) = &self.quests {
            let quests = quests.iter().map(|quest| Ok(vec![name(quest)?]));
            draft.set(Key::Quests, quests.collect::<Result<Vec<_>, _>>()?);
        }
        if !self.opponent.is_empty() {
            let pushes: Vec<String> = self.opponent.iter().map(ToString::to_string).collect();
            draft.set(Key::Opponent, pushes.join(" "));
        }
        if let Some(hand) = self.opponent_hand {
            draft.set(Key::OpponentHand, hand.to_string());
        }
        // In the compact style, the paths of neighbouring tiles join.
        let tiles = picture::drawing(&self.board, BoardStyle::Compact, |square| {
            self.tiles.get(square).glyph()
        });
        draft.set(Key::Board, tiles);
        Ok(())
    }
}

fn item_words(item: &Item) -> Result<Vec<String>, Unwritable> {
    let place = match item.place {
        ItemPlace::Board(square) => square.to_string(),
        ItemPlace::Hand => "hand".to_owned(),
        ItemPlace::OpponentHand => "opponent".to_owned(),
    };
    Ok(vec![name(&item.name)?, place])
}

/// Returns a name if it can be written: it is one word without separators.
fn name(name: &str) -> Result<String, Unwritable> {
    if name.is_empty() || name.contains([' ', '\t', ',', '\n', '\r']) {
        Err(Unwritable::Name(name.to_owned()))
    } else {
        Ok(name.to_owned())
    }
}
