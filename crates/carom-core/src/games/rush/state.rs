//! The search state of X-mas Rush: planes of bits that pushes shift.

use crate::board::{Board, Direction, SquareSet};
use crate::games::{Push, Tile};

/// A state between two turns: the board, and every square on which the player can stand.
///
/// The player never changes where tiles and items go, so all walks that collect the same items
/// lead to one state. Remaining items have no names: they are marks on their tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State<S> {
    /// The squares whose tiles are open towards each direction.
    pub(super) open: [S; 4],
    /// The squares whose tiles carry an item.
    pub(super) items: S,
    /// The squares where the player can stand, never on an item.
    pub(super) player: S,
    /// The number of turns begun, until the opponent's script ends.
    pub(super) turn: u32,
    pub(super) hand: SpareTile,
    /// After the script, only the mark of an item: the tile never returns.
    pub(super) opponent_hand: SpareTile,
}

/// A hand tile: a bit for each open side, clockwise from up, and one for an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SpareTile(pub(super) u8);

impl SpareTile {
    /// No opening and no item.
    pub(super) const NOTHING: Self = Self(0);
    const ITEM: u8 = 1 << 4;
    const OPEN: u8 = Self::ITEM - 1;

    /// Returns a tile with or without an item.
    pub(super) fn new(tile: Tile, item: bool) -> Self {
        let open = tile.openings().iter().map(|direction| 1 << direction.index());
        Self(open.sum::<u8>() | if item { Self::ITEM } else { 0 })
    }

    /// Returns the tile, or no tile if it is `gone`: an opponent who no longer pushes keeps it. The
    /// mark of an item stays, which shows that the item is lost.
    pub(super) const fn unless(self, gone: bool) -> Self {
        if gone { Self(self.0 & Self::ITEM) } else { self }
    }

    pub(super) const fn has_item(self) -> bool {
        self.0 & Self::ITEM != 0
    }

    /// Whether no side is open.
    pub(super) const fn is_closed(self) -> bool {
        self.0 & Self::OPEN == 0
    }
}

/// A push as sets of squares.
#[derive(Clone, Copy)]
pub(super) struct Shift<S> {
    pub(super) push: Push,
    pub(super) line: S,
    entry: S,
    exit: S,
}

impl<S: SquareSet> Shift<S> {
    pub(super) fn new(push: Push, board: &Board) -> Self {
        let on_line = board.squares().filter(|&square| push.contains(square));
        Self {
            push,
            line: on_line.fold(S::EMPTY, |line, square| line | S::single(square)),
            entry: S::single(push.entry(board)),
            exit: S::single(push.exit(board)),
        }
    }

    /// Shifts the bits of the line in a plane. Returns whether the bit that left the board was
    /// set.
    #[inline]
    fn apply(&self, plane: &mut S, enters: bool) -> bool {
        let falls = plane.meets(self.exit);
        let stays = *plane & self.line & !self.exit;
        *plane = (*plane & !self.line) | stays.shifted(self.push.direction());
        if enters {
            *plane = *plane | self.entry;
        }
        falls
    }
}

/// The result of the pushes of a turn.
pub(super) struct Pushed<S> {
    /// The state of players that have collected nothing yet; perhaps there are none.
    pub(super) plain: State<S>,
    /// The state of players that collected an item between the row push and the column push.
    pub(super) collected: Option<State<S>>,
}

impl<S> Pushed<S> {
    #[inline]
    const fn all(plain: State<S>) -> Self {
        Self { plain, collected: None }
    }

    #[inline]
    fn for_each(&mut self, change: impl Fn(&mut State<S>)) {
        change(&mut self.plain);
        self.collected.iter_mut().for_each(change);
    }
}

impl<S: SquareSet> State<S> {
    /// Shifts a line with its items and players. Players that leave the board enter it again.
    #[inline]
    fn shift(&mut self, shift: &Shift<S>, hand: SpareTile) -> SpareTile {
        let mut fallen = 0;
        for (bit, plane) in self.open.iter_mut().chain([&mut self.items]).enumerate() {
            let falls = shift.apply(plane, hand.0 & (1 << bit) != 0);
            fallen |= u8::from(falls) << bit;
        }
        if shift.apply(&mut self.player, false) {
            self.player = self.player | shift.entry;
        }
        SpareTile(fallen)
    }

    /// Returns the state after the pushes of both sides, before the player collects the item
    /// under it. `over` says that the script ends with this turn.
    #[inline]
    pub(super) fn pushed(
        &self,
        mine: &Shift<S>,
        theirs: Option<&Shift<S>>,
        over: bool,
    ) -> Pushed<S> {
        let mut next = *self;
        let Some(theirs) = theirs else {
            next.push_mine(mine);
            return Pushed::all(next);
        };
        next.turn += 1;
        let mut pushed = if theirs.push.same_line(mine.push) {
            Pushed::all(next)
        } else if theirs.push.is_row() {
            next.push_theirs(theirs);
            // Pushes along one axis do not touch the line of each other.
            let mut pushed = match mine.push.is_row() {
                true => Pushed::all(next),
                false => next.collected_on(theirs),
            };
            pushed.for_each(|state| state.push_mine(mine));
            pushed
        } else {
            next.push_mine(mine);
            let mut pushed = match mine.push.is_row() {
                true => next.collected_on(mine),
                false => Pushed::all(next),
            };
            pushed.for_each(|state| state.push_theirs(theirs));
            pushed
        };
        pushed.for_each(|state| state.opponent_hand = state.opponent_hand.unless(over));
        pushed
    }

    #[inline]
    fn push_mine(&mut self, shift: &Shift<S>) {
        self.hand = self.shift(shift, self.hand);
    }

    #[inline]
    fn push_theirs(&mut self, shift: &Shift<S>) {
        self.opponent_hand = self.shift(shift, self.opponent_hand);
    }

    /// Separates the players that collect an item right after `shift`: those that left the
    /// board and entered again with an item. All others ride on tiles without items.
    #[inline]
    fn collected_on(self, shift: &Shift<S>) -> Pushed<S> {
        let entered = self.player & self.items & shift.entry;
        if entered == S::EMPTY {
            return Pushed::all(self);
        }
        Pushed {
            plain: Self { player: self.player & !entered, ..self },
            collected: Some(Self { player: entered, items: self.items & !entered, ..self }),
        }
    }

    #[inline]
    pub(super) fn passages(&self) -> Passages<S> {
        let [up, right, down, left] = self.open;
        Passages {
            vertical: up & down.shifted(Direction::Down),
            horizontal: right & left.shifted(Direction::Left),
        }
    }
}

/// The pairs of squares between which the player can walk.
#[derive(Clone, Copy)]
pub(super) struct Passages<S> {
    /// Squares with a passage to the square above.
    vertical: S,
    /// Squares with a passage to the square on the right.
    horizontal: S,
}

impl<S: SquareSet> Passages<S> {
    /// Returns the squares one step from `from`.
    #[inline]
    pub(super) fn step(&self, from: S) -> S {
        (from & self.vertical).shifted(Direction::Up)
            | (from & self.horizontal).shifted(Direction::Right)
            | (from.shifted(Direction::Down) & self.vertical)
            | (from.shifted(Direction::Left) & self.horizontal)
    }

    /// Returns the squares at most `steps` steps from `from`.
    #[inline]
    pub(super) fn reach(&self, from: S, steps: u32) -> S {
        let mut reached = from;
        for _ in 0..steps {
            let further = reached | self.step(reached);
            if further == reached {
                break;
            }
            reached = further;
        }
        reached
    }
}
