//! Slides that diagonals deflect.

use super::Position;
use crate::board::{Axes, Bitboard, Direction, Square};
use crate::games::{Diagonal, GameRules};

/// The end of a slide: the square, the last direction, and the axes of the slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) square: Square,
    pub(super) direction: Direction,
    pub(super) axes: Axes,
}

impl Rest {
    /// Returns the end of a straight slide.
    pub(super) const fn straight(square: Square, direction: Direction) -> Self {
        Self { square, direction, axes: Axes::of(direction) }
    }
}

/// One step of a slide.
#[derive(Clone, Copy)]
struct Step {
    square: Square,
    /// The direction after the diagonal on `square`, if there is one.
    direction: Direction,
}

/// A slide that no robot blocks.
#[derive(Clone, Copy, Default)]
struct Path {
    /// The squares it enters.
    way: Bitboard,
    rest: Option<Rest>,
}

/// The slides of robots that pass through the diagonals of one name.
pub(super) struct DeflectedSlides {
    steps: Box<[[Option<Step>; 4]; 256]>,
    paths: Box<[[Path; 4]; 256]>,
}

/// There are this many pairs of a square and a direction, so a longer slide repeats a step forever.
const MAX_STEPS: usize = 4 * 256;

// The table has a row for each of the 256 squares and a column for each of the
// four directions.
impl DeflectedSlides {
    /// Returns the slides on the board of `position` of the robots that pass through the
    /// diagonals of the robot `passes`.
    pub(super) fn new(position: &Position, passes: Option<char>) -> Self {
        let board = position.board();
        let mut turns: [Option<Diagonal>; 256] = [None; 256];
        for &diagonal in position.diagonals() {
            if diagonal.robot.is_none() || diagonal.robot != passes {
                turns[diagonal.square.index()] = Some(diagonal);
            }
        }
        let mut steps = Box::new([[None; 4]; 256]);
        for square in board.squares() {
            for direction in Direction::ALL {
                let step = board.step(square, direction).ok().map(|next| Step {
                    square: next,
                    direction: match turns[next.index()] {
                        Some(diagonal) => diagonal.kind.deflect(direction),
                        None => direction,
                    },
                });
                steps[square.index()][direction.index()] = step;
            }
        }
        let mut turns = Self { steps, paths: Box::new([[Path::default(); 4]; 256]) };
        for square in board.squares() {
            for direction in Direction::ALL {
                let mut way = Bitboard::EMPTY;
                let rest = turns.walk(square, direction, |next| {
                    way.insert(next);
                    false
                });
                turns.paths[square.index()][direction.index()] = Path { way, rest };
            }
        }
        turns
    }

    #[inline]
    fn step(&self, square: Square, direction: Direction) -> Option<Step> {
        self.steps[square.index()][direction.index()]
    }

    /// Returns the end of a slide from `from` among `others`, or `None` if the robot is blocked
    /// or would never stop.
    #[inline]
    pub(super) fn slide(
        &self,
        from: Square,
        direction: Direction,
        others: Bitboard,
    ) -> Option<Rest> {
        let path = &self.paths[from.index()][direction.index()];
        if (path.way & others).is_empty() {
            return path.rest;
        }
        self.walk(from, direction, |square| others.contains(square))
    }

    /// Moves step by step until a square is `taken`.
    fn walk(
        &self,
        from: Square,
        direction: Direction,
        mut taken: impl FnMut(Square) -> bool,
    ) -> Option<Rest> {
        let mut rest = Rest { square: from, direction, axes: Axes::NONE };
        for _ in 0..=MAX_STEPS {
            match self.step(rest.square, rest.direction) {
                Some(step) if !taken(step.square) => {
                    rest.axes = rest.axes.union(Axes::of(rest.direction));
                    rest.axes = rest.axes.union(Axes::of(step.direction));
                    rest.square = step.square;
                    rest.direction = step.direction;
                }
                // A blocked robot has slid along no axis.
                _ => return (rest.axes != Axes::NONE).then_some(rest),
            }
        }
        None
    }

    /// Calls `visit` with each square from which a robot could reach `target` in one slide if
    /// robots were wherever they help, and with the axes of that slide.
    pub(super) fn reverse(&self, target: Square, mut visit: impl FnMut(Square, Axes)) {
        for entered in Direction::ALL {
            // Backwards, one step at a time: the robot enters `square` in `direction`, before a
            // diagonal there deflects it.
            let (mut square, mut direction, mut axes) = (target, entered, Axes::NONE);
            for _ in 0..MAX_STEPS {
                let back = direction.opposite();
                let Some(before) = square.step(back) else {
                    break;
                };
                let Some(step) = self.step(before, direction) else {
                    break;
                };
                axes = axes.union(Axes::of(direction));
                axes = axes.union(Axes::of(step.direction));
                visit(before, axes);
                direction = match self.turned_at(before, direction) {
                    Some(entering) => entering,
                    None => break,
                };
                square = before;
                if (square, direction) == (target, entered) {
                    break;
                }
            }
        }
    }

    /// Returns the direction in which a robot enters `square` if it leaves in `direction`.
    fn turned_at(&self, square: Square, direction: Direction) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&entering| {
            let before = square.step(entering.opposite());
            before
                .and_then(|before| self.step(before, entering))
                .is_some_and(|step| step.direction == direction)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::games::DiagonalKind;
    use crate::games::Piece;
    use crate::games::ricochet::{Rules, Setup, Target};

    #[test]
    fn slides_agree_with_walks() {
        let mut seed = 5_u64;
        let mut below = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % limit
        };
        let mut endless = 0;
        for _ in 0..300 {
            let mut board = Board::new(2 + below(6), 2 + below(6)).unwrap();
            let mut diagonals = Vec::new();
            // The robot and the target are on the first two squares.
            for square in board.squares().skip(2) {
                match below(10) {
                    0 => board.add_wall(square, Direction::Right),
                    1 => board.add_wall(square, Direction::Up),
                    kind @ 2..9 => diagonals.push(Diagonal {
                        square,
                        kind: [DiagonalKind::Slash, DiagonalKind::Backslash][kind % 2],
                        robot: (kind == 8).then_some('R'),
                    }),
                    _ => {}
                }
            }
            let [square, target] = [0, 1].map(Square::from_index);
            let setup = Setup {
                board: board.clone(),
                rules: Rules::default(),
                robots: vec![Piece { name: 'R', square }],
                targets: vec![Target { square: target, robot: None }],
                diagonals,
            };
            let turns = DeflectedSlides::new(&setup.position().unwrap(), Some('R'));
            for from in board.squares() {
                let others: Bitboard =
                    board.squares().filter(|&one| one != from && below(8) == 0).collect();
                for direction in Direction::ALL {
                    let walked = turns.walk(from, direction, |square| others.contains(square));
                    assert_eq!(turns.slide(from, direction, others), walked);
                    let alone = turns.slide(from, direction, Bitboard::EMPTY);
                    endless += usize::from(walked.is_some() && alone.is_none());
                }
            }
        }
        assert!(endless > 10, "{endless} slides ended by a robot alone");
    }
}
