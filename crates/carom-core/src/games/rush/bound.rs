//! A lower bound on the number of turns of a solution.
//!
//! A *region* is a set of squares that passages connect. A line *touches* it if it holds a
//! square of the region or one that the region opens to. A push of any other line leaves its
//! squares, tiles and passages unchanged. A player that can walk to an item only after a push
//! crosses what the push has changed. So the last push moves a line that touches the region of
//! the player and the region of every remaining item.

use super::MAX_ITEMS;
use super::state::State;
use crate::board::{Board, Direction, SquareSet};

/// Lines of a board, one bit each: rows from bit 0, columns from bit 16.
pub(super) type Lines = u32;

/// The data of a board that the bounds need.
pub(super) struct Bounds<S> {
    lines: Lines,
    /// The squares from which one push, at most two pushes, and so on move a tile off the
    /// board.
    near_border: Vec<S>,
}

/// The region of the player or of an item.
#[derive(Clone, Copy, Default)]
struct Region {
    /// The lines of which the last push moves one.
    touching: Lines,
    /// The lines whose push changes the touching lines.
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
        self.list[self.len] = region;
        self.len += 1;
    }

    /// Returns the lines that touch every region, ignoring regions that `line` changes.
    #[inline]
    fn touching_all_but(&self, line: Lines) -> Lines {
        let regions = self.list.iter().take(self.len);
        let unchanged = regions.filter(|region| region.changing & line == 0);
        unchanged.fold(Lines::MAX, |all, region| all & region.touching)
    }
}

impl<S: SquareSet> Bounds<S> {
    pub(super) fn new(board: &Board) -> Self {
        let all = board.squares().map(S::single).fold(S::EMPTY, |all, square| all | square);
        let mut near_border = Vec::new();
        let mut inner = all;
        while inner != S::EMPTY {
            let directions = Direction::ALL.into_iter();
            inner = directions.fold(inner, |left, direction| left & inner.shifted(direction));
            near_border.push(all & !inner);
        }
        Self { lines: all.rows() | all.columns() << 16, near_border }
    }

    /// Returns a lower bound on the turns: 1 to 3 by regions, more by items on closed tiles.
    /// `theirs` is the line that the opponent pushes in this turn, or 0 after its script.
    pub(super) fn turns(&self, state: &State<S>, theirs: Lines) -> u32 {
        let by_regions = self.turns_by_regions(state, theirs);
        if theirs == 0 { by_regions.max(self.turns_by_closed_tiles(state)) } else { by_regions }
    }

    /// A player reaches an item on a closed tile only if the tile enters while the
    /// player falls off. The push before moved the tile off the board. That push collected
    /// nothing from the hand tile, since the player would have stood on the item. So each such
    /// item needs two pushes of its own, and its tile must first reach the border.
    fn turns_by_closed_tiles(&self, state: &State<S>) -> u32 {
        let [up, right, down, left] = state.open;
        let closed = state.items & !(up | right | down | left);
        let in_hand = u32::from(state.hand.has_item() && state.hand.is_closed());
        if closed == S::EMPTY {
            return in_hand;
        }
        let farther = self.near_border.iter().take_while(|&&near| !closed.is_within(near));
        let to_border = u32::try_from(farther.count()).expect("a board has up to eight rings");
        (2 * closed.count() + in_hand).max(to_border + 2)
    }

    fn turns_by_regions(&self, state: &State<S>, theirs: Lines) -> u32 {
        let regions = self.regions(state, theirs);
        if regions.touching_all_but(0) & self.lines != 0 {
            return 1;
        }
        // Ignore the pushes of the opponent in later turns.
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

    /// Returns the regions that the last push has to touch: none if all items lie in the region
    /// of the player, too many steps away.
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
                // No single push collects an item from a closed tile on the board.
                region_lines.touching = 0;
            }
            regions.push(region_lines);
        }
        regions
    }

    #[inline]
    fn region(&self, state: &State<S>, region: S, theirs: Lines) -> Region {
        let [up, right, down, left] = state.open;
        let rows = region
            | (region & up).shifted(Direction::Up)
            | (region & down).shifted(Direction::Down);
        let columns = region
            | (region & right).shifted(Direction::Right)
            | (region & left).shifted(Direction::Left);
        let touching = (rows.rows() | columns.columns() << 16) & self.lines;
        // The opponent's push may have changed it, whatever the player pushes.
        let touching = if touching & theirs == 0 { touching } else { self.lines };
        Region { touching, changing: touching }
    }
}
