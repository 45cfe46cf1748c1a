//! A file of 10,000 puzzles.

pub(crate) const PUZZLES: usize = 10_000;

/// Lines of a puzzle of the deck.
pub(crate) const LINES: u32 = 12;

/// Different boards, so many that hardly two of them are alike, with nothing to
/// report.
pub(crate) fn deck() -> String {
    deck_with("; a comment")
}

/// The same with a finding in each puzzle.
pub(crate) fn deck_with_findings() -> String {
    deck_with("moves: ?")
}

/// The boards, each below this line.
fn deck_with(line: &str) -> String {
    let mut text = "; carom: allow unsolvable redundant-piece\n\n".to_owned();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for number in 0..PUZZLES {
        let mut cells = ['.'; 64];
        for glyph in "@+ABCDEF".chars() {
            let mut at = 0;
            while at == 0 || cells[at] != '.' {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                // The last cell of the first row is for the author.
                at = (random % 64) as usize;
                at = if at == 7 { 0 } else { at };
            }
            cells[at] = glyph;
        }
        text.push_str(&format!(
            "puzzle lunar \"Number {number}\"\n  {line}\n  board:\n"
        ));
        for row in cells.chunks(8) {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            text.push_str(&format!("    {}\n", row.join(" ")));
        }
        text.push('\n');
    }
    text
}
