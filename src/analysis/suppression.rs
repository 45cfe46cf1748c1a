//! Comments that allow a rule: `; carom: allow RULE…`, in a puzzle for that
//! puzzle, before the first one for the whole file.

use super::{Diagnostic, Rule, quoted};
use crate::text::{Edit, Span};

/// A rule that a comment allows.
#[derive(Clone, Debug)]
pub(super) struct Suppression {
    pub(super) rule: Rule,
    /// The rule's code in the comment.
    pub(super) span: Span,
    /// The whole comment.
    comment: Span,
    is_alone: bool,
}

/// Reads the comments of a section; reports the rules that do not exist.
pub(super) fn read(
    text: &str,
    comments: &[Span],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Suppression> {
    let mut suppressions = Vec::new();
    for &comment in comments {
        let body = comment.slice(text);
        let Some(rules) = body
            .strip_prefix("carom:")
            .and_then(|rest| rest.trim_start().strip_prefix("allow "))
        else {
            continue;
        };
        let codes: Vec<&str> = rules
            .split([' ', '\t', ','])
            .filter(|code| !code.is_empty())
            .collect();
        for &code in &codes {
            let span = Span::of(text, code);
            match code.parse::<Rule>() {
                Ok(rule) => suppressions.push(Suppression {
                    rule,
                    span,
                    comment,
                    is_alone: codes.len() == 1,
                }),
                Err(unknown) => {
                    let diagnostic = Diagnostic::new(
                        Rule::UnusedSuppression,
                        span,
                        format!("no rule is called {}", quoted(code)),
                    );
                    diagnostics.push(match unknown.nearest {
                        Some(nearest) => diagnostic.with_unsafe_fix(
                            format!("write `{nearest}`"),
                            vec![Edit::replace(span, nearest)],
                        ),
                        None => diagnostic,
                    });
                }
            }
        }
    }
    suppressions
}

impl Suppression {
    /// The report that this suppression suppresses nothing.
    pub(super) fn unused(&self, text: &str) -> Diagnostic {
        let span = if self.is_alone {
            // The semicolon too, and the blanks that part it from the line.
            let before = text.get(..self.comment.start as usize).unwrap_or_default();
            let before = before.trim_end_matches([' ', '\t']);
            let before = before.strip_suffix(';').unwrap_or(before);
            let start = before.trim_end_matches([' ', '\t']).len();
            Span::new(Span::from_range(0..start).end, self.comment.end)
        } else {
            let after = text.get(self.span.end as usize..).unwrap_or_default();
            let rest = after.trim_start_matches([' ', '\t', ',']);
            let gap = Span::from_range(0..after.len() - rest.len()).end;
            Span::new(self.span.start, self.span.end + gap)
        };
        Diagnostic::new(
            Rule::UnusedSuppression,
            self.span,
            format!("`{}` is reported nowhere here", self.rule),
        )
        .with_safe_fix("remove the suppression", vec![Edit::delete(span)])
    }
}
