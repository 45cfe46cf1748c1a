//! The options of a generator.

use fastrand::Rng;

use super::candidate::Candidate;
use super::pattern::{SymmetryKind, symmetry_of};
use super::puzzle::{POSITIONS, optimum};
use crate::analysis::{MovesRange, setup_of, usual_sizes};
use crate::board::Square;
use crate::games::{Game, Position};
use crate::solving::{Goal, score};

/// The options of a generator: the properties of its puzzles.
#[derive(Clone, Debug)]
pub struct GeneratorOptions {
    /// A game whose puzzles can be generated.
    pub game: Game,
    /// The words of a `rules` line.
    pub rules: Vec<String>,
    /// The columns and rows.
    pub size: (usize, usize),
    /// The most robots.
    pub robots: usize,
    /// The most walls, or `None` for the usual number on a board of this size.
    pub walls: Option<usize>,
    /// The square of the target, or `None` for any.
    pub target: Option<Square>,
    /// The moves of the shortest solution.
    pub moves: MovesRange,
    /// The lowest and the highest score.
    pub score: Option<(u32, u32)>,
    /// Which puzzles with several optimal solutions are accepted.
    pub uniqueness: Uniqueness,
    /// The symmetry of the walls, or of the pieces in a game without walls. Then none is removed.
    pub symmetry: Option<SymmetryKind>,
    /// Whether no wall is removed.
    pub keeps_walls: bool,
    /// Whether the boards are those of the printed game. Then nothing is removed.
    pub is_printed: bool,
    /// What the choice among several puzzles favours.
    pub goal: Option<Goal>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The styles of other puzzles. Each new puzzle has one of them, if there are any.
    styles: Vec<Style>,
}

/// Which puzzles with several optimal solutions are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// All, but those with one plan are preferred.
    Preferred,
    /// Those with one plan, or two that are mirror images.
    Plan,
    /// None.
    Solution,
}

/// What a generated puzzle takes over from another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Style {
    rules: Vec<String>,
    size: (usize, usize),
    robots: usize,
    walls: Option<usize>,
    target: Option<Square>,
    symmetry: Option<SymmetryKind>,
    /// The moves of the shortest solution, if a short search finds it.
    moves: Option<u32>,
    is_printed: bool,
}

impl GeneratorOptions {
    /// Returns the usual options of a game, or `None` if its puzzles cannot be generated.
    pub fn new(game: Game, seed: u64) -> Option<Self> {
        let usual = game.generation()?;
        let side = usual_sizes(game).first().copied()?;
        Some(Self {
            game,
            rules: Vec::new(),
            size: (side, side),
            robots: usual.robots,
            walls: None,
            target: None,
            moves: MovesRange { least: None, most: None },
            score: None,
            uniqueness: Uniqueness::Preferred,
            symmetry: None,
            keeps_walls: false,
            is_printed: false,
            goal: None,
            seed,
            styles: Vec::new(),
        })
    }

    /// Keeps the style of these puzzles of the same game: each new puzzle has the rules, the size,
    /// the target, the symmetry, the number of pieces, walls and moves of one of them.
    pub fn keep_style(&mut self, positions: &[Position]) {
        let humans = self.humans();
        let styles = positions.iter().map(|position| {
            let board = position.board();
            let size = (usize::from(board.columns()), usize::from(board.rows()));
            let rules = setup_of(position).rules().into_iter();
            let mut left = POSITIONS;
            Style {
                rules: rules.map(str::to_owned).collect(),
                size,
                robots: position.pieces().len().saturating_sub(humans).max(1),
                walls: Some(board.all_walls().count()),
                target: position.scene().targets.first().map(|&(square, _)| square),
                symmetry: symmetry_of(position),
                moves: Some(optimum(position, &mut left)).filter(|&moves| moves > 0),
                is_printed: self.game.printed().is_some()
                    && size == (16, 16)
                    && board.blocks().len() == 4,
            }
        });
        self.styles = styles.collect();
        let moves = || self.styles.iter().filter_map(|style| style.moves);
        self.moves = MovesRange { least: moves().min(), most: moves().max() };
    }

    pub(super) const fn keeps_style(&self) -> bool {
        !self.styles.is_empty()
    }

    /// Returns how many of the puzzles whose style is kept have this one, and the number of all.
    pub(super) fn quota_of(&self, style: &Style) -> (usize, usize) {
        let same = self.styles.iter().filter(|other| *other == style).count();
        (same, self.styles.len())
    }

    /// Returns the style of the puzzles if it is the same for all.
    pub(super) fn style(&self) -> Style {
        Style {
            rules: self.rules.clone(),
            size: self.size,
            robots: self.robots,
            walls: self.walls,
            target: self.target,
            symmetry: self.symmetry,
            moves: None,
            is_printed: self.is_printed,
        }
    }

    /// Returns the options of a puzzle in a random style of those that are kept, and this style.
    pub(super) fn in_style(&self, random: &mut Rng) -> (Self, Option<Style>) {
        let of_moves = |style: &&Style| style.moves.is_none_or(|moves| self.moves.contains(moves));
        let styles: Vec<&Style> = self.styles.iter().filter(of_moves).collect();
        // Other moves than those of the styles were asked for.
        let is_other = styles.is_empty();
        let styles = if is_other { self.styles.iter().collect() } else { styles };
        let Some(style) = random.choice(styles) else {
            return (self.clone(), None);
        };
        let Style { rules, size, robots, walls, target, symmetry, moves, is_printed } =
            style.clone();
        let moves = moves.filter(|_| !is_other).map_or(self.moves, MovesRange::exactly);
        let options = Self {
            rules,
            size,
            robots,
            walls,
            target: self.target.or(target),
            symmetry: self.symmetry.or(symmetry),
            moves,
            keeps_walls: true,
            is_printed,
            ..self.clone()
        };
        (options, Some(style.clone()))
    }

    /// Returns why no puzzle satisfies the request, if that is obvious.
    pub fn impossible(&self) -> Option<&'static str> {
        if self.moves.most == Some(0) {
            return Some("a puzzle needs at least one move");
        }
        let mut random = Rng::with_seed(self.seed);
        let layouts = (0..LAYOUTS).filter_map(|_| {
            let (options, _) = self.in_style(&mut random);
            if options.is_printed {
                return Some(options.moves_of_score(false));
            }
            let position = Candidate::random(&options, &mut random)?.position(&options)?;
            let sliding = position.sliding();
            Some(options.moves_of_score(sliding.is_ok_and(|sliding| sliding.is_grouped)))
        });
        match layouts.max_by_key(Option::is_some) {
            None => Some("the pieces, the target and the symmetry do not fit on such a board"),
            Some(None) => Some("no puzzle with so many moves has such a score"),
            Some(Some(_)) => None,
        }
    }

    /// Returns the number of pieces other than robots.
    pub(super) fn humans(&self) -> usize {
        self.game.generation().map_or(0, |usual| usual.humans)
    }

    /// Whether boards of the game usually have walls.
    pub(super) fn has_walls(&self) -> bool {
        self.game.generation().is_some_and(|usual| usual.has_walls)
    }

    /// Whether the pieces are placed in a symmetric pattern, because there are no walls.
    pub(super) fn has_symmetric_pieces(&self) -> bool {
        self.symmetry.is_some() && !self.has_walls()
    }

    /// Returns the most walls.
    pub fn walls(&self) -> usize {
        let (columns, rows) = self.size;
        // As many as designed boards have: 16 on 8x8 squares, 48 on 16x16.
        let usual = if self.has_walls() { columns * rows / 8 + (columns + rows) / 2 } else { 0 };
        self.walls.unwrap_or(usual)
    }

    /// Returns the requested moves that can have a requested score.
    /// `None` if there are none.
    pub(super) fn moves_of_score(&self, is_grouped: bool) -> Option<MovesRange> {
        let Some((lowest, highest)) = self.score else {
            return Some(self.moves);
        };
        // Between no change of the piece and one after each move. Moves that are grouped are
        // written as several.
        let fits = |moves: u32| {
            let score = |switches| score(self.game, moves, switches);
            score(if is_grouped { moves - 1 } else { 0 }).is_some_and(|score| score <= highest)
                && (is_grouped || score(moves - 1).is_some_and(|score| score >= lowest))
        };
        let fitting =
            || (1..=MOST_MOVES).filter(|&moves| self.moves.contains(moves) && fits(moves));
        let most = fitting().max().filter(|&most| most < MOST_MOVES);
        Some(MovesRange { least: Some(fitting().min()?), most: most.or(self.moves.most) })
    }
}

/// The random layouts that are tried before a request is refused.
const LAYOUTS: usize = 100;

/// More moves than a score tells apart.
const MOST_MOVES: u32 = 40;
