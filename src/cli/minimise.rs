//! `carom minimise`: removes objects that a puzzle does not need.

use std::io::{self, Write};

use clap::Args;

use super::input::ConfigFlags;
use super::limits::LimitFlags;
use super::one_puzzle::{MALFORMED, OnePuzzle, head};
use super::replace::{Replaced, replace};
use super::session::{CheckedPuzzle, PuzzleSolver};
use super::{Status, output};
use crate::analysis::{AnswerState, View, count_removed, minimise};
use crate::project::{Failure, File, Source};
use crate::solving::{Call, NoStore, Reduction, Wants};
use crate::text::{Edit, apply};

/// Remove pieces, blocks and walls that a puzzle does not need
#[derive(Args, Clone, Debug)]
#[command(after_help = "The optimum stays the same. The smaller puzzle goes to standard output.

Examples:
  carom minimise level.carom
  carom minimise deck.carom --puzzle 3 --unique --write")]
pub(super) struct MinimiseOptions {
    #[command(flatten)]
    puzzle: OnePuzzle,
    /// Also keep the number of optimal solutions
    #[arg(long)]
    unique: bool,
    /// Change the file instead
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    config: ConfigFlags,
}

pub(super) fn run(options: &MinimiseOptions) -> io::Result<Status> {
    let (checked, config) = options.puzzle.read(&options.limits, &options.config)?;
    let CheckedPuzzle { file, section, puzzle, .. } = &*checked;
    let solver = PuzzleSolver::new(&options.limits, &config, NoStore, None);
    let wants = Wants { minimal: true, changed_boards: true, ..Wants::default() };
    let (question, answer) = solver
        .solve(puzzle, wants, &config, &Call::default())
        .answer
        .map_err(|failed| file.failure(failed))?
        .ok_or_else(|| file.failure(MALFORMED))?;
    if answer.outcome.solution().is_none() {
        return Err(file.failure("the puzzle has no solution that is proved optimal").into());
    }
    let reduction = solver.solver.minimise(&question, options.unique, true, &Call::default());
    let Reduction { minimal, is_complete } = reduction.map_err(|failed| file.failure(failed))?;
    let text = section.text(&file.text);
    let view = View::new(text, puzzle, AnswerState::Answer(&answer));
    let edits = match &minimal {
        Some(minimal) => {
            let transform = minimise(&view, minimal)
                .ok_or_else(|| file.failure("the text of this board cannot be changed"))?;
            output::say(&format!("removed {}", count_removed(&minimal.gone)));
            transform.edits
        }
        None => {
            let removable = match is_complete {
                true => "nothing can be removed",
                false => "nothing was removed",
            };
            output::say(removable);
            Vec::new()
        }
    };
    if !is_complete {
        output::warn("a limit was reached, so more may be removable");
    }
    if options.write {
        let offset = section.offset();
        let edits: Vec<Edit> = edits
            .iter()
            .map(|edit| Edit::replace(edit.span.shifted(offset), &*edit.replacement))
            .collect();
        if puzzle.is_foreign() {
            let reason = "only puzzle files can be changed; leave out `--write`";
            return Err(file.failure(reason).into());
        }
        write(file, &apply(&file.text, &edits))?;
        return Ok(Status::Clean);
    }
    let head = head(&checked);
    let (mut out, _) = output::results();
    write!(out, "{head}{}", apply(text, &edits))?;
    out.flush()?;
    Ok(Status::Clean)
}

fn write(file: &File, new: &str) -> Result<(), Failure> {
    if file.source == Source::StandardInput {
        return Err(file.failure("standard input cannot be changed; leave out `--write`"));
    }
    if file.text == new || replace(file, new)? == Replaced::Yes {
        return Ok(());
    }
    Err(file.failure("the file was saved in the meantime; run again"))
}
