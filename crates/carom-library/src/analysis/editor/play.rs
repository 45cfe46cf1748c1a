//! A puzzle played by hand.

use serde::Serialize;

use crate::analysis::editor::frames::{Frame, moves_of, played};
use crate::analysis::edits::actions::write_solution;
use crate::analysis::model::moves::{Wrong, wrong};
use crate::analysis::model::setup::{notation, piece_id};
use crate::analysis::{AnswerState, View};
use crate::games::{Game, Motion, Move, Moving, Position};
use crate::search::{Outcome, Value};
use crate::solving::{Identity, Limits, Question, SearchEnd};
use crate::syntax::move_text;
use crate::text::Edit;
use crate::words::join_words;

/// The result of moves played by hand.
#[derive(Clone, Debug)]
pub struct HandPlay {
    /// The start, and the frames of the legal moves.
    pub frames: Vec<Frame>,
    /// The moves, up to the first illegal one.
    pub moves: Vec<Move>,
    /// The number of these moves, as the rules count them.
    pub count: u32,
    /// The number of the first illegal move, from 0, and the reason.
    pub refused: Option<(usize, String)>,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// Whether the puzzle is solved or, in a duel, the game is over.
    pub is_solved: bool,
    /// The fewest moves of the puzzle or, in a duel, the plies of best play.
    pub optimum: Option<u32>,
    /// The fewest moves that remain, if they are known without a search.
    pub left: Option<u32>,
    /// The position after the moves.
    pub position: Position,
}

/// A move that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// What it moves, all at once; nothing for a pass.
    pub motions: Vec<MotionInfo>,
}

/// A motion of a piece or of the player, with the identifiers of the board editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MotionInfo {
    /// The identifier of what moves.
    pub id: String,
    /// Its start square.
    pub from: String,
    /// The square where it ends, or `None` if it leaves the board.
    pub to: Option<String>,
    /// The squares where it turns, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<String>,
}

impl MotionInfo {
    /// Returns the motions of pieces and of the player. Pushed lines are not among them.
    pub fn all(game: Game, motions: &[Motion]) -> Vec<Self> {
        let known = motions.iter().filter_map(|motion| {
            let from = motion.way.first()?.to_string();
            let id = match motion.moving {
                Moving::Figure(figure) => piece_id(game, figure.piece),
                Moving::Player => "player".to_owned(),
                Moving::Line { .. } => return None,
            };
            let via = motion.turns().iter().map(ToString::to_string).collect();
            Some(Self { id, from, to: motion.end().map(|end| end.to_string()), via })
        });
        known.collect()
    }
}

/// Plays the moves of these words. Returns `None` for a malformed puzzle.
pub fn hand_play(view: &View<'_>, words: &[String]) -> Option<HandPlay> {
    let start = view.puzzle.position()?;
    let (moves, position, refused) = replay(start, words);
    let best = match view.known {
        AnswerState::Answer(answer) => Some(&answer.outcome),
        _ => None,
    };
    let optimum = best.and_then(length);
    let is_solved = position.is_solved();
    // On the line of best play, the remaining length is known.
    let is_best = best.is_some_and(|outcome| moves_of(outcome).starts_with(&moves));
    let number = start.count_moves(&moves);
    let left = match optimum {
        _ if is_solved => Some(0),
        Some(optimum) if is_best || moves.is_empty() => optimum.checked_sub(number),
        _ => None,
    };
    Some(HandPlay {
        frames: played(view, &moves),
        refused,
        legal: legal(&position),
        is_solved,
        optimum,
        left,
        moves,
        count: number,
        position,
    })
}

impl HandPlay {
    /// Returns the question for the moves that remain, if only a search can answer it. At the start
    /// the answer of the puzzle is known, and a puzzle that provably has no solution needs no
    /// search.
    pub fn question(&self, view: &View<'_>, limits: Limits) -> Option<Question> {
        let is_unsolvable = matches!(
            view.known,
            AnswerState::Answer(answer) if matches!(answer.outcome, Outcome::Unsolvable(_))
        );
        if self.left.is_some() || self.moves.is_empty() || is_unsolvable {
            return None;
        }
        let identity = Identity::of(&self.position);
        Some(Question::new(self.position.clone(), identity, limits))
    }
}

/// Returns the fewest moves that remain, from the result of a search.
pub fn moves_left(found: &SearchEnd) -> Option<u32> {
    match found {
        SearchEnd::Answer(answer) => length(&answer.outcome),
        SearchEnd::Cancelled | SearchEnd::Failed(_) => None,
    }
}

/// Returns the edit that writes moves played by hand as the solution.
///
/// # Errors
///
/// The reason, as a clause: they are not legal, do not solve the puzzle, or are already written
/// there.
pub fn insert_moves(view: &View<'_>, words: &[String]) -> Result<Edit, String> {
    let malformed = || "the puzzle is malformed".to_owned();
    let start = view.puzzle.position().ok_or_else(malformed)?;
    let (moves, position, refused) = replay(start, words);
    if let Some((number, why)) = refused {
        let word = words.get(number).map_or("", String::as_str);
        return Err(format!("`{word}` cannot be played: {why}"));
    }
    if moves.is_empty() {
        return Err("there are no moves to write".to_owned());
    }
    if !position.is_solved() {
        let missing = position.unsolved_reason();
        return Err(format!("the moves do not solve the puzzle: {missing}"));
    }
    let edit = write_solution(view, &join_words(&moves));
    edit.ok_or_else(|| "that solution stands there already".to_owned())
}

type Replay = (Vec<Move>, Position, Option<(usize, String)>);

/// Plays words up to the first that is not a legal move.
fn replay(start: &Position, words: &[String]) -> Replay {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (number, word) in words.iter().enumerate() {
        match next(&position, word) {
            Ok((read, after)) => {
                moves.push(read);
                position = after;
            }
            Err(why) => return (moves, position, Some((number, why))),
        }
    }
    (moves, position, None)
}

fn next(position: &Position, word: &str) -> Result<(Move, Position), String> {
    if position.is_solved() {
        return Err(match position.game().is_duel() {
            true => "the game is over".to_owned(),
            false => "the puzzle is solved already".to_owned(),
        });
    }
    let token = move_text(word, word);
    let reason = |Wrong { reason, .. }| reason;
    let read = (notation(position.game()).read_move)(&token).map_err(reason)?;
    let after = position.play(read).map_err(|illegal| reason(wrong(&illegal, &token)))?;
    Ok((read, after))
}

/// Returns the legal moves with their destinations. Turns of tiles are too many to list.
fn legal(position: &Position) -> Vec<LegalMove> {
    if position.is_solved() || !position.game().has_floor() {
        return Vec::new();
    }
    let moves = position.legal_moves().into_iter();
    let legal = moves.filter_map(|played| {
        let stage = position.stages(played).ok()?.into_iter().next()?;
        Some(LegalMove { played, motions: MotionInfo::all(position.game(), &stage.motions) })
    });
    legal.collect()
}

/// Returns the number of moves of a solution, or of plies of best play.
pub(super) fn length(outcome: &Outcome) -> Option<u32> {
    match outcome {
        Outcome::Solved(solution) => Some(solution.length),
        Outcome::Evaluated { verdict, .. } => match verdict.value()? {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        },
        Outcome::Unsolvable(_) | Outcome::Unknown { .. } => None,
    }
}
