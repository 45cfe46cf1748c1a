//! Work on many threads whose results come in the order of the work.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Takes items from `items` on `jobs` threads, works on each, and hands the
/// results to `consume` on this thread in the order of the items, each as soon
/// as it and all before it are there. An error of `consume` ends the run.
pub(super) fn ordered<T, R, E>(
    jobs: NonZeroUsize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(u64, T) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
{
    let items = Mutex::new((0..).zip(items));
    let is_over = AtomicBool::new(false);
    // Where `consume` is the slower side, results do not pile up before it.
    // What waits for an earlier result is taken off the channel, so that no
    // thread stands idle because one item takes long.
    let (sender, receiver) = mpsc::sync_channel(64);
    thread::scope(|scope| {
        for _ in 0..jobs.get() {
            let sender = sender.clone();
            let (items, work, is_over) = (&items, &work, &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((number, item)) = next else {
                        break;
                    };
                    if sender.send((number, work(number, item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
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
