//! A file of 10,000 puzzles.

pub(crate) const PUZZLES: usize = 10_000;

/// The number of lines of each puzzle.
pub(crate) const LINES: u32 = 12;

/// Returns random boards, nearly all different, without diagnostics.
pub(crate) fn large_file() -> String {
    file_of_puzzles("; a comment")
}

/// Returns the same file with a diagnostic in each puzzle.
pub(crate) fn large_file_with_diagnostics() -> String {
    file_of_puzzles("moves: ?")
}

/// Returns the boards, each below this line.
fn file_of_puzzles(line: &str) -> String {
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
                // The first row ends with a cell that the benchmark edits.
                at = (random % 64) as usize;
                at = if at == 7 { 0 } else { at };
            }
            cells[at] = glyph;
        }
        text.push_str(&format!("puzzle lunar \"Number {number}\"\n  {line}\n  board:\n"));
        for row in cells.chunks(8) {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            text.push_str(&format!("    {}\n", row.join(" ")));
        }
        text.push('\n');
    }
    text
}
