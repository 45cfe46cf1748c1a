//! Bytes that are returned to the budget when they are no longer needed.

use std::sync::Arc;

use super::budget::{Account, Budget};
use super::limit::Limit;

/// Bytes of a [`Budget`]. Dropping the reservation returns them.
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
    /// Takes `bytes` from `budget`.
    ///
    /// # Errors
    ///
    /// [`Limit`] if they are refused; then nothing is taken.
    pub(in crate::search) fn new(bytes: u64, budget: &Budget<'_>) -> Result<Self, Limit> {
        let mut reservation = Self::default();
        reservation.grow(bytes, budget)?;
        Ok(reservation)
    }

    /// Takes `bytes` more.
    ///
    /// # Errors
    ///
    /// [`Limit`] if they are refused; then nothing is taken.
    pub(in crate::search) fn grow(&mut self, bytes: u64, budget: &Budget<'_>) -> Result<(), Limit> {
        budget.take(bytes)?;
        self.account.get_or_insert_with(|| Arc::clone(budget.account()));
        self.bytes += bytes;
        Ok(())
    }

    /// Returns `bytes` of it to the budget.
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

    #[test]
    fn memory_is_returned_on_every_exit() {
        fn fail_halfway(budget: &Budget<'_>) -> Result<(), Limit> {
            let _first = Reservation::new(60, budget)?;
            let _second = Reservation::new(60, budget)?;
            Ok(())
        }
        let budget = Budget::new(100, 0);
        assert_eq!(fail_halfway(&budget), Err(Limit::Memory));
        assert_eq!(budget.reserved(), 0);
        let mut all = Reservation::new(100, &budget).unwrap();
        assert!(all.grow(1, &budget).is_err());
        all.shrink(30);
        assert_eq!(budget.reserved(), 70);
        drop(all);
        assert_eq!(budget.reserved(), 0);
    }
}
