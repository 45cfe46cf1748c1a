//! Collects statistics from the puzzles of a run.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use crate::analysis::{FileText, Game, State, author_of_file, author_of_puzzle, words};
use crate::json::Answered;
use crate::search::{Outcome, Value};

/// The facts about one puzzle that statistics use.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) file: Arc<str>,
    /// The line, from 1.
    pub(super) line: u32,
    pub(super) name: Option<String>,
    pub(super) game: Option<Game>,
    pub(super) author: Option<Arc<str>>,
    pub(super) identity: Option<String>,
    pub(super) state: State,
    /// The fewest moves or, in a duel, the plies to the end.
    pub(super) length: Option<u32>,
    /// In a duel, `win`, `loss` or `draw`.
    pub(super) value: Option<&'static str>,
    /// The outcome in words.
    pub(super) found: String,
    pub(super) positions: u64,
    pub(super) time: Duration,
}

impl Item {
    fn of(file: FileText<'_>, answered: &Answered<'_>, author: Option<&Arc<str>>) -> Self {
        let own = author_of_puzzle(answered.text, answered.puzzle);
        let puzzle = answered.puzzle;
        let outcome = answered.answer.map(|answer| &answer.outcome);
        let (length, value) = outcome.map_or((None, None), length);
        Self {
            file: Arc::clone(file.name),
            line: answered.line(file),
            name: puzzle.name().map(str::to_owned),
            game: puzzle.game,
            author: own.map(Arc::from).or_else(|| author.cloned()),
            identity: puzzle.identity.map(|identity| identity.to_string()),
            state: answered.state(),
            length,
            value,
            found: outcome.map(words::outcome).unwrap_or_default(),
            positions: answered.answer.map_or(0, |answer| answer.positions),
            time: answered.time,
        }
    }
}

/// Returns the length of the best play and, in a duel, the result.
fn length(outcome: &Outcome) -> (Option<u32>, Option<&'static str>) {
    match outcome {
        Outcome::Solved(solution) => (Some(solution.length), None),
        Outcome::Evaluated { verdict, .. } => match verdict.value() {
            Some(Value::Win(plies)) => (Some(plies), Some("win")),
            Some(Value::Loss(plies)) => (Some(plies), Some("loss")),
            Some(Value::Draw) => (None, Some("draw")),
            None => (None, None),
        },
        Outcome::Unsolvable(_) | Outcome::Unknown { .. } => (None, None),
    }
}

/// The puzzles of a run.
#[derive(Debug)]
pub(super) struct Statistics {
    items: Vec<Item>,
    /// The author of the current file, for puzzles without an author of their own.
    author: Option<Arc<str>>,
    top: usize,
}

impl Statistics {
    pub(super) const fn new(top: usize) -> Self {
        Self {
            items: Vec::new(),
            author: None,
            top,
        }
    }

    pub(super) fn begin_file(&mut self, file: FileText<'_>) {
        self.author = author_of_file(file.text).map(Arc::from);
    }

    pub(super) fn add(&mut self, file: FileText<'_>, answered: &Answered<'_>) {
        let item = Item::of(file, answered, self.author.as_ref());
        self.items.push(item);
    }

    /// Returns the statistics of this many files.
    pub(super) fn sum_up(&self, files: usize) -> Sum<'_> {
        let games = Game::ALL.into_iter().map(Some).chain([None]);
        let games = games.filter_map(|game| {
            let of_game = || self.items.iter().filter(move |item| item.game == game);
            of_game().next().map(|_| OfGame {
                game,
                states: States::of(of_game()),
                lengths: counted(of_game().filter_map(|item| item.length)),
                values: counted(of_game().filter_map(|item| item.value)),
                hardest: self.first(of_game().filter(|item| item.length.is_some()), |item| {
                    (item.length, item.positions)
                }),
            })
        });
        let solved = |item: &&Item| item.state == State::Solved;
        let searched = self.items.iter().filter(|item| item.positions > 0);
        let mut unsolved: Vec<&Item> = self.items.iter().filter(|item| !solved(item)).collect();
        unsolved.sort_by_key(|item| rank(item.state));
        let mut authors: Vec<(Option<&str>, usize)> =
            counted(self.items.iter().map(|item| item.author.as_deref()))
                .into_iter()
                .collect();
        authors.sort_by_key(|&(author, count)| (author.is_none(), Reverse(count)));
        Sum {
            files,
            states: States::of(self.items.iter()),
            games: games.collect(),
            slowest: self.first(searched, |item| item.positions),
            unsolved,
            duplicates: self.duplicates(),
            authors,
        }
    }

    /// Returns the items with the greatest keys, each puzzle once. Of equal keys, the first item
    /// comes first.
    fn first<'a, K: Ord>(
        &self,
        items: impl Iterator<Item = &'a Item>,
        key: impl Fn(&Item) -> K,
    ) -> Vec<&'a Item> {
        let mut items: Vec<&Item> = items.collect();
        items.sort_by_key(|item| Reverse(key(item)));
        let mut seen = HashSet::new();
        items.retain(|item| seen.insert(item.identity.as_deref()));
        items.truncate(self.top);
        items
    }

    /// Returns the puzzles that occur more than once, in the order of their first occurrences.
    fn duplicates(&self) -> Vec<Vec<&Item>> {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut groups: Vec<Vec<&Item>> = Vec::new();
        for item in &self.items {
            let Some(identity) = item.identity.as_deref() else {
                continue;
            };
            let place = *places.entry(identity).or_insert(groups.len());
            match groups.get_mut(place) {
                Some(group) => group.push(item),
                None => groups.push(vec![item]),
            }
        }
        groups.retain(|group| group.len() > 1);
        groups
    }
}

/// Returns the order of a state in lists, from likely mistakes to intended states.
const fn rank(state: State) -> u8 {
    match state {
        State::Invalid => 0,
        State::Unknown | State::Solving => 1,
        State::Unsolvable => 2,
        State::Solved => 3,
    }
}

fn counted<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    counts
}

/// The statistics of a run.
#[derive(Debug)]
pub(super) struct Sum<'a> {
    pub(super) files: usize,
    pub(super) states: States,
    pub(super) games: Vec<OfGame<'a>>,
    /// Sorted by the positions of their searches, which are equal on every machine.
    pub(super) slowest: Vec<&'a Item>,
    pub(super) unsolved: Vec<&'a Item>,
    /// Groups of at least two.
    pub(super) duplicates: Vec<Vec<&'a Item>>,
    /// With the number of their puzzles. Puzzles without an author come last.
    pub(super) authors: Vec<(Option<&'a str>, usize)>,
}

/// The statistics of a game.
#[derive(Debug)]
pub(super) struct OfGame<'a> {
    /// The game, or `None` for puzzles of unknown games.
    pub(super) game: Option<Game>,
    pub(super) states: States,
    /// The number of puzzles by moves or plies.
    pub(super) lengths: BTreeMap<u32, usize>,
    /// In a duel, the numbers of wins, losses and draws.
    pub(super) values: BTreeMap<&'static str, usize>,
    pub(super) hardest: Vec<&'a Item>,
}

impl OfGame<'_> {
    /// Returns the unit of lengths in this game.
    pub(super) fn unit(&self) -> &'static str {
        if self.game.is_some_and(Game::is_duel) {
            "ply"
        } else {
            "move"
        }
    }
}

/// The numbers of puzzles by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct States {
    pub(super) puzzles: usize,
    pub(super) solved: usize,
    pub(super) unsolvable: usize,
    pub(super) unknown: usize,
    pub(super) invalid: usize,
}

impl States {
    fn of<'a>(items: impl Iterator<Item = &'a Item>) -> Self {
        let mut states = Self::default();
        for item in items {
            states.puzzles += 1;
            match item.state {
                State::Solved => states.solved += 1,
                State::Unsolvable => states.unsolvable += 1,
                State::Unknown | State::Solving => states.unknown += 1,
                State::Invalid => states.invalid += 1,
            }
        }
        states
    }
}
