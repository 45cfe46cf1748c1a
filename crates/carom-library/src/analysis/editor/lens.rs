//! Code lenses: the lines above a puzzle.

use crate::analysis::editor::frames::moves_of;
use crate::analysis::edits::actions::{insert_solution, record_moves};
use crate::analysis::model::words::{headline, solution_line};
use crate::analysis::{AnswerState, Proof, View};
use crate::search::Outcome;
use crate::text::Span;
use crate::words::{count, group_digits};

/// A text above a puzzle and its command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The line below it.
    pub span: Span,
    /// Its title.
    pub title: String,
    /// Its command.
    pub command: LensCommand,
}

/// The command of a lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensCommand {
    /// Nothing: it only shows text.
    None,
    /// Solves again, with larger limits.
    Solve,
    /// Writes the solution.
    InsertSolution,
    /// Writes the number of moves.
    RecordMoves,
    /// Plays the solution.
    ShowSolution,
}

/// The maximum number of characters of a solution. Longer ones are shortened.
const LONGEST: usize = 40;

/// The maximum number of characters of a solution next to the number of its moves. Longer ones
/// come after the commands, so that these are always visible.
const SHORT: usize = 24;

impl Lens {
    /// Whether it is useless in an editor that cannot play solutions.
    pub fn is_of_player(&self) -> bool {
        self.title == PLAY
    }

    /// Whether its command changes the text.
    pub const fn writes(&self) -> bool {
        matches!(self.command, LensCommand::InsertSolution | LensCommand::RecordMoves)
    }
}

const PLAY: &str = "▶ show solution";

/// Returns the lenses of a puzzle: first its state, with the command for it, then other commands,
/// and last the solution if it is long. With `shows_answer`, they include the answer. A malformed
/// puzzle has a lens, too: otherwise the text would move up and down during an edit.
pub fn lenses(view: &View<'_>, shows_answer: bool) -> Vec<Lens> {
    let span = view.puzzle.header_span();
    let mut lenses = Vec::new();
    let mut lens = |title: String, command| {
        lenses.push(Lens { span, title, command });
    };
    let headline = headline(view.known);
    let mut solution = None;
    match view.known {
        AnswerState::Nothing if view.puzzle.position().is_some() => {}
        AnswerState::Nothing => lens(malformed(view, headline), LensCommand::None),
        AnswerState::Working { .. } => lens(headline, LensCommand::None),
        AnswerState::Cancelled => lens(format!("{headline} · search again"), LensCommand::Solve),
        AnswerState::Failed(_) => lens(format!("{headline} · try again"), LensCommand::Solve),
        AnswerState::Answer(answer) if !answer.outcome.is_settled() => {
            lens(format!("{headline} · search further"), LensCommand::Solve);
        }
        AnswerState::Answer(answer) => {
            let can_play = !moves_of(&answer.outcome).is_empty();
            let command = match can_play {
                true => LensCommand::ShowSolution,
                false => LensCommand::None,
            };
            if shows_answer {
                let line = solution_line(answer).filter(|line| !line.is_empty());
                let is_short = |line: &&String| line.chars().count() <= SHORT;
                lens(
                    match line.as_ref().filter(is_short) {
                        Some(line) => format!("{headline} · {line}"),
                        None => headline,
                    },
                    command,
                );
                solution = line.filter(|line| !is_short(&line));
            }
            if can_play {
                lens(PLAY.to_owned(), LensCommand::ShowSolution);
            }
        }
    }
    if insert_solution(view).is_some() {
        lens("insert solution".to_owned(), LensCommand::InsertSolution);
    }
    if record_moves(view).is_some() {
        lens("record moves".to_owned(), LensCommand::RecordMoves);
    }
    if let Some(line) = solution {
        lens(shortened(&line), LensCommand::ShowSolution);
    }
    lenses
}

/// Returns the lens of a malformed puzzle that is still being written.
pub fn unfinished_lens(view: &View<'_>) -> Lens {
    let span = view.puzzle.header_span();
    Lens { span, title: "unfinished".to_owned(), command: LensCommand::None }
}

/// Returns the title of a malformed puzzle, with its first error.
fn malformed(view: &View<'_>, headline: String) -> String {
    match view.puzzle.errors().min_by_key(|error| error.span) {
        Some(error) => format!("{headline}: {}", error.message),
        None => headline,
    }
}

/// Returns the title of a file from the states of its puzzles and proofs; `None` if it has
/// only one puzzle.
pub fn deck_title<'a>(puzzles: impl Iterator<Item = (AnswerState<'a>, Proof)>) -> Option<String> {
    let (mut all, mut proved, mut wrong, mut invalid) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut longest = None;
    for (known, proof) in puzzles {
        all += 1;
        proved += usize::from(proof == Proof::Proved);
        wrong += usize::from(proof == Proof::Failed);
        invalid += usize::from(proof == Proof::Invalid);
        if let AnswerState::Answer(answer) = known
            && let Outcome::Solved(solution) = &answer.outcome
        {
            longest = longest.max(Some(solution.length));
        }
    }
    if all < 2 {
        return None;
    }
    let mut title = format!("file: {} · {} proved", count(all, "puzzle"), group_digits(proved));
    if wrong > 0 {
        title.push_str(&format!(" · {} wrong", group_digits(wrong)));
    }
    if invalid > 0 {
        title.push_str(&format!(" · {} malformed", group_digits(invalid)));
    }
    if let Some(longest) = longest {
        title.push_str(&format!(" · longest {}", count(longest, "move")));
    }
    Some(title)
}

/// Shortens a text in the middle to whole words within the maximum length: the first and the last
/// moves of a solution say the most.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let words: Vec<&str> = text.split(' ').collect();
    let joined = |start: usize, end: usize| {
        let start = words.get(..start).unwrap_or_default().iter();
        let end = words.get(words.len() - end..).unwrap_or_default().iter();
        let words = start.chain([&"…"]).chain(end);
        words.copied().collect::<Vec<_>>().join(" ")
    };
    let halves = (1..words.len()).map(|kept| (kept - kept / 2, kept / 2));
    let short = halves.map(|(start, end)| joined(start, end));
    let fitting = short.take_while(|short| short.chars().count() <= LONGEST);
    fitting.last().unwrap_or_else(|| "…".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened_in_the_middle_between_words() {
        assert_eq!(shortened("A> B<"), "A> B<");
        let moves: Vec<String> = (10..60).map(|number| format!("A{number}")).collect();
        let short = shortened(&moves.join(" "));
        assert!(short.starts_with("A10 A11 ") && short.ends_with(" A58 A59"));
        let (start, end) = short.split_once(" … ").unwrap();
        assert!(moves.join(" ").starts_with(start) && moves.join(" ").ends_with(end));
        let length = short.chars().count();
        assert!((LONGEST - 4..=LONGEST).contains(&length), "{short}");
    }
}
