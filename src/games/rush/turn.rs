//! The moves: a push and the walk after it.

use std::fmt;
use std::str::FromStr;

use crate::board::{Axis, Board, Direction, MAX_SIDE, Square, Symmetry};

/// The longest walk of a turn, in steps.
pub const MAX_STEPS: u8 = 20;

/// A push of one line by one square: a rank to the left or right, or a file up
/// or down.
///
/// Written `3>` or `cv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Push {
    line: u8,
    direction: Direction,
}

/// The text was no push such as `3>` or `cv`, or no turn such as `3>:^^`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotATurn;

impl Push {
    /// Pushes the line through `square` that lies along `direction`.
    pub const fn through(square: Square, direction: Direction) -> Self {
        let line = match direction.axis() {
            Axis::Horizontal => square.rank(),
            Axis::Vertical => square.file(),
        };
        Self { line, direction }
    }

    /// All pushes of `board`: ranks from the first, then files from `a`.
    pub fn all(board: &Board) -> impl Iterator<Item = Self> + use<> {
        use Direction::{Down, Left, Right, Up};
        let lines = |count, directions: [Direction; 2]| {
            (0..count).flat_map(move |line| directions.map(|direction| Self { line, direction }))
        };
        lines(board.ranks(), [Right, Left]).chain(lines(board.files(), [Up, Down]))
    }

    /// Where the tiles of the line go.
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// The number of the rank or file, from 0.
    pub const fn line(self) -> u8 {
        self.line
    }

    /// Whether a rank is pushed, and not a file.
    pub fn is_rank(self) -> bool {
        self.direction.axis() == Axis::Horizontal
    }

    /// Whether `other` pushes the same line, in whatever direction.
    pub fn same_line(self, other: Self) -> bool {
        self.is_rank() == other.is_rank() && self.line == other.line
    }

    /// Whether `board` has the line.
    pub fn is_on(self, board: &Board) -> bool {
        let lines = match self.direction.axis() {
            Axis::Horizontal => board.ranks(),
            Axis::Vertical => board.files(),
        };
        self.line < lines
    }

    /// Whether `square` lies on the line.
    pub fn contains(self, square: Square) -> bool {
        self.same_line(Self::through(square, self.direction))
    }

    /// The square where the hand tile enters.
    pub const fn entry(self, board: &Board) -> Square {
        match self.direction {
            Direction::Up => Square::new(self.line, 0),
            Direction::Right => Square::new(0, self.line),
            Direction::Down => Square::new(self.line, board.ranks() - 1),
            Direction::Left => Square::new(board.files() - 1, self.line),
        }
    }

    /// The same push of `board` laid down again.
    #[must_use]
    pub const fn laid(self, board: &Board, symmetry: Symmetry) -> Self {
        let entry = symmetry.square(board, self.entry(board));
        Self::through(entry, symmetry.direction(self.direction))
    }

    /// The square where a tile falls off the board.
    pub const fn exit(self, board: &Board) -> Square {
        let back = Self {
            line: self.line,
            direction: self.direction.opposite(),
        };
        back.entry(board)
    }
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_rank() {
            write!(f, "{}{}", self.line + 1, self.direction.symbol())
        } else {
            let file = char::from(b'a' + self.line);
            write!(f, "{file}{}", self.direction.symbol())
        }
    }
}

fn direction_of(symbol: char) -> Result<Direction, NotATurn> {
    Direction::ALL
        .into_iter()
        .find(|direction| direction.symbol() == symbol)
        .ok_or(NotATurn)
}

impl FromStr for Push {
    type Err = NotATurn;

    /// Reads a push as it is written; a rank has no leading zero.
    fn from_str(text: &str) -> Result<Self, NotATurn> {
        let mut line = text.chars();
        let direction = direction_of(line.next_back().ok_or(NotATurn)?)?;
        // The line is half of a square's name; any other half completes it.
        let square = match direction.axis() {
            Axis::Horizontal => format!("a{}", line.as_str()),
            Axis::Vertical => format!("{}1", line.as_str()),
        };
        let square = square.parse().map_err(|_| NotATurn)?;
        Ok(Self::through(square, direction))
    }
}

/// The steps of a turn, at most [`MAX_STEPS`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Walk {
    length: u8,
    /// Two bits a step, the first step lowest.
    steps: u64,
}

/// A walk has more than [`MAX_STEPS`] steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkTooLong;

impl Walk {
    /// The player stays where the push left it.
    pub const EMPTY: Self = Self {
        length: 0,
        steps: 0,
    };

    /// A walk of these steps.
    ///
    /// # Errors
    ///
    /// [`WalkTooLong`] after the twentieth step.
    pub fn new(steps: impl IntoIterator<Item = Direction>) -> Result<Self, WalkTooLong> {
        let mut walk = Self::EMPTY;
        for direction in steps {
            if walk.length == MAX_STEPS {
                return Err(WalkTooLong);
            }
            walk.steps |= (direction as u64) << (2 * walk.length);
            walk.length += 1;
        }
        Ok(walk)
    }

    /// The number of steps.
    pub fn len(self) -> usize {
        usize::from(self.length)
    }

    /// Whether there is no step.
    pub const fn is_empty(self) -> bool {
        self.length == 0
    }

    /// The steps, in order.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        (0..self.length).map(move |step| {
            let two_bits = (self.steps >> (2 * step)) & 3;
            Direction::from_index(u8::try_from(two_bits).unwrap_or_default())
        })
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|direction| fmt::Write::write_char(f, direction.symbol()))
    }
}

impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One turn: a push, then a walk.
///
/// Written `3>:^^>`, or `cv` alone where nobody walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// The push.
    pub push: Push,
    /// The walk after it.
    pub walk: Walk,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { push, walk } = self;
        let colon = if walk.is_empty() { "" } else { ":" };
        write!(f, "{push}{colon}{walk}")
    }
}

impl FromStr for Turn {
    type Err = NotATurn;

    /// Reads a turn as it is written.
    fn from_str(text: &str) -> Result<Self, NotATurn> {
        let (push, walk) = text.split_once(':').unwrap_or((text, ""));
        let steps: Vec<Direction> = walk.chars().map(direction_of).collect::<Result<_, _>>()?;
        Ok(Self {
            push: push.parse()?,
            walk: Walk::new(steps).map_err(|_| NotATurn)?,
        })
    }
}

// A line's number is a rank or a file, and a walk's steps fit its word.
const _: () = assert!(MAX_SIDE == 16 && MAX_STEPS <= 32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_push_reads_back() {
        let board = Board::new(16, 16).unwrap();
        assert_eq!(Push::all(&board).count(), 64);
        for push in Push::all(&board) {
            assert_eq!(push.to_string().parse(), Ok(push));
            assert!(push.is_on(&board) && push.contains(push.entry(&board)));
            assert!(push.contains(push.exit(&board)));
        }
        let small = Board::new(3, 2).unwrap();
        let drawn: Vec<String> = Push::all(&small).map(|push| push.to_string()).collect();
        assert_eq!(drawn.join(" "), "1> 1< 2> 2< a^ av b^ bv c^ cv");
        assert!(!"3>".parse::<Push>().unwrap().is_on(&small));
        assert!("c^".parse::<Push>().unwrap().is_on(&small));
    }

    #[test]
    fn a_turn_reads_back() {
        for text in ["3>:^^>", "cv:<<", "12<", "p^:vvvvvvvvvvvvvvvvvvvv"] {
            let turn: Turn = text.parse().unwrap();
            assert_eq!(turn.to_string(), text);
        }
        for text in [
            "", ">", "3^", "c>", "03>", "17>", "qv", "3>:x", "3", "3>^", ":^",
        ] {
            assert_eq!(text.parse::<Turn>(), Err(NotATurn), "{text:?}");
        }
        let steps = [Direction::Left; 21];
        assert_eq!(Walk::new(steps), Err(WalkTooLong));
        assert_eq!(Walk::new(steps.into_iter().take(20)).unwrap().len(), 20);
    }
}
