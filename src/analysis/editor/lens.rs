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

/// The maximum number of characters of a solution. Longer ones are shortened, so that the other
/// lenses stay visible.
const LONGEST: usize = 40;

impl Lens {
    /// Whether it is useless in an editor that cannot play solutions.
    pub fn is_of_player(&self) -> bool {
        self.title == PLAY
    }

    /// Whether its command changes the text.
    pub const fn writes(&self) -> bool {
        matches!(
            self.command,
            LensCommand::InsertSolution | LensCommand::RecordMoves
        )
    }
}

const PLAY: &str = "▶ show solution";

/// Returns the lenses of a puzzle: first its state, with the command for it, then other commands.
/// With `shows_answer`, the state includes the answer.
pub fn lenses(view: &View<'_>, shows_answer: bool) -> Vec<Lens> {
    let span = view.puzzle.header_span();
    let mut lenses = Vec::new();
    let mut lens = |title: String, command| {
        lenses.push(Lens {
            span,
            title,
            command,
        });
    };
    let headline = headline(view.known);
    match view.known {
        AnswerState::Nothing => {}
        AnswerState::Working { .. } => lens(headline, LensCommand::None),
        AnswerState::Cancelled => lens(format!("{headline} · search again"), LensCommand::Solve),
        AnswerState::Failed => lens(format!("{headline} · try again"), LensCommand::Solve),
        AnswerState::Answer(answer) if !answer.outcome.is_settled() => {
            lens(format!("{headline} · search further"), LensCommand::Solve);
        }
        AnswerState::Answer(answer) => {
            let can_play = !moves_of(&answer.outcome).is_empty();
            let line = solution_line(answer).filter(|line| !line.is_empty());
            let title = match line {
                Some(line) => format!("{headline} · {}", shortened(&line)),
                None => headline,
            };
            if shows_answer && can_play {
                lens(title, LensCommand::ShowSolution);
            } else if shows_answer {
                lens(title, LensCommand::None);
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
    lenses
}

/// Returns the title of a file from the states of its puzzles and proofs; `None` if it has
/// only one puzzle.
pub fn deck_title<'a>(puzzles: impl Iterator<Item = (AnswerState<'a>, Proof)>) -> Option<String> {
    let (mut all, mut proved, mut wrong, mut longest) = (0_usize, 0_usize, 0_usize, None);
    for (known, proof) in puzzles {
        all += 1;
        proved += usize::from(proof == Proof::Proved);
        wrong += usize::from(proof == Proof::Failed);
        if let AnswerState::Answer(answer) = known
            && let Outcome::Solved(solution) = &answer.outcome
        {
            longest = longest.max(Some(solution.length));
        }
    }
    if all < 2 {
        return None;
    }
    let mut title = format!("{} · {} proved", count(all, "puzzle"), group_digits(proved));
    if wrong > 0 {
        title.push_str(&format!(" · {} wrong", group_digits(wrong)));
    }
    if let Some(longest) = longest {
        title.push_str(&format!(" · longest {}", count(longest, "move")));
    }
    Some(title)
}

/// Shortens a solution to whole moves within the maximum length, and marks omitted ones.
fn shortened(line: &str) -> String {
    if line.chars().count() <= LONGEST {
        return line.to_owned();
    }
    let mut short = String::new();
    for word in line.split(' ') {
        if short.chars().count() + word.chars().count() + 1 > LONGEST {
            break;
        }
        short.push_str(word);
        short.push(' ');
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_solutions_are_shortened_between_moves() {
        assert_eq!(shortened("A> B<"), "A> B<");
        let short = shortened(&["A>"; 40].join(" "));
        assert!(short.ends_with("A> …") && short.chars().count() <= LONGEST + 1);
    }
}
