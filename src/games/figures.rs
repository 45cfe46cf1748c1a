//! What a board shows beside its glyphs, and what moves where pieces have no
//! names.

use super::{Game, Move, Position, Slide, rush, slider};
use crate::board::{Bitboard, Direction, Square, Symmetry};

/// An item that lies on a square, whose glyph does not show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Where it lies.
    pub square: Square,
    /// What it is called.
    pub name: &'a str,
    /// Whether it is to be collected.
    pub is_quest: bool,
}

impl Game {
    /// Whether `glyph` is a piece of one of two sides; such pieces have no
    /// names, and moves name their squares.
    pub const fn is_man(self, glyph: char) -> bool {
        matches!(self, Self::Slider) && slider::Side::from_glyph(glyph).is_some()
    }

    /// What a glyph is called, where its shape has a name.
    pub fn glyph_name(self, glyph: char) -> Option<&'static str> {
        match self {
            Self::Rush => rush::Tile::from_glyph(glyph).map(rush::Tile::name),
            Self::Lunar | Self::Ricochet | Self::Slider => None,
        }
    }
}

impl Position {
    /// The square of the player, in a game that has one.
    pub const fn player(&self) -> Option<Square> {
        match self {
            Self::Rush(position) => Some(position.player()),
            Self::Lunar(_) | Self::Ricochet(_) | Self::Slider(_) => None,
        }
    }

    /// The squares that the player can walk to, in a game that has one.
    pub fn reachable(&self) -> Option<Bitboard> {
        match self {
            Self::Rush(position) => Some(position.reachable()),
            Self::Lunar(_) | Self::Ricochet(_) | Self::Slider(_) => None,
        }
    }

    /// The items on the board that were not collected.
    pub fn items(&self) -> Vec<Item<'_>> {
        let Self::Rush(position) = self else {
            return Vec::new();
        };
        let items = position.items().filter(|item| !item.is_collected);
        let items = items.filter_map(|item| match item.place {
            rush::Place::Board(square) => Some(Item {
                square,
                name: item.name,
                is_quest: item.is_quest,
            }),
            rush::Place::Hand | rush::Place::OpponentHand => None,
        });
        items.collect()
    }

    /// What is in the hands, one line each: `hand ╬ with KEY`.
    pub fn hands(&self) -> Vec<String> {
        let Self::Rush(position) = self else {
            return Vec::new();
        };
        let line = |whose: &str, tile: rush::Tile, place| {
            let items = position.items();
            let items = items.filter(|item| item.place == place && !item.is_collected);
            let names: Vec<&str> = items.map(|item| item.name).collect();
            let with = if names.is_empty() { "" } else { " with " };
            format!("{whose} {tile}{with}{}", names.join(", "))
        };
        let own = line("hand", position.hand(), rush::Place::Hand);
        let theirs = position
            .opponent_hand()
            .map(|tile| line("opponent's hand", tile, rush::Place::OpponentHand));
        [own].into_iter().chain(theirs).collect()
    }

    /// The legal moves that name `square` as the one they start from.
    pub fn moves_from(&self, square: Square) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&played| self.path(played).is_some_and(|(from, _)| from == square));
        moves
    }

    /// Of a move that names a square: from where the piece goes, and to where,
    /// if it stays on the board.
    pub fn path(&self, played: Move) -> Option<(Square, Option<Square>)> {
        match played {
            Move::Slider(slider::Move::Step { from, direction }) => {
                Some((from, self.board().beyond(from, direction)))
            }
            Move::Slider(slider::Move::Pass) | Move::Slide(_) | Move::Turn(_) => None,
        }
    }

    /// The legal moves that go one step further than `played`, where moves have
    /// steps.
    pub fn longer(&self, played: Move) -> Vec<Move> {
        let Move::Turn(rush::Turn { push, walk }) = played else {
            return Vec::new();
        };
        let turns = Direction::ALL.into_iter().filter_map(|direction| {
            let walk = rush::Walk::new(walk.iter().chain([direction])).ok()?;
            Some(Move::Turn(rush::Turn { push, walk }))
        });
        turns.filter(|&turn| self.play(turn).is_ok()).collect()
    }

    /// Of a move that names a line: the square where the line is entered.
    pub fn entry(&self, played: Move) -> Option<Square> {
        match played {
            Move::Turn(turn) => {
                let board = self.board();
                turn.push.is_on(board).then(|| turn.push.entry(board))
            }
            Move::Slide(_) | Move::Slider(_) => None,
        }
    }

    /// The same move on the board laid down again; nothing where the move is
    /// not on the board.
    pub fn laid(&self, played: Move, symmetry: Symmetry) -> Option<Move> {
        let board = self.board();
        Some(match played {
            Move::Slide(Slide { piece, direction }) => Move::Slide(Slide {
                piece,
                direction: symmetry.direction(direction),
            }),
            Move::Slider(slider::Move::Pass) => played,
            Move::Slider(slider::Move::Step { from, direction }) => {
                Move::Slider(slider::Move::Step {
                    from: board.contains(from).then(|| symmetry.square(board, from))?,
                    direction: symmetry.direction(direction),
                })
            }
            Move::Turn(rush::Turn { push, walk }) => {
                let steps = walk.iter().map(|direction| symmetry.direction(direction));
                Move::Turn(rush::Turn {
                    push: push.is_on(board).then(|| push.laid(board, symmetry))?,
                    walk: rush::Walk::new(steps).ok()?,
                })
            }
        })
    }

    /// Of a game for two sides, each side with the number of its legal moves in
    /// each direction, whoever is to move.
    pub fn mobility_by_direction(&self) -> Vec<(char, [(Direction, u32); 4])> {
        match self {
            Self::Slider(position) => slider::Side::ALL
                .map(|side| (side.glyph(), position.mobility(side).by_direction()))
                .to_vec(),
            Self::Lunar(_) | Self::Ricochet(_) | Self::Rush(_) => Vec::new(),
        }
    }

    /// The side to move, in a game for two.
    pub const fn to_move(&self) -> Option<char> {
        match self {
            Self::Slider(position) => Some(position.to_move().glyph()),
            Self::Lunar(_) | Self::Ricochet(_) | Self::Rush(_) => None,
        }
    }

    /// Whether the board may be laid down by `symmetry` and remains the same
    /// puzzle.
    pub fn may_lie(&self, symmetry: Symmetry) -> bool {
        match self {
            Self::Lunar(_) | Self::Ricochet(_) => true,
            // The mirror that exchanges the sides.
            Self::Slider(_) => symmetry == Symmetry::DIAGONAL,
            // Of two pushes at a time, the one of a rank comes first.
            Self::Rush(position) => position.opponent().is_empty() || !symmetry.swaps_sides(),
        }
    }
}
