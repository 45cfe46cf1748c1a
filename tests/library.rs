//! What the crate promises to programs that use it as a library.

use std::ops::ControlFlow;
use std::time::Duration;

use carom::board::Board;
use carom::games::{Game, Position, ricochet};
use carom::search::{CancelFlag, Limit};
use carom::solving::Identity;
use carom::{RandomBoards, Task, read, read_one, solve, to_carom};

/// A board that takes far more positions than any test may search.
const HARD: &str = "puzzle slider\n  board:\n    H . . . .\n    H . . . .\n    H . . . .\n    H . . . .\n    . V V V V\n";

#[test]
fn a_text_with_faults_is_answered_with_all_of_their_places() {
    let invalid =
        read("puzzle lunar \"a\"\n  board:\n    @ ? +\n\npuzzle lunar\n  board:\n    A +\n")
            .unwrap_err();
    let places: Vec<_> = invalid
        .problems
        .iter()
        .map(|problem| (problem.code, problem.line, problem.column))
        .collect();
    assert_eq!(places, [("bad-glyph", 3, 7), ("no-human", 5, 1)]);
    let lines: Vec<_> = invalid.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.first().unwrap().starts_with("line 3, column 7: "));
}

#[test]
fn one_puzzle_is_solved_and_no_other_number_of_them() {
    let one = "puzzle ricochet\n  rules: direct\n  board:\n    R . r\n";
    assert_eq!(
        solve(one).unwrap().outcome.solution().unwrap().to_string(),
        "R>"
    );
    let two = solve(&format!("{one}\n{one}")).unwrap_err();
    assert_eq!(two.problems.first().unwrap().line, 6);
    assert!(solve("").is_err());
    assert_eq!(read(&format!("{one}\n{one}")).unwrap().len(), 2);
}

/// A wrong claim is no reason to refuse a board.
#[test]
fn claims_do_not_matter() {
    let wrong =
        "puzzle ricochet\n  rules: direct\n  moves: 7\n  solution: Rv\n  board:\n    R . r\n";
    assert_eq!(
        solve(wrong)
            .unwrap()
            .outcome
            .solution()
            .unwrap()
            .moves
            .len(),
        1
    );
}

#[test]
fn a_task_ends_at_its_limits_and_when_it_is_stopped() {
    let position = &read(HARD).unwrap().pop().unwrap().position;
    let limit = |task: Task<'_>| task.run().outcome.limit();
    let task = || Task::new(position);
    assert_eq!(limit(task().max_positions(1_000)), Some(Limit::Positions));
    assert_eq!(limit(task().time_limit(Duration::ZERO)), Some(Limit::Time));
    let flag = CancelFlag::default();
    flag.cancel();
    assert_eq!(limit(task().cancel(&flag)), Some(Limit::Cancelled));
}

#[test]
fn who_watches_a_task_can_break_it() {
    let position = &read(HARD).unwrap().pop().unwrap().position;
    let mut seen = Vec::new();
    let answer = Task::new(position).run_watched(Duration::from_millis(5), |progress| {
        seen.push(progress.positions);
        if progress.positions > 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(answer.outcome.limit(), Some(Limit::Cancelled));
    assert!(seen.is_sorted() && seen.last() > Some(&0));
}

#[test]
fn random_boards_read_back_as_they_were() {
    for (game, robots) in [(Game::Lunar, 4), (Game::Ricochet, 3)] {
        let boards = || {
            RandomBoards::new(game, 7)
                .unwrap()
                .size(6, 5)
                .robots(robots)
        };
        let positions: Vec<Position> = boards().take(200).collect();
        assert_eq!(positions.len(), 200);
        assert_eq!(boards().take(200).collect::<Vec<_>>(), positions);
        for position in &positions {
            let text = to_carom(position, Some("Random")).unwrap();
            let named = read_one(&text).unwrap();
            assert_eq!(
                Identity::of(&named.position),
                Identity::of(position),
                "{text}"
            );
            assert_eq!(named.to_carom().unwrap(), text);
            let json = serde_json::to_string(position).unwrap();
            let read: Position = serde_json::from_str(&json).unwrap();
            assert_eq!(read, named.position);
        }
    }
    assert!(RandomBoards::new(Game::Slider, 7).is_none());
    let crowded = RandomBoards::new(Game::Lunar, 7).unwrap().size(2, 2);
    assert_eq!(crowded.robots(4).next(), None);
}

#[test]
fn an_answer_is_an_object_for_serde() {
    let answer = solve("puzzle lunar\n  board:\n    @ . + A\n").unwrap();
    let value = serde_json::to_value(&answer).unwrap();
    let solved = serde_json::json!({
        "moves": ["@>"], "length": 1, "slides": null, "optimal_solutions": 1,
    });
    assert_eq!(value["outcome"]["solved"], solved);
    assert_eq!(value["positions"], answer.positions);
}

#[test]
fn a_fault_of_a_setup_has_a_message() {
    let setup = ricochet::Setup {
        board: Board::new(3, 3).unwrap(),
        rules: ricochet::Rules::default(),
        robots: Vec::new(),
        targets: Vec::new(),
        diagonals: Vec::new(),
    };
    let faults = setup.position().unwrap_err();
    let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(messages, ["there is no robot", "there is no target"]);
    let _: Box<dyn std::error::Error> = Box::new(faults[0]);
}
