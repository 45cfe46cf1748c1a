//! The colours of robots.

/// The colour of a robot, its target and its moves, given by its letter as in the printed game of
/// Ricochet Robots. Other letters have no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Colour {
    Red,
    Green,
    Blue,
    Yellow,
    Silver,
}

impl Colour {
    /// Returns the name of the colour.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Silver => "silver",
        }
    }

    /// All colours, in the order of their numbers.
    pub const ALL: [Self; 5] = [
        Self::Red,
        Self::Green,
        Self::Blue,
        Self::Yellow,
        Self::Silver,
    ];

    /// Returns the colour of the robot with this letter, or of its target.
    pub const fn of_robot(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'R' => Some(Self::Red),
            'G' => Some(Self::Green),
            'B' => Some(Self::Blue),
            'Y' => Some(Self::Yellow),
            'S' => Some(Self::Silver),
            _ => None,
        }
    }
}
