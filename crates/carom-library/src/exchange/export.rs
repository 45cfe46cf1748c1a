//! Writes a puzzle, and determines what is lost.
//!
//! The written text is read again: what it does not give back is lost. A format need not say what
//! it can hold. A custom key may have the name of one of its keys with an unrelated value, and a
//! name may not fit on a line.

use super::format::{Export, Format, Loss, Refusal};
use super::record::{KeyValue, PuzzleRecord};
use crate::analysis::read_move;
use crate::games::{Move, Slide};
use crate::syntax::{Key, move_text};

/// Claims, which a format writes in its own notation or refuses.
const CLAIMS: [Key; 2] = [Key::Moves, Key::Solution];

impl Format {
    /// Returns the text of a puzzle in this format, and what is lost.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the format cannot express the puzzle.
    pub fn export(&self, record: &PuzzleRecord) -> Result<Export, Refusal> {
        let (name, game) = (self.name, record.position.game());
        let Some(write) = self.write else {
            let reason = format!("carom reads {name} but does not write it");
            return Err(Refusal::new(reason));
        };
        if !self.has(game) {
            let reason = format!("{name} has no puzzles of {}", game.title());
            return Err(Refusal::new(reason));
        }
        let is_grouped = record.position.grouping().is_grouped();
        if is_grouped && !self.grouped && !self.is_lossless {
            let reason = format!("{name} counts every slide as a move (no rule `grouped`)");
            return Err(Refusal::new(reason));
        }
        let mut kept = record.clone();
        loop {
            let text = write(&kept)?;
            if self.is_own() || self.is_lossless && record.own_keys.is_empty() {
                let losses = Vec::new();
                return Ok(Export { text, losses });
            }
            let again = self.read_again(&text);
            // Without the custom keys that do not return, others may.
            let returns = |entry: &KeyValue<String>| {
                let again = again.as_ref().ok().and_then(|again| again.own_value(&entry.key));
                again.is_some_and(|again| holds_words(again, &entry.value))
            };
            let before = kept.own_keys.len();
            kept.own_keys.retain(returns);
            if kept.own_keys.len() == before {
                let losses = self.losses(record, &kept, &again?);
                return Ok(Export { text, losses });
            }
        }
    }

    /// Names the puzzles of a file without a name after the file. A format that holds names keeps
    /// puzzles without one.
    pub fn name_after(&self, stem: &str, records: &mut [PuzzleRecord]) {
        if self.is_lossless {
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
        let texts: Vec<&str> = texts
            .map(|text| {
                let (first, rest) = text.split_once('\n').unwrap_or_default();
                let is_heading = self.heading.is_some_and(|start| first.starts_with(start));
                let is_same = is_heading && std::mem::replace(&mut heading, first) == first;
                if is_same { rest } else { text }
            })
            .collect();
        let between = self.between.unwrap_or_default();
        match self.around.filter(|_| texts.len() > 1) {
            Some([start, end]) => {
                let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
                format!("{start}{}\n{end}", texts.join(between))
            }
            None => texts.join(between),
        }
    }

    fn read_again(&self, text: &str) -> Result<PuzzleRecord, Refusal> {
        let mut import = self.read.map(|read| read(text)).unwrap_or_default();
        let fault = import.faults.first().map_or("expected one puzzle", |fault| &fault.message);
        let refusal = Refusal::new(format!("the written text cannot be read back: {fault}"));
        let is_one = import.faults.is_empty() && import.records.len() == 1;
        import.records.pop().filter(|_| is_one).ok_or(refusal)
    }

    /// Returns what is lost of a record. `kept` is the part of it that was written, and `again` is
    /// the result of reading that.
    fn losses(
        &self,
        record: &PuzzleRecord,
        kept: &PuzzleRecord,
        again: &PuzzleRecord,
    ) -> Vec<Loss> {
        let own_keys = record
            .own_keys
            .iter()
            .map(|entry| &entry.key)
            .filter(|key| kept.own_value(key).is_none())
            .map(|key| Loss::Key(key.clone()));
        if self.is_lossless {
            return own_keys.collect();
        }
        let mut losses = Vec::new();
        if record.name.is_some() && again.name != record.name {
            losses.push(Loss::Name);
        }
        let is_lost = |entry: &&KeyValue<Key>| match again.key_value(entry.key) {
            Some(read) => read.value != entry.value && !CLAIMS.contains(&entry.key),
            None => true,
        };
        let keys = record.keys.iter().filter(is_lost);
        losses.extend(keys.map(|entry| Loss::Key(entry.key.name().to_owned())));
        losses.extend(own_keys);
        if !lines_of(again).eq(lines_of(record)) && !record.comments.is_empty() {
            losses.push(Loss::Comments);
        }
        losses.extend((self.loses)(record));
        losses
    }
}

impl PuzzleRecord {
    /// Returns the slides of the solution. Returns `None` if the puzzle has no solution.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if one of its moves is not a slide.
    pub(super) fn slides(&self) -> Result<Option<Vec<Slide>>, Refusal> {
        let Some(solution) = self.key_value(Key::Solution) else {
            return Ok(None);
        };
        let game = self.position.game();
        let slide = |word: &str| match read_move(game, &move_text(word, word)) {
            Some(Move::Slide(slide)) => Ok(slide),
            _ => Err(Refusal::new(format!("`{word}` in the solution is not a move"))),
        };
        let words = solution.value.split_whitespace();
        words.map(slide).collect::<Result<_, _>>().map(Some)
    }

    /// Returns the claimed number of moves, if any.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the claim is that there is no solution.
    pub(super) fn claimed_moves(&self) -> Result<Option<u32>, Refusal> {
        let Some(claim) = self.key_value(Key::Moves) else {
            return Ok(None);
        };
        let reason = || format!("the format cannot express `moves: {}`", claim.value);
        let number = claim.value.parse().map_err(|_| Refusal::new(reason()));
        number.map(Some)
    }
}

/// Whether the words of a text are a subsequence of those of another.
fn holds_words(text: &str, words: &str) -> bool {
    let mut text = text.split_whitespace();
    words.split_whitespace().all(|word| text.any(|other| other == word))
}

/// Returns the comment lines of a puzzle that are not blank.
fn lines_of(record: &PuzzleRecord) -> impl Iterator<Item = &str> {
    let lines = record.comments.iter().flat_map(|comment| comment.lines());
    lines.map(str::trim).filter(|line| !line.is_empty())
}
