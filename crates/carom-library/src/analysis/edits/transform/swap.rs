//! Exchanges two pieces or two items.

use super::rewriting::Transform;
use crate::analysis::View;
use crate::analysis::editor::occurrences::{
    Occurrence, Role, Subject, occurrences_of, subject_at, subjects,
};
use crate::analysis::edits::claims::without_claims;
use crate::text::Edit;

pub(super) fn transforms(view: &View<'_>, offset: u32) -> Vec<Transform> {
    let is_place = |occurrence: &Occurrence| occurrence.role == Role::Place;
    let place = |subject: &Subject| occurrences_of(view, subject).into_iter().find(is_place);
    let found = subject_at(view, offset).and_then(|subject| {
        let here = place(&subject)?;
        Some((subject.name()?, here, subject))
    });
    let Some((name, here, subject)) = found else {
        return Vec::new();
    };
    if !here.span.touches(offset) {
        return Vec::new();
    }
    let others = subjects(view).into_iter().filter(|other| *other != subject);
    let swaps = others.filter_map(|other| {
        let there = place(&other)?;
        let other = other.name()?;
        let mut edits = vec![
            Edit::replace(here.span, other.as_str()),
            Edit::replace(there.span, name.as_str()),
        ];
        // The answer of the new puzzle is not known.
        edits.extend(without_claims(view));
        Some(Transform::new(format!("swap {name} with {other}"), edits))
    });
    swaps.collect()
}
