//! Text as outlines of an embedded font: a machine may have no font, or another one.

use std::error::Error;
use std::fmt::Write;

use resvg::usvg::roxmltree::{Document, Node};
use ttf_parser::{Face, FaceParsingError, OutlineBuilder};

/// The font. `README.md` in this folder says where it comes from.
const REGULAR: &[u8] = include_bytes!("regular.ttf");
/// The same with thick strokes, for the names of pieces.
const BOLD: &[u8] = include_bytes!("bold.ttf");

/// Returns an SVG document with a path in place of each `text` element.
pub(super) fn outlined(svg: &str) -> Result<String, Box<dyn Error>> {
    let document = Document::parse(svg)?;
    let fonts = Fonts::new()?;
    let (mut out, mut end) = (String::new(), 0);
    let texts = document.descendants();
    for node in texts.filter(|node| node.tag_name().name() == "text") {
        out.push_str(svg.get(end..node.range().start).unwrap_or_default());
        out.push_str(&fonts.path(&node));
        end = node.range().end;
    }
    out.push_str(svg.get(end..).unwrap_or_default());
    Ok(out)
}

struct Fonts {
    regular: Face<'static>,
    bold: Face<'static>,
}

impl Fonts {
    fn new() -> Result<Self, FaceParsingError> {
        Ok(Self { regular: Face::parse(REGULAR, 0)?, bold: Face::parse(BOLD, 0)? })
    }

    /// Returns a text element as a path with its class and colour.
    fn path(&self, node: &Node<'_, '_>) -> String {
        let inherited = |name| node.ancestors().find_map(|node| node.attribute(name));
        let number = |name| inherited(name).and_then(|text| text.parse::<f32>().ok());
        let number = |name| number(name).unwrap_or_default();
        let is_bold = inherited("font-weight") == Some("bold");
        let words = node.text().unwrap_or_default().split_whitespace();
        let line = self.line(&words.collect::<Vec<_>>().join(" "), is_bold);
        let size = number("font-size");
        let scale = size / f32::from(self.regular.units_per_em());
        let left = match inherited("text-anchor") {
            Some("middle") => line.end / 2.0,
            Some("end") => line.end,
            _ => 0.0,
        };
        // `dy` of all labels is 0.35 em.
        let (x, y) = (number("x") - left * scale, number("y") + 0.35 * size);
        let class = node.attribute("class").unwrap_or_default();
        let fill = inherited("fill").unwrap_or("#000");
        let along = line.along;
        format!(
            "<path class=\"{class}\" fill=\"{fill}\" \
             transform=\"translate({x} {y}) scale({scale})\" d=\"{along}\"/>"
        )
    }

    /// Returns the outline of a text in units of the font.
    fn line(&self, text: &str, is_bold: bool) -> Line {
        let mut line = Line::default();
        for c in text.chars() {
            let bold = self.bold.glyph_index(c).filter(|_| is_bold);
            let (face, glyph) = match bold {
                Some(glyph) => (&self.bold, glyph),
                // The first glyph is an empty box.
                None => (&self.regular, self.regular.glyph_index(c).unwrap_or_default()),
            };
            face.outline_glyph(glyph, &mut line);
            line.end += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
        }
        line
    }
}

/// A line of text.
#[derive(Default)]
struct Line {
    /// The outline as path data.
    along: String,
    /// The place of the next glyph.
    end: f32,
}

/// The vertical axis of a font points up.
impl OutlineBuilder for Line {
    fn move_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.along, "M{} {}", self.end + x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.along, "L{} {}", self.end + x, -y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (x1, x) = (self.end + x1, self.end + x);
        let _ = write!(self.along, "Q{x1} {} {x} {}", -y1, -y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (x1, x2, x) = (self.end + x1, self.end + x2, self.end + x);
        let _ = write!(self.along, "C{x1} {} {x2} {} {x} {}", -y1, -y2, -y);
    }

    fn close(&mut self) {
        self.along.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use resvg::usvg::{Options, Tree};

    use super::*;

    #[test]
    fn outlined_letters_are_at_the_text_position() {
        for (anchor, middle) in [("start", 120.0), ("middle", 100.0), ("end", 80.0)] {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
                <text x="100" y="50" font-size="20" text-anchor="{anchor}">
                ЖÄõΩ</text></svg>"#
            );
            let outlined = outlined(&svg).unwrap();
            assert!(!outlined.contains("<text"), "{outlined}");
            let tree = Tree::from_str(&outlined, &Options::default()).unwrap();
            let drawn = tree.root().abs_bounding_box();
            let width = drawn.width();
            assert!((30.0..60.0).contains(&width), "{drawn:?}");
            let middle = 100.0 + (middle - 100.0) / 20.0 * width / 2.0;
            assert!((drawn.left() + width / 2.0 - middle).abs() < 2.0, "{drawn:?}");
            // Capital letters are centred on `y`, as `dy` is 0.35 em.
            assert!(drawn.top() < 50.0 && drawn.bottom() > 50.0, "{drawn:?}");
        }
    }
}
