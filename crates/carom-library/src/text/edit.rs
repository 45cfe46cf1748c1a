//! Text edits.

use super::Span;

/// A replacement of a range of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edit {
    /// The replaced range.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

impl Edit {
    /// Replaces `span`.
    pub fn replace(span: Span, replacement: impl Into<String>) -> Self {
        Self { span, replacement: replacement.into() }
    }

    /// Inserts `text` at `offset`.
    pub fn insert(offset: u32, text: impl Into<String>) -> Self {
        Self::replace(Span::empty(offset), text)
    }

    /// Deletes `span`.
    pub fn delete(span: Span) -> Self {
        Self::replace(span, "")
    }

    /// Returns the shortest edit that turns `old` into `new`, or `None` if they are equal.
    pub fn between(old: &str, new: &str) -> Option<Self> {
        if old == new {
            return None;
        }
        let same = |(one, other): &((usize, char), char)| one.1 == *other;
        let start: usize = old
            .char_indices()
            .zip(new.chars())
            .take_while(same)
            .map(|((_, one), _)| one.len_utf8())
            .sum();
        let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
        let end: usize = old_rest
            .chars()
            .rev()
            .zip(new_rest.chars().rev())
            .take_while(|(one, other)| one == other)
            .map(|(one, _)| one.len_utf8())
            .sum();
        let replacement = new_rest.get(..new_rest.len() - end)?;
        let span = Span::from_range(start..old.len() - end);
        Some(Self::replace(span, replacement))
    }
}

/// Sorts edits by their spans. Those of one place keep their order.
pub fn sort_edits(edits: &mut [Edit]) {
    edits.sort_by_key(|edit| edit.span);
}

/// Applies `edits`, given in any order. If two overlap, the one that starts
/// later is skipped.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in sorted {
        if edit.span.start < done {
            continue;
        }
        result.push_str(Span::new(done, edit.span.start).slice(text));
        result.push_str(&edit.replacement);
        done = edit.span.end;
    }
    result.push_str(text.get(done as usize..).unwrap_or_default());
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apply_sorts_edits_and_skips_overlaps() {
        let edits = [
            Edit::replace(Span::new(4, 5), "E"),
            Edit::insert(0, ">"),
            Edit::delete(Span::new(1, 3)),
            Edit::replace(Span::new(2, 4), "overlaps"),
        ];
        assert_eq!(apply("abcdef", &edits), ">adEf");
    }
}
