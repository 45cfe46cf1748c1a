//! Boards in colour, for a terminal.

use anstyle::{AnsiColor, Style};

/// Returns a line of a board with its robots and targets in the colours of their letters, and with
/// walls that stand out from the floor.
pub(super) fn painted(line: &str) -> String {
    let mut painted = String::with_capacity(line.len());
    // The row number and the column letters are not pieces.
    let is_ranked = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let has_walls_alone = line.chars().all(|c| matches!(c, ' ' | '-'));
    let mut is_number = is_ranked;
    for character in line.chars() {
        is_number &= character == ' ' || character.is_ascii_digit();
        let style = if is_number || !(is_ranked || has_walls_alone) {
            Style::new()
        } else {
            style(character)
        };
        painted.push_str(&format!("{style}{character}{style:#}"));
    }
    painted
}

fn style(character: char) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    let letter = match character.to_ascii_uppercase() {
        'R' => colour(AnsiColor::Red),
        'G' => colour(AnsiColor::Green),
        'B' => colour(AnsiColor::Blue),
        'Y' => colour(AnsiColor::Yellow),
        'S' => colour(AnsiColor::White),
        _ => colour(AnsiColor::Magenta),
    };
    match character {
        '.' => Style::new().dimmed(),
        '#' => colour(AnsiColor::BrightBlack),
        '|' | '-' => colour(AnsiColor::Cyan).bold(),
        '@' => Style::new().bold(),
        '+' | '*' => colour(AnsiColor::Magenta).bold(),
        '0' => Style::new().bold(),
        'A'..='Z' => letter.bold(),
        'a'..='z' => letter.underline(),
        _ => Style::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pieces_are_coloured() {
        assert_eq!(painted("   a b"), "   a b");
        let robot = style('R');
        let floor = style('.');
        let expected = format!(" 1 {robot}R{robot:#} {floor}.{floor:#}");
        assert_eq!(painted(" 1 R ."), expected);
        assert!(painted("     -").contains("\u{1b}["));
    }

    #[test]
    fn stripping_colours_restores_the_line() {
        for line in ["12 . R|. r # *", "     - -", "   a b c", "hand: x", ""] {
            let plain = anstream::adapter::strip_str(&painted(line)).to_string();
            assert_eq!(plain, line);
        }
    }
}
