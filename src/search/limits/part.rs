//! The memory of a search that runs in parallel parts.

use std::sync::Arc;

use super::budget::Budget;
use super::pool::Account;
use super::stop::{Limit, Stop};

/// A part of a search, with an account of its own bytes.
#[derive(Debug)]
pub(in crate::search) struct Part(Arc<Account>);

/// The memory that parts of a search may take until they finish a piece of work.
///
/// Each part may take the same number of bytes, whenever the others take theirs. So the same
/// bytes are refused on any number of threads.
#[derive(Debug)]
pub(in crate::search) struct Loan {
    /// The bytes that the search held before.
    base: u64,
    parts: u64,
    /// The bytes that each part may take.
    each: u64,
}

impl<'a> Budget<'a> {
    /// Creates a part of the search. It may take no bytes until some are lent to it.
    pub(in crate::search) fn open_part(&self) -> Part {
        Part(self.account().open_part())
    }

    /// Lends the remaining bytes to all parts of the search. Returns a budget for each.
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

    /// Lends the remaining bytes to the parts while `work` runs.
    ///
    /// # Errors
    ///
    /// The error of `work`.
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

    /// Returns the largest number of bytes that a part has held, minus those that it held before
    /// the loan.
    pub(in crate::search) fn growth(&self) -> u64 {
        self.account().growth()
    }

    /// Ends a loan: records that no part has taken more than `growth` bytes, and why the work
    /// stopped. If bytes were refused to a part, the result holds for the same loan only.
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
    /// Returns the bytes that the search needs if each part takes `each` bytes.
    const fn total(&self, each: u64) -> u64 {
        self.base.saturating_add(each.saturating_mul(self.parts))
    }
}
