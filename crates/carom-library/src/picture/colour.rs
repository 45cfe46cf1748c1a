//! The colours of pieces.

/// The colour of a piece, its target and its moves. The robots R, G, B, Y and S have the colours of
/// the printed game of Ricochet Robots, which are also their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Colour {
    Red,
    Green,
    Blue,
    Yellow,
    Silver,
    Amber,
    Violet,
    Teal,
    Pink,
    Olive,
    Copper,
    Indigo,
    Brown,
    Mint,
    /// The colour of humans and their targets.
    Vermilion,
}

/// The colours of letters that no colour starts with.
const OTHERS: [Colour; 8] = [
    Colour::Violet,
    Colour::Teal,
    Colour::Pink,
    Colour::Olive,
    Colour::Copper,
    Colour::Indigo,
    Colour::Brown,
    Colour::Mint,
];

impl Colour {
    /// All colours, in the order of their numbers.
    pub const ALL: [Self; 15] = [
        Self::Red,
        Self::Green,
        Self::Blue,
        Self::Yellow,
        Self::Silver,
        Self::Amber,
        Self::Violet,
        Self::Teal,
        Self::Pink,
        Self::Olive,
        Self::Copper,
        Self::Indigo,
        Self::Brown,
        Self::Mint,
        Self::Vermilion,
    ];

    /// Returns the name of the colour.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Silver => "silver",
            Self::Amber => "amber",
            Self::Violet => "violet",
            Self::Teal => "teal",
            Self::Pink => "pink",
            Self::Olive => "olive",
            Self::Copper => "copper",
            Self::Indigo => "indigo",
            Self::Brown => "brown",
            Self::Mint => "mint",
            Self::Vermilion => "vermilion",
        }
    }

    /// Returns the colour that is the name of the robot with this letter.
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

    /// Returns the colour of the piece with this glyph, or of its target. Only letters, humans and
    /// targets of any robot have one.
    pub fn of_piece(glyph: char) -> Option<Self> {
        match glyph.to_ascii_uppercase() {
            'H' => Some(Self::Blue),
            'V' => Some(Self::Amber),
            '@' | '+' => Some(Self::Vermilion),
            // A target of any robot.
            '*' => Some(Self::Violet),
            letter @ 'A'..='Z' => Self::of_robot(letter).or_else(|| {
                let number = u32::from(letter) as usize % OTHERS.len();
                OTHERS.get(number).copied()
            }),
            _ => None,
        }
    }
}
