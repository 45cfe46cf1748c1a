//! Puzzles of each game.

/// A draw that takes longer than a quick search.
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

/// A puzzle of one turn, whose walk collects what the push brings.
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

/// A board of tiles with robots in keys.
pub const TILED: &str = "\
puzzle ricochet \"Tiled\"
  rules: direct
  target: red-star
  tiles: A1F A2B A3F A4B
  robots: R e5, G k7
  diagonals: R/ c5
";

/// Unnamed robots, one of them in a key, and two targets.
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
