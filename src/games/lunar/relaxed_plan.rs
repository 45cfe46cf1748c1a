//! The robots that a solution of the relaxed puzzle needs on their squares.

use super::reach::SlideBoard;
use super::relaxed::{LIMIT, Recorder, Relaxed};
use crate::board::{Bitboard, Direction, Square};

/// The squares of pieces in the relaxed puzzle, for each number of moves.
pub(super) struct Trace {
    /// The largest number of moves of the solution.
    moves: usize,
    /// The squares of robots after each number of their moves.
    robots: Vec<Bitboard>,
    /// The squares of the human after each number of slides, for each number of moves of
    /// robots.
    humans: Vec<Bitboard>,
}

impl Recorder for Trace {
    fn robots(&mut self, squares: Bitboard) {
        self.robots.push(squares);
    }

    fn humans(&mut self, squares: &[Bitboard]) {
        self.humans.extend_from_slice(squares);
    }
}

/// A piece that a solution needs on a square after some moves of robots: a robot, or the human
/// after some slides.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Need {
    square: Square,
    robot_moves: usize,
    slides: Option<usize>,
}

impl Trace {
    /// Returns an empty trace for solutions of at most this many moves.
    pub(super) const fn new(moves: usize) -> Self {
        Self {
            moves,
            robots: Vec::new(),
            humans: Vec::new(),
        }
    }

    fn robots_after(&self, robot_moves: usize) -> Bitboard {
        self.robots.get(robot_moves).copied().unwrap_or_default()
    }

    fn humans_after(&self, robot_moves: usize, slides: usize) -> Bitboard {
        let at = robot_moves * (self.moves + 1) + slides;
        self.humans.get(at).copied().unwrap_or_default()
    }

    /// Returns the robots that must stay at their start so that the human reaches this square after
    /// `slides` slides and the recorded moves of robots.
    pub(super) fn needed(&self, relaxed: &Relaxed, (square, slides): (Square, usize)) -> Bitboard {
        let mut needed = Bitboard::EMPTY;
        let mut needs = vec![Need {
            square,
            robot_moves: self.robots.len().saturating_sub(1),
            slides: Some(slides),
        }];
        // Each need is processed once, and stays in the list.
        let mut met = 0;
        while let Some(&need) = needs.get(met) {
            met += 1;
            let before = match need.slides {
                Some(slides) => self.before_human(relaxed, need, slides),
                None if self.robots_after(0).contains(need.square) => {
                    needed.insert(need.square);
                    continue;
                }
                None => self.before_robot(relaxed, need),
            };
            for need in before.into_iter().flatten() {
                if !needs.contains(&need) {
                    needs.push(need);
                }
            }
        }
        needed
    }

    /// Returns the needs of a human on a square.
    fn before_human(&self, relaxed: &Relaxed, need: Need, slides: usize) -> [Option<Need>; 2] {
        let Need {
            square,
            robot_moves,
            ..
        } = need;
        let Some(slides) = slides.checked_sub(1) else {
            return [None; 2];
        };
        if let Some(robot_moves) = robot_moves.checked_sub(1)
            && self.humans_after(robot_moves, slides + 1).contains(square)
        {
            return [
                Some(Need {
                    robot_moves,
                    ..need
                }),
                None,
            ];
        }
        let from = self.humans_after(robot_moves, slides);
        let stop = self.stop(relaxed, square, robot_moves, |_| from, None);
        stop.map_or([None; 2], |(from, blocker)| {
            let human = Need {
                square: from,
                slides: Some(slides),
                ..need
            };
            [Some(human), blocker]
        })
    }

    /// Returns the needs of a robot on a square where no robot starts.
    fn before_robot(&self, relaxed: &Relaxed, need: Need) -> [Option<Need>; 2] {
        let Need {
            square,
            robot_moves,
            ..
        } = need;
        let Some(robot_moves) = robot_moves.checked_sub(1) else {
            return [None; 2];
        };
        if self.robots_after(robot_moves).contains(square) {
            return [
                Some(Need {
                    robot_moves,
                    ..need
                }),
                None,
            ];
        }
        let all = self.robots_after(robot_moves);
        let unmoved = self.robots_after(0);
        // A robot that has not moved needs nothing more.
        let standing = |way: Bitboard| {
            if (way & unmoved).is_empty() {
                all
            } else {
                unmoved
            }
        };
        let left = self.moves - robot_moves - 1;
        let stop = self.stop(relaxed, square, robot_moves, standing, Some(left));
        stop.map_or([None; 2], |(from, blocker)| {
            let robot = Need {
                square: from,
                robot_moves,
                slides: None,
            };
            [Some(robot), blocker]
        })
    }

    /// Returns the square from which a piece slides to this square, and the piece that stops it
    /// there, unless the board does. The human can stop it if `left` moves remain.
    fn stop(
        &self,
        relaxed: &Relaxed,
        square: Square,
        robot_moves: usize,
        from: impl Fn(Bitboard) -> Bitboard,
        left: Option<usize>,
    ) -> Option<(Square, Option<Need>)> {
        Direction::ALL.into_iter().find_map(|direction| {
            let way = way_to(relaxed, square, direction);
            let from = (way & from(way)).iter().next()?;
            if relaxed.board.ends(direction).contains(square) {
                return Some((from, None));
            }
            let beside = square.step(direction)?;
            let need = Need {
                square: beside,
                robot_moves,
                slides: None,
            };
            if self.robots_after(robot_moves).contains(beside) {
                return Some((from, Some(need)));
            }
            let left = left?;
            let slides = (0..=left).find(|&slides| {
                let humans = self.humans_after(robot_moves, slides);
                (humans & relaxed.near(left - slides)).contains(beside)
            });
            let slides = Some(slides?);
            Some((from, Some(Need { slides, ..need })))
        })
    }
}

impl Relaxed {
    /// Returns the robots that one relaxed solution of at most `moves` moves needs on their
    /// squares.
    ///
    /// While they stay there, `moves` moves suffice in the relaxed puzzle, whatever the other
    /// robots do.
    pub(super) fn needed(&self, human: Square, robots: Bitboard, moves: usize) -> Option<Bitboard> {
        if moves >= LIMIT {
            return Some(Bitboard::EMPTY);
        }
        let mut trace = Trace::new(moves);
        let end = self.solve(human, robots, moves, &mut trace)?;
        Some(trace.needed(self, end))
    }
}

/// Returns the squares from which a piece slides to this square or over it.
fn way_to(relaxed: &Relaxed, square: Square, direction: Direction) -> Bitboard {
    let mut way = Bitboard::EMPTY;
    let mut newest: Bitboard = std::iter::once(square).collect();
    while !newest.is_empty() {
        newest = relaxed.board.before(newest, direction);
        way |= newest;
    }
    way
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Random, bound, pieces};
    use crate::games::Puzzle;

    #[test]
    fn needed_robots_solve_the_puzzle_alone() {
        let mut random = Random(6);
        let (mut checked, mut left_out) = (0, 0);
        for round in 0..6_000 {
            let Some(sample) = random.sample(5 + round % 6, 6 + round % 8) else {
                continue;
            };
            let (human, robots) = pieces(&sample, &sample.puzzle.start());
            let Some(moves) = bound(&sample.relaxed, human, robots) else {
                continue;
            };
            for moves in moves..moves + 3 {
                let needed = sample.relaxed.needed(human, robots, moves);
                let needed = needed.expect("there is a relaxed solution");
                assert!((needed & !robots).is_empty());
                assert!(sample.relaxed.needs_at_most(human, needed, moves));
                left_out += robots.len() - needed.len();
                checked += 1;
            }
            let less = moves.checked_sub(1);
            assert!(less.is_none_or(|less| sample.relaxed.needed(human, robots, less).is_none()));
        }
        assert!(
            checked > 2_000 && left_out > 5 * checked,
            "{checked} {left_out}"
        );
    }
}
