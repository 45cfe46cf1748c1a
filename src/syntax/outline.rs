//! What kind each line is, from its structure alone.

use super::key::Key;
use super::line::{self, HeaderLine};
use super::moves;
use super::typos::{self, Typo, TypoKind};
use crate::text::{Line, Span, lines};

/// The byte-order mark, which may stand before a file.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line of a section.
#[derive(Debug)]
pub(super) struct OutlineLine<'t> {
    pub(super) line: Line,
    /// What stands before the comment, without outer blanks.
    pub(super) content: &'t str,
    /// The comment with its semicolon.
    pub(super) comment: Option<&'t str>,
    pub(super) kind: LineKind<'t>,
    /// What the author slipped on; the line is read as if it was mended.
    pub(super) typo: Option<Typo<'t>>,
}

/// A line that goes on with the value of a key above. There are many of them,
/// so that no more is kept than what is needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueLine<'t> {
    pub(super) line: Line,
    /// What stands before the comment, without outer blanks.
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

/// The kinds of lines.
#[derive(Debug)]
pub(super) enum LineKind<'t> {
    Blank,
    Comment,
    Puzzle(HeaderLine<'t>),
    /// A key and the value on its line.
    Key(&'t str, &'t str),
    Row,
    WallRow,
    /// Moves that go on from the line above.
    Moves,
    Stray,
}

/// What the lines after this one may belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    None,
    /// A board, whose first row has so many characters.
    Board(Option<usize>),
    /// A board, and a blank line after it.
    AfterBoard(Option<usize>),
    Moves,
}

fn is_wall_row(content: &str) -> bool {
    content.chars().all(|c| c == '-' || line::is_blank(c))
}

/// The lines of a section with their kinds.
pub(super) fn outline(text: &str) -> impl Iterator<Item = OutlineLine<'_>> {
    let mut context = Context::None;
    lines(text).map(move |line| {
        let whole = line.span.slice(text);
        let whole = whole.strip_prefix(BYTE_ORDER_MARK).unwrap_or(whole);
        let (content, comment) = line::split_comment(whole);
        let content = content.trim_matches(line::is_blank);
        let read = Read {
            content,
            comment,
            kind: kind(content, comment.is_some(), context),
            typo: None,
        };
        let whole = whole.trim_matches(line::is_blank);
        let read = read.mended(whole, context);
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

/// A line as it is read.
struct Read<'t> {
    content: &'t str,
    comment: Option<&'t str>,
    kind: LineKind<'t>,
    typo: Option<Typo<'t>>,
}

impl<'t> Read<'t> {
    /// The line as it is meant, where it cannot be taken as it is written.
    /// `whole` is the line with its comment.
    fn mended(mut self, whole: &'t str, context: Context) -> Self {
        let is_row = matches!(self.kind, LineKind::Row | LineKind::WallRow);
        let is_stray = matches!(self.kind, LineKind::Stray);
        if matches!(self.kind, LineKind::Blank | LineKind::Comment) {
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
            // A comment that starts as it should is none of these.
            && parted.content.len() < self.content.len()
        {
            let kind = kind(parted.content, true, context);
            let mended = Self {
                content: parted.content,
                comment: Some(parted.comment),
                kind,
                typo: Some(parted.typo),
            }
            .mended_key(context);
            if !matches!(mended.kind, LineKind::Stray) {
                return mended;
            }
        }
        self = self.mended_key(context);
        self
    }

    /// The same with a colon after its key, or as a row below a blank line.
    fn mended_key(mut self, context: Context) -> Self {
        if !matches!(self.kind, LineKind::Stray | LineKind::Row) {
            return self;
        }
        if let Some((key, value)) = typos::key_without_colon(self.content) {
            self.kind = LineKind::Key(key, value);
            self.typo = self.typo.or(Some(Typo {
                kind: TypoKind::MissingColon,
                at: key,
            }));
        } else if let Context::AfterBoard(width) = context
            && typos::is_row(self.content, width)
        {
            self.kind = row_kind(self.content);
            self.typo = Some(Typo {
                kind: TypoKind::BlankLineInBoard,
                at: self.content,
            });
        }
        self
    }
}

impl Context {
    fn after(self, read: &Read<'_>) -> Self {
        match (&read.kind, self) {
            (LineKind::Comment | LineKind::Moves, _) => self,
            (LineKind::Row, Self::Board(None) | Self::AfterBoard(None)) => {
                Self::Board(Some(read.content.chars().count()))
            }
            (LineKind::Row | LineKind::WallRow, Self::AfterBoard(width)) => Self::Board(width),
            (LineKind::Row | LineKind::WallRow, _) => self,
            (LineKind::Key(key, _), _) => match Key::from_name(key) {
                Some(Key::Board) => Self::Board(None),
                Some(Key::Solution) => Self::Moves,
                _ => Self::None,
            },
            (LineKind::Blank, Self::Board(width) | Self::AfterBoard(width)) => {
                Self::AfterBoard(width)
            }
            (LineKind::Blank | LineKind::Puzzle(_) | LineKind::Stray, _) => Self::None,
        }
    }
}

fn row_kind(content: &str) -> LineKind<'_> {
    if is_wall_row(content) {
        LineKind::WallRow
    } else {
        LineKind::Row
    }
}

fn kind(content: &str, has_comment: bool, context: Context) -> LineKind<'_> {
    if content.is_empty() {
        return if has_comment {
            LineKind::Comment
        } else {
            LineKind::Blank
        };
    }
    // `cv:<<` is a move of a solution that goes on, though it looks like a key.
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
        Context::None | Context::AfterBoard(_) | Context::Moves => LineKind::Stray,
    }
}

/// The sections of a file: first the file's own, which may be empty, then one
/// for each `puzzle` line. Comments right above a puzzle belong to it.
pub fn sections(text: &str) -> Vec<Span> {
    let mut starts = vec![0];
    let mut comments_start = None;
    for line in lines(text) {
        let content = line.span.slice(text);
        let content = content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content);
        let start = *comments_start.get_or_insert(line.span.start);
        if line::header(content).is_some() {
            starts.push(start);
            comments_start = None;
        } else if !content.trim_start_matches(line::is_blank).starts_with(';') {
            comments_start = None;
        }
    }
    let end = Span::from_range(0..text.len()).end;
    let ends = starts.iter().copied().skip(1).chain([end]);
    let spans = starts.iter().copied().zip(ends);
    spans.map(|(start, end)| Span::new(start, end)).collect()
}

/// The name of the puzzle in a section, if it has one.
pub fn name(section: &str) -> Option<String> {
    let mut contents = lines(section).map(|line| {
        let whole = line.span.slice(section);
        let whole = whole.strip_prefix(BYTE_ORDER_MARK).unwrap_or(whole);
        line::split_comment(whole).0
    });
    contents.find_map(line::header)?.name.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_cut_at_its_puzzles_and_the_comments_right_above() {
        for (text, expected) in [
            ("", vec![""]),
            ("title: x", vec!["title: x"]),
            ("puzzle a\npuzzle b", vec!["", "puzzle a\n", "puzzle b"]),
            (
                "; file\n\n; a\n ; b\npuzzle a\n; end\n\nPUZZLE\r; no\rx",
                vec![
                    "; file\n\n",
                    "; a\n ; b\npuzzle a\n; end\n\n",
                    "PUZZLE\r; no\rx",
                ],
            ),
        ] {
            let cut = sections(text).into_iter().map(|span| span.slice(text));
            assert_eq!(cut.collect::<Vec<_>>(), expected);
        }
    }
}
