//! One call: the puzzles of a text, answered within its limits, and told by the
//! same reporters as on the command line.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use carom::analysis::{
    Demands, Diagnostic, Entry, FileText, Levels, Policy, Puzzle, Severity, check_answer,
    check_extras,
};
use carom::exchange::SourceFile;
use carom::report::{AnswerJson, Answered, Json, Reporter};
use carom::search::CancelFlag;
use carom::solving::{Answer, Call, Limits, NoStore, Optima, Question, Solver};
use carom::text::LineIndex;

/// So many optimal solutions are listed.
const LISTED: usize = 1_000;

pub(crate) struct Run {
    solver: Solver,
    limits: Limits,
    call: Call,
}

/// A question with its answer; none where the puzzle is malformed.
struct Solved {
    asked: Option<(Question, Arc<Answer>)>,
    time: Duration,
}

impl Run {
    pub(crate) fn new(limits: Limits, threads: NonZeroUsize, cancel: &CancelFlag) -> Self {
        Self {
            solver: Solver::new(threads, NoStore),
            limits,
            call: Call {
                cancel: cancel.clone(),
                ..Call::default()
            },
        }
    }

    /// Returns the answer to the one puzzle of a text, or all that leaves open
    /// which one is meant.
    pub(crate) fn solve(
        &self,
        text: &str,
        all: bool,
    ) -> Result<io::Result<String>, carom::Invalid> {
        carom::read_one(text)?;
        let deck = SourceFile::split(text, None);
        let mut written = Vec::new();
        for section in &deck.sections {
            let puzzle = section.read(text, &deck.head);
            let solved = self.answer(&puzzle, &Policy::default());
            let optima = all.then(|| self.optima(&solved)).flatten();
            let answered = Answered {
                puzzle: &puzzle,
                text: section.text(text),
                offset: section.offset(),
                answer: solved.asked.as_ref().map(|(_, answer)| &**answer),
                optima: optima.as_ref(),
                time: solved.time,
            };
            let told = file(text, |file| {
                AnswerJson(&mut written).answer(file, &answered)
            });
            if let Err(error) = told {
                return Ok(Err(error));
            }
        }
        Ok(utf8(written))
    }

    /// Returns what is wrong with a text, an object a line.
    pub(crate) fn check(&self, text: &str, hints: bool) -> io::Result<String> {
        let policy = Policy::new(Levels::default(), Demands::default(), hints);
        let mut run = carom::analysis::CheckRun::new(policy.clone());
        let deck = SourceFile::split(text, None);
        let mut written = Vec::new();
        file(text, |file| {
            let mut reports = run.begin_file(&deck.head);
            for section in &deck.sections {
                let puzzle = section.read(text, &deck.head);
                let (from_answer, is_answered) = self.judged(section.text(text), &puzzle, &policy);
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
            let mut json = Json::new(&mut written);
            reports
                .iter()
                .try_for_each(|reported| json.report(file, reported))
        })?;
        utf8(written)
    }

    /// Returns what the answer to a puzzle shows, and whether that is all.
    fn judged(&self, text: &str, puzzle: &Puzzle, policy: &Policy) -> (Vec<Diagnostic>, bool) {
        let Some((question, answer)) = self.answer(puzzle, policy).asked else {
            return (Vec::new(), false);
        };
        let mut found = check_answer(text, puzzle, &answer, policy.demands());
        let mut is_settled = answer.outcome.is_settled();
        if let Some(extras) = self.solver.extras(&question, &answer, &self.call) {
            is_settled &= extras.is_settled();
            found.extend(check_extras(text, puzzle, &extras, policy.demands()));
        }
        (found, is_settled)
    }

    fn answer(&self, puzzle: &Puzzle, policy: &Policy) -> Solved {
        let start = Instant::now();
        let question = puzzle.question(self.limits, policy.wants());
        let asked = question.map(|question| {
            let answer = self.solver.answer(&question, &self.call);
            (question, answer)
        });
        Solved {
            asked,
            time: start.elapsed(),
        }
    }

    fn optima(&self, solved: &Solved) -> Option<Result<Optima, carom::search::Limit>> {
        let (question, answer) = solved.asked.as_ref()?;
        self.solver.optima(question, answer, LISTED, &self.call)
    }
}

/// Calls `tell` with the text as a file without a name.
fn file<T>(text: &str, tell: impl FnOnce(FileText<'_>) -> T) -> T {
    let (name, index) = (Arc::from("<text>"), LineIndex::new(text));
    tell(FileText {
        name: &name,
        text,
        index: &index,
    })
}

fn utf8(written: Vec<u8>) -> io::Result<String> {
    String::from_utf8(written).map_err(io::Error::other)
}
