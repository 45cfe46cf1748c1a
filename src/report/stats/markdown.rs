//! Statistics as Markdown, for example for the summary of a CI job.

use std::io::{self, Write};

use super::gather::{Item, OfGame, Sum};
use super::histogram::{Ink, rows};
use super::text::{headline, title, unit_heading, values};
use crate::analysis::State;
use crate::words::{count, escape_controls, escape_markdown, group_digits};

/// The length of the longest bar.
const BARS: usize = 40;

/// The maximum number of lines of unsorted lists.
const LISTED: usize = 50;

/// Writes all statistics.
pub(super) fn write(out: &mut impl Write, sum: &Sum<'_>) -> io::Result<()> {
    let files = count(sum.files, "file");
    writeln!(out, "## Puzzles\n")?;
    writeln!(out, "{}", headline(&sum.states, &format!(" in {files}")))?;
    if !sum.games.is_empty() {
        writeln!(
            out,
            "\n| game | puzzles | solved | unsolvable | unknown | invalid |\n\
             | --- | ---: | ---: | ---: | ---: | ---: |"
        )?;
    }
    for of in &sum.games {
        let states = of.states;
        let numbers = [
            states.puzzles,
            states.solved,
            states.unsolvable,
            states.unknown,
            states.invalid,
        ];
        let numbers: Vec<String> = numbers.map(group_digits).into();
        writeln!(out, "| {} | {} |", title(of.game), numbers.join(" | "))?;
    }
    for of in &sum.games {
        of_game(out, of)?;
    }
    let unsolved = sum.unsolved.iter().map(|item| {
        let why = match item.state {
            State::Unknown => format!("unknown, {}", item.found),
            state => state.name().to_owned(),
        };
        (why, *item)
    });
    table(out, "Not solved", "why", &unsolved.collect::<Vec<_>>())?;
    let groups = sum.duplicates.iter().zip(1_usize..);
    let duplicates = groups.flat_map(|(group, number)| {
        let items = group.iter();
        items.map(move |item| (number.to_string(), *item))
    });
    table(out, "Duplicates", "group", &duplicates.collect::<Vec<_>>())?;
    let slowest = sum.slowest.iter().map(|item| {
        let positions = count(item.positions, "position");
        (positions, *item)
    });
    table(
        out,
        "Slowest to solve",
        "searched",
        &slowest.collect::<Vec<_>>(),
    )?;
    if sum.authors.iter().any(|(author, _)| author.is_some()) {
        writeln!(out, "\n### Authors\n\n| author | puzzles |\n| --- | ---: |")?;
        for (author, number) in &sum.authors {
            let author = author.map_or_else(|| "—".to_owned(), escape_markdown);
            writeln!(out, "| {author} | {} |", group_digits(number))?;
        }
    }
    Ok(())
}

fn of_game(out: &mut impl Write, of: &OfGame<'_>) -> io::Result<()> {
    if of.lengths.is_empty() && of.values.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n### {}\n", title(of.game))?;
    if let Some(values) = values(of) {
        writeln!(out, "{values}\n")?;
    }
    if of.lengths.is_empty() {
        return Ok(());
    }
    writeln!(out, "```text\n{}", unit_heading(of))?;
    for row in rows(&of.lengths, BARS, Ink::Blocks) {
        let bar = if row.bar.is_empty() {
            String::new()
        } else {
            format!("{} ", row.bar)
        };
        writeln!(out, "{} {bar}{}", row.label, group_digits(row.count))?;
    }
    writeln!(out, "```")?;
    let hardest = of.hardest.iter().map(|item| (item.found.clone(), *item));
    table(out, "", "hardest", &hardest.collect::<Vec<_>>())
}

/// Writes a table of puzzles. The first column shows the value that each is listed for.
fn table(
    out: &mut impl Write,
    title: &str,
    why: &str,
    items: &[(String, &Item)],
) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    if !title.is_empty() {
        writeln!(out, "\n### {title}")?;
    }
    writeln!(
        out,
        "\n| {why} | puzzle | place | identity |\n| --- | --- | --- | --- |"
    )?;
    for (why, item) in items.iter().take(LISTED) {
        let name = escape_markdown(&escape_controls(item.name.as_deref().unwrap_or_default()));
        let place = escape_markdown(&format!("{}:{}", escape_controls(&item.file), item.line));
        let identity = item.identity.as_deref();
        let identity = identity.map_or_else(String::new, |identity| format!("`{identity}`"));
        writeln!(out, "| {why} | {name} | {place} | {identity} |")?;
    }
    match items.len().saturating_sub(LISTED) {
        0 => Ok(()),
        more => writeln!(out, "\nand {} more", group_digits(more)),
    }
}
