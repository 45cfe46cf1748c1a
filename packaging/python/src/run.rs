//! One call: solves puzzles within its limits and writes the results as the command line does.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use carom::analysis::{
    Demands, Diagnostic, Entry, FileText, Levels, Policy, Puzzle, Severity, check_answer,
    check_extras,
};
use carom::exchange::SourceFile;
use carom::games::Position;
use carom::json::{AnswerObject, Answered, DiagnosticObject};
use carom::search::CancelFlag;
use carom::solving::{
    Answer, Call, Failed, Identity, Limit, Limits, NoStore, Optima, Question, Solver,
};
use carom::text::LineIndex;

/// The most optimal solutions that are listed.
const LISTED: usize = 1_000;

pub(crate) struct Run {
    threads: NonZeroUsize,
    solver: Solver,
    limits: Limits,
    call: Call,
}

/// A puzzle to solve.
pub(crate) struct Input {
    /// A text with one puzzle.
    pub(crate) text: String,
    /// The position to solve, if it remembers moves that the text cannot express.
    pub(crate) position: Option<Position>,
}

/// Replaces the start of a puzzle by a position with the same board.
pub(crate) fn starting_at(mut puzzle: Puzzle, position: &Position) -> Puzzle {
    if let Some(placed) = &mut puzzle.placed {
        placed.position = position.clone();
        puzzle.identity = Some(Identity::of(position));
    }
    puzzle
}

/// The JSON of an answer, or the problems of a text.
pub(crate) type Solution = Result<io::Result<String>, carom::Invalid>;

/// A question with its answer, or `None` for a malformed puzzle, and its optimal solutions, if
/// they were requested.
struct Solved {
    question: Result<Option<(Question, Arc<Answer>)>, Failed>,
    optima: Option<Result<Optima, Limit>>,
    time: Duration,
}

impl Run {
    pub(crate) fn new(limits: Limits, threads: NonZeroUsize, cancel: &CancelFlag) -> Self {
        Self {
            threads,
            solver: Solver::new(threads, NoStore),
            limits,
            call: Call { cancel: cancel.clone(), ..Call::default() },
        }
    }

    /// Returns the answers to puzzles, in order. If one of the texts is not one valid puzzle,
    /// solves none.
    pub(crate) fn solve_all(&self, inputs: &[Input], all: bool) -> Vec<Solution> {
        let invalid: Vec<Option<carom::Invalid>> =
            inputs.iter().map(|input| carom::read_one(&input.text).err()).collect();
        if invalid.iter().any(Option::is_some) {
            let results =
                invalid.into_iter().map(|invalid| invalid.map_or(Ok(Ok(String::new())), Err));
            return results.collect();
        }
        let next = AtomicUsize::new(0);
        let solutions = Mutex::new(BTreeMap::new());
        thread::scope(|scope| {
            for _ in 0..self.threads.get().min(inputs.len()) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(input) = inputs.get(number) else {
                            break;
                        };
                        let solution = self.solve(input, all);
                        let mut solutions =
                            solutions.lock().unwrap_or_else(PoisonError::into_inner);
                        solutions.insert(number, solution);
                    }
                });
            }
        });
        solutions.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
    }

    /// Returns the answer to a puzzle.
    fn solve(&self, input: &Input, all: bool) -> Solution {
        let text = input.text.as_str();
        carom::read_one(text)?;
        let source = SourceFile::split(text, None);
        let mut written = String::new();
        for section in &source.sections {
            let mut puzzle = section.read(text, &source.head);
            if let Some(position) = &input.position {
                puzzle = starting_at(puzzle, position);
            }
            let solved = self.answer(&puzzle, &Policy::default(), all);
            let (question, failed) = match &solved.question {
                Ok(question) => (question.as_ref(), None),
                Err(failed) => (None, Some(failed)),
            };
            let answered = Answered {
                puzzle: &puzzle,
                text: section.text(text),
                offset: section.offset(),
                answer: question.map(|(_, answer)| &**answer),
                failed,
                optima: solved.optima.as_ref(),
                time: solved.time,
            };
            let written_line =
                file(text, |file| serde_json::to_string(&AnswerObject::new(file, &answered)));
            match written_line {
                Ok(line) => written += &(line + "\n"),
                Err(error) => return Ok(Err(error.into())),
            }
        }
        Ok(Ok(written))
    }

    /// Returns the diagnostics of a text, an object on each line.
    pub(crate) fn check(&self, text: &str, hints: bool) -> io::Result<String> {
        let policy = Policy::new(Levels::default(), Demands::default(), hints);
        let mut run = carom::analysis::CheckRun::new(policy.clone());
        let source = SourceFile::split(text, None);
        file(text, |file| {
            let mut written = String::new();
            let mut reports = run.begin_file(&source.head);
            for section in &source.sections {
                let puzzle = section.read(text, &source.head);
                let (from_answer, is_answered) =
                    self.answer_diagnostics(section.text(text), &puzzle, &policy)?;
                let entry = Entry {
                    offset: section.offset(),
                    text: section.text(text),
                    puzzle: &puzzle,
                    from_answer: &from_answer,
                    is_answered,
                    elsewhere: None,
                };
                reports.extend(run.puzzle(entry, |span| file.location(span)));
            }
            reports.extend(run.end_file(text));
            reports.retain(|reported| hints || reported.severity != Severity::Hint);
            for reported in &reports {
                let object = DiagnosticObject::new(file, reported, None);
                written += &(serde_json::to_string(&object)? + "\n");
            }
            Ok(written)
        })
    }

    /// Returns the diagnostics that need the answer, and whether they are complete.
    fn answer_diagnostics(
        &self,
        text: &str,
        puzzle: &Puzzle,
        policy: &Policy,
    ) -> io::Result<(Vec<Diagnostic>, bool)> {
        let solved = self.answer(puzzle, policy, false).question.map_err(io::Error::other)?;
        let Some((question, answer)) = solved else {
            return Ok((Vec::new(), false));
        };
        let mut found = check_answer(text, puzzle, &answer, policy.demands());
        let mut is_settled = answer.outcome.is_settled();
        let extras = self.solver.extras(&question, &answer, &self.call);
        if let Some(extras) = extras.map_err(io::Error::other)? {
            is_settled &= extras.is_settled();
            found.extend(check_extras(text, puzzle, &extras, policy.demands()));
        }
        Ok((found, is_settled))
    }

    fn answer(&self, puzzle: &Puzzle, policy: &Policy, all: bool) -> Solved {
        let start = Instant::now();
        let mut question = puzzle
            .question(self.limits, policy.wants())
            .map(|question| {
                let answer = self.solver.answer(&question, &self.call)?;
                Ok((question, answer))
            })
            .transpose();
        let time = start.elapsed();
        let mut optima = None;
        if let (true, Ok(Some((asked, answer)))) = (all, &question) {
            match self.solver.optima(asked, answer, LISTED, &self.call) {
                Ok(found) => optima = found,
                Err(failed) => question = Err(failed),
            }
        }
        Solved { question, optima, time }
    }
}

/// Calls `write` with the text as a file without a name.
fn file<T>(text: &str, write: impl FnOnce(FileText<'_>) -> T) -> T {
    let (name, index) = (Arc::from("<text>"), LineIndex::new(text));
    write(FileText { name: &name, text, index: &index })
}
