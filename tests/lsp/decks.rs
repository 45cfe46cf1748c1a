//! Puzzles of each game, to ask about.

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
