//! What the values of settings are.

/// What the value of a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The level of a rule.
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
        }
    }
}
