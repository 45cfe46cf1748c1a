//! Starter puzzles.

use crate::analysis::model::setup::{drawing, notation};
use crate::games::Game;
use crate::syntax::Draft;

/// Returns the suggested sides of a new square board, the usual one first.
pub fn usual_sizes(game: Game) -> &'static [usize] {
    notation(game).usual_sizes
}

/// Returns a solvable starter puzzle with LF line endings, or `None` if the game has no board of
/// that size.
pub fn new_puzzle(
    game: Game,
    (columns, rows): (usize, usize),
    name: Option<&str>,
) -> Option<String> {
    let mut draft = Draft::new(game.name(), name);
    for &(key, value) in notation(game).keys.start {
        draft.set(key, value);
    }
    draft.set_board(drawing((notation(game).start)(columns, rows)?, game.has_floor()));
    Some(draft.text())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{FileHead, Puzzle, check_answer, format};
    use crate::solving::quick_answer;
    use crate::text::LineEnding;

    #[test]
    fn new_puzzles_are_valid_in_all_sizes() {
        for game in Game::ALL {
            let sizes = usual_sizes(game).iter().copied();
            for size in sizes.chain([game_least(game), 16]) {
                let text = new_puzzle(game, (size, size), Some("New")).unwrap();
                assert_eq!(format(&text, LineEnding::Auto).text, text);
                let puzzle = Puzzle::read(&text, &FileHead::default());
                assert!(puzzle.diagnostics().is_empty(), "{text}");
                let position = puzzle.position().unwrap();
                // The winner on a large board is not known.
                if !game.is_duel() {
                    let answer = quick_answer(position, &mut 100_000).unwrap();
                    let judged = check_answer(&text, &puzzle, &answer, &Default::default());
                    assert_eq!(judged, [], "{text}");
                }
            }
            for size in [0, game_least(game) - 1, 17, usize::MAX] {
                assert_eq!(new_puzzle(game, (size, size), None), None);
            }
        }
    }

    fn game_least(game: Game) -> usize {
        (1..).find(|&size| (notation(game).start)(size, size).is_some()).unwrap()
    }
}
