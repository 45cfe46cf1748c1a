//! Comments that allow a rule: `; carom: allow RULE…`, in a puzzle for that
//! puzzle, before the first one for the whole file. Text behind the rules is
//! the reason.

use super::{Diagnostic, Rule, UnknownCode, nearest, quoted};
use crate::text::{Edit, Span};

/// The verb of a comment that allows rules.
const ALLOW: &str = "allow";

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

/// Reads the comments of a section; reports those that speak to carom and say
/// nothing that it takes.
pub(super) fn read(
    text: &str,
    comments: &[Span],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Suppression> {
    let mut suppressions = Vec::new();
    for &comment in comments {
        let Some(said) = comment.slice(text).strip_prefix("carom:") else {
            continue;
        };
        match rules_after_verb(text, comment, said) {
            Ok((rules, misspelt)) => {
                diagnostics.extend(misspelt);
                let (found, bad) = rules_of(text, comment, rules);
                suppressions.extend(found);
                diagnostics.extend(bad);
            }
            Err(bad) => diagnostics.push(bad),
        }
    }
    suppressions
}

/// What stands behind the verb, and a report where that is misspelt: then the
/// comment is read as it is meant.
fn rules_after_verb<'t>(
    text: &str,
    comment: Span,
    said: &'t str,
) -> Result<(&'t str, Option<Diagnostic>), Diagnostic> {
    let said = said.trim_matches([' ', '\t']);
    let (verb, rules) = said.split_once([' ', '\t']).unwrap_or((said, ""));
    let span = if verb.is_empty() {
        comment
    } else {
        Span::of(text, verb)
    };
    let bad = |message| {
        Diagnostic::new(Rule::BadSuppression, span, message)
            .with_help("write `; carom: allow RULE`, and the reason behind it")
    };
    match nearest(verb, [ALLOW].into_iter()) {
        Some(_) if verb == ALLOW => Ok((rules, None)),
        Some(_) => {
            let message = format!("{} is not `{ALLOW}`", quoted(verb));
            let report = Diagnostic::new(Rule::BadSuppression, span, message);
            let edits = vec![Edit::replace(span, ALLOW)];
            Ok((
                rules,
                Some(report.with_unsafe_fix(format!("write `{ALLOW}`"), edits)),
            ))
        }
        None if verb.is_empty() => Err(bad("the comment says nothing to carom".to_owned())),
        None => Err(bad(format!("carom takes `{ALLOW}`, not {}", quoted(verb)))),
    }
}

/// The rules of a comment, and reports of what is none. A word that is no rule,
/// and nearly none, begins the reason; so does a colon.
fn rules_of(text: &str, comment: Span, rules: &str) -> (Vec<Suppression>, Vec<Diagnostic>) {
    let mut suppressions: Vec<Suppression> = Vec::new();
    let mut bad = Vec::new();
    let mut rest = rules;
    let mut is_listed = true;
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        let end = rest.find([' ', '\t', ',']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let code = word.trim_end_matches([':', ';', '.']);
        if code.is_empty() {
            break;
        }
        let span = Span::of(text, code);
        match code.parse::<Rule>() {
            Ok(rule) => suppressions.push(Suppression {
                rule,
                span,
                comment,
                is_alone: false,
            }),
            // In a list stands a rule; elsewhere only what nearly is one is
            // meant to be.
            Err(UnknownCode { nearest }) if is_listed || nearest.is_some() => {
                bad.push(no_such_rule(span, code, nearest));
            }
            Err(_) => break,
        }
        let after_blanks = after.trim_start_matches([' ', '\t']);
        is_listed = after_blanks.starts_with(',');
        rest = after_blanks.trim_start_matches(',');
        if code.len() < word.len() {
            break;
        }
    }
    if suppressions.is_empty() && bad.is_empty() {
        let said = comment.slice(text);
        let span = Span::of(text, said.trim_end_matches([' ', '\t', ',']));
        bad.push(
            Diagnostic::new(Rule::BadSuppression, span, "the comment allows no rule")
                .with_help("write `; carom: allow RULE`, and the reason behind it"),
        );
    }
    if let [alone] = suppressions.as_mut_slice() {
        alone.is_alone = bad.is_empty();
    }
    (suppressions, bad)
}

fn no_such_rule(span: Span, code: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!("no rule is called {}", quoted(code));
    let diagnostic = Diagnostic::new(Rule::BadSuppression, span, message);
    match nearest {
        Some(nearest) => diagnostic.with_unsafe_fix(
            format!("write `{nearest}`"),
            vec![Edit::replace(span, nearest)],
        ),
        None => diagnostic.with_help("`carom explain` lists the rules"),
    }
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
