//! Pins the exact number of positions searched for fixed boards, to detect changes of the search.

use crate::reference;

use carom::board::Square;
use carom::games::ricochet::{Rules, Setup, Target, standard_board};
use carom::games::{Piece, Position};
use carom::search::{Budget, Outcome, solve};
use reference::random::Random;

const MAX_POSITIONS: u64 = 50_000;

/// Returns the optimum, if there is a solution, and the positions searched.
fn cost(position: &Position) -> (Option<usize>, u64) {
    let answer = solve(position, &mut Budget::new(1 << 30, MAX_POSITIONS));
    match answer.outcome {
        Outcome::Solved(solution) => (Some(solution.moves.len()), answer.positions),
        Outcome::Unsolvable(_) => (None, answer.positions),
        _ => (None, MAX_POSITIONS),
    }
}

/// Returns standard boards with `count` robots at random, each with the next of the symbols.
fn standard(count: usize, rules: Rules) -> Vec<(Option<usize>, u64)> {
    let mut random = Random(41);
    let (board, symbols) =
        standard_board(["A1F", "A2B", "A3F", "A4B"].map(|name| name.parse().unwrap()));
    let costs = symbols.into_iter().step_by(5).map(|(symbol, square)| {
        let mut robots: Vec<Piece> = Vec::new();
        for name in "RGBYS".chars().take(count) {
            let square = std::iter::repeat_with(|| Square::from_index(random.below(256) as u8))
                .find(|&square| {
                    let taken = robots.iter().any(|robot| robot.square == square);
                    !taken && !board.blocks().contains(square)
                })
                .unwrap();
            robots.push(Piece { name, square });
        }
        let robot = symbol.robot();
        let setup = Setup {
            board: board.clone(),
            rules,
            robots,
            targets: vec![Target { square, robot }],
            diagonals: Vec::new(),
        };
        cost(&Position::Ricochet(setup.position().unwrap()))
    });
    costs.collect()
}

#[test]
fn standard_boards_keep_node_counts() {
    let [direct, bounce] =
        [false, true].map(|bounce| Rules { bounce, no_rebound: false, is_grouped: false });
    let four = [(Some(5), 26), (Some(8), 778), (Some(8), 300), (Some(7), 192)];
    let four_with_bounce = [(Some(5), 26), (Some(8), 1029), (Some(8), 362), (Some(7), 215)];
    assert_eq!(standard(4, direct), four);
    assert_eq!(standard(4, bounce), four_with_bounce);
    let five = [(Some(5), 29), (Some(8), 632), (Some(7), 687), (Some(7), 344)];
    assert_eq!(standard(5, direct), five);
}

/// Returns the costs of the first random boards that need many positions.
fn random(boards: impl Iterator<Item = Position>) -> Vec<(Option<usize>, u64)> {
    random_from(200, 6, boards)
}

/// Returns the costs of the first `count` boards that need at least `positions` positions.
fn random_from(
    positions: u64,
    count: usize,
    boards: impl Iterator<Item = Position>,
) -> Vec<(Option<usize>, u64)> {
    let costs = boards
        .map(|position| cost(&position))
        .filter(|(_, cost)| (positions..MAX_POSITIONS).contains(cost));
    costs.take(count).collect()
}

#[test]
fn random_boards_keep_node_counts() {
    let mut seed = Random(42);
    let boards = std::iter::repeat_with(|| seed.lunar(6, 8)).flatten();
    let lunar = [
        (Some(5), 224),
        (Some(7), 434),
        (None, 369),
        (None, 25923),
        (Some(14), 1577),
        (Some(5), 201),
    ];
    assert_eq!(random(boards.map(|board| Position::from(&board))), lunar);
    let boards = std::iter::repeat_with(|| seed.ricochet(9, 3, true)).flatten();
    let ricochet = [
        (Some(7), 1666),
        (None, 835),
        (Some(11), 7279),
        (Some(8), 2109),
        (Some(7), 215),
        (Some(8), 1649),
    ];
    assert_eq!(random(boards.map(|board| Position::from(&board))), ricochet);
}

#[test]
fn boards_with_many_pieces_keep_node_counts() {
    // A lone human among many pieces.
    let mut seed = Random(43);
    let boards = std::iter::repeat_with(|| seed.lunar(10, 14))
        .flatten()
        .filter(|board| board.humans.len() == 1 && board.robots.len() >= 8);
    let wide = [
        (Some(6), 2118),
        (Some(6), 634),
        (Some(5), 1158),
        (Some(8), 4792),
        (Some(5), 858),
        (None, 252),
    ];
    assert_eq!(random(boards.map(|board| Position::from(&board))), wide);
}

#[test]
fn boards_with_large_layers_keep_node_counts() {
    // States are expanded one by one, some of them together.
    let mut seed = Random(44);
    let boards = std::iter::repeat_with(|| seed.ricochet(12, 4, true))
        .flatten()
        .filter(|board| board.no_rebound);
    let large = [(Some(13), 35007), (Some(9), 30047), (Some(11), 43951), (Some(9), 22171)];
    assert_eq!(random_from(20_000, 4, boards.map(|board| Position::from(&board))), large);
}
