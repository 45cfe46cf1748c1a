//! The moves: a push and the walk after it.

use std::fmt;
use std::str::FromStr;

use crate::board::Direction;
use crate::games::Push;

/// The longest walk of a turn, in steps.
pub const MAX_STEPS: u8 = 20;

/// The text is not a turn such as `3>:^^`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTurnError;

/// The steps of a turn, at most [`MAX_STEPS`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Walk {
    length: u8,
    /// Two bits per step, the first step lowest.
    steps: u64,
}

/// A walk has more than [`MAX_STEPS`] steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkTooLong;

impl Walk {
    /// The empty walk: the player stays where the push left it.
    pub const EMPTY: Self = Self { length: 0, steps: 0 };

    /// Returns a walk of these steps.
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

    /// Returns the number of steps.
    pub fn len(self) -> usize {
        usize::from(self.length)
    }

    /// Whether there are no steps.
    pub const fn is_empty(self) -> bool {
        self.length == 0
    }

    /// Returns the steps, in order.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        (0..self.length).map(move |step| {
            let two_bits = (self.steps >> (2 * step)) & 3;
            Direction::from_index(u8::try_from(two_bits).expect("two bits"))
        })
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|direction| fmt::Write::write_char(f, direction.symbol()))
    }
}

impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One turn: a push, then a walk.
///
/// Written `3>:^^>`, or `cv` without a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// The push.
    pub push: Push,
    /// The walk after it.
    pub walk: Walk,
}

impl Turn {
    /// Returns the turns that walk one step further.
    pub(in crate::games) fn extended(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |direction| {
            let walk = Walk::new(self.walk.iter().chain([direction])).ok()?;
            Some(Self { walk, ..self })
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { push, walk } = self;
        let colon = if walk.is_empty() { "" } else { ":" };
        write!(f, "{push}{colon}{walk}")
    }
}

impl FromStr for Turn {
    type Err = ParseTurnError;

    /// Parses a turn.
    fn from_str(text: &str) -> Result<Self, ParseTurnError> {
        let (push, walk) = text.split_once(':').unwrap_or((text, ""));
        let steps: Option<Vec<Direction>> = walk.chars().map(Direction::from_symbol).collect();
        Ok(Self {
            push: push.parse().map_err(|_| ParseTurnError)?,
            walk: Walk::new(steps.ok_or(ParseTurnError)?).map_err(|_| ParseTurnError)?,
        })
    }
}

// The steps of a walk fit its word.
const _: () = assert!(MAX_STEPS <= 32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_round_trip() {
        for text in ["3>:^^>", "cv:<<", "12<", "p^:vvvvvvvvvvvvvvvvvvvv"] {
            let turn: Turn = text.parse().unwrap();
            assert_eq!(turn.to_string(), text);
        }
        for text in ["", ">", "3^", "c>", "03>", "17>", "qv", "3>:x", "3", "3>^", ":^"] {
            assert_eq!(text.parse::<Turn>(), Err(ParseTurnError), "{text:?}");
        }
        let steps = [Direction::Left; 21];
        assert_eq!(Walk::new(steps), Err(WalkTooLong));
        assert_eq!(Walk::new(steps.into_iter().take(20)).unwrap().len(), 20);
    }
}
