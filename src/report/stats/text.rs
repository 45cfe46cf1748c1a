//! Statistics as text for a terminal.

use std::io::{self, Write};

use anstyle::{AnsiColor, Color, Style};

use super::gather::{Item, OfGame, States, Sum};
use super::histogram::{Row, rows};
use crate::analysis::{Game, State};
use crate::words::{count, escape_controls, group_digits, join_list};

const HEADING: Style = Style::new().bold();
const BAR: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan)));

/// Writes all statistics in lines of `width` columns. Names are not shortened.
pub(super) fn write(out: &mut impl Write, sum: &Sum<'_>, width: usize) -> io::Result<()> {
    let files = count(sum.files, "file");
    writeln!(out, "{}", headline(&sum.states, &format!(" in {files}")))?;
    for game in &sum.games {
        of_game(out, game, width)?;
    }
    list(out, "Not solved", &sum.unsolved, |item| {
        let why = match item.state {
            State::Unknown => format!("unknown, {}", item.found),
            state => state.name().to_owned(),
        };
        (why, item)
    })?;
    duplicates(out, &sum.duplicates)?;
    list(out, "Slowest to solve", &sum.slowest, |item| {
        let seconds = item.time.as_secs_f64();
        let positions = count(item.positions, "position");
        (format!("{positions}, {seconds:.3} s"), item)
    })?;
    authors(out, &sum.authors)
}

/// Returns the totals as a line: `5 puzzles in 2 files: 4 solved, 1 unknown`.
fn headline(states: &States, place: &str) -> String {
    let known = [
        (states.solved, State::Solved),
        (states.unsolvable, State::Unsolvable),
        (states.unknown, State::Unknown),
        (states.invalid, State::Invalid),
    ];
    let known = known.into_iter().filter(|(number, _)| *number > 0);
    let known = known.map(|(number, state)| format!("{} {}", group_digits(number), state.name()));
    let known: Vec<String> = known.collect();
    let puzzles = count(states.puzzles, "puzzle");
    if known.is_empty() {
        format!("{puzzles}{place}")
    } else {
        format!("{puzzles}{place}: {}", known.join(", "))
    }
}

/// Returns the title of a game.
fn title(game: Option<Game>) -> &'static str {
    game.map_or("Of no known game", Game::title)
}

fn heading(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "\n{HEADING}{text}{HEADING:#}")
}

fn of_game(out: &mut impl Write, of: &OfGame<'_>, width: usize) -> io::Result<()> {
    let counts = headline(&of.states, "");
    writeln!(out, "\n{HEADING}{}{HEADING:#}: {counts}", title(of.game))?;
    if let Some(values) = values(of) {
        writeln!(out, "  {values}")?;
    }
    // The width of the bars is what two blanks, the label, the number and the separators leave of
    // the line.
    let numbers = rows(&of.lengths, 1);
    let widest = |measure: fn(&Row) -> usize| numbers.iter().map(measure).max().unwrap_or_default();
    let label = widest(|row| row.label.chars().count());
    let number = widest(|row| group_digits(row.count).len());
    let bars = width.saturating_sub(label + number + 4).max(1);
    if !of.lengths.is_empty() {
        writeln!(out, "  {}", unit_heading(of))?;
    }
    for row in rows(&of.lengths, bars) {
        let drawn = if row.bar.is_empty() {
            String::new()
        } else {
            format!("{BAR}{}{BAR:#} ", row.bar)
        };
        writeln!(out, "  {} {drawn}{}", row.label, group_digits(row.count))?;
    }
    if !of.hardest.is_empty() {
        writeln!(out, "  hardest")?;
        let hardest: Vec<(String, &Item)> = of
            .hardest
            .iter()
            .map(|item| (item.found.clone(), *item))
            .collect();
        table(out, &hardest)?;
    }
    Ok(())
}

/// Returns the unit of the histogram of a game.
fn unit_heading(of: &OfGame<'_>) -> &'static str {
    if of.unit() == "ply" {
        "puzzles by plies"
    } else {
        "puzzles by moves"
    }
}

/// Describes the results of a duel.
fn values(of: &OfGame<'_>) -> Option<String> {
    let values = of.values.iter();
    let values = values.map(|(value, &number)| count(number, value));
    let values: Vec<String> = values.collect();
    (!values.is_empty()).then(|| join_list(values, "and"))
}

/// Writes a heading and a ranking. The first column shows the value that each puzzle is listed for.
fn list<'a>(
    out: &mut impl Write,
    title: &str,
    items: &[&'a Item],
    why: impl Fn(&'a Item) -> (String, &'a Item),
) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    heading(out, title)?;
    let rows: Vec<(String, &Item)> = items.iter().map(|item| why(item)).collect();
    table(out, &rows)
}

/// Writes a table of items with a value each.
fn table(out: &mut impl Write, rows: &[(String, &Item)]) -> io::Result<()> {
    let widest = rows.iter().map(|(why, _)| why.chars().count()).max();
    let widest = widest.unwrap_or_default();
    for (why, item) in rows {
        let identity = item.identity.as_deref().unwrap_or_default();
        let line = format!("    {why:<widest$}  {identity:16}  {}", place(item));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Returns the place and the name of a puzzle.
fn place(item: &Item) -> String {
    let name = item.name.as_deref().unwrap_or_default();
    let (file, name) = (escape_controls(&item.file), escape_controls(name));
    let place = format!("{file}:{} {name}", item.line);
    place.trim_end().to_owned()
}

fn duplicates(out: &mut impl Write, groups: &[Vec<&Item>]) -> io::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    heading(out, "Duplicates")?;
    for group in groups {
        let identity = group.first().and_then(|item| item.identity.as_deref());
        writeln!(out, "    {}", identity.unwrap_or_default())?;
        for item in group {
            writeln!(out, "      {}", place(item))?;
        }
    }
    Ok(())
}

fn authors(out: &mut impl Write, authors: &[(Option<&str>, usize)]) -> io::Result<()> {
    if authors.iter().all(|(author, _)| author.is_none()) {
        return Ok(());
    }
    heading(out, "Authors")?;
    let numbers = authors.iter().map(|(_, number)| group_digits(number).len());
    let widest = numbers.max().unwrap_or_default();
    for (author, number) in authors {
        let author = author.map_or_else(|| "without an author".to_owned(), escape_controls);
        writeln!(out, "    {:>widest$}  {author}", group_digits(number))?;
    }
    Ok(())
}
