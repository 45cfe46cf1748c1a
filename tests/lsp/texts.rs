//! Puzzles for tests.

pub const URI: &str = "untitled:deck.carom";

/// Solved in four moves, with a claim of five.
pub const FIRST: &str = "\
puzzle lunar \"First contact\"
  moves: 5
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @
  solution: @^ @< @v @<
";

/// Returns a puzzle that no solver finishes during a test.
pub fn hard() -> String {
    let mut rows = vec![vec!['.'; 16]; 16];
    let robots = [(0, 0), (15, 0), (0, 15), (15, 15), (3, 5), (12, 9), (6, 12), (9, 2)];
    for (name, (file, row)) in ('A'..).zip(robots) {
        rows[row][file] = name;
    }
    rows[7][8] = 'a';
    let board: String = rows
        .iter()
        .map(|row| {
            let glyphs: Vec<String> = row.iter().map(char::to_string).collect();
            format!("    {}\n", glyphs.join(" "))
        })
        .collect();
    format!("puzzle ricochet \"hard\"\n  rules: bounce no-rebound\n  board:\n{board}")
}
