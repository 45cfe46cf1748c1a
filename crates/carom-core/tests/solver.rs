//! Compares the solver with a plain breadth-first search on random boards.

use crate::cases::{cases, is_thorough};
use crate::reference;

use carom::board::{Board, Direction, Square};
use carom::games::lunar;
use carom::games::ricochet::{Rules, Setup, Target, standard_board};
use carom::games::{Diagonal, DiagonalKind, Move, Piece, Position};
use carom::search::{Answer, Budget, Limit, Outcome, optima, solve};
use reference::Truth;
use reference::random::Random;

fn answer(position: &Position) -> Answer {
    let mut budget = Budget::new(1 << 30, 30_000);
    solve(position, &mut budget)
}

/// Replays a solution by the rules; the position must not be solved early.
fn replay(position: &Position, moves: &[carom::games::Move]) {
    let mut position = position.clone();
    for &played in moves {
        assert!(!position.is_solved(), "solved before {played}");
        position = position.play(played).expect("a legal move");
    }
    assert!(position.is_solved(), "not solved at the end");
}

/// Counts the kinds of answers compared, so that a test can require all of them.
#[derive(Debug, Default)]
struct Counts {
    solved: usize,
    counted: usize,
    long: usize,
    unsolvable: usize,
    deeper: usize,
    unknown: usize,
}

/// Checks that all optimal solutions are listed once and solve the puzzle.
fn all_solutions(position: &Position, moves: usize, ways: u64, board: &dyn std::fmt::Debug) {
    let mut budget = Budget::new(1 << 30, 30_000);
    let most = 50;
    let Some(Ok(all)) = optima(position, moves, most, &mut budget) else {
        return;
    };
    assert_eq!(all.number, ways, "solutions of {board:?}");
    assert_eq!(all.solutions.len() as u64, ways.min(most as u64));
    if ways <= most as u64 {
        // A move of an unnamed robot gives only its square.
        let robots = position.robots().into_iter();
        for robot in robots.filter(|robot| robot.name != Piece::NAMELESS) {
            let is_its = |played: &Move| played.piece() == Some(robot.name);
            let moves = all.solutions.iter().flatten().any(is_its);
            assert_eq!(all.origins.contains(robot.square), moves, "{robot:?} of {board:?}");
        }
    }
    let mut counts = Vec::new();
    for solution in &all.solutions {
        assert_eq!(solution.len(), moves);
        replay(position, solution);
        assert!(!counts.contains(&solution), "twice: {solution:?}");
        counts.push(solution);
    }
}

fn compare(counts: &mut Counts, position: &Position, truth: Truth, board: &dyn std::fmt::Debug) {
    let answer = answer(position);
    match (&answer.outcome, truth) {
        (Outcome::Solved(solution), Truth::Solved(moves, ways)) => {
            assert_eq!(solution.moves.len(), moves, "{board:?}");
            replay(position, &solution.moves);
            if let Some(counted) = solution.optimal_solutions {
                assert_eq!(counted, ways, "solutions of {board:?}");
                counts.counted += 1;
            }
            all_solutions(position, moves, ways, board);
            counts.solved += 1;
            counts.long += usize::from(moves > 6);
        }
        (Outcome::Unsolvable(_), Truth::Unsolvable) => counts.unsolvable += 1,
        (Outcome::Solved(solution), Truth::DeeperThan(moves)) => {
            assert!(solution.moves.len() > moves, "{board:?}");
            replay(position, &solution.moves);
            counts.deeper += 1;
        }
        (Outcome::Unsolvable(_), Truth::DeeperThan(_)) => counts.deeper += 1,
        (&Outcome::Unknown { at_least, .. }, truth) => {
            if let Truth::Solved(moves, _) = truth {
                assert!(at_least as usize <= moves, "{board:?}");
            }
            counts.unknown += 1;
        }
        _ => panic!("{answer:?} is not {truth:?}: {board:?}"),
    }
}

/// Returns a standard board with `count` robots at random, the first of them on its way to a
/// symbol. The corner is sealed off. A diagonal in it does not change the puzzle, but disables the
/// search over sets of active-robot squares.
fn standard(random: &mut Random, count: usize, has_diagonal: bool) -> Position {
    let (mut board, symbols) =
        standard_board(["A1F", "A2B", "A3F", "A4B"].map(|name| name.parse().unwrap()));
    let corner = Square::new(0, 0);
    for direction in [Direction::Up, Direction::Right] {
        board.add_wall(corner, direction);
    }
    let (_, target) = symbols[random.below(symbols.len())];
    let mut robots: Vec<Piece> = Vec::new();
    while robots.len() < count {
        let square = Square::from_index(u8::try_from(random.below(256)).unwrap());
        let is_taken = robots.iter().any(|robot| robot.square == square);
        if !is_taken && square != corner && !board.blocks().contains(square) {
            let name = char::from(b"RGBYS"[robots.len()]);
            robots.push(Piece { name, square });
        }
    }
    let diagonal = Diagonal { square: corner, kind: DiagonalKind::Slash, robot: None };
    let setup = Setup {
        board,
        rules: Rules { bounce: random.below(2) == 0, no_rebound: false, is_grouped: false },
        robots,
        targets: vec![Target { square: target, robot: (random.below(8) > 0).then_some('R') }],
        diagonals: has_diagonal.then_some(diagonal).into_iter().collect(),
    };
    Position::Ricochet(setup.position().unwrap())
}

#[test]
fn set_search_matches_state_search_on_large_boards() {
    let mut solved = 0;
    for seed in 0..cases(40) {
        let [sets, states] = [false, true].map(|has_diagonal| {
            let count = 2 + seed as usize % 4;
            let position = standard(&mut Random(seed), count, has_diagonal);
            let mut budget = Budget::new(1 << 30, 300_000);
            match solve(&position, &mut budget).outcome {
                Outcome::Solved(solution) => {
                    replay(&position, &solution.moves);
                    Some(solution.moves.len())
                }
                Outcome::Unknown { .. } => None,
                outcome => panic!("{outcome:?} on board {seed}"),
            }
        });
        if let (Some(sets), Some(states)) = (sets, states) {
            assert_eq!(sets, states, "board {seed}");
            solved += 1;
        }
    }
    assert!(solved > cases(35), "{solved}");
}

#[test]
fn lunar_matches_plain_search() {
    let mut random = Random(1);
    let mut counts = Counts::default();
    for _ in 0..cases(400) {
        if let Some(board) = random.lunar(6, 6) {
            let truth = board.truth(20_000);
            compare(&mut counts, &Position::from(&board), truth, &board);
        }
    }
    assert!(counts.solved > cases(70) && counts.long > cases(2), "{counts:?}");
    assert!(counts.counted > cases(50) && counts.unsolvable > cases(50), "{counts:?}");
    assert!(counts.unknown < cases(4), "{counts:?}");
}

#[test]
fn lunar_with_look_ahead_matches_plain_search() {
    let mut random = Random(3);
    let (mut counts, mut large) = (Counts::default(), 0);
    for _ in 0..cases(4_000) {
        if let Some(board) = random.lunar(9, 7) {
            let position = Position::from(&board);
            // Small layers have no look-ahead.
            if board.humans.len() == 1 && answer(&position).positions > 1000 {
                compare(&mut counts, &position, board.truth(60_000), &board);
                large += 1;
            }
        }
    }
    assert!(
        counts.solved > cases(4) && (counts.deeper > 5 || !is_thorough()),
        "{counts:?} of {large}"
    );
}

#[test]
fn lunar_with_selected_successors_matches_plain_search() {
    let mut random = Random(5);
    let (mut counts, mut wide) = (Counts::default(), 0);
    for _ in 0..cases(1_200) {
        if let Some(board) = random.lunar(10, 14) {
            // Successors are selected if one human is among many pieces and not too close.
            if board.humans.len() == 1 && board.robots.len() >= 8 {
                compare(&mut counts, &Position::from(&board), board.truth(4_000), &board);
                wide += 1;
            }
        }
    }
    assert!(counts.solved > cases(70) && counts.unsolvable > cases(20), "{counts:?} of {wide}");
    assert!(counts.deeper > cases(20) && counts.unknown <= cases(2) + 1, "{counts:?} of {wide}");
}

/// Returns a board with stairs up and down among blocks, 43 slides from the target, and a robot
/// that has to move first, so that the human does not slide past the stairs.
fn stairs() -> Position {
    let up = (0..13).flat_map(|step| [(step, step + 1), (step + 1, step + 1)]);
    let down = (0..9).flat_map(|step| [(14 - step, 10 - step), (13 - step, 10 - step)]);
    let between = [(14, 13), (14, 12), (14, 11)].into_iter();
    let next_to_start = [(2, 0), (2, 1)].into_iter();
    let cells = (2..8).map(|cell| (2 * cell, 0)).chain([(15, 2), (15, 4), (15, 6)]);
    let at = |(column, row)| Square::new(column, row);
    let ways = up.chain(down).chain(between).chain(next_to_start);
    let open: Vec<Square> = ways.chain(cells.clone()).map(at).collect();
    let mut board = Board::new(16, 16).unwrap();
    for square in board.squares().filter(|square| !open.contains(square)) {
        board.add_block(square);
    }
    board.add_wall(at((2, 1)), Direction::Up);
    let robots = cells.chain([(2, 0)]).map(|robot| (Piece::NAMELESS, robot));
    let pieces =
        robots.chain([('@', (0, 1))]).map(|(name, square)| Piece { name, square: at(square) });
    let setup = lunar::Setup {
        board,
        rule: lunar::Rule::Exit,
        is_grouped: false,
        pieces: pieces.collect(),
        targets: vec![at((5, 2))],
    };
    Position::from(setup.position().unwrap())
}

#[test]
fn human_far_from_target_is_solved() {
    let position = stairs();
    let Outcome::Solved(solution) = answer(&position).outcome else {
        panic!("it has a solution");
    };
    replay(&position, &solution.moves);
    assert_eq!(solution.moves.len(), 44);
}

#[test]
fn lunar_with_many_pieces_matches_plain_search() {
    let mut random = Random(2);
    let mut counts = Counts::default();
    for _ in 0..cases(15) {
        if let Some(board) = random.lunar(9, 26) {
            let truth = board.truth(2_000);
            compare(&mut counts, &Position::from(&board), truth, &board);
        }
    }
    assert!(counts.solved > cases(1) && counts.deeper > cases(1), "{counts:?}");
}

fn compare_ricochet(
    seed: u64,
    boards: usize,
    robots: usize,
    side: usize,
    diagonals: bool,
) -> Counts {
    let mut random = Random(seed);
    let mut counts = Counts::default();
    for _ in 0..boards {
        if let Some(board) = random.ricochet(side, robots, diagonals) {
            let truth = board.truth(12_000);
            compare(&mut counts, &Position::from(&board), truth, &board);
        }
    }
    counts
}

#[test]
fn ricochet_matches_plain_search() {
    for (robots, boards, side) in [(1, 150, 8), (2, 120, 7), (3, 50, 6), (4, 30, 6), (5, 20, 6)] {
        let boards = cases(boards);
        let counts = compare_ricochet(10 + robots as u64, boards, robots, side, false);
        assert!(counts.solved > boards / 4, "{robots} robots: {counts:?}");
        assert!(counts.counted > boards / 5, "{robots} robots: {counts:?}");
        assert!(robots > 2 || counts.unsolvable > boards / 20, "{robots} robots: {counts:?}");
    }
}

#[test]
fn ricochet_with_diagonals_matches_plain_search() {
    for (robots, boards, side) in [(1, 150, 8), (2, 120, 7), (3, 50, 6), (4, 30, 6), (5, 20, 6)] {
        let boards = cases(boards);
        let counts = compare_ricochet(20 + robots as u64, boards, robots, side, true);
        assert!(counts.solved > boards / 4, "{robots} robots: {counts:?}");
    }
}

#[test]
fn position_limit_holds_and_bound_is_valid() {
    let mut random = Random(3);
    let mut stopped = 0;
    for _ in 0..cases(60) {
        let Some(board) = random.ricochet(9, 3, false) else {
            continue;
        };
        let position = Position::from(&board);
        let Outcome::Solved(solution) = answer(&position).outcome else {
            continue;
        };
        for limit in [0, 1, 2, 5, 20, 100, 500] {
            let mut budget = Budget::new(1 << 30, limit);
            let answer = solve(&position, &mut budget);
            assert!(answer.positions <= limit);
            if let Outcome::Unknown { at_least, limit: by } = answer.outcome {
                assert_eq!((by, answer.positions), (Limit::Positions, limit));
                assert!(at_least as usize <= solution.moves.len(), "{board:?}");
                stopped += 1;
            }
        }
    }
    assert!(stopped > cases(40), "{stopped}");
}

#[test]
fn memory_limit_holds() {
    let mut random = Random(4);
    let mut stopped = 0;
    for _ in 0..20 {
        let Some(board) = random.ricochet(16, 5, false) else {
            continue;
        };
        let position = Position::from(&board);
        for size in [0, 1 << 10, 1 << 16, 1 << 20] {
            let mut budget = Budget::new(size, 100_000);
            let answer = solve(&position, &mut budget);
            assert!(budget.reserved() <= size);
            if let Outcome::Unknown { limit, .. } = answer.outcome {
                assert!(limit == Limit::Memory || answer.positions == 100_000, "{limit:?}");
                stopped += usize::from(limit == Limit::Memory);
            }
        }
    }
    assert!(stopped > 20, "{stopped}");
}

#[test]
fn cancel_flag_stops_search() {
    let mut random = Random(5);
    let board = std::iter::repeat_with(|| random.ricochet(16, 5, false))
        .flatten()
        .find(|board| matches!(board.truth(1_000), Truth::DeeperThan(_)))
        .unwrap();
    let flag = carom::search::CancelFlag::default();
    flag.cancel();
    let mut budget = Budget::new(1 << 30, 1_000_000).with_cancel(flag);
    let answer = solve(&Position::from(&board), &mut budget);
    assert!(matches!(answer.outcome, Outcome::Unknown { limit: Limit::Cancelled, .. }));
    assert!(answer.positions <= 1024);
}

#[test]
fn solved_position_has_empty_solution() {
    let mut random = Random(6);
    let mut solved = 0;
    for _ in 0..500 {
        let Some(board) = random.lunar(4, 2) else {
            continue;
        };
        let position = Position::from(&board);
        if position.is_solved() {
            let Outcome::Solved(solution) = answer(&position).outcome else { panic!("{board:?}") };
            assert_eq!((solution.moves.len(), solution.optimal_solutions), (0, Some(1)));
            solved += 1;
        }
    }
    assert!(solved > 5, "{solved}");
}
