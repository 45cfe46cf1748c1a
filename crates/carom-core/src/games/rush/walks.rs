//! The squares that a player can reach with a walk, and the items it collects on the way.

use std::ops::ControlFlow;

use super::MAX_STEPS;
use super::state::Passages;
use crate::board::SquareSet;

/// The player can stand on any square of `squares` after collecting exactly the items on
/// `collected` in this turn.
#[derive(Clone, Copy)]
pub(super) struct Walkers<S> {
    pub(super) collected: S,
    pub(super) squares: S,
}

/// A group of walkers during a walk.
struct Group<S> {
    collected: S,
    /// The squares they have visited.
    reached: S,
    /// The squares they reached with the last step.
    frontier: S,
    /// The squares they reach with this step.
    next: S,
}

/// The number of groups whose comparison takes as long as expanding a state.
const MANY_GROUPS: usize = 1 << 6;

/// Visits all walks of a turn. The player can stand on `start` after the push, and items lie on
/// `items`.
///
/// Walkers move step by step, in groups that have collected the same items. A walker is dropped if
/// another one reached its square no later and with at least the same items, because the other can
/// do everything that it can. So every remaining group has a square of its own.
///
/// With `all_here` there are no items elsewhere. The walk then ends with the last item, and the
/// result is the one group with all of them.
///
/// With many groups, which takes many items, `visit` is called with `None` from time to time so
/// that it can break.
#[inline]
pub(super) fn walks<S: SquareSet, B>(
    passages: &Passages<S>,
    start: S,
    items: S,
    all_here: bool,
    visit: &mut impl FnMut(Option<Walkers<S>>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let squares = passages.reach(start, u32::from(MAX_STEPS));
    if !squares.meets(items) {
        return visit(Some(Walkers { collected: S::EMPTY, squares }));
    }
    let goal = if all_here && items.is_within(squares) { items } else { S::EMPTY };
    collecting(passages, start, items, goal, visit)
}

fn collecting<S: SquareSet, B>(
    passages: &Passages<S>,
    start: S,
    items: S,
    goal: S,
    visit: &mut impl FnMut(Option<Walkers<S>>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut groups: Vec<Group<S>> = Vec::with_capacity(8);
    arrive(&mut groups, S::EMPTY, start & !items);
    for square in (start & items).squares().map(S::single) {
        arrive(&mut groups, square, square);
    }
    let mut steps = 0;
    loop {
        settle(&mut groups, &mut || visit(None))?;
        let done = |group: &&Group<S>| goal != S::EMPTY && group.collected == goal;
        if let Some(group) = groups.iter().find(done) {
            return visit(Some(Walkers { collected: goal, squares: group.reached }));
        }
        if steps == MAX_STEPS || groups.iter().all(|group| group.frontier == S::EMPTY) {
            break;
        }
        steps += 1;
        for number in 0..groups.len() {
            let group = &mut groups[number];
            let collected = group.collected;
            let next = passages.step(group.frontier) & !group.reached;
            let found = next & items & !collected;
            group.next = group.next | (next & !found);
            for square in found.squares().map(S::single) {
                arrive(&mut groups, collected | square, square);
            }
        }
    }
    for (number, group) in groups.iter().enumerate() {
        // Groups that came later with more items are at least as good.
        let squares = without_better(&groups, number, group.reached);
        if squares != S::EMPTY {
            visit(Some(Walkers { collected: group.collected, squares }))?;
        }
        if number % MANY_GROUPS == MANY_GROUPS - 1 {
            visit(None)?;
        }
    }
    ControlFlow::Continue(())
}

/// Moves walkers that have collected `collected` to `squares` in this step.
fn arrive<S: SquareSet>(groups: &mut Vec<Group<S>>, collected: S, squares: S) {
    let known = groups.iter_mut().find(|group| group.collected == collected);
    match known {
        Some(group) => group.next = group.next | squares,
        None => {
            groups.push(Group { collected, reached: S::EMPTY, frontier: S::EMPTY, next: squares });
        }
    }
}

/// Ends a step: marks the reached squares as visited, except where a better group was.
fn settle<S: SquareSet, B>(
    groups: &mut [Group<S>],
    pause: &mut impl FnMut() -> ControlFlow<B>,
) -> ControlFlow<B> {
    for group in groups.iter_mut() {
        group.frontier = group.next & !group.reached;
        group.reached = group.reached | group.frontier;
        group.next = S::EMPTY;
    }
    for number in 0..groups.len() {
        let frontier = groups[number].frontier;
        if frontier != S::EMPTY {
            groups[number].frontier = without_better(groups, number, frontier);
            if number % MANY_GROUPS == MANY_GROUPS - 1 {
                pause()?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the `squares` of a group that no group with more items has visited.
fn without_better<S: SquareSet>(groups: &[Group<S>], number: usize, squares: S) -> S {
    let collected = groups[number].collected;
    let better = groups
        .iter()
        .filter(|group| group.collected != collected && collected.is_within(group.collected));
    better.fold(squares, |left, group| left & !group.reached)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::state::{SpareTile, State};
    use super::*;
    use crate::board::{Direction, SmallBitboard, Square};
    use crate::games::Tile;

    const SIDE: u8 = 7;

    /// Returns every square with every set of items it can be reached with, found by single
    /// walks.
    fn plainly(
        open: &[SmallBitboard; 4],
        start: SmallBitboard,
        items: SmallBitboard,
    ) -> BTreeSet<(SmallBitboard, SmallBitboard)> {
        let arrive = |square: SmallBitboard, held: SmallBitboard| (square, held | square & items);
        let mut all: BTreeSet<(SmallBitboard, SmallBitboard)> = BTreeSet::new();
        let mut frontier: Vec<_> = start
            .squares()
            .map(SmallBitboard::single)
            .map(|one| arrive(one, SmallBitboard::EMPTY))
            .collect();
        for _ in 0..=MAX_STEPS {
            let mut next = Vec::new();
            for (square, held) in frontier {
                if !all.insert((square, held)) {
                    continue;
                }
                for direction in Direction::ALL {
                    let beyond = square.shifted(direction);
                    let opens = square.meets(open[direction.index()])
                        && beyond.meets(open[direction.opposite().index()]);
                    if opens {
                        next.push(arrive(beyond, held));
                    }
                }
            }
            frontier = next;
        }
        all
    }

    #[test]
    fn groups_keep_all_undominated_entries() {
        let mut seed = 7_u64;
        let mut random = |limit: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % limit
        };
        let mut several = 0;
        for _ in 0..2_000 {
            // Mostly one long winding path, so that twenty steps are few.
            let mut open = [SmallBitboard::EMPTY; 4];
            for row in 0..SIDE {
                for column in 0..SIDE {
                    let turn = if (row % 2 == 0) == (column == SIDE - 1) { 8 } else { 2 };
                    let bits = match column {
                        0 => 4 | turn,
                        column if column == SIDE - 1 => 1 | turn,
                        _ => 5,
                    };
                    let tile = match random(12) {
                        0 => Tile::from_bits(random(16) as u8),
                        _ => Tile::from_bits(bits),
                    };
                    for direction in tile.openings().iter() {
                        let plane = &mut open[direction.index()];
                        *plane = *plane | SmallBitboard::single(Square::new(column, row));
                    }
                }
            }
            let mut some = |count: u64| {
                (0..count).fold(SmallBitboard::EMPTY, |set, _| {
                    let (column, row) = (random(7) as u8, random(7) as u8);
                    set | SmallBitboard::single(Square::new(column, row))
                })
            };
            let (start, items) = (some(2), some(4));
            let state = State {
                open,
                items,
                player: start,
                turn: 0,
                hand: SpareTile::new(Tile::CLOSED, false),
                opponent_hand: SpareTile::NOTHING,
            };
            let mut groups = BTreeSet::new();
            let none = walks(&state.passages(), start, items, false, &mut |group| {
                let group = group.unwrap();
                let squares = group.squares.squares().map(SmallBitboard::single);
                groups.extend(squares.map(|square| (square, group.collected)));
                ControlFlow::<()>::Continue(())
            });
            assert!(none.is_continue());
            let all = plainly(&open, start, items);
            let bettered = |&(square, held): &(SmallBitboard, SmallBitboard)| {
                all.iter()
                    .any(|&(other, more)| other == square && more != held && held.is_within(more))
            };
            let best: BTreeSet<_> = all.iter().copied().filter(|pair| !bettered(pair)).collect();
            assert_eq!(groups, best);
            let kinds: BTreeSet<SmallBitboard> = best.iter().map(|&(_, held)| held).collect();
            several += usize::from(kinds.len() > 2);

            let full = all.iter().any(|&(_, held)| held == items);
            let mut found = Vec::new();
            let none = walks(&state.passages(), start, items, true, &mut |group| {
                found.push(group.unwrap().collected);
                ControlFlow::<()>::Continue(())
            });
            assert!(none.is_continue());
            assert_eq!(found == [items], full);
        }
        assert!(several > 200, "the boards are too easy");
    }
}
