//! Reports for a person at a terminal: the line, what is under it marked, and
//! what to do.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Reporter, Summary};
use crate::analysis::{FileText, RelatedPlace, Reported, Severity};
use crate::text::{Span, lines};

/// Writes reports drawn with [`annotate_snippets`].
#[derive(Debug)]
pub struct Text<W> {
    out: W,
    renderer: Renderer,
}

impl<W: Write> Text<W> {
    /// Writes to `out`, coloured or not.
    pub const fn new(out: W, is_coloured: bool) -> Self {
        let renderer = if is_coloured {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        Self { out, renderer }
    }
}

/// Some lines of a file as the renderer wants them: each ended by a line feed.
struct Excerpt {
    text: String,
    /// The number of the first line, from 0.
    first: u32,
    /// Where each line starts in the file and in the excerpt.
    starts: Vec<(u32, usize)>,
}

impl Excerpt {
    /// The lines that hold `spans`.
    fn new(file: FileText<'_>, spans: impl Iterator<Item = Span>) -> Self {
        let cover = spans.reduce(Span::cover).unwrap_or_default();
        let first = file.index.line(cover.start);
        let start = file.index.line_start(first).unwrap_or_default();
        let mut text = String::new();
        let mut starts = Vec::new();
        let rest = file.text.get(start as usize..).unwrap_or_default();
        for line in lines(rest) {
            starts.push((start + line.span.start, text.len()));
            text.push_str(line.span.slice(rest));
            text.push('\n');
            if start + line.span.end >= cover.end {
                break;
            }
        }
        Self {
            text,
            first,
            starts,
        }
    }

    fn offset(&self, offset: u32) -> usize {
        let after = self.starts.partition_point(|&(start, _)| start <= offset);
        let line = after.checked_sub(1).and_then(|line| self.starts.get(line));
        let &(start, here) = line.unwrap_or(&(0, 0));
        let end = self.text.len().saturating_sub(1);
        (here + (offset.saturating_sub(start) as usize)).min(end)
    }

    fn range(&self, span: Span) -> std::ops::Range<usize> {
        let (start, end) = (self.offset(span.start), self.offset(span.end));
        start..end.max(start)
    }
}

impl<W: Write> Reporter for Text<W> {
    fn report(&mut self, file: FileText<'_>, reported: &Reported) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let level = match reported.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Hint => Level::INFO.with_name("hint"),
        };
        let here = diagnostic
            .related
            .iter()
            .filter_map(|related| match related.place {
                RelatedPlace::Here(span) => Some((span, related.message.as_str())),
                RelatedPlace::Elsewhere(_) => None,
            });
        let spans = here.clone().map(|(span, _)| span).chain([diagnostic.span]);
        let excerpt = Excerpt::new(file, spans);
        let context = here.map(|(span, message)| {
            AnnotationKind::Context
                .span(excerpt.range(span))
                .label(message)
        });
        let snippet = Snippet::source(&excerpt.text)
            .line_start(excerpt.first as usize + 1)
            .path(&**file.name)
            .annotation(AnnotationKind::Primary.span(excerpt.range(diagnostic.span)))
            .annotations(context);
        let title = level
            .primary_title(&diagnostic.message)
            .id(diagnostic.rule.code());
        let mut group = title.element(snippet);
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help));
        }
        if let Some(fix) = diagnostic.fixes.first() {
            let title = if fix.is_safe {
                format!("{} (`--fix` does it)", fix.title)
            } else {
                fix.title.clone()
            };
            group = group.element(Level::HELP.message(title));
        }
        let mut groups = vec![group];
        for related in &diagnostic.related {
            if let RelatedPlace::Elsewhere(there) = &related.place {
                let origin = Origin::path(&*there.file)
                    .line(there.start.line as usize + 1)
                    .char_column(there.start.column as usize + 1);
                let title = Level::NOTE.secondary_title(&related.message);
                groups.push(Group::with_title(title).element(origin));
            }
        }
        writeln!(self.out, "{}\n", self.renderer.render(&groups))
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}
