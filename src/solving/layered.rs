//! A fast store in front of a permanent one.

use std::sync::Arc;

use super::store::{Listed, Store, Stored};
use super::{Extras, Question};
use crate::search::Answer;

/// Two stores as one. Answers found in the back are copied to the front. New answers are stored in
/// both.
#[derive(Debug)]
pub struct Layered<F, B> {
    front: F,
    back: B,
}

impl<F: Store, B: Store> Layered<F, B> {
    /// Creates a store that looks in `front` first.
    pub const fn new(front: F, back: B) -> Self {
        Self { front, back }
    }
}

impl<F: Store, B: Store> Store for Layered<F, B> {
    fn answer(&self, question: &Question) -> Option<Arc<Answer>> {
        if let Some(answer) = self.front.answer(question) {
            return Some(answer);
        }
        let answer = self.back.answer(question)?;
        self.front.keep_answer(question, &answer);
        Some(answer)
    }

    fn keep_answer(&self, question: &Question, answer: &Arc<Answer>) {
        self.front.keep_answer(question, answer);
        self.back.keep_answer(question, answer);
    }

    fn extras(&self, question: &Question) -> Option<Arc<Extras>> {
        if let Some(extras) = self.front.extras(question) {
            return Some(extras);
        }
        let extras = self.back.extras(question)?;
        self.front.keep_extras(question, &extras);
        Some(extras)
    }

    fn keep_extras(&self, question: &Question, extras: &Arc<Extras>) {
        self.front.keep_extras(question, extras);
        self.back.keep_extras(question, extras);
    }

    fn listed(&self, question: &Question, most: usize) -> Option<Arc<Listed>> {
        if let Some(listed) = self.front.listed(question, most) {
            return Some(listed);
        }
        let listed = self.back.listed(question, most)?;
        self.front.keep_listed(question, most, &listed);
        Some(listed)
    }

    fn keep_listed(&self, question: &Question, most: usize, listed: &Arc<Listed>) {
        self.front.keep_listed(question, most, listed);
        self.back.keep_listed(question, most, listed);
    }

    fn at_hand(&self, question: &Question) -> Option<Stored> {
        self.front.at_hand(question)
    }

    fn positions_per_lookup(&self) -> u64 {
        self.back.positions_per_lookup()
    }
}
