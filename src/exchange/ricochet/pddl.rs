//! Problems of the domain `ricochet-robots` of the planning competition of 2023,
//! so that any planner can check an answer.
//!
//! A slide is a `go`, a `step` for each square, and a stop; only the first has a
//! cost. Squares are `cell-x-y`, counted from the top left and from 1. Blocks
//! are no cells, and who looks at one is blocked. The domain here is written
//! anew with the names of that one, so that either goes with the problems.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::placed::{direct, place};
use crate::board::{Direction, Square};
use crate::exchange::draft::Draft;
use crate::exchange::form::{Form, Keeps, Refusal};
use crate::games::Game;
use crate::games::ricochet::Setup;

pub(in crate::exchange) const FORM: Form = Form {
    name: "pddl",
    about: "problems for planners, in the domain of the competition of 2023",
    game: Some(Game::Ricochet),
    extensions: &["pddl"],
    between: None,
    companions: &[("domain.pddl", include_str!("domain.pddl"))],
    keeps: Keeps {
        name: |_| true,
        comments: true,
        ..Keeps::NOTHING
    },
    recognises: |_| false,
    read: None,
    write: Some(write),
};

const SIDES: [(Direction, &str); 4] = [
    (Direction::Up, "north"),
    (Direction::Right, "east"),
    (Direction::Down, "south"),
    (Direction::Left, "west"),
];

fn write(draft: &Draft) -> Result<String, Refusal> {
    let setup = direct(draft)?;
    let board = &setup.board;
    let cells: Vec<Square> = board
        .squares()
        .filter(|at| !board.blocks().contains(*at))
        .collect();
    let cell = |at: Square| {
        let (x, y) = place(board, at);
        format!("cell-{}-{}", x + 1, y + 1)
    };
    let mut text = String::new();
    for comment in &draft.comments {
        let _ = writeln!(text, ";; {comment}");
    }
    if let Some(name) = &draft.name {
        let _ = writeln!(text, ";; {}", name.replace(['\r', '\n'], " "));
    }
    for (number, robot) in (1..).zip(&setup.robots) {
        let _ = writeln!(
            text,
            ";; robot-{number}: {} on {}",
            robot.name, robot.square
        );
    }
    let _ = writeln!(text, "(define (problem {})", problem_name(draft));
    text.push_str("  (:domain ricochet-robots)\n  (:objects\n");
    let names: Vec<String> = cells.iter().map(|at| cell(*at)).collect();
    let _ = writeln!(text, "    {} - cell", names.join(" "));
    let robots: Vec<String> = (1..=setup.robots.len())
        .map(|number| format!("robot-{number}"))
        .collect();
    let _ = writeln!(text, "    {} - robot", robots.join(" "));
    text.push_str("    north east south west - direction)\n  (:init\n");
    for &at in &cells {
        for (side, name) in SIDES {
            match board.step(at, side) {
                Ok(next) => {
                    let _ = writeln!(text, "    (next {} {} {name})", cell(at), cell(next));
                }
                Err(_) => {
                    let _ = writeln!(text, "    (blocked {} {name})", cell(at));
                }
            }
        }
    }
    for &at in &cells {
        if setup.robots.iter().all(|robot| robot.square != at) {
            let _ = writeln!(text, "    (free {})", cell(at));
        }
    }
    for (name, robot) in robots.iter().zip(&setup.robots) {
        let _ = writeln!(text, "    (at {name} {})", cell(robot.square));
    }
    text.push_str("    (nothing-is-moving)\n");
    for (cost, value) in [
        ("total-cost", 0),
        ("go-cost", 1),
        ("step-cost", 0),
        ("stop-cost", 0),
    ] {
        let _ = writeln!(text, "    (= ({cost}) {value})");
    }
    let _ = writeln!(
        text,
        "  )\n  (:goal (and (nothing-is-moving) {}))",
        goal(&setup, cell)?
    );
    text.push_str("  (:metric minimize (total-cost)))\n");
    Ok(text)
}

/// Targets of one robot are a choice, those of different ones hold together.
fn goal(setup: &Setup, cell: impl Fn(Square) -> String) -> Result<String, Refusal> {
    let mut choices: BTreeMap<Option<char>, Vec<String>> = BTreeMap::new();
    for target in &setup.targets {
        let choice = choices.entry(target.robot).or_default();
        for (number, robot) in (1..).zip(&setup.robots) {
            if target.robot.is_none_or(|name| name == robot.name) {
                choice.push(format!("(at robot-{number} {})", cell(target.square)));
            }
        }
    }
    let goals = choices.into_values().map(|choice| match choice.as_slice() {
        [only] => only.clone(),
        choice => format!("(or {})", choice.join(" ")),
    });
    let goals: Vec<String> = goals.collect();
    if goals.is_empty() {
        return Err(Refusal::new("there is no target"));
    }
    Ok(goals.join(" "))
}

/// A name of letters, digits and hyphens that starts with a letter.
fn problem_name(draft: &Draft) -> String {
    let name = draft.name.as_deref().unwrap_or_default();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!("ricochet-{}", words.join("-"))
        .trim_end_matches('-')
        .to_owned()
}
