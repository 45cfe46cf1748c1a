//! The kinds of lines and the sections of a file, from structure alone.

use super::error::SyntaxErrorKind;
use super::key::Key;
use super::line::{self, HeaderLine};
use super::moves;
use super::typos::{self, Typo};
use crate::text::{Line, Span, lines};

/// The byte-order mark, which may start a file.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line of a section.
#[derive(Debug)]
pub(super) struct OutlineLine<'t> {
    pub(super) line: Line,
    /// The text before the comment, trimmed.
    pub(super) content: &'t str,
    /// The comment with its semicolon.
    pub(super) comment: Option<&'t str>,
    pub(super) kind: LineKind<'t>,
    /// A typo; the line is parsed as if it was fixed.
    pub(super) typo: Option<Typo<'t>>,
}

/// A line that continues the value of the key above. It is small, because a file
/// has many of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueLine<'t> {
    pub(super) line: Line,
    /// The text before the comment, trimmed.
    pub(super) content: &'t str,
    pub(super) is_wall_row: bool,
}

impl<'t> From<&OutlineLine<'t>> for ValueLine<'t> {
    fn from(line: &OutlineLine<'t>) -> Self {
        Self {
            line: line.line,
            content: line.content,
            is_wall_row: matches!(line.kind, LineKind::WallRow),
        }
    }
}

#[derive(Debug)]
pub(super) enum LineKind<'t> {
    Blank,
    Comment,
    Puzzle(HeaderLine<'t>),
    /// The line of a section without a header that resembles one.
    DamagedHeader,
    /// A key and the value on its line.
    Key(&'t str, &'t str),
    Row,
    WallRow,
    /// Moves that continue the line above.
    Moves,
    /// A marker of a merge conflict.
    Conflict,
    Stray,
}

/// The value that the next line may continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    None,
    /// A puzzle without a board.
    Puzzle,
    /// A board, with the number of characters in its first row.
    Board(Option<usize>),
    /// A board, and a blank line after it.
    AfterBoard(Option<usize>),
    Moves,
}

pub(super) fn is_wall_row(content: &str) -> bool {
    content.chars().all(|c| c == '-' || line::is_blank(c))
}

/// Returns the lines of a section with their kinds.
pub(super) fn outline(text: &str) -> impl Iterator<Item = OutlineLine<'_>> {
    let mut context = Context::None;
    let mut has_header = false;
    lines(text).map(move |line| {
        let whole = line.span.slice(text);
        let whole = whole.strip_prefix(BYTE_ORDER_MARK).unwrap_or(whole);
        if line::conflict_marker(whole).is_some() {
            let kind = LineKind::Conflict;
            return OutlineLine { line, content: whole, comment: None, kind, typo: None };
        }
        let (content, comment) = line::split_comment(whole);
        let is_flush = !content.starts_with(line::is_blank);
        let content = content.trim_matches(line::is_blank);
        let mut read =
            Read { content, comment, kind: kind(content, comment.is_some(), context), typo: None };
        if !has_header {
            let is_header = matches!(read.kind, LineKind::Puzzle(_));
            let is_damaged = !is_header && is_flush && line::resembles_header(content);
            has_header = is_header || is_damaged;
            if is_damaged {
                read.kind = LineKind::DamagedHeader;
            }
        }
        let read = read.with_typo_corrected(whole.trim_matches(line::is_blank), context);
        context = context.after(&read);
        OutlineLine {
            line,
            content: read.content,
            comment: read.comment,
            kind: read.kind,
            typo: read.typo,
        }
    })
}

/// The interpretation of a line.
struct Read<'t> {
    content: &'t str,
    comment: Option<&'t str>,
    kind: LineKind<'t>,
    typo: Option<Typo<'t>>,
}

impl<'t> Read<'t> {
    /// Corrects a typo, if the line cannot be parsed as written. `whole` is the line with its
    /// comment.
    fn with_typo_corrected(mut self, whole: &'t str, context: Context) -> Self {
        let is_row = matches!(self.kind, LineKind::Row | LineKind::WallRow);
        let is_stray = matches!(self.kind, LineKind::Stray);
        if matches!(self.kind, LineKind::Blank | LineKind::Comment | LineKind::DamagedHeader) {
            return self;
        }
        if (is_row || is_stray)
            && let Some(typo) = typos::foreign_comment(self.content, is_row)
        {
            return Self {
                content: "",
                comment: Some(whole),
                kind: LineKind::Comment,
                typo: Some(typo),
            };
        }
        if let Some(parted) = typos::comment_behind(whole, is_row)
            // A well-formed comment needs no correction.
            && parted.content.len() < self.content.len()
        {
            let kind = kind(parted.content, true, context);
            let corrected = Self {
                content: parted.content,
                comment: Some(parted.comment),
                kind,
                typo: Some(parted.typo),
            }
            .with_key_corrected(context);
            if !matches!(corrected.kind, LineKind::Stray) {
                return corrected;
            }
        }
        if let (LineKind::Row, Context::Board(Some(width))) = (&self.kind, context)
            && typos::has_underscore_walls(self.content, width)
        {
            self.kind = LineKind::WallRow;
            self.typo = Some(Typo { kind: SyntaxErrorKind::UnderscoreWalls, at: self.content });
            return self;
        }
        self = self.with_key_corrected(context);
        self
    }

    /// Adds a missing colon or `board:`, or joins a row after a blank line to its board.
    fn with_key_corrected(mut self, context: Context) -> Self {
        if !matches!(self.kind, LineKind::Stray | LineKind::Row) {
            return self;
        }
        if let Some((key, value, typo)) = typos::key_without_colon(self.content) {
            self.kind = LineKind::Key(key, value);
            self.typo = self.typo.or(Some(typo));
        } else if context == Context::Puzzle && typos::starts_board(self.content) {
            self.kind = row_kind(self.content);
            self.typo = Some(Typo { kind: SyntaxErrorKind::MissingBoardKey, at: self.content });
        } else if let Context::AfterBoard(width) = context
            && typos::is_row(self.content, width)
        {
            self.kind = row_kind(self.content);
            self.typo = Some(Typo { kind: SyntaxErrorKind::BlankLineInBoard, at: self.content });
        }
        self
    }
}

impl Context {
    fn after(self, read: &Read<'_>) -> Self {
        match (&read.kind, self) {
            (LineKind::Comment | LineKind::Conflict | LineKind::Moves, _) => self,
            (LineKind::Row, Self::Board(None) | Self::AfterBoard(None) | Self::Puzzle) => {
                Self::Board(Some(read.content.chars().count()))
            }
            (LineKind::Row | LineKind::WallRow, Self::AfterBoard(width)) => Self::Board(width),
            (LineKind::Row | LineKind::WallRow, _) => self,
            (LineKind::Key(key, _), _) => match Key::from_text(key) {
                Some(Key::Board) => Self::Board(None),
                Some(Key::Solution) => Self::Moves,
                _ if self == Self::Puzzle => self,
                _ => Self::None,
            },
            (LineKind::Puzzle(_), _) | (LineKind::Blank | LineKind::Stray, Self::Puzzle) => {
                Self::Puzzle
            }
            (LineKind::Blank, Self::Board(width) | Self::AfterBoard(width)) => {
                Self::AfterBoard(width)
            }
            (LineKind::Blank | LineKind::DamagedHeader | LineKind::Stray, _) => Self::None,
        }
    }
}

fn row_kind(content: &str) -> LineKind<'_> {
    if is_wall_row(content) { LineKind::WallRow } else { LineKind::Row }
}

fn kind(content: &str, has_comment: bool, context: Context) -> LineKind<'_> {
    if content.is_empty() {
        return if has_comment { LineKind::Comment } else { LineKind::Blank };
    }
    // `cv:<<` is a move of a continued solution, although it looks like a key line.
    if context == Context::Moves && moves::is_moves(content) {
        return LineKind::Moves;
    }
    if let Some(header) = line::header(content) {
        return LineKind::Puzzle(header);
    }
    if let Some((key, value)) = line::key_line(content) {
        return LineKind::Key(key, value);
    }
    match context {
        Context::Board(_) => row_kind(content),
        Context::None | Context::Puzzle | Context::AfterBoard(_) | Context::Moves => {
            LineKind::Stray
        }
    }
}

/// Whether a line, given without leading blanks, is a header in any context. A comment in the
/// syntax of another language may follow it.
fn is_header(content: &str) -> bool {
    line::header(content).is_some()
        || content.starts_with(['p', 'P'])
            && typos::comment_behind(content, false)
                .is_some_and(|parted| line::header(parted.content).is_some())
}

/// Returns the sections of a file: first the head of the file, which may be
/// empty, then one per puzzle. Comments right above a puzzle belong to it.
///
/// A damaged header starts a section of its own, so that it leaves the puzzle
/// above alone. These lines start a section:
///
/// - a header, whatever is above it;
/// - a line at column 0 that resembles one;
/// - stray lines between the blank line below a board, or the head, and the next header: they may
///   be a part of the puzzle on either side;
/// - a line at column 0 behind the rows of a board, unless it is a key, a comment,
///   moves or another row;
/// - in the head, a line that is not a key and is above keys of a puzzle;
/// - a paragraph with a board, in the head or where the section has a board
///   already.
///
/// Both sides of a merge conflict stay in one section.
pub fn sections(text: &str) -> Vec<Span> {
    let mut cutter = Cutter { starts: vec![0], ..Cutter::default() };
    let mut conflicts = conflicts(text).into_iter().peekable();
    for line in lines(text) {
        let content = line.span.slice(text);
        let content = content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content);
        let start = line.span.start;
        while conflicts.next_if(|&(_, end)| end < start).is_some() {}
        let is_inside = conflicts.peek().is_some_and(|&(begin, _)| begin <= start);
        match line::conflict_marker(content).filter(|_| is_inside) {
            Some('<') => cutter.begin_conflict(start),
            Some('>') => cutter.end_conflict(),
            Some(_) => {}
            None => cutter.line(start, content),
        }
    }
    let starts = cutter.starts;
    let end = Span::from_range(0..text.len()).end;
    let ends = starts.iter().copied().skip(1).chain([end]);
    let spans = starts.iter().copied().zip(ends);
    spans.map(|(start, end)| Span::new(start, end)).collect()
}

/// Returns the starts of the first and the last marker of each whole merge conflict.
fn conflicts(text: &str) -> Vec<(u32, u32)> {
    let mut conflicts = Vec::new();
    if !text.contains("<<<<<<<") {
        return conflicts;
    }
    let mut open = None;
    for line in lines(text) {
        match line::conflict_marker(line.span.slice(text)) {
            Some('<') => open = Some(line.span.start),
            Some('>') => conflicts.extend(open.take().map(|begin| (begin, line.span.start))),
            _ => {}
        }
    }
    conflicts
}

/// Whether a line is a key without its colon, or the start of one.
fn is_started_key(content: &str) -> bool {
    Key::ALL.iter().any(|key| key.name().starts_with(content))
}

/// The state of a scan for section starts. A start resets it.
#[derive(Default)]
struct Cutter {
    starts: Vec<u32>,
    is_in_puzzle: bool,
    has_board: bool,
    is_in_board: bool,
    /// Whether the board's first row starts at column 0, and its characters.
    first_row: Option<(bool, usize)>,
    has_key_after_board: bool,
    /// The start of the comments right above the next line.
    comments: Option<u32>,
    /// The start of the lines since the last blank line.
    paragraph: Option<u32>,
    /// Whether that paragraph has a key, a row or moves.
    has_content: bool,
    /// The start of the paragraphs without content since the last one with it, in the head or
    /// below a board.
    loose: Option<u32>,
    /// The first line of the head that is not a key.
    stray: Option<u32>,
    /// The start of an open merge conflict, and the number of sections above it.
    conflict: Option<(u32, usize)>,
}

impl Cutter {
    fn line(&mut self, start: u32, line: &str) {
        let content = line.trim_start_matches(line::is_blank);
        let is_flush = content.len() == line.len();
        let start = *self.comments.get_or_insert(start);
        if content.starts_with(';') {
            return;
        }
        // The outline takes these lines for comments, too.
        let is_comment = || typos::foreign_comment(content, false).is_some();
        let is_header = || is_flush && line::resembles_header(content);
        if !self.is_in_puzzle && is_comment() && !is_header() {
            return;
        }
        self.comments = None;
        if content.is_empty() {
            self.paragraph = None;
            self.has_content = false;
            self.is_in_board = false;
            return;
        }
        self.content_line(start, content, is_flush);
        if self.has_content {
            self.loose = None;
        } else if self.has_board || !self.is_in_puzzle {
            self.loose = self.loose.or(self.paragraph);
        }
    }

    /// Starts a merge conflict. The marker is like a comment above the next line.
    fn begin_conflict(&mut self, start: u32) {
        let start = *self.comments.get_or_insert(start);
        self.conflict = Some((start, self.starts.len()));
    }

    /// Keeps a merge conflict in one section, so that it is one error. It starts that section if
    /// its first side starts with a puzzle.
    fn end_conflict(&mut self) {
        self.comments = None;
        if let Some((start, above)) = self.conflict.take() {
            let is_start = self.starts.get(above) == Some(&start);
            self.starts.truncate(above + usize::from(is_start));
        }
    }

    fn content_line(&mut self, start: u32, content: &str, is_flush: bool) {
        let paragraph = *self.paragraph.get_or_insert(start);
        if is_header(content) || is_flush && line::resembles_header(content) {
            if let Some(loose) = self.loose {
                self.start(loose);
            }
            self.start(start);
            return;
        }
        let start = if self.has_content { start } else { paragraph };
        if let Some((key, _)) = line::key_line(content) {
            let known = Key::from_text(key);
            self.has_content = true;
            // A turn with a walk, such as `cv:<<`, looks like a key line.
            let is_indented = !is_flush && (known.is_some() || !moves::is_moves(content));
            self.key(known, is_indented, paragraph);
        } else if self.is_in_board {
            self.has_content = true;
            let first = || (is_flush, content.chars().count());
            let (is_edge_flush, width) = *self.first_row.get_or_insert_with(first);
            // Most rows are indented.
            if !is_flush || is_edge_flush {
                return;
            }
            let content = line::split_comment(content).0;
            let parted = typos::comment_behind(content, true);
            let content =
                parted.map_or(content, |parted| parted.content).trim_end_matches(line::is_blank);
            let is_row = typos::is_row(content, Some(width)) || typos::has_squares(content);
            if !is_row && !moves::is_moves(content) {
                self.start(start);
            }
        } else if !self.is_in_puzzle {
            self.stray.get_or_insert(start);
        } else if self.has_board {
            let content = line::split_comment(content).0.trim_end_matches(line::is_blank);
            let (is_edge_flush, width) = self.first_row.unwrap_or_default();
            // After a key, no row continues the board.
            let is_row = !self.has_key_after_board
                && typos::is_row(content, Some(width))
                && (is_edge_flush || !is_flush);
            if is_row || moves::is_moves(content) || !is_flush && is_started_key(content) {
                self.has_content = true;
            } else if is_flush {
                self.start(start);
            }
        }
    }

    fn key(&mut self, key: Option<Key>, is_indented: bool, paragraph: u32) {
        let is_of_puzzle = is_indented || key.is_some_and(|key| !key.may_be_of_file());
        if let Some(stray) = self.stray.filter(|_| is_of_puzzle) {
            self.start(stray);
        }
        self.is_in_board = key == Some(Key::Board);
        self.has_key_after_board = self.has_board && !self.is_in_board;
        if self.is_in_board {
            let is_behind = self.starts.last().is_some_and(|&last| last < paragraph);
            if !self.is_in_puzzle || self.has_board && is_behind {
                self.start(paragraph);
                self.is_in_board = true;
            }
            self.has_board = true;
            self.first_row = None;
        }
    }

    fn start(&mut self, start: u32) {
        *self = Self {
            starts: std::mem::take(&mut self.starts),
            conflict: self.conflict,
            is_in_puzzle: true,
            paragraph: Some(start),
            has_content: true,
            ..Self::default()
        };
        self.starts.push(start);
    }
}

/// Returns the name of the puzzle in a section.
pub fn name(section: &str) -> Option<String> {
    let mut contents = lines(section).map(|line| {
        let whole = line.span.slice(section);
        line::split_comment(whole.strip_prefix(BYTE_ORDER_MARK).unwrap_or(whole)).0
    });
    contents.find_map(line::header)?.name.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_start_at_headers_or_comments_directly_above() {
        for (text, expected) in [
            ("", vec![""]),
            ("title: x", vec!["title: x"]),
            ("puzzle a\npuzzle b", vec!["", "puzzle a\n", "puzzle b"]),
            (
                "; file\n\n; a\n ; b\npuzzle a\n; end\n\nPUZZLE\r; no\rx",
                vec!["; file\n\n", "; a\n ; b\npuzzle a\n; end\n\n", "PUZZLE\r; no\rx"],
            ),
            (
                "puzzle a\nboard:\n  @\n\n  junk\n; b\npuzzle b",
                vec!["", "puzzle a\nboard:\n  @\n\n", "  junk\n", "; b\npuzzle b"],
            ),
            (
                "puzzle a\n\n x \n puzzl b # board:",
                vec!["", "puzzle a\n\n x \n", " puzzl b # board:"],
            ),
        ] {
            let cut = sections(text).into_iter().map(|span| span.slice(text));
            assert_eq!(cut.collect::<Vec<_>>(), expected);
        }
    }
}
