//! Faults of configurations, formatted as text.

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::project::{Failure, MalformedConfig};
use crate::text::LineIndex;
use crate::words::{display_path, path_name};

/// Returns the failure to read a configuration, with an excerpt of the file.
pub fn config_failure(MalformedConfig { path, text, error }: &MalformedConfig) -> Failure {
    let title = Level::ERROR.primary_title(&error.message);
    let mut group = match error.span.clone() {
        Some(span) => {
            let mark = AnnotationKind::Primary.span(span);
            let snippet = Snippet::source(text).path(display_path(path));
            title.element(snippet.annotation(mark))
        }
        None => title.element(Origin::path(display_path(path))),
    };
    if let Some(help) = &error.help {
        group = group.element(Level::HELP.message(help));
    }
    let drawn = Renderer::plain().render(&[group]).to_string();
    // The word `error` is coloured by the output.
    let drawn = drawn.strip_prefix("error: ").unwrap_or(&drawn);
    let start =
        error.span.as_ref().map(|span| span.start).and_then(|start| u32::try_from(start).ok());
    Failure {
        line: start.map(|start| LineIndex::new(text).line(start) + 1),
        drawn: Some(format!("{drawn}\n")),
        ..Failure::new(path_name(path), error.to_string())
    }
}
