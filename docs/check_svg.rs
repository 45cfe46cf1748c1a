//! Draws what a terminal shows: standard input, with its colours, as SVG on
//! standard output. This is how the picture in the README is made:
//!
//! ```sh
//! cargo run -q -- check --color always examples/broken/broken.carom 2>&1 |
//!     cargo run -q --example check-svg > docs/check.svg
//! ```

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut text = String::from("$ carom check examples/broken/broken.carom\n\n");
    io::stdin().read_to_string(&mut text)?;
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    let picture = terminal.render_svg(text.trim_end());
    io::stdout().write_all(picture.as_bytes())
}
