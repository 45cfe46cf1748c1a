//! Histograms of lengths.

use std::collections::BTreeMap;

/// The maximum number of rows. Above it, a row covers several lengths.
const MOST_ROWS: u32 = 24;

/// A row: its range of lengths, its bar, and its number of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) label: String,
    pub(super) bar: String,
    pub(super) count: usize,
}

/// Returns the rows from the least to the greatest length, including empty ones, with bars of up to
/// `width` columns.
pub(super) fn rows(lengths: &BTreeMap<u32, usize>, width: usize) -> Vec<Row> {
    let (Some((&least, _)), Some((&greatest, _))) =
        (lengths.first_key_value(), lengths.last_key_value())
    else {
        return Vec::new();
    };
    let step = step(least, greatest);
    let first = least / step;
    let mut counts = vec![0; (greatest / step - first) as usize + 1];
    for (length, count) in lengths {
        if let Some(sum) = counts.get_mut((length / step - first) as usize) {
            *sum += count;
        }
    }
    let most = counts.iter().copied().max().unwrap_or_default();
    let rows = (first..).zip(counts);
    let mut rows: Vec<Row> = rows
        .map(|(number, count)| Row {
            label: label(number * step, step),
            bar: bar(count, most, width),
            count,
        })
        .collect();
    let widest = rows.iter().map(|row| row.label.chars().count()).max();
    let widest = widest.unwrap_or_default();
    for row in &mut rows {
        row.label = format!("{:>widest$}", row.label);
    }
    rows
}

/// Returns the least of 1, 2, 5, 10, 20, … that gives few enough rows.
fn step(least: u32, greatest: u32) -> u32 {
    let powers = (0..10).map(|power| 10_u32.pow(power));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    let fits = |step: &u32| greatest / step - least / step < MOST_ROWS;
    steps.find(fits).unwrap_or(u32::MAX)
}

fn label(first: u32, step: u32) -> String {
    match step {
        1 => first.to_string(),
        _ => format!("{first}-{}", first.saturating_add(step - 1)),
    }
}

/// Returns a bar in proportion to `count`. The longest has `width` columns, and a bar of at least
/// one puzzle is never empty.
fn bar(count: usize, most: usize, width: usize) -> String {
    match count {
        0 => String::new(),
        _ => "#".repeat((count * width / most.max(1)).max(1)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bars_are_in_proportion() {
        let lengths = BTreeMap::from([(9, 1), (10, 8), (12, 4)]);
        let rows = rows(&lengths, 4).into_iter();
        let rows = rows.map(|row| format!("{}|{}|{}", row.label, row.bar, row.count));
        let expected = [" 9|#|1", "10|####|8", "11||0", "12|##|4"];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn many_lengths_are_grouped_in_the_histogram() {
        let lengths = BTreeMap::from([(3, 1), (52, 2), (58, 1)]);
        let rows = rows(&lengths, 10);
        let labels: Vec<&str> = rows.iter().map(|row| row.label.trim()).collect();
        assert_eq!(labels.first(), Some(&"0-4"));
        assert_eq!(labels.last(), Some(&"55-59"));
    }

    proptest! {
        #[test]
        fn histogram_counts_every_puzzle_within_the_width(
            lengths in proptest::collection::btree_map(0_u32..=u32::MAX, 1_usize..1000, 0..40),
            width in 1_usize..100,
        ) {
            let rows = rows(&lengths, width);
            prop_assert!(rows.len() <= MOST_ROWS as usize);
            let counted: usize = rows.iter().map(|row| row.count).sum();
            prop_assert_eq!(counted, lengths.values().sum::<usize>());
            for row in rows {
                prop_assert!(row.bar.len() <= width);
                prop_assert_eq!(row.bar.is_empty(), row.count == 0);
            }
        }
    }
}
