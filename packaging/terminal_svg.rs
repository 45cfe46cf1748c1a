//! Draws terminal output as SVG: reads standard input with its colours, and writes the picture to
//! standard output, as `tests/editors/picture.sh` uses it. `tests/generated` draws `docs/check.svg`
//! in the same way.

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    let picture = terminal.render_svg(text.trim_end());
    io::stdout().write_all(picture.as_bytes())
}
