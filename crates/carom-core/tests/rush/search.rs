//! Compares the search with the reference on random boards.

use std::ops::ControlFlow;

use carom::board::{SquareSet, Symmetry};
use carom::games::rush::Setup;
use carom::games::{Duel, ItemPlace, Move, Position, Push, SearchModel, Tile, Visitor};
use carom::search::{Budget, Limit, Outcome, optima, solve};

use crate::cases::cases;
use crate::rush::boards::{Kind, Random, random_node, setup, winding_way};
use crate::rush::drawing::rows;
use crate::rush::reference::{At, Node, Verdict};

fn outcome(setup: &Setup) -> Outcome {
    let mut budget = Budget::new(1 << 28, 1 << 22);
    let position = Position::Rush(setup.position().unwrap());
    solve(&position, &mut budget).outcome
}

fn write_moves(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// The results on which the reference and the search agree.
#[derive(Debug, Default)]
struct Settled {
    /// Solved boards by their number of turns.
    solved: [usize; 32],
    never: usize,
}

impl Settled {
    /// Whether solved boards of every length from 0 to `turns` occurred.
    fn reaches(&self, turns: usize) -> bool {
        self.solved[..=turns].iter().all(|&boards| boards > 0)
    }
}

/// Compares `count` random boards.
fn compare(seed: u64, count: usize, kind: &Kind) -> Settled {
    let mut random = Random(seed);
    let mut settled = Settled::default();
    for _ in 0..cases(count) {
        let (node, script) = random_node(&mut random, kind);
        let setup = setup(&node, &script);
        let context = || {
            let rows = rows(&setup.position().unwrap()).join("\n");
            format!("{rows}\n{node:?} {script:?}")
        };
        let outcome = outcome(&setup);
        if let Outcome::Solved(solution) = &outcome {
            let moves = write_moves(&solution.moves);
            let replays = node.is_solved_by(&moves, &script);
            assert!(replays, "{moves} does not solve\n{}", context());
        }
        match (node.solve(&script, kind.nodes), &outcome) {
            (Verdict::Turns(turns), Outcome::Solved(solution)) => {
                assert_eq!(solution.moves.len(), turns, "{}", context());
                settled.solved[turns] += 1;
            }
            (Verdict::Never, Outcome::Unsolvable(_)) => settled.never += 1,
            (Verdict::AtLeast(_), Outcome::Unsolvable(_)) => {}
            (Verdict::AtLeast(turns), Outcome::Solved(solution)) => {
                assert!(solution.moves.len() >= turns, "{}", context());
            }
            (verdict, outcome) => panic!("{verdict:?}, not {outcome:?}\n{}", context()),
        }
    }
    settled
}

const ALL: &str = "0123456789abcdef";

#[test]
fn tiny_boards_match_reference() {
    let kind = Kind {
        columns: [1, 2],
        rows: [1, 2],
        tiles: ALL,
        random_tiles: 1,
        items: [1, 3],
        script: [0, 3],
        nodes: 100_000,
    };
    let settled = compare(1, 600, &kind);
    assert!(settled.reaches(4) && settled.never > cases(10));
}

/// Items are collected after the row pushes and again after the column pushes. The second push may
/// take away an item that could be collected before.
#[test]
fn boards_with_opponent_match_reference() {
    let mut kind = Kind {
        columns: [1, 2],
        rows: [1, 2],
        tiles: ALL,
        random_tiles: 1,
        items: [1, 3],
        script: [1, 4],
        nodes: 100_000,
    };
    let settled = compare(11, 1_400, &kind);
    assert!(settled.reaches(4) && settled.never >= cases(1), "{settled:?}");
    (kind.columns, kind.rows, kind.nodes) = ([2, 3], [2, 3], 1_000);
    let settled = compare(12, 600, &kind);
    assert!(settled.reaches(3), "{settled:?}");
}

/// Solutions that differ in a push are counted separately, whatever is collected after it, and each
/// is listed once.
#[test]
fn solutions_are_counted_by_pushes() {
    let mut random = Random(13);
    let kind = Kind {
        columns: [1, 3],
        rows: [1, 3],
        tiles: "5a369cbde7f",
        random_tiles: 1,
        items: [1, 3],
        script: [0, 3],
        nodes: 0,
    };
    let (mut compared, mut several) = (0, 0);
    while compared < cases(40) {
        let (node, script) = random_node(&mut random, &kind);
        let setup = setup(&node, &script);
        let Outcome::Solved(solution) = outcome(&setup) else {
            continue;
        };
        let turns = solution.moves.len();
        if !(1..=2).contains(&turns) {
            continue;
        }
        let mut budget = Budget::new(1 << 28, 1 << 22);
        let position = Position::Rush(setup.position().unwrap());
        let optima = optima(&position, turns, usize::MAX, &mut budget).unwrap().unwrap();
        let of_turn = |played: &Move| {
            let write_moves = played.to_string();
            write_moves.split(':').next().unwrap().to_owned()
        };
        let mut pushes: Vec<Vec<String>> = Vec::new();
        for moves in &optima.solutions {
            assert!(node.is_solved_by(&write_moves(moves), &script));
            pushes.push(moves.iter().map(of_turn).collect());
        }
        let mut expected: Vec<Vec<String>> = Vec::new();
        for played in node.solving_pushes(&script, turns) {
            let name = |(line, direction): (usize, char)| match direction {
                '<' | '>' => format!("{}{direction}", line + 1),
                _ => format!("{}{direction}", (b'a' + line as u8) as char),
            };
            expected.push(played.into_iter().map(name).collect());
        }
        pushes.sort();
        expected.sort();
        assert_eq!(pushes, expected, "{node:?} {script:?}");
        assert_eq!(optima.number, expected.len() as u64);
        compared += 1;
        several += usize::from(expected.len() > 1);
    }
    assert!(several > cases(8), "{several}");
}

#[test]
fn item_is_collected_before_second_push() {
    let node = Node {
        rows: vec![vec![0], vec![0]],
        player: (0, 0),
        hands: [0, 0],
        items: vec![At::Hand(0)],
        turn: 0,
    };
    let Outcome::Solved(solution) = outcome(&setup(&node, &[(0, 'v')])) else {
        panic!("it has a solution of one turn")
    };
    assert_eq!(write_moves(&solution.moves), "1>");
}

#[test]
fn small_boards_match_reference() {
    for (seed, script) in [(2, 0), (3, 4)] {
        for tiles in [ALL, "0000124835a", "5a369c", "0", "5555aaaa7bdef"] {
            let kind = Kind {
                columns: [1, 4],
                rows: [1, 4],
                tiles,
                random_tiles: 1,
                items: [1, 3],
                script: [0, script],
                nodes: 4_000,
            };
            let settled = compare(seed, 400, &kind);
            assert!(settled.reaches(4), "{tiles} are too easy");
            assert_eq!(settled.never > 0, script > 0);
        }
    }
}

#[test]
fn items_are_in_reach_up_to_last_step() {
    let rows = winding_way(7, 5);
    let squares: Vec<_> = (0..35).map(|square| (square % 7, square / 7)).collect();
    let (mut in_one, mut in_more) = (0, 0);
    for (number, &first) in squares.iter().enumerate() {
        for &second in &squares[number..] {
            let node = Node {
                rows: rows.clone(),
                player: (3, 2),
                hands: [0, 0],
                items: [first, second].map(|(column, row)| At::Board(column, row)).to_vec(),
                turn: 0,
            };
            let outcome = outcome(&setup(&node, &[]));
            let Outcome::Solved(solution) = outcome else { panic!("{outcome:?}\n{node:?}") };
            assert!(node.is_solved_by(&write_moves(&solution.moves), &[]), "{node:?}");
            match node.solve(&[], 2_000) {
                Verdict::Turns(turns) => {
                    assert_eq!(solution.moves.len(), turns, "{node:?}");
                    in_one += usize::from(turns == 1);
                }
                _ => in_more += 1,
            }
        }
    }
    assert!(in_one > 100 && in_more > 10, "{in_one} {in_more}");
}

#[test]
fn walks_are_limited_on_long_ways() {
    for (seed, columns, rows, script) in
        [(4, [4, 6], [5, 7], 0), (5, [9, 16], [2, 4], 0), (6, [5, 12], [3, 5], 2)]
    {
        let kind = Kind {
            columns,
            rows,
            tiles: "0a5f",
            random_tiles: 20,
            items: [1, 4],
            script: [0, script],
            nodes: 6_000,
        };
        let settled = compare(seed, 400, &kind);
        assert!(settled.solved[2] > 10, "the ways are too short");
    }
}

/// Applies a symmetry to a puzzle.
fn transformed(setup: &Setup, symmetry: Symmetry) -> Setup {
    let board = &setup.board;
    let tile = |tile: Tile| {
        let openings = tile.openings().iter();
        Tile::open_to(openings.map(|direction| symmetry.direction(direction)))
    };
    let mut laid = setup.clone();
    laid.board = symmetry.board(board);
    for square in board.squares() {
        let there = symmetry.square(board, square);
        laid.tiles.set(there, tile(setup.tiles.get(square)));
    }
    laid.player = laid.player.map(|square| symmetry.square(board, square));
    laid.hand = laid.hand.map(tile);
    laid.opponent_hand = laid.opponent_hand.map(tile);
    for item in &mut laid.items {
        if let ItemPlace::Board(square) = &mut item.place {
            *square = symmetry.square(board, *square);
        }
        item.name = format!("{}X", item.name).into();
    }
    for push in &mut laid.opponent {
        let entry = symmetry.square(board, push.entry(board));
        *push = Push::through(entry, symmetry.direction(push.direction()));
    }
    laid
}

#[test]
fn symmetric_puzzles_have_same_answer() {
    let mut random = Random(10);
    let mut swapped_is_another = 0;
    for board in 0..cases(20) {
        let kind = Kind {
            columns: [1, 4],
            rows: [1, 4],
            tiles: ALL,
            random_tiles: 1,
            items: [1, 3],
            script: [0, 2 * (board % 2)],
            nodes: 0,
        };
        let (node, script) = random_node(&mut random, &kind);
        let setup = setup(&node, &script);
        let canonical = |setup: &Setup| Position::Rush(setup.position().unwrap()).canonical();
        let turns = |setup: &Setup| match outcome(setup) {
            Outcome::Solved(solution) => Some(solution.moves.len()),
            _ => None,
        };
        for symmetry in Symmetry::ALL {
            let laid = transformed(&setup, symmetry);
            if script.is_empty() || !symmetry.swaps_sides() {
                assert_eq!(canonical(&laid), canonical(&setup), "{node:?} {symmetry:?}");
                assert_eq!(turns(&laid), turns(&setup), "{node:?} {symmetry:?}");
            } else {
                swapped_is_another += usize::from(canonical(&laid) != canonical(&setup));
            }
        }
        let mut other = setup.clone();
        other.hand = setup.hand.map(|tile| Tile::from_bits(tile.bits() ^ 8));
        assert_ne!(canonical(&other), canonical(&setup));
    }
    assert!(swapped_is_another > cases(10));
}

#[test]
fn limited_search_keeps_proved_bound() {
    let kind = Kind {
        columns: [5, 9],
        rows: [5, 9],
        tiles: "5a369c",
        random_tiles: 1,
        items: [2, 3],
        script: [0, 0],
        nodes: 0,
    };
    let mut random = Random(9);
    let mut unknown = 0;
    for _ in 0..40 {
        let (node, script) = random_node(&mut random, &kind);
        let position = Position::Rush(setup(&node, &script).position().unwrap());
        let within = |positions| {
            let mut budget = Budget::new(1 << 28, positions);
            solve(&position, &mut budget).outcome
        };
        let Outcome::Solved(full) = within(1 << 22) else { panic!("{node:?}") };
        for positions in [1, 10, 100, 1_000] {
            match within(positions) {
                Outcome::Unknown { at_least, limit } => {
                    assert_eq!(limit, Limit::Positions);
                    assert!(at_least as usize <= full.moves.len(), "{node:?}");
                    unknown += 1;
                }
                outcome => assert_eq!(outcome, Outcome::Solved(full.clone())),
            }
        }
    }
    assert!(unknown > 40, "the boards are too easy");
}

/// Follows random moves, and compares the bound of each state with those of its successors.
struct Consistency<'a>(&'a mut Random);

impl Visitor for Consistency<'_> {
    /// The highest bound found.
    type Output = u32;

    fn visit_puzzle<P: SearchModel>(self, puzzle: &P) -> u32 {
        let mut state = puzzle.start();
        let mut highest = 0;
        for _ in 0..6 {
            let bound = puzzle.lower_bound(&state);
            assert_eq!(bound == Some(0), puzzle.is_solved(&state));
            highest = highest.max(bound.unwrap_or(0));
            if bound == Some(0) {
                break;
            }
            let mut successors = Vec::new();
            let flow = puzzle.successors(&state, |_, next| {
                successors.push(next);
                ControlFlow::<()>::Continue(())
            });
            assert!(flow.is_continue());
            for next in &successors {
                // A lost state stays lost; otherwise, a turn lowers the bound by at most one.
                let least = bound.map(|bound| bound - 1);
                let after = puzzle.lower_bound(next);
                assert!(after.is_none() || least.is_some_and(|least| after >= Some(least)));
            }
            state = successors[self.0.below(successors.len())];
        }
        highest
    }

    fn visit_duel<S: SquareSet>(self, _: &Duel<S>) -> Self::Output {
        unreachable!("a puzzle is for one player")
    }
}

#[test]
fn turn_lowers_bound_by_at_most_one() {
    let mut random = Random(8);
    let mut highest = 0;
    for board in 0..cases(400) {
        let kind = Kind {
            columns: [1, 7 + board % 4],
            rows: [1, 7 + board % 4],
            tiles: [ALL, "0", "000125a", "5a369c"][random.below(4)],
            random_tiles: 1,
            items: [1, 4],
            script: [0, board % 3],
            nodes: 0,
        };
        let (node, script) = random_node(&mut random, &kind);
        let position = Position::Rush(setup(&node, &script).position().unwrap());
        highest = highest.max(position.visit(Consistency(&mut random)));
    }
    assert!(highest >= 8, "no bound above {highest}");
}
