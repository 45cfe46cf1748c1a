//! How many pushes a state is away from being solved, at least.
//!
//! A *region* is a set of squares that hang together by passages. A line
//! *touches* it if it holds a square of the region or one that the region has
//! an opening to: pushing any other line leaves its squares, their tiles and
//! their passages as they are. A player that walks to an item after a push, and
//! could not before, crosses what the push has changed; so the last push is of
//! a line that touches the player's region and that of every item left.

use super::MAX_ITEMS;
use super::state::State;
use crate::board::{Board, Direction, SquareSet};

/// Lines of a board, a bit each: ranks from bit 0, files from bit 16.
pub(super) type Lines = u32;

/// What the bounds have to know of a board.
pub(super) struct Bounds<S> {
    lines: Lines,
    /// The squares from which a tile falls off the board with the first push,
    /// at most the second, and so on.
    near_border: Vec<S>,
}

/// The region of the player or of an item.
#[derive(Clone, Copy, Default)]
struct Region {
    /// The lines one of which the last push moves.
    touching: Lines,
    /// The lines that change what lines are touching.
    changing: Lines,
}

/// The region of the player and those of the items.
#[derive(Default)]
struct Regions {
    list: [Region; 1 + MAX_ITEMS],
    len: usize,
}

impl Regions {
    fn push(&mut self, region: Region) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = region;
            self.len += 1;
        }
    }

    /// The lines that touch every region that `line` does not change.
    #[inline]
    fn touching_all_but(&self, line: Lines) -> Lines {
        let regions = self.list.iter().take(self.len);
        let unchanged = regions.filter(|region| region.changing & line == 0);
        unchanged.fold(Lines::MAX, |all, region| all & region.touching)
    }
}

impl<S: SquareSet> Bounds<S> {
    pub(super) fn new(board: &Board) -> Self {
        let all = board.squares().map(S::single);
        let all = all.fold(S::EMPTY, |all, square| all | square);
        let mut near_border = Vec::new();
        let mut inner = all;
        while inner != S::EMPTY {
            let directions = Direction::ALL.into_iter();
            inner = directions.fold(inner, |left, direction| left & inner.shifted(direction));
            near_border.push(all & !inner);
        }
        Self {
            lines: all.rows() | all.columns() << 16,
            near_border,
        }
    }

    /// A number of turns that no solution goes below: 1 to 3 by regions, more
    /// by items on closed tiles. `theirs` is the line that the opponent pushes
    /// in this turn, or none where its script is over.
    pub(super) fn turns(&self, state: &State<S>, theirs: Lines) -> u32 {
        let by_regions = self.turns_by_regions(state, theirs);
        if theirs == 0 {
            by_regions.max(self.turns_by_closed_tiles(state))
        } else {
            by_regions
        }
    }

    /// A player meets an item on a closed tile only where the tile enters as
    /// the player falls off. With the push before, the tile fell off itself;
    /// that push collected nothing from the hand tile, since the player would
    /// have had to stand on the item. So each such item takes two pushes of its
    /// own, and has to come to the border before.
    fn turns_by_closed_tiles(&self, state: &State<S>) -> u32 {
        let [up, right, down, left] = state.open;
        let closed = state.items & !(up | right | down | left);
        let in_hand = u32::from(state.hand.has_item() && state.hand.is_closed());
        if closed == S::EMPTY {
            return in_hand;
        }
        let farther = self
            .near_border
            .iter()
            .take_while(|&&near| !closed.is_within(near));
        let to_border = u32::try_from(farther.count()).unwrap_or_default();
        (2 * closed.count() + in_hand).max(to_border + 2)
    }

    fn turns_by_regions(&self, state: &State<S>, theirs: Lines) -> u32 {
        let regions = self.regions(state, theirs);
        if regions.touching_all_but(0) & self.lines != 0 {
            return 1;
        }
        // What the opponent does a turn later is not looked at.
        if theirs != 0 {
            return 2;
        }
        let mut firsts = self.lines;
        while firsts != 0 {
            let first = firsts & firsts.wrapping_neg();
            firsts ^= first;
            if regions.touching_all_but(first) & self.lines != 0 {
                return 2;
            }
        }
        3
    }

    /// The regions that a last push has to touch: none where all items lie in
    /// the player's own, too many steps away.
    #[inline]
    fn regions(&self, state: &State<S>, theirs: Lines) -> Regions {
        let mut regions = Regions::default();
        let passages = state.passages();
        let own = passages.reach(state.player, u32::MAX);
        let mut items = state.items & !own;
        if items == S::EMPTY && !state.hand.has_item() && !state.opponent_hand.has_item() {
            return regions;
        }
        regions.push(self.region(state, own, theirs));
        let [up, right, down, left] = state.open;
        let open = up | right | down | left;
        while let Some(square) = items.squares().next() {
            let region = passages.reach(S::single(square), u32::MAX);
            items = items & !region;
            let mut region_lines = self.region(state, region, theirs);
            if !region.meets(open) {
                // No single push collects from a closed tile on the board.
                region_lines.touching = 0;
            }
            regions.push(region_lines);
        }
        regions
    }

    #[inline]
    fn region(&self, state: &State<S>, region: S, theirs: Lines) -> Region {
        let [up, right, down, left] = state.open;
        let ranks = region
            | (region & up).shifted(Direction::Up)
            | (region & down).shifted(Direction::Down);
        let files = region
            | (region & right).shifted(Direction::Right)
            | (region & left).shifted(Direction::Left);
        let touching = (ranks.rows() | files.columns() << 16) & self.lines;
        // The opponent's push may have changed it, whatever mine is.
        let touching = if touching & theirs == 0 {
            touching
        } else {
            self.lines
        };
        Region {
            touching,
            changing: touching,
        }
    }
}
