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
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{MessageType, Uri};

use super::commands::argument;
use super::new_puzzle::at_the_end;
use crate::analysis::{AnswerState, Game, MovesRange, View, count_removed, minimise, with_start};
use crate::generate::{Generator, GeneratorOptions, Selection, TOTAL_POSITIONS};
use crate::lsp::documents::workspace_edit;
use crate::lsp::results::progress::LateProgress;
use crate::lsp::session::{NO_EDITS, PuzzleSnapshot, Server, invalid};
use crate::solving::{Call, CancelFlag, HardestOptions, Reduction, Wants};
use crate::text::{Edit, apply};
use crate::words::{count, join_list};

/// The maximum number of consecutive seeds without a puzzle.
const MOST_IN_VAIN: u64 = 5_000;

/// The maximum number of puzzles of one command.
const MOST_PUZZLES: usize = 1_000;

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

/// A result, or the reason why there is none.
type Outcome<T> = std::result::Result<T, String>;

/// A changed puzzle.
struct ChangedPuzzle {
    /// Its new text.
    text: String,
    /// A message for the user.
    message: String,
    /// The members of the response.
    result: Value,
}

impl Server {
    /// `carom.hardest`: moves the pieces of a puzzle to the start with the most moves.
    pub(in crate::lsp) async fn hardest(&self, arguments: &[Value]) -> Result<Value> {
        let is_unique = flag(arguments, "unique");
        let solver = self.shared.service.clone();
        let work = move |snapshot: &PuzzleSnapshot, call: &Call| {
            let source = snapshot.start();
            let question = source.puzzle.question(source.limits, Wants::default());
            let question = question.ok_or("the puzzle is malformed")?;
            let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let options = HardestOptions {
                kept: Vec::new(),
                is_unique,
                count: 1,
                threads,
            };
            let found = solver.solver().hardest(&question, &options, call);
            let found = found.map_err(|reason| reason.to_string())?;
            let start = found.starts.first().ok_or("no start has a solution")?;
            let (text, puzzle) = (source.text, source.puzzle);
            let text = with_start(text, puzzle, source.file, &start.position, &start.answer)?;
            let starts: u64 = found.by_depth.iter().sum();
            let all = count(starts + found.unsolvable, "start");
            Ok(ChangedPuzzle {
                text,
                message: format!("the hardest of {all}: {}", count(start.moves, "move")),
                result: json!({"moves": start.moves, "starts": starts + found.unsolvable}),
            })
        };
        self.change_puzzle(arguments, "Finding the hardest start", work)
            .await
    }

    /// `carom.minimise`: removes objects that a puzzle does not need.
    pub(in crate::lsp) async fn minimise(&self, arguments: &[Value]) -> Result<Value> {
        let is_unique = flag(arguments, "unique");
        let solver = self.shared.service.clone();
        let work = move |snapshot: &PuzzleSnapshot, call: &Call| {
            let source = snapshot.start();
            let wants = Wants {
                minimal: true,
                changed_boards: true,
                ..Wants::default()
            };
            let question = source.puzzle.question(source.limits, wants);
            let question = question.ok_or("the puzzle is malformed")?;
            let answer = solver.solver().answer(&question, call);
            if answer.outcome.solution().is_none() {
                return Err("the puzzle has no solution that is proved optimal".to_owned());
            }
            let reduction = solver.solver().minimise(&question, is_unique, true, call);
            let Reduction {
                minimal: Some(minimal),
                ..
            } = reduction
            else {
                return Err("nothing can be removed".to_owned());
            };
            let view = View {
                text: source.text,
                puzzle: source.puzzle,
                known: AnswerState::Answer(&answer),
                extras: None,
                time: None,
            };
            let transform = minimise(&view, &minimal);
            let transform = transform.ok_or("the text of this board cannot be changed")?;
            let removed = count_removed(&minimal.gone);
            Ok(ChangedPuzzle {
                text: apply(source.text, &transform.edits),
                message: format!("removed {removed}"),
                result: json!({"removed": minimal.gone.len()}),
            })
        };
        self.change_puzzle(arguments, "Minimising", work).await
    }

    /// Changes the text of a puzzle on a thread, and shows the user what changed or why nothing did.
    async fn change_puzzle(
        &self,
        arguments: &[Value],
        title: &'static str,
        work: impl FnOnce(&PuzzleSnapshot, &Call) -> Outcome<ChangedPuzzle> + Send + 'static,
    ) -> Result<Value> {
        let wrong = || invalid("the argument is {\"uri\": …, \"line\": …}");
        let (uri, line) = argument(arguments).ok_or_else(wrong)?;
        if !self.shared.lock().client.capabilities.applies_edits() {
            return Ok(self.refused(NO_EDITS.to_owned()));
        }
        let snapshot = self.with_puzzle(&uri, line, |target| {
            PuzzleSnapshot::new(target.document, target.number)
        })?;
        let Some(snapshot) = snapshot else {
            return Ok(self.refused("the puzzle is malformed".to_owned()));
        };
        let source = snapshot.clone();
        let call = Call::default();
        let watch = call.watch.clone();
        let message = move || count(watch.positions(), "position");
        let cancel = call.cancel.clone();
        let changed = self
            .run_work(title, &cancel, message, move || work(&source, &call))
            .await?;
        let changed = match changed {
            Ok(changed) => changed,
            Err(reason) => return Ok(self.refused(reason)),
        };
        let edit = self.with(&uri, |state, document| {
            let source = snapshot.start();
            let section = snapshot.section(document);
            let section = section.filter(|section| &*section.read.text == source.text)?;
            let edit = Edit::between(source.text, &changed.text)?;
            Some(state.edit_of(document, section, vec![edit]))
        })?;
        let Some(edit) = edit else {
            let reason = match snapshot.start().text == changed.text {
                true => "the puzzle is like that already",
                false => "the puzzle has changed meanwhile",
            };
            return Ok(self.refused(reason.to_owned()));
        };
        let done = self.edited(edit, None).await?;
        if let Some(reason) = done.get("refused").and_then(Value::as_str) {
            return Ok(self.refused(reason.to_owned()));
        }
        self.say(MessageType::INFO, changed.message);
        let mut result = changed.result;
        if let Some(result) = result.as_object_mut() {
            result.insert("applied".to_owned(), Value::Bool(true));
        }
        Ok(result)
    }

    /// Shows the reason why nothing was done, and returns it.
    fn refused(&self, reason: String) -> Value {
        self.say(MessageType::INFO, reason.clone());
        json!({"refused": reason})
    }

    /// `carom.generate`: writes new puzzles at the end of a document, or returns them.
    pub(in crate::lsp) async fn generate(&self, arguments: &[Value]) -> Result<Value> {
        let wrong = "the argument is {\"game\": …}, maybe with \"size\", \"moves\", \"count\", \
                     \"rules\", \"unique\", \"seed\" and \"uri\"";
        let params = arguments.first().ok_or_else(|| invalid(wrong))?;
        let params = GenerateParams::deserialize(params).map_err(|_| invalid(wrong))?;
        let options = generator_options(&params).map_err(|reason| invalid(&reason))?;
        let number_wanted = params.count.unwrap_or(1).clamp(1, MOST_PUZZLES);
        if params.uri.is_some() && !self.shared.lock().client.capabilities.applies_edits() {
            return Ok(self.refused(NO_EDITS.to_owned()));
        }
        let found = Arc::new(AtomicUsize::new(0));
        let shown = Arc::clone(&found);
        let message = move || {
            let found = shown.load(Ordering::Relaxed);
            format!("{found} of {}", count(number_wanted as u64, "puzzle"))
        };
        let cancel = CancelFlag::default();
        let stop = cancel.clone();
        let puzzles = self
            .run_work("Generating puzzles", &cancel, message, move || {
                puzzles(&Generator::new(options), number_wanted, &stop, &found)
            })
            .await?;
        if puzzles.is_empty() {
            let reason = match cancel.is_cancelled() {
                true => "cancelled",
                false => "no such puzzle was found: ask for fewer moves or a larger board",
            };
            return Ok(self.refused(reason.to_owned()));
        }
        let text = puzzles.join("\n");
        let number = puzzles.len();
        let Some(uri) = params.uri else {
            return Ok(json!({"text": text, "count": number}));
        };
        let (edit, line) = self.with(&uri, |state, document| {
            let edit = at_the_end(document, &text);
            // A blank line parts the puzzles from earlier ones.
            let start = edit.span.start;
            let parting = if start == 0 { 0 } else { 2 };
            let line = document.text.line(start) + parting;
            let capabilities = &state.client.capabilities;
            let versions = capabilities.takes_versions();
            let edit = workspace_edit(document, &[edit], state.client.encoding, versions);
            (edit, line)
        })?;
        let done = self.edited(edit, None).await?;
        if let Some(reason) = done.get("refused").and_then(Value::as_str) {
            return Ok(self.refused(reason.to_owned()));
        }
        if number < number_wanted {
            let message = format!("{} found", count(number as u64, "puzzle"));
            self.say(MessageType::INFO, message);
        }
        Ok(json!({"applied": true, "count": number, "line": line}))
    }

    /// Runs work on a thread of its own. After a while its progress is shown, and the user can
    /// cancel it there. Work whose request is cancelled is cancelled too.
    async fn run_work<T: Send + 'static>(
        &self,
        title: &'static str,
        cancel: &CancelFlag,
        message: impl Fn() -> String,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let _guard = CancelGuard(cancel.clone());
        let mut work = tokio::task::spawn_blocking(work);
        let mut progress = LateProgress::new(self, "carom/making/", title, cancel.clone());
        loop {
            tokio::select! {
                result = &mut work => return result.map_err(|_| Error::internal_error()),
                () = progress.due() => {}
            }
            progress.report(message(), None).await;
        }
    }
}

/// Cancels work when dropped.
struct CancelGuard(CancelFlag);

impl Drop for CancelGuard {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Returns a flag of the argument.
fn flag(arguments: &[Value], name: &str) -> bool {
    let argument = arguments.first().and_then(|argument| argument.get(name));
    argument.and_then(Value::as_bool).unwrap_or_default()
}

fn generator_options(params: &GenerateParams) -> Outcome<GeneratorOptions> {
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
    let moves = params.moves.as_deref().unwrap_or("5..");
    let moves: std::result::Result<MovesRange, _> = moves.parse();
    options.moves = moves.map_err(|_| "expected moves such as 8, 8..10 or 8..".to_owned())?;
    options.is_unique = params.unique;
    Ok(options)
}

/// Returns up to `wanted` different puzzles of a seed.
fn puzzles(
    generator: &Generator,
    wanted: usize,
    cancel: &CancelFlag,
    found: &AtomicUsize,
) -> Vec<String> {
    let mut selection = Selection::default();
    let mut puzzles = Vec::new();
    let (mut in_vain, mut positions) = (0, 0);
    for number in 0.. {
        let is_over = in_vain == MOST_IN_VAIN || positions >= TOTAL_POSITIONS;
        if puzzles.len() == wanted || is_over || cancel.is_cancelled() {
            break;
        }
        let attempt = generator.attempt(number);
        in_vain += 1;
        positions += attempt.positions;
        if attempt.found.is_some_and(|found| selection.accept(found)) {
            puzzles.extend(selection.last());
            found.store(puzzles.len(), Ordering::Relaxed);
            (in_vain, positions) = (0, 0);
        }
    }
    puzzles
}
