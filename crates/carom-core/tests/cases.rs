//! How many random cases the tests try.

use std::ops::Mul;
use std::sync::LazyLock;

/// A run on every commit tries the numbers in the tests, a nightly run ten times as many.
static FACTOR: LazyLock<u8> = LazyLock::new(|| {
    std::env::var("CAROM_TEST_CASES").map_or(1, |factor| factor.parse().expect("a factor"))
});

/// Whether the run tries more cases than usual.
pub fn is_thorough() -> bool {
    *FACTOR > 1
}

/// Returns `number` times the factor in `CAROM_TEST_CASES`, which is 1 by default.
pub fn cases<N: From<u8> + Mul<Output = N>>(number: N) -> N {
    number * N::from(*FACTOR)
}
