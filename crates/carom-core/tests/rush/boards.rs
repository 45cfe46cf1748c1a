//! Reproducible random boards.

use carom::board::{Board, Square};
use carom::games::rush::{Setup, Tiles};
use carom::games::{Item, ItemPlace, Tile};

use super::reference::{At, Node, Push};

/// A reproducible random number generator (Marsaglia's xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % limit as u64) as usize
    }
}

/// A kind of random board.
pub(crate) struct Kind {
    pub(crate) columns: [usize; 2],
    pub(crate) rows: [usize; 2],
    pub(crate) tiles: &'static str,
    /// One of this many tiles is random, the others form one long winding way.
    pub(crate) random_tiles: usize,
    pub(crate) items: [usize; 2],
    /// The number of opponent pushes.
    pub(crate) script: [usize; 2],
    /// The most nodes that the reference may visit.
    pub(crate) nodes: usize,
}

fn within(random: &mut Random, [low, high]: [usize; 2]) -> usize {
    low + random.below(high - low + 1)
}

/// Returns tiles that form a way through every square of the board, row by row.
pub(crate) fn winding_way(width: usize, height: usize) -> Vec<Vec<u8>> {
    let row = |number: usize| {
        let mut row = vec![5; width];
        let turn = |up: bool| if up { 8 } else { 2 };
        let (first, last) = (0, width - 1);
        row[last] = 1 | turn(number.is_multiple_of(2));
        row[first] = 4 | turn(!number.is_multiple_of(2));
        row
    };
    (0..height).map(row).collect()
}

pub(crate) fn random_node(random: &mut Random, kind: &Kind) -> (Node, Vec<Push>) {
    let (width, height) = (within(random, kind.columns), within(random, kind.rows));
    let digits: Vec<u8> =
        kind.tiles.chars().map(|digit| digit.to_digit(16).unwrap() as u8).collect();
    let tile = |random: &mut Random| digits[random.below(digits.len())];
    let mut rows = winding_way(width, height);
    for square in rows.iter_mut().flatten() {
        if random.below(kind.random_tiles) == 0 {
            *square = tile(random);
        }
    }
    let hands = [0, 0].map(|_: u8| tile(random));
    let length = within(random, kind.script);
    let script = (0..length)
        .map(|_| {
            let (line, symbol) =
                [(height, '<'), (height, '>'), (width, '^'), (width, 'v')][random.below(4)];
            (random.below(line), symbol)
        })
        .collect();
    let hands_with_items = if kind.script[1] > 0 { 2 } else { 1 };
    let items = (0..within(random, kind.items))
        .map(|_| match random.below(5) {
            0 => At::Hand(random.below(hands_with_items)),
            _ => At::Board(random.below(width), random.below(height)),
        })
        .collect();
    let node =
        Node { rows, player: (random.below(width), random.below(height)), hands, items, turn: 0 };
    (node, script)
}

/// Returns the same puzzle as a setup for the search.
pub(crate) fn setup(node: &Node, script: &[Push]) -> Setup {
    let square = |x: usize, y: usize| Square::new(x as u8, y as u8);
    let mut tiles = Tiles::default();
    for (y, row) in node.rows.iter().enumerate() {
        for (x, &tile) in row.iter().enumerate() {
            tiles.set(square(x, y), Tile::from_bits(tile));
        }
    }
    let place = |at: &At| match *at {
        At::Board(x, y) => ItemPlace::Board(square(x, y)),
        At::Hand(0) => ItemPlace::Hand,
        _ => ItemPlace::OpponentHand,
    };
    let items = node.items.iter().enumerate();
    let push = |&(line, symbol): &Push| {
        let line = match symbol {
            '<' | '>' => (line + 1).to_string(),
            _ => char::from(b'a' + line as u8).to_string(),
        };
        format!("{line}{symbol}").parse().unwrap()
    };
    Setup {
        board: Board::new(node.rows[0].len(), node.rows.len()).unwrap(),
        tiles,
        player: Some(square(node.player.0, node.player.1)),
        hand: Some(Tile::from_bits(node.hands[0])),
        items: items
            .map(|(number, at)| Item { name: format!("ITEM{number}").into(), place: place(at) })
            .collect(),
        quests: None,
        opponent: script.iter().map(push).collect(),
        opponent_hand: Some(Tile::from_bits(node.hands[1])),
    }
}
