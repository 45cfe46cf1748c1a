//! The keys of the format.

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

macro_rules! keys {
    ($($variant:ident $name:literal $shape:ident $meaning:literal)*) => {
        /// A key that the format knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Key {
            $(#[doc = $meaning] $variant,)*
        }

        impl Key {
            /// All keys, in the order of the standard layout.
            pub const ALL: [Self; 24] = [$(Self::$variant),*];

            /// Returns the name of the key in a file.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Returns the syntax of the value.
            pub const fn shape(self) -> Shape {
                match self { $(Self::$variant => Shape::$shape),* }
            }

            /// Returns the purpose of the key, as the end of a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning),* }
            }
        }
    };
}

// The name of each key, the syntax of its value, and its purpose.
keys! {
    Title "title" Text "the title of the file or puzzle."
    Author "author" Text "who made it."
    Source "source" Text "where it is from."
    License "license" Text "the terms under which it may be used."
    Date "date" Text "when it was made."
    Tags "tags" Text "search words, separated by commas."
    Notes "notes" Text "remarks; may be given several times."
    Difficulty "difficulty" Text "how hard it is, in the author's words."
    Rules "rules" Words "variants of the game's rules; a puzzle's line replaces that of the file."
    Moves "moves" Claim "the author's claim: the fewest moves, or `none` if the puzzle is meant to be unsolvable."
    Result "result" Words "the author's claim: `win N`, `loss N` or `draw` for the side to move, N in plies."
    ToMove "to-move" Words "the side to move: `H`, the default, or `V`."
    Target "target" Groups "targets by their squares, for targets under pieces and puzzles without a drawn board."
    Tiles "tiles" Words "one face of each of the four tiles, 1A to 4D: top left, top right, bottom right, bottom left of the standard board."
    Robots "robots" Groups "robots by their squares, as in `robots: R e5, G k7`."
    Diagonals "diagonals" Groups "diagonals by their squares, as in `diagonals: R/ c5, B\\ d7`."
    Player "player" Words "the square the player starts on; the top left one by default."
    Hand "hand" Words "the tile in the player's hand."
    Items "items" Groups "items and their places, as in `items: KEY c4, CANE hand`."
    Quests "quests" Groups "the items to collect; all of them by default."
    Opponent "opponent" Moves "the opponent's pushes, one per turn."
    OpponentHand "opponent-hand" Groups "the tile in the opponent's hand."
    Board "board" Board "the grid, on the lines below; a blank line ends it."
    Solution "solution" Moves "moves that solve the puzzle, checked step by step; they may continue on the next lines."
}

impl Key {
    /// Returns the key with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// Returns the key with this name, in capital or small letters, and with `-`, a blank, `_` or
    /// nothing between its words.
    pub fn from_text(text: &str) -> Option<Self> {
        let letters = |text: &str| {
            let letters = text.bytes().filter(|byte| !matches!(byte, b'-' | b'_' | b' '));
            letters.map(|byte| byte.to_ascii_lowercase()).collect::<Vec<_>>()
        };
        let is_near = |key: &Self| key.name().len().abs_diff(text.len()) <= 1;
        let mut keys = Self::ALL.into_iter().filter(is_near);
        keys.find(|key| {
            key.name().eq_ignore_ascii_case(text)
                || key.name().contains('-') && letters(key.name()) == letters(text)
        })
    }

    /// Whether the key is allowed before the first puzzle.
    pub const fn may_be_of_file(self) -> bool {
        matches!(self.shape(), Shape::Text) || matches!(self, Self::Rules)
    }
}
