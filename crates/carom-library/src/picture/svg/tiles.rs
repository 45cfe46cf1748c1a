//! Boards of tiles: tiles, player, items and hands.

use super::figures::{head, moved, person};
use super::palette::{
    HOME, INK, MARGIN, OPENING, OPENING_EDGE, OPPONENT, OTHER_ITEM, QUEST, TILE, TILE_EDGE,
};
use super::shape::{Shape, circle, label, path, rectangle, shape};
use super::{CELL, Layout};
use crate::board::Direction;
use crate::games::{ItemPlace, ItemState, Motion, Moving, Scene, Tile};

/// The shapes to the right of a board and their size.
pub(super) struct Aside {
    pub(super) shapes: Vec<Shape>,
    pub(super) width: i32,
    /// The height from the top of the picture.
    pub(super) height: i32,
}

/// The width of the area right of a board of tiles.
const WIDTH: i32 = 104;
/// The line height of the list of quests.
const LINE: i32 = 17;

/// Draws the tiles of the board.
pub(super) fn tiles(layout: &Layout<'_>, scene: &Scene) -> Vec<Shape> {
    let tiles = scene.tiles.iter();
    tiles.map(|&(square, tile)| draw(layout.corner(square), tile)).collect()
}

fn draw((x, y): (i32, i32), tile: Tile) -> Shape {
    let (middle_x, middle_y) = (x + CELL / 2, y + CELL / 2);
    let plate = rectangle("carom-tile-plate", (x + 1, y + 1), (CELL - 2, CELL - 2));
    let group =
        shape("g", "carom-tile").holding(plate.with("rx", 4).filled(TILE).edged(TILE_EDGE, 1));
    if tile == Tile::CLOSED {
        return group;
    }
    // All ways meet in a round middle.
    let ways = |class, colour, half: i32| {
        let group = shape("g", class).filled(colour);
        let round = circle(class, (middle_x, middle_y), half);
        let openings = tile.openings();
        openings.iter().fold(group.holding(round), |group, side| {
            let (x, y) = (middle_x - half, middle_y - half);
            let (wide, long) = (2 * half, CELL / 2);
            let (corner, size) = match side {
                Direction::Up => ((x, middle_y - long), (wide, long)),
                Direction::Right => ((middle_x, y), (long, wide)),
                Direction::Down => ((x, middle_y), (wide, long)),
                Direction::Left => ((middle_x - long, y), (long, wide)),
            };
            group.holding(rectangle(class, corner, size))
        })
    };
    group.holding(ways("carom-opening-edge", OPENING_EDGE, 9)).holding(ways(
        "carom-opening",
        OPENING,
        7,
    ))
}

/// Draws the player and the items on the board.
pub(super) fn loose(layout: &Layout<'_>, scene: &Scene) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if let Some(square) = scene.player {
        let group = shape("g", "carom-player");
        let (x, y) = layout.middle(square);
        let parts = person((x, y + 2), 2).into_iter();
        shapes
            .push(parts.fold(group, |group, part| group.holding(part.filled(HOME).edged(INK, 1))));
    }
    for &(square, _) in &scene.tiles {
        shapes.extend(items(layout.corner(square), scene, ItemPlace::Board(square)));
    }
    shapes
}

/// Draws the items of `place`, whose tile is at `corner`.
fn items((x, y): (i32, i32), scene: &Scene, place: ItemPlace) -> Vec<Shape> {
    let here = scene.items.iter().filter(|state| state.place() == Some(place));
    // The first is at the top, the second at the bottom, the others in the
    // middle.
    let heights = [8, CELL - 8, CELL / 2].into_iter().cycle();
    here.zip(heights).map(|(state, down)| badge((x + CELL / 2, y + down), state)).collect()
}

/// Draws an item with as much of its name as fits.
fn badge((x, y): (i32, i32), state: &ItemState) -> Shape {
    const WIDTH: i32 = 36;
    let name = &*state.item.name;
    let length = name.chars().count();
    let (name, size) = match length {
        0..=4 => (name.to_owned(), 10),
        5..=6 => (name.to_owned(), 8),
        7..=8 => (name.to_owned(), 6),
        _ => (name.chars().take(6).chain(['…']).collect(), 6),
    };
    let (class, fill) = match state.is_quest {
        true => ("carom-item carom-quest", QUEST),
        false => ("carom-item", OTHER_ITEM),
    };
    let plate = rectangle("carom-item-plate", (x - WIDTH / 2, y - 6), (WIDTH, 12))
        .with("rx", 3)
        .filled(fill)
        .edged(INK, 1);
    let plate = match state.is_quest {
        true => plate,
        false => plate.with("stroke-dasharray", "2 3"),
    };
    shape("g", class).holding(plate).holding(label("carom-label", (x, y), size, &name).filled(INK))
}

/// Draws the hands and the list of quests.
pub(super) fn aside(layout: &Layout<'_>, scene: &Scene) -> Option<Aside> {
    if scene.tiles.is_empty() {
        return None;
    }
    let left = layout.left + layout.width() + layout.right;
    let middle = left + WIDTH / 2 - 8;
    let mut y = layout.top + 6;
    let mut shapes = Vec::new();
    for hand in &scene.hands {
        shapes.push(label("carom-label", (middle, y), 13, hand.name).filled(MARGIN));
        let corner = (middle - CELL / 2, y + 12);
        let group = shape("g", "carom-hand").holding(draw(corner, hand.tile));
        let items = items(corner, scene, hand.place).into_iter();
        shapes.push(items.fold(group, Shape::holding));
        y += 12 + CELL + 18;
    }
    let quests: Vec<&ItemState> = scene.items.iter().filter(|state| state.is_quest).collect();
    if !quests.is_empty() {
        shapes.push(label("carom-label", (middle, y), 13, "quests").filled(MARGIN));
        for state in quests {
            y += LINE;
            let (class, mark) = mark((left - 4, y), state);
            let name: String = state.item.name.chars().take(11).collect();
            let line =
                label(class, (left + 6, y), 12, &name).filled(MARGIN).with("text-anchor", "start");
            shapes.extend([mark, line]);
        }
    }
    Some(Aside { shapes, width: WIDTH, height: y + LINE })
}

/// Returns the class of a quest, and its mark: a ring, or a tick if it is collected.
fn mark(middle @ (x, y): (i32, i32), state: &ItemState) -> (&'static str, Shape) {
    match state.place() {
        Some(_) => {
            let ring = circle("carom-quest-mark", middle, 4);
            ("carom-quest-open", ring.lined(MARGIN, 1))
        }
        None => {
            let tick = path("carom-quest-mark", format!("M{} {y}l3 4l6 -8", x - 4));
            ("carom-quest-done", tick.lined(MARGIN, 2))
        }
    }
}

/// Draws the push of a motion.
pub(super) fn push(layout: &Layout<'_>, motion: &Motion) -> Option<Shape> {
    let Moving::Line { push, is_own } = motion.moving else {
        return None;
    };
    let (class, colour) = match is_own {
        true => ("carom-trail carom-push", HOME),
        false => ("carom-trail carom-push carom-push-opponent", OPPONENT),
    };
    let direction = push.direction();
    let (entry, exit) = (push.entry(layout.board), push.exit(layout.board));
    let (from, to) = (layout.corner(entry), layout.corner(exit));
    let corner = (from.0.min(to.0), from.1.min(to.1));
    let size = ((from.0 - to.0).abs() + CELL, (from.1 - to.1).abs() + CELL);
    let band = rectangle("carom-push-line", corner, size).filled(colour);
    let at = |square, side: Direction, by| moved(layout.middle(square), side, CELL / 2 + by);
    // One arrow enters, the other leaves. The opponent's arrows are hollow.
    let tips = [at(entry, direction.opposite(), 4), at(exit, direction, 14)];
    let group = shape("g", class).holding(band.with("fill-opacity", "0.16"));
    Some(tips.into_iter().fold(group, |group, tip| {
        let arrow = path("carom-push-arrow", head(tip, direction)).edged(colour, 2);
        group.holding(arrow.filled(if is_own { colour } else { "none" }))
    }))
}
