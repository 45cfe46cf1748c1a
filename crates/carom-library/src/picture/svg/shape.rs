//! A builder for SVG elements with a class.

use svg::Node;
use svg::node::Value;
use svg::node::element::Element;

use super::text;

/// An SVG element.
pub(super) struct Shape(Element);

pub(super) fn shape(name: &str, class: impl Into<Value>) -> Shape {
    Shape(Element::new(name)).with("class", class)
}

/// Creates a path from SVG path data.
pub(super) fn path(class: impl Into<Value>, along: impl Into<Value>) -> Shape {
    shape("path", class).with("d", along)
}

pub(super) fn circle(class: impl Into<Value>, (x, y): (i32, i32), radius: i32) -> Shape {
    let shape = shape("circle", class);
    shape.with("cx", x).with("cy", y).with("r", radius)
}

/// Creates a rectangle from its top left corner and its size.
pub(super) fn rectangle(
    class: impl Into<Value>,
    (x, y): (i32, i32),
    (width, height): (i32, i32),
) -> Shape {
    let shape = shape("rect", class).with("x", x).with("y", y);
    shape.with("width", width).with("height", height)
}

/// Creates text centred on a point.
pub(super) fn label(
    class: impl Into<Value>,
    (x, y): (i32, i32),
    size: i32,
    content: &str,
) -> Shape {
    let shape = shape("text", class).with("x", x).with("y", y);
    // Not every viewer supports vertical centring.
    shape.with("dy", "0.35em").with("font-size", size).holding_text(content)
}

impl Shape {
    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.assign(name, value);
        self
    }

    pub(super) fn filled(self, colour: &str) -> Self {
        self.with("fill", colour)
    }

    /// An outline of this width without a fill.
    pub(super) fn lined(self, colour: &str, width: i32) -> Self {
        self.filled("none").edged(colour, width)
    }

    pub(super) fn edged(self, colour: &str, width: i32) -> Self {
        self.with("stroke", colour).with("stroke-width", width)
    }

    pub(super) fn holding(mut self, other: Self) -> Self {
        self.0.append(other.0);
        self
    }

    pub(super) fn holding_text(mut self, content: &str) -> Self {
        self.0.append(text(content));
        self
    }
}

impl From<Element> for Shape {
    fn from(element: Element) -> Self {
        Self(element)
    }
}

impl From<Shape> for Element {
    fn from(shape: Shape) -> Self {
        shape.0
    }
}
