//! What stands and lies on an X-mas Rush board.

use std::sync::Arc;

use crate::analysis::setup::Thing;
use crate::analysis::setup::standing::{Arrange, Standing, StandingId};
use crate::board::Square;
use crate::games::rush::Setup;
use crate::games::{Game, Item, Place, Position};

fn item(item: &Item) -> Option<Standing> {
    let Place::Board(square) = item.place else {
        return None;
    };
    let thing = Thing::Item(Arc::clone(&item.name));
    Some(Standing::new(Game::Rush, &thing, square))
}

impl Arrange for Setup {
    fn standing(&self) -> Vec<Standing> {
        let player = self
            .player
            .map(|square| Standing::new(Game::Rush, &Thing::Player, square));
        let items = self.items.iter().filter_map(item);
        player.into_iter().chain(items).collect()
    }

    /// Items may share a square with others and with the player.
    fn moved(&self, id: &StandingId, to: Square) -> Option<Position> {
        let mut setup = self.clone();
        match id {
            StandingId::Player => setup.player = Some(to),
            StandingId::Item(name) => {
                let mut items = setup.items.iter_mut();
                let item = items.find(|item| item.name == *name)?;
                matches!(item.place, Place::Board(_)).then_some(())?;
                item.place = Place::Board(to);
            }
            _ => return None,
        }
        setup.position().ok().map(Into::into)
    }
}
