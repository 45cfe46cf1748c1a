//! Two pieces change places.

use super::Transform;
use crate::analysis::View;
use crate::analysis::occurrences::{Occurrence, Role, occurrences, occurrences_of, pieces};
use crate::text::Edit;

pub(super) fn transforms(view: &View<'_>, offset: u32) -> Vec<Transform> {
    let is_place = |occurrence: &Occurrence| occurrence.role == Role::Place;
    let here = occurrences(view, offset).into_iter().find(is_place);
    let is_under_cursor = |occurrence: &Occurrence| occurrence.span.touches(offset);
    let Some(here) = here.filter(is_under_cursor) else {
        return Vec::new();
    };
    let Some(name) = here.span.slice(view.text).chars().next() else {
        return Vec::new();
    };
    let others = pieces(view).into_iter().filter(|&other| other != name);
    let swaps = others.filter_map(|other| {
        let there = occurrences_of(view, other).into_iter().find(is_place)?;
        Some(Transform::new(
            format!("swap {name} with {other}"),
            vec![
                Edit::replace(here.span, other),
                Edit::replace(there.span, name),
            ],
        ))
    });
    swaps.collect()
}
