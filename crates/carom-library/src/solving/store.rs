//! Stores of answers.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Extras, Identity, Limit, Optima, Question};
use crate::search::{Answer, Scope};

/// An answer with its extras, if they are stored.
pub type Stored = (Arc<Answer>, Option<Arc<Extras>>);

/// The optimal solutions of a puzzle, or the limit that was reached; `None` if there are
/// none to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The solutions.
    pub optima: Option<Result<Optima, Limit>>,
    /// The limits under which they are the same.
    pub scope: Scope,
}

/// A store of answers. It returns only what a search would find: [`Question::is_served`]
/// decides.
pub trait Store: fmt::Debug + Send + Sync {
    /// Returns the answer to a question, if it is stored.
    fn answer(&self, question: &Question) -> Option<Arc<Answer>>;

    /// Stores the answer to a question.
    fn keep_answer(&self, question: &Question, answer: &Arc<Answer>);

    /// Returns the extras of a question, if they are stored.
    fn extras(&self, question: &Question) -> Option<Arc<Extras>>;

    /// Stores the extras of a question.
    fn keep_extras(&self, question: &Question, extras: &Arc<Extras>);

    /// Returns the optimal solutions of a puzzle, the first `most` of them listed, if they
    /// are stored.
    fn listed(&self, _question: &Question, _most: usize) -> Option<Arc<Listed>> {
        None
    }

    /// Stores the optimal solutions of a puzzle, the first `most` of them listed.
    fn keep_listed(&self, _question: &Question, _most: usize, _listed: &Arc<Listed>) {}

    /// Returns what is stored for a question without waiting, for example for a disk.
    fn stored(&self, _question: &Question) -> Option<Stored> {
        None
    }
}

/// A store that stores nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStore;

impl Store for NoStore {
    fn answer(&self, _: &Question) -> Option<Arc<Answer>> {
        None
    }

    fn keep_answer(&self, _: &Question, _: &Arc<Answer>) {}

    fn extras(&self, _: &Question) -> Option<Arc<Extras>> {
        None
    }

    fn keep_extras(&self, _: &Question, _: &Arc<Extras>) {}
}

/// A store shared by several solvers.
impl<S: Store + ?Sized> Store for Arc<S> {
    fn answer(&self, question: &Question) -> Option<Arc<Answer>> {
        (**self).answer(question)
    }

    fn keep_answer(&self, question: &Question, answer: &Arc<Answer>) {
        (**self).keep_answer(question, answer);
    }

    fn extras(&self, question: &Question) -> Option<Arc<Extras>> {
        (**self).extras(question)
    }

    fn keep_extras(&self, question: &Question, extras: &Arc<Extras>) {
        (**self).keep_extras(question, extras);
    }

    fn listed(&self, question: &Question, most: usize) -> Option<Arc<Listed>> {
        (**self).listed(question, most)
    }

    fn keep_listed(&self, question: &Question, most: usize, listed: &Arc<Listed>) {
        (**self).keep_listed(question, most, listed);
    }

    fn stored(&self, question: &Question) -> Option<Stored> {
        (**self).stored(question)
    }
}

/// The store of a solver, with the cache of a call behind it.
#[derive(Clone, Copy)]
pub(super) struct Stores<'a> {
    pub(super) memory: &'a dyn Store,
    pub(super) cache: Option<&'a dyn Store>,
}

impl Stores<'_> {
    /// Returns the answer to a question. Copies one from the cache to the memory.
    pub(super) fn answer(self, question: &Question) -> Option<Arc<Answer>> {
        self.memory.answer(question).or_else(|| {
            let answer = self.cache?.answer(question)?;
            self.memory.keep_answer(question, &answer);
            Some(answer)
        })
    }

    pub(super) fn keep_answer(self, question: &Question, answer: &Arc<Answer>) {
        self.each(|store| store.keep_answer(question, answer));
    }

    /// Returns the extras of a question. Copies those from the cache to the memory.
    pub(super) fn extras(self, question: &Question) -> Option<Arc<Extras>> {
        self.memory.extras(question).or_else(|| {
            let extras = self.cache?.extras(question)?;
            self.memory.keep_extras(question, &extras);
            Some(extras)
        })
    }

    pub(super) fn keep_extras(self, question: &Question, extras: &Arc<Extras>) {
        self.each(|store| store.keep_extras(question, extras));
    }

    /// Returns the optimal solutions of a puzzle.
    pub(super) fn listed(self, question: &Question, most: usize) -> Option<Arc<Listed>> {
        let listed = self.memory.listed(question, most);
        listed.or_else(|| self.cache?.listed(question, most))
    }

    pub(super) fn keep_listed(self, question: &Question, most: usize, listed: &Arc<Listed>) {
        self.each(|store| store.keep_listed(question, most, listed));
    }

    fn each(self, keep: impl Fn(&dyn Store)) {
        keep(self.memory);
        self.cache.into_iter().for_each(keep);
    }
}

/// The maximum number of entries in memory. If there are more, all are dropped.
const KEPT: usize = 50_000;

/// A store that lasts as long as the process.
#[derive(Debug, Default)]
pub struct Memory {
    entries: Mutex<Entries>,
    /// The minimum number of positions of an answer that is stored.
    least: u64,
}

#[derive(Debug, Default)]
struct Entries {
    by_identity: HashMap<Identity, Vec<Entry>>,
    count: usize,
}

#[derive(Debug)]
struct Entry {
    question: Question,
    answer: Arc<Answer>,
    extras: Option<Arc<Extras>>,
}

impl Memory {
    /// Creates a store for expensive answers only, with at least this many positions.
    pub fn of_costly() -> Self {
        Self { least: 20_000, ..Self::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        // Each entry is added in one step, so a panic elsewhere leaves them usable.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    fn of(&self, question: &Question) -> impl Iterator<Item = &Entry> {
        let entries = self.by_identity.get(&question.identity());
        entries.into_iter().flatten()
    }

    fn push(&mut self, entry: Entry) {
        if self.count >= KEPT {
            self.by_identity.clear();
            self.count = 0;
        }
        self.count += 1;
        let identity = entry.question.identity();
        self.by_identity.entry(identity).or_default().push(entry);
    }
}

impl Store for Memory {
    fn answer(&self, question: &Question) -> Option<Arc<Answer>> {
        let entries = self.lock();
        let mut answers = entries.of(question);
        let found = answers.find(|kept| question.is_served(&kept.question, &kept.answer.scope))?;
        Some(Arc::clone(&found.answer))
    }

    fn keep_answer(&self, question: &Question, answer: &Arc<Answer>) {
        if answer.positions < self.least {
            return;
        }
        self.lock().push(Entry {
            question: question.clone(),
            answer: Arc::clone(answer),
            extras: None,
        });
    }

    fn extras(&self, question: &Question) -> Option<Arc<Extras>> {
        let entries = self.lock();
        let mut found = entries.of(question).filter_map(|kept| {
            let extras = kept.extras.as_ref()?;
            let serves = kept.question.wants_same(question)
                && question.is_served(&kept.question, &extras.scope);
            serves.then(|| Arc::clone(extras))
        });
        found.next()
    }

    fn keep_extras(&self, question: &Question, extras: &Arc<Extras>) {
        let mut entries = self.lock();
        let mut of_same = entries.by_identity.get_mut(&question.identity()).into_iter().flatten();
        // The answer was stored before.
        let served = of_same.find(|kept| question.is_served(&kept.question, &kept.answer.scope));
        let Some(kept) = served else {
            return;
        };
        if kept.extras.is_none() {
            kept.question = question.clone();
            kept.extras = Some(Arc::clone(extras));
            return;
        }
        let entry = Entry {
            question: question.clone(),
            answer: Arc::clone(&kept.answer),
            extras: Some(Arc::clone(extras)),
        };
        entries.push(entry);
    }

    fn stored(&self, question: &Question) -> Option<Stored> {
        Some((self.answer(question)?, self.extras(question)))
    }
}
