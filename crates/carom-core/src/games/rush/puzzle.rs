//! The search model of X-mas Rush: a move is a push and the items collected after it.

use std::ops::ControlFlow;

use super::Position;
use super::bound::{Bounds, Lines};
use super::replay::{self, PlannedTurn};
use super::state::{Pushed, Shift, SpareTile, State};
use super::walks::{Walkers, walks};
use crate::board::{Bitboard, Direction, SmallBitboard, Square, SquareSet};
use crate::games::{
    GameRules, ItemPlace, Move as AnyMove, Position as AnyPosition, Push, SearchHints, SearchModel,
    Visitor,
};

/// A push, whether an item is collected between a row push and a column push of different
/// sides, and the squares whose items the walk collects.
#[derive(Clone, Copy)]
pub(super) struct Move<S> {
    push: Push,
    between_pushes: bool,
    collected: S,
}

/// Solutions that differ only in their walks count once, so moves with the same push are equal.
impl<S> PartialEq for Move<S> {
    fn eq(&self, other: &Self) -> bool {
        self.push == other.push
    }
}

impl<S> Eq for Move<S> {}

/// A puzzle on a board that `S` can hold.
struct RushPuzzle<S> {
    start: State<S>,
    shifts: Vec<Shift<S>>,
    /// The opponent's pushes.
    script: Vec<(Shift<S>, Lines)>,
    bounds: Bounds<S>,
}

/// Calls `visitor` with the smallest states that hold the position, as between two turns:
/// remaining steps of a turn are ignored.
pub(super) fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
    let board = position.board();
    if board.columns() <= 8 && board.rows() <= 8 {
        visitor.visit_puzzle(&RushPuzzle::<SmallBitboard>::new(position))
    } else {
        visitor.visit_puzzle(&RushPuzzle::<Bitboard>::new(position))
    }
}

fn lines_of(push: Push) -> Lines {
    let offset = if push.is_row() { 0 } else { 16 };
    1 << (u32::from(push.line()) + offset)
}

impl<S: SquareSet> RushPuzzle<S> {
    fn new(position: &Position) -> Self {
        let board = position.board();
        let set = |squares: &mut dyn Iterator<Item = Square>| {
            squares.fold(S::EMPTY, |set, square| set | S::single(square))
        };
        let places: Vec<ItemPlace> = position.remaining().map(|item| item.place).collect();
        let mut on_board = places.iter().filter_map(|place| match place {
            ItemPlace::Board(square) => Some(*square),
            ItemPlace::Hand | ItemPlace::OpponentHand => None,
        });
        let hand = |tile, place| SpareTile::new(tile, places.contains(&place));
        let theirs = position
            .opponent_hand()
            .map_or(SpareTile::NOTHING, |tile| hand(tile, ItemPlace::OpponentHand));
        let shift = |push| Shift::new(push, board);
        let script: Vec<_> =
            position.opponent().iter().map(|&push| (shift(push), lines_of(push))).collect();
        let start = State {
            open: Direction::ALL.map(|direction| {
                let opens = |square: &Square| position.tiles().get(*square).opens(direction);
                set(&mut board.squares().filter(opens))
            }),
            items: set(&mut on_board),
            player: S::single(position.player()),
            turn: 0,
            hand: hand(position.hand(), ItemPlace::Hand),
            opponent_hand: theirs.unless(script.is_empty()),
        };
        Self {
            start,
            shifts: Push::all(board).map(shift).collect(),
            script,
            bounds: Bounds::new(board),
        }
    }

    fn theirs(&self, state: &State<S>) -> Option<&(Shift<S>, Lines)> {
        self.script.get(state.turn as usize)
    }
}

/// Visits the results of the walks after the pushes of a turn.
#[inline]
fn walked<S: SquareSet, B>(
    push: Push,
    between_pushes: bool,
    pushed: State<S>,
    visit: &mut impl FnMut(Option<(Move<S>, State<S>)>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let all_here = !pushed.hand.has_item() && !pushed.opponent_hand.has_item();
    let mut leads_to = |walkers: Option<Walkers<S>>| {
        let Some(Walkers { collected, squares }) = walkers else {
            return visit(None);
        };
        let played = Move { push, between_pushes, collected };
        let next = State { items: pushed.items & !collected, player: squares, ..pushed };
        visit(Some((played, next)))
    };
    walks(&pushed.passages(), pushed.player, pushed.items, all_here, &mut leads_to)
}

impl<S: SquareSet> SearchModel for RushPuzzle<S> {
    type State = State<S>;
    type Move = Move<S>;

    fn start(&self) -> State<S> {
        self.start
    }

    #[inline]
    fn successors<B>(
        &self,
        state: &State<S>,
        mut visit: impl FnMut(Move<S>, State<S>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.successors_or_pauses(state, |successor| match successor {
            Some((played, next)) => visit(played, next),
            None => ControlFlow::Continue(()),
        })
    }

    #[inline]
    fn is_solved(&self, state: &State<S>) -> bool {
        state.items == S::EMPTY && !state.hand.has_item() && !state.opponent_hand.has_item()
    }

    fn lower_bound(&self, state: &State<S>) -> Option<u32> {
        if self.is_solved(state) {
            return Some(0);
        }
        match self.theirs(state) {
            // Nothing comes back from the opponent's hand.
            None if state.opponent_hand.has_item() => None,
            None => Some(self.bounds.turns(state, 0)),
            Some((_, line)) => Some(self.bounds.turns(state, *line)),
        }
    }

    fn name_moves(&self, position: &AnyPosition, played: &[Move<S>]) -> Vec<AnyMove> {
        let AnyPosition::Rush(position) = position else {
            unreachable!("the puzzle is one of X-mas Rush");
        };
        let plan = played.iter().map(|one| PlannedTurn {
            push: one.push,
            between_pushes: one.between_pushes,
            collected: one.collected.squares().collect(),
        });
        let turns = replay::shortest_walks(position, &plan.collect::<Vec<_>>());
        turns.into_iter().map(AnyMove::Turn).collect()
    }
}

impl<S: SquareSet> SearchHints for RushPuzzle<S> {
    /// A push can be followed by several walks.
    const HAS_DISTINCT_MOVES: bool = false;

    #[inline]
    fn successors_or_pauses<B>(
        &self,
        state: &State<S>,
        mut visit: impl FnMut(Option<(Move<S>, State<S>)>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let theirs = self.theirs(state).map(|(shift, _)| shift);
        let over = state.turn as usize + 1 >= self.script.len();
        for mine in &self.shifts {
            let Pushed { plain, collected } = state.pushed(mine, theirs, over);
            if plain.player != S::EMPTY {
                walked(mine.push, false, plain, &mut visit)?;
            }
            if let Some(pushed) = collected {
                walked(mine.push, true, pushed, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}
