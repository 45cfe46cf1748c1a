//! Random legal setups of every game.

use carom::board::{Board, Direction, Square};
use carom::games::lunar::{self, Rule};
use carom::games::ricochet::{self, Face, Rules, Target, printed_diagonals, standard_board};
use carom::games::rush::{self, Tiles};
use carom::games::slider::{self, Man, Side};
use carom::games::tilt::{self, BLUE, GREEN, HOLE};
use carom::games::{
    BoardObject, Diagonal, DiagonalKind, Game, Item, ItemPlace, Piece, Position, Push, Tile,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, Selector, select, subsequence};

/// Generates a board with blocks, walls and at least one free square, and its free squares in
/// random order.
fn ground(
    sides: impl Strategy<Value = (usize, usize)>,
) -> impl Strategy<Value = (Board, Vec<Square>)> {
    sides.prop_flat_map(|(columns, rows)| {
        let empty = Board::new(columns, rows).unwrap();
        let squares: Vec<Square> = empty.squares().collect();
        let count = squares.len();
        let most = (count - 1).min(count / 5 + 1);
        let wall = (select(squares.clone()), select(Direction::ALL.to_vec()));
        let walls = prop_oneof![Just(0..=0), Just(0..=count / 4), Just(count..=3 * count)]
            .prop_flat_map(move |amount| vec(wall.clone(), amount));
        let blocks = prop_oneof![Just(0..=0), Just(0..=most)];
        let blocks = (Just(squares.clone()).prop_shuffle(), blocks)
            .prop_flat_map(|(squares, amount)| subsequence(squares, amount));
        (Just(squares).prop_shuffle(), blocks, walls).prop_map(
            move |(mut squares, blocks, walls)| {
                let mut board = empty.clone();
                for &block in &blocks {
                    board.add_block(block);
                }
                for (square, side) in walls {
                    board.add_wall(square, side);
                }
                squares.retain(|square| !blocks.contains(square));
                (board, squares)
            },
        )
    })
}

fn any_sides() -> impl Strategy<Value = (usize, usize)> {
    prop_oneof![(1..=4_usize, 1..=4_usize), (1..=16_usize, 1..=16_usize), Just((16, 16)),]
}

/// Lunar Lockout: several humans, and targets under or next to pieces.
pub fn lunar() -> impl Strategy<Value = lunar::Setup> {
    let rule = (select(vec![Rule::Exit, Rule::Stay]), any::<bool>());
    let names = |names: &'static str| Just(names.chars().collect::<Vec<_>>()).prop_shuffle();
    let amounts = (1..=4_usize, 0..=9_usize, 0..=40_usize);
    let parts =
        (ground(any_sides()), rule, names("@123456789"), names("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    (parts, amounts, vec(any::<Index>(), 1..6)).prop_map(
        |(((board, free), (rule, is_grouped), humans, robots), amounts, targets)| {
            let humans = humans.into_iter().take(amounts.0);
            let robots = robots.into_iter().take(amounts.1);
            let nameless = std::iter::repeat_n(Piece::NAMELESS, amounts.2);
            let names = humans.chain(robots).chain(nameless);
            let pieces = names.zip(&free);
            let pieces: Vec<Piece> = pieces.map(|(name, &square)| Piece { name, square }).collect();
            let mut targets: Vec<Square> = targets.iter().map(|index| *index.get(&free)).collect();
            if rule == Rule::Stay {
                // Every human needs a target.
                targets.extend(free.iter().rev().take(amounts.0));
            }
            lunar::Setup { board, rule, is_grouped, pieces, targets }
        },
    )
}

/// Ricochet Robots: drawn and printed boards, diagonals with and without a colour, targets under
/// robots and on diagonals.
pub fn ricochet() -> impl Strategy<Value = ricochet::Setup> {
    let rules = (any::<bool>(), any::<bool>()).prop_map(|(bounce, no_rebound)| Rules {
        bounce,
        no_rebound,
        ..Rules::default()
    });
    let letters: Vec<char> = ('A'..='Z').collect();
    let letter = || prop::option::of(select(letters.clone()));
    let kind = select(vec![DiagonalKind::Slash, DiagonalKind::Backslash]);
    let diagonals = vec((any::<Index>(), kind, letter()), 0..6);
    let diagonals = (diagonals, any::<bool>());
    let board = prop_oneof![3 => ground(any_sides()), 1 => standard()];
    let names = Just(letters.clone()).prop_shuffle();
    let amounts = (1..=8_usize, prop_oneof![Just(0), 0..=60_usize]);
    let targets = vec((any::<Index>(), prop::option::of(any::<Index>())), 1..5);
    let setups = (board, rules, (names, amounts), targets, diagonals).prop_map(
        |((board, free), rules, (names, amounts), targets, (diagonals, keeps_printed))| {
            let named = names.into_iter().take(amounts.0);
            let nameless = std::iter::repeat_n(Piece::NAMELESS, amounts.1);
            let robots = named.chain(nameless).zip(&free);
            let robots: Vec<Piece> = robots.map(|(name, &square)| Piece { name, square }).collect();
            let target = |(square, robot): (Index, Option<Index>)| {
                let robot = robot.map(|index| index.get(&robots).name);
                Target {
                    square: *square.get(&free),
                    robot: robot.filter(|&name| name != Piece::NAMELESS),
                }
            };
            let targets = targets.into_iter().map(target).collect();
            let faces = ricochet::faces_of(&board).filter(|_| keeps_printed);
            let mut placed: Vec<Diagonal> = faces.map_or_else(Vec::new, printed_diagonals);
            for (index, kind, robot) in diagonals {
                let square = *index.get(&free);
                if placed.iter().all(|other| other.square != square) {
                    placed.push(Diagonal { square, kind, robot });
                }
            }
            ricochet::Setup { board, rules, robots, targets, diagonals: placed }
        },
    );
    setups.prop_filter("targets can hold together", |setup| setup.position().is_ok())
}

/// The four tiles of the printed game in any order, with any face up.
fn standard() -> impl Strategy<Value = (Board, Vec<Square>)> {
    let tiles = Just([0, 1, 2, 3_usize]).prop_shuffle();
    (tiles, proptest::array::uniform4(0..4_usize)).prop_flat_map(|(tiles, sides)| {
        let faces = [0, 1, 2, 3].map(|corner| Face::ALL[tiles[corner] + 4 * sides[corner]]);
        let (board, symbols) = standard_board(faces);
        let free = board.squares().filter(|&s| !board.blocks().contains(s));
        // Symbol targets are frequent enough this way.
        let squares: Vec<Square> =
            free.chain(symbols.into_iter().map(|(_, square)| square)).collect();
        (Just(board), Just(squares).prop_shuffle()).prop_map(|(board, mut squares)| {
            let mut seen = std::collections::HashSet::new();
            squares.retain(|square| seen.insert(*square));
            (board, squares)
        })
    })
}

/// Slider: square boards, one side possibly without pieces.
pub fn slider() -> impl Strategy<Value = slider::Setup> {
    let sides = prop_oneof![3 => 4..=8_usize, 1 => 9..=16_usize].prop_map(|side| (side, side));
    let to_move = select(Side::ALL.to_vec());
    let men = vec(select(Side::ALL.to_vec()), 1..30);
    (ground(sides), to_move, men).prop_map(|((board, free), to_move, men)| {
        let men: Vec<Man> =
            men.into_iter().zip(&free).map(|(side, &square)| Man { side, square }).collect();
        slider::Setup { board, to_move, men }
    })
}

/// X-mas Rush: items on the board and in hands, some or all to be collected, with and without an
/// opponent.
pub fn rush() -> impl Strategy<Value = rush::Setup> {
    let tile = || (0..16_u8).prop_map(Tile::from_bits);
    let name = prop_oneof![
        4 => "[A-Z]{1,8}",
        1 => select(vec!["hand", "opponent", "a1", ";x", "x;", "\"q\"", "é", "#"])
            .prop_map(str::to_owned),
    ];
    let place = prop_oneof![
        6 => any::<Index>().prop_map(Some),
        1 => Just(None),
    ];
    let items = vec((name, place, any::<bool>()), 1..8).prop_map(|mut items| {
        let mut seen = std::collections::HashSet::new();
        items.retain(|(name, ..)| seen.insert(name.clone()));
        items
    });
    let quests = prop::option::of((any::<Index>(), any::<Selector>(), 1..8_usize));
    let opponent = prop::option::of((tile(), vec(any::<Index>(), 0..5)));
    let player = prop::option::of(any::<Index>());
    (any_sides(), vec(tile(), 256), (tile(), player), items, quests, opponent).prop_map(
        |((columns, rows), drawn, (hand, player), items, quests, opponent)| {
            let board = Board::new(columns, rows).unwrap();
            let squares: Vec<Square> = board.squares().collect();
            let mut tiles = Tiles::default();
            for (&square, tile) in squares.iter().zip(drawn) {
                tiles.set(square, tile);
            }
            let items: Vec<Item> = items
                .into_iter()
                .map(|(name, place, is_mine)| Item {
                    name: name.into(),
                    place: match place {
                        Some(index) => ItemPlace::Board(*index.get(&squares)),
                        None if is_mine || opponent.is_none() => ItemPlace::Hand,
                        None => ItemPlace::OpponentHand,
                    },
                })
                .collect();
            let quests = quests.map(|(first, selector, amount)| {
                let names: Vec<String> = items.iter().map(|item| item.name.to_string()).collect();
                let mut quests = vec![first.get(&names).clone()];
                let more = selector.select(names.clone());
                if !quests.contains(&more) && amount > 1 {
                    quests.push(more);
                }
                quests
            });
            let pushes: Vec<Push> = Push::all(&board).collect();
            let (opponent_hand, opponent) = match opponent {
                Some((hand, indices)) => {
                    let pushed = indices.iter().map(|index| *index.get(&pushes));
                    (Some(hand), pushed.collect())
                }
                None => (None, Vec::new()),
            };
            rush::Setup {
                board,
                tiles,
                player: player.map(|index| *index.get(&squares)),
                hand: Some(hand),
                items,
                quests,
                opponent,
                opponent_hand,
            }
        },
    )
}

/// Tilt: at least a green piece and a hole, on any board with two free squares.
pub fn tilt() -> impl Strategy<Value = tilt::Setup> {
    let glyphs = vec(select(vec![GREEN, BLUE, HOLE]), 0..20);
    let setups = (ground(any_sides()), glyphs).prop_map(|((board, free), more)| {
        let glyphs = [GREEN, HOLE].into_iter().chain(more);
        let objects = glyphs
            .zip(&free)
            .map(|(glyph, &square)| BoardObject::from_glyph(Game::Tilt, glyph).unwrap().on(square));
        tilt::Setup { board, objects: objects.collect() }
    });
    setups.prop_filter("there is a hole", |setup| setup.position().is_ok())
}

/// Generates a position of each game.
pub fn positions() -> impl Strategy<Value = Vec<Position>> {
    fn of<S: std::fmt::Debug + 'static>(
        setups: impl Strategy<Value = S> + 'static,
        position: fn(&S) -> Position,
    ) -> BoxedStrategy<Position> {
        setups.prop_map(move |setup| position(&setup)).boxed()
    }
    let of_each = Game::ALL.map(|game| match game {
        Game::Lunar => of(lunar(), |setup| setup.position().unwrap().into()),
        Game::Ricochet => of(ricochet(), |setup| setup.position().unwrap().into()),
        Game::Slider => of(slider(), |setup| setup.position().unwrap().into()),
        Game::Rush => of(rush(), |setup| setup.position().unwrap().into()),
        Game::Tilt => of(tilt(), |setup| setup.position().unwrap().into()),
    });
    of_each.to_vec()
}
