//! Panics that cost no more than what they are about.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` gives; a panic is logged and costs this piece of work alone.
pub(super) fn guarded<T>(what: &str, work: impl FnOnce() -> T) -> Option<T> {
    let mut work = Some(work);
    let mut result = None;
    run(what, &mut || result = work.take().map(|work| work()));
    result
}

/// Runs any work: what catches panics is much code.
fn run(what: &str, work: &mut dyn FnMut()) {
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        tracing::error!("a panic while handling {what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught() {
        assert_eq!(guarded("a test", || 1), Some(1));
        assert_eq!(
            guarded("a test", || -> i32 { panic!("as it should") }),
            None
        );
    }
}
