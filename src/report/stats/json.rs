//! Statistics as a JSON object.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::gather::{Item, OfGame, States, Sum};
use crate::analysis::Game;

#[derive(Serialize)]
struct Object<'a> {
    files: usize,
    #[serde(flatten)]
    states: Counts,
    games: Vec<GameObject<'a>>,
    unsolved: Vec<ItemObject<'a>>,
    duplicates: Vec<Duplicate<'a>>,
    slowest: Vec<ItemObject<'a>>,
    authors: Vec<Author<'a>>,
}

#[derive(Serialize)]
struct Counts {
    puzzles: usize,
    solved: usize,
    unsolvable: usize,
    unknown: usize,
    invalid: usize,
}

#[derive(Serialize)]
struct GameObject<'a> {
    game: Option<&'static str>,
    #[serde(flatten)]
    states: Counts,
    #[serde(flatten)]
    lengths: Lengths<'a>,
    hardest: Vec<ItemObject<'a>>,
}

/// The number of puzzles of each length, in ascending order.
#[derive(Serialize)]
#[serde(untagged)]
enum Lengths<'a> {
    Moves {
        moves: Vec<Bar>,
    },
    Plies {
        plies: Vec<Bar>,
        values: &'a BTreeMap<&'static str, usize>,
    },
}

#[derive(Serialize)]
struct Bar {
    length: u32,
    puzzles: usize,
}

#[derive(Serialize)]
struct Duplicate<'a> {
    identity: Option<&'a str>,
    puzzles: Vec<ItemObject<'a>>,
}

#[derive(Serialize)]
struct Author<'a> {
    author: Option<&'a str>,
    puzzles: usize,
}

#[derive(Serialize)]
struct ItemObject<'a> {
    file: &'a str,
    line: u32,
    name: Option<&'a str>,
    game: Option<&'static str>,
    status: &'static str,
    identity: Option<&'a str>,
    #[serde(flatten)]
    length: LengthOf,
    positions: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum LengthOf {
    Moves {
        moves: Option<u32>,
    },
    Value {
        value: &'static str,
        plies: Option<u32>,
    },
}

/// Writes the object on one line.
pub(super) fn write(out: &mut impl Write, sum: &Sum<'_>) -> io::Result<()> {
    let object = Object {
        files: sum.files,
        states: Counts::of(&sum.states),
        games: sum.games.iter().map(GameObject::of).collect(),
        unsolved: items(&sum.unsolved),
        duplicates: sum
            .duplicates
            .iter()
            .map(|group| duplicate(group))
            .collect(),
        slowest: items(&sum.slowest),
        authors: sum.authors.iter().map(author).collect(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

const fn author<'a>(&(author, puzzles): &(Option<&'a str>, usize)) -> Author<'a> {
    Author { author, puzzles }
}

fn duplicate<'a>(group: &[&'a Item]) -> Duplicate<'a> {
    Duplicate {
        identity: group.first().and_then(|item| item.identity.as_deref()),
        puzzles: items(group),
    }
}

fn items<'a>(items: &[&'a Item]) -> Vec<ItemObject<'a>> {
    items.iter().map(|item| ItemObject::of(item)).collect()
}

impl Counts {
    const fn of(states: &States) -> Self {
        let States {
            puzzles,
            solved,
            unsolvable,
            unknown,
            invalid,
        } = *states;
        Self {
            puzzles,
            solved,
            unsolvable,
            unknown,
            invalid,
        }
    }
}

impl<'a> GameObject<'a> {
    fn of(of: &'a OfGame<'_>) -> Self {
        let lengths = of.lengths.iter();
        let bars = lengths.map(|(&length, &puzzles)| Bar { length, puzzles });
        let bars = bars.collect();
        Self {
            game: of.game.map(Game::name),
            states: Counts::of(&of.states),
            lengths: if of.game.is_some_and(Game::is_duel) {
                Lengths::Plies {
                    plies: bars,
                    values: &of.values,
                }
            } else {
                Lengths::Moves { moves: bars }
            },
            hardest: items(&of.hardest),
        }
    }
}

impl<'a> ItemObject<'a> {
    fn of(item: &'a Item) -> Self {
        let is_duel = item.game.is_some_and(Game::is_duel) && item.identity.is_some();
        Self {
            file: &item.file,
            line: item.line,
            name: item.name.as_deref(),
            game: item.game.map(Game::name),
            status: item.state.name(),
            identity: item.identity.as_deref(),
            length: if is_duel {
                LengthOf::Value {
                    value: item.value.unwrap_or("unknown"),
                    plies: item.length,
                }
            } else {
                LengthOf::Moves { moves: item.length }
            },
            positions: item.positions,
            seconds: item.time.as_secs_f64(),
            limit: item.limit,
        }
    }
}
