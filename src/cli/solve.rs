//! `carom solve`: one answer a puzzle.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::answers::{Done, Event, Wanted, answers};
use super::input::Paths;
use super::limits::Limits;
use super::{Status, output};
use crate::games::{Game, Move, Position};
use crate::search::{Limit, Outcome, Value, Verdict};

/// Find the fewest moves, with proof
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom solve deck.carom
  carom solve deck.carom --puzzle \"First contact\"
  carom solve --format json levels")]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Only the puzzles of this name, or of this number in their file
    #[arg(long, value_name = "NAME|N")]
    puzzle: Option<String>,
    /// How to write the answers
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// An object a line
    Json,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, _) = output::results();
    let mut status = Status::Clean;
    let mut is_found = false;
    let wanted = Wanted {
        is_hinted: false,
        puzzle: arguments.puzzle.as_deref(),
    };
    answers(&arguments.paths, &arguments.limits, wanted, |event| {
        match event {
            Event::Failure(failure) => {
                output::complain(&failure);
                status = Status::Failed;
            }
            Event::Begin(..) | Event::End(_) => {}
            Event::Puzzle(done) => {
                is_found = true;
                let object = Object::new(&done);
                if object.status != "solved" {
                    status = status.max(Status::Faulty);
                }
                match arguments.format {
                    Format::Text => writeln!(out, "{}", object.text())?,
                    Format::Json => {
                        serde_json::to_writer(&mut out, &object)?;
                        writeln!(out)?;
                    }
                }
                // Whoever reads along sees each answer as soon as it is known.
                out.flush()?;
            }
        }
        Ok(())
    })?;
    if let (false, Some(puzzle)) = (is_found, &arguments.puzzle) {
        output::complain(&format!("no puzzle has the name or number {puzzle:?}"));
        status = Status::Failed;
    }
    Ok(status)
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    line: u32,
    name: Option<&'a str>,
    game: Option<&'a str>,
    status: &'static str,
    #[serde(flatten)]
    measure: Measure,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
    solution: Option<String>,
    optimal: bool,
    optimal_solutions: Option<u64>,
    positions: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// The value or what is known of it, in words.
    #[serde(skip)]
    proved: Option<String>,
}

/// What is counted: moves, or plies where two sides play.
#[derive(Serialize)]
#[serde(untagged)]
enum Measure {
    Moves {
        moves: Option<usize>,
    },
    Value {
        value: &'static str,
        plies: Option<u32>,
        legal_moves: BTreeMap<char, u32>,
    },
}

impl<'a> Object<'a> {
    fn new(done: &'a Done) -> Self {
        let header = done.puzzle.header_span().shifted(done.span.start);
        let mut object = Self {
            file: &done.file.name,
            line: done.file.index.line(header.start) + 1,
            name: done.puzzle.name(),
            game: done.puzzle.game.map(Game::name),
            status: "invalid",
            measure: Measure::Moves { moves: None },
            at_least: None,
            solution: None,
            optimal: false,
            optimal_solutions: None,
            positions: 0,
            seconds: done.time.as_secs_f64(),
            limit: None,
            proved: None,
        };
        let Some(answer) = &done.answer else {
            return object;
        };
        object.positions = answer.positions;
        match &answer.outcome {
            Outcome::Solved(solution) => {
                object.status = "solved";
                object.measure = Measure::Moves {
                    moves: Some(solution.moves.len()),
                };
                object.solution = Some(line(&solution.moves));
                object.optimal = true;
                object.optimal_solutions = solution.optimal_solutions;
            }
            Outcome::Unsolvable => object.status = "unsolvable",
            Outcome::Unknown { at_least, limit } => {
                object.status = "unknown";
                object.at_least = Some(*at_least);
                object.limit = limit_name(*limit);
            }
            Outcome::Evaluated {
                verdict,
                line: best,
            } => {
                object.evaluated(*verdict, best, done);
            }
        }
        object
    }

    fn evaluated(&mut self, verdict: Verdict, best: &[Move], done: &Done) {
        let (value, plies) = match verdict {
            Verdict::Settled(Value::Win(plies)) => ("win", Some(plies)),
            Verdict::Settled(Value::Loss(plies)) => ("loss", Some(plies)),
            Verdict::Settled(Value::Draw) => ("draw", None),
            Verdict::Unknown { limit, .. } => {
                self.limit = limit_name(limit);
                ("unknown", None)
            }
        };
        let is_settled = verdict.value().is_some();
        self.status = if is_settled { "solved" } else { "unknown" };
        self.optimal = is_settled;
        self.solution = (!best.is_empty()).then(|| line(best));
        self.proved = Some(verdict.to_string());
        let mobility = done.puzzle.position().map(Position::mobility);
        self.measure = Measure::Value {
            value,
            plies,
            legal_moves: mobility.into_iter().flatten().collect(),
        };
    }

    /// The answer in a line, which starts as compilers' messages do, so that
    /// editors can jump to the puzzle.
    fn text(&self) -> String {
        let mut text = format!("{}:{}: ", self.file, self.line);
        if let Some(name) = self.name {
            // What a terminal would obey is not for it.
            for character in name.chars() {
                if character.is_control() {
                    text.extend(character.escape_default());
                } else {
                    text.push(character);
                }
            }
            text.push_str(": ");
        }
        text.push_str(&match (self.status, &self.measure) {
            ("solved", Measure::Value { .. }) => {
                let value = self.proved.as_deref().unwrap_or_default();
                let solution = self.solution.as_deref().unwrap_or_default();
                format!("{value}  {solution}").trim_end().to_owned()
            }
            ("unknown", Measure::Value { .. }) => format!(
                "unknown: {}; the limit of {} was reached",
                self.proved.as_deref().unwrap_or_default(),
                self.limit.unwrap_or("patience")
            ),
            ("solved", Measure::Moves { moves: Some(moves) }) => {
                let moves = *moves;
                let plural = if moves == 1 { "" } else { "s" };
                let solution = self.solution.as_deref().unwrap_or_default();
                format!("{moves} move{plural}  {solution}")
                    .trim_end()
                    .to_owned()
            }
            ("unknown", _) => format!(
                "unknown: at least {} move{}; the limit of {} was reached",
                self.at_least.unwrap_or_default(),
                if self.at_least == Some(1) { "" } else { "s" },
                self.limit.unwrap_or("patience")
            ),
            ("invalid", _) => "invalid: `carom check` says why".to_owned(),
            (status, _) => status.to_owned(),
        });
        text
    }
}

/// The name of a limit in machine-readable answers.
const fn limit_name(limit: Limit) -> Option<&'static str> {
    match limit {
        Limit::Positions => Some("positions"),
        Limit::Memory => Some("memory"),
        Limit::Time => Some("time"),
        Limit::Cancelled => None,
    }
}

fn line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}
