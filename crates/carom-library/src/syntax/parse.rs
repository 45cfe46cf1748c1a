//! The parser, from the lines of a section to its tree.

use rustc_hash::FxHashMap;

use super::board;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::key::{Key, Shape};
use super::layout::KEY_INDENT;
use super::line::{self, HeaderLine};
use super::moves::{self, move_text};
use super::outline::{LineKind, OutlineLine, ValueLine, outline};
use super::tree::{
    Claim, Field, FieldValue, Header, MoveKind, MoveText, ParsedSection, QuotedName, Word,
};
use super::typos::Typo;
use crate::text::{Edit, Line, LineEnd, Span};

/// The size limit of a section in bytes, without comments and blank lines. A line counts as at
/// least [`LINE`] bytes, which bounds the number of rows, too. The largest board takes a fraction.
const MAX_SECTION: usize = 32 << 10;
const LINE: usize = 32;

/// The largest number of blank lines in a board that a fix removes at once.
const MAX_GAP: usize = 1_000;

/// Parses one of the [`sections`](super::sections) of a file. Lines beyond a size limit are an
/// error, and are not parsed.
pub fn parse(text: &str) -> ParsedSection {
    let mut parser = Parser {
        text,
        section: ParsedSection::default(),
        open: None,
        gap: Vec::new(),
        context: Context::default(),
        is_damaged: false,
        has_conflict: false,
        given: FxHashMap::default(),
    };
    let mut size = 0;
    for line in outline(text) {
        if !matches!(line.kind, LineKind::Blank | LineKind::Comment | LineKind::Puzzle(_)) {
            size += line.content.len().max(LINE);
        }
        if size > MAX_SECTION {
            let start = Span::empty(parser.span(line.content).start);
            let error = SyntaxError::new(start, SyntaxErrorKind::TooLong);
            parser.section.errors.push(error);
            break;
        }
        parser.line(line);
    }
    parser.close();
    parser.section.errors.sort_by_key(|error| error.span);
    parser.section
}

/// A key line whose value may continue.
struct Open<'t> {
    key: Option<Key>,
    key_text: &'t str,
    value: &'t str,
    /// The lines that continue the value.
    lines: Vec<ValueLine<'t>>,
}

/// The value above a stray line, for its message.
#[derive(Default)]
struct Context {
    after_board: bool,
    after_moves: bool,
}

struct Parser<'t> {
    text: &'t str,
    section: ParsedSection,
    open: Option<Open<'t>>,
    /// The blank lines since the last row of the open board.
    gap: Vec<Line>,
    context: Context,
    /// Whether the section starts with a line that is neither a header nor a key. Its keys are then
    /// not keys of the file.
    is_damaged: bool,
    /// Whether a marker of a merge conflict was read.
    has_conflict: bool,
    /// The first use of each key.
    given: FxHashMap<&'t str, Span>,
}

impl<'t> Parser<'t> {
    fn line(&mut self, line: OutlineLine<'t>) {
        if let LineKind::Blank = line.kind {
            // A row below it may still continue the board.
            if self.is_in_board() {
                if self.gap.len() < MAX_GAP {
                    self.gap.push(line.line);
                }
            } else {
                self.close();
            }
            return;
        }
        if let Some(typo) = line.typo {
            self.typo(typo, line.line);
        }
        if !matches!(line.kind, LineKind::Comment) {
            self.gap.clear();
        }
        if let Some(comment) = line.comment {
            let body = comment.strip_prefix(';').unwrap_or(comment);
            let span = self.span(body.trim_matches(line::is_blank));
            self.section.comments.push(span);
        }
        match line.kind {
            LineKind::Comment => {}
            LineKind::Row | LineKind::WallRow | LineKind::Moves => {
                if let Some(open) = &mut self.open {
                    open.lines.push((&line).into());
                }
            }
            LineKind::Blank => {}
            LineKind::Puzzle(header) => {
                self.close();
                self.header(line.content, header);
            }
            LineKind::Key(key_text, value) => {
                self.close();
                self.open = Some(Open {
                    key: Key::from_text(key_text),
                    key_text,
                    value,
                    lines: Vec::new(),
                });
            }
            LineKind::Conflict => {
                if !std::mem::replace(&mut self.has_conflict, true) {
                    let whole = Span::from_range(0..self.text.len());
                    let span = self.span(line.content);
                    let error = SyntaxError::new(span, SyntaxErrorKind::Conflict).covering(whole);
                    self.section.errors.push(error);
                }
            }
            LineKind::DamagedHeader => {
                self.is_damaged = true;
                self.error(line.content, SyntaxErrorKind::DamagedHeader);
            }
            LineKind::Stray => {
                self.close();
                self.is_damaged |= self.is_empty();
                let Context { after_board, after_moves } = self.context;
                self.error(line.content, SyntaxErrorKind::StrayLine { after_board, after_moves });
            }
        }
    }

    /// Whether no header and no key was read yet.
    const fn is_empty(&self) -> bool {
        self.section.header.is_none() && self.section.fields.is_empty()
    }

    fn is_in_board(&self) -> bool {
        let open = self.open.as_ref();
        open.is_some_and(|open| open.key == Some(Key::Board))
    }

    fn typo(&mut self, typo: Typo<'t>, line: Line) {
        let span = self.span(typo.at);
        let mut error = SyntaxError::new(span, typo.kind);
        error.edits = match &mut error.kind {
            SyntaxErrorKind::GluedComment => vec![Edit::insert(span.start, " ")],
            SyntaxErrorKind::ForeignComment { in_board } => {
                *in_board = self.is_in_board();
                vec![Edit::replace(span, ";")]
            }
            SyntaxErrorKind::MissingColon => vec![Edit::insert(span.end, ":")],
            SyntaxErrorKind::EqualsSign => {
                let name = typo.at.trim_end_matches(|c| c == '=' || line::is_blank(c));
                let sign = Span::new(self.span(name).end, span.end);
                vec![Edit::replace(sign, ":")]
            }
            SyntaxErrorKind::UnderscoreWalls => {
                let walls = typo.at.match_indices('_').map(|(at, _)| {
                    let wall = Span::from_range(at..at + 1).shifted(span.start);
                    Edit::replace(wall, "-")
                });
                walls.collect()
            }
            SyntaxErrorKind::BlankLineInBoard => {
                let lines =
                    self.gap.drain(..).map(|line| Span::new(line.span.start, line.next_start()));
                lines.map(Edit::delete).collect()
            }
            // A missing `board:`, which opens a value.
            _ => return self.board_without_key(typo.at, line),
        };
        let open = self.open.as_ref();
        let start = open.map(|open| self.span(open.key_text).start);
        self.once_in_value(error, start);
    }

    /// Opens a board whose first row has no `board:` above it. An unknown key right above was
    /// meant to be `board`.
    fn board_without_key(&mut self, row: &'t str, line: Line) {
        let unknown = self.open.take_if(|open| {
            let is_unknown = open.key.is_none() && !open.key_text.starts_with("x-");
            is_unknown && open.value.is_empty() && open.lines.is_empty()
        });
        self.close();
        let start = row.get(..0).unwrap_or_default();
        let (shown, edit) = match &unknown {
            Some(open) => {
                let key = self.span(open.key_text);
                (key, Edit::replace(key, Key::Board.name()))
            }
            None => {
                let end = line.end.unwrap_or(LineEnd::Lf).as_str();
                let key = format!("{}{}:{end}", " ".repeat(KEY_INDENT), Key::Board.name());
                (self.span(row), Edit::insert(line.span.start, key))
            }
        };
        let error = SyntaxError::new(shown, SyntaxErrorKind::MissingBoardKey);
        self.section.errors.push(error.with_edit(edit));
        self.open = Some(Open {
            key: Some(Key::Board),
            key_text: unknown.map_or(start, |open| open.key_text),
            value: start,
            lines: Vec::new(),
        });
    }

    /// Reports an error. Errors that authors repeat within a value are reported once per value,
    /// with all edits. The key line of the value starts at `start`.
    fn once_in_value(&mut self, mut error: SyntaxError, start: Option<u32>) {
        let is_repeated = matches!(
            error.kind,
            SyntaxErrorKind::BlankLineInBoard
                | SyntaxErrorKind::MoveSeparator
                | SyntaxErrorKind::UnderscoreWalls
        );
        let mut errors = self.section.errors.iter_mut().filter(|_| is_repeated);
        let first = errors.find(|first| {
            first.kind == error.kind && start.is_some_and(|at| at <= first.span.start)
        });
        match first {
            Some(first) => first.edits.append(&mut error.edits),
            None => self.section.errors.push(error),
        }
    }

    fn span(&self, part: &str) -> Span {
        Span::of(self.text, part)
    }

    fn error(&mut self, part: &str, kind: SyntaxErrorKind) {
        let error = SyntaxError::new(self.span(part), kind);
        self.section.errors.push(error);
    }

    fn word(&self, word: &str) -> Word {
        Word { span: self.span(word), text: word.to_owned() }
    }

    fn header(&mut self, content: &'t str, line: HeaderLine<'t>) {
        let keyword = self.span(line.keyword);
        if line.keyword != "puzzle" {
            self.section.errors.push(
                SyntaxError::new(keyword, SyntaxErrorKind::PuzzleWord)
                    .with_edit(Edit::replace(keyword, "puzzle")),
            );
        }
        if line.game.is_none() {
            self.section.errors.push(SyntaxError::new(keyword, SyntaxErrorKind::MissingGame));
        }
        if line.rest.starts_with('"') && line.name.is_none() {
            let span = self.span(line.rest);
            self.section.errors.push(
                SyntaxError::new(span, SyntaxErrorKind::UnterminatedName)
                    .with_edit(Edit::insert(span.end, "\"")),
            );
        } else if !line.rest.is_empty() && line.name.is_some() {
            self.error(line.rest, SyntaxErrorKind::TrailingText);
        }
        let mut name =
            line.name.map(|(quoted, value)| QuotedName { span: self.span(quoted), value });
        if name.is_none() && !line.rest.is_empty() && !line.rest.starts_with('"') {
            name = Some(self.unquoted_name(line.rest));
        }
        self.section.header = Some(Header {
            span: self.span(content),
            keyword,
            game: line.game.map(|game| self.word(game)),
            name,
        });
    }

    /// Parses a name without quotes or with other quotes.
    fn unquoted_name(&mut self, rest: &str) -> QuotedName {
        const QUOTES: [(char, char); 7] =
            [('“', '”'), ('”', '”'), ('„', '“'), ('‘', '’'), ('’', '’'), ('«', '»'), ('\'', '\'')];
        let span = self.span(rest);
        let inner = QUOTES.iter().find_map(|&(open, close)| {
            let inner = rest.strip_prefix(open)?.strip_suffix(close)?;
            (!inner.is_empty()).then_some(inner)
        });
        let kind = match inner {
            Some(_) => SyntaxErrorKind::NameQuotes,
            None => SyntaxErrorKind::UnquotedName,
        };
        let value = inner.unwrap_or(rest).to_owned();
        let quoted = format!("\"{}\"", line::escaped(&value));
        self.section
            .errors
            .push(SyntaxError::new(span, kind).with_edit(Edit::replace(span, quoted)));
        QuotedName { span, value }
    }

    /// Parses the value of the open key line.
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
            Some(last) if open.value.is_empty() => {
                open.lines.first().map_or(last, |line| self.span(line.content)).cover(last)
            }
            Some(last) => first.cover(last),
            None => first,
        };
        let value = self.value(shape, &open);
        self.section.fields.push(Field { key: open.key, key_span, value_span, value });
    }

    fn check_key(&mut self, open: &Open<'t>, key_span: Span) {
        let is_users = open.key_text.starts_with("x-");
        if let Some(key) = open.key
            && key.name() != open.key_text
            // The key of a board may be another word.
            && Key::from_text(open.key_text) == Some(key)
        {
            self.section.errors.push(
                SyntaxError::new(key_span, SyntaxErrorKind::KeyCase(key))
                    .with_edit(Edit::replace(key_span, key.name())),
            );
        }
        match open.key {
            None if !is_users => self.error(open.key_text, SyntaxErrorKind::UnknownKey),
            Some(key)
                if self.section.header.is_none() && !self.is_damaged && !key.may_be_of_file() =>
            {
                self.error(open.key_text, SyntaxErrorKind::KeyOutsidePuzzle(key));
            }
            Some(key)
                if open.value.is_empty()
                    && open.lines.is_empty()
                    && !matches!(key.shape(), Shape::Board | Shape::Text | Shape::Moves) =>
            {
                self.error(open.key_text, SyntaxErrorKind::MissingValue(key));
            }
            _ => {}
        }
        if open.key == Some(Key::Notes) {
            return;
        }
        let first =
            *self.given.entry(open.key.map_or(open.key_text, |key| key.name())).or_insert(key_span);
        if first != key_span {
            self.section
                .errors
                .push(SyntaxError::new(key_span, SyntaxErrorKind::DuplicateKey { first }));
        }
    }

    fn value(&mut self, shape: Shape, open: &Open<'t>) -> FieldValue {
        match shape {
            Shape::Text => FieldValue::Text,
            Shape::Words => {
                let words = line::words(open.value).into_iter();
                FieldValue::Words(words.map(|word| self.word(word)).collect())
            }
            Shape::Groups => FieldValue::Groups(self.groups(open.value)),
            Shape::Claim => FieldValue::Claim(self.claim(open.value)),
            Shape::Moves => {
                let lines = open.lines.iter().map(|line| line.content);
                let words = [open.value].into_iter().chain(lines).flat_map(line::words);
                let mut moves = Vec::new();
                for word in words {
                    self.moves(word, open, &mut moves);
                }
                FieldValue::Moves(moves)
            }
            Shape::Board => {
                if !open.value.is_empty() {
                    self.error(open.value, SyntaxErrorKind::TextAfterBoard);
                }
                let key = self.span(open.key_text).start;
                let errors = &mut self.section.errors;
                FieldValue::Board(board::board(self.text, key, &open.lines, errors))
            }
        }
    }

    /// Adds the moves of a word, which are several if the separators are not
    /// blanks.
    fn moves(&mut self, word: &'t str, open: &Open<'t>, moves: &mut Vec<MoveText>) {
        let read = move_text(self.text, word);
        if read.is_single() {
            moves.push(read);
            return;
        }
        let Some(parts) = moves::glued(word) else {
            // The reader of a game decides which of these are moves.
            if read.kind == MoveKind::Bad || read.is_bare() {
                self.error(word, SyntaxErrorKind::BadMove);
            }
            moves.push(read);
            return;
        };
        let mut end = None;
        let mut edits = Vec::new();
        for part in parts {
            let span = self.span(part);
            if let Some(end) = end {
                edits.push(Edit::replace(Span::new(end, span.start), " "));
            }
            end = Some(span.end);
            moves.push(move_text(self.text, part));
        }
        let end_of_word = self.span(word).end;
        let behind = Span::new(end.unwrap_or(end_of_word), end_of_word);
        if !behind.is_empty() {
            edits.push(Edit::delete(behind));
        }
        let mut error = SyntaxError::new(self.span(word), SyntaxErrorKind::MoveSeparator);
        error.edits = edits;
        let start = self.span(open.key_text).start;
        self.once_in_value(error, Some(start));
    }

    fn groups(&mut self, value: &'t str) -> Vec<Vec<Word>> {
        if value.is_empty() {
            return Vec::new();
        }
        let mut groups = Vec::new();
        for (group, words) in line::groups(value) {
            if words.is_empty() {
                // Report the comma before the group, or the comma after it for the first group, so
                // that each empty group has its own comma.
                let span = self.span(group);
                let comma = if !groups.is_empty() {
                    Span::new(span.start.saturating_sub(1), span.start)
                } else if span.end < self.span(value).end {
                    Span::new(span.end, span.end.saturating_add(1))
                } else {
                    continue;
                };
                self.section.errors.push(
                    SyntaxError::new(comma, SyntaxErrorKind::EmptyGroup)
                        .with_edit(Edit::delete(comma)),
                );
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
            self.error(value, SyntaxErrorKind::BadClaim);
        }
        claim
    }
}
