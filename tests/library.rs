//! Tests the crate as a library.

use std::ops::ControlFlow;
use std::time::Duration;

use carom::board::Board;
use carom::games::{Game, Position, ricochet};
use carom::search::{CancelFlag, Limit};
use carom::solving::Identity;
use carom::{
    NamedPosition, RandomBoards, Task, from_json, read, read_one, solve, to_carom, to_json,
};
use serde_json::{Value, json};

/// A board that needs far more positions than a test may search.
const HARD: &str = "puzzle slider\n  board:\n    H . . . .\n    H . . . .\n    H . . . .\n    H . . . .\n    . V V V V\n";

#[test]
fn read_reports_the_place_of_every_fault() {
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
fn solve_requires_exactly_one_puzzle() {
    let one = "puzzle ricochet\n  rules: direct\n  board:\n    R . r\n";
    assert_eq!(solve(one).unwrap().outcome.solution().unwrap().to_string(), "R>");
    let two = solve(&format!("{one}\n{one}")).unwrap_err();
    assert_eq!(two.problems.first().unwrap().line, 6);
    assert!(solve("").is_err());
    assert_eq!(read(&format!("{one}\n{one}")).unwrap().len(), 2);
}

/// Wrong claims do not prevent solving.
#[test]
fn solve_ignores_claims() {
    let wrong =
        "puzzle ricochet\n  rules: direct\n  moves: 7\n  solution: Rv\n  board:\n    R . r\n";
    assert_eq!(solve(wrong).unwrap().outcome.solution().unwrap().moves.len(), 1);
}

#[test]
fn task_stops_at_limits_and_on_cancel() {
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
fn watcher_can_stop_task() {
    let position = &read(HARD).unwrap().pop().unwrap().position;
    let mut seen = Vec::new();
    let answer = Task::new(position).run_watched(Duration::from_millis(5), |progress| {
        seen.push(progress.positions);
        if progress.positions > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(answer.outcome.limit(), Some(Limit::Cancelled));
    assert!(seen.is_sorted() && seen.last() > Some(&0));
}

#[test]
fn random_boards_round_trip() {
    for (game, robots) in [(Game::Lunar, 4), (Game::Ricochet, 3)] {
        let boards = || RandomBoards::new(game, 7).unwrap().size(6, 5).robots(robots);
        let positions: Vec<Position> = boards().take(200).collect();
        assert_eq!(positions.len(), 200);
        assert_eq!(boards().take(200).collect::<Vec<_>>(), positions);
        for position in &positions {
            let text = to_carom(position, Some("Random")).unwrap();
            let named = read_one(&text).unwrap();
            assert_eq!(Identity::of(&named.position), Identity::of(position), "{text}");
            assert_eq!(named.to_carom().unwrap(), text);
            let object = serde_json::to_value(&named).unwrap();
            let array: Value = serde_json::from_str(&to_json(&text).unwrap()).unwrap();
            assert_eq!(array, json!([object]));
            assert_eq!(from_json(&array.to_string()).unwrap(), text);
            let read: NamedPosition = serde_json::from_value(object).unwrap();
            assert_eq!(read, named);
        }
    }
    assert!(RandomBoards::new(Game::Slider, 7).is_none());
    let crowded = RandomBoards::new(Game::Lunar, 7).unwrap().size(2, 2);
    assert_eq!(crowded.robots(4).next(), None);
}

#[test]
fn answer_serializes_as_object() {
    let answer = solve("puzzle lunar\n  board:\n    @ . + A\n").unwrap();
    let value = serde_json::to_value(&answer).unwrap();
    let solved = serde_json::json!({
        "moves": ["@>"], "length": 1, "slides": null, "optimal_solutions": 1,
    });
    assert_eq!(value["outcome"]["solved"], solved);
    assert_eq!(value["positions"], answer.positions);
}

#[test]
fn setup_faults_have_messages() {
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
    let _: Box<dyn std::error::Error> = Box::new(faults[0].clone());
}

#[test]
fn objects_keep_claims_and_name_faults() {
    let text =
        "puzzle lunar \"One\"\n  moves: 1\n  author: Ann\n  board:\n    @ . + A\n  x-id: 7\n";
    let object = json!([{
        "game": "lunar", "name": "One", "size": [4, 1], "moves": 1, "author": "Ann", "x-id": "7",
        "pieces": [{"name": "@", "square": "a1"}, {"name": "A", "square": "d1"}],
        "targets": ["c1"],
    }]);
    let written: Value = serde_json::from_str(&to_json(text).unwrap()).unwrap();
    assert_eq!(written, object);
    let read = from_json(&object.to_string()).unwrap();
    assert_eq!(from_json(&to_json(&read).unwrap()).unwrap(), read);
    assert!(read.contains("author: Ann") && read.contains("moves: 1"), "{read}");
    let mut wrong = object.clone();
    wrong[0]["targets"] = json!(["z9"]);
    let error = from_json(&wrong.to_string()).unwrap_err().to_string();
    assert!(error.contains("/0/targets/0: expected a square"), "{error}");
    let error = serde_json::from_value::<NamedPosition>(json!({"game": "chess"})).unwrap_err();
    assert!(error.to_string().contains("/game: expected a game"), "{error}");
    assert!(to_json("puzzle lunar\n  board:\n    @ . x\n").is_err());
}
