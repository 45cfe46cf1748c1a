//! Random boards, solvable or not.

use fastrand::Rng;

use super::candidate::Candidate;
use super::options::GeneratorOptions;
use crate::games::{Game, Position};

/// An endless sequence of random boards of Lunar Lockout or Ricochet Robots, solvable or not.
/// It ends at once if the robots do not fit on the board.
///
/// The same seed gives the same boards in all patch releases of a version.
///
/// ```
/// use carom::games::Game;
///
/// let boards = carom::RandomBoards::new(Game::Ricochet, 1).expect("random boards");
/// for position in boards.size(8, 8).robots(3).walls(10).take(5) {
///     let answer = carom::Task::new(&position).run();
///     println!("{}{:?}", carom::to_carom(&position, None)?, answer.outcome);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct RandomBoards {
    options: GeneratorOptions,
    random: Rng,
}

impl RandomBoards {
    /// Creates a sequence of boards with the usual size, robots and walls. Returns `None` for
    /// other games.
    pub fn new(game: Game, seed: u64) -> Option<Self> {
        Some(Self { options: GeneratorOptions::new(game, seed)?, random: Rng::with_seed(seed) })
    }

    /// Sets the number of columns and rows, from 1 to 16.
    pub const fn size(mut self, columns: usize, rows: usize) -> Self {
        self.options.size = (columns, rows);
        self
    }

    /// Sets the number of robots.
    pub const fn robots(mut self, robots: usize) -> Self {
        self.options.robots = robots;
        self
    }

    /// Sets the number of walls. Walls that fall on the same place count once.
    pub const fn walls(mut self, walls: usize) -> Self {
        self.options.walls = Some(walls);
        self
    }

    /// Sets the rules: words of a `rules` line. Ignores unknown words.
    pub fn rules(mut self, rules: &[&str]) -> Self {
        self.options.rules = rules.iter().map(|&rule| rule.to_owned()).collect();
        self
    }
}

impl Iterator for RandomBoards {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        // A few layouts are not valid positions, for example with two targets on one square.
        (0..1_000).find_map(|_| {
            let candidate = Candidate::random(&self.options, &mut self.random)?;
            candidate.position(&self.options)
        })
    }
}
