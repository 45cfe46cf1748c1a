//! The progress bar on a terminal.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::interrupt;
use crate::analysis::words::bound;
use crate::solving::Watch;
use crate::words::{count, escape_controls};

/// The interval between two updates of the bar.
const TICK: Duration = Duration::from_millis(200);

/// The number of completed puzzles or files, and the progress of the oldest search.
#[derive(Clone, Debug)]
pub(super) struct ProgressDisplay {
    bar: ProgressBar,
    /// Whether it is drawn. Stored here, because a suspended bar is locked.
    is_drawn: bool,
    things: &'static str,
    searches: Arc<Searches>,
}

impl ProgressDisplay {
    /// Creates a bar that counts `things`.
    pub(super) fn new(is_drawn: bool, things: &'static str) -> Self {
        let target =
            if is_drawn { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let progress = Self {
            bar: ProgressBar::with_draw_target(None, target),
            is_drawn,
            things,
            searches: Arc::default(),
        };
        progress.set_template(&format!("{{elapsed_precise}}  {{pos}} {things}  {{wide_msg}}"));
        let searches = Arc::clone(&progress.searches);
        interrupt::report_progress(move || searches.all());
        if is_drawn {
            interrupt::wipe(&progress.bar);
            let Self { bar, searches, .. } = progress.clone();
            thread::spawn(move || {
                while !bar.is_finished() {
                    bar.set_message(searches.first());
                    bar.tick();
                    thread::sleep(TICK);
                }
            });
        }
        progress
    }

    pub(super) const fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// Sets the total.
    pub(super) fn set_total(&self, total: usize) {
        self.bar.set_length(u64::try_from(total).unwrap_or(u64::MAX));
        // A total of one is not shown.
        let of = if total > 1 {
            format!("{{bar:12}} {{pos}}/{{len}} {}  ", self.things)
        } else {
            String::new()
        };
        self.set_template(&format!("{{elapsed_precise}}  {of}{{wide_msg}}"));
    }

    /// Shows how many are completed per minute. With a short note, the line fits 80 columns.
    pub(super) fn show_rate(&self) {
        let things = self.things;
        self.set_template(&format!(
            "{{elapsed_precise}}  {{bar:12}} {{pos}}/{{len}} {things}, {{rate}}  {{wide_msg}}"
        ));
    }

    fn set_template(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = write!(out, "{:.0}/min", 60.0 * state.per_sec());
            };
            self.bar.set_style(style.with_key("rate", rate));
        }
    }

    /// Shows a note as long as no search is running.
    pub(super) fn note(&self, note: impl Fn() -> String + Send + Sync + 'static) {
        *self.searches.note() = Some(Arc::new(note));
    }

    /// Starts a puzzle. Of all running searches, the one with the lowest turn is shown.
    pub(super) fn begin(&self, turn: u64, name: Option<&str>, watch: &Watch) {
        let name = name.unwrap_or_default();
        let search = Search { name: escape_controls(name), watch: watch.clone() };
        self.searches.lock().insert(turn, search);
    }

    /// Completes the puzzle of this turn.
    pub(super) fn end(&self, turn: u64) {
        self.searches.lock().remove(&turn);
        self.step(1);
    }

    /// Counts completed puzzles.
    pub(super) fn step(&self, number: usize) {
        self.bar.inc(u64::try_from(number).unwrap_or(u64::MAX));
    }

    /// Hides the bar while `work` writes. `work` must not call other methods: the bar
    /// is locked.
    pub(super) fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        if self.is_drawn() { self.bar.suspend(work) } else { work() }
    }

    /// Clears the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The running searches by their turns, and a note to show if there are none.
#[derive(Default)]
struct Searches(Mutex<BTreeMap<u64, Search>>, Mutex<Option<Note>>);

/// Returns the current text of a note.
type Note = Arc<dyn Fn() -> String + Send + Sync>;

impl fmt::Debug for Searches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Searches").field(&self.0).finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Search {
    name: String,
    watch: Watch,
}

impl Searches {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Search>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self) -> MutexGuard<'_, Option<Note>> {
        self.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the progress of all searches, a line each.
    fn all(&self) -> Vec<String> {
        let searches = self.lock();
        let begun = searches.values().filter(|search| search.watch.positions() > 0);
        begun.map(Search::line).collect()
    }

    /// Returns the progress of the first search.
    fn first(&self) -> String {
        let searches = self.lock();
        match searches.values().next() {
            Some(first) => first.line(),
            None => self.note().as_ref().map(|note| note()).unwrap_or_default(),
        }
    }
}

impl Search {
    fn line(&self) -> String {
        line(&self.name, self.watch.positions(), self.watch.at_least())
    }
}

/// Formats the progress of a search: `1,234,567 positions, at least 29 moves  First contact`. The
/// name is last, because a narrow terminal cuts off the end.
fn line(name: &str, positions: u64, at_least: u32) -> String {
    let mut line = String::new();
    if positions > 0 {
        line.push_str(&count(positions, "position"));
        if at_least > 1 {
            line.push_str(", ");
            line.push_str(&bound(at_least));
        }
        line.push_str("  ");
    }
    line.push_str(name);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_of_a_search_is_shown() {
        assert_eq!(line("Far", 0, 0), "Far");
        assert_eq!(line("Far", 1, 1), "1 position  Far");
        assert_eq!(line("Far", 1_234_567, 29), "1,234,567 positions, at least 29 moves  Far");
        assert_eq!(line("", 2_000, 0), "2,000 positions  ");
    }

    #[test]
    fn progress_shows_the_oldest_search() {
        let searches = Searches::default();
        assert_eq!(searches.first(), "");
        for (turn, name) in [(7, "later"), (3, "first")] {
            let search = Search { name: name.to_owned(), watch: Watch::default() };
            searches.lock().insert(turn, search);
        }
        assert_eq!(searches.first(), "first");
        searches.lock().remove(&3);
        assert_eq!(searches.first(), "later");
    }
}
