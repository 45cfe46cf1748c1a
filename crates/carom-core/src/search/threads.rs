//! Threads for parts of one search.

/// Runs `work` on each of the parts, the first on this thread and each other on a thread of its
/// own. Returns the results in the same order. If one panics, this function panics after the
/// others have ended.
pub(super) fn on_threads<T: Send, R: Send>(
    parts: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut parts = parts.into_iter();
    let Some(own) = parts.next() else {
        return Vec::new();
    };
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let mut results = vec![work(own)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::on_threads;

    #[test]
    fn results_are_in_input_order() {
        for parts in 0..9 {
            let squares = on_threads(0..parts, |part: u64| {
                std::thread::sleep(std::time::Duration::from_millis(parts - part));
                part * part
            });
            let expected: Vec<u64> = (0..parts).map(|part| part * part).collect();
            assert_eq!(squares, expected);
        }
    }

    #[test]
    fn panic_of_a_task_propagates_after_the_others_end() {
        for place in 0..3 {
            let done = AtomicUsize::new(0);
            let run = || {
                on_threads(0..3, |part| {
                    if part == place {
                        std::panic::panic_any(part);
                    }
                    std::thread::sleep(std::time::Duration::from_millis(5));
                    done.fetch_add(1, Ordering::Relaxed);
                })
            };
            let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
            assert_eq!(panic.downcast_ref(), Some(&place));
            assert_eq!(done.into_inner(), 2);
        }
    }
}
