//! Problems in the domain `ricochet-robots` of the planning competition of 2023, so that any
//! planner can check an answer.
//!
//! A slide is a `go`, a `step` for each square, and a stop; only the `go` has a cost. Squares are
//! `cell-x-y`, counted from the top left and from 1. Blocks are not cells; a cell next to one is
//! `blocked` in its direction. `domain.pddl` is our own text with the names of the competition's
//! domain, so that the problems work with either.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::items::{direct, place};
use crate::board::{Direction, Square};
use crate::exchange::format::{Coverage, Format, Refusal};
use crate::exchange::record::PuzzleRecord;
use crate::games::Game;
use crate::games::ricochet::Setup;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "pddl",
    about: "problems for planners, in the domain of the competition of 2023",
    game: Some(Game::Ricochet),
    extensions: &["pddl"],
    between: None,
    heading: None,
    companions: &[("domain.pddl", include_str!("domain.pddl"))],
    coverage: Coverage {
        name: |_| true,
        comments: true,
        ..Coverage::NOTHING
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

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
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
    for comment in &record.comments {
        let _ = writeln!(text, ";; {comment}");
    }
    if let Some(name) = &record.name {
        let _ = writeln!(text, ";; {}", name.replace(['\r', '\n'], " "));
    }
    for (number, robot) in (1..).zip(&setup.robots) {
        let _ = writeln!(
            text,
            ";; robot-{number}: {} on {}",
            robot.name, robot.square
        );
    }
    let _ = writeln!(text, "(define (problem {})", problem_name(record));
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

/// Returns the goal: one target of each robot that has targets.
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
        return Err(Refusal::new("expected a target"));
    }
    Ok(goals.join(" "))
}

/// Returns a problem name of letters, digits and hyphens.
fn problem_name(record: &PuzzleRecord) -> String {
    let name = record.name.as_deref().unwrap_or_default();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!("ricochet-{}", words.join("-"))
        .trim_end_matches('-')
        .to_owned()
}
