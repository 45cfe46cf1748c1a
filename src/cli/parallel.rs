//! A parallel map that keeps the order of its items.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The most threads, more than a machine has cores: each needs memory although it may get no item.
const MOST_THREADS: usize = 256;

/// Calls `work` for each item on up to `jobs` threads, and `consume` on this
/// thread for each result in the order of the items, as soon as it and all
/// earlier ones are complete. An error of `consume` stops the map.
pub(super) fn map_in_order<T, R, E>(
    jobs: NonZeroUsize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(u64, T) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
{
    let items = Mutex::new((0..).zip(items));
    let next_item = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let is_over = AtomicBool::new(false);
    // The bound keeps results from piling up if `consume` is slow. Results that
    // wait for an earlier one leave the channel, so a long item blocks no thread.
    let (sender, receiver) = mpsc::sync_channel(64);
    let work_on_items = &|sender: SyncSender<(u64, R)>| {
        while !is_over.load(Ordering::Relaxed)
            && let Some((number, item)) = next_item()
            && sender.send((number, work(number, item))).is_ok()
        {}
    };
    thread::scope(|scope| {
        for _ in 1..jobs.get().min(MOST_THREADS) {
            let sender = sender.clone();
            // If the system refuses a thread, the others do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, move || work_on_items(sender));
        }
        scope.spawn(move || work_on_items(sender));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        // An early return drops the receiver, which wakes blocked senders.
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                if let Err(error) = consume(result) {
                    is_over.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order() {
        for jobs in [1, 2, 7, usize::MAX] {
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
