//! `carom minimise`: removes objects that a puzzle does not need.

use std::io::{self, Write};

use clap::Args;

use super::input::ConfigFlags;
use super::limits::LimitFlags;
use super::one_puzzle::{OnePuzzle, head};
use super::replace::{Replaced, replace_if_unchanged};
use super::session::{CheckedPuzzle, PuzzleSolver};
use super::{Status, output};
use crate::analysis::{AnswerState, View, count_removed, minimise};
use crate::config::Config;
use crate::project::{Failure, File, Source, reason};
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
    let Some((checked, config)) = options.puzzle.read(&options.limits, &options.config)? else {
        return Ok(Status::Failed);
    };
    let result = minimise_puzzle(options, &checked, &config);
    result.or_else(|reason| {
        output::error(&Failure::new(&*checked.file.name, reason));
        Ok(Status::Failed)
    })
}

/// Prints or writes the minimised puzzle. Fails with a reason.
fn minimise_puzzle(
    options: &MinimiseOptions,
    checked: &CheckedPuzzle,
    config: &Config,
) -> Result<Status, String> {
    let CheckedPuzzle { file, section, puzzle, .. } = checked;
    let solver = PuzzleSolver::new(&options.limits, config, NoStore, None);
    let wants = Wants { minimal: true, changed_boards: true, ..Wants::default() };
    let solved = solver.solve(puzzle, wants, config, &Call::default());
    let Some((question, answer)) = solved.answer.map_err(|failed| failed.to_string())? else {
        return Err("the puzzle is malformed; `carom check` says why".to_owned());
    };
    if answer.outcome.solution().is_none() {
        return Err("the puzzle has no solution that is proved optimal".to_owned());
    }
    let reduction = solver.solver.minimise(&question, options.unique, true, &Call::default());
    let Reduction { minimal, is_complete } = reduction.map_err(|failed| failed.to_string())?;
    let text = section.text(&file.text);
    let view = View::new(text, puzzle, AnswerState::Answer(&answer));
    let edits = match &minimal {
        Some(minimal) => {
            let transform =
                minimise(&view, minimal).ok_or("the text of this board cannot be changed")?;
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
            return Err("only puzzle files can be changed; leave out `--write`".to_owned());
        }
        return write(file, &apply(&file.text, &edits));
    }
    let head = head(checked);
    let (mut out, _) = output::results();
    let written = write!(out, "{head}{}", apply(text, &edits)).and_then(|()| out.flush());
    written.map_err(|error| reason(&error))?;
    Ok(Status::Clean)
}

fn write(file: &File, new: &str) -> Result<Status, String> {
    let Source::File(path) = &file.source else {
        return Err("standard input cannot be changed; leave out `--write`".to_owned());
    };
    if file.text == new {
        return Ok(Status::Clean);
    }
    match replace_if_unchanged(path, file.text.as_bytes(), new.as_bytes()) {
        Ok(Replaced::Yes) => Ok(Status::Clean),
        Ok(Replaced::Changed) => Err("the file was saved in the meantime; run again".to_owned()),
        Err(error) => Err(reason(&error)),
    }
}
