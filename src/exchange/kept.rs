//! Writing a puzzle, and finding out what that leaves out.
//!
//! A form tells what it has a place for. Whether what stands there is understood
//! shows when it is read again: a key may have the name of one of the form's own
//! and say something else, and a name may be one that no line can hold.

use super::draft::{Draft, Said};
use super::form::{Form, Keeps, Lost, Refusal, Written};
use crate::syntax::Key;

/// Claims are written in the words of the form, or refused.
const CLAIMS: [Key; 2] = [Key::Moves, Key::Solution];

impl Form {
    /// The text of a puzzle in this form, and what that leaves out.
    ///
    /// # Errors
    ///
    /// Why the form cannot say the puzzle.
    pub fn written(&self, draft: &Draft) -> Result<Written, Refusal> {
        let Some(write) = self.write else {
            return Err(Refusal::new(format!("{} is read, not written", self.name)));
        };
        let game = draft.position.game();
        if !self.has(game) {
            let title = game.title();
            let reason = format!("{} has no place for a puzzle of {title}", self.name);
            return Err(Refusal::new(reason));
        }
        let mut kept = draft.clone();
        loop {
            let text = write(&kept)?;
            let again = self.read_again(&kept, &text);
            // What is not understood has no effect either.
            let unkept = match &again {
                Some(Ok(again)) => self.unkept(&kept, again),
                Some(Err(_)) => self.unkept(&kept, &Draft::new(kept.span, kept.position.clone())),
                None => Vec::new(),
            };
            if !unkept.is_empty() {
                kept.own_keys.retain(|said| !unkept.contains(&said.key));
                continue;
            }
            let again = again.transpose()?;
            let lost = self.lost(draft, &kept, again.as_ref());
            return Ok(Written { text, lost });
        }
    }

    /// What was written as it is read; nothing where that tells nothing new.
    fn read_again(&self, draft: &Draft, text: &str) -> Option<Result<Draft, Refusal>> {
        let is_sure = self.is_own() || self.keeps.all && draft.own_keys.is_empty();
        let read = self.read.filter(|_| !is_sure)?;
        let mut reading = read(text);
        let fault = reading.faults.first();
        let fault = fault.map_or("there is not one puzzle", |fault| &fault.message);
        let refusal = Refusal::new(format!("what is written could not be read: {fault}"));
        let is_one = reading.faults.is_empty() && reading.drafts.len() == 1;
        let draft = reading.drafts.pop().filter(|_| is_one);
        Some(draft.ok_or(refusal))
    }

    /// Whether a key of the user's own may stand in the form.
    fn has_place_for(&self, key: &str) -> bool {
        self.keeps.all || self.keeps.all_own_keys || self.keeps.own_keys.contains(&key)
    }

    /// The keys of the user's own that say something else when they are read
    /// again, or nothing. Lists may have grown with the puzzle.
    fn unkept(&self, draft: &Draft, again: &Draft) -> Vec<String> {
        let is_kept = |said: &&Said<String>| {
            let mut read = again.own(&said.key).into_iter();
            read.any(|read| holds_words(read, &said.value))
        };
        let own = draft.own_keys.iter();
        let own = own.filter(|said| self.has_place_for(&said.key) && !is_kept(said));
        own.map(|said| said.key.clone()).collect()
    }

    /// What the form has no place for, where `kept` is what was written of the
    /// draft, and was read `again`.
    fn lost(&self, draft: &Draft, kept: &Draft, again: Option<&Draft>) -> Vec<Lost> {
        let Keeps {
            name,
            comments,
            keys,
            all,
            but,
            ..
        } = self.keeps;
        let mut lost = Vec::new();
        let is_other = again.is_some_and(|again| again.name != draft.name);
        let is_lost = |said: &str| !all && (!name(said) || is_other);
        if draft.name.as_deref().is_some_and(is_lost) {
            lost.push(Lost::Name);
        }
        let is_other = |said: &Said<Key>| {
            let read = again.map(|again| again.said(said.key).map(|read| &read.value));
            !CLAIMS.contains(&said.key) && read.is_some_and(|read| read != Some(&said.value))
        };
        let is_lost = |said: &&Said<Key>| !all && (!keys.contains(&said.key) || is_other(said));
        let said = draft.keys.iter().filter(is_lost);
        lost.extend(said.map(|said| Lost::Key(said.key.name().to_owned())));
        let is_lost = |key: &str| !self.has_place_for(key) || kept.own(key).is_none();
        let said = draft.own_keys.iter().filter(|said| is_lost(&said.key));
        lost.extend(said.map(|said| Lost::Key(said.key.clone())));
        let is_other = again.is_some_and(|again| !lines_of(again).eq(lines_of(draft)));
        if !all && !draft.comments.is_empty() && (!comments || is_other) {
            lost.push(Lost::Comments);
        }
        lost.extend(but(draft));
        lost
    }
}

/// Whether the words of a text stand among those of another, in their order.
fn holds_words(text: &str, words: &str) -> bool {
    let mut text = text.split_whitespace();
    words
        .split_whitespace()
        .all(|word| text.any(|other| other == word))
}

/// The comments of a puzzle, of which blank lines are none.
fn lines_of(draft: &Draft) -> impl Iterator<Item = &str> {
    let lines = draft.comments.iter().flat_map(|comment| comment.lines());
    lines.map(str::trim).filter(|line| !line.is_empty())
}
