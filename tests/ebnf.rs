//! Interprets the grammar in `grammar/carom.ebnf`. Each production accepts the example above it,
//! the grammar accepts every file and text without syntax diagnostics, and carom accepts what the
//! grammar accepts.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::{fs, iter};

use carom::analysis::{FileHead, Lint, Puzzle};
use carom::report::lint_page;
use carom::syntax::sections;

/// The right side of a production.
enum Term {
    Sequence(Vec<Term>),
    Choice(Vec<Term>),
    Optional(Box<Term>),
    Repeated(Box<Term>),
    Name(String),
    Text(String),
    Special(String),
}

struct Production {
    term: Term,
    example: String,
}

type Grammar = BTreeMap<String, Production>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a grammar: its productions, and the examples in the comments above them.
fn read(source: &str) -> Grammar {
    let mut grammar = Grammar::new();
    let mut rest = source.trim_start();
    let mut example = None;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("(*") {
            let (comment, after) = after.split_once("*)").unwrap();
            if let Some(text) = comment.strip_prefix(" e.g.") {
                let text = text.strip_prefix(' ').unwrap_or(text);
                example = Some(text.strip_suffix(' ').unwrap_or(text).to_owned());
            }
            rest = after.trim_start();
            continue;
        }
        let (name, after) = rest.split_once('=').unwrap();
        let mut reader = Reader { rest: after };
        let term = reader.choice();
        rest = reader.rest.trim_start().strip_prefix(';').unwrap();
        rest = rest.trim_start();
        let name = name.trim().to_owned();
        let example = example.take().unwrap_or_else(|| panic!("{name} has no example"));
        let before = grammar.insert(name.clone(), Production { term, example });
        assert!(before.is_none(), "{name} has two rules");
    }
    grammar
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn peek(&mut self) -> char {
        self.rest = self.rest.trim_start();
        self.rest.chars().next().unwrap()
    }

    fn until(&mut self, end: char) -> String {
        let (text, rest) = self.rest[1..].split_once(end).unwrap();
        self.rest = rest;
        text.to_owned()
    }

    fn choice(&mut self) -> Term {
        let mut choices = vec![self.sequence()];
        while self.peek() == '|' {
            self.rest = &self.rest[1..];
            choices.push(self.sequence());
        }
        Term::Choice(choices)
    }

    fn sequence(&mut self) -> Term {
        let mut terms = Vec::new();
        loop {
            terms.push(match self.peek() {
                '|' | ';' | ')' | ']' | '}' => return Term::Sequence(terms),
                open @ ('(' | '[' | '{') => {
                    self.rest = &self.rest[1..];
                    let inner = self.choice();
                    let close = self.peek();
                    self.rest = &self.rest[1..];
                    match (open, close) {
                        ('(', ')') => inner,
                        ('[', ']') => Term::Optional(Box::new(inner)),
                        ('{', '}') => Term::Repeated(Box::new(inner)),
                        _ => panic!("{open} is closed by {close}"),
                    }
                }
                quote @ ('"' | '\'') => Term::Text(self.until(quote)),
                '?' => Term::Special(self.until('?').trim().to_owned()),
                _ => {
                    let end = |c: char| !c.is_ascii_lowercase() && c != '-';
                    let (name, rest) = self.rest.split_at(self.rest.find(end).unwrap());
                    assert!(!name.is_empty(), "not a name: {:?}", self.rest.get(..20));
                    self.rest = rest;
                    Term::Name(name.to_owned())
                }
            });
        }
    }
}

type Ends = BTreeSet<usize>;

/// Matches a text against a grammar.
struct Matcher<'a> {
    grammar: &'a Grammar,
    text: &'a str,
    memo: RefCell<HashMap<(&'a str, usize), Ends>>,
}

fn accepts(grammar: &Grammar, rule: &str, text: &str) -> bool {
    let matcher = Matcher { grammar, text, memo: RefCell::default() };
    let (rule, _) = grammar.get_key_value(rule).unwrap();
    matcher.rule(rule, 0).contains(&text.len())
}

impl<'a> Matcher<'a> {
    fn rule(&self, name: &'a str, start: usize) -> Ends {
        let ends = self.memo.borrow().get(&(name, start)).cloned();
        ends.unwrap_or_else(|| {
            let production = self.grammar.get(name).unwrap_or_else(|| panic!("no rule {name}"));
            let ends = self.ends(&production.term, start);
            self.memo.borrow_mut().insert((name, start), ends.clone());
            ends
        })
    }

    /// Returns where `term` can end if it starts at `start`.
    fn ends(&self, term: &'a Term, start: usize) -> Ends {
        match term {
            Term::Sequence(terms) => terms.iter().fold(Ends::from([start]), |starts, term| {
                let ends = starts.into_iter().map(|start| self.ends(term, start));
                ends.flatten().collect()
            }),
            Term::Choice(terms) => {
                let ends = terms.iter().flat_map(|term| self.ends(term, start));
                ends.collect()
            }
            Term::Optional(term) => {
                let ends = self.ends(term, start).into_iter();
                ends.chain(iter::once(start)).collect()
            }
            Term::Repeated(term) => {
                let mut ends = Ends::from([start]);
                let mut open = vec![start];
                while let Some(start) = open.pop() {
                    for end in self.ends(term, start) {
                        if ends.insert(end) {
                            open.push(end);
                        }
                    }
                }
                ends
            }
            Term::Name(name) => self.rule(name, start),
            Term::Text(text) => {
                let found = self.text[start..].starts_with(text.as_str());
                found.then(|| start + text.len()).into_iter().collect()
            }
            Term::Special(words) => {
                let length = special(words, &self.text[start..]);
                length.map(|length| start + length).into_iter().collect()
            }
        }
    }
}

/// Returns the number of bytes at the start of `text` that match the description `words`.
fn special(words: &str, text: &str) -> Option<usize> {
    let next = text.chars().next();
    match words {
        "the end of the text" => return text.is_empty().then_some(0),
        "a line feed, a carriage return or both" => {
            return match text.as_bytes() {
                [b'\r', b'\n', ..] => Some(2),
                [b'\r' | b'\n', ..] => Some(1),
                _ => None,
            };
        }
        _ => {}
    }
    let next = next?;
    let is_meant = if let Some(excluded) = words.strip_prefix("any character but ") {
        !excluded.replace(" or ", ", ").split(", ").any(|class| is_of(class, next))
    } else if let Some((first, last)) = words.split_once(" to ") {
        (first..=last).contains(&next.to_string().as_str())
    } else {
        is_of(words, next)
    };
    is_meant.then(|| next.len_utf8())
}

fn is_of(class: &str, character: char) -> bool {
    match class {
        "a line end" => matches!(character, '\n' | '\r'),
        "a blank" => matches!(character, ' ' | '\t'),
        "a tab" => character == '\t',
        "a quote" => character == '"',
        "a backslash" => character == '\\',
        "a semicolon" => character == ';',
        "a comma" => character == ',',
        "byte-order mark" => character == '\u{feff}',
        _ => panic!("unknown class {class:?}"),
    }
}

/// The lints that report text outside the format.
const SYNTAX_LINTS: &[Lint] = &[
    Lint::Syntax,
    Lint::UnknownGame,
    Lint::UnknownKey,
    Lint::UnknownRule,
    Lint::BadValue,
    Lint::BadGlyph,
    Lint::BadSquare,
    Lint::RaggedBoard,
    Lint::TabInBoard,
];

/// Returns the lints of `SYNTAX_LINTS` that carom reports for a file.
fn faults(text: &str) -> Vec<Lint> {
    let mut sections = sections(text).into_iter();
    let head = FileHead::read(sections.next().unwrap().slice(text));
    let puzzles = sections.map(|span| Puzzle::read(span.slice(text), &head));
    let mut lints: Vec<Lint> = head.diagnostics().iter().map(|found| found.lint).collect();
    lints.extend(puzzles.flat_map(|puzzle| {
        let diagnostics = puzzle.diagnostics().iter();
        diagnostics.map(|found| found.lint).collect::<Vec<_>>()
    }));
    lints.retain(|lint| SYNTAX_LINTS.contains(lint));
    lints
}

/// Returns a file in which `…` stands for the example of `rule`.
fn context(rule: &str) -> &'static str {
    match rule {
        "file" | "puzzle" | "lunar" | "ricochet" | "slider" | "rush" | "tilt" => "…",
        "file-rules" | "comment-line" | "blank-line" | "newline" | "text-line" | "user-line" => {
            "…puzzle lunar\n"
        }
        "comment" => "…\n",
        "blanks" | "blank" => "puzzle…lunar\n",
        "colon" => "title…x\n",
        "comma" => "puzzle lunar\n  target: c3…e5\n",
        "line-end" | "end-of-header" => "puzzle lunar…",
        "string" | "text" | "piece-of-text" => "notes: …\n",
        "plain" => "puzzle lunar \"…\"\n",
        "text-key" => "…: Ann\n",
        "rule-word" => "rules: …\n",
        "lunar-rule" => "puzzle lunar\n  rules: …\n",
        "ricochet-rule" => "puzzle ricochet\n  rules: …\n",
        "number" | "digit" => "puzzle lunar\n  moves: …\n",
        "letter" => "puzzle ricochet\n  target: … c5\n",
        "capital" | "lunar-cell" => "puzzle lunar\n  board:\n    …\n",
        "square" => "puzzle lunar\n  target: …\n",
        "file-letter" => "puzzle lunar\n  target: …5\n",
        "rank-number" => "puzzle lunar\n  target: c…\n",
        "direction" | "up-or-down" | "left-or-right" => "puzzle lunar\n  solution: A…\n",
        "board-line" => "puzzle lunar\n…    . .\n",
        "wall-row" => "puzzle lunar\n  board:\n  . . .\n…  . . .\n",
        "separator" => "puzzle lunar\n  board:\n    .….\n",
        "slide" => "puzzle lunar\n  solution: …\n",
        "symbol" => "puzzle ricochet\n  tiles: A1F A2B A3F A4B\n  robots: R a1\n  target: …\n",
        "tiles" => "puzzle ricochet\n…  target: red-star\n  robots: R a1\n",
        "face" => "puzzle ricochet\n  tiles: … A2B 3A 4D\n  robots: R a1\n  target: cosmic\n",
        "tile-number" => {
            "puzzle ricochet\n  tiles: …C A2B 3A 4D\n  robots: R a1\n  target: cosmic\n"
        }
        "robot-target" => "puzzle ricochet\n  target: …\n",
        "robot" => "puzzle ricochet\n  robots: …\n",
        "diagonal" => {
            "puzzle ricochet\n  tiles: 1A 2A 3A 4A\n  target: cosmic\n  robots: R a1\n  diagonals: …\n"
        }
        "diagonals" => "puzzle ricochet\n  tiles: 1A 2A 3A 4A\n  target: cosmic\n  robots: R a1\n…",
        "ricochet-cell" => "puzzle ricochet\n  board:\n    …\n",
        "ply" => "puzzle slider\n  solution: …\n",
        "slider-cell" => "puzzle slider\n  board:\n    …\n",
        "item" => "puzzle rush\n  items: …\n",
        "word" => "puzzle rush\n  quests: …\n",
        "turn" => "puzzle rush\n  solution: …\n",
        "push" => "puzzle rush\n  opponent: …\n",
        "tile" => "puzzle rush\n  hand: …\n",
        "lunar-row" | "lunar-compact-row" => "puzzle lunar\n  board:\n…",
        "ricochet-row" | "ricochet-compact-row" => "puzzle ricochet\n  board:\n…",
        "tilt-cell" => "puzzle tilt\n  board:\n    …\n",
        "tilt-row" | "tilt-compact-row" => "puzzle tilt\n  board:\n…",
        "tilts" => "puzzle tilt\n…",
        "slider-row" | "slider-compact-row" => "puzzle slider\n  board:\n…",
        "rush-row" | "rush-compact-row" => "puzzle rush\n  board:\n…",
        "robots" => "puzzle ricochet\n…",
        "result" | "to-move" | "plies" => "puzzle slider\n…",
        "player" | "hand" | "opponent-hand" | "items" | "quests" | "opponent" | "turns" => {
            "puzzle rush\n…"
        }
        _ if rule.starts_with("ricochet-") => "puzzle ricochet\n…",
        _ if rule.starts_with("slider-") => "puzzle slider\n…",
        _ if rule.starts_with("tilt-") => "puzzle tilt\n…",
        _ if rule.starts_with("rush-") => "puzzle rush\n…",
        _ => "puzzle lunar\n…",
    }
}

fn grammar() -> Grammar {
    read(&fs::read_to_string(root().join("grammar/carom.ebnf")).unwrap())
}

#[test]
fn grammar_and_carom_accept_each_example() {
    let grammar = grammar();
    for (name, production) in &grammar {
        let example = &production.example;
        assert!(accepts(&grammar, name, example), "{name} does not accept {example:?}");
        let file = context(name).replace('…', example);
        assert!(accepts(&grammar, "file", &file), "file does not accept {file:?}");
        assert_eq!(faults(&file), [], "{name}: {file:?}");
    }
}

#[test]
fn every_production_is_used() {
    fn names<'a>(term: &'a Term, found: &mut BTreeSet<&'a str>) {
        match term {
            Term::Sequence(terms) | Term::Choice(terms) => {
                terms.iter().for_each(|term| names(term, found));
            }
            Term::Optional(term) | Term::Repeated(term) => names(term, found),
            Term::Name(name) => {
                found.insert(name);
            }
            Term::Text(_) | Term::Special(_) => {}
        }
    }
    let grammar = grammar();
    let mut used = BTreeSet::from(["file"]);
    let terms = grammar.values().map(|production| &production.term);
    terms.for_each(|term| names(term, &mut used));
    let defined: BTreeSet<&str> = grammar.keys().map(String::as_str).collect();
    assert_eq!(used, defined);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "carom")).collect();
    files.sort();
    files
}

#[test]
fn grammar_accepts_example_files() {
    let grammar = grammar();
    let files = files(&root().join("examples"));
    assert!(files.len() >= 2);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(accepts(&grammar, "file", &text), "{}", file.display());
        assert!(accepts(&grammar, "file", &text.replace('\n', "\r\n")), "{}", file.display());
    }
}

#[test]
fn grammar_agrees_with_lint_pages() {
    let grammar = grammar();
    for lint in Lint::ALL {
        let examples = lint_page(*lint).split("```carom\n").skip(1);
        for example in examples {
            let (example, _) = example.split_once("```").unwrap();
            // The grammar describes the length of rows and the range of squares in words only.
            let is_in_words = matches!(lint, Lint::RaggedBoard | Lint::BadSquare);
            assert_eq!(
                accepts(&grammar, "file", example),
                faults(example).is_empty() || is_in_words,
                "{lint}:\n{example}"
            );
        }
    }
}

#[test]
fn grammar_and_carom_reject_invalid_text() {
    let grammar = grammar();
    for text in [
        "puzzle",
        "Puzzle lunar\n",
        "puzzle luna\n",
        "puzzle lunar \"open\n",
        "puzzle lunar \"a\\\"\n",
        "puzzle lunar \"a\" b\n",
        "puzzle lunar \"a\";\n",
        "moves: 3\n",
        "board:\n",
        "stray\n",
        "autor: Ann\n",
        "rules: staying\n",
        "puzzle lunar\n  moves: three\n",
        "puzzle lunar\n  moves:\n",
        "puzzle lunar\n  target: a17\n",
        "puzzle lunar\n  rules: direct\n",
        "puzzle lunar\n  board: . .\n",
        "puzzle lunar\n  board:\n    . r\n",
        "puzzle lunar\n  board:\n    .|. .|\n",
        "puzzle lunar\n  board:\n    . .\n    -\n",
        "puzzle lunar\n  board:\n    -\n    . .\n",
        "puzzle lunar\n  board:\n    . .\n    -\n    -\n    . .\n",
        "puzzle lunar\n  board:\n    ..|.\n",
        "puzzle lunar\n  board:\n    . .\n\n    . .\n",
        "puzzle lunar\n  solution: A> then\n",
        "puzzle lunar\n  solution: A>\n\n  A<\n",
        "puzzle ricochet\n  robots: R e5,, G k7\n",
        "puzzle ricochet\n  robots: r e5\n",
        "puzzle ricochet\n  target: R c5\n",
        "puzzle slider\n  result: win\n",
        "puzzle slider\n  to-move: h\n",
        "puzzle rush\n  opponent: 4^\n",
        "puzzle rush\n  opponent: 4>:^\n",
        "puzzle rush\n  board:\n    ..\n",
    ] {
        assert!(!accepts(&grammar, "file", text), "the grammar: {text:?}");
        assert_ne!(faults(text), [], "carom: {text:?}");
    }
}
