//! Which puzzles are new: not what stood there, or anywhere, before.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};

use siphasher::sip128::{Hasher128, SipHasher13};

use crate::syntax;
use crate::text::lines;

/// The contents of a file: its head, and its puzzles. How lines end makes no
/// difference, nor do blank lines before what is next.
pub struct Sections {
    head: Text,
    /// Whether the puzzles are other ones under another head.
    is_governing: bool,
    puzzles: Vec<Text>,
}

/// A text by its hash.
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
    /// A head that governs the puzzles below it.
    pub fn new<'t>(head: &str, puzzles: impl Iterator<Item = &'t str>) -> Self {
        let head = head.strip_prefix(syntax::BYTE_ORDER_MARK).unwrap_or(head);
        let head = Text::of(Text::EMPTY, head);
        Self {
            head,
            is_governing: true,
            puzzles: puzzles.map(|puzzle| Text::of(head, puzzle)).collect(),
        }
    }

    /// Puzzles on their own, with all that is wrong beside them for the head.
    pub fn apart<'t>(head: &str, puzzles: impl Iterator<Item = &'t str>) -> Self {
        Self {
            head: Text::of(Text::EMPTY, head),
            is_governing: false,
            puzzles: puzzles
                .map(|puzzle| Text::of(Text::EMPTY, puzzle))
                .collect(),
        }
    }

    /// Where nothing is.
    fn empty() -> Self {
        Self::new("", std::iter::empty())
    }
}

/// The new puzzles of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewPuzzles {
    /// Whether what stands before the first puzzle is. Then all puzzles are.
    pub head: bool,
    /// Whether each puzzle is.
    pub puzzles: Vec<bool>,
}

impl NewPuzzles {
    /// Where all of a file with so many puzzles is new.
    pub fn all(puzzles: usize) -> Self {
        Self {
            head: true,
            puzzles: vec![true; puzzles],
        }
    }

    /// Where nothing of a file with so many puzzles is new.
    pub fn none(puzzles: usize) -> Self {
        Self {
            head: false,
            puzzles: vec![false; puzzles],
        }
    }

    /// Whether the puzzle of this number, from 1, is.
    pub fn is_new(&self, number: usize) -> bool {
        let place = number.checked_sub(1);
        place.is_some_and(|place| self.puzzles.get(place) == Some(&true))
    }

    /// Whether anything is.
    pub fn any(&self) -> bool {
        self.head || self.puzzles.contains(&true)
    }
}

/// The texts of an earlier time, by their files, each under what configures it.
///
/// A puzzle is what it was if it stands in its file as before, under the same
/// head. So is one that is gone from one place and stands in another that is
/// configured alike: it was moved, or its file was renamed. What stands in more
/// places than before is new in all but as many.
#[derive(Debug)]
pub struct Baseline<F, C> {
    own: HashMap<F, Sections>,
    moved: HashMap<Text, Vec<C>>,
}

impl<F, C> Default for Baseline<F, C> {
    fn default() -> Self {
        Self {
            own: HashMap::new(),
            moved: HashMap::new(),
        }
    }
}

impl fmt::Debug for Sections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sections")
            .field("puzzles", &self.puzzles.len())
            .finish_non_exhaustive()
    }
}

impl<F: Eq + Hash, C: Clone + PartialEq> Baseline<F, C> {
    /// Adds a file: what stood in it, what stands in it now, if it is still
    /// there, and what configured and configures it.
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

    /// Returns the new puzzles of a file. A puzzle that was moved from another file is found
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
            // Under a head that was moved with all else, its puzzles were, too.
            let is_under_new = news.head && now.is_governing;
            *is_new = is_under_new || (*is_new && !self.take(text, config));
        }
        news
    }

    /// Takes one of the texts that are gone from where they stood.
    fn take(&mut self, text: Text, config: &C) -> bool {
        let Some(places) = self.moved.get_mut(&text) else {
            return false;
        };
        let place = places.iter().position(|place| place == config);
        place.map(|place| places.swap_remove(place)).is_some()
    }
}

impl Sections {
    /// All texts.
    fn all(&self) -> Vec<Text> {
        let head = (self.head != Text::EMPTY).then_some(self.head);
        head.into_iter()
            .chain(self.puzzles.iter().copied())
            .collect()
    }
}

/// Returns the texts of `now` that are not in `before`, and those of `before` that are not in
/// `now`.
fn left(before: &Sections, now: &Sections) -> (NewPuzzles, Vec<Text>) {
    let mut stood: HashMap<Text, usize> = HashMap::new();
    for text in before.all() {
        *stood.entry(text).or_default() += 1;
    }
    let mut is_new = |text| match stood.get_mut(&text) {
        Some(number) if *number > 0 => {
            *number -= 1;
            false
        }
        _ => true,
    };
    let news = NewPuzzles {
        head: now.head != Text::EMPTY && is_new(now.head),
        puzzles: now.puzzles.iter().map(|&text| is_new(text)).collect(),
    };
    let left = before
        .all()
        .into_iter()
        .filter(|text| match stood.get_mut(text) {
            Some(number) if *number > 0 => {
                *number -= 1;
                true
            }
            _ => false,
        });
    let left = left.collect();
    (news, left)
}
