//! What stands above the rows: comments and a heading.

use super::paragraphs::Row;
use crate::exchange::Draft;
use crate::syntax::Key;

/// Before a comment where there is no heading.
const MARK: char = ';';

/// The draft with what stands above it: comments and, last, its heading.
pub(super) fn headed(mut draft: Draft, above: &[Row<'_>]) -> Draft {
    let lines = above.iter().map(|(_, line)| line.trim());
    let marked = lines.clone().map(|line| line.strip_prefix(MARK));
    let marked: Option<Vec<&str>> = marked.collect();
    let (Some((span, heading)), None) = (above.last(), &marked) else {
        let comments = marked.unwrap_or_default().into_iter();
        draft.comments = comments.map(|line| line.trim().to_owned()).collect();
        return draft;
    };
    draft.span = span.cover(draft.span);
    draft.head = *span;
    draft.comments = lines.map(str::to_owned).collect();
    draft.comments.pop();
    let (name, difficulty) = split_heading(heading.trim());
    draft.name = Some(name.to_owned());
    if let Some(difficulty) = difficulty {
        draft.say(Key::Difficulty, difficulty, *span);
    }
    draft
}

/// A heading such as `problem 7 beginner` is a name and a difficulty.
fn split_heading(heading: &str) -> (&str, Option<&str>) {
    let words: Vec<&str> = heading.split(' ').collect();
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    match words.as_slice() {
        ["problem", number, difficulty] if is_number(number) && !difficulty.is_empty() => {
            let name = heading.strip_suffix(difficulty).unwrap_or(heading);
            (name.trim_end(), Some(difficulty))
        }
        _ => (heading, None),
    }
}

/// Returns the lines above the rows: comments and the heading.
pub(super) fn heading(draft: &Draft) -> String {
    let comments = draft.comments.iter();
    let comments = comments.flat_map(|comment| comment.split(['\r', '\n']));
    let comments = comments.map(str::trim);
    // A blank line is none, but a mark alone is one.
    let said = || comments.clone().filter(|comment| !comment.is_empty());
    let is_marked = |line: &str| line.starts_with(MARK);
    // Where all begin with the mark, none is taken for a heading.
    let title = title(draft).filter(|title| !(is_marked(title) && said().all(is_marked)));
    let lines: Vec<String> = match title {
        Some(title) => said().map(str::to_owned).chain([title]).collect(),
        None => comments.map(|line| format!("{MARK} {line}")).collect(),
    };
    let lines = lines.iter().map(|line| line.trim_end());
    lines.map(|line| format!("{line}\n\n")).collect()
}

/// The heading, if the puzzle has one that is read as what it says.
fn title(draft: &Draft) -> Option<String> {
    let name = draft.name.as_deref()?.replace(['\r', '\n'], " ");
    let name = name.trim();
    let difficulty = draft.said(Key::Difficulty).map(|said| said.value.as_str());
    let whole = difficulty.map(|difficulty| format!("{name} {difficulty}"));
    let whole = whole.filter(|whole| split_heading(whole) == (name, difficulty));
    // What would not be read as a difficulty is not written as one.
    let title = whole.or_else(|| (split_heading(name) == (name, None)).then(|| name.to_owned()));
    title.filter(|title| !title.is_empty())
}
