//! Work on many threads whose results come in the order of the work.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// Takes items from `items` on up to `jobs` threads, works on each, and hands
/// the results to `consume` on this thread in the order of the items, each as
/// soon as it and all before it are there. An error of `consume` ends the run.
///
/// A thread is started when there is an item for the one before it, so that no
/// more are started than there are items.
pub(super) fn ordered<T, R, E>(
    jobs: NonZeroUsize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(u64, T) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
{
    let run = Run {
        items: Mutex::new((0..).zip(items)),
        work,
        threads_left: AtomicUsize::new(jobs.get() - 1),
        is_over: AtomicBool::new(false),
    };
    // Where `consume` is the slower side, results do not pile up before it.
    // What waits for an earlier result is taken off the channel, so that no
    // thread stands idle because one item takes long.
    let (sender, receiver) = mpsc::sync_channel(256);
    thread::scope(|scope| {
        let run = &run;
        scope.spawn(Box::new(move || run.work(scope, sender)) as Thread<'_>);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        // It goes with the run: nobody waits for room in it after an error.
        for (number, result) in Gathering::new(receiver) {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                if let Err(error) = consume(result) {
                    run.is_over.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    })
}

/// Results as they come. To wake a thread for each of thousands that come one
/// right after the other costs more than many of them took, so that those may
/// gather for a moment.
struct Gathering<T> {
    receiver: Receiver<T>,
    /// How long they may gather.
    pause: Duration,
}

impl<T> Gathering<T> {
    /// What comes fast is kept back no longer than this.
    const LONGEST: Duration = Duration::from_millis(1);

    const fn new(receiver: Receiver<T>) -> Self {
        Self {
            receiver,
            pause: Duration::ZERO,
        }
    }
}

impl<T> Iterator for Gathering<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if let Ok(result) = self.receiver.try_recv() {
            return Some(result);
        }
        if !self.pause.is_zero() {
            thread::sleep(self.pause);
        }
        let since = Instant::now();
        let result = self.receiver.recv().ok()?;
        self.pause = match since.elapsed() < Self::LONGEST {
            true => Self::LONGEST.min(self.pause * 2 + Self::LONGEST / 32),
            false => Duration::ZERO,
        };
        Some(result)
    }
}

/// What a thread does, of any run: to start one is much code.
type Thread<'scope> = Box<dyn FnOnce() + Send + 'scope>;

/// What the threads of a run share.
struct Run<I, W> {
    items: Mutex<I>,
    work: W,
    /// So many more may be started.
    threads_left: AtomicUsize,
    is_over: AtomicBool,
}

impl<I, W> Run<I, W> {
    /// What one thread does until there is nothing left.
    fn work<'scope, T, R>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        sender: SyncSender<(u64, R)>,
    ) where
        I: Iterator<Item = (u64, T)> + Send,
        W: Fn(u64, T) -> R + Sync,
        R: Send + 'scope,
    {
        while !self.is_over.load(Ordering::Relaxed) {
            let next = self
                .items
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next();
            let Some((number, item)) = next else {
                return;
            };
            self.start_another(scope, &sender);
            if sender.send((number, (self.work)(number, item))).is_err() {
                return;
            }
        }
    }

    /// Starts a thread for what may be left, if there may be one more.
    fn start_another<'scope, T, R>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        sender: &SyncSender<(u64, R)>,
    ) where
        I: Iterator<Item = (u64, T)> + Send,
        W: Fn(u64, T) -> R + Sync,
        R: Send + 'scope,
    {
        let left = |left: usize| left.checked_sub(1);
        let (relaxed, threads_left) = (Ordering::Relaxed, &self.threads_left);
        if threads_left.fetch_update(relaxed, relaxed, left).is_ok() {
            let sender = sender.clone();
            let another: Thread<'_> = Box::new(move || self.work(scope, sender));
            // Where the system has no thread to give, there are enough.
            let _ = thread::Builder::new().spawn_scoped(scope, another);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        for jobs in [1, 2, 7] {
            let mut seen = Vec::new();
            let work = |number: u64, item: u64| {
                thread::sleep(std::time::Duration::from_micros(item * 37 % 101));
                (number, item)
            };
            let jobs = NonZeroUsize::new(jobs).unwrap();
            let result: Result<(), ()> = ordered(jobs, (0..200).map(|n| n * 2), work, |r| {
                seen.push(r);
                Ok(())
            });
            assert_eq!(result, Ok(()));
            assert!(seen.into_iter().eq((0..200).map(|n| (n, n * 2))));
        }
    }

    /// Each thread asks once for an item that is not there.
    #[test]
    fn no_more_threads_start_than_there_is_work_for() {
        let asked = AtomicUsize::new(0);
        let mut items = 0..3;
        let items = std::iter::from_fn(|| {
            asked.fetch_add(1, Ordering::Relaxed);
            items.next()
        });
        let jobs = NonZeroUsize::new(1000).unwrap();
        let mut count = 0;
        let result: Result<(), ()> = ordered(
            jobs,
            items,
            |_, item| item,
            |_| {
                count += 1;
                Ok(())
            },
        );
        assert_eq!((result, count), (Ok(()), 3));
        assert!((4..=7).contains(&asked.into_inner()));
    }

    #[test]
    fn an_error_ends_threads_that_wait_to_be_rid_of_their_results() {
        let jobs = NonZeroUsize::new(2).unwrap();
        let result = ordered(
            jobs,
            0..1_000_000_000,
            |_, item| item,
            |_: u64| {
                // Meanwhile no room is left.
                thread::sleep(std::time::Duration::from_millis(100));
                Err("enough")
            },
        );
        assert_eq!(result, Err("enough"));
    }

    #[test]
    fn an_error_ends_the_run() {
        let mut count = 0;
        let result = ordered(
            NonZeroUsize::MIN,
            0..1_000_000_000,
            |_, item| item,
            |item| {
                count += 1;
                if item == 3 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((result, count), (Err("enough"), 4));
    }
}
