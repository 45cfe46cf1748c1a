//! Floor, walls, targets and diagonals.

use super::palette::{BLOCK, FLOOR, GRID, HOME, INK, MARGIN, WALL, paint};
use super::shape::{Shape, circle, label, path, rectangle, shape};
use super::{CELL, Layout};
use crate::board::{Board, Direction, Square};
use crate::games::{Border, Diagonal, DiagonalKind, Scene, TargetKind};

/// Draws the floor with its grid, and the blocks.
pub(super) fn ground(layout: &Layout<'_>, board: &Board, scene: &Scene) -> Vec<Shape> {
    let (left, top) = (layout.left, layout.top);
    let size = (layout.width(), layout.height());
    let mut shapes = vec![rectangle("carom-floor", (left, top), size).filled(FLOOR)];
    if scene.tiles.is_empty() {
        let mut grid = String::new();
        for file in 1..i32::from(board.columns()) {
            grid.push_str(&format!("M{} {top}v{}", left + file * CELL, size.1));
        }
        for rank in 1..i32::from(board.rows()) {
            grid.push_str(&format!("M{left} {}h{}", top + rank * CELL, size.0));
        }
        if !grid.is_empty() {
            shapes.push(path("carom-grid", grid).lined(GRID, 1));
        }
    }
    for square in board.blocks().iter() {
        let block = rectangle("carom-block", layout.corner(square), (CELL, CELL));
        shapes.push(block.filled(BLOCK).edged(WALL, 1));
    }
    shapes
}

/// Draws targets and diagonals.
pub(super) fn marks(layout: &Layout<'_>, scene: &Scene) -> Vec<Shape> {
    let targets = scene.targets.iter().map(|&(square, glyph)| match scene.target_kind {
        TargetKind::Mark => target(layout, square, glyph),
        TargetKind::Hole => hole(layout, square),
    });
    let diagonals = scene.diagonals.iter().map(|diagonal| diagonal_of(layout, diagonal));
    targets.chain(diagonals).collect()
}

fn hole(layout: &Layout<'_>, square: Square) -> Shape {
    let hole = circle("carom-hole", layout.middle(square), 16);
    shape("g", "carom-target").holding(hole.filled(WALL).edged(INK, 1))
}

fn target(layout: &Layout<'_>, square: Square, glyph: char) -> Shape {
    let middle @ (x, y) = layout.middle(square);
    let is_lettered = glyph.is_ascii_lowercase();
    let of = glyph.to_ascii_uppercase();
    let group = if is_lettered {
        shape("g", format!("carom-target carom-target-{of}"))
    } else {
        shape("g", "carom-target")
    };
    let letter =
        |size| label("carom-label", middle, size, glyph.encode_utf8(&mut [0; 4])).filled(INK);
    match glyph {
        // A target of humans: a ring and a cross.
        '+' => group.holding(circle("carom-target-ring", middle, 14).lined(HOME, 3)).holding(
            path("carom-target-cross", format!("M{} {y}h12M{x} {}v12", x - 6, y - 6))
                .lined(HOME, 3),
        ),
        // A target of any robot: a star of eight points.
        '*' => group
            .holding(path("carom-target-star", star(middle)).filled(paint(glyph).0).edged(INK, 1)),
        _ => {
            let (colour, _) = paint(of);
            let plate = rectangle("carom-target-plate", (x - 15, y - 15), (30, 30))
                .with("rx", 6)
                .filled(colour)
                .with("fill-opacity", "0.3");
            group.holding(plate.edged(colour, 3)).holding(letter(20).with("font-weight", "bold"))
        }
    }
}

/// Returns the path of a star around a point.
fn star((x, y): (i32, i32)) -> String {
    const POINTS: [(i32, i32); 16] = [
        (0, -16),
        (3, -8),
        (11, -11),
        (8, -3),
        (16, 0),
        (8, 3),
        (11, 11),
        (3, 8),
        (0, 16),
        (-3, 8),
        (-11, 11),
        (-8, 3),
        (-16, 0),
        (-8, -3),
        (-11, -11),
        (-3, -8),
    ];
    let points = POINTS.map(|(right, down)| format!("{} {}", x + right, y + down));
    format!("M{}Z", points.join("L"))
}

fn diagonal_of(layout: &Layout<'_>, diagonal: &Diagonal) -> Shape {
    let (x, y) = layout.corner(diagonal.square);
    let inner = CELL - 8;
    let along = match diagonal.kind {
        DiagonalKind::Slash => format!("M{} {}l{inner} -{inner}", x + 4, y + CELL - 4),
        DiagonalKind::Backslash => format!("M{} {}l{inner} {inner}", x + 4, y + 4),
    };
    let (class, colour) = match diagonal.robot {
        Some(robot) => (format!("carom-diagonal carom-diagonal-{robot}"), paint(robot).0),
        None => ("carom-diagonal".to_owned(), WALL),
    };
    let group = shape("g", class).holding(path("carom-diagonal-line", along).lined(colour, 5));
    match diagonal.robot {
        None => group,
        Some(robot) => {
            // The corner that the line leaves free.
            let across = match diagonal.kind {
                DiagonalKind::Slash => 8,
                DiagonalKind::Backslash => CELL - 8,
            };
            let name = robot.to_string();
            group.holding(label("carom-label", (x + across, y + 9), 11, &name).filled(INK))
        }
    }
}

/// Draws the walls between squares, and the border.
pub(super) fn walls(layout: &Layout<'_>, board: &Board, scene: &Scene) -> Vec<Shape> {
    let mut walls = String::new();
    for square in board.squares() {
        let (x, y) = layout.corner(square);
        // Draw each wall from one of its two squares only.
        if board.walls(square).contains(Direction::Right) {
            walls.push_str(&format!("M{} {y}v{CELL}", x + CELL));
        }
        if board.walls(square).contains(Direction::Down) {
            walls.push_str(&format!("M{x} {}h{CELL}", y + CELL));
        }
    }
    let mut shapes = Vec::new();
    if !walls.is_empty() {
        shapes.push(path("carom-wall", walls).lined(WALL, 5));
    }
    let (corner, size) = ((layout.left, layout.top), (layout.width(), layout.height()));
    let border = rectangle("carom-border", corner, size);
    match &scene.border {
        Border::Stops => shapes.push(border.lined(WALL, 4)),
        Border::Open => {
            shapes.push(border.lined(MARGIN, 2).with("stroke-dasharray", "2 6"));
        }
        Border::Exits(exits) => {
            shapes.push(border.lined(WALL, 4));
            shapes.extend(exits.iter().map(|&(side, name)| exit(layout, side, name)));
        }
    }
    if let Some(side) = scene.to_move {
        let at = (layout.left, layout.top / 2);
        let label = label("carom-label carom-to-move", at, 13, &format!("{side} to move"));
        shapes.push(label.filled(MARGIN).with("text-anchor", "start"));
    }
    shapes
}

/// The distance from the border to the letter of an exit, beyond the arrow of a
/// piece that leaves.
const EXIT: i32 = 26;

/// Draws an exit, a side by which pieces leave the board.
fn exit(layout: &Layout<'_>, side: Direction, name: char) -> Shape {
    let (left, top) = (layout.left, layout.top);
    let (width, height) = (layout.width(), layout.height());
    let (edge, (x, y)) = match side {
        Direction::Right => {
            (format!("M{} {top}v{height}", left + width), (left + width + EXIT, top + height / 2))
        }
        Direction::Left => (format!("M{left} {top}v{height}"), (left - EXIT, top + height / 2)),
        Direction::Up => (format!("M{left} {top}h{width}"), (left + width / 2, top - EXIT)),
        Direction::Down => {
            (format!("M{left} {}h{width}", top + height), (left + width / 2, top + height + EXIT))
        }
    };
    let (colour, _) = paint(name);
    let arrow = match side {
        Direction::Right => format!("M{} {y}l-6 -5v10z", x + 13),
        Direction::Left => format!("M{} {y}l6 -5v10z", x - 13),
        Direction::Up => format!("M{} {}l-5 6h10z", x + 14, y - 4),
        Direction::Down => format!("M{} {}l-5 -6h10z", x + 14, y + 4),
    };
    shape("g", format!("carom-exit carom-exit-{name}"))
        .holding(path("carom-exit-edge", edge).lined(colour, 5))
        .holding(path("carom-exit-arrow", arrow).filled(colour))
        .holding(
            label("carom-label", (x, y), 13, &name.to_string())
                .filled(colour)
                .with("font-weight", "bold"),
        )
}

/// Draws the row numbers and column letters.
pub(super) fn coordinates(layout: &Layout<'_>) -> Vec<Shape> {
    let board = layout.board;
    let named = |at, name: String| label("carom-coordinate", at, 12, &name).filled(MARGIN);
    let ranks = (0..board.rows()).map(|rank| {
        let (_, y) = layout.middle(Square::new(0, rank));
        named((12, y), (rank + 1).to_string())
    });
    let files = (0..board.columns()).map(|file| {
        let (x, _) = layout.middle(Square::new(file, 0));
        let y = layout.top + layout.height() + layout.bottom - 12;
        named((x, y), char::from(b'a' + file).to_string())
    });
    ranks.chain(files).collect()
}
