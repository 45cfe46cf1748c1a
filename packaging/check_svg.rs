//! Draws terminal output as SVG: reads standard input with its colours, and writes the picture to
//! standard output, below the command given as arguments. The pictures in the README are made with:
//! ```sh
//! cargo run -q -- check --color always examples/broken/broken.carom 2>&1 |
//!     cargo run -q --example check-svg -- carom check examples/broken/broken.carom \
//!     > docs/check.svg
//! ```
//!
//! Without arguments, the picture shows only the output.

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let command: Vec<String> = std::env::args().skip(1).collect();
    let mut text = match command.as_slice() {
        [] => String::new(),
        words => format!("$ {}\n\n", words.join(" ")),
    };
    io::stdin().read_to_string(&mut text)?;
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    let picture = terminal.render_svg(text.trim_end());
    io::stdout().write_all(picture.as_bytes())
}
