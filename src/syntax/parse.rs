//! From the lines of a section to its tree.

use std::collections::HashMap;

use super::board;
use super::fault::{Fault, FaultKind};
use super::key::{Key, Shape};
use super::line::{self, HeaderLine};
use super::moves::move_text;
use super::outline::{LineKind, OutlineLine, outline};
use super::tree::{Claim, Field, Header, MoveKind, Name, Section, Value, Word};
use crate::text::{Edit, Span};

/// Reads one section, as [`sections`](super::sections) cuts them out.
pub fn parse(text: &str) -> Section {
    let mut parser = Parser {
        text,
        section: Section::default(),
        open: None,
        context: Context::default(),
        given: HashMap::new(),
    };
    for line in outline(text) {
        parser.line(line);
    }
    parser.close();
    parser.section.faults.sort_by_key(|fault| fault.span);
    parser.section
}

/// A key line whose value may go on.
struct Open<'t> {
    key: Option<Key>,
    key_text: &'t str,
    value: &'t str,
    /// The lines below that belong to it.
    lines: Vec<OutlineLine<'t>>,
}

/// What stood above, for the message about a stray line.
#[derive(Default)]
struct Context {
    after_board: bool,
    after_moves: bool,
}

struct Parser<'t> {
    text: &'t str,
    section: Section,
    open: Option<Open<'t>>,
    context: Context,
    /// Where each key was given first.
    given: HashMap<&'t str, Span>,
}

impl<'t> Parser<'t> {
    fn line(&mut self, line: OutlineLine<'t>) {
        if let Some(comment) = line.comment {
            let body = comment.strip_prefix(';').unwrap_or(comment);
            let span = self.span(body.trim_matches(line::is_blank));
            self.section.comments.push(span);
        }
        match line.kind {
            LineKind::Comment => {}
            LineKind::Row | LineKind::WallRow | LineKind::Moves => {
                if let Some(open) = &mut self.open {
                    open.lines.push(line);
                }
            }
            LineKind::Blank => self.close(),
            LineKind::Puzzle(header) => {
                self.close();
                self.header(line.content, header);
            }
            LineKind::Key(key_text, value) => {
                self.close();
                self.open = Some(Open {
                    key: Key::from_name(key_text),
                    key_text,
                    value,
                    lines: Vec::new(),
                });
            }
            LineKind::Stray => {
                self.close();
                let Context {
                    after_board,
                    after_moves,
                } = self.context;
                self.fault(
                    line.content,
                    FaultKind::StrayLine {
                        after_board,
                        after_moves,
                    },
                );
            }
        }
    }

    fn span(&self, part: &str) -> Span {
        Span::of(self.text, part)
    }

    fn fault(&mut self, part: &str, kind: FaultKind) {
        let fault = Fault::new(self.span(part), kind);
        self.section.faults.push(fault);
    }

    fn word(&self, word: &str) -> Word {
        Word {
            span: self.span(word),
            text: word.to_owned(),
        }
    }

    fn header(&mut self, content: &'t str, line: HeaderLine<'t>) {
        let keyword = self.span(line.keyword);
        if line.keyword != "puzzle" {
            self.section.faults.push(
                Fault::new(keyword, FaultKind::PuzzleCase)
                    .with_edit(Edit::replace(keyword, "puzzle")),
            );
        }
        if line.game.is_none() {
            self.section
                .faults
                .push(Fault::new(keyword, FaultKind::MissingGame));
        }
        if line.rest.starts_with('"') && line.name.is_none() {
            let span = self.span(line.rest);
            self.section.faults.push(
                Fault::new(span, FaultKind::UnterminatedName)
                    .with_edit(Edit::insert(span.end, "\"")),
            );
        } else if !line.rest.is_empty() {
            self.fault(line.rest, FaultKind::TrailingText);
        }
        self.section.header = Some(Header {
            span: self.span(content),
            keyword,
            game: line.game.map(|game| self.word(game)),
            name: line.name.map(|(quoted, value)| Name {
                span: self.span(quoted),
                value,
            }),
        });
    }

    /// Reads the value of the key line that was open.
    fn close(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        let shape = open.key.map_or(Shape::Text, Key::shape);
        self.context = Context {
            after_board: shape == Shape::Board,
            after_moves: open.key == Some(Key::Solution),
        };
        let key_span = self.span(open.key_text);
        self.check_key(&open, key_span);
        let last = open.lines.last().map(|line| self.span(line.content));
        let first = self.span(open.value);
        let value_span = match last {
            Some(last) if open.value.is_empty() => open
                .lines
                .first()
                .map_or(last, |line| self.span(line.content))
                .cover(last),
            Some(last) => first.cover(last),
            None => first,
        };
        let value = self.value(shape, &open);
        self.section.fields.push(Field {
            key: open.key,
            key_span,
            value_span,
            value,
        });
    }

    fn check_key(&mut self, open: &Open<'t>, key_span: Span) {
        let is_users = open.key_text.starts_with("x-");
        match open.key {
            None if !is_users => self.fault(open.key_text, FaultKind::UnknownKey),
            Some(key) if self.section.header.is_none() && !key.may_be_of_file() => {
                self.fault(open.key_text, FaultKind::KeyOutsidePuzzle(key));
            }
            Some(key)
                if open.value.is_empty()
                    && open.lines.is_empty()
                    && !matches!(key.shape(), Shape::Board | Shape::Text | Shape::Moves) =>
            {
                self.fault(open.key_text, FaultKind::MissingValue(key));
            }
            _ => {}
        }
        if open.key == Some(Key::Notes) {
            return;
        }
        let first = *self.given.entry(open.key_text).or_insert(key_span);
        if first != key_span {
            self.section
                .faults
                .push(Fault::new(key_span, FaultKind::DuplicateKey { first }));
        }
    }

    fn value(&mut self, shape: Shape, open: &Open<'t>) -> Value {
        match shape {
            Shape::Text => Value::Text,
            Shape::Words => {
                let words = line::words(open.value).into_iter();
                Value::Words(words.map(|word| self.word(word)).collect())
            }
            Shape::Groups => Value::Groups(self.groups(open.value)),
            Shape::Claim => Value::Claim(self.claim(open.value)),
            Shape::Moves => {
                let lines = open.lines.iter().map(|line| line.content);
                let words = [open.value].into_iter().chain(lines).flat_map(line::words);
                let moves: Vec<_> = words.map(|word| move_text(self.text, word)).collect();
                for bad in moves.iter().filter(|token| token.kind == MoveKind::Bad) {
                    self.section
                        .faults
                        .push(Fault::new(bad.span, FaultKind::BadMove));
                }
                Value::Moves(moves)
            }
            Shape::Board => {
                if !open.value.is_empty() {
                    self.fault(open.value, FaultKind::TextAfterBoard);
                }
                Value::Board(board::board(
                    self.text,
                    &open.lines,
                    &mut self.section.faults,
                ))
            }
        }
    }

    fn groups(&mut self, value: &'t str) -> Vec<Vec<Word>> {
        if value.is_empty() {
            return Vec::new();
        }
        let mut groups = Vec::new();
        for (group, words) in line::groups(value) {
            if words.is_empty() {
                // The comma before the group, or behind it where no group
                // stands before: so each empty group has a comma of its own.
                let span = self.span(group);
                let comma = if !groups.is_empty() {
                    Span::new(span.start.saturating_sub(1), span.start)
                } else if span.end < self.span(value).end {
                    Span::new(span.end, span.end.saturating_add(1))
                } else {
                    continue;
                };
                self.section
                    .faults
                    .push(Fault::new(comma, FaultKind::EmptyGroup).with_edit(Edit::delete(comma)));
            } else {
                groups.push(words.into_iter().map(|word| self.word(word)).collect());
            }
        }
        groups
    }

    fn claim(&mut self, value: &str) -> Option<Claim> {
        let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let claim = match value {
            "none" => Some(Claim::None),
            _ if digits => value.parse().ok().map(Claim::Moves),
            _ => None,
        };
        if claim.is_none() && !value.is_empty() {
            self.fault(value, FaultKind::BadClaim);
        }
        claim
    }
}
