//! The text format of `check`, with excerpts of the source.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Reporter, Summary};
use crate::analysis::{FileDiagnostic, FileText, RelatedPlace, Safety, Severity};
use crate::text::{Span, lines};
use crate::words::{count, escape_controls, group_digits, is_invisible, join_list};

/// Writes diagnostics with [`annotate_snippets`], and a summary.
#[derive(Debug)]
pub struct Text<W, M> {
    out: W,
    messages: M,
    renderer: Renderer,
    folder: &'static str,
    is_fixing: bool,
}

impl<W: Write, M: Write> Text<W, M> {
    /// Writes diagnostics to `out`, coloured or not, and the summary to `messages`.
    pub const fn new(out: W, messages: M, is_coloured: bool) -> Self {
        let renderer = if is_coloured { Renderer::styled() } else { Renderer::plain() };
        Self { out, messages, renderer, folder: "", is_fixing: false }
    }

    /// Also writes these words after the number of files.
    #[must_use]
    pub fn of_folder(self, folder: &'static str) -> Self {
        Self { folder, ..self }
    }

    /// Also writes the number of applied fixes, if `is_fixing`.
    #[must_use]
    pub fn with_fixes(self, is_fixing: bool) -> Self {
        Self { is_fixing, ..self }
    }
}

fn last_line(summary: &Summary, folder: &str, is_fixing: bool) -> String {
    let mut line = format!(
        "{} in {}{folder}: {}, {}",
        count(summary.puzzles, "puzzle"),
        count(summary.files, "file"),
        count(summary.errors, "error"),
        count(summary.warnings, "warning")
    );
    if summary.malformed > 0 {
        let malformed = count(summary.malformed, "malformed puzzle");
        line.push_str(&format!("; {malformed} not solved"));
    }
    if summary.unknown > 0 {
        let not_solved = count(summary.unknown, "puzzle");
        line.push_str(&format!("; {not_solved} not settled within the limits"));
    }
    if is_fixing {
        line.push_str(&format!("; {} applied", count(summary.fixed, "fix")));
    }
    let flags = [(summary.fixable, "--fix"), (summary.claims, "--fix=claims")]
        .into_iter()
        .filter(|(count, _)| *count > 0);
    let fixable: Vec<String> =
        flags.map(|(count, flag)| format!("{} with `{flag}`", group_digits(count))).collect();
    if !fixable.is_empty() {
        line.push_str(&format!("; {} can be corrected", join_list(fixable, "and")));
    }
    line
}

/// The distance in lines from which places get separate excerpts.
const NEAR: u32 = 20;

/// The maximum length of a line in bytes. Of longer lines, only the parts around the marks are
/// shown, with up to this many bytes before them.
const LONG: u32 = 400;
const BEFORE: u32 = 100;

/// Returns a visible character instead of an invisible one, of the same length, because the marks
/// below count bytes. The renderer replaces the others.
fn visible(character: char) -> char {
    match (character, character.len_utf8()) {
        ('\u{80}'.., 2) if is_invisible(character) => '¿',
        ('\u{80}'.., 3) if is_invisible(character) => '\u{fffd}',
        _ => character,
    }
}

/// An excerpt of a file for the renderer. Each line ends with a line feed.
struct Excerpt {
    text: String,
    /// The number of the first line, from 0.
    first: u32,
    /// The part of each line that is shown, and its start in the excerpt.
    parts: Vec<(Span, usize)>,
    /// Whether the start of a line is not shown.
    is_cut: bool,
}

impl Excerpt {
    /// Creates an excerpt with the lines of `spans`.
    fn new(file: FileText<'_>, spans: impl Iterator<Item = Span> + Clone) -> Self {
        let cover = spans.clone().reduce(Span::cover).unwrap_or_default();
        let first = file.index.line(cover.start);
        let start = file.index.line_start(first).unwrap_or_default();
        let rest = file.text.get(start as usize..).unwrap_or_default();
        let mut excerpt = Self { text: String::new(), first, parts: Vec::new(), is_cut: false };
        for line in lines(rest) {
            let line = line.span.shifted(start);
            excerpt.line(file.text, line, spans.clone());
            if line.end >= cover.end {
                break;
            }
        }
        excerpt
    }

    fn line(&mut self, text: &str, mut line: Span, spans: impl Iterator<Item = Span>) {
        // The renderer would count a byte-order mark as a column.
        if line.start == 0 && text.starts_with('\u{feff}') {
            line.start = 3;
        }
        let mut part = line;
        if line.len() > LONG {
            let here = spans.filter(|span| span.start <= line.end && line.start <= span.end);
            let marks = here.reduce(Span::cover).unwrap_or(line);
            let start = marks.start.saturating_sub(BEFORE).max(line.start);
            part = Span::new(start, start.saturating_add(LONG).min(line.end));
            while part.start > line.start && !text.is_char_boundary(part.start as usize) {
                part.start -= 1;
            }
            while part.end < line.end && !text.is_char_boundary(part.end as usize) {
                part.end += 1;
            }
        }
        if part.start > line.start {
            self.is_cut = true;
            self.text.push('…');
        }
        self.parts.push((part, self.text.len()));
        self.text.extend(part.slice(text).chars().map(visible));
        if part.end < line.end {
            self.text.push('…');
        }
        self.text.push('\n');
    }

    fn offset(&self, offset: u32) -> usize {
        let after = self.parts.partition_point(|(part, _)| part.start <= offset);
        let part = after.checked_sub(1).and_then(|part| self.parts.get(part));
        part.map_or(0, |(part, here)| {
            here + Span::new(part.start, offset.min(part.end)).len() as usize
        })
    }

    fn range(&self, span: Span) -> std::ops::Range<usize> {
        let (start, end) = (self.offset(span.start), self.offset(span.end));
        start..end.max(start)
    }
}

/// Returns a title on one line, whatever names it contains. The renderer replaces other control
/// characters with symbols.
fn one_line(title: &str) -> String {
    title.replace('\n', "\\n")
}

/// Returns the start of a span in the notation of compilers.
fn origin(file: FileText<'_>, span: Span) -> Origin<'_> {
    let start = file.place(span.start);
    Origin::path(escape_controls(file.name))
        .line(start.line as usize + 1)
        .char_column(start.column as usize + 1)
}

impl<W: Write, M: Write> Reporter for Text<W, M> {
    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let level = match reported.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Hint => Level::INFO.with_name("hint"),
        };
        let line = |span: Span| file.index.line(span.start);
        let related = diagnostic.related.iter();
        let here = related.filter_map(|related| match related.place {
            RelatedPlace::Here(span) => Some((span, related.message.as_str())),
            RelatedPlace::Elsewhere(_) => None,
        });
        let (near, far): (Vec<_>, Vec<_>) =
            here.partition(|&(span, _)| line(span).abs_diff(line(diagnostic.span)) <= NEAR);
        let spans = near.iter().map(|&(span, _)| span);
        let excerpt = Excerpt::new(file, spans.chain([diagnostic.span]));
        let context = near.iter().map(|&(span, message)| {
            AnnotationKind::Context.span(excerpt.range(span)).label(message)
        });
        let snippet = Snippet::source(&excerpt.text)
            .line_start(excerpt.first as usize + 1)
            .annotation(AnnotationKind::Primary.span(excerpt.range(diagnostic.span)))
            .annotations(context);
        let title = level.primary_title(one_line(&diagnostic.message)).id(diagnostic.lint.code());
        // In a line with a hidden start, the renderer would count columns wrong.
        let mut group = if excerpt.is_cut {
            title.element(origin(file, diagnostic.span)).element(snippet)
        } else {
            title.element(snippet.path(escape_controls(file.name)))
        };
        // If the header is in the excerpt, it shows the name.
        let name = reported.puzzle.as_ref().map(|name| format!("\"{name}\""));
        if let Some(name) = name.filter(|name| !excerpt.text.contains(name)) {
            let name = format!("in puzzle {}", escape_controls(&name));
            group = group.element(Level::NOTE.message(name));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help));
        }
        if let Some(fix) = diagnostic.fixes.first() {
            let title = match fix.safety {
                Safety::Safe => format!("{} (`--fix` does it)", fix.title),
                Safety::Claim => format!("{} (`--fix=claims` does it)", fix.title),
                Safety::Unsafe => fix.title.clone(),
            };
            group = group.element(Level::HELP.message(title));
        }
        let mut groups = vec![group];
        for (span, message) in far {
            let title = Level::NOTE.secondary_title(one_line(message));
            groups.push(Group::with_title(title).element(origin(file, span)));
        }
        for related in &diagnostic.related {
            if let RelatedPlace::Elsewhere(there) = &related.place {
                let origin = Origin::path(escape_controls(&there.file))
                    .line(there.start.line as usize + 1)
                    .char_column(there.start.column as usize + 1);
                let title = Level::NOTE.secondary_title(one_line(&related.message));
                groups.push(Group::with_title(title).element(origin));
            }
        }
        // One write, because standard error has no buffer.
        let report = format!("{}\n\n", self.renderer.render(&groups));
        self.out.write_all(report.as_bytes())?;
        self.out.flush()
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        self.out.flush()?;
        // The errors already say that nothing could be read.
        if summary.files == 0 && summary.unreadable > 0 {
            return Ok(());
        }
        // A closed standard error is no reason to fail.
        let _ = writeln!(self.messages, "{}", last_line(summary, self.folder, self.is_fixing));
        Ok(())
    }
}
