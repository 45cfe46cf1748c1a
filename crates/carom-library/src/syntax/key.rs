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

/// The syntax of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Free text.
    Text,
    /// Words separated by blanks.
    Words,
    /// Comma-separated groups of blank-separated words.
    Groups,
    /// A number of moves or `none`.
    Claim,
    /// Moves, which may continue on the next lines.
    Moves,
    /// Rows on the lines below the key.
    Board,
}

impl Key {
    /// All keys, in the order of the standard layout.
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

    /// Returns the name of the key in a file.
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

    /// Returns the purpose of the key, as the end of a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Title => "the title of the file or puzzle.",
            Self::Author => "who made it.",
            Self::Source => "where it is from.",
            Self::License => "the terms under which it may be used.",
            Self::Date => "when it was made.",
            Self::Tags => "search words, separated by commas.",
            Self::Notes => "remarks; may be given several times.",
            Self::Difficulty => "how hard it is, in the author's words.",
            Self::Rules => {
                "variants of the game's rules; a puzzle's line replaces that of the file."
            }
            Self::Moves => {
                "the author's claim: the fewest moves, or `none` if the puzzle is meant to be unsolvable."
            }
            Self::Result => {
                "the author's claim: `win N`, `loss N` or `draw` for the side to move, N in plies."
            }
            Self::Solution => {
                "moves that solve the puzzle, checked step by step; they may continue on the next lines."
            }
            Self::Board => "the grid, on the lines below; a blank line ends it.",
            Self::Target => {
                "targets by their squares, for targets under pieces and puzzles without a drawn board."
            }
            Self::Tiles => {
                "one face of each of the four tiles, 1A to 4D: top left, top right, bottom right, bottom left of the standard board."
            }
            Self::Robots => "robots by their squares, as in `robots: R e5, G k7`.",
            Self::Diagonals => "diagonals by their squares, as in `diagonals: R/ c5, B\\ d7`.",
            Self::ToMove => "the side to move: `H`, the default, or `V`.",
            Self::Player => "the square the player starts on; the top left one by default.",
            Self::Hand => "the tile in the player's hand.",
            Self::Items => "items and their places, as in `items: KEY c4, CANE hand`.",
            Self::Quests => "the items to collect; all of them by default.",
            Self::Opponent => "the opponent's pushes, one per turn.",
            Self::OpponentHand => "the tile in the opponent's hand.",
        }
    }

    /// Returns the key with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// Returns the key with this name, in capital or small letters.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut keys = Self::ALL.into_iter();
        keys.find(|key| key.name().eq_ignore_ascii_case(text))
    }

    /// Returns the syntax of the value.
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

    /// Whether the key is allowed before the first puzzle.
    pub const fn may_be_of_file(self) -> bool {
        matches!(self.shape(), Shape::Text) || matches!(self, Self::Rules)
    }
}
