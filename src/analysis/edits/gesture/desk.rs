//! What an editor of boards shows and offers.

use super::hold::{Hold, holds, place_name, standing};
use super::palette::{Choice, palette};
use super::walls::may_have_walls;
use crate::analysis::model::setup::Standing;
use crate::analysis::model::view::holds as is_in;
use crate::analysis::{Puzzle, View};
use crate::board::Square;
use crate::games::Game;

/// A puzzle as it is edited by gestures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Desk {
    /// What can be taken hold of.
    pub handles: Vec<Handle>,
    /// Whether walls can be drawn and taken away.
    pub may_have_walls: bool,
    /// The walls that stand, each between two squares.
    pub walls: Vec<[Square; 2]>,
    /// What can be put on a square.
    pub palette: Vec<Choice>,
}

/// Something that can be taken hold of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    /// What a gesture calls it; no two have the same.
    pub id: String,
    /// What it is, in a word.
    pub kind: &'static str,
    /// Its square, or `hand` or `opponent`.
    pub square: String,
    /// What to call it.
    pub label: String,
}

impl Handle {
    fn new(game: Game, hold: &Hold) -> Self {
        let Standing {
            id, kind, label, ..
        } = standing(game, &hold.thing, hold.place);
        Self {
            id: id.to_string(),
            kind: kind.name(),
            square: place_name(hold.place),
            label,
        }
    }
}

/// What there is to take hold of; nothing of a malformed puzzle.
pub fn handles(puzzle: &Puzzle) -> Option<Vec<Handle>> {
    let placed = puzzle.placed.as_ref()?;
    let game = placed.position.game();
    let holds = holds(placed);
    Some(holds.iter().map(|hold| Handle::new(game, hold)).collect())
}

/// What stands under the cursor: what the text there puts in its place, or else
/// what is on the square of the cell.
pub fn handle_at(view: &View<'_>, offset: u32) -> Option<Handle> {
    let placed = view.puzzle.placed.as_ref()?;
    let all = holds(placed);
    let find = |is_it: &dyn Fn(&Hold) -> bool| all.iter().find(|hold| is_it(hold));
    let found = find(&|hold| hold.spans.iter().any(|span| is_in(*span, offset)))
        .or_else(|| {
            let mut cells = placed.cells.iter();
            let (square, _) = cells.find(|(_, span)| is_in(*span, offset))?;
            find(&|hold| hold.is_on(*square))
        })
        .or_else(|| find(&|hold| hold.spans.iter().any(|span| span.touches(offset))));
    found.map(|hold| Handle::new(placed.position.game(), hold))
}

/// What there is to take hold of, and what can be put; nothing of a malformed
/// puzzle.
pub fn desk(puzzle: &Puzzle) -> Option<Desk> {
    let placed = puzzle.placed.as_ref()?;
    let game = placed.position.game();
    let holds = holds(placed);
    let board = placed.position.board();
    let walls = board.all_walls();
    let walls = walls.filter_map(|(square, side)| Some([square, board.beyond(square, side)?]));
    Some(Desk {
        handles: holds.iter().map(|hold| Handle::new(game, hold)).collect(),
        may_have_walls: may_have_walls(placed).is_ok(),
        walls: walls.collect(),
        palette: palette(placed, &holds),
    })
}
