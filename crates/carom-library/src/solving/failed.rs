//! Searches that stop at a broken invariant.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The failure of a search: the sentence of an invariant of carom that does not hold. It says
/// nothing about the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search stopped at a fault of carom: {0}")]
pub struct Failed(pub String);

impl Failed {
    /// Runs a search. Whatever it holds is dropped if it stops at a broken invariant.
    ///
    /// # Errors
    ///
    /// The failure. On WebAssembly, which cannot catch it, a broken invariant ends the instance.
    pub fn catch<T>(search: impl FnOnce() -> T) -> Result<T, Self> {
        catch_unwind(AssertUnwindSafe(search)).map_err(|panic| Self::of(&*panic))
    }

    /// Returns the failure that a panic reports.
    pub fn of(panic: &(dyn Any + Send)) -> Self {
        let text = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self(text.unwrap_or("no message").to_owned())
    }

    /// Stops the search of which the failed one is a part.
    pub fn rethrow(self) -> ! {
        resume_unwind(Box::new(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_is_the_message() {
        assert_eq!(Failed::catch(|| 1), Ok(1));
        let none = [0_u8].get(1).copied();
        assert_eq!(Failed::catch(|| none.expect("one")), Err(Failed("one".to_owned())));
        let failed = Failed::catch(|| assert!(none.is_some(), "{} is missing", 2));
        assert_eq!(failed, Err(Failed("2 is missing".to_owned())));
    }
}
