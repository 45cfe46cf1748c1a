//! Compares the what-if map of everything on a board, and the changes that make a puzzle hardest or
//! easiest, with a plain search of each changed board.

use std::collections::HashMap;
use std::fmt::Debug;
use std::num::NonZeroUsize;

use carom::analysis::{
    AnswerState, FileHead, Puzzle, Suggestion, SuggestionGoal, SuggestionProgress, WhatIfSource,
    WhatIfSquare, WritablePuzzle, WriteSetup, handles, suggest, write_puzzle,
};
use carom::solving::{Call, CancelFlag, Limits, Memory, Question, Solver};

/// Columns from the left and rows from the bottom, both from 0.
pub type Cell = (i32, i32);

/// The answer of the plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimum {
    Moves(usize),
    Unsolvable,
    Win(u32),
    Loss(u32),
    Draw,
}

impl Optimum {
    /// Returns the expected word, number on the map, and full answer.
    fn expected(self) -> (&'static str, Option<u32>, Option<String>) {
        let answer = match self {
            Self::Moves(1) => "1 move".to_owned(),
            Self::Moves(moves) => format!("{moves} moves"),
            Self::Unsolvable => return ("unsolvable", None, None),
            Self::Win(plies) => format!("win {plies}"),
            Self::Loss(plies) => format!("loss {plies}"),
            Self::Draw => "draw".to_owned(),
        };
        let number = match self {
            Self::Moves(moves) => u32::try_from(moves).ok(),
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Unsolvable | Self::Draw => None,
        };
        ("solved", number, Some(answer))
    }

    /// Returns the number of moves, which is higher for harder puzzles, or nothing if the goal is
    /// unreachable.
    fn length(self) -> Option<u32> {
        match self {
            Self::Moves(moves) => u32::try_from(moves).ok(),
            Self::Win(plies) => Some(plies),
            Self::Unsolvable | Self::Loss(_) | Self::Draw => None,
        }
    }
}

/// A board of a plain search, on which things can be moved.
pub trait Board: Clone + Debug {
    type BoardObject;
    /// The columns and the rows.
    fn size(&self) -> (i32, i32);
    fn setup(&self) -> impl WriteSetup;
    /// Returns everything that has a map, by its id in the protocol, with its cell; things in a
    /// hand have none.
    fn things(&self) -> Vec<(String, Option<Cell>, Self::BoardObject)>;
    /// Returns the board with a thing moved to another cell, or nothing if it cannot be there.
    fn moved(&self, thing: &Self::BoardObject, to: Cell) -> Option<Self>;
    /// Returns the answer of an exhaustive search, or nothing if that takes too long.
    fn optimum(&self) -> Option<Optimum>;
}

/// The number of comparisons of each kind.
#[derive(Debug, Default)]
pub struct Counts {
    pub solved: usize,
    pub unsolved: usize,
    pub taken: usize,
    pub harder: usize,
    pub easier: usize,
    pub refused: usize,
}

pub fn name((column, row): Cell) -> String {
    let file = char::from(b'a' + u8::try_from(column).unwrap());
    format!("{file}{}", row + 1)
}

/// The answers with each thing on each cell, by the names of both, or nothing if some answer takes
/// too long.
type Truths = HashMap<(String, String), Option<Optimum>>;

fn truths<B: Board>(board: &B, own: Optimum) -> Option<Truths> {
    let (columns, rows) = board.size();
    let mut truths = Truths::new();
    for (id, at, thing) in board.things() {
        for to in (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))) {
            let truth = match board.moved(&thing, to) {
                _ if at == Some(to) => Some(own),
                Some(moved) => Some(moved.optimum()?),
                None => None,
            };
            truths.insert((id.clone(), name(to)), truth);
        }
    }
    Some(truths)
}

/// Compares the maps and suggestions of a board. Returns whether the plain search finished in time.
pub fn compare<B: Board>(board: &B, counts: &mut Counts) -> bool {
    let Some(own) = board.optimum() else {
        return false;
    };
    let Some(truths) = truths(board, own) else {
        return false;
    };
    // Equal boards share answers, as requests for maps do.
    let solver = Solver::new(NonZeroUsize::new(3).unwrap(), Memory::default());
    let answer = |question: &Question| solver.answer(question, &Call::default()).unwrap();
    let setup = board.setup();
    let text = write_puzzle(&WritablePuzzle::new(&setup)).unwrap();
    let file = FileHead::default();
    let puzzle = Puzzle::read(&text, &file);
    let limits = Limits { max_positions: 10_000_000, max_memory: 1 << 28, time: None };
    let start = WhatIfSource { text: &text, puzzle: &puzzle, file: &file, limits };
    let all = handles(&puzzle).unwrap_or_else(|| panic!("{text} is malformed"));
    let mut ids: Vec<&str> = all.iter().map(|one| one.id.as_str()).collect();
    let things = board.things();
    let mut expected: Vec<&str> = things.iter().map(|(id, ..)| id.as_str()).collect();
    ids.sort_unstable();
    expected.sort_unstable();
    assert_eq!(ids, expected, "{text}");
    let (columns, rows) = board.size();
    let in_order: Vec<String> =
        (0..rows).rev().flat_map(|y| (0..columns).map(move |x| name((x, y)))).collect();
    for one in &all {
        let map = start.variants(one);
        let squares: Vec<String> = map.iter().map(|spot| spot.square.to_string()).collect();
        assert_eq!(squares, in_order);
        for elsewhere in map {
            let square = elsewhere.square.to_string();
            let answer = elsewhere.question.as_ref().map(answer);
            let spot = answer.as_deref().map_or(WhatIfSquare::Taken, |answer| {
                WhatIfSquare::State(AnswerState::Answer(answer))
            });
            let truth = truths[&(one.id.clone(), square.clone())];
            let expected = truth.map_or(("taken", None, None), Optimum::expected);
            let found = (spot.state(), spot.moves(), spot.answer());
            assert_eq!(found, expected, "{} on {square} of\n{text}", one.id);
            *match expected.0 {
                "solved" => &mut counts.solved,
                "taken" => &mut counts.taken,
                _ => &mut counts.unsolved,
            } += 1;
        }
    }
    // All changes by one move of a piece, a target, an item or the player, in the order that
    // decides between equal ones.
    let is_moved = |id: &str| !id.starts_with("block@") && !id.starts_with("diagonal@");
    let all = all
        .iter()
        .filter(|one| is_moved(&one.id))
        .flat_map(|one| in_order.iter().map(move |square| (one, square)))
        .filter(|(one, square)| one.square != **square);
    let all: Vec<((String, String), Optimum)> = all
        .filter_map(|(one, square)| {
            let change = (one.id.clone(), square.clone());
            Some((change.clone(), truths[&change]?))
        })
        .collect();
    for wish in [SuggestionGoal::Harder, SuggestionGoal::Easier] {
        let is_granted = |length: u32| match (wish, own.length()) {
            _ if length == 0 => false,
            (_, None) => true,
            (SuggestionGoal::Harder, Some(own)) => length > own,
            (SuggestionGoal::Easier, Some(own)) => length < own,
        };
        let mut best: Option<(&(String, String), u32)> = None;
        for (change, truth) in &all {
            let Some(length) = truth.length().filter(|&length| is_granted(length)) else {
                continue;
            };
            let is_better = best.is_none_or(|(_, most)| match wish {
                SuggestionGoal::Harder => length > most,
                SuggestionGoal::Easier => length < most,
            });
            if is_better {
                best = Some((change, length));
            }
        }
        let progress = SuggestionProgress::default();
        let found = suggest(&start, wish, None, &solver, &CancelFlag::default(), &progress);
        // Blocks and diagonals are the last resort.
        let found = found.ok().filter(|found| is_moved(&found.change.item.id));
        let found = found.map(|found| {
            assert_eq!((found.before, found.unknown), (own.length(), 0), "{text}");
            let Suggestion { item, to } = found.change;
            ((item.id, to.to_string()), found.after)
        });
        let best = best.map(|(change, length)| (change.clone(), length));
        assert_eq!(found, best, "{wish:?} {text}");
        *match (&best, wish) {
            (None, _) => &mut counts.refused,
            (_, SuggestionGoal::Harder) => &mut counts.harder,
            (_, SuggestionGoal::Easier) => &mut counts.easier,
        } += 1;
    }
    true
}
