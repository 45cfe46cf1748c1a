//! Which slides of robots can matter to a solution that has no move to spare.

use super::reach::Ground;
use super::relaxed::Relaxed;
use crate::board::{Bitboard, Direction, Square};

/// What relaxed solutions of a number of moves make use of.
///
/// Let a state need *n* moves by the bound, let a slide of a robot lead to one that needs as
/// many, and let *n* moves solve that one. No fewer do in the relaxed puzzle, so each of them
/// is needed there: a piece has to be where it comes to, as what slides on from there or as
/// what stops another. If the robot is not needed where its slide ends, then the *n* moves
/// are also a solution from before that slide, unless the robot was in the way of one of
/// them. So a slide matters only if it ends where a relaxed solution of *n* + 1 moves needs a
/// robot, or begins on the way of a slide of one; after any other, more moves are needed
/// than those that solve the state before it.
///
/// Such operators are called irrelevant in planning (Nebel, Dimopoulos and Koehler: *Ignoring
/// Irrelevant Facts and Operators in Plan Generation*, 1997); here what is left out is only
/// put off.
pub(super) struct Relevance {
    /// Where a robot may be needed that has slid there.
    pub(super) needed: Bitboard,
    pub(super) now: Bitboard,
    /// The squares that slides pass, or end on.
    pub(super) ways: Bitboard,
}

/// The forward half: where pieces may stand after each number of moves of robots.
struct Reached {
    robots: Bitboard,
    /// Where the human may stand, after each number of slides.
    humans: Vec<Bitboard>,
    /// Where it may stop a robot.
    stopping: Bitboard,
}

/// One of the four directions of slides that lead from some squares to others.
struct Slides {
    /// Where they begin.
    from: Bitboard,
    /// What stops them, if not the board.
    blockers: Bitboard,
    /// What they pass, and where they end.
    ways: Bitboard,
}

// Slides are numbered up to the moves that are left.
#[expect(clippy::indexing_slicing)]
impl Relevance {
    /// Returns what relaxed solutions of at most so many moves make use of, for a human
    /// among these robots.
    pub(super) fn new(relaxed: &Relaxed, human: Square, robots: Bitboard, moves: usize) -> Self {
        let reached = Self::forward(relaxed, human, robots, moves);
        let targets = relaxed.near(0);
        let mut relevance = Self {
            needed: Bitboard::EMPTY,
            now: Bitboard::EMPTY,
            ways: Bitboard::EMPTY,
        };
        // What is needed after one move more of robots.
        let (mut robots_next, mut humans_next) = (Bitboard::EMPTY, Vec::new());
        for (robot_moves, now) in reached.iter().enumerate().rev() {
            let mut robots = robots_next & now.robots;
            let mut stopping = Bitboard::EMPTY;
            if !robots_next.is_empty() {
                let blockers = now.robots | now.stopping;
                for direction in Direction::ALL {
                    let from = now.robots;
                    let slides = Slides::new(relaxed, from, robots_next, blockers, direction);
                    robots |= slides.from | slides.blockers & now.robots;
                    stopping |= slides.blockers & now.stopping;
                    relevance.ways |= slides.ways;
                }
            }
            let last = now.humans.len() - 1;
            let mut humans = now.humans.clone();
            for (slides, humans) in humans.iter_mut().enumerate() {
                let mut needed = targets;
                needed |= humans_next.get(slides).copied().unwrap_or_default();
                if slides < last {
                    needed |= stopping;
                }
                *humans &= needed;
            }
            for slide in (1..=last).rev() {
                let to = humans[slide];
                if to.is_empty() {
                    continue;
                }
                for direction in Direction::ALL {
                    let from = now.humans[slide - 1] & !targets;
                    let slides = Slides::new(relaxed, from, to, now.robots, direction);
                    humans[slide - 1] |= slides.from;
                    robots |= slides.blockers;
                    relevance.ways |= slides.ways;
                }
            }
            if robot_moves == 1 {
                relevance.needed = robots;
            }
            if robot_moves == 0 {
                relevance.now = robots;
            }
            (robots_next, humans_next) = (robots, humans);
        }
        relevance
    }

    /// Returns where pieces may stand after each number of moves of robots, as far as there
    /// are any.
    fn forward(
        relaxed: &Relaxed,
        human: Square,
        mut robots: Bitboard,
        moves: usize,
    ) -> Vec<Reached> {
        let targets = relaxed.near(0);
        let mut reached: Vec<Reached> = Vec::with_capacity(moves + 1);
        let mut left = moves;
        loop {
            let before = reached.last().map(|before| before.humans.as_slice());
            let mut humans = match before {
                Some(before) => before[..=left].to_vec(),
                None => {
                    let mut humans = vec![Bitboard::EMPTY; left + 1];
                    humans[0].insert(human);
                    humans
                }
            };
            humans[0] &= relaxed.near(left);
            for slide in 1..=left {
                let from = humans[slide - 1] & !targets;
                if !from.is_empty() {
                    humans[slide] |= relaxed.slid(from, robots);
                }
                humans[slide] &= relaxed.near(left - slide);
            }
            let mut stopping = Bitboard::EMPTY;
            for (slide, &humans) in humans[..left].iter().enumerate() {
                stopping |= humans & relaxed.near(left - 1 - slide);
            }
            reached.push(Reached {
                robots,
                humans,
                stopping,
            });
            if left == 0 || stopping.is_empty() {
                return reached;
            }
            left -= 1;
            robots |= relaxed.slid(robots, robots | stopping);
        }
    }

    /// Returns whether a slide of a robot may matter.
    pub(super) fn may_matter(&self, from: Square, stop: Square) -> bool {
        self.needed.contains(stop) || self.ways.contains(from)
    }
}

impl Slides {
    /// Returns the slides in a direction from some squares to others, beside `blockers` or
    /// where the board ends them.
    fn new(
        relaxed: &Relaxed,
        from: Bitboard,
        to: Bitboard,
        blockers: Bitboard,
        direction: Direction,
    ) -> Self {
        let passed = relaxed.entered(from, direction);
        let stops = relaxed.board.before(blockers, direction) | relaxed.board.ends(direction);
        let ends = to & passed & stops;
        if ends.is_empty() {
            return Self {
                from: Bitboard::EMPTY,
                blockers: Bitboard::EMPTY,
                ways: Bitboard::EMPTY,
            };
        }
        let back = relaxed.entered(ends, direction.opposite());
        Self {
            from: from & back,
            blockers: ends.shifted(direction) & blockers,
            ways: passed & (ends | back),
        }
    }
}
