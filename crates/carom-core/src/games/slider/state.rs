//! The search model of Slider: a few shifts move all pieces at once.

use std::ops::ControlFlow;

use super::army::distances;
use super::{Army, Mobility, Move, Position, Side};
use crate::board::{Direction, Obstacle, Square, SquareSet};
use crate::games::{DuelEnd, DuelPlacement, GameRules};

/// The squares of the men and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DuelState<S> {
    men: [S; 2],
    to_move: Side,
}

/// A game of two sides that move in turn, as sets of squares: two armies, of which a move changes
/// one. Only a man of the other army on the square that it enters can block it, an army that has
/// left the board has won, and a side without a move passes.
///
/// So a state is a pair of placements, and the moves of each army form a graph of their own
/// that is small enough to store. Tests compare every method with [`Position`].
#[derive(Clone, Debug)]
pub struct Duel<S> {
    start: DuelState<S>,
    /// The squares from which a step in a direction stays on the board and meets no wall and no
    /// block.
    open: [S; 4],
    /// The squares from which a side leaves.
    exits: [S; 2],
    /// The moves that a man of a side needs from a square to leave the board if it never has to
    /// wait.
    distances: [Vec<Option<u16>>; 2],
    placements: [Army; 2],
    mirrored: bool,
}

impl<S> DuelState<S> {
    /// Returns the side to move.
    pub const fn to_move(&self) -> Side {
        self.to_move
    }
}

impl<S: SquareSet> DuelState<S> {
    const fn men(&self, side: Side) -> S {
        let [h, v] = self.men;
        match side {
            Side::H => h,
            Side::V => v,
        }
    }

    fn occupied(&self) -> S {
        let [h, v] = self.men;
        h | v
    }

    fn with_men(&self, side: Side, men: S) -> Self {
        let [h, v] = self.men;
        Self {
            men: match side {
                Side::H => [men, v],
                Side::V => [h, men],
            },
            to_move: side.other(),
        }
    }
}

fn set<S: SquareSet>(squares: impl Iterator<Item = Square>) -> S {
    squares.fold(S::EMPTY, |set, square| set | S::single(square))
}

impl<S: SquareSet> Duel<S> {
    /// Returns the duel of a position, or `None` if its board does not fit `S`.
    pub fn new(position: &Position) -> Option<Self> {
        let board = position.board();
        if board.columns().max(board.rows()) > S::MAX_SIDE {
            return None;
        }
        let floor = || {
            let blocks = board.blocks();
            board.squares().filter(move |&square| !blocks.contains(square))
        };
        let open =
            |direction| set(floor().filter(move |&square| board.step(square, direction).is_ok()));
        let leaves =
            |side: Side, square| board.step(square, side.forward()) == Err(Obstacle::Border);
        let placements = Side::ALL.map(|side| Army::new(position, side));
        let [h, v] = &placements;
        Some(Self {
            start: DuelState {
                men: Side::ALL.map(|side| set(position.men(side).iter())),
                to_move: position.to_move(),
            },
            open: Direction::ALL.map(open),
            exits: Side::ALL.map(|side| set(floor().filter(move |&from| leaves(side, from)))),
            distances: Side::ALL.map(|side| distances(board, side)),
            mirrored: h.mirrors(v),
            placements,
        })
    }

    /// Returns the squares from which `side` has a step in `direction`, not counting steps off
    /// the board.
    #[inline]
    // There are four directions.
    fn movers(&self, state: &DuelState<S>, side: Side, direction: Direction) -> S {
        let empty_ahead = (!state.occupied()).shifted(direction.opposite());
        state.men(side) & self.open[direction.index()] & empty_ahead
    }

    /// Returns the squares from which `side` leaves the board.
    #[inline]
    fn leavers(&self, state: &DuelState<S>, side: Side) -> S {
        let [h, v] = self.exits;
        state.men(side)
            & match side {
                Side::H => h,
                Side::V => v,
            }
    }

    fn can_move(&self, state: &DuelState<S>, side: Side) -> bool {
        let movers = |direction| self.movers(state, side, direction);
        let directions = side.directions().into_iter().map(movers);
        directions.fold(self.leavers(state, side), |all, some| all | some) != S::EMPTY
    }

    /// Returns the number of moves of `side`, whether or not it is to move.
    pub fn mobility(&self, state: &DuelState<S>, side: Side) -> Mobility {
        let mut mobility = Mobility::default();
        mobility.add(side.forward(), self.leavers(state, side).count());
        for direction in side.directions() {
            mobility.add(direction, self.movers(state, side, direction).count());
        }
        mobility
    }

    /// Returns the number of games of `depth` plies from `state`. Passes count as plies.
    pub fn perft(&self, state: &DuelState<S>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut games = 0;
        let _ = self.successors(state, |_, next| {
            games += self.perft(&next, depth - 1);
            ControlFlow::<()>::Continue(())
        });
        games
    }

    fn distance(&self, side: Side, men: S) -> Option<u32> {
        let [h, v] = &self.distances;
        let distances = match side {
            Side::H => h,
            Side::V => v,
        };
        let mut sum = 0;
        for square in men.squares() {
            sum += u32::from(distances[square.index()]?);
        }
        Some(sum)
    }

    /// Returns the state the game starts from.
    pub const fn start(&self) -> DuelState<S> {
        self.start
    }

    /// Returns how the game has ended for the side to move, if it has.
    #[inline]
    pub fn end(&self, state: &DuelState<S>) -> Option<DuelEnd> {
        let side = state.to_move;
        if state.men(side) == S::EMPTY {
            Some(DuelEnd::Won)
        } else if state.men(side.other()) == S::EMPTY {
            Some(DuelEnd::Lost)
        } else if self.can_move(state, side) || self.can_move(state, side.other()) {
            None
        } else {
            Some(DuelEnd::Drawn)
        }
    }

    /// Calls `visit` with each legal move and its successor, always in the same order, until
    /// one call breaks. Where the game has not ended there is at least one move, perhaps a
    /// pass.
    ///
    /// # Errors
    ///
    /// The value that `visit` broke with.
    pub fn successors<B>(
        &self,
        state: &DuelState<S>,
        mut visit: impl FnMut(Move, DuelState<S>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = state.to_move;
        let own = state.men(side);
        if own == S::EMPTY || state.men(side.other()) == S::EMPTY {
            return ControlFlow::Continue(());
        }
        let forward = side.forward();
        let leavers = self.leavers(state, side);
        for from in leavers.squares() {
            let played = Move::Step { from, direction: forward };
            visit(played, state.with_men(side, own & !S::single(from)))?;
        }
        let mut can_move = leavers != S::EMPTY;
        let [first, second, third] = side.directions();
        // Forward is the second of a side's directions or its first.
        let directions =
            if first == forward { [first, second, third] } else { [second, first, third] };
        for direction in directions {
            let movers = self.movers(state, side, direction);
            can_move |= movers != S::EMPTY;
            for from in movers.squares() {
                let man = S::single(from);
                let men = own & !man | man.shifted(direction);
                let played = Move::Step { from, direction };
                visit(played, state.with_men(side, men))?;
            }
        }
        if !can_move && self.can_move(state, side.other()) {
            visit(Move::Pass, state.with_men(side, own))?;
        }
        ControlFlow::Continue(())
    }

    /// Returns, for the side to move and the other side, a lower bound on the number of its own
    /// moves until it wins, or `None` if it can never win.
    pub fn moves_to_win(&self, state: &DuelState<S>) -> [Option<u32>; 2] {
        let side = state.to_move;
        let distance = |side| self.distance(side, state.men(side));
        [distance(side), distance(side.other())]
    }

    /// Returns the two armies.
    pub const fn armies(&self) -> [&Army; 2] {
        let [h, v] = &self.placements;
        [h, v]
    }

    /// Whether the armies mirror each other: placements with the same number have the same
    /// steps, and two placements overlap exactly if they overlap with the armies exchanged.
    pub const fn are_mirrored(&self) -> bool {
        self.mirrored
    }

    /// Returns the placements of a state, or `None` if an army has left the board.
    pub fn locate(&self, state: &DuelState<S>) -> Option<DuelPlacement> {
        let placement = |side| match (side, self.armies()) {
            (Side::H, [army, _]) | (Side::V, [_, army]) => {
                army.placement(state.men(side).squares())
            }
        };
        Some(DuelPlacement {
            to_move: state.to_move.index(),
            own: placement(state.to_move)?,
            other: placement(state.to_move.other())?,
        })
    }
}
