//! The one table of forms.

use std::iter;

use super::form::Form;
use super::parse::without_mark;
use super::{carom, jsonl, lunar, ricochet, rush, slider};

/// All forms. The first that recognises a text is the one it is taken for.
pub const FORMS: &[Form] = &[
    carom::FORM,
    ricochet::DRIFTING_ID,
    ricochet::DRIFTING_DUMP,
    ricochet::ROBOYARD,
    ricochet::SKUB,
    ricochet::ASP,
    ricochet::ROBOTS,
    ricochet::PDDL,
    lunar::DIGITS,
    lunar::ROWS,
    lunar::WORDS,
    rush::CODINGAME,
    slider::MELBOURNE,
    jsonl::FORM,
];

/// The form of this name.
pub fn form(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.name == name)
}

/// The form that a text is of, by what stands in it.
pub fn recognise(text: &str) -> Option<&'static Form> {
    let text = without_mark(text);
    // A document may speak of puzzles of all forms, and its own has a frame.
    let mut forms = iter::once(&ricochet::SKUB).chain(FORMS);
    forms.find(|form| form.read.is_some() && (form.recognises)(text))
}
