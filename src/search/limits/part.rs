//! The bytes of a search that works on several parts side by side.

use std::sync::Arc;

use super::budget::Budget;
use super::pool::Account;
use super::stop::{Limit, Stop};

/// A part of a search, which takes bytes of its own.
#[derive(Debug)]
pub(in crate::search) struct Part(Arc<Account>);

/// The memory that parts of a search may take until they finish a piece of work.
///
/// Each may take the same number of bytes. Since that does not depend on when the
/// others take theirs, what is refused is the same on any number of threads.
#[derive(Debug)]
pub(in crate::search) struct Loan {
    /// The bytes that the search held before.
    base: u64,
    parts: u64,
    /// The bytes that each part may take.
    each: u64,
}

impl<'a> Budget<'a> {
    /// Returns a part of the search, which may take nothing until it is lent some.
    pub(in crate::search) fn open_part(&self) -> Part {
        Part(self.account().open_part())
    }

    /// Lends what is left to the parts, which are all there are, and returns a
    /// budget for each.
    pub(in crate::search) fn lend(&self, parts: &[Part]) -> (Loan, Vec<Self>) {
        let (base, number) = (self.account().held(), parts.len() as u64);
        let left = self.account().limit().saturating_sub(base);
        let each = left.checked_div(number).unwrap_or(0);
        let budgets = parts.iter().map(|Part(account)| {
            account.allow(each);
            self.with_account(account)
        });
        let budgets = budgets.collect();
        let loan = Loan {
            base,
            parts: number,
            each,
        };
        (loan, budgets)
    }

    /// Lends what is left to the parts for work on one after the other.
    ///
    /// # Errors
    ///
    /// Those of the work.
    pub(in crate::search) fn with_parts<T>(
        &self,
        parts: &[Part],
        work: impl FnOnce(&[Self]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let (loan, budgets) = self.lend(parts);
        let done = work(&budgets);
        let growth = budgets.iter().map(Self::growth).max();
        self.settle(&loan, growth.unwrap_or(0), done.as_ref().err().copied());
        done
    }

    /// Returns the most bytes that a part held at a time, beyond those that it held
    /// when it was lent some.
    pub(in crate::search) fn growth(&self) -> u64 {
        self.account().growth()
    }

    /// Takes note of a piece of work in which no part has taken more than `growth`
    /// bytes, and of why it stopped. Where bytes were refused to a part, it would go so
    /// again with the same loan alone.
    pub(in crate::search) fn settle(&self, loan: &Loan, growth: u64, stop: Option<Stop>) {
        let account = self.account();
        if stop == Some(Stop::Limit(Limit::Time)) {
            self.note_timed();
        }
        if stop == Some(Stop::Limit(Limit::Memory)) {
            account.note_peak(loan.total(loan.each));
            account.note_refused(loan.total(loan.each.saturating_add(1)));
        } else {
            account.note_peak(loan.total(growth));
        }
    }
}

impl Loan {
    /// Returns what the search needs for each part to take so many bytes.
    const fn total(&self, each: u64) -> u64 {
        self.base.saturating_add(each.saturating_mul(self.parts))
    }
}
