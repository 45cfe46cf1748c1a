//! Single puzzles on their way into a puzzle file and out of one.

use super::form::Refusal;
use super::{FORMS, Form, carom, recognise};
use crate::analysis::{FileHead, Puzzle};
use crate::syntax::sections;
use crate::text::{Edit, Span, lines};

/// The puzzles of a text of another form, as a puzzle file says them; none
/// where no form is recognised, or something cannot be read.
pub fn puzzles_of(text: &str) -> Option<(&'static Form, String)> {
    let form = recognise(text).filter(|form| !form.is_own())?;
    let reading = form.read?(text);
    if !reading.faults.is_empty() || reading.drafts.is_empty() {
        return None;
    }
    let drafts = reading.drafts.iter();
    let puzzles: Result<Vec<String>, Refusal> = drafts.map(carom::write).collect();
    Some((form, puzzles.ok()?.join("\n")))
}

/// The edit that puts puzzles in the place of what was pasted into a puzzle
/// file: the lines that are selected, or, where nothing is, the lines without a
/// gap around the place.
pub fn pasted(text: &str, selected: Span) -> Option<(&'static Form, Edit)> {
    let span = whole_lines(text, selected);
    let (form, puzzles) = puzzles_of(span.slice(text))?;
    let before = text.get(..span.start as usize).unwrap_or_default();
    let gap = match before.is_empty() || before.ends_with("\n\n") {
        true => "",
        false => "\n",
    };
    let is_new = !is_understood(text, span);
    is_new.then(|| (form, Edit::replace(span, format!("{gap}{puzzles}"))))
}

/// Whether lines are a part of a puzzle already: nothing is wrong with them.
fn is_understood(text: &str, span: Span) -> bool {
    let mut sections = sections(text).into_iter().skip(1);
    let section = sections.find(|section| section.start <= span.start && span.start < section.end);
    section.is_some_and(|section| {
        let puzzle = Puzzle::read(section.slice(text), &FileHead::default());
        let mut found = puzzle.diagnostics().iter();
        !found.any(|found| {
            let place = found.span.shifted(section.start);
            place.start < span.end && span.start <= place.end
        })
    })
}

fn whole_lines(text: &str, selected: Span) -> Span {
    let all: Vec<Span> = lines(text).map(|line| line.span).collect();
    let touches = |line: &Span| line.start <= selected.end && selected.start <= line.end;
    let first = all.iter().position(touches).unwrap_or_default();
    let last = all.iter().rposition(touches).unwrap_or_default();
    let is_said = |number: usize| {
        let line = all.get(number).map(|line| line.slice(text).trim());
        line.is_some_and(|line| !line.is_empty())
    };
    let (mut first, mut last) = (first, last);
    if selected.is_empty() {
        while first > 0 && is_said(first - 1) {
            first -= 1;
        }
        while is_said(last + 1) {
            last += 1;
        }
    }
    match (all.get(first), all.get(last)) {
        (Some(first), Some(last)) => {
            let after = text.get(last.end as usize..).unwrap_or_default();
            let end = if after.starts_with("\r\n") {
                2
            } else {
                u32::from(!after.is_empty())
            };
            Span::new(first.start, last.end + end)
        }
        _ => Span::empty(0),
    }
}

/// A puzzle of a puzzle file in one form, or in all forms of its game but the
/// puzzle file's own; with each the text, or why the form cannot say it.
pub fn written_as(
    text: &str,
    head: &FileHead,
    name: Option<&str>,
) -> Vec<(&'static Form, Result<String, Refusal>)> {
    let Some(draft) = carom::draft(text, head) else {
        return Vec::new();
    };
    let forms = FORMS.iter().filter(|form| match name {
        Some(name) => form.name == name,
        None => !form.is_own() && form.has(draft.position.game()),
    });
    let forms = forms.filter(|form| form.write.is_some());
    forms
        .map(|form| (form, form.written(&draft).map(|written| written.text)))
        .collect()
}
