//! Puzzles on A4 pages, with their solutions on the last pages.

use super::palette::{INK, MARGIN};
use super::shape::{Shape, label, shape};
use super::{Picture, Style, document, drawn, root};

/// A puzzle of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct SheetEntry<'a> {
    /// The puzzle. Its title is printed above it.
    pub picture: Picture<'a>,
    /// The number of moves, as it is printed below the title.
    pub moves: &'a str,
    /// How the puzzle differs from the plain game, in sentences.
    pub rules: &'a str,
    /// The solution, or why there is none.
    pub solution: &'a str,
}

/// The width and height of a page: four units are a millimetre.
const PAGE: (i32, i32) = (840, 1188);
/// The margin of a page on each side.
const EDGE: i32 = 52;
/// The puzzles on a page, from left to right and from top to bottom.
const GRID: (i32, i32) = (2, 3);
/// The space between puzzles.
const GAP: i32 = 24;
/// The most lines of a title.
const TITLE: usize = 2;
/// The scale up to which a small picture grows.
const LARGEST: f64 = 1.5;
/// The size and the line height of titles and solutions.
const TEXT: (i32, i32) = (15, 21);
/// The width of a character in hundredths of the size of its text: few are wider.
const CHARACTER: i32 = 58;

/// Returns puzzles as A4 pages with a title, each an SVG document: six puzzles to a page, and the
/// solutions on the last pages.
pub fn sheet(title: Option<&str>, entries: &[SheetEntry<'_>], style: Style) -> Vec<String> {
    let numbered: Vec<_> = (1..).zip(entries).collect();
    let puzzles = numbered
        .chunks((GRID.0 * GRID.1).unsigned_abs() as usize)
        .map(|entries| places().zip(entries).flat_map(puzzle).collect());
    let lines: Vec<String> = numbered.iter().flat_map(solution).collect();
    let (_, line) = TEXT;
    let most = (PAGE.1 - 2 * EDGE) / line - 2;
    let solutions = lines.chunks(most.unsigned_abs() as usize).map(solutions);
    let all = puzzles.len() + solutions.len();
    let pages = (1..).zip(puzzles.chain(solutions));
    pages.map(|(number, shapes)| page(number, all, title, shapes, style)).collect()
}

/// Returns the top left corners of the puzzles on a page.
fn places() -> impl Iterator<Item = (i32, i32)> {
    let (width, height) = cell();
    let rows = (0..GRID.1).flat_map(|row| (0..GRID.0).map(move |column| (column, row)));
    rows.map(move |(column, row)| (EDGE + column * (width + GAP), EDGE + row * (height + GAP)))
}

/// Returns the width and height of the place of a puzzle.
const fn cell() -> (i32, i32) {
    ((PAGE.0 - 2 * EDGE + GAP) / GRID.0 - GAP, (PAGE.1 - 2 * EDGE + GAP) / GRID.1 - GAP)
}

/// Draws a puzzle below its number, title, moves and rules.
fn puzzle(((x, y), (number, entry)): ((i32, i32), &(usize, &SheetEntry<'_>))) -> Vec<Shape> {
    let (wide, high) = cell();
    let most = wide * 100 / (TEXT.0 * CHARACTER);
    let title = format!("{number}. {}", entry.picture.title);
    let mut titles = wrapped(&title, most - 2);
    if titles.len() > TITLE {
        titles.truncate(TITLE);
        if let Some(last) = titles.last_mut() {
            last.push('…');
        }
    }
    let moves = std::iter::once(entry.moves.to_owned());
    let rules = wrapped(entry.rules, most).into_iter().filter(|line| !line.is_empty());
    let texts = titles
        .into_iter()
        .map(|text| ("carom-title", text))
        .chain(moves.map(|text| ("carom-moves", text)))
        .chain(rules.map(|text| ("carom-rules", text)));
    let mut shapes: Vec<Shape> = (0..)
        .zip(texts)
        .map(|(row, (class, text))| line(class, (x, y + 8 + row * TEXT.1), &text))
        .collect();
    let head = i32::try_from(shapes.len()).unwrap_or_default() * TEXT.1 + 2;
    let (drawing, (width, height)) = drawn(&entry.picture);
    let scale = |room: i32, length: i32| f64::from(room) / f64::from(length.max(1));
    let scale = scale(wide, width).min(scale(high - head, height)).min(LARGEST);
    let board = shape("svg", "carom-puzzle")
        .with("x", x)
        .with("y", y + head)
        .with("width", (f64::from(width) * scale).floor())
        .with("height", (f64::from(height) * scale).floor())
        .with("viewBox", format!("0 0 {width} {height}"));
    shapes.push(drawing.into_iter().fold(board, Shape::holding));
    shapes
}

/// Returns the lines of a solution.
fn solution((number, entry): &(usize, &SheetEntry<'_>)) -> Vec<String> {
    let most = (PAGE.0 - 2 * EDGE) * 100 / (TEXT.0 * CHARACTER);
    let title = entry.picture.title;
    wrapped(&format!("{number}. {title}: {}", entry.solution), most)
}

/// Draws lines of solutions below a heading.
fn solutions(lines: &[String]) -> Vec<Shape> {
    let heading = line("carom-title", (EDGE, EDGE + 8), "Solutions");
    let mut shapes = vec![heading];
    let places = (2..).map(|row| (EDGE, EDGE + 8 + row * TEXT.1));
    shapes.extend(places.zip(lines).map(|(at, text)| line("carom-solution", at, text)));
    shapes
}

/// Draws a line of text that starts at a point.
fn line(class: &str, at: (i32, i32), text: &str) -> Shape {
    let line = label(format!("carom-caption {class}"), at, TEXT.0, text)
        .filled(INK)
        .with("text-anchor", "start");
    match class {
        "carom-title" => line.with("font-weight", "bold"),
        _ => line,
    }
}

fn page(
    number: usize,
    all: usize,
    title: Option<&str>,
    shapes: Vec<Shape>,
    style: Style,
) -> String {
    let name = format!("page {number} of {all}");
    let root = root("carom-sheet", PAGE, &name, "");
    let root = match style.width {
        Some(_) => root,
        None => root.with("width", "210mm").with("height", "297mm"),
    };
    let foot = label("carom-caption", (PAGE.0 / 2, PAGE.1 - EDGE / 2), 12, &name).filled(MARGIN);
    let root = style.apply(root, PAGE, "").holding(foot);
    let root = match title {
        Some(title) => root.holding(line("carom-deck", (EDGE, EDGE / 2), title)),
        None => root,
    };
    document(root, shapes)
}

/// Breaks a text into lines between words, or within a word that fits no line.
fn wrapped(text: &str, most: i32) -> Vec<String> {
    // Han, Hangul and Kana are about twice as wide.
    let width = |c: char| if c < '\u{2e80}' { 1 } else { 2 };
    let wide = |text: &str| text.chars().map(width).sum::<i32>();
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut()
            && (line.is_empty() || wide(line) + 1 + wide(word) <= most)
        {
            if !line.is_empty() {
                line.push(' ');
            }
        } else {
            lines.push(String::new());
        }
        for c in word.chars() {
            match lines.last_mut() {
                Some(line) if wide(line) + width(c) <= most => line.push(c),
                _ => lines.push(c.to_string()),
            }
        }
    }
    lines
}
