//! SVG pictures of positions, drawn from a scene that all games share.
//!
//! A picture can be embedded anywhere. It has a `viewBox` but no size, script,
//! style sheet, `style` attribute, identifier or external resource. Each shape
//! has a class for style sheets, and presentation attributes for pages without
//! one. The colours are legible on light and dark pages. A letter or shape
//! repeats whatever a colour means.
//!
//! [`styled`] and [`animation`] add a style sheet, for pictures that stand alone.

mod board;
mod figures;
mod palette;
mod shape;
mod sheet;
mod style;
mod tiles;

pub use self::sheet::{SheetEntry, sheet};
pub use self::style::{Style, Theme};

use std::fmt::Write;

use serde::Serialize;
use svg::node::Text;
use svg::node::element::Element;

use self::shape::{Shape, shape};
use crate::board::{Board, Square};
use crate::games::{Border, Motion, Position, Scene};

/// The side of a square.
const CELL: i32 = 40;

/// The height of a caption.
const CAPTION: i32 = 28;

/// The input of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The position.
    pub position: &'a Position,
    /// What moved last.
    pub motions: &'a [Motion],
    /// The title.
    pub title: &'a str,
    /// The description for screen readers.
    pub description: &'a str,
}

/// The geometry of a picture.
struct Layout<'a> {
    board: &'a Board,
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl<'a> Layout<'a> {
    fn new(board: &'a Board, scene: &Scene) -> Self {
        let has_exits = matches!(scene.border, Border::Exits(_));
        // Row numbers are on the left, column letters below. Pushes and exits
        // need room on all sides.
        let (left, top, right, bottom) = if scene.tiles.is_empty() {
            let more = if has_exits { 40 } else { 12 };
            (28, more, more, 28)
        } else {
            (44, 26, 26, 44)
        };
        Self { board, left, top, right, bottom }
    }

    fn width(&self) -> i32 {
        i32::from(self.board.columns()) * CELL
    }

    fn height(&self) -> i32 {
        i32::from(self.board.rows()) * CELL
    }

    /// Returns the top left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let from_top = i32::from(self.board.rows()) - 1 - i32::from(square.row());
        (self.left + i32::from(square.column()) * CELL, self.top + from_top * CELL)
    }

    fn middle(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + CELL / 2, y + CELL / 2)
    }
}

/// The position of the squares in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Grid {
    /// The left edge of the board.
    pub x: i32,
    /// The upper edge of the board.
    pub y: i32,
    /// The side of a square.
    pub cell: i32,
}

/// Returns the position of the squares in a picture of `position`.
pub fn grid(position: &Position) -> Grid {
    let layout = Layout::new(position.board(), &position.scene());
    Grid { x: layout.left, y: layout.top, cell: CELL }
}

/// Returns a picture as an SVG document, with colours that are legible on any page.
pub fn svg(picture: &Picture<'_>) -> String {
    let (shapes, size) = drawn(picture);
    document(root("carom-board", size, picture.title, picture.description), shapes)
}

/// Returns the root element with these shapes as text.
fn document(root: Shape, shapes: Vec<Shape>) -> String {
    Element::from(shapes.into_iter().fold(root, Shape::holding)).to_string()
}

/// Returns a picture with the colours and the width of a style.
pub fn styled(picture: &Picture<'_>, style: Style) -> String {
    let (shapes, size) = drawn(picture);
    let root = root("carom-board", size, picture.title, picture.description);
    document(style.apply(root, size, ""), shapes)
}

/// Returns pictures that follow each other, each with its caption, as one animated SVG document.
/// Where animations are not supported or not wanted, the first is shown. The document has the
/// title of the first, and `description`.
pub fn animation(pictures: &[(Picture<'_>, String)], description: &str, style: Style) -> String {
    let (drawings, size) = captioned(pictures);
    let title = pictures.first().map_or("", |(picture, _)| picture.title);
    let rules = rules(pictures.len());
    let mut root = style.apply(root("carom-board", size, title, description), size, &rules);
    for (number, shapes) in drawings.into_iter().enumerate() {
        let group = shape("g", format!("carom-frame carom-frame-{number}"));
        root = root.holding(shapes.into_iter().fold(group, Shape::holding));
    }
    Element::from(root).to_string()
}

/// A picture of an animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Still {
    /// The SVG document. All pictures of an animation have the same size.
    pub svg: String,
    /// The time for which it is shown, in tenths of a second.
    pub tenths: u16,
}

/// Returns the pictures of an [`animation`] as a document each.
pub fn stills(pictures: &[(Picture<'_>, String)], style: Style) -> Vec<Still> {
    let (drawings, size) = captioned(pictures);
    let stills =
        drawings.into_iter().zip(pictures).enumerate().map(|(number, (shapes, (picture, _)))| {
            let root = root("carom-board", size, picture.title, picture.description);
            Still {
                svg: document(style.apply(root, size, ""), shapes),
                tenths: tenths(number, pictures.len()),
            }
        });
    stills.collect()
}

/// Returns the shapes of each picture with its caption, and the size in which all fit.
fn captioned(pictures: &[(Picture<'_>, String)]) -> (Vec<Vec<Shape>>, (i32, i32)) {
    let drawings: Vec<_> = pictures.iter().map(|(picture, _)| drawn(picture)).collect();
    let sizes = drawings.iter().map(|(_, size)| *size);
    let (width, height) = sizes.fold((0, 0), |(w, h), (x, y)| (w.max(x), h.max(y)));
    let place = (width / 2, height + CAPTION / 2 - 4);
    (
        drawings
            .into_iter()
            .zip(pictures)
            .map(|((mut shapes, _), (_, caption))| {
                shapes.push(
                    shape::label("carom-caption", place, 15, caption).filled(palette::MARGIN),
                );
                shapes
            })
            .collect(),
        (width, height + CAPTION),
    )
}

/// Returns the shapes of a picture, and its width and height.
fn drawn(picture: &Picture<'_>) -> (Vec<Shape>, (i32, i32)) {
    let position = picture.position;
    let scene = position.scene();
    let layout = Layout::new(position.board(), &scene);
    let mut shapes = board::ground(&layout, position.board(), &scene);
    shapes.extend(tiles::tiles(&layout, &scene));
    shapes.extend(board::marks(&layout, &scene));
    shapes.extend(board::walls(&layout, position.board(), &scene));
    shapes.extend(picture.motions.iter().filter_map(|motion| tiles::push(&layout, motion)));
    shapes.extend(picture.motions.iter().filter_map(|motion| figures::trail(&layout, motion)));
    shapes.extend(figures::figures(&layout, &scene, picture.motions));
    shapes.extend(tiles::loose(&layout, &scene));
    shapes.extend(board::coordinates(&layout));
    let aside = tiles::aside(&layout, &scene);
    let (wide, high) = aside.as_ref().map_or((0, 0), |aside| (aside.width, aside.height));
    shapes.extend(aside.into_iter().flat_map(|aside| aside.shapes));
    let width = layout.left + layout.width() + layout.right + wide;
    let height = (layout.top + layout.height() + layout.bottom).max(high);
    (shapes, (width, height))
}

/// Creates the root element of a document of this class, width and height.
fn root(class: &str, (width, height): (i32, i32), title: &str, description: &str) -> Shape {
    let root = shape("svg", class)
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("0 0 {width} {height}"))
        .with("role", "img")
        .with("font-family", "sans-serif")
        .with("text-anchor", "middle")
        .with("stroke-linecap", "round")
        .with("stroke-linejoin", "round")
        .holding(accessible("title", title));
    root.holding(accessible("desc", description))
}

/// Creates an element for screen readers.
fn accessible(name: &str, text: &str) -> Shape {
    Shape::from(Element::new(name)).holding_text(text)
}

/// Creates a text node, replacing characters that XML does not allow.
fn text(content: &str) -> Text {
    let is_held = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    Text::new(
        content
            .chars()
            .map(|c| match c {
                '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
                c if is_held(c) => c,
                _ => char::REPLACEMENT_CHARACTER,
            })
            .collect::<String>(),
    )
}

/// The tenths of a second for which a frame is shown: the first, the others, and the last.
const TENTHS: (u16, u16, u16) = (15, 12, 30);

/// Returns the tenths of a second for which a frame of so many is shown.
const fn tenths(frame: usize, frames: usize) -> u16 {
    let (first, others, last) = TENTHS;
    match frame {
        _ if frame + 1 == frames => last,
        0 => first,
        _ => others,
    }
}

/// Returns the rules of a style sheet that show so many frames one after the other.
fn rules(frames: usize) -> String {
    let mut rules = ".carom-frame{visibility:hidden}.carom-frame-0{visibility:visible}".to_owned();
    if frames < 2 {
        return rules;
    }
    let start = |frame: usize| -> usize {
        let before = (0..frame).map(|frame| usize::from(tenths(frame, frames)));
        before.sum()
    };
    let all = start(frames);
    let percent = |tenths: usize| 100.0 * tenths as f64 / all as f64;
    for frame in 0..frames {
        let _ = write!(rules, "@keyframes carom-{frame}{{");
        if frame > 0 {
            let _ = write!(rules, "0%{{visibility:hidden}}");
        }
        let _ = write!(rules, "{:.3}%{{visibility:visible}}", percent(start(frame)));
        if frame + 1 < frames {
            let _ = write!(rules, "{:.3}%{{visibility:hidden}}", percent(start(frame + 1)));
        }
        let _ = write!(rules, "}}.carom-frame-{frame}{{animation:carom-{frame}");
        let _ = write!(rules, " {}.{}s step-end infinite}}", all / 10, all % 10);
    }
    rules + "@media(prefers-reduced-motion:reduce){.carom-frame{animation:none}}"
}
