//! Writes a puzzle, and determines what is lost.
//!
//! A format declares what it can hold. Reading the written text again shows whether it did. For
//! example, a custom key may have the name of one of the format's keys with an unrelated value, or
//! a name may not fit on a line.

use super::format::{Coverage, Export, Format, Loss, Refusal};
use super::record::{KeyValue, PuzzleRecord};
use crate::syntax::Key;

/// Claims, which a format writes in its own notation or refuses.
const CLAIMS: [Key; 2] = [Key::Moves, Key::Solution];

impl Format {
    /// Returns the text of a puzzle in this format, and what is lost.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the format cannot express the puzzle.
    pub fn export(&self, record: &PuzzleRecord) -> Result<Export, Refusal> {
        let Some(write) = self.write else {
            return Err(Refusal::new(format!(
                "carom reads {} but does not write it",
                self.name
            )));
        };
        let game = record.position.game();
        if !self.has(game) {
            let title = game.title();
            let reason = format!("{} has no puzzles of {title}", self.name);
            return Err(Refusal::new(reason));
        }
        let is_grouped = record.position.grouping().is_grouped();
        if is_grouped && !(self.coverage.grouped || self.coverage.all) {
            let reason = format!(
                "{} counts every slide as a move (no rule `grouped`)",
                self.name
            );
            return Err(Refusal::new(reason));
        }
        let mut kept = record.clone();
        loop {
            let text = write(&kept)?;
            let again = self.read_again(&kept, &text);
            // An unknown key is not written either.
            let unkept = match &again {
                Some(Ok(again)) => self.unkept(&kept, again),
                Some(Err(_)) => {
                    self.unkept(&kept, &PuzzleRecord::new(kept.span, kept.position.clone()))
                }
                None => Vec::new(),
            };
            if !unkept.is_empty() {
                kept.own_keys.retain(|said| !unkept.contains(&said.key));
                continue;
            }
            let again = again.transpose()?;
            let losses = self.losses(record, &kept, again.as_ref());
            return Ok(Export { text, losses });
        }
    }

    /// Names the puzzles of a file without a name after the file. A format that holds names keeps
    /// puzzles without one.
    pub fn name_after(&self, stem: &str, records: &mut [PuzzleRecord]) {
        if self.coverage.all {
            return;
        }
        let is_one = records.len() == 1;
        for (number, record) in (1..).zip(records) {
            record.name.get_or_insert_with(|| match is_one {
                true => stem.to_owned(),
                false => format!("{stem} {number}"),
            });
        }
    }

    /// Joins the texts of puzzles that were [exported](Self::export).
    pub fn join<'t>(&self, texts: impl Iterator<Item = &'t str>) -> String {
        let mut heading = "";
        let texts = texts.map(|text| {
            let (first, rest) = text.split_once('\n').unwrap_or_default();
            let is_heading = self.heading.is_some_and(|start| first.starts_with(start));
            let is_same = is_heading && std::mem::replace(&mut heading, first) == first;
            if is_same { rest } else { text }
        });
        let texts: Vec<&str> = texts.collect();
        let between = self.between.unwrap_or_default();
        match self.around.filter(|_| texts.len() > 1) {
            Some([start, end]) => {
                let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
                format!("{start}{}\n{end}", texts.join(between))
            }
            None => texts.join(between),
        }
    }

    /// Reads the written text again, unless the format can hold everything.
    fn read_again(
        &self,
        record: &PuzzleRecord,
        text: &str,
    ) -> Option<Result<PuzzleRecord, Refusal>> {
        let is_sure = self.is_own() || self.coverage.all && record.own_keys.is_empty();
        let read = self.read.filter(|_| !is_sure)?;
        let mut import = read(text);
        let fault = import.faults.first();
        let fault = fault.map_or("expected one puzzle", |fault| &fault.message);
        let refusal = Refusal::new(format!("the written text cannot be read back: {fault}"));
        let is_one = import.faults.is_empty() && import.records.len() == 1;
        let record = import.records.pop().filter(|_| is_one);
        Some(record.ok_or(refusal))
    }

    /// Whether the format can hold this custom key.
    fn has_place_for(&self, key: &str) -> bool {
        self.coverage.all || self.coverage.all_own_keys || self.coverage.own_keys.contains(&key)
    }

    /// Returns the custom keys whose values differ when they are read again. Lists may have become
    /// longer.
    fn unkept(&self, record: &PuzzleRecord, again: &PuzzleRecord) -> Vec<String> {
        let is_kept = |said: &&KeyValue<String>| {
            let mut read = again.own_value(&said.key).into_iter();
            read.any(|read| holds_words(read, &said.value))
        };
        let own = record.own_keys.iter();
        let own = own.filter(|said| self.has_place_for(&said.key) && !is_kept(said));
        own.map(|said| said.key.clone()).collect()
    }

    /// Returns what is lost. `kept` is the part of the record that was written, and `again` is the
    /// result of reading it.
    fn losses(
        &self,
        record: &PuzzleRecord,
        kept: &PuzzleRecord,
        again: Option<&PuzzleRecord>,
    ) -> Vec<Loss> {
        let Coverage {
            name,
            comments,
            keys,
            all,
            but,
            ..
        } = self.coverage;
        let mut losses = Vec::new();
        let is_other = again.is_some_and(|again| again.name != record.name);
        let is_lost = |said: &str| !all && (!name(said) || is_other);
        if record.name.as_deref().is_some_and(is_lost) {
            losses.push(Loss::Name);
        }
        let is_other = |said: &KeyValue<Key>| {
            let read = again.map(|again| again.key_value(said.key).map(|read| &read.value));
            !CLAIMS.contains(&said.key) && read.is_some_and(|read| read != Some(&said.value))
        };
        let is_lost = |said: &&KeyValue<Key>| !all && (!keys.contains(&said.key) || is_other(said));
        let said = record.keys.iter().filter(is_lost);
        losses.extend(said.map(|said| Loss::Key(said.key.name().to_owned())));
        let is_lost = |key: &str| !self.has_place_for(key) || kept.own_value(key).is_none();
        let said = record.own_keys.iter().filter(|said| is_lost(&said.key));
        losses.extend(said.map(|said| Loss::Key(said.key.clone())));
        let is_other = again.is_some_and(|again| !lines_of(again).eq(lines_of(record)));
        if !all && !record.comments.is_empty() && (!comments || is_other) {
            losses.push(Loss::Comments);
        }
        losses.extend(but(record));
        losses
    }
}

/// Whether the words of a text are a subsequence of those of another.
fn holds_words(text: &str, words: &str) -> bool {
    let mut text = text.split_whitespace();
    words
        .split_whitespace()
        .all(|word| text.any(|other| other == word))
}

/// Returns the comment lines of a puzzle that are not blank.
fn lines_of(record: &PuzzleRecord) -> impl Iterator<Item = &str> {
    let lines = record.comments.iter().flat_map(|comment| comment.lines());
    lines.map(str::trim).filter(|line| !line.is_empty())
}
