//! Finds the puzzles that are new since an earlier version of the files.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use siphasher::sip128::{Hasher128, SipHasher13};

use crate::syntax;
use crate::text::lines;

/// The contents of a file: its head and its puzzles. Line endings and trailing blank lines are
/// ignored.
#[derive(Debug)]
pub struct Sections {
    head: Text,
    /// Whether a change of the head changes the puzzles.
    is_governing: bool,
    puzzles: Vec<Text>,
}

/// The hash of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Text(u128);

impl Text {
    const EMPTY: Self = Self(0);

    fn of(head: Self, text: &str) -> Self {
        let text = text.trim_end_matches(['\n', '\r']);
        if text.is_empty() {
            return Self::EMPTY;
        }
        let mut hasher = SipHasher13::new();
        hasher.write_u128(head.0);
        for line in lines(text) {
            hasher.write(line.span.slice(text).as_bytes());
            hasher.write_u8(b'\n');
        }
        Self(hasher.finish128().as_u128())
    }
}

impl Sections {
    /// Returns the sections of a file whose head applies to its puzzles.
    pub fn new<'t>(head: &str, puzzles: impl Iterator<Item = &'t str>) -> Self {
        let head = head.strip_prefix(syntax::BYTE_ORDER_MARK).unwrap_or(head);
        let head = Text::of(Text::EMPTY, head);
        Self {
            head,
            is_governing: true,
            puzzles: puzzles.map(|puzzle| Text::of(head, puzzle)).collect(),
        }
    }

    /// Returns the sections of a file whose puzzles do not depend on its head.
    pub fn apart<'t>(head: &str, puzzles: impl Iterator<Item = &'t str>) -> Self {
        Self {
            head: Text::of(Text::EMPTY, head),
            is_governing: false,
            puzzles: puzzles.map(|puzzle| Text::of(Text::EMPTY, puzzle)).collect(),
        }
    }

    fn empty() -> Self {
        Self::new("", std::iter::empty())
    }
}

/// The new puzzles of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewPuzzles {
    /// Whether the head is new. Then all puzzles are new.
    pub head: bool,
    /// Whether each puzzle is new.
    pub puzzles: Vec<bool>,
}

impl NewPuzzles {
    /// Returns that a whole file with this many puzzles is new.
    pub fn all(puzzles: usize) -> Self {
        Self { head: true, puzzles: vec![true; puzzles] }
    }

    /// Returns that nothing in a file with this many puzzles is new.
    pub fn none(puzzles: usize) -> Self {
        Self { head: false, puzzles: vec![false; puzzles] }
    }

    /// Whether the puzzle with this number, from 1, is new.
    pub fn is_new(&self, number: usize) -> bool {
        let place = number.checked_sub(1);
        place.is_some_and(|place| self.puzzles.get(place) == Some(&true))
    }

    /// Whether anything is new.
    pub fn any(&self) -> bool {
        self.head || self.puzzles.contains(&true)
    }
}

/// The texts of an earlier version of the files, each with its configuration.
///
/// A puzzle is unchanged if its file had it before under the same head. It is also unchanged if it
/// was removed from another file with an equal configuration: it was moved, or its file was
/// renamed. If a text occurs more often than before, only the additional occurrences are new.
#[derive(Debug)]
pub struct Baseline<F, C> {
    own: HashMap<F, Sections>,
    moved: HashMap<Text, Vec<C>>,
}

impl<F, C> Default for Baseline<F, C> {
    fn default() -> Self {
        Self { own: HashMap::new(), moved: HashMap::new() }
    }
}

impl<F: Eq + Hash, C: Clone + PartialEq> Baseline<F, C> {
    /// Adds a file: its earlier text, its current text if it still exists, and its configuration.
    pub fn insert(&mut self, file: F, before: Sections, now: Option<&Sections>, config: &C) {
        let left = match now {
            Some(now) => left(&before, now).1,
            None => before.all(),
        };
        for text in left {
            self.moved.entry(text).or_default().push(config.clone());
        }
        self.own.insert(file, before);
    }

    /// Returns the new puzzles of a file. A text that was removed from one file counts as moved
    /// once.
    pub fn compare(&mut self, file: &F, now: &Sections, config: &C) -> NewPuzzles {
        let (mut news, _) = match self.own.get(file) {
            Some(before) => left(before, now),
            None => left(&Sections::empty(), now),
        };
        if news.head {
            news.head = !self.take(now.head, config);
        }
        for (is_new, &text) in news.puzzles.iter_mut().zip(&now.puzzles) {
            // If the head was moved from another file too, its puzzles are not new.
            let is_under_new = news.head && now.is_governing;
            *is_new = is_under_new || (*is_new && !self.take(text, config));
        }
        news
    }

    /// Removes one of the removed texts, and returns whether there was one.
    fn take(&mut self, text: Text, config: &C) -> bool {
        let Some(places) = self.moved.get_mut(&text) else {
            return false;
        };
        let place = places.iter().position(|place| place == config);
        place.map(|place| places.swap_remove(place)).is_some()
    }
}

impl Sections {
    fn all(&self) -> Vec<Text> {
        let head = (self.head != Text::EMPTY).then_some(self.head);
        head.into_iter().chain(self.puzzles.iter().copied()).collect()
    }
}

/// Returns the texts of `now` that are not in `before`, and those of `before` that are not in
/// `now`.
fn left(before: &Sections, now: &Sections) -> (NewPuzzles, Vec<Text>) {
    let mut stood: HashMap<Text, usize> = HashMap::new();
    for text in before.all() {
        *stood.entry(text).or_default() += 1;
    }
    let mut take = |text: &Text| match stood.get_mut(text) {
        Some(number) if *number > 0 => {
            *number -= 1;
            true
        }
        _ => false,
    };
    let news = NewPuzzles {
        head: now.head != Text::EMPTY && !take(&now.head),
        puzzles: now.puzzles.iter().map(|text| !take(text)).collect(),
    };
    let left = before.all().into_iter().filter(take).collect();
    (news, left)
}
