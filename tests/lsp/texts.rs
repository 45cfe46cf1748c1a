//! Puzzles to speak about.

pub const URI: &str = "untitled:deck.carom";

/// Solved in four moves; claimed to take five.
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

/// A draw that takes more than a quick try.
pub const DUEL: &str = "\
puzzle slider \"Small duel\"
  to-move: H
  result: win 3
  board:
    H . . .
    H . # .
    H . . .
    . V V V
  solution: a2> b1< b2>
";

/// One turn, whose walk collects what the push brings.
pub const RUSH: &str = "\
puzzle rush \"The long way round\"
  player: a3
  hand: ╬
  items: KEY c1, BOOK b2, CANE hand
  quests: KEY, CANE
  moves: 2
  board:
    ╔═╦
    ╬╬╬
    c╩╝
  solution: 1<:vv>^>v
";

/// A board of tiles with robots beside it.
pub const TILED: &str = "\
puzzle ricochet \"Tiled\"
  rules: direct
  target: red-star
  tiles: A1F A2B A3F A4B
  robots: R e5, G k7
  diagonals: R/ c5
";

/// Robots without names, one of them beside the board, and two targets.
pub const ALIKE: &str = "\
puzzle ricochet \"Alike\"
  rules: direct
  target: r a4 * d1
  robots: 0 d2
  board:
    . . . .
    . . . .
    R . . .
    0 . . .
  solution: d2^ d4v R^
";

/// A puzzle that no solver finishes while a test runs.
pub fn hard() -> String {
    let mut rows = vec![vec!['.'; 16]; 16];
    let robots = [
        (0, 0),
        (15, 0),
        (0, 15),
        (15, 15),
        (3, 5),
        (12, 9),
        (6, 12),
        (9, 2),
    ];
    for (name, (file, row)) in ('A'..).zip(robots) {
        rows[row][file] = name;
    }
    rows[7][8] = 'a';
    let rows = rows.iter().map(|row| {
        let glyphs: Vec<String> = row.iter().map(char::to_string).collect();
        format!("    {}\n", glyphs.join(" "))
    });
    let board: String = rows.collect();
    format!("puzzle ricochet \"hard\"\n  rules: bounce no-rebound\n  board:\n{board}")
}
