//! The keys of the format.

/// A key that the format knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the format page says what each key means")]
pub enum Key {
    Title,
    Author,
    Source,
    License,
    Date,
    Tags,
    Notes,
    Difficulty,
    Rules,
    Moves,
    Result,
    Solution,
    Board,
    Target,
    Tiles,
    Robots,
    Diagonals,
    ToMove,
    Player,
    Hand,
    Items,
    Quests,
    Opponent,
    OpponentHand,
}

/// How the value of a key is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Free text.
    Text,
    /// Words parted by blanks.
    Words,
    /// Words parted by blanks, in groups parted by commas.
    Groups,
    /// A number of moves or `none`.
    Claim,
    /// Moves, which may go on over the next lines.
    Moves,
    /// Nothing on the line itself, rows below it.
    Board,
}

impl Key {
    /// All keys, in the order in which a puzzle reads best.
    pub const ALL: [Self; 24] = [
        Self::Title,
        Self::Author,
        Self::Source,
        Self::License,
        Self::Date,
        Self::Tags,
        Self::Notes,
        Self::Difficulty,
        Self::Rules,
        Self::Moves,
        Self::Result,
        Self::ToMove,
        Self::Target,
        Self::Tiles,
        Self::Robots,
        Self::Diagonals,
        Self::Player,
        Self::Hand,
        Self::Items,
        Self::Quests,
        Self::Opponent,
        Self::OpponentHand,
        Self::Board,
        Self::Solution,
    ];

    /// The key as it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Author => "author",
            Self::Source => "source",
            Self::License => "license",
            Self::Date => "date",
            Self::Tags => "tags",
            Self::Notes => "notes",
            Self::Difficulty => "difficulty",
            Self::Rules => "rules",
            Self::Moves => "moves",
            Self::Result => "result",
            Self::Solution => "solution",
            Self::Board => "board",
            Self::Target => "target",
            Self::Tiles => "tiles",
            Self::Robots => "robots",
            Self::Diagonals => "diagonals",
            Self::ToMove => "to-move",
            Self::Player => "player",
            Self::Hand => "hand",
            Self::Items => "items",
            Self::Quests => "quests",
            Self::Opponent => "opponent",
            Self::OpponentHand => "opponent-hand",
        }
    }

    /// What the key is for, as the end of a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Title => "the title of the deck or puzzle.",
            Self::Author => "who made it.",
            Self::Source => "where it is from.",
            Self::License => "the terms under which it may be used.",
            Self::Date => "when it was made.",
            Self::Tags => "words to find it by, parted by commas.",
            Self::Notes => "anything worth saying; several lines add up.",
            Self::Difficulty => "how hard it is, in the author's words.",
            Self::Rules => {
                "words that choose among the game's rules; a puzzle's line replaces the file's."
            }
            Self::Moves => {
                "the author's claim: the fewest moves, a number, or `none` where the puzzle is meant to be unsolvable."
            }
            Self::Result => {
                "the author's claim: `win N`, `loss N` or `draw` for the side to move, N in plies."
            }
            Self::Solution => {
                "moves that solve the puzzle, checked step by step; they may go on over the next lines."
            }
            Self::Board => "the grid, on the lines below; a blank line ends it.",
            Self::Target => {
                "targets by their squares, for those under pieces or off a drawn board."
            }
            Self::Tiles => {
                "a face of each of the four tiles, 1A to 4D: top left, top right, bottom right, bottom left of the standard board."
            }
            Self::Robots => "robots by their squares, as in `robots: R e5, G k7`.",
            Self::Diagonals => "diagonals by their squares, as in `diagonals: R/ c5, B\\ d7`.",
            Self::ToMove => "the side to move: `H`, the default, or `V`.",
            Self::Player => "the square the player starts on; the top left one by default.",
            Self::Hand => "the tile in the hand.",
            Self::Items => "items and where they are, as in `items: KEY c4, CANE hand`.",
            Self::Quests => "the items to collect; all of them by default.",
            Self::Opponent => "the other side's pushes, one a turn.",
            Self::OpponentHand => "the other side's tile.",
        }
    }

    /// The key with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// How its value is written.
    pub const fn shape(self) -> Shape {
        match self {
            Self::Title
            | Self::Author
            | Self::Source
            | Self::License
            | Self::Date
            | Self::Tags
            | Self::Notes
            | Self::Difficulty => Shape::Text,
            Self::Rules | Self::Result | Self::ToMove | Self::Tiles | Self::Player | Self::Hand => {
                Shape::Words
            }
            Self::Target
            | Self::Robots
            | Self::Diagonals
            | Self::Items
            | Self::Quests
            | Self::OpponentHand => Shape::Groups,
            Self::Moves => Shape::Claim,
            Self::Solution | Self::Opponent => Shape::Moves,
            Self::Board => Shape::Board,
        }
    }

    /// Whether the key may stand before the first puzzle.
    pub const fn may_be_of_file(self) -> bool {
        matches!(self.shape(), Shape::Text) || matches!(self, Self::Rules)
    }
}
