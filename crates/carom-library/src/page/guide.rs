//! How to play a game or a puzzle.

use serde::Serialize;

use crate::analysis::{AnswerState, FileHead, Puzzle, View, example, hand_play};
use crate::games::{Game, Position};
use crate::picture::svg;

/// How to play a game or a puzzle, as the script of the page reads it.
#[derive(Debug, Serialize)]
pub struct Guide {
    /// The picture of an example of the game.
    svg: String,
    /// What a player has to know.
    pub sentences: Vec<String>,
}

impl Guide {
    /// Returns the guide of a game or, with a position, of a puzzle.
    pub fn new(game: Game, position: Option<&Position>) -> Self {
        let (text, moves) = example(game);
        let puzzle = Puzzle::read(text, &FileHead::default());
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let played = hand_play(&View::new(text, &puzzle, AnswerState::Nothing), &moves);
        let Some(last) = played.as_ref().and_then(|played| played.frames.last()) else {
            unreachable!("a test reads the example of each game");
        };
        let sentences = match position {
            Some(position) => position.guide(),
            None => game.guide().map(ToOwned::to_owned).to_vec(),
        };
        Self { svg: svg(&last.picture()), sentences }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_sentences_and_a_legal_example() {
        for game in Game::ALL {
            let (text, moves) = example(game);
            let puzzle = Puzzle::read(text, &FileHead::default());
            assert!(puzzle.diagnostics().is_empty(), "{:?}", puzzle.diagnostics());
            let mut position = puzzle.position().unwrap().clone();
            assert_eq!(position.game(), game);
            for played in moves {
                position.advance(game.move_from_text(played).unwrap()).unwrap();
            }
            let guide = Guide::new(game, None);
            assert!(guide.svg.starts_with("<svg"));
            for sentence in guide.sentences {
                assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence}");
            }
        }
    }
}
