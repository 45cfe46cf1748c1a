//! All optimal solutions.

use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::grouped;
use super::limits::{Budget, Limit, Reservation};
use super::result::{Optima, replayed};
use crate::board::{Bitboard, SquareSet};
use crate::games::{Duel, GroupedPuzzle, Move, Position, SearchHints, SearchModel, Visitor};

/// Returns the number of solutions of `position` with `moves` moves, which is the optimum, and
/// lists the first `most` of them. Returns `None` if two sides play.
///
/// The search goes forward layer by layer, without states that need more moves than remain. On the
/// way back it counts the paths from each state to the goal, so the list is written without dead
/// ends. If moves are alike, it goes forward once more, with the sets of states to which the same
/// moves lead. Each expanded state counts as a position.
/// Returns the limit if one is reached.
pub fn optima(
    position: &Position,
    moves: usize,
    most: usize,
    budget: &mut Budget<'_>,
) -> Option<Result<Optima, Limit>> {
    let search = Search { position, moves, most, budget };
    position.visit(search).transpose()
}

struct Search<'a, 'b, 'pool> {
    position: &'a Position,
    moves: usize,
    most: usize,
    budget: &'b mut Budget<'pool>,
}

/// The states after a number of moves, each with the number of paths from it to the goal in the
/// moves that remain.
type PathCounts<S> = FxHashMap<S, u64>;

impl Visitor for Search<'_, '_, '_> {
    type Output = Result<Option<Optima>, Limit>;

    fn visit_puzzle<P: SearchHints>(self, puzzle: &P) -> Self::Output {
        let mut memory = Reservation::default();
        let mut layers = forward(puzzle, self.moves, &mut memory, self.budget)?;
        let origins = count_back(puzzle, &mut layers, self.budget)?;
        let start = puzzle.start();
        let number = if P::HAS_DISTINCT_MOVES {
            layers[0].get(&start).copied().unwrap_or(0)
        } else {
            count_unlike(puzzle, &layers, self.budget)?
        };
        let mut listing = Listing {
            puzzle,
            position: self.position,
            layers: &layers,
            most: self.most,
            solutions: Vec::new(),
        };
        let start = PartialLine { state: start, played: Vec::new() };
        listing.list(&[start]);
        Ok(Some(Optima { solutions: listing.solutions, number, origins }))
    }

    fn visit_grouped<P: GroupedPuzzle>(self, puzzle: &P) -> Self::Output {
        grouped::optima(self.position, puzzle, self.most, self.budget)
    }

    fn visit_duel<S: SquareSet>(self, _: &Duel<S>) -> Self::Output {
        Ok(None)
    }
}

/// The states from which the goal may still be reached in time, each in the layer of its shortest
/// way only: no longer way to it is part of an optimal solution.
fn forward<P: SearchHints>(
    puzzle: &P,
    moves: usize,
    memory: &mut Reservation,
    budget: &mut Budget<'_>,
) -> Result<Vec<PathCounts<P::State>>, Limit> {
    let mut layers = vec![PathCounts::from_iter([(puzzle.start(), 0)])];
    let mut seen = FxHashSet::from_iter([puzzle.start()]);
    for left in (0..moves).rev() {
        let mut next = PathCounts::default();
        for state in layers.last().expect("the layer of the start").keys() {
            budget.count_position()?;
            let before = (next.capacity(), seen.capacity());
            let mut visit = |child| {
                let bound = puzzle.lower_bound(&child);
                if bound.is_some_and(|bound| bound as usize <= left) && seen.insert(child) {
                    next.insert(child, 0);
                }
                ControlFlow::<()>::Continue(())
            };
            // Without a move to spare, only successors nearer to the goal count.
            let is_tight = puzzle.lower_bound(state).is_some_and(|bound| bound as usize > left);
            let _ = match is_tight {
                true => puzzle.may_bring_nearer(state, visit),
                false => puzzle.successors(state, |_, child| visit(child)),
            };
            let of_next = (next.capacity() - before.0) * (size_of::<(P::State, u64)>() + 1);
            let of_seen = (seen.capacity() - before.1) * (size_of::<P::State>() + 1);
            // A table that doubles is there twice for a moment.
            memory.grow(2 * (of_next + of_seen) as u64, budget)?;
        }
        layers.push(next);
    }
    layers[moves].retain(|state, ways| {
        *ways = 1;
        puzzle.is_solved(state)
    });
    Ok(layers)
}

/// Counts the ways to the goal, and leaves out what has none. Returns the
/// squares that the moves on these ways leave.
fn count_back<P: SearchHints>(
    puzzle: &P,
    layers: &mut [PathCounts<P::State>],
    budget: &mut Budget<'_>,
) -> Result<Bitboard, Limit> {
    let mut origins = Bitboard::EMPTY;
    for (place, left) in (1..layers.len()).rev().zip(0..) {
        let (before, after) = layers.split_at_mut(place);
        let (layer, next) = (&mut before[place - 1], &after[0]);
        // The bound is cheaper than a lookup in a table.
        let ways_from = |child: &P::State| {
            let bound = puzzle.lower_bound(child);
            match bound.is_some_and(|bound| bound <= left) {
                true => next.get(child).copied().unwrap_or(0),
                false => 0,
            }
        };
        for (state, ways) in layer.iter_mut() {
            budget.count_position()?;
            // Most states without a move to spare lead nowhere.
            let is_tight = puzzle.lower_bound(state).is_some_and(|bound| bound > left);
            let is_dead = is_tight
                && puzzle
                    .may_bring_nearer(state, |child| match ways_from(&child) {
                        0 => ControlFlow::Continue(()),
                        _ => ControlFlow::Break(()),
                    })
                    .is_continue();
            if is_dead {
                continue;
            }
            let _: ControlFlow<()> = puzzle.successors(state, |played, child| {
                let of_child = ways_from(&child);
                if of_child > 0
                    && let Some(origin) = P::origin(&played)
                {
                    origins.insert(origin);
                }
                *ways = ways.saturating_add(of_child);
                ControlFlow::Continue(())
            });
        }
        layer.retain(|_, ways| *ways > 0);
    }
    Ok(origins)
}

/// Counts the ways to the goal that differ in moves which are not alike.
///
/// Moves that are alike may lead from one state to several, so what is followed is the set of
/// all states to which such a way may have led (the subset construction).
fn count_unlike<P: SearchModel>(
    puzzle: &P,
    layers: &[PathCounts<P::State>],
    budget: &mut Budget<'_>,
) -> Result<u64, Limit> {
    if layers[0].is_empty() {
        return Ok(0);
    }
    let mut states: Vec<&P::State> = layers[0].keys().collect();
    // The ways to each set, whose states are told by their places in the layer.
    let mut sets = FxHashMap::from_iter([(vec![0], 1_u64)]);
    let mut memory = Reservation::default();
    for next in layers.iter().skip(1) {
        let mut held = Reservation::default();
        let each = size_of::<(&P::State, u32)>() + size_of::<&P::State>();
        held.grow(2 * (next.len() * each) as u64, budget)?;
        let places: FxHashMap<&P::State, u32> = next.keys().zip(0..).collect();
        let mut following: FxHashMap<Vec<u32>, u64> = FxHashMap::default();
        for (set, ways) in sets {
            let mut groups: Vec<(P::Move, Vec<u32>)> = Vec::new();
            for at in set {
                budget.count_position()?;
                budget.poll()?;
                let _: ControlFlow<()> = puzzle.successors(states[at as usize], |played, child| {
                    if let Some(&place) = places.get(&child) {
                        let mut alike = groups.iter_mut();
                        match alike.find(|(other, _)| played == *other) {
                            Some((_, group)) => group.push(place),
                            None => groups.push((played, vec![place])),
                        }
                    }
                    ControlFlow::Continue(())
                });
            }
            for (_, mut group) in groups {
                group.sort_unstable();
                group.dedup();
                let bytes = 4 * size_of::<Vec<u32>>() + 2 * size_of_val(group.as_slice());
                match following.entry(group) {
                    Entry::Occupied(mut known) => {
                        let known = known.get_mut();
                        *known = known.saturating_add(ways);
                    }
                    Entry::Vacant(new) => {
                        held.grow(bytes as u64, budget)?;
                        new.insert(ways);
                    }
                }
            }
        }
        (sets, states, memory) = (following, next.keys().collect(), held);
    }
    drop(memory);
    Ok(sets.into_values().fold(0, u64::saturating_add))
}

/// A state, and moves that lead there.
struct PartialLine<P: SearchModel> {
    state: P::State,
    played: Vec<P::Move>,
}

/// Returns the states of `next` to which one more move leads: those of moves that are alike
/// together, in the order of the legal moves.
fn successors<P: SearchModel>(
    puzzle: &P,
    ways: &[PartialLine<P>],
    next: &PathCounts<P::State>,
) -> Vec<Vec<PartialLine<P>>> {
    let mut groups: Vec<(P::Move, Vec<PartialLine<P>>)> = Vec::new();
    for PartialLine { state, played } in ways {
        let _: ControlFlow<()> = puzzle.successors(state, |one, state| {
            if !next.contains_key(&state) {
                return ControlFlow::Continue(());
            }
            let mut played = played.clone();
            played.push(one);
            let way = PartialLine { state, played };
            let mut alike = groups.iter_mut();
            match alike.find(|(other, _)| one == *other) {
                Some((_, group)) if group.iter().any(|other| other.state == state) => {}
                Some((_, group)) => group.push(way),
                None => groups.push((one, vec![way])),
            }
            ControlFlow::Continue(())
        });
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Writes down solutions, depth first.
struct Listing<'a, P: SearchModel> {
    puzzle: &'a P,
    position: &'a Position,
    layers: &'a [PathCounts<P::State>],
    most: usize,
    solutions: Vec<Vec<Move>>,
}

impl<P: SearchModel> Listing<'_, P> {
    /// Writes down those that go on from ways of moves that are alike.
    fn list(&mut self, ways: &[PartialLine<P>]) {
        let played = &ways[0].played;
        let Some(next) = self.layers.get(played.len() + 1) else {
            let moves = self.puzzle.name_moves(self.position, played);
            self.solutions.push(replayed(self.position, moves));
            return;
        };
        for group in successors(self.puzzle, ways, next) {
            if self.solutions.len() >= self.most {
                return;
            }
            self.list(&group);
        }
    }
}
