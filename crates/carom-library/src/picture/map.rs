//! Text maps of player, reach and items next to the board.

use super::text::board;
use crate::board::Square;
use crate::games::{ItemState, Position};

/// The glyph of the player, of a reachable square and of any other square.
const PLAYER: char = '@';
const IN_REACH: char = 'o';
const ELSEWHERE: char = '.';

/// Letters for items whose initial is taken.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Returns the board of `position`. In a game with a player, a map of the
/// player, the reachable squares and the items is next to it, and a legend is
/// below.
pub fn scene(position: &Position) -> String {
    let drawn = board(position);
    let scene = position.scene();
    let (Some(player), Some(reachable)) = (scene.player, position.reachable()) else {
        return drawn;
    };
    let items: Vec<(Square, &ItemState)> = scene.lying().collect();
    let letters = letters(&items);
    let mark = |square: Square| {
        if square == player {
            return PLAYER;
        }
        let mut marked = items.iter().zip(&letters);
        match marked.find(|((at, _), _)| *at == square) {
            Some((_, &letter)) => letter,
            None if reachable.contains(square) => IN_REACH,
            None => ELSEWHERE,
        }
    };
    let mut text = String::new();
    for (row, rank) in drawn.lines().zip((0..position.board().rows()).rev()) {
        text.push_str(row);
        text.push_str("  ");
        for file in 0..position.board().columns() {
            text.push(' ');
            text.push(mark(Square::new(file, rank)));
        }
        text.push('\n');
    }
    text.push_str(&format!(
        "\n{PLAYER} the player, {IN_REACH} squares in its reach"
    ));
    for ((square, state), letter) in items.iter().zip(&letters) {
        let quest = if state.is_quest { ", to collect" } else { "" };
        let name = &state.item.name;
        text.push_str(&format!("\n{letter} {name} on {square}{quest}"));
    }
    for hand in scene.hands_in_words() {
        text.push('\n');
        text.push_str(&hand);
    }
    text
}

/// Returns a letter for each item: its initial, if that is free.
fn letters(items: &[(Square, &ItemState)]) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for (_, state) in items {
        let initial = state.item.name.chars().next().unwrap_or_default();
        let own = initial.to_ascii_uppercase();
        let own = Some(own).filter(|own| LETTERS.contains(*own));
        let mut free = own.into_iter().chain(LETTERS.chars());
        letters.extend(free.find(|letter| !letters.contains(letter)));
    }
    letters
}
