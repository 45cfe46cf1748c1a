//! The table of games. Each game has a row here and its rules in its own folder.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{Mover, Push, Slide, lunar, ricochet, rush, slider, tilt};

/// The model of the only game for two sides.
pub use super::slider::{Army, Duel, DuelState};

/// Defines the enums with a variant for each game, and two macros that call the rules of a game
/// or a position. (The parameter stands for the dollar sign, which a macro that defines macros
/// cannot write otherwise.)
macro_rules! games {
    ($dollar:tt $($(#[$about:meta])+ $name:ident in $module:ident;)+) => {
        /// A game of the format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Game {
            $($(#[$about])+ $name,)+
        }

        impl Game {
            /// All games, in the order of the format's description.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];
        }

        /// A legal position of any game.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Position {
            $($(#[$about])+ $name($module::Position),)+
        }

        /// Why a move is illegal.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Illegal {
            /// It is a move of another game.
            OtherGame(Game),
            $($(#[$about])+ $name($module::Illegal),)+
        }

        $(impl From<$module::Position> for Position {
            fn from(position: $module::Position) -> Self {
                Self::$name(position)
            }
        }

        impl From<$module::Illegal> for Illegal {
            fn from(illegal: $module::Illegal) -> Self {
                Self::$name(illegal)
            }
        })+

        impl Position {
            /// Returns the game of this position.
            pub const fn game(&self) -> Game {
                match self {
                    $(Self::$name(_) => Game::$name,)+
                }
            }
        }

        impl fmt::Display for Illegal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::OtherGame(game) => write!(f, "not a move of {}", game.title()),
                    $(Self::$name(illegal) => illegal.fmt(f),)+
                }
            }
        }

        /// `of_game!(game, Rules => expression)` evaluates the expression with `Rules` as the
        /// position of `game`, which implements its traits.
        macro_rules! of_game {
            ($dollar game:expr, $dollar rules:ident => $dollar answer:expr) => {
                match $dollar game {
                    $($crate::games::Game::$name => {
                        type $dollar rules = $crate::games::$module::Position;
                        $dollar answer
                    })+
                }
            };
        }

        /// `of_position!(position, inner => expression)` evaluates the expression with `inner` as
        /// the position of its game.
        macro_rules! of_position {
            ($dollar position:expr, $dollar inner:ident => $dollar answer:expr) => {
                match $dollar position {
                    $($crate::games::Position::$name($dollar inner) => $dollar answer,)+
                }
            };
        }
    };
}

games! { $
    /// Lunar Lockout.
    Lunar in lunar;
    /// Ricochet Robots.
    Ricochet in ricochet;
    /// Slider.
    Slider in slider;
    /// X-mas Rush.
    Rush in rush;
    /// Tilt.
    Tilt in tilt;
}

impl Illegal {
    /// Returns the number of the illegal step, from 0, where a move has steps.
    pub fn step(&self) -> Option<usize> {
        match self {
            Self::Rush(illegal) => illegal.step(),
            _ => None,
        }
    }
}

/// Defines the moves. Games may share a kind of move.
macro_rules! moves {
    ($($(#[$about:meta])+ $name:ident($kind:ty);)+) => {
        /// A move of any game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Move {
            $($(#[$about])+ $name($kind),)+
        }

        $(impl From<$kind> for Move {
            fn from(played: $kind) -> Self {
                Self::$name(played)
            }
        }

        impl TryFrom<Move> for $kind {
            /// The move, which is of another kind.
            type Error = Move;

            fn try_from(played: Move) -> Result<Self, Move> {
                match played {
                    Move::$name(played) => Ok(played),
                    other => Err(other),
                }
            }
        })+

        impl fmt::Display for Move {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name(played) => played.fmt(f),)+
                }
            }
        }
    };
}

moves! {
    /// A piece slides: Lunar Lockout and Ricochet Robots.
    Slide(Slide);
    /// A piece steps or its side passes: Slider.
    Slider(slider::Move);
    /// A push and a walk: X-mas Rush.
    Turn(rush::Turn);
    /// A tilt of the board: Tilt.
    Tilt(tilt::Tilt);
}

/// Written in the notation of its game.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Move {
    /// Returns the name of the piece that moves, if the move gives it.
    pub const fn piece(self) -> Option<char> {
        match self {
            Self::Slide(Slide { piece: Mover::Named(name), .. }) => Some(name),
            _ => None,
        }
    }

    /// Returns the line of tiles that it pushes, if it pushes one.
    pub const fn push(self) -> Option<Push> {
        match self {
            Self::Turn(turn) => Some(turn.push),
            _ => None,
        }
    }

    /// Returns the moves, legal or not, that extend it by one step, if it has steps.
    pub(super) fn extended(self) -> Vec<Self> {
        match self {
            Self::Turn(turn) => turn.extended().map(Self::Turn).collect(),
            _ => Vec::new(),
        }
    }
}

pub(super) use {of_game, of_position};
