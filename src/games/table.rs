//! The one table of games: each has a row here, and its rules in its folder.

use std::fmt;

use super::rules::GameRules;
use super::{Mover, Slide, lunar, ricochet, rush, slider};

/// Writes what has a variant for each game, and the two macros that ask the
/// rules of a game or a position. (The dollar sign cannot be written otherwise
/// within a macro that writes macros.)
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

        /// Why a move is against the rules of its game.
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
            /// The game this is a position of.
            pub const fn game(&self) -> Game {
                match self {
                    $(Self::$name(_) => Game::$name,)+
                }
            }
        }

        impl fmt::Display for Illegal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::OtherGame(game) => write!(f, "this is no move of {}", game.title()),
                    $(Self::$name(illegal) => illegal.fmt(f),)+
                }
            }
        }

        impl Illegal {
            /// The number of the step that is illegal, from 0, in a move of
            /// steps.
            pub fn step(&self) -> Option<usize> {
                match self {
                    Self::OtherGame(_) => None,
                    $(Self::$name(illegal) => $module::$name::illegal_step(illegal),)+
                }
            }
        }

        /// `of_game!(game, Rules => answer)`: the answer with the rules of
        /// `game` by the name `Rules`.
        macro_rules! of_game {
            ($dollar game:expr, $dollar rules:ident => $dollar answer:expr) => {
                match $dollar game {
                    $($crate::games::Game::$name => {
                        type $dollar rules = $crate::games::$module::$name;
                        $dollar answer
                    })+
                }
            };
        }

        /// `of_position!(position, (Rules, inner) => answer)`: the answer with
        /// the rules of the game by the name `Rules` and its own position by
        /// the name `inner`.
        macro_rules! of_position {
            ($dollar position:expr, ($dollar rules:ident, $dollar inner:ident) => $dollar answer:expr) => {
                match $dollar position {
                    $($crate::games::Position::$name($dollar inner) => {
                        type $dollar rules = $crate::games::$module::$name;
                        $dollar answer
                    })+
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
}

/// Writes the moves, of which games may share a kind.
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
}

impl Move {
    /// The name of the piece that moves, where the move names it.
    pub const fn piece(self) -> Option<char> {
        match self {
            Self::Slide(Slide {
                piece: Mover::Named(name),
                ..
            }) => Some(name),
            _ => None,
        }
    }
}

pub(super) use {of_game, of_position};
