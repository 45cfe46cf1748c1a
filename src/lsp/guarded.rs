//! Isolation of panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`. A panic is logged and gives `None`.
pub(super) fn guarded<T>(what: &str, work: impl FnOnce() -> T) -> Option<T> {
    let mut work = Some(work);
    let mut result = None;
    run(what, &mut || result = work.take().map(|work| work()));
    result
}

/// Not generic, because the code that catches panics is large.
fn run(what: &str, work: &mut dyn FnMut()) {
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        tracing::error!("a panic while handling {what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_caught() {
        assert_eq!(guarded("a test", || 1), Some(1));
        assert_eq!(guarded("a test", || -> i32 { panic!("as it should") }), None);
    }
}
