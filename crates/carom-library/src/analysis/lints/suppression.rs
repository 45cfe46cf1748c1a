//! Comments that allow a lint: `; carom: allow LINT…`. A comment in a puzzle applies to that
//! puzzle, and one before the first puzzle to the whole file. The text after the lints is the
//! reason.

use crate::analysis::{Diagnostic, Lint, UnknownCode, nearest, quoted};
use crate::text::{Edit, Span};

/// The verb of a suppression.
const ALLOW: &str = "allow";

/// The largest number of suppressions, valid or not, that are read in a section.
const MAX: usize = 1_000;

/// A lint that a comment suppresses.
#[derive(Clone, Debug)]
pub(crate) struct Suppression {
    pub(crate) lint: Lint,
    /// The lint's code in the comment.
    pub(crate) span: Span,
    /// The whole comment.
    comment: Span,
    /// The list of lints in the comment, if it has several.
    list: Option<Span>,
}

/// Reads the suppressions among the comments of a section, and reports malformed ones.
pub(crate) fn read(
    text: &str,
    comments: &[Span],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Suppression> {
    let mut suppressions = Vec::new();
    let others = diagnostics.len();
    for &comment in comments {
        if suppressions.len() + diagnostics.len() - others >= MAX {
            break;
        }
        let Some(said) = comment.slice(text).strip_prefix("carom:") else {
            continue;
        };
        match lints_after_verb(text, comment, said) {
            Ok((lints, misspelt)) => {
                diagnostics.extend(misspelt);
                let (found, bad) = lints_of(text, comment, lints);
                suppressions.extend(found);
                diagnostics.extend(bad);
            }
            Err(bad) => diagnostics.push(bad),
        }
    }
    suppressions
}

/// Returns the text after the verb, and a diagnostic if the verb is misspelt: the comment is
/// then read as it is meant.
fn lints_after_verb<'t>(
    text: &str,
    comment: Span,
    said: &'t str,
) -> Result<(&'t str, Option<Diagnostic>), Diagnostic> {
    let said = said.trim_matches([' ', '\t']);
    let (verb, lints) = said.split_once([' ', '\t']).unwrap_or((said, ""));
    let span = if verb.is_empty() { comment } else { Span::of(text, verb) };
    let bad = |message| {
        Diagnostic::new(Lint::BadSuppression, span, message)
            .with_help("write `; carom: allow LINT`, then the reason")
    };
    match nearest(verb, [ALLOW].into_iter()) {
        Some(_) if verb == ALLOW => Ok((lints, None)),
        Some(_) => {
            let message = format!("expected `{ALLOW}`, found {}", quoted(verb));
            let report = Diagnostic::new(Lint::BadSuppression, span, message);
            Ok((lints, Some(report.with_unsafe_word(ALLOW))))
        }
        None if verb.is_empty() => Err(bad("expected `allow` after `carom:`".to_owned())),
        None => Err(bad(format!("expected `{ALLOW}`, found {}", quoted(verb)))),
    }
}

/// Returns the lints of a comment, and diagnostics of unknown lints. The reason starts after a
/// colon, or at a word that does not resemble a lint.
fn lints_of(text: &str, comment: Span, lints: &str) -> (Vec<Suppression>, Vec<Diagnostic>) {
    let mut suppressions: Vec<Suppression> = Vec::new();
    let mut bad = Vec::new();
    let mut rest = lints;
    let mut is_listed = true;
    let mut list: Option<Span> = None;
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        let end = rest.find([' ', '\t', ',']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let code = word.trim_end_matches([':', ';', '.']);
        if code.is_empty() {
            break;
        }
        let span = Span::of(text, code);
        let before = list.map_or(span.start, |list| list.start);
        match code.parse::<Lint>() {
            Ok(lint) => suppressions.push(Suppression { lint, span, comment, list: None }),
            // In a list every word must be a lint. After the list, only a word that resembles a
            // lint is reported.
            Err(UnknownCode { nearest }) if is_listed || nearest.is_some() => {
                bad.push(no_such_lint(span, code, nearest));
            }
            Err(_) => break,
        }
        list = Some(Span::new(before, span.end));
        let after_blanks = after.trim_start_matches([' ', '\t']);
        is_listed = after_blanks.starts_with(',');
        rest = after_blanks.trim_start_matches(',');
        if code.len() < word.len() || suppressions.len() + bad.len() >= MAX {
            break;
        }
    }
    if suppressions.is_empty() && bad.is_empty() {
        let said = comment.slice(text);
        let span = Span::of(text, said.trim_end_matches([' ', '\t', ',']));
        bad.push(
            Diagnostic::new(Lint::BadSuppression, span, "expected a lint after `allow`")
                .with_help("write `; carom: allow LINT`, then the reason"),
        );
    }
    if suppressions.len() + bad.len() > 1 {
        for suppression in &mut suppressions {
            suppression.list = list;
        }
    }
    (suppressions, bad)
}

fn no_such_lint(span: Span, code: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!("unknown lint {}", quoted(code));
    let diagnostic = Diagnostic::new(Lint::BadSuppression, span, message);
    match nearest {
        Some(nearest) => diagnostic.with_unsafe_word(nearest),
        None => diagnostic.with_help("run `carom explain` to list the lints"),
    }
}

impl Suppression {
    /// Returns the diagnostic that this suppression is unused.
    pub(crate) fn unused(&self, text: &str) -> Diagnostic {
        let edit = match self.list {
            Some(list) => Edit::replace(list, self.others(list, text)),
            None => Edit::delete(self.reason(text).map_or_else(
                || self.whole(text),
                |reason| Span::new(self.comment.start, reason.start),
            )),
        };
        Diagnostic::new(
            Lint::UnusedSuppression,
            self.span,
            format!("unused suppression of `{}`", self.lint),
        )
        .with_safe_fix("remove the suppression", vec![edit])
    }

    /// Returns the reason behind the lint, if there is one.
    fn reason(&self, text: &str) -> Option<Span> {
        let behind = Span::new(self.span.end, self.comment.end).slice(text);
        let reason = behind.trim_start_matches([' ', '\t', ',', ':', ';', '.']);
        (!reason.is_empty()).then(|| Span::of(text, reason))
    }

    /// Returns the span to delete with the comment: its semicolon and the blanks around it, or
    /// the whole line if nothing else is in it, because a blank line would end a board.
    fn whole(&self, text: &str) -> Span {
        let blanks = [' ', '\t'];
        let (before, after) = around(text, self.comment);
        let before = before.trim_end_matches(blanks);
        let before = before.strip_suffix(';').unwrap_or(before).trim_end_matches(blanks);
        let mut rest = after.trim_start_matches(blanks);
        if before.is_empty() || before.ends_with(['\n', '\r']) {
            let mut ends = ["\r\n", "\n", "\r"].into_iter();
            let next = ends.find_map(|end| rest.strip_prefix(end));
            rest = next.unwrap_or(rest);
        }
        let end = self.comment.end + Span::from_range(0..after.len() - rest.len()).end;
        Span::new(Span::from_range(0..before.len()).end, end)
    }

    /// Returns the list without this lint. The whole list is rewritten, so that several unused
    /// lints are removed one after the other, and the last one with the comment. A comma stays only
    /// between lints, because a word after a comma is parsed as a lint.
    fn others(&self, list: Span, text: &str) -> String {
        let separators = [' ', '\t', ','];
        let (before, after) = around(text, self.span);
        let (before, after) = (
            before.get(list.start as usize..).unwrap_or_default(),
            after.get(..(list.end - self.span.end) as usize).unwrap_or_default(),
        );
        let rest = after.trim_start_matches(separators);
        if before.is_empty() {
            return rest.to_owned();
        }
        let kept = before.trim_end_matches(separators);
        let separator = match after.trim_start_matches([' ', '\t']).starts_with(',') {
            _ if rest.is_empty() => "",
            true => ", ",
            false => before.get(kept.len()..).unwrap_or_default(),
        };
        format!("{kept}{separator}{rest}")
    }
}

/// Returns the text before and after a span.
fn around(text: &str, span: Span) -> (&str, &str) {
    let before = text.get(..span.start as usize);
    let after = text.get(span.end as usize..);
    (before.unwrap_or_default(), after.unwrap_or_default())
}
