//! How the lines of a file are to end.

use std::str::FromStr;

use super::LineEnd;

/// How the lines of a file are to end where it is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnding {
    /// As most of them end.
    #[default]
    Auto,
    /// With a line feed.
    Lf,
    /// With a carriage return and a line feed.
    CrLf,
}

impl LineEnding {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Lf, Self::CrLf];

    /// Its name, as a configuration writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Lf => "lf",
            Self::CrLf => "crlf",
        }
    }

    /// The end of each line, unless the file has the say.
    pub const fn end(self) -> Option<LineEnd> {
        match self {
            Self::Auto => None,
            Self::Lf => Some(LineEnd::Lf),
            Self::CrLf => Some(LineEnd::CrLf),
        }
    }
}

impl FromStr for LineEnding {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL
            .into_iter()
            .find(|ending| ending.name() == name)
            .ok_or(())
    }
}
