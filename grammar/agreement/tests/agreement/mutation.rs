//! What may happen to a file on its way.

use std::ops::Range;

use proptest::prelude::*;

/// A change. A place is taken modulo what there is, so that each applies to
/// any text.
#[derive(Clone, Debug)]
pub(super) enum Mutation {
    DeleteLine(usize),
    RepeatLine(usize),
    SwapLines(usize, usize),
    InsertLine(usize, String),
    Insert(usize, String),
    Replace(usize, String),
    Delete(usize, usize),
    SwapCharacters(usize),
    Truncate(usize),
    /// The line ends of the whole text become this one.
    LineEnds(String),
    Prepend(String),
}

/// What decides how a line is read, in all its spellings.
const PARTS: &[&str] = &[
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    ";",
    " ;",
    "\"",
    "\\",
    "\\\"",
    "\\\\",
    ":",
    ",",
    "-",
    "--",
    "|",
    "/",
    "@",
    "^",
    ">",
    "v",
    "<",
    "→",
    "↓",
    "A",
    "a",
    "v:",
    "a1",
    "p16",
    "q17",
    "0",
    "9",
    "4294967295",
    "4294967296",
    ".",
    "#",
    "+",
    "*",
    "╬",
    "é",
    "\u{feff}",
    "\u{c}",
    "\u{2028}",
    "\u{1f600}",
    "\0",
    "puzzle",
    "Puzzle",
    "rush",
    "x-",
    "none",
    "R/",
    ", ,",
];

const LINES: &[&str] = &[
    "",
    "  ",
    "\t",
    "; note",
    "  ; note",
    "puzzle",
    "PUZZLE lunar",
    "puzzle \"x\"",
    "puzzle rush \"a\\\"b\" ; c",
    "puzzle slider \"",
    "puzzle ricochet\"x\" y",
    "board:",
    "  board: x",
    "\tboard :",
    "    . .|.",
    "    - -",
    "\t. .",
    "    .\t.",
    "|",
    "-",
    "moves:",
    "moves: 3",
    "moves: 03 ; c",
    "moves: x",
    "moves: none",
    "solution:",
    "solution: A> b1^ cv:<<",
    "    cv:<<",
    "    A> B",
    "--",
    "opponent: cv a",
    "robots: R a1,, G",
    "robots: ,",
    "target:",
    "quests: a,b c,",
    "diagonals: R/ a1, \\ b2",
    "items: KEY hand",
    "hand: ╬",
    "rules:",
    "rules: stay",
    "title: a \"b ; c\" ; d",
    "title:",
    "x-mine: ;",
    "autor: me",
    "a_b-c:",
    "A:",
    "1:",
    "what is this",
    "\u{feff}puzzle lunar",
    "\u{feff}",
    "\u{c}",
    "result: win 3",
    "to-move: H",
    "player: a1",
    "tiles: A1F A2B A3F A4B",
    "tiles: 1A 2B 3C 4D",
    "opponent-hand: f,",
];

fn any_of(parts: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(parts).prop_map(str::to_owned)
}

fn inserted() -> impl Strategy<Value = String> {
    prop_oneof![4 => any_of(PARTS), 1 => any::<char>().prop_map(String::from)]
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let place = 0..10_000_usize;
    let line_ends =
        || prop::sample::select(vec!["\n".to_owned(), "\r\n".to_owned(), "\r".to_owned()]);
    prop_oneof![
        2 => place.clone().prop_map(Mutation::DeleteLine),
        2 => place.clone().prop_map(Mutation::RepeatLine),
        2 => (place.clone(), place.clone()).prop_map(|(a, b)| Mutation::SwapLines(a, b)),
        4 => (place.clone(), any_of(LINES)).prop_map(|(at, line)| Mutation::InsertLine(at, line)),
        4 => (place.clone(), inserted()).prop_map(|(at, part)| Mutation::Insert(at, part)),
        4 => (place.clone(), inserted()).prop_map(|(at, part)| Mutation::Replace(at, part)),
        2 => (place.clone(), 1..8_usize).prop_map(|(at, count)| Mutation::Delete(at, count)),
        2 => place.clone().prop_map(Mutation::SwapCharacters),
        1 => place.prop_map(Mutation::Truncate),
        1 => line_ends().prop_map(Mutation::LineEnds),
        1 => any_of(&["\u{feff}", "\u{feff}\u{feff}", "\n", " "]).prop_map(Mutation::Prepend),
    ]
}

/// Some changes, of which the first come first.
pub(super) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    prop::collection::vec(mutation(), 1..6)
}

pub(super) fn apply_all(text: &str, mutations: &[Mutation]) -> String {
    mutations.iter().fold(text.to_owned(), |text, mutation| mutation.apply(&text))
}

/// The lines with their ends.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive(['\n', '\r']).collect()
}

impl Mutation {
    pub(super) fn apply(&self, text: &str) -> String {
        let mut lines = lines(text);
        let line = |at: &usize| at % lines.len().max(1);
        match self {
            Self::DeleteLine(_) | Self::RepeatLine(_) | Self::SwapLines(..) if lines.is_empty() => {
            }
            Self::DeleteLine(at) => {
                let at = line(at);
                lines.remove(at);
            }
            Self::RepeatLine(at) => {
                let at = line(at);
                lines.insert(at, lines[at]);
            }
            Self::SwapLines(a, b) => {
                let (a, b) = (line(a), line(b));
                lines.swap(a, b);
            }
            Self::InsertLine(at, inserted) => {
                let at = at % (lines.len() + 1);
                lines.insert(at, inserted);
                lines.insert(at + 1, "\n");
            }
            Self::Insert(at, part) => return replaced(text, place(text, *at, 0), part),
            Self::Replace(at, part) => return replaced(text, place(text, *at, 1), part),
            Self::Delete(at, count) => return replaced(text, place(text, *at, *count), ""),
            Self::SwapCharacters(at) => {
                let both = place(text, *at, 2);
                let swapped: String = text[both.clone()].chars().rev().collect();
                return replaced(text, both, &swapped);
            }
            Self::Truncate(at) => return text[..place(text, *at, 0).start].to_owned(),
            Self::LineEnds(end) => {
                let unified = text.replace("\r\n", "\n").replace('\r', "\n");
                return unified.replace('\n', end);
            }
            Self::Prepend(part) => return format!("{part}{text}"),
        }
        lines.concat()
    }
}

/// So many characters from a place on, as far as there are any.
fn place(text: &str, at: usize, count: usize) -> Range<usize> {
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let ends: Vec<_> = ends.collect();
    let start = at % ends.len();
    ends[start]..ends[(start + count).min(ends.len() - 1)]
}

fn replaced(text: &str, place: Range<usize>, part: &str) -> String {
    let mut text = text.to_owned();
    text.replace_range(place, part);
    text
}
