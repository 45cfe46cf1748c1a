//! Styles of pictures that stand alone.

use svg::node::element::Element;

use super::shape::{Shape, rectangle};

/// The look of a picture that stands alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// The width in pixels; without one, that of the place where it is shown.
    pub width: Option<u32>,
}

/// The colours of a picture that stands alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// A light board without a background.
    #[default]
    Light,
    /// A dark board on a dark background.
    Dark,
    /// Black and white, for paper.
    Print,
}

impl Theme {
    /// Returns the colour of the background, if there is one, and the rules of the style sheet.
    const fn rules(self) -> (Option<&'static str>, &'static str) {
        match self {
            Self::Light => (None, ""),
            Self::Dark => (
                Some("#1f1d1a"),
                ".carom-floor{fill:#35312b}.carom-grid{stroke:#4a443c}.carom-block{fill:#8c8274}\
                 .carom-wall{stroke:#efe6d6}.carom-coordinate,.carom-caption{fill:#a9a196}\
                 .carom-tile-plate{fill:#4a443c}.carom-opening-edge{fill:#a9a196}\
                 .carom-border{stroke:#a9a196}\
                 .carom-target .carom-label,.carom-diagonal .carom-label{fill:#fff}\
                 [class=carom-diagonal] .carom-diagonal-line{stroke:#efe6d6}",
            ),
            Self::Print => (
                Some("#ffffff"),
                ".carom-floor{fill:#fff}.carom-grid{stroke:#bbb}.carom-block{fill:#555}\
                 .carom-wall{stroke:#000}.carom-border{stroke:#000}\
                 .carom-coordinate,.carom-caption{fill:#000}\
                 .carom-body,.carom-head{fill:#fff;stroke:#000;stroke-width:2}\
                 .carom-piece .carom-label{fill:#000}\
                 .carom-trail-line{stroke:#000}.carom-trail-rim{stroke:#fff}\
                 .carom-trail-start,.carom-trail-head{fill:#000}\
                 .carom-target-ring,.carom-target-cross,.carom-diagonal-line{stroke:#000}\
                 .carom-target-star{fill:#fff;stroke:#000}\
                 .carom-target-plate,.carom-item-plate{fill:#fff;stroke:#000}\
                 .carom-exit-edge{stroke:#000}.carom-exit-arrow,.carom-exit .carom-label{fill:#000}\
                 .carom-tile-plate{fill:#ddd;stroke:#555}.carom-opening{fill:#fff}\
                 .carom-opening-edge{fill:#555}",
            ),
        }
    }
}

impl Style {
    /// Adds the style, and more rules of a style sheet, to a root of this width and height.
    pub(super) fn apply(self, root: Shape, (width, height): (i32, i32), more: &str) -> Shape {
        let (background, rules) = self.theme.rules();
        let mut root = root;
        if let Some(wanted) = self.width {
            let ratio = f64::from(height) / f64::from(width.max(1));
            let tall = (f64::from(wanted) * ratio).round();
            root = root.with("width", wanted).with("height", tall);
        }
        if !(rules.is_empty() && more.is_empty()) {
            let sheet = Shape::from(Element::new("style"));
            root = root.holding(sheet.holding_text(&format!("{rules}{more}")));
        }
        match background {
            Some(colour) => {
                let all = rectangle("carom-background", (0, 0), (width, height));
                root.holding(all.filled(colour))
            }
            None => root,
        }
    }
}
