//! The lines above the rows: comments and a heading.

use super::paragraphs::Row;
use crate::exchange::PuzzleRecord;
use crate::syntax::Key;

/// The comment mark, used if there is no heading.
const MARK: char = ';';

/// Adds the lines above the rows to a record: comments and, last, the heading.
pub(super) fn headed(mut record: PuzzleRecord, above: &[Row<'_>]) -> PuzzleRecord {
    let lines = above.iter().map(|(_, line)| line.trim());
    let marked = lines.clone().map(|line| line.strip_prefix(MARK));
    let marked: Option<Vec<&str>> = marked.collect();
    let (Some((span, heading)), None) = (above.last(), &marked) else {
        let comments = marked.unwrap_or_default().into_iter();
        record.comments = comments.map(|line| line.trim().to_owned()).collect();
        return record;
    };
    record.span = span.cover(record.span);
    record.head = *span;
    record.comments = lines.map(str::to_owned).collect();
    record.comments.pop();
    let (name, difficulty) = split_heading(heading.trim());
    record.name = Some(name.to_owned());
    if let Some(difficulty) = difficulty {
        record.set_key(Key::Difficulty, difficulty, *span);
    }
    record
}

/// Splits a heading such as `problem 7 beginner` into name and difficulty.
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
pub(super) fn heading(record: &PuzzleRecord) -> String {
    let comments = record.comments.iter();
    let comments = comments.flat_map(|comment| comment.split(['\r', '\n']));
    let comments = comments.map(str::trim);
    // A blank line is no comment, but a mark alone is one.
    let said = || comments.clone().filter(|comment| !comment.is_empty());
    let is_marked = |line: &str| line.starts_with(MARK);
    // If all lines start with the mark, none of them is read as a heading.
    let title = title(record).filter(|title| !(is_marked(title) && said().all(is_marked)));
    let lines: Vec<String> = match title {
        Some(title) => said().map(str::to_owned).chain([title]).collect(),
        None => comments.map(|line| format!("{MARK} {line}")).collect(),
    };
    let lines = lines.iter().map(|line| line.trim_end());
    lines.map(|line| format!("{line}\n\n")).collect()
}

/// Returns the heading, if it reads back as the same name.
fn title(record: &PuzzleRecord) -> Option<String> {
    let name = record.name.as_deref()?.replace(['\r', '\n'], " ");
    let name = name.trim();
    let difficulty = record
        .key_value(Key::Difficulty)
        .map(|said| said.value.as_str());
    let whole = difficulty.map(|difficulty| format!("{name} {difficulty}"));
    let whole = whole.filter(|whole| split_heading(whole) == (name, difficulty));
    // Do not write a difficulty that would not be read back.
    let title = whole.or_else(|| (split_heading(name) == (name, None)).then(|| name.to_owned()));
    title.filter(|title| !title.is_empty())
}
