//! Panics that cost no more than what they are about.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` gives; a panic is logged and costs this piece of work alone.
pub(super) fn guarded<T>(what: &str, work: impl FnOnce() -> T) -> Option<T> {
    let result = catch_unwind(AssertUnwindSafe(work));
    if result.is_err() {
        tracing::error!("a panic while handling {what}");
    }
    result.ok()
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
