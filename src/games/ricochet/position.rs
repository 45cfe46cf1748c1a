//! A legal Ricochet Robots position and the moves from it.

use std::fmt;
use std::sync::Arc;

use super::{Rules, Setup, Target};
use crate::board::{Axes, Axis, Bitboard, Board, Direction, Square};
use crate::games::{Blocker, Diagonal, Piece, Removable, Slide};

/// A legal position, with what the rules remember of the moves before it.
/// Cheap to clone: the board is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    ground: Arc<Ground>,
    robots: Vec<Robot>,
}

/// What no move changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ground {
    board: Board,
    rules: Rules,
    target: Target,
    diagonals: Vec<Diagonal>,
}

/// A robot with its past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Robot {
    piece: Piece,
    moved_horizontally: bool,
    moved_vertically: bool,
    came_to_rest: Option<Direction>,
}

/// Why a move is against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No robot has that name.
    NoSuchRobot(char),
    /// An obstacle stands next to the robot.
    Blocked(Slide, Blocker),
    /// Diagonals would lead the robot round for ever.
    Endless(Slide),
    /// `no-rebound`: the robot came to rest in the opposite direction.
    Rebound(Slide),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRobot(robot) => write!(f, "there is no robot {robot} on this board"),
            Self::Blocked(Slide { piece, direction }, by) => {
                write!(f, "{piece} cannot slide {direction}: {by}")
            }
            Self::Endless(Slide { piece, direction }) => write!(
                f,
                "{piece} cannot slide {direction}: the diagonals lead it round for ever"
            ),
            Self::Rebound(Slide { piece, direction }) => write!(
                f,
                "{piece} cannot slide {direction}: it came to rest sliding {}, \
                 and `no-rebound` forbids the way straight back",
                direction.opposite()
            ),
        }
    }
}

impl Robot {
    fn turns_to(&mut self, direction: Direction) {
        self.came_to_rest = Some(direction);
        match direction.axis() {
            Axis::Horizontal => self.moved_horizontally = true,
            Axis::Vertical => self.moved_vertically = true,
        }
    }
}

impl Position {
    pub(super) fn new(setup: &Setup, target: Target) -> Self {
        let robot = |&piece: &Piece| Robot {
            piece,
            moved_horizontally: false,
            moved_vertically: false,
            came_to_rest: None,
        };
        Self {
            ground: Arc::new(Ground {
                board: setup.board.clone(),
                rules: setup.rules,
                target,
                diagonals: setup.diagonals.clone(),
            }),
            robots: setup.robots.iter().map(robot).collect(),
        }
    }

    /// The board with its blocks and walls.
    pub fn board(&self) -> &Board {
        &self.ground.board
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.ground.rules
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.ground.target
    }

    /// The diagonals, in the order of the text.
    pub fn diagonals(&self) -> &[Diagonal] {
        &self.ground.diagonals
    }

    /// The diagonal on `square`.
    pub fn diagonal_on(&self, square: Square) -> Option<Diagonal> {
        let diagonals = self.ground.diagonals.iter();
        diagonals.copied().find(|d| d.square == square)
    }

    /// The robots, in the order of the text.
    pub fn robots(&self) -> impl ExactSizeIterator<Item = Piece> {
        self.robots.iter().map(|robot| robot.piece)
    }

    /// The robots with what the rules remember of their moves: the axes along
    /// which each has moved, and the direction it came to rest in.
    pub(super) fn pasts(&self) -> impl Iterator<Item = (Piece, Axes, Option<Direction>)> {
        self.robots.iter().map(|robot| {
            let mut axes = Axes::NONE;
            if robot.moved_horizontally {
                axes = axes.and(Axes::HORIZONTAL);
            }
            if robot.moved_vertically {
                axes = axes.and(Axes::VERTICAL);
            }
            (robot.piece, axes, robot.came_to_rest)
        })
    }

    /// The squares the robots stand on.
    pub fn occupied(&self) -> Bitboard {
        self.robots().map(|piece| piece.square).collect()
    }

    /// The robot on `square`.
    pub fn robot_on(&self, square: Square) -> Option<Piece> {
        self.robots().find(|piece| piece.square == square)
    }

    /// Whether a robot of the target has come to rest on it as the rules want.
    pub fn is_solved(&self) -> bool {
        let Target { square, robot: of } = self.ground.target;
        self.robots.iter().any(|robot| {
            robot.piece.square == square
                && of.is_none_or(|name| name == robot.piece.name)
                && (!self.ground.rules.bounce
                    || (robot.moved_horizontally && robot.moved_vertically))
        })
    }

    /// What keeps the puzzle from being solved, as a clause.
    pub fn what_is_missing(&self) -> String {
        let Target { square, robot: of } = self.ground.target;
        let on_target = self
            .robot_on(square)
            .filter(|robot| of.is_none_or(|name| name == robot.name));
        if let Some(Piece { name, .. }) = on_target {
            return format!("{name} is on its target, but has slid along one axis only");
        }
        let of = of.and_then(|name| self.robots().find(|robot| robot.name == name));
        match of {
            Some(robot) => format!("{} is on {}, not {square}", robot.name, robot.square),
            None => format!("no robot is on {square}"),
        }
    }

    /// The names of the robots that no target waits for.
    pub fn removable(&self) -> Vec<char> {
        if self.robots.len() < 2 {
            return Vec::new();
        }
        let of = self.ground.target.robot;
        let names = self.robots().map(|robot| robot.name);
        names.filter(|&name| of != Some(name)).collect()
    }

    /// The position without a robot or a block.
    pub fn without(&self, removable: Removable) -> Option<Self> {
        let mut position = self.clone();
        match removable {
            Removable::Piece(name) => {
                let at = self.robots().position(|robot| robot.name == name)?;
                position.robots.remove(at);
            }
            Removable::Block(square) => {
                self.board().blocks().contains(square).then_some(())?;
                Arc::make_mut(&mut position.ground)
                    .board
                    .remove_block(square);
            }
        }
        Some(position)
    }

    /// The robot after `slide`, walked square by square; `visit` is called with
    /// each square it comes to.
    fn slide(&self, slide: Slide, mut visit: impl FnMut(Square)) -> Result<Robot, Illegal> {
        let name = slide.piece;
        let mut robot = *self
            .robots
            .iter()
            .find(|robot| robot.piece.name == name)
            .ok_or(Illegal::NoSuchRobot(name))?;
        if self.ground.rules.no_rebound && robot.came_to_rest == Some(slide.direction.opposite()) {
            return Err(Illegal::Rebound(slide));
        }
        let mut direction = slide.direction;
        let mut steps = 0;
        loop {
            let blocker = match self.ground.board.step(robot.piece.square, direction) {
                Err(obstacle) => Some(Blocker::Board(obstacle)),
                // Its own square is empty once it has set off.
                Ok(next) => self
                    .robot_on(next)
                    .filter(|other| other.name != name)
                    .map(Blocker::Piece),
            };
            if let Some(blocker) = blocker {
                if steps == 0 {
                    return Err(Illegal::Blocked(slide, blocker));
                }
                break;
            }
            if steps == 0 {
                robot.turns_to(direction);
            }
            let Some(next) = robot.piece.square.step(direction) else {
                break;
            };
            robot.piece.square = next;
            visit(next);
            if let Some(diagonal) = self.diagonal_on(next)
                && diagonal.robot != Some(name)
            {
                direction = diagonal.kind.deflect(direction);
                robot.turns_to(direction);
            }
            steps += 1;
            // Squares times directions: more steps than that repeat a step.
            if steps > 4 * 256 {
                return Err(Illegal::Endless(slide));
            }
        }
        Ok(robot)
    }

    /// Where the named robot would come to rest.
    ///
    /// # Errors
    ///
    /// Why the move is [`Illegal`].
    pub fn destination(&self, slide: Slide) -> Result<Square, Illegal> {
        self.slide(slide, |_| {}).map(|robot| robot.piece.square)
    }

    /// The squares of a slide, from the one the robot leaves to the one it
    /// comes to rest on; none where the slide is illegal.
    pub fn way(&self, slide: Slide) -> Vec<Square> {
        let mut robots = self.robots();
        let robot = robots.find(|robot| robot.name == slide.piece);
        let mut way: Vec<Square> = robot.iter().map(|robot| robot.square).collect();
        match self.slide(slide, |square| way.push(square)) {
            Ok(_) => way,
            Err(_) => Vec::new(),
        }
    }

    /// The position after `slide`.
    ///
    /// # Errors
    ///
    /// Why the move is [`Illegal`].
    pub fn play(&self, slide: Slide) -> Result<Self, Illegal> {
        let moved = self.slide(slide, |_| {})?;
        let mut next = self.clone();
        for robot in &mut next.robots {
            if robot.piece.name == slide.piece {
                *robot = moved;
            }
        }
        Ok(next)
    }

    /// All legal moves, robot by robot, each direction clockwise from up.
    pub fn legal_moves(&self) -> Vec<Slide> {
        let all = self.robots.iter().flat_map(|robot| {
            Direction::ALL.map(|direction| Slide {
                piece: robot.piece.name,
                direction,
            })
        });
        all.filter(|&slide| self.destination(slide).is_ok())
            .collect()
    }
}
