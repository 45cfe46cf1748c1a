//! `carom solve --jsonl`: one puzzle per input line, one answer per output line.
//! Programs write a line and may wait for its answer before the next.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::limits::LimitFlags;
use super::parallel::map_in_order;
use super::session::PuzzleSolver;
use super::{Status, output};
use crate::analysis::{FileHead, FileText, Policy, Puzzle, PuzzleState};
use crate::config::Config;
use crate::json::{AnswerObject, Answered};
use crate::project::{Configs, Failure, reason};
use crate::solving::{Call, NoStore};
use crate::syntax;
use crate::text::{LineIndex, Span};
use crate::words::{count, display_path, escape_controls, path_name};

/// The options of `--jsonl`.
pub(super) struct JsonlOptions<'a> {
    /// The input files: `-` is standard input.
    pub(super) paths: &'a [PathBuf],
    /// The name of standard input in messages.
    pub(super) stdin_name: &'a str,
    pub(super) limits: &'a LimitFlags,
    pub(super) configs: &'a Configs,
    /// The number of optimal solutions to enumerate.
    pub(super) optima: Option<usize>,
}

/// The number of lines read ahead.
const AHEAD: usize = 64;

/// A line of the input.
struct InputLine {
    file: Arc<str>,
    number: u32,
    bytes: Vec<u8>,
}

/// A line of the input, or a read error; `None` after the last one.
type Read = Option<Result<InputLine, Failure>>;

/// Answers the lines in order, each as soon as it and all earlier ones are solved.
/// The status is `Faulty` if any line is not a solved puzzle.
pub(super) fn run(options: &JsonlOptions<'_>) -> io::Result<Status> {
    if options.paths.is_empty() {
        return Err(io::Error::other("`--jsonl` requires a file, or `-` for standard input"));
    }
    let config = options.configs.here().map_err(|malformed| {
        let paths = malformed.iter().map(|malformed| display_path(&malformed.path));
        let paths: Vec<String> = paths.collect();
        io::Error::other(format!("{}: malformed; run `carom config` for details", paths.join(", ")))
    })?;
    let solver = PuzzleSolver::new(options.limits, &config, NoStore, options.optima);
    let (sender, receiver) = sync_channel(AHEAD);
    let stop = sender.clone();
    let (paths, name) = (options.paths.to_vec(), Arc::from(options.stdin_name));
    // Nothing joins this thread: the writer may keep its end of the pipe open.
    thread::spawn(move || read(paths, &name, &sender));
    let (mut out, _) = output::results();
    let mut status = Status::Clean;
    map_in_order(
        solver.jobs(),
        // Every thread polls until the end, so the iterator must be fused.
        receiver.into_iter().map_while(|read| read).fuse(),
        |_, line| line.map(|line| answer(&solver, &config, &line)),
        |answer| {
            let written = match answer {
                Ok(Ok((line, state))) => {
                    match state {
                        Ok(PuzzleState::Solved) => {}
                        Ok(_) => status = status.max(Status::Faulty),
                        Err(failure) => {
                            output::error(&failure);
                            status = Status::Failed;
                        }
                    }
                    out.write_all(line.as_bytes()).and_then(|()| out.flush())
                }
                Ok(Err(error)) => Err(error.into()),
                Err(failure) => {
                    output::error(&failure);
                    status = Status::Failed;
                    Ok(())
                }
            };
            if written.is_err() {
                // Wakes the threads that wait for a line.
                let _ = stop.try_send(None);
            }
            written
        },
    )?;
    Ok(status)
}

/// The size limit of a line, more than any puzzle needs.
const MAX_LINE: u64 = 1 << 20;

/// Reads all lines and sends each immediately.
fn read(paths: Vec<PathBuf>, stdin_name: &Arc<str>, sender: &SyncSender<Read>) {
    for path in paths {
        let is_standard = path.as_os_str() == "-";
        let name = match path.to_str() {
            _ if is_standard => Arc::clone(stdin_name),
            _ => path_name(&path).into(),
        };
        let result = if is_standard {
            read_from(io::stdin().lock(), &name, sender)
        } else {
            File::options()
                .read(true)
                .open(&path)
                .and_then(|file| read_from(BufReader::new(file), &name, sender))
        };
        if let Err(error) = result {
            let failure = Failure::new(&*name, reason(&error));
            let _ = sender.send(Some(Err(failure)));
        }
    }
    let _ = sender.send(None);
}

fn read_from(mut from: impl BufRead, name: &Arc<str>, sender: &SyncSender<Read>) -> io::Result<()> {
    for number in 1.. {
        let mut bytes = Vec::new();
        if from.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        if bytes.len() as u64 > MAX_LINE {
            let message = format!("line {number} is larger than 1 MiB");
            return Err(io::Error::other(message));
        }
        let line = InputLine { file: Arc::clone(name), number, bytes };
        if sender.send(Some(Ok(line))).is_err() {
            break;
        }
    }
    Ok(())
}

/// The members of an input line. Others are ignored.
#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    text: Option<&'a RawValue>,
}

/// An output line.
#[derive(Serialize)]
struct Response<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    object: AnswerObject<'a>,
}

/// Returns the output line of an input line, with the state of the puzzle or the failure of a
/// search.
fn answer(
    solver: &PuzzleSolver<'_>,
    config: &Config,
    InputLine { file, number, bytes }: &InputLine,
) -> serde_json::Result<(String, Result<PuzzleState, Failure>)> {
    let request = match std::str::from_utf8(bytes) {
        Ok(line) => serde_json::from_str::<Request<'_>>(line).map_err(|error| json_error(&error)),
        Err(_) => Err("not UTF-8".to_owned()),
    };
    let id = request.as_ref().ok().and_then(|request| request.id);
    let line = |object: AnswerObject<'_>| {
        serde_json::to_string(&Response { id, object }).map(|line| line + "\n")
    };
    let text = request.and_then(|request| {
        let text = request.text.ok_or("missing member `text`")?;
        let text = serde_json::from_str::<String>(text.get());
        text.map_err(|_| "`text` is not a string".to_owned())
    });
    let reason = match &text {
        Ok(text) => match only_puzzle(text) {
            Ok((puzzle, span)) => {
                let wants = Policy::default().wants();
                let solved = solver.solve(&puzzle, wants, config, &Call::default());
                let (answer, failed) = match &solved.answer {
                    Ok(answer) => (answer.as_ref(), None),
                    Err(failed) => (None, Some(failed)),
                };
                let answered = Answered {
                    puzzle: &puzzle,
                    text: span.slice(text),
                    offset: span.start,
                    answer: answer.map(|(_, answer)| &**answer),
                    failed,
                    optima: solved.optima.as_ref(),
                    time: solved.time,
                };
                let view = FileText { name: file, text, index: &LineIndex::new(text) };
                let mut object = AnswerObject::new(view, &answered);
                object.line = *number;
                let state = match failed {
                    Some(failed) => {
                        let file = escape_controls(file);
                        Err(Failure::unnamed(format!("{file}:{number}: {failed}")))
                    }
                    None => Ok(answered.state()),
                };
                return Ok((line(object)?, state));
            }
            Err(reason) => reason,
        },
        Err(reason) => reason.clone(),
    };
    let mut object = AnswerObject::invalid(file, *number);
    object.reason = Some(format!("line {number}: {reason}"));
    Ok((line(object)?, Ok(PuzzleState::Invalid)))
}

fn only_puzzle(text: &str) -> Result<(Puzzle, Span), String> {
    match syntax::sections(text).as_slice() {
        &[head, span] => {
            let head = FileHead::read(head.slice(text));
            Ok((Puzzle::read(span.slice(text), &head), span))
        }
        [] | [_] => Err("no puzzle in `text`".to_owned()),
        [_, puzzles @ ..] => {
            let puzzles = count(puzzles.len(), "puzzle");
            Err(format!("expected one puzzle in `text`, found {puzzles}"))
        }
    }
}

/// Formats a JSON error. Its line number is always 1 and left out.
fn json_error(error: &serde_json::Error) -> String {
    let column = error.column();
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    format!("expected a JSON object, column {column}: {message}")
}
