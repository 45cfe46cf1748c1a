//! The distribution of work over threads.

use std::sync::Mutex;

use crate::search::limits::{Budget, Limit};
use crate::search::threads::on_threads;

/// The number of words of all matrices from which on a second thread pays.
const WORDS_TO_SHARE: usize = 1 << 14;

/// Runs `work` on all tasks, on all threads of the budget if that pays. The result does not depend on
/// the distribution.
pub(super) fn distribute<T: Send>(
    tasks: Vec<T>,
    words: usize,
    budget: &Budget<'_>,
    work: impl Fn(T) + Sync,
) -> Result<(), Limit> {
    let threads = if words < WORDS_TO_SHARE { 1 } else { budget.threads() };
    let queue = Mutex::new(tasks.into_iter());
    let run = || {
        loop {
            let task = queue.lock().expect("no thread panics while it holds the queue").next();
            let Some(task) = task else {
                return Ok(());
            };
            budget.poll()?;
            work(task);
        }
    };
    let results = on_threads(0..threads, |_| run());
    results.into_iter().collect()
}
