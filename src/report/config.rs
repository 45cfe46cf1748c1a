//! Faults of configurations, formatted as text.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::config::Fault;
use crate::words::escape_controls;

/// Formats a fault with an excerpt of the configuration, without the word `error`.
pub fn draw_fault(name: &str, text: &str, fault: &Fault) -> String {
    let name = escape_controls(name);
    let title = Level::ERROR.primary_title(&fault.message);
    let mut group = match fault.span.clone() {
        Some(span) => {
            let mark = AnnotationKind::Primary.span(span);
            title.element(Snippet::source(text).path(name).annotation(mark))
        }
        None => title.element(annotate_snippets::Origin::path(name)),
    };
    if let Some(help) = &fault.help {
        group = group.element(Level::HELP.message(help));
    }
    let drawn = Renderer::plain().render(&[group]).to_string();
    let drawn = drawn.strip_prefix("error: ").unwrap_or(&drawn);
    format!("{drawn}\n")
}
