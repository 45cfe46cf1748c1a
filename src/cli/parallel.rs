//! A parallel map that keeps the order of its items.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// Calls `work` for each item on up to `jobs` threads, and `consume` on this
/// thread for each result in the order of the items, as soon as it and all
/// earlier ones are complete. An error of `consume` stops the map.
///
/// A thread starts when the one before it has an item, so there are never more
/// threads than items.
pub(super) fn map_in_order<T, R, E>(
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
    // The bound keeps results from piling up if `consume` is slow. Results that
    // wait for an earlier one leave the channel, so a long item blocks no thread.
    let (sender, receiver) = mpsc::sync_channel(256);
    thread::scope(|scope| {
        let run = &run;
        scope.spawn(Box::new(move || run.work(scope, sender)) as Thread<'_>);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        // An early return drops the receiver, which wakes blocked senders.
        for (number, result) in Batched::new(receiver) {
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

/// An iterator over received results. While they arrive in quick succession, it
/// pauses before it waits: waking this thread for each of thousands of results
/// costs more than many of the results.
struct Batched<T> {
    receiver: Receiver<T>,
    /// The pause before the next wait.
    pause: Duration,
}

impl<T> Batched<T> {
    /// The longest pause.
    const LONGEST: Duration = Duration::from_millis(1);

    const fn new(receiver: Receiver<T>) -> Self {
        Self {
            receiver,
            pause: Duration::ZERO,
        }
    }
}

impl<T> Iterator for Batched<T> {
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

/// The body of a thread. Boxed, so that the code to spawn one is compiled once.
type Thread<'scope> = Box<dyn FnOnce() + Send + 'scope>;

/// The state that the threads share.
struct Run<I, W> {
    items: Mutex<I>,
    work: W,
    /// The number of threads that may still start.
    threads_left: AtomicUsize,
    is_over: AtomicBool,
}

impl<I, W> Run<I, W> {
    /// Works on items until none is left.
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

    /// Starts another thread if the limit allows it.
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
            // If the system refuses a thread, the present ones do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, another);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order() {
        for jobs in [1, 2, 7] {
            let mut seen = Vec::new();
            let work = |number: u64, item: u64| {
                thread::sleep(std::time::Duration::from_micros(item * 37 % 101));
                (number, item)
            };
            let jobs = NonZeroUsize::new(jobs).unwrap();
            let result: Result<(), ()> = map_in_order(jobs, (0..200).map(|n| n * 2), work, |r| {
                seen.push(r);
                Ok(())
            });
            assert_eq!(result, Ok(()));
            assert!(seen.into_iter().eq((0..200).map(|n| (n, n * 2))));
        }
    }

    /// Each thread polls the exhausted iterator once.
    #[test]
    fn starts_at_most_one_thread_per_item() {
        let asked = AtomicUsize::new(0);
        let mut items = 0..3;
        let items = std::iter::from_fn(|| {
            asked.fetch_add(1, Ordering::Relaxed);
            items.next()
        });
        let jobs = NonZeroUsize::new(1000).unwrap();
        let mut count = 0;
        let result: Result<(), ()> = map_in_order(
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
    fn error_unblocks_senders() {
        let jobs = NonZeroUsize::new(2).unwrap();
        let result = map_in_order(
            jobs,
            0..1_000_000_000,
            |_, item| item,
            |_: u64| {
                // The channel fills up.
                thread::sleep(std::time::Duration::from_millis(100));
                Err("enough")
            },
        );
        assert_eq!(result, Err("enough"));
    }

    #[test]
    fn error_stops_the_map() {
        let mut count = 0;
        let result = map_in_order(
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
