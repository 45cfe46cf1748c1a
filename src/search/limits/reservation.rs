//! Bytes that are returned to the pool when they are no longer needed.

use std::sync::Arc;

use super::budget::Budget;
use super::pool::Account;
use super::stop::Stop;

/// Bytes of a [`MemoryPool`]. Dropping the reservation returns them.
///
/// Reserve bytes before you allocate them. The owner of memory has the reservation in a field
/// below the memory itself, so that the bytes are returned after they are freed, however the
/// search ends.
#[derive(Debug, Default)]
pub(in crate::search) struct Reservation {
    /// The account that holds the bytes, or `None` before the first.
    account: Option<Arc<Account>>,
    bytes: u64,
}

impl Reservation {
    /// Takes `bytes` from the pool of `budget`.
    ///
    /// # Errors
    ///
    /// [`Stop`] if they are refused; then nothing is taken.
    pub(in crate::search) fn new(bytes: u64, budget: &Budget<'_>) -> Result<Self, Stop> {
        let mut reservation = Self::default();
        reservation.grow(bytes, budget)?;
        Ok(reservation)
    }

    /// Takes `bytes` more.
    ///
    /// # Errors
    ///
    /// [`Stop`] if they are refused; then nothing is taken.
    pub(in crate::search) fn grow(&mut self, bytes: u64, budget: &Budget<'_>) -> Result<(), Stop> {
        let account = self
            .account
            .get_or_insert_with(|| Arc::clone(budget.account()));
        account.take(bytes, || budget.poll())?;
        self.bytes += bytes;
        Ok(())
    }

    /// Returns `bytes` of it to the pool.
    pub(in crate::search) fn shrink(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        if let Some(account) = &self.account
            && bytes > 0
        {
            account.give_back(bytes);
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::{Limit, MemoryPool};

    #[test]
    fn memory_budget_is_returned_on_every_exit() {
        fn fail_halfway(budget: &Budget<'_>) -> Result<(), Stop> {
            let _first = Reservation::new(60, budget)?;
            let _second = Reservation::new(60, budget)?;
            Ok(())
        }
        let pool = MemoryPool::new(100);
        let budget = Budget::new(&pool, 0, 0);
        assert_eq!(fail_halfway(&budget), Err(Stop::Limit(Limit::Memory)));
        assert_eq!(budget.reserved(), 0);
        let mut all = Reservation::new(100, &budget).ok().unwrap();
        assert!(all.grow(1, &budget).is_err());
        all.shrink(30);
        assert_eq!((budget.reserved(), pool.used()), (70, 70));
        drop(budget);
        // It outlives the budget, and so do its bytes.
        assert_eq!(pool.used(), 70);
        drop(all);
        assert_eq!(pool.used(), 0);
    }
}
