//! Pieces, and the trail of the last move.

use super::palette::{HOME, INK, paint};
use super::shape::{Shape, circle, label, path, shape};
use super::{CELL, Layout};
use crate::board::Direction;
use crate::games::{Figure, FigureKind, Motion, Moving, Piece, Scene};

/// The distance from the middle of a square to the tip of an arrow at a piece.
const TOUCH: i32 = 15;
/// The length of an arrow's head.
const HEAD: i32 = 9;

/// Draws the pieces. A piece that is gone from its last square, such as a target or a hole, is
/// drawn faded.
pub(super) fn figures(layout: &Layout<'_>, scene: &Scene, motions: &[Motion]) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for motion in motions {
        if let (Moving::Figure(mut figure), Some(end)) = (motion.moving, motion.end()) {
            figure.piece.square = end;
            if !scene.figures.contains(&figure) {
                shapes.push(draw(layout, &figure).with("opacity", "0.45"));
            }
        }
    }
    shapes.extend(scene.figures.iter().map(|figure| draw(layout, figure)));
    shapes
}

fn colours(figure: &Figure) -> (&'static str, &'static str) {
    match figure.kind {
        FigureKind::Human => (HOME, "#ffffff"),
        FigureKind::Robot | FigureKind::Disc | FigureKind::Man(_) => paint(figure.piece.name),
    }
}

fn draw(layout: &Layout<'_>, figure: &Figure) -> Shape {
    let name = figure.piece.name;
    let middle @ (x, y) = layout.middle(figure.piece.square);
    let (fill, ink) = colours(figure);
    let kind = match figure.kind {
        FigureKind::Human => "carom-human",
        FigureKind::Robot => "carom-robot",
        FigureKind::Disc => "carom-disc",
        FigureKind::Man(_) => "carom-man",
    };
    // `@` is not a valid class name.
    let class = match name.is_ascii_alphanumeric() {
        true => format!("carom-piece {kind} carom-piece-{name}"),
        false => format!("carom-piece {kind}"),
    };
    let group = shape("g", class);
    let (group, at, size) = match figure.kind {
        FigureKind::Human => {
            let group = person(middle, 1)
                .into_iter()
                .fold(group, |group, part| group.holding(part.filled(fill).edged(INK, 1)));
            (group, (x, y + 8), 13)
        }
        FigureKind::Robot | FigureKind::Disc => {
            let body = circle("carom-body", middle, 14).filled(fill).edged(INK, 1);
            (group.holding(body), middle, 17)
        }
        FigureKind::Man(forward) => {
            let body = path("carom-body", pointer(middle, forward));
            let at = match forward {
                Direction::Right => (x - 2, y),
                Direction::Left => (x + 2, y),
                Direction::Up => (x, y + 2),
                Direction::Down => (x, y - 2),
            };
            (group.holding(body.filled(fill).edged(INK, 1)), at, 17)
        }
    };
    if name == Piece::NAMELESS {
        return group;
    }
    let letter = label("carom-label", at, size, &name.to_string());
    group.holding(letter.filled(ink).with("font-weight", "bold"))
}

/// Returns a head and shoulders.
pub(super) fn person((x, y): (i32, i32), smaller: i32) -> [Shape; 2] {
    let part = |length: i32| length / smaller;
    let (half, up) = (part(14), part(12));
    let body = format!(
        "M{} {}v-{}a{half} {up} 0 0 1 {} 0v{}z",
        x - half,
        y + part(16),
        part(4),
        2 * half,
        part(4),
    );
    [path("carom-body", body), circle("carom-head", (x, y - part(8)), part(7))]
}

/// Returns the path of a plate that points in a direction.
fn pointer((x, y): (i32, i32), forward: Direction) -> String {
    let turned = |(along, across): (i32, i32)| match forward {
        Direction::Right => (x + along, y + across),
        Direction::Left => (x - along, y - across),
        Direction::Up => (x + across, y - along),
        Direction::Down => (x - across, y + along),
    };
    let points = [(-14, -13), (6, -13), (16, 0), (6, 13), (-14, 13)]
        .map(turned)
        .map(|(x, y)| format!("{x} {y}"));
    format!("M{}Z", points.join("L"))
}

/// Draws the trail of a motion, from a ring at its start to an arrow.
pub(super) fn trail(layout: &Layout<'_>, motion: &Motion) -> Option<Shape> {
    let colour = match &motion.moving {
        Moving::Figure(figure) => colours(figure).0,
        Moving::Player => HOME,
        Moving::Line { .. } => return None,
    };
    let (start, stop) = (*motion.way.first()?, *motion.way.last()?);
    let mut points: Vec<(i32, i32)> = motion.way.iter().map(|&s| layout.middle(s)).collect();
    let direction = match motion.leaves {
        Some(direction) => {
            points.push(moved(layout.middle(stop), direction, CELL / 2 + 14 + TOUCH));
            direction
        }
        None => {
            let before = motion.way.iter().rev().nth(1)?;
            direction_between(layout.middle(*before), layout.middle(stop))
        }
    };
    let last = points.last_mut()?;
    let tip = moved(*last, direction, -TOUCH);
    *last = moved(tip, direction, -HEAD);
    let along: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    let along = format!("M{}", along.join("L"));
    let ring = circle("carom-trail-start", layout.middle(start), 7);
    let head = path("carom-trail-head", head(tip, direction));
    // The rim makes light colours visible on a light background.
    let rim = path("carom-trail-rim", along.clone()).lined(INK, 6);
    let trail = shape("g", "carom-trail").with("opacity", "0.75");
    Some(
        trail
            .holding(rim)
            .holding(ring.filled(colour).edged(INK, 1))
            .holding(path("carom-trail-line", along).lined(colour, 4))
            .holding(head.filled(colour).edged(INK, 1)),
    )
}

pub(super) const fn moved((x, y): (i32, i32), direction: Direction, by: i32) -> (i32, i32) {
    match direction {
        Direction::Up => (x, y - by),
        Direction::Right => (x + by, y),
        Direction::Down => (x, y + by),
        Direction::Left => (x - by, y),
    }
}

fn direction_between(from: (i32, i32), to: (i32, i32)) -> Direction {
    if from.0 == to.0 {
        if to.1 < from.1 { Direction::Up } else { Direction::Down }
    } else if from.0 < to.0 {
        Direction::Right
    } else {
        Direction::Left
    }
}

/// Returns the path of an arrowhead with this tip.
pub(super) fn head(tip: (i32, i32), direction: Direction) -> String {
    let back = moved(tip, direction, -HEAD);
    let one = moved(back, direction.clockwise(), 7);
    let other = moved(back, direction.clockwise(), -7);
    format!("M{} {}L{} {}L{} {}Z", tip.0, tip.1, one.0, one.1, other.0, other.1)
}
