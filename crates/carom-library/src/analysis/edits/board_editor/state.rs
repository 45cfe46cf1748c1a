//! The state of the board editor: movable objects, walls and the palette.

use std::sync::Arc;

use serde::Serialize;

use super::palette::{PaletteEntry, palette};
use super::walls::may_have_walls;
use crate::analysis::edits::transform::transforms;
use crate::analysis::model::setup::{ObjectInfo, PlacedObject, notation};
use crate::analysis::model::view::holds as is_in;
use crate::analysis::{AnswerState, Puzzle, View};
use crate::board::Square;
use crate::games::{BoardObject, Game, ItemPlace, Position};
use crate::syntax::Key;

/// The state of the board editor for one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardEditor {
    /// The objects that can be moved.
    pub handles: Vec<Handle>,
    /// Whether the editor offers walls.
    pub may_have_walls: bool,
    /// The walls, each between two squares.
    pub walls: Vec<[Square; 2]>,
    /// The objects that can be put on a square.
    pub palette: Vec<PaletteEntry>,
    /// The titles of the transformations of the whole puzzle.
    pub transforms: Vec<String>,
    /// Whether rows and columns can be added and removed.
    pub may_resize: bool,
}

/// An object that the board editor can move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Handle {
    /// Its identifier in operations, unique in the puzzle.
    pub id: String,
    /// Its kind, such as `robot`.
    pub kind: &'static str,
    /// Its square, or `hand` or `opponent`.
    pub square: String,
    /// Its name for people.
    pub label: String,
}

impl Handle {
    fn new(game: Game, entry: &PlacedObject) -> Self {
        let ObjectInfo { id, kind, label, .. } = ObjectInfo::new(game, &entry.object, entry.place);
        Self { id, kind, square: entry.place.to_string(), label }
    }
}

/// Returns the objects that can be moved; `None` for a malformed puzzle.
pub fn handles(puzzle: &Puzzle) -> Option<Vec<Handle>> {
    let placed = puzzle.placed.as_ref()?;
    let game = placed.position.game();
    Some(placed.objects.iter().map(|entry| Handle::new(game, entry)).collect())
}

/// Returns what moves have moved, and the tiles, where they are in a position.
pub fn moved_objects(position: &Position) -> Vec<Handle> {
    let (game, scene) = (position.game(), position.scene());
    let at = |object, place| {
        let spans = Vec::new();
        let placed = PlacedObject { object, place, spans };
        Handle::new(game, &placed)
    };
    let figures = scene.figures.iter().map(|figure| figure.piece).map(|piece| {
        let place = ItemPlace::Board(piece.square);
        at(BoardObject::Piece(piece.name), place)
    });
    let player =
        scene.player.iter().map(|square| at(BoardObject::Player, ItemPlace::Board(*square)));
    let items = scene.items.iter().filter_map(|state| {
        let name = Arc::clone(&state.item.name);
        Some(at(BoardObject::Item(name), state.place()?))
    });
    let tiles = scene.tiles.iter().map(|(square, tile)| Handle {
        id: format!("tile {square}"),
        kind: "tile",
        square: square.to_string(),
        label: tile.name().to_owned(),
    });
    figures.chain(player).chain(items).chain(tiles).collect()
}

/// Returns the object under the cursor: the one that the text there places, or
/// else the one on the square of the cell.
pub fn handle_at(view: &View<'_>, offset: u32) -> Option<Handle> {
    let placed = view.puzzle.placed.as_ref()?;
    let find =
        |is_it: &dyn Fn(&PlacedObject) -> bool| placed.objects.iter().find(|entry| is_it(entry));
    let found = find(&|entry| entry.spans.iter().any(|span| is_in(*span, offset)))
        .or_else(|| {
            let mut cells = placed.cells.iter();
            let (square, _) = cells.find(|(_, span)| is_in(*span, offset))?;
            find(&|entry| entry.is_on(*square))
        })
        .or_else(|| find(&|entry| entry.spans.iter().any(|span| span.touches(offset))));
    found.map(|entry| Handle::new(placed.position.game(), entry))
}

/// Returns the state of the board editor for a puzzle of this text; `None` for a malformed puzzle.
pub fn board_editor(text: &str, puzzle: &Puzzle) -> Option<BoardEditor> {
    let placed = puzzle.placed.as_ref()?;
    let view = View::new(text, puzzle, AnswerState::Nothing);
    let game = placed.position.game();
    let board = placed.position.board();
    let walls: Vec<_> = board
        .all_walls()
        .filter_map(|(square, side)| Some([square, board.beyond(square, side)?]))
        .collect();
    // The format allows walls on all boards with floor, but printed games without tiles have none.
    let uses_walls = !walls.is_empty() || notation(game).keys.known.contains(&Key::Tiles);
    Some(BoardEditor {
        handles: placed.objects.iter().map(|entry| Handle::new(game, entry)).collect(),
        may_have_walls: uses_walls && may_have_walls(placed).is_ok(),
        walls,
        palette: palette(placed),
        transforms: transforms(&view, 0).into_iter().map(|transform| transform.title).collect(),
        may_resize: game.has_floor() && puzzle.section.board().is_some(),
    })
}
