//! Commands that make puzzles: `carom.generate`, `carom.hardest` and `carom.minimise`.
//!
//! Each runs on a thread of its own, shows its progress, and sends an edit if the text is still the
//! one that it started from.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::ls_types::{ExecuteCommandParams, Uri};

use super::commands::{CommandResult, flag};
use super::new_puzzle::at_the_end;
use crate::analysis::{
    AnswerState, Game, MovesRange, Restarted, View, count_removed, minimise, with_start,
};
use crate::generate::{
    FAILED, Generator, GeneratorOptions, Selection, TOTAL_POSITIONS, Uniqueness,
};
use crate::lsp::documents::DocumentEdit;
use crate::lsp::panel::applied;
use crate::lsp::results::progress::LateProgress;
use crate::lsp::session::{CHANGED, Outcome, PuzzleSnapshot, Server, invalid};
use crate::solving::{Call, CancelFlag, Failed, HardestOptions, Reduction, Wants};
use crate::text::{Edit, apply};
use crate::words::{count, join_list};

/// The maximum number of puzzles of one command.
const MOST_PUZZLES: usize = 1_000;

/// The start of the tokens of these commands.
const TOKEN: &str = "carom/making/";

/// The argument of `carom.generate`.
#[derive(Debug, Deserialize)]
struct GenerateParams {
    game: String,
    /// The side of the board.
    #[serde(default)]
    size: Option<usize>,
    /// The fewest moves, such as `8..10`.
    #[serde(default)]
    moves: Option<String>,
    #[serde(default)]
    count: Option<usize>,
    /// Words of a `rules` line.
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    unique: bool,
    #[serde(default)]
    seed: Option<u64>,
    /// The document that gets the puzzles at its end; without it they are returned.
    #[serde(default)]
    uri: Option<Uri>,
}

/// A changed puzzle.
struct ChangedPuzzle {
    /// Its new text.
    text: String,
    /// What is changed besides, as a clause in the past tense.
    also: Option<String>,
    message: String,
    /// The members of the response besides `applied`.
    result: Value,
}

impl Server {
    /// `carom.hardest`: moves the pieces of a puzzle to the start with the most moves.
    pub(crate) async fn hardest(&self, params: &ExecuteCommandParams) -> Outcome<CommandResult> {
        let is_unique = flag(&params.arguments, "unique");
        let solver = self.shared.service.solver().beside();
        let work = move |snapshot: &PuzzleSnapshot, call: &Call| {
            let source = snapshot.start();
            let question = source
                .puzzle
                .question(source.limits, Wants::default())
                .ok_or("the puzzle is malformed")?;
            let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let options = HardestOptions { kept: Vec::new(), is_unique, count: 1, threads };
            let found =
                solver.hardest(&question, &options, call).map_err(|reason| reason.to_string())?;
            let start = found.starts.first().ok_or("no start has a solution")?;
            let before = solver.answer(&question, call).map_err(|failed| failed.to_string())?;
            let view = View::new(source.text, source.puzzle, AnswerState::Answer(&before));
            let Restarted { text, also } =
                with_start(&view, source.file, &start.position, &start.answer)?;
            let starts: u64 = found.by_depth.iter().sum();
            let all = count(starts + found.unsolvable, "start");
            Ok(ChangedPuzzle {
                text,
                also,
                message: format!("the hardest of {all}: {}", count(start.moves, "move")),
                result: json!({"moves": start.moves, "starts": starts + found.unsolvable}),
            })
        };
        self.change_puzzle(params, "Finding the hardest start", work).await
    }

    /// `carom.minimise`: removes objects that a puzzle does not need.
    pub(crate) async fn minimise(&self, params: &ExecuteCommandParams) -> Outcome<CommandResult> {
        let is_unique = flag(&params.arguments, "unique");
        let solver = self.shared.service.solver().beside();
        let work = move |snapshot: &PuzzleSnapshot, call: &Call| {
            let source = snapshot.start();
            let wants = Wants { minimal: true, changed_boards: true, ..Wants::default() };
            let question =
                source.puzzle.question(source.limits, wants).ok_or("the puzzle is malformed")?;
            let answer = solver.answer(&question, call).map_err(|failed| failed.to_string())?;
            if answer.outcome.solution().is_none() {
                return Err("the puzzle has no solution that is proved optimal".to_owned());
            }
            let reduction = solver
                .minimise(&question, is_unique, true, call)
                .map_err(|failed| failed.to_string())?;
            let Reduction { minimal: Some(minimal), .. } = reduction else {
                return Err("nothing can be removed".to_owned());
            };
            let view = View::new(source.text, source.puzzle, AnswerState::Answer(&answer));
            let transform =
                minimise(&view, &minimal).ok_or("the text of this board cannot be changed")?;
            let removed = count_removed(&minimal.gone);
            Ok(ChangedPuzzle {
                text: apply(source.text, &transform.edits),
                also: transform.also,
                message: format!("removed {removed}"),
                result: json!({"removed": minimal.gone.len()}),
            })
        };
        self.change_puzzle(params, "Minimising", work).await
    }

    /// Changes the text of a puzzle on a thread.
    async fn change_puzzle(
        &self,
        params: &ExecuteCommandParams,
        title: &'static str,
        work: impl FnOnce(&PuzzleSnapshot, &Call) -> Result<ChangedPuzzle, String> + Send + 'static,
    ) -> Outcome<CommandResult> {
        let snapshot = self.editable_puzzle(&params.arguments)?;
        let source = snapshot.clone();
        let progress = LateProgress::new(self, params, TOKEN, title);
        let call = Call { cancel: progress.cancel(), ..Call::default() };
        let watch = call.watch.clone();
        let message = || (count(watch.positions(), "position"), None);
        let changed =
            progress.run(Some(&snapshot), message, move || work(&source, &call)).await??;
        let edit = self
            .with(&snapshot.uri, |_, document| {
                let source = snapshot.start();
                let section = snapshot
                    .section(document)
                    .filter(|section| &*section.read.text == source.text)?;
                let edit = Edit::between(source.text, &changed.text)?;
                Some(DocumentEdit::new(document, section.shifted(vec![edit])))
            })?
            .ok_or(match snapshot.start().text == changed.text {
                true => "the puzzle is like that already",
                false => CHANGED,
            })?;
        self.edited(edit).await?;
        let mut message = changed.message;
        message.extend(changed.also.iter().map(|also| format!("; {also}")));
        let mut result = applied(changed.also);
        result.extend(changed.result.as_object().cloned().into_iter().flatten());
        Ok(CommandResult { message: Some(message), result: result.into() })
    }

    /// `carom.generate`: writes new puzzles at the end of a document, or returns them.
    pub(crate) async fn generate(&self, command: &ExecuteCommandParams) -> Outcome<CommandResult> {
        let wrong = "the argument is {\"game\": …}, maybe with \"size\", \"moves\", \"count\", \
                     \"rules\", \"unique\", \"seed\" and \"uri\"";
        let params = command.arguments.first().ok_or_else(|| invalid(wrong))?;
        let params = GenerateParams::deserialize(params).map_err(|_| invalid(wrong))?;
        let options = generator_options(&params).map_err(|reason| invalid(&reason))?;
        let number_wanted = params.count.unwrap_or(1).clamp(1, MOST_PUZZLES);
        if params.uri.is_some() {
            self.needs_edits()?;
        }
        let found = Arc::new(AtomicUsize::new(0));
        let shown = Arc::clone(&found);
        let message = || {
            let found = shown.load(Ordering::Relaxed);
            (format!("{found} of {}", count(number_wanted as u64, "puzzle")), None)
        };
        let progress = LateProgress::new(self, command, TOKEN, "Generating puzzles");
        let cancel = progress.cancel();
        let work = move || {
            let puzzles = puzzles(&Generator::new(options), number_wanted, &cancel, &found);
            (puzzles, cancel.is_cancelled())
        };
        let ((puzzles, failed), is_cancelled) = progress.run(None, message, work).await?;
        if puzzles.is_empty() {
            return Err(match (failed, is_cancelled) {
                (Some(failed), _) => failed.to_string(),
                (None, true) => "cancelled".to_owned(),
                (None, false) => {
                    "no such puzzle was found: ask for fewer moves or a larger board".to_owned()
                }
            }
            .into());
        }
        let text = puzzles.join("\n");
        let number = puzzles.len();
        let found = || format!("{} found", count(number as u64, "puzzle"));
        let failure = failed.map(|failed| format!("{}; {failed}", found()));
        let Some(uri) = params.uri else {
            return Ok(CommandResult {
                message: failure,
                result: json!({"text": text, "count": number}),
            });
        };
        let (edit, line) = self.with(&uri, |_, document| {
            let edit = at_the_end(document, &text);
            // A blank line parts the puzzles from earlier ones.
            let start = edit.span.start;
            let parting = if start == 0 { 0 } else { 2 };
            let line = document.text.line(start) + parting;
            (DocumentEdit::new(document, vec![edit]), line)
        })?;
        self.edited(edit).await?;
        Ok(CommandResult {
            message: failure.or_else(|| (number < number_wanted).then(found)),
            result: json!({"applied": true, "count": number, "line": line}),
        })
    }
}

fn generator_options(params: &GenerateParams) -> Result<GeneratorOptions, String> {
    let game = Game::from_name(&params.game);
    let seed = params.seed.unwrap_or_else(|| fastrand::u64(..));
    let generated = game.and_then(|game| GeneratorOptions::new(game, seed));
    let mut options = generated.ok_or_else(|| {
        let mut games = Game::ALL.to_vec();
        games.retain(|game| game.generation().is_some());
        let names = join_list(games.into_iter().map(Game::name), "and");
        format!("puzzles are generated for {names}")
    })?;
    for rule in &params.rules {
        if !options.game.rule_words().any(|word| word == rule) {
            return Err(format!("unknown rule `{rule}`"));
        }
    }
    options.rules.clone_from(&params.rules);
    if let Some(size) = params.size {
        if !(3..=16).contains(&size) {
            return Err("a board has 3 to 16 columns and rows".to_owned());
        }
        options.size = (size, size);
    }
    let moves: Result<MovesRange, _> = params.moves.as_deref().unwrap_or("5..").parse();
    options.moves = moves.map_err(|_| "expected moves such as 8, 8..10 or 8..".to_owned())?;
    if params.unique {
        options.uniqueness = Uniqueness::Solution;
    }
    Ok(options)
}

/// Returns up to `wanted` different puzzles of a seed, and the first failure of a search.
fn puzzles(
    generator: &Generator,
    wanted: usize,
    cancel: &CancelFlag,
    found: &AtomicUsize,
) -> (Vec<String>, Option<Failed>) {
    let mut selection = Selection::new(wanted, &[]);
    let (mut puzzles, mut first_failure) = (Vec::new(), None);
    let mut in_vain = 0;
    for number in 0.. {
        if selection.is_complete() || in_vain >= TOTAL_POSITIONS || cancel.is_cancelled() {
            break;
        }
        let attempt = match generator.attempt(number) {
            Ok(attempt) => attempt,
            Err(failed) => {
                first_failure.get_or_insert(failed);
                in_vain += FAILED;
                continue;
            }
        };
        in_vain += attempt.positions;
        if attempt.found.is_some_and(|found| selection.accept(found, true)) {
            puzzles.extend(selection.last());
            found.store(puzzles.len(), Ordering::Relaxed);
            in_vain = 0;
        }
    }
    (puzzles, first_failure)
}
