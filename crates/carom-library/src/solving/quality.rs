//! One measure of how well a puzzle is composed, from what designers and players name.

use itertools::Itertools;

use crate::board::{Bitboard, Square, Symmetry};
use crate::games::{Move, Position, Slide, SlidingPuzzle};

/// The most optimal solutions of a puzzle with a quality. More of them mean that little depends
/// on a solver's choices.
pub const MOST_SOLUTIONS: usize = 256;

/// The parts of a puzzle's quality, each from 0 to 1. They are the same for rotated, mirrored and
/// renamed copies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Several pieces move, and they stop each other.
    pub cooperation: f64,
    /// Pieces have more than one task.
    pub roles: f64,
    /// No piece zigzags alone for long.
    pub rhythm: f64,
    /// The share of moves where the active piece could come nearer to the target, but must not.
    pub traps: f64,
    /// A long answer for a short statement: the moves, compared with pieces, blocks and walls.
    pub economy: f64,
    /// The share of the squares that the solution uses.
    pub coverage: f64,
    /// The share of moves with at least three legal moves, so that none is forced.
    pub freedom: f64,
}

/// What a quality favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Moves that must not be the greedy ones.
    Traps,
    /// Pieces that help each other.
    Cooperation,
    /// Few pieces and walls for the number of moves.
    Economy,
}

impl Quality {
    /// Returns the quality of a puzzle with all its optimal solutions: that of the dullest one.
    /// `None` if its moves are no slides or there are no or too many solutions.
    pub fn of(position: &Position, solutions: &[Vec<Move>]) -> Option<Self> {
        if solutions.len() > MOST_SOLUTIONS {
            return None;
        }
        let qualities: Option<Vec<Self>> =
            solutions.iter().map(|moves| Self::of_solution(position, moves)).collect();
        let dullest = |a: &Self, b: &Self| {
            // Equal scores must not depend on the order of the solutions.
            a.parts().partial_cmp(&b.parts()).expect("no part is a NaN")
        };
        let by_score = |a: &Self, b: &Self| a.score(None).cmp(&b.score(None));
        qualities?.into_iter().min_by(|a, b| by_score(a, b).then_with(|| dullest(a, b)))
    }

    fn of_solution(position: &Position, moves: &[Move]) -> Option<Self> {
        let sliding = position.sliding().ok().filter(|sliding| !sliding.any_active);
        let steps = steps(position, moves)?;
        let (mut last, mut run, mut longest, mut groups) = (None, 0, 0_usize, 0_usize);
        let (mut supports, mut traps, mut free) = (0, 0, 0);
        let mut crossed = Bitboard::EMPTY;
        for Step { state, slide, piece, way, stopper, .. } in &steps {
            free += usize::from(state.legal_moves().len() >= 3);
            supports += usize::from(stopper.is_some());
            let trap = sliding.as_ref().is_some_and(|sliding| is_trap(state, sliding, *slide));
            traps += usize::from(trap);
            crossed |= way.iter().copied().collect();
            let is_same = last == Some(piece);
            run = if is_same { run + 1 } else { 1 };
            groups += usize::from(!is_same);
            longest = longest.max(run);
            last = Some(piece);
        }
        let movers = steps.iter().map(|step| step.piece).unique().count();
        let pieces = position.pieces().len();
        let board = position.board();
        let blocks = board.blocks().len();
        let squares = board.squares().count() - blocks;
        let statement = pieces + blocks + board.all_walls().count();
        let switches = share(groups.saturating_sub(1), moves.len().saturating_sub(1));
        let helpers = share(movers.saturating_sub(1), pieces.saturating_sub(1));
        Some(Self {
            cooperation: (helpers + switches + share(2 * supports, moves.len())) / 3.0,
            roles: share(with_several_tasks(position, &steps), 2),
            rhythm: 1.0 - share(longest.saturating_sub(1), moves.len().saturating_sub(1)),
            traps: share(traps, moves.len()),
            economy: share(moves.len(), moves.len() + statement),
            // Half of the squares are as many as a good solution crosses.
            coverage: share(2 * crossed.len(), squares),
            freedom: share(free, moves.len()),
        })
    }

    const fn parts(&self) -> [f64; 7] {
        let Self { cooperation, roles, rhythm, traps, economy, coverage, freedom } = *self;
        [cooperation, roles, rhythm, traps, economy, coverage, freedom]
    }

    /// Returns the quality from 0 to 100: the weighted mean of its parts. A goal counts four
    /// times as much.
    pub fn score(&self, goal: Option<Goal>) -> u32 {
        let factor = |part| if goal == Some(part) { 4.0 } else { 1.0 };
        let weights = [
            25.0 * factor(Goal::Cooperation),
            10.0,
            20.0,
            20.0 * factor(Goal::Traps),
            10.0 * factor(Goal::Economy),
            10.0,
            5.0,
        ];
        let parts = self.parts().into_iter().zip(weights);
        let sum: f64 = parts.map(|(part, weight)| part * weight).sum();
        let score = 100.0 * sum / weights.iter().sum::<f64>();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 100"
        )]
        let rounded = score.round() as u32;
        rounded.min(100)
    }
}

/// Returns `part / all`, at most 1.
#[expect(clippy::cast_precision_loss, reason = "few enough to be exact")]
fn share(part: usize, all: usize) -> f64 {
    match all {
        0 => 0.0,
        _ => (part as f64 / all as f64).min(1.0),
    }
}

/// Returns the number of pieces with more than one task: they stop two others in different places,
/// return to a square, or leave the target and then stop the last move.
fn with_several_tasks(position: &Position, steps: &[Step]) -> usize {
    let targets: Vec<Square> =
        position.scene().targets.into_iter().map(|(square, _)| square).collect();
    let has_several = |piece: usize, start: Square| {
        let stopped = steps.iter().filter(|step| step.stopper == Some(piece));
        let mut pairs = stopped.array_combinations();
        let stops_two = pairs.any(|[a, b]| a.piece != b.piece && a.to() != b.to());
        let own = steps.iter().filter(|step| step.piece == piece);
        let stops: Vec<Square> = std::iter::once(start).chain(own.map(Step::to)).collect();
        let (_, left) = stops.split_last().expect("it has a start");
        let is_last = steps.last().is_some_and(|last| last.stopper == Some(piece));
        let clears_target = is_last && left.iter().any(|square| targets.contains(square));
        stops_two || clears_target || !stops.iter().all_unique()
    };
    let pieces = position.pieces();
    pieces.iter().enumerate().filter(|(piece, start)| has_several(*piece, start.square)).count()
}

/// Whether the active piece could come nearer to the target than now, and `played` is another move
/// than those that bring it nearest.
fn is_trap(state: &Position, sliding: &SlidingPuzzle, played: Slide) -> bool {
    let pieces = state.pieces();
    let active = pieces[sliding.active];
    let mover = state.game().mover(active);
    let distance = |from: Square| {
        let targets = sliding.targets.iter();
        let steps =
            targets.map(|to| from.column().abs_diff(to.column()) + from.row().abs_diff(to.row()));
        steps.min().expect("a puzzle has a target")
    };
    let slides = state.legal_moves().into_iter().filter_map(|played| match played {
        Move::Slide(slide) if slide.piece == mover => Some(slide),
        _ => None,
    });
    let ends: Vec<(Slide, u8)> = slides
        .filter_map(|slide| {
            let stages = state.stages(slide.into()).ok()?;
            let to = *stages.first()?.motions.first()?.way.last()?;
            Some((slide, distance(to)))
        })
        .collect();
    let nearest = ends.iter().map(|(_, distance)| *distance).min();
    let Some(nearest) = nearest.filter(|&nearest| nearest < distance(active.square)) else {
        return false;
    };
    !ends.iter().any(|&(slide, distance)| slide == played && distance == nearest)
}

/// A slide of a solution.
pub(super) struct Step {
    /// The position before it.
    state: Position,
    slide: Slide,
    /// The index of its piece among those of the first position.
    pub(super) piece: usize,
    /// The squares from its start to its end.
    way: Vec<Square>,
    /// The index of the piece that stops it, if one does.
    pub(super) stopper: Option<usize>,
}

impl Step {
    /// The square where it ends.
    pub(super) fn to(&self) -> Square {
        *self.way.last().expect("a way has a start and an end")
    }
}

/// Returns the slides of a solution, or `None` if its moves are no slides.
pub(super) fn steps(position: &Position, moves: &[Move]) -> Option<Vec<Step>> {
    let mut state = position.clone();
    // Where the pieces are. A piece may have left the board.
    let pieces = position.pieces().into_iter();
    let mut squares: Vec<Option<Square>> = pieces.map(|piece| Some(piece.square)).collect();
    let mut steps = Vec::with_capacity(moves.len());
    for &played in moves {
        let Move::Slide(slide) = played else {
            return None;
        };
        let stage = state.stages(played).ok()?.into_iter().next()?;
        let way = stage.motions.into_iter().next()?.way;
        let (from, to) = (*way.first()?, *way.last()?);
        let on = |square: Square| squares.iter().position(|&other| other == Some(square));
        let piece = on(from)?;
        let stopper = state.board().step(to, slide.direction).ok().and_then(on);
        let stays = stage.position.pieces().iter().any(|piece| piece.square == to);
        squares[piece] = stays.then_some(to);
        let before = std::mem::replace(&mut state, stage.position);
        steps.push(Step { state: before, slide, piece, way, stopper });
    }
    Some(steps)
}

/// Returns bytes for each solution that are equal exactly if the solutions have the same shape: the
/// same directions of the same pieces, up to symmetry and the names of pieces. `None` if moves are
/// no slides.
pub fn shapes(position: &Position, solutions: &[Vec<Move>]) -> Option<Vec<Vec<u8>>> {
    let shapes = solutions.iter().map(|moves| {
        let steps = steps(position, moves)?;
        let movers: Vec<usize> = steps.iter().map(|step| step.piece).unique().collect();
        let images = Symmetry::ALL.into_iter().map(|symmetry| {
            let bytes = steps.iter().flat_map(|step| {
                let mover = movers.iter().position(|&piece| piece == step.piece);
                let number = mover.and_then(|mover| u8::try_from(mover).ok());
                let number =
                    number.expect("a board has at most 256 pieces, and each mover is listed");
                [number, symmetry.direction(step.slide.direction) as u8]
            });
            bytes.collect::<Vec<u8>>()
        });
        images.min()
    });
    shapes.collect()
}
