//! Features of a puzzle's difficulty.

use crate::board::{Bitboard, Square};
use crate::games::{Game, Move, Piece, Position};
use crate::search::{PathFacts, Solution, path_facts};

/// Features of the difficulty of a solved puzzle for one player. They describe the solution that
/// carom shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The game.
    pub game: Game,
    /// The fewest moves, as the rules of the puzzle count them.
    pub moves: u32,
    /// The moves as they are written; more than `moves` under `grouped`.
    pub written: u32,
    /// The groups of consecutive moves of one piece. `None` if moves have no pieces.
    pub groups: Option<u32>,
    /// The pieces that move. `None` if moves have no pieces.
    pub pieces: Option<u32>,
    /// The mean number of legal moves along the solution.
    pub branching: f64,
    /// The number of moves that take the active piece further from its target, measured along rows
    /// and columns. `None` unless exactly one piece has to reach a target.
    pub away: Option<u32>,
    /// Facts about all shortest solutions, if they were searched.
    pub paths: PathFacts,
}

impl Difficulty {
    /// Returns the features of a position with this optimal solution that need no search.
    pub fn of(position: &Position, solution: &Solution) -> Self {
        let sliding = position.sliding().ok();
        let mut active = sliding
            .as_ref()
            .and_then(|sliding| position.pieces().get(sliding.active).copied());
        let targets = sliding.map_or(Bitboard::EMPTY, |sliding| sliding.targets);
        let mut away = active.map(|_| 0);
        let mut movers = Movers::default();
        let (mut legal, mut state) = (0, position.clone());
        for &played in &solution.moves {
            legal += state.legal_moves().len();
            let Ok(next) = state.play(played) else {
                break;
            };
            if matches!(played, Move::Slide(_)) {
                let stages = state.stages(played).unwrap_or_default();
                let motion = stages.into_iter().next().map(|stage| stage.motion);
                let moved = motion.and_then(|motion| {
                    let to = motion.way.last().copied()?;
                    Some((motion.figure?.piece, to))
                });
                if let Some((piece, to)) = moved {
                    movers.note(piece, to);
                    if active == Some(piece) {
                        let is_away = distance(to, targets) > distance(piece.square, targets);
                        away = away.map(|away| away + u32::from(is_away));
                        active = Some(Piece {
                            square: to,
                            ..piece
                        });
                    }
                }
            }
            state = next;
        }
        let written = u32::try_from(solution.moves.len()).unwrap_or(u32::MAX);
        let has_pieces = movers.groups > 0 || written == 0;
        #[expect(clippy::cast_precision_loss, reason = "few enough to be exact")]
        let branching = match written {
            0 => 0.0,
            _ => legal as f64 / f64::from(written),
        };
        Self {
            game: position.game(),
            moves: solution.length,
            written,
            groups: has_pieces.then_some(movers.groups),
            pieces: has_pieces.then(|| u32::try_from(movers.pieces.len()).unwrap_or(u32::MAX)),
            branching,
            away,
            paths: PathFacts::default(),
        }
    }

    /// Returns all features.
    pub fn with_paths(position: &Position, solution: &Solution) -> Self {
        Self {
            paths: path_facts(position, solution.length),
            ..Self::of(position, solution)
        }
    }

    /// Returns the score from 0 to 100, in games that have one.
    pub fn score(&self) -> Option<u32> {
        let weights = self.game.score_weights()?;
        let score = weights.moves * f64::from(self.written)
            + weights.pieces * f64::from(self.pieces?)
            + weights.switches * f64::from(self.switches()?)
            + weights.constant;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 100"
        )]
        Some(score.round().clamp(0.0, 100.0) as u32)
    }

    /// Returns the changes from one piece to another. `None` if moves have no pieces.
    pub fn switches(&self) -> Option<u32> {
        self.groups.map(|groups| groups.saturating_sub(1))
    }
}

/// The pieces that have moved, by their current squares.
#[derive(Default)]
struct Movers {
    pieces: Vec<Piece>,
    groups: u32,
    last: Option<usize>,
}

impl Movers {
    fn note(&mut self, piece: Piece, to: Square) {
        let known = self.pieces.iter().position(|known| *known == piece);
        let index = known.unwrap_or_else(|| {
            self.pieces.push(piece);
            self.pieces.len() - 1
        });
        if let Some(moved) = self.pieces.get_mut(index) {
            moved.square = to;
        }
        self.groups += u32::from(self.last != Some(index));
        self.last = Some(index);
    }
}

/// Returns the steps to the nearest target along rows and columns.
fn distance(from: Square, targets: Bitboard) -> Option<u8> {
    let steps = targets
        .iter()
        .map(|target| from.column().abs_diff(target.column()) + from.row().abs_diff(target.row()));
    steps.min()
}
