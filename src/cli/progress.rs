//! The progress bar on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How many puzzles or files are done, and the puzzle last begun.
#[derive(Debug)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar over `things`, drawn on standard error where a person looks at it.
    pub(super) fn new(is_drawn: bool, things: &str) -> Self {
        let target = if is_drawn {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let template = format!("{{bar:24}} {{pos}}/{{len}} {things}  {{wide_msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        if is_drawn {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self(bar)
    }

    /// `count` more are to be done.
    pub(super) fn add(&self, count: usize) {
        self.0.inc_length(u64::try_from(count).unwrap_or(u64::MAX));
    }

    /// A puzzle is begun.
    pub(super) fn begin(&self, name: Option<&str>) {
        if !self.0.is_hidden() {
            self.0.set_message(name.unwrap_or_default().to_owned());
        }
    }

    /// One is done.
    pub(super) fn end(&self) {
        self.0.inc(1);
    }

    /// Does something that may write, with the bar out of the way.
    pub(super) fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        if self.0.is_hidden() {
            work()
        } else {
            self.0.suspend(work)
        }
    }

    /// Wipes the bar.
    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
