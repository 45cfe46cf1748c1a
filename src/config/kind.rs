//! What the values of settings are.

/// What the value of a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The level of a lint.
    Level,
    /// A whole number.
    Count,
    /// A whole number from 1 on.
    Positive,
    /// A number of bytes.
    Size,
    /// A length of time.
    Time,
    /// Any text.
    Text,
    /// A list of globs.
    Globs,
    /// True or false.
    Flag,
    /// A list of keys of the format.
    Keys,
    /// A range of numbers of moves.
    Moves,
    /// Where an editor tells the answers.
    Answers,
    /// How lines end.
    LineEnding,
}

impl Kind {
    /// What a setting of this kind takes, as the end of a sentence.
    pub(super) const fn takes(self) -> &'static str {
        match self {
            Self::Level => "a level",
            Self::Count | Self::Positive => "a whole number",
            Self::Size => "a number of bytes, or a text such as \"1GiB\"",
            Self::Time => "a text such as \"10s\" or \"2min\"",
            Self::Text => "a text",
            Self::Globs => "a list of globs",
            Self::Flag => "true or false",
            Self::Keys => "a list of keys",
            Self::Moves => "a range such as \"6..15\"",
            Self::Answers => "\"lens\", \"hint\" or \"both\"",
            Self::LineEnding => "\"auto\", \"lf\" or \"crlf\"",
        }
    }
}

/// Where an editor tells the answers of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// In a line above each puzzle.
    Lens,
    /// Behind the first line of each.
    Hint,
    /// In both places.
    Both,
}

impl Answers {
    /// All of them, by the words of the setting.
    pub(super) const ALL: [(&'static str, Self); 3] = [
        ("lens", Self::Lens),
        ("hint", Self::Hint),
        ("both", Self::Both),
    ];

    /// What the word asks for.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|(word, _)| *word == name)
            .map(|(_, answers)| answers)
    }
}
