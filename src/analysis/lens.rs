//! The line above a puzzle.

use super::frames::moves_of;
use super::words::{headline, solution_line};
use super::{Known, View};
use crate::text::Span;

/// Something an editor shows above a puzzle, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The line it stands above.
    pub span: Span,
    /// What it says.
    pub title: String,
    /// What it does.
    pub command: LensCommand,
}

/// What a lens does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensCommand {
    /// Solves again, with larger limits.
    Solve,
    /// Writes the solution.
    InsertSolution,
    /// Writes the number of moves.
    RecordMoves,
    /// Plays the solution.
    ShowSolution,
}

/// Solutions longer than this many characters are shortened.
const LONGEST: usize = 60;

/// The lenses of a puzzle, in one order whatever the answer is, so that nothing
/// jumps while it is computed. Only the last goes where there turns out to be
/// nothing to play.
pub fn lenses(view: &View<'_>) -> Vec<Lens> {
    let span = view.puzzle.header_span();
    if matches!(view.known, Known::Nothing) {
        return Vec::new();
    }
    let mut title = headline(view.known);
    if let Some(line) = view.answer().and_then(solution_line)
        && !line.is_empty()
    {
        title = format!("{title} · {}", shortened(&line));
    }
    let lens = |title: &str, command| Lens {
        span,
        title: title.to_owned(),
        command,
    };
    let mut lenses = vec![
        lens(&title, LensCommand::Solve),
        lens("insert solution", LensCommand::InsertSolution),
        lens("record moves", LensCommand::RecordMoves),
    ];
    let may_be_played = match view.known {
        Known::Working { .. } => true,
        Known::Answer(answer) => !moves_of(&answer.outcome).is_empty(),
        Known::Nothing | Known::Cancelled | Known::Failed => false,
    };
    if may_be_played {
        lenses.push(lens("▶ show solution", LensCommand::ShowSolution));
    }
    lenses
}

/// Whole moves up to the longest length, and a mark where some are left out.
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
