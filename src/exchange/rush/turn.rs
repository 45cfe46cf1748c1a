//! The parser of a turn of X-mas Rush.

use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::character::complete::{i32 as signed, multispace0, multispace1, one_of};
use nom::combinator::{all_consuming, consumed, map, verify};
use nom::multi::count;
use nom::sequence::{preceded, terminated};

use crate::exchange::parse::{Expected, Parsed, expect, number};
use crate::games::Tile;

/// The number of rows and of columns.
pub(super) const SIDE: u8 = 7;

/// The input of a turn. Slices of the text give the spans.
pub(super) struct Turn<'t> {
    /// 0 for a push, 1 for a walk.
    pub(super) kind: u32,
    /// Row by row from the top.
    pub(super) tiles: Vec<(&'t str, Tile)>,
    /// The player and the opponent.
    pub(super) players: Vec<Player<'t>>,
    pub(super) items: Vec<Item<'t>>,
    pub(super) quests: Vec<Quest<'t>>,
}

pub(super) struct Player<'t> {
    pub(super) cards: u32,
    /// Column and row, from the top left.
    pub(super) place: (&'t str, (u8, u8)),
    pub(super) tile: Tile,
}

pub(super) struct Item<'t> {
    pub(super) line: &'t str,
    pub(super) name: &'t str,
    pub(super) place: (i32, i32),
    /// 0 for the player, 1 for the opponent.
    pub(super) owner: u32,
}

pub(super) struct Quest<'t> {
    pub(super) line: &'t str,
    pub(super) name: &'t str,
    pub(super) owner: u32,
}

/// Parses a value after white space.
fn next<'t, O>(
    parser: impl Parser<&'t str, Output = O, Error = Expected<'t>>,
) -> impl Parser<&'t str, Output = O, Error = Expected<'t>> {
    let gap = expect("a blank or the end of a line", multispace1);
    preceded(gap, parser)
}

fn tile(input: &str) -> Parsed<'_, Tile> {
    let what = "a tile such as 0110: open up, right, down, left";
    let sides = count(one_of("01"), 4);
    let bits = map(sides, |sides| {
        let bit = |bits, side| bits << 1 | u8::from(side == '1');
        Tile::from_bits(sides.into_iter().fold(0, bit))
    });
    expect(what, bits)(input)
}

fn side(input: &str) -> Parsed<'_, u8> {
    let what = "a column or row, from 0 to 6";
    let side = map(number(what), |side| u8::try_from(side).unwrap_or(u8::MAX));
    expect(what, verify(side, |side| *side < SIDE))(input)
}

fn owner(input: &str) -> Parsed<'_, u32> {
    let what = "the owner: 0 (you) or 1 (the opponent)";
    expect(what, verify(number(what), |owner| *owner < 2))(input)
}

fn name(input: &str) -> Parsed<'_, &str> {
    let name = take_while1(|c: char| !c.is_whitespace() && c != ',');
    expect("the name of an item", name)(input)
}

fn place(input: &str) -> Parsed<'_, (i32, i32)> {
    let what =
        "a column and a row from 0 to 6, `-1 -1` for your hand, or `-2 -2` for the opponent's";
    let side = || expect(what, signed::<_, Expected<'_>>);
    let (rest, place) = (side(), next(side())).parse(input)?;
    let is_place = |(x, y): (i32, i32)| {
        let sides = 0..i32::from(SIDE);
        (sides.contains(&x) && sides.contains(&y)) || (x == y && matches!(x, -1 | -2))
    };
    // The message is about both numbers.
    expect(
        what,
        verify(nom::combinator::success(place), move |place| {
            is_place(*place)
        }),
    )(input)
    .map(|(_, place)| (rest, place))
}

fn player(input: &str) -> Parsed<'_, Player<'_>> {
    let place = consumed((side, next(side)));
    let parts = (number("the number of cards"), next(place), next(tile));
    map(parts, |(cards, place, tile)| Player { cards, place, tile }).parse(input)
}

fn item(input: &str) -> Parsed<'_, Item<'_>> {
    let parts = consumed((name, next(place), next(owner)));
    map(parts, |(line, (name, place, owner))| Item {
        line,
        name,
        place,
        owner,
    })
    .parse(input)
}

fn quest(input: &str) -> Parsed<'_, Quest<'_>> {
    let parts = consumed((name, next(owner)));
    map(parts, |(line, (name, owner))| Quest { line, name, owner }).parse(input)
}

/// Parses a count and that many values.
fn listed<'t, O>(
    what: &'static str,
    mut one: impl FnMut(&'t str) -> Parsed<'t, O>,
) -> impl FnMut(&'t str) -> Parsed<'t, Vec<O>> {
    move |input| {
        // Reject a count that is larger than the text before reading the values.
        let few = |amount: &u32| usize::try_from(*amount).is_ok_and(|n| n <= input.len());
        let amount = expect(what, verify(number(what), few));
        let (mut rest, amount) = { amount }(input)?;
        let mut list = Vec::new();
        for _ in 0..amount {
            let (after, read) = next(&mut one).parse(rest)?;
            list.push(read);
            rest = after;
        }
        Ok((rest, list))
    }
}

/// Parses a turn.
pub(super) fn turn(input: &str) -> Parsed<'_, Turn<'_>> {
    let what = "the turn: 0 (push) or 1 (walk)";
    let kind = expect(what, verify(number(what), |kind| *kind < 2));
    let cells = usize::from(SIDE) * usize::from(SIDE);
    let parts = (
        kind,
        count(next(consumed(tile)), cells),
        count(next(player), 2),
        next(listed("the number of items", item)),
        next(listed("the number of quests", quest)),
    );
    let end = expect("nothing more", multispace0);
    let turn = map(parts, |(kind, tiles, players, items, quests)| Turn {
        kind,
        tiles,
        players,
        items,
        quests,
    });
    all_consuming(preceded(multispace0, terminated(turn, end))).parse(input)
}
