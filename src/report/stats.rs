//! Statistics of a collection of puzzles: their numbers by game, their moves, and notable puzzles.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use anstyle::{AnsiColor, Color, Style};

use super::{Reporter, Summary};
use crate::analysis::{
    FileDiagnostic, FileText, Game, PuzzleState, author_of_file, author_of_puzzle, words,
};
use crate::json::Answered;
use crate::search::{Outcome, Value};
use crate::words::{count, escape_controls, group_digits, join_list};

const HEADING: Style = Style::new().bold();
const BAR: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan)));

/// Gathers the statistics of a run and writes them at its end.
#[derive(Debug)]
pub struct Stats<W> {
    out: W,
    /// The width of a line in columns.
    width: usize,
    /// The number of puzzles in a ranking.
    top: usize,
    /// The author of the current file, for puzzles without an author of their own.
    author: Option<Arc<str>>,
    items: Vec<Item>,
}

/// The facts about one puzzle that statistics use.
#[derive(Debug)]
struct Item {
    /// Its file, line and name.
    place: String,
    game: Option<Game>,
    author: Option<Arc<str>>,
    identity: Option<String>,
    state: PuzzleState,
    /// The fewest moves or, in a duel, the plies to the end.
    length: Option<u32>,
    /// In a duel, `win`, `loss` or `draw`.
    value: Option<&'static str>,
    /// The outcome in words.
    outcome: String,
    positions: u64,
    time: Duration,
}

impl<W: Write> Stats<W> {
    /// Creates a reporter that writes lines of `width` columns to `out`. Rankings list the first
    /// `top` puzzles.
    pub const fn new(out: W, width: usize, top: usize) -> Self {
        Self { out, width, top, author: None, items: Vec::new() }
    }
}

impl<W: Write> Reporter for Stats<W> {
    fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        self.author = author_of_file(file.text).map(Arc::from);
        Ok(())
    }

    fn puzzle(
        &mut self,
        file: FileText<'_>,
        answered: &Answered<'_>,
        _: &[FileDiagnostic],
    ) -> io::Result<()> {
        let puzzle = answered.puzzle;
        let author = author_of_puzzle(answered.text, puzzle).map(Arc::from);
        let outcome = answered.answer.map(|answer| &answer.outcome);
        let (length, value) = outcome.map_or((None, None), length);
        let name = escape_controls(puzzle.name().unwrap_or_default());
        let (path, line) = (escape_controls(file.name), answered.line(file));
        self.items.push(Item {
            place: format!("{path}:{line} {name}").trim_end().to_owned(),
            game: puzzle.game,
            author: author.or_else(|| self.author.clone()),
            identity: puzzle.identity.map(|identity| identity.to_string()),
            state: answered.state(),
            length,
            value,
            outcome: outcome.map(words::outcome).unwrap_or_default(),
            positions: answered.answer.map_or(0, |answer| answer.positions),
            time: answered.time,
        });
        Ok(())
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        let Self { out, items, .. } = self;
        let all: Vec<&Item> = items.iter().collect();
        let files = count(summary.files, "file");
        writeln!(out, "{}", headline(&all, &format!(" in {files}")))?;
        for game in Game::ALL.into_iter().map(Some).chain([None]) {
            let of_game: Vec<&Item> =
                all.iter().copied().filter(|item| item.game == game).collect();
            if !of_game.is_empty() {
                write_game(out, game, &of_game, self.width, self.top)?;
            }
        }
        let unsolved = all.iter().copied();
        let mut unsolved: Vec<&Item> =
            unsolved.filter(|item| item.state != PuzzleState::Solved).collect();
        // From likely mistakes to intended states.
        unsolved.sort_by_key(|item| match item.state {
            PuzzleState::Invalid => 0,
            PuzzleState::Unsolvable => 2,
            _ => 1,
        });
        write_ranking(out, "\nNot solved", &unsolved, |item| match item.state {
            PuzzleState::Unknown => format!("unknown, {}", item.outcome),
            state => state.name().to_owned(),
        })?;
        write_duplicates(out, &all)?;
        let searched = all.iter().copied().filter(|item| item.positions > 0);
        // The numbers of positions are equal on every machine.
        let slowest = greatest(searched, self.top, |item| item.positions);
        write_ranking(out, "\nSlowest to solve", &slowest, |item| {
            let seconds = item.time.as_secs_f64();
            format!("{}, {seconds:.3} s", count(item.positions, "position"))
        })?;
        write_authors(out, &all)?;
        out.flush()
    }
}

/// Returns the length of the best play and, in a duel, the result.
fn length(outcome: &Outcome) -> (Option<u32>, Option<&'static str>) {
    match outcome {
        Outcome::Solved(solution) => (Some(solution.length), None),
        Outcome::Evaluated { verdict, .. } => match verdict.value() {
            Some(Value::Win(plies)) => (Some(plies), Some("win")),
            Some(Value::Loss(plies)) => (Some(plies), Some("loss")),
            Some(Value::Draw) => (None, Some("draw")),
            None => (None, None),
        },
        Outcome::Unsolvable(_) | Outcome::Unknown { .. } => (None, None),
    }
}

/// Returns the items with the greatest keys, each puzzle once. Of equal keys, the first item
/// comes first.
fn greatest<'a, K: Ord>(
    items: impl Iterator<Item = &'a Item>,
    number: usize,
    key: impl Fn(&Item) -> K,
) -> Vec<&'a Item> {
    let mut items: Vec<&Item> = items.collect();
    items.sort_by_key(|item| Reverse(key(item)));
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(item.identity.as_deref()));
    items.truncate(number);
    items
}

fn counted<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    counts
}

/// Returns the totals as a line: `5 puzzles in 2 files: 4 solved, 1 unknown`.
fn headline(items: &[&Item], place: &str) -> String {
    let mut line = format!("{}{place}", count(items.len(), "puzzle"));
    let mut separator = ": ";
    for state in
        [PuzzleState::Solved, PuzzleState::Unsolvable, PuzzleState::Unknown, PuzzleState::Invalid]
    {
        let number = items.iter().filter(|item| item.state == state).count();
        if number > 0 {
            line.push_str(&format!("{separator}{} {}", group_digits(number), state.name()));
            separator = ", ";
        }
    }
    line
}

fn write_game(
    out: &mut impl Write,
    game: Option<Game>,
    items: &[&Item],
    width: usize,
    top: usize,
) -> io::Result<()> {
    let title = game.map_or("Of no known game", Game::title);
    let line = headline(items, "");
    writeln!(out, "\n{HEADING}{title}{HEADING:#}: {line}")?;
    let values = counted(items.iter().filter_map(|item| item.value));
    if !values.is_empty() {
        let values = values.iter().map(|(value, &number)| count(number, value));
        writeln!(out, "  {}", join_list(values, "and"))?;
    }
    let lengths = counted(items.iter().filter_map(|item| item.length));
    if lengths.is_empty() {
        return Ok(());
    }
    let unit = match game.is_some_and(Game::is_duel) {
        true => "plies",
        false => "moves",
    };
    writeln!(out, "  puzzles by {unit}")?;
    write_histogram(out, &lengths, width)?;
    let solved = items.iter().copied().filter(|item| item.length.is_some());
    let hardest = greatest(solved, top, |item| (item.length, item.positions));
    write_ranking(out, "  hardest", &hardest, |item| item.outcome.clone())
}

/// The maximum number of rows of a histogram. Above it, a row covers several lengths.
const MOST_ROWS: u32 = 24;

/// Writes the numbers of puzzles by length with bars, in lines of `width` columns. A bar of at
/// least one puzzle is never empty.
fn write_histogram(
    out: &mut impl Write,
    lengths: &BTreeMap<u32, usize>,
    width: usize,
) -> io::Result<()> {
    let rows = rows(lengths);
    let widest = |width: fn(&(String, usize)) -> usize| rows.iter().map(width).max();
    let label_width = widest(|(label, _)| label.len()).unwrap_or_default();
    let number_width = widest(|(_, count)| group_digits(*count).len()).unwrap_or_default();
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(1);
    // Two blanks before the label, and one before and after the bar.
    let bar_width = width.saturating_sub(label_width + number_width + 4).max(1);
    for (label, count) in rows {
        write!(out, "  {label:>label_width$} ")?;
        if count > 0 {
            let bar = "#".repeat((count * bar_width / most).max(1));
            write!(out, "{BAR}{bar}{BAR:#} ")?;
        }
        writeln!(out, "{}", group_digits(count))?;
    }
    Ok(())
}

/// Returns the rows of a histogram from the least to the greatest length, including empty ones.
fn rows(lengths: &BTreeMap<u32, usize>) -> Vec<(String, usize)> {
    let (Some((&least, _)), Some((&greatest, _))) =
        (lengths.first_key_value(), lengths.last_key_value())
    else {
        return Vec::new();
    };
    let powers = (0..10).map(|power| 10_u32.pow(power));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    let fits = |step: &u32| greatest / step - least / step < MOST_ROWS;
    let step = steps.find(fits).unwrap_or(u32::MAX);
    let rows = (least / step..=greatest / step).map(|row| {
        let first = row * step;
        let last = first.saturating_add(step - 1);
        let label = match step {
            1 => first.to_string(),
            _ => format!("{first}-{last}"),
        };
        (label, lengths.range(first..=last).map(|(_, count)| count).sum())
    });
    rows.collect()
}

/// Writes a heading and puzzles with a value each, if there are any.
fn write_ranking(
    out: &mut impl Write,
    heading: &str,
    items: &[&Item],
    value: impl Fn(&Item) -> String,
) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    write_heading(out, heading)?;
    let values: Vec<String> = items.iter().map(|item| value(item)).collect();
    let widest = values.iter().map(|value| value.chars().count()).max().unwrap_or_default();
    for (value, item) in values.iter().zip(items) {
        let identity = item.identity.as_deref().unwrap_or_default();
        writeln!(out, "    {value:<widest$}  {identity:16}  {}", item.place)?;
    }
    Ok(())
}

/// Writes a heading. Those of a whole collection follow a blank line and are bold.
fn write_heading(out: &mut impl Write, heading: &str) -> io::Result<()> {
    match heading.strip_prefix('\n') {
        Some(heading) => writeln!(out, "\n{HEADING}{heading}{HEADING:#}"),
        None => writeln!(out, "{heading}"),
    }
}

/// Writes the puzzles that occur more than once, in the order of their first occurrences.
fn write_duplicates(out: &mut impl Write, items: &[&Item]) -> io::Result<()> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let identified = items.iter().filter_map(|item| Some((item.identity.as_deref()?, item)));
    for (identity, item) in identified.clone() {
        places.entry(identity).or_default().push(&item.place);
    }
    places.retain(|_, places| places.len() > 1);
    if !places.is_empty() {
        write_heading(out, "\nDuplicates")?;
    }
    for (identity, _) in identified {
        if let Some(places) = places.remove(identity) {
            writeln!(out, "    {identity}\n      {}", places.join("\n      "))?;
        }
    }
    Ok(())
}

/// Writes the number of puzzles of each author, if any is known. Puzzles without an author come
/// last.
fn write_authors(out: &mut impl Write, items: &[&Item]) -> io::Result<()> {
    let mut authors: Vec<(Option<&str>, usize)> =
        counted(items.iter().map(|item| item.author.as_deref())).into_iter().collect();
    authors.sort_by_key(|&(author, count)| (author.is_none(), Reverse(count)));
    if authors.iter().all(|(author, _)| author.is_none()) {
        return Ok(());
    }
    write_heading(out, "\nAuthors")?;
    let numbers = authors.iter().map(|(_, number)| group_digits(number).len());
    let widest = numbers.max().unwrap_or_default();
    for (author, number) in authors {
        let author = author.map_or_else(|| "without an author".to_owned(), escape_controls);
        writeln!(out, "    {:>widest$}  {author}", group_digits(number))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bars_are_in_proportion() {
        let lengths = BTreeMap::from([(9, 1), (10, 8), (12, 4)]);
        let mut text = anstream::StripStream::new(Vec::new());
        write_histogram(&mut text, &lengths, 11).unwrap();
        let text = String::from_utf8(text.into_inner()).unwrap();
        assert_eq!(text, "   9 # 1\n  10 #### 8\n  11 0\n  12 ## 4\n");
    }

    #[test]
    fn many_lengths_are_grouped_in_the_histogram() {
        let lengths = BTreeMap::from([(3, 1), (52, 2), (58, 1)]);
        let rows = rows(&lengths);
        assert_eq!(rows.first(), Some(&("0-4".to_owned(), 1)));
        assert_eq!(rows.last(), Some(&("55-59".to_owned(), 1)));
    }

    proptest! {
        #[test]
        fn histogram_counts_every_puzzle(
            lengths in proptest::collection::btree_map(0_u32..=u32::MAX, 1_usize..1000, 0..40),
        ) {
            let rows = rows(&lengths);
            prop_assert!(rows.len() <= MOST_ROWS as usize);
            let counted: usize = rows.iter().map(|(_, count)| count).sum();
            prop_assert_eq!(counted, lengths.values().sum::<usize>());
        }
    }
}
