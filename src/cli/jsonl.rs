//! `carom solve --jsonl`: a puzzle a line, an answer a line. Made for engines
//! that write lines to a process and read its lines, some only after each.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::limits::Limits;
use super::ordered::ordered;
use super::{Status, output};
use crate::analysis::{FileHead, FileText, Policy, Puzzle, State};
use crate::config::Config;
use crate::project::{Configs, reason};
use crate::report::{Answered, AskedLine};
use crate::solving::{Call, Solver, Store};
use crate::syntax;
use crate::text::LineIndex;
use crate::words::{count, display_path, escape_controls};

/// What is asked, beside the lines.
pub(super) struct Asked<'a> {
    /// What is read: `-` is standard input.
    pub(super) paths: &'a [PathBuf],
    /// What standard input is called.
    pub(super) stdin_name: &'a str,
    pub(super) limits: &'a Limits,
    /// So many optimal solutions of each puzzle, if they are wanted.
    pub(super) optima: Option<usize>,
}

/// What is read ahead while all threads are at work.
const AHEAD: usize = 64;

/// A line that was read, or why no more could be.
enum Read {
    Line {
        file: Arc<str>,
        number: u32,
        bytes: Vec<u8>,
    },
    Failure(String),
}

/// What a line came to.
enum Done {
    Answer(String, State),
    Failure(String),
}

/// Answers the lines in their order, each as soon as it and all before it are
/// known. The status is faulty where any line is not a solved puzzle.
pub(super) fn run(asked: &Asked<'_>, store: impl Store + 'static) -> io::Result<Status> {
    if asked.paths.is_empty() {
        return Err(io::Error::other(
            "`--jsonl` reads lines: name a file of them, or `-` for standard input",
        ));
    }
    let config = Configs::default().here().map_err(|unusable| {
        let paths = unusable.iter().map(|unusable| display_path(&unusable.path));
        let paths: Vec<String> = paths.collect();
        io::Error::other(format!(
            "{}: broken; `carom config` says why",
            paths.join(", ")
        ))
    })?;
    let jobs = asked.limits.jobs(&config);
    let run = Run {
        config: &config,
        limits: asked.limits,
        optima: asked.optima,
        solver: Solver::new(jobs, store).with_spill(asked.limits.spill()),
    };
    let (sender, receiver) = sync_channel(AHEAD);
    let stop = sender.clone();
    let (paths, name) = (asked.paths.to_vec(), Arc::from(asked.stdin_name));
    // A thread of its own, which nobody waits for: who asks may keep its end
    // open for ever.
    thread::spawn(move || read(paths, &name, &sender));
    let (mut out, _) = output::results();
    let mut status = Status::Clean;
    ordered(
        jobs,
        lines(receiver),
        |turn, read| run.answer(turn, read),
        |done| {
            let written = match done {
                Ok(Done::Answer(line, state)) => {
                    if state != State::Solved {
                        status = status.max(Status::Faulty);
                    }
                    out.write_all(line.as_bytes()).and_then(|()| out.flush())
                }
                Ok(Done::Failure(failure)) => {
                    output::complain(&failure);
                    status = Status::Failed;
                    Ok(())
                }
                Err(error) => Err(error),
            };
            if written.is_err() {
                // Whoever waits for a line is to wait no longer.
                let _ = stop.try_send(None);
            }
            written
        },
    )?;
    Ok(status)
}

/// What comes until nothing is to come.
fn lines(receiver: Receiver<Option<Read>>) -> impl Iterator<Item = Read> {
    // Every thread asks until it is told so, the last one, too.
    receiver.into_iter().map_while(|read| read).fuse()
}

/// Reads all lines and sends them on, each as soon as it is there.
fn read(paths: Vec<PathBuf>, stdin_name: &Arc<str>, sender: &SyncSender<Option<Read>>) {
    for path in paths {
        let is_standard = path.as_os_str() == "-";
        let name = match path.to_str() {
            _ if is_standard => Arc::clone(stdin_name),
            _ => path.display().to_string().into(),
        };
        let result = if is_standard {
            read_from(io::stdin().lock(), &name, sender)
        } else {
            File::open(&path).and_then(|file| read_from(BufReader::new(file), &name, sender))
        };
        if let Err(error) = result {
            let failure = format!("{}: {}", escape_controls(&name), reason(&error));
            let _ = sender.send(Some(Read::Failure(failure)));
        }
    }
    let _ = sender.send(None);
}

fn read_from(
    mut from: impl BufRead,
    name: &Arc<str>,
    sender: &SyncSender<Option<Read>>,
) -> io::Result<()> {
    for number in 1.. {
        let mut bytes = Vec::new();
        if from.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let line = Read::Line {
            file: Arc::clone(name),
            number,
            bytes,
        };
        if sender.send(Some(line)).is_err() {
            break;
        }
    }
    Ok(())
}

/// A line as it is asked. Other members are for who asks.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    text: Option<&'a RawValue>,
}

/// What the threads of a run share.
struct Run<'a> {
    config: &'a Config,
    limits: &'a Limits,
    optima: Option<usize>,
    solver: Solver,
}

impl Run<'_> {
    fn answer(&self, turn: u64, read: Read) -> io::Result<Done> {
        let (file, number, bytes) = match read {
            Read::Line {
                file,
                number,
                bytes,
            } => (file, number, bytes),
            Read::Failure(failure) => return Ok(Done::Failure(failure)),
        };
        let mut asked = AskedLine {
            id: None,
            file: &file,
            line: number,
        };
        let line: Result<Line<'_>, String> = match std::str::from_utf8(&bytes) {
            Ok(line) => serde_json::from_str(line).map_err(|error| unread(&error)),
            Err(_) => Err("not UTF-8".to_owned()),
        };
        let text = line.and_then(|line| {
            asked.id = line.id;
            let text = line.text.ok_or("there is no member `text`")?;
            let text = serde_json::from_str::<String>(text.get());
            text.map_err(|_| "`text` is the text of a puzzle, and this is no text".to_owned())
        });
        let answer = text.and_then(|text| self.solve(turn, &asked, &text));
        match answer {
            Ok((line, state)) => Ok(Done::Answer(line?, state)),
            Err(reason) => Ok(Done::Answer(asked.refusal(&reason)?, State::Invalid)),
        }
    }

    /// The answer to the one puzzle of a text.
    fn solve(
        &self,
        turn: u64,
        asked: &AskedLine<'_>,
        text: &str,
    ) -> Result<(serde_json::Result<String>, State), String> {
        let sections = syntax::sections(text);
        let (head, span) = match sections.as_slice() {
            [head, puzzle] => (head, puzzle),
            [] | [_] => return Err("there is no puzzle in `text`".to_owned()),
            [_, puzzles @ ..] => {
                let puzzles = count(puzzles.len(), "puzzle");
                return Err(format!("`text` holds {puzzles}: write a line for each"));
            }
        };
        let puzzle = Puzzle::read(span.slice(text), &FileHead::read(head.slice(text)));
        let limits = self.limits.of(self.config);
        let question = puzzle.question(limits, Policy::default().wants());
        let call = Call {
            turn,
            ..Call::default()
        };
        let start = std::time::Instant::now();
        let answer = question.as_ref();
        let answer = answer.map(|question| self.solver.answer(question, &call));
        let time = start.elapsed();
        let optima = match (self.optima, &question, &answer) {
            (Some(most), Some(question), Some(answer)) => {
                self.solver.optima(question, answer, most, &call)
            }
            _ => None,
        };
        let answered = Answered {
            puzzle: &puzzle,
            text: span.slice(text),
            offset: span.start,
            answer: answer.as_deref(),
            optima: optima.as_ref(),
            time,
        };
        let (name, index) = (Arc::from(asked.file), LineIndex::new(text));
        let file = FileText {
            name: &name,
            text,
            index: &index,
        };
        Ok((asked.answer(file, &answered), answered.state()))
    }
}

/// Why a line is no JSON object: each stands in the first line of its own.
fn unread(error: &serde_json::Error) -> String {
    let column = error.column();
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    format!("no object of JSON as it is asked: {said}, in column {column}")
}
